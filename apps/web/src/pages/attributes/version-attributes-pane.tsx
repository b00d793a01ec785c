import type { AttributeDefinition, VersionAttribute } from '@gantry/contract';
import { Button, Menu } from '@mantine/core';
import { IconArrowBackUp, IconDownload } from '@tabler/icons-react';
import { useState, type ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { AttributeDialog } from '../../features/catalog/attributes/attribute-dialog.tsx';
import { blankAttribute, type Offers, type ValueWords, writeValue } from '../../features/catalog/attributes/attributes.model.ts';
import { FormulaEditor } from '../../features/planning/attribute-calculate/formula-editor.tsx';
import { useVersionAttributeCommands, useVersionAttributes } from '../../features/planning/attribute-values/attribute-values.queries.ts';
import { useVersion } from '../../features/planning/versions/versions.queries.ts';
import { useRightAt } from '../../features/structure/eps/eps.queries.ts';
import { IconButton } from '../../ui/icon-button.tsx';
import { showToast } from '../../ui/toasts.tsx';
import { AttributePane } from './attribute-pane.tsx';

type Props = {
  spaceId: number;
  versionId: number;
  people: { value: number; label: string }[];
  words: ValueWords;
  offers: Offers;
  tabs: ReactNode;
};

/** The attributes that rows of a version have: taken from the hierarchy, its own, or of the imported file. */
export function VersionAttributesPane({ spaceId, versionId, people, words, offers, tabs }: Props) {
  const { t } = useTranslation();
  const { data } = useVersionAttributes(versionId);
  const commands = useVersionAttributeCommands(versionId);
  const version = useVersion(versionId).data;
  const mayEdit = useRightAt(spaceId, version?.schedule_id)('plan.edit') && version?.locked === false;
  const [open, setOpen] = useState<VersionAttribute | 'new' | null>(null);
  const attributes = data?.attributes ?? [];
  const quietly = (act: Promise<unknown>): void => void act.catch(() => undefined);

  const remove = async (ids: number[]): Promise<boolean> => {
    for (const id of ids) await commands.remove(id).catch(() => undefined);
    return true;
  };
  const submit = async (attribute: AttributeDefinition, formula: string | null): Promise<void> => {
    const { key: _key, owners: _owners, type, ...rest } = attribute;
    if (open === 'new') await commands.create({ ...rest, type, formula });
    else if (open) await commands.update(open.id, { ...rest, formula });
  };
  const from = (attribute: VersionAttribute): string =>
    attribute.source_id === null
      ? t(attribute.origin === 'own' ? 'attributes.of_version' : 'attributes.of_file')
      : t('attributes.of_hierarchy');

  return (
    <AttributePane
      tabs={tabs}
      lines={attributes.map((attribute) => ({
        id: attribute.id,
        name: attribute.name,
        key: attribute.formula_name === attribute.name ? '' : attribute.formula_name,
        type: attribute.type,
        unit: attribute.unit,
        describes: t('attributes.owner_wbs'),
        required: attribute.required,
        unique: attribute.unique,
        inherits: attribute.inherits,
        own: !attribute.read_only,
        defaultText: attribute.formula === null ? writeValue(attribute.type, attribute.default_value, words) : `ƒ ${attribute.formula}`,
        from: from(attribute),
        use: t('attributes.in_rows', { count: attribute.rows }),
      }))}
      loaded={data !== undefined}
      mayEdit={mayEdit}
      hint={t('attributes.none_version_hint')}
      onNew={() => setOpen('new')}
      onOpen={(id) => {
        const attribute = attributes.find((one) => one.id === id);
        if (attribute?.read_only) showToast('info', t('attribute.read_only', { name: attribute.name }));
        else if (attribute && mayEdit && attribute.source_id === null) setOpen(attribute);
        else if (attribute?.source_id) showToast('info', t('version_attribute.follows', { name: attribute.name }));
      }}
      onRemove={remove}
      tools={
        mayEdit && (
          <>
            <Menu position="bottom-start">
              <Menu.Target>
                <Button
                  size="compact-sm"
                  variant="subtle"
                  disabled={!data?.available.length}
                  leftSection={<IconDownload size={16} stroke={1.5} />}
                >
                  {t('attributes.take')}
                </Button>
              </Menu.Target>
              <Menu.Dropdown>
                {data?.available.map(({ id, name, node_name }) => (
                  <Menu.Item key={id} closeMenuOnClick={false} onClick={() => quietly(commands.take([id]))}>
                    {name} – {node_name ?? t('eps.whole_space')}
                  </Menu.Item>
                ))}
              </Menu.Dropdown>
            </Menu>
            <IconButton
              icon={IconArrowBackUp}
              label={t('edits.undo')}
              variant="subtle"
              onClick={() =>
                quietly(
                  commands.undo().then((done) => showToast('info', t('edits.undone', { name: t(`edit.${done.name}`) }), { ms: 1000 })),
                )
              }
            />
          </>
        )
      }
    >
      <AttributeDialog
        opened={open !== null}
        title={open === 'new' ? t('attributes.new') : (open?.name ?? '')}
        initial={open === 'new' || open === null ? blankAttribute(['wbs']) : { ...blankAttribute(['wbs']), ...definitionOf(open) }}
        typeFixed={open !== 'new'}
        ofVersion
        people={people}
        {...offers}
        formula={open === 'new' || open === null ? null : open.formula}
        renderFormula={(editor) => (
          <FormulaEditor {...editor} place={{ versionId }} write={(value) => writeValue(editor.type, value, words)} />
        )}
        onSubmit={submit}
        onClose={() => setOpen(null)}
      />
    </AttributePane>
  );
}

const definitionOf = ({ name, type, values, unit, required, unique, inherits, default_value }: VersionAttribute) => ({
  name,
  type,
  values,
  unit,
  required,
  unique,
  inherits,
  default_value,
});
