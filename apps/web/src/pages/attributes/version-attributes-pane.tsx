import type { AttributeDefinition, VersionAttribute } from '@gantry/contract';
import { Button, Menu } from '@mantine/core';
import { IconArrowBackUp, IconColumns3, IconDownload, IconPlus, IconTrash } from '@tabler/icons-react';
import { useState, type ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { AttributeDialog } from '../../features/catalog/attributes/attribute-dialog.tsx';
import { AttributeTable } from '../../features/catalog/attributes/attribute-table.tsx';
import { blankAttribute, type Offers, type ValueWords, writeValue } from '../../features/catalog/attributes/attributes.model.ts';
import { FormulaEditor } from '../../features/planning/attribute-calculate/formula-editor.tsx';
import { useVersionAttributeCommands, useVersionAttributes } from '../../features/planning/attribute-values/attribute-values.queries.ts';
import { useVersion } from '../../features/planning/versions/versions.queries.ts';
import { useRightAt } from '../../features/structure/eps/eps.queries.ts';
import { IconButton } from '../../ui/icon-button.tsx';
import { MessagePage } from '../../ui/message-page.tsx';
import { showToast } from '../../ui/toasts.tsx';
import classes from './attributes-page.module.css';

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
  const [checked, setChecked] = useState<ReadonlySet<number>>(new Set());
  const [open, setOpen] = useState<VersionAttribute | 'new' | null>(null);
  const attributes = data?.attributes ?? [];
  const chosen = attributes.filter(({ id }) => checked.has(id)).map(({ id }) => id);
  const quietly = (act: Promise<unknown>): void => void act.catch(() => undefined);

  const remove = async (): Promise<void> => {
    for (const id of chosen) await commands.remove(id).catch(() => undefined);
    setChecked(new Set());
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
    <section className={classes.main}>
      <div className={classes.tools}>
        {tabs}
        {mayEdit && (
          <>
            <Button size="compact-sm" variant="subtle" leftSection={<IconPlus size={16} stroke={1.5} />} onClick={() => setOpen('new')}>
              {t('attributes.new')}
            </Button>
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
            {chosen.length > 0 && (
              <Button
                size="compact-sm"
                variant="subtle"
                color="var(--gantry-error)"
                leftSection={<IconTrash size={16} stroke={1.5} />}
                onClick={() => void remove()}
              >
                {t('attributes.delete_checked', { count: chosen.length })}
              </Button>
            )}
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
        )}
      </div>
      <div className={classes.body}>
        {attributes.length ? (
          <AttributeTable
            lines={attributes.map((attribute) => ({
              id: attribute.id,
              name: attribute.name,
              key: attribute.formula_name === attribute.name ? '' : attribute.formula_name,
              type: attribute.type,
              unit: attribute.unit,
              describes: t('attributes.owner_wbs'),
              traits: (['required', 'unique', 'inherits'] as const)
                .filter((trait) => attribute[trait])
                .map((trait) => t(`attributes.trait_${trait}`)),
              defaultText:
                attribute.formula === null ? writeValue(attribute.type, attribute.default_value, words) : `ƒ ${attribute.formula}`,
              from: from(attribute),
              use: t('attributes.in_rows', { count: attribute.rows }),
            }))}
            checked={checked}
            checkable={({ id }) => mayEdit && !attributes.find((one) => one.id === id)?.read_only}
            onCheck={(ids, on) => setChecked((before) => new Set(on ? [...before, ...ids] : [...before].filter((id) => !ids.includes(id))))}
            onOpen={(id) => {
              const attribute = attributes.find((one) => one.id === id);
              if (attribute?.read_only) showToast('info', t('attribute.read_only', { name: attribute.name }));
              else if (attribute && mayEdit && attribute.source_id === null) setOpen(attribute);
              else if (attribute?.source_id) showToast('info', t('version_attribute.follows', { name: attribute.name }));
            }}
          />
        ) : (
          data && (
            <MessagePage icon={IconColumns3} title={t('attributes.none')}>
              <p>{t('attributes.none_version_hint')}</p>
            </MessagePage>
          )
        )}
      </div>
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
          <FormulaEditor {...editor} place={{ versionId }} write={(value) => writeValue(editor.type, value as never, words)} />
        )}
        onSubmit={submit}
        onClose={() => setOpen(null)}
      />
    </section>
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
