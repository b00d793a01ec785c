import { type AttributeDefinition, MOST_ATTRIBUTE_USES } from '@gantry/contract';
import { ATTRIBUTE_OWNERS } from '@gantry/domain';
import { Button, Menu, TextInput } from '@mantine/core';
import { useDebouncedValue } from '@mantine/hooks';
import { IconDownload, IconSearch } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { useState, type ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { AttributeDialog } from '../../features/catalog/attributes/attribute-dialog.tsx';
import { blankAttribute, type Offers, type ValueWords, writeValue } from '../../features/catalog/attributes/attributes.model.ts';
import {
  type Attribute,
  fetchValues,
  useAttributeCommands,
  useAttributesAt,
} from '../../features/catalog/attributes/attributes.queries.ts';
import { useFormulaCommands } from '../../features/catalog/calculated-attribute-settings/calculated-attribute-settings.queries.ts';
import { askAct } from '../../features/planning/catalog-changes/catalog-changes.store.ts';
import { FormulaEditor } from '../../features/planning/attribute-calculate/formula-editor.tsx';
import { indexTree, pathTo } from '../../features/structure/eps/eps.model.ts';
import { treeQuery, useRightAt } from '../../features/structure/eps/eps.queries.ts';
import { askConfirmation } from '../../ui/forms/confirm.tsx';
import { saveBlob } from '../../lib/save-blob.ts';
import { AttributePane } from './attribute-pane.tsx';
import { FoundValues } from './found-values.tsx';
import classes from './attributes-page.module.css';

type Props = {
  spaceId: number;
  nodeId: number | null;
  people: { value: number; label: string }[];
  words: ValueWords;
  offers: Offers;
  tabs: ReactNode;
};

/** The attributes that a node has and inherits, and what values below it contain a text. */
export function NodeAttributes({ spaceId, nodeId, people, words, offers, tabs }: Props) {
  const { t } = useTranslation();
  const { data } = useAttributesAt(spaceId, nodeId);
  const { data: tree } = useQuery(treeQuery(spaceId));
  const commands = useAttributeCommands(spaceId);
  const formulas = useFormulaCommands(spaceId);
  const mayEdit = useRightAt(spaceId, nodeId)('structure.edit');
  const mayInSpace = useRightAt(spaceId, null);
  const mayFollow = mayInSpace('structure.edit') && mayInSpace('plan.edit');
  const [open, setOpen] = useState<Attribute | 'new' | null>(null);
  const [typed, setTyped] = useState('');
  const [search] = useDebouncedValue(typed, 250);

  const path = tree && nodeId !== null ? pathTo(indexTree(tree), nodeId).map(({ id }) => id) : [];
  const depth = ({ node_id }: Attribute): number => (node_id === null ? -1 : path.indexOf(node_id));
  const attributes = (data?.attributes ?? [])
    .filter(({ node_id }) => node_id === null || path.includes(node_id))
    .sort((a, b) => depth(b) - depth(a));
  const isOwn = (attribute: Attribute): boolean => attribute.node_id === nodeId;

  const remove = async (ids: number[]): Promise<boolean> => {
    const removed = attributes.filter(({ id }) => ids.includes(id));
    const values = removed.reduce((sum, { nodes }) => sum + nodes, 0);
    const isMore = removed.some(({ nodes }) => nodes >= MOST_ATTRIBUTE_USES);
    const yes = await askConfirmation({
      title: t('attributes.delete_title', { count: ids.length }),
      text: t(isMore ? 'attributes.delete_text_of_many_nodes' : 'attributes.delete_text', { count: values }),
      confirmLabel: t('ui.delete'),
    });
    if (yes) await commands.remove(nodeId, ids).catch(() => undefined);
    return yes;
  };
  const submit = async (body: AttributeDefinition, formula: string | null): Promise<void> => {
    if (open === 'new') {
      const { id } = await commands.create(nodeId, body);
      if (formula !== null) await formulas.set(id, formula);
    } else if (open) {
      const isFelt = JSON.stringify({ ...definitionOf(open), formula: open.formula }) !== JSON.stringify({ ...body, formula });
      if (isFelt && mayFollow && open.versions > 0) {
        const change = { source: 'attribute', source_id: open.id, change: { ...body, formula } } as const;
        // The form stays open when the person cancels.
        return (await askAct({ change, name: open.name })) ? undefined : Promise.reject(new Error('not saved'));
      }
      if (formula !== null && formula !== open.formula) await formulas.set(open.id, formula);
      if (formula === null && open.formula !== null) await formulas.clear(open.id);
      await commands.update(open.node_id === nodeId ? nodeId : null, open.id, body);
    }
  };
  const save = async (format: 'xlsx' | 'csv' | 'json'): Promise<void> => {
    const blob = nodeId === null ? null : await fetchValues(nodeId, format).catch(() => null);
    if (blob) saveBlob(blob, `${t('attributes.title')}.${format}`);
  };
  const orMore = (use: string, count: number): string => (count < MOST_ATTRIBUTE_USES ? use : t('attributes.or_more', { use }));
  const describe = (attribute: Attribute) => ({
    id: attribute.id,
    name: attribute.name,
    key: attribute.key,
    type: attribute.type,
    unit: attribute.unit,
    describes: ATTRIBUTE_OWNERS.filter((owner) => attribute.owners.includes(owner))
      .map((owner) => t(`attributes.owner_${owner}`))
      .join(', '),
    required: attribute.required,
    unique: attribute.unique,
    inherits: attribute.inherits,
    own: isOwn(attribute),
    defaultText: attribute.formula === null ? writeValue(attribute.type, attribute.default_value, words) : `ƒ ${attribute.formula}`,
    from: isOwn(attribute) ? '' : (attribute.node_name ?? t('eps.whole_space')),
    use: [
      attribute.nodes ? orMore(t('attributes.in_nodes', { count: attribute.nodes }), attribute.nodes) : '',
      attribute.versions ? orMore(t('attributes.in_versions', { count: attribute.versions }), attribute.versions) : '',
    ]
      .filter(Boolean)
      .join(', '),
  });

  return (
    <AttributePane
      tabs={tabs}
      lines={attributes.map(describe)}
      loaded={data !== undefined}
      mayEdit={mayEdit}
      hint={t('attributes.none_hint')}
      onNew={() => setOpen('new')}
      onOpen={(id) => setOpen(attributes.find((attribute) => attribute.id === id) ?? null)}
      onRemove={remove}
      tools={
        nodeId !== null && (
          <>
            <TextInput
              className={classes.search}
              size="xs"
              aria-label={t('attributes.search')}
              placeholder={t('attributes.search')}
              leftSection={<IconSearch size={14} stroke={1.5} />}
              value={typed}
              onChange={(event) => setTyped(event.currentTarget.value)}
            />
            <Menu position="bottom-end">
              <Menu.Target>
                <Button size="compact-sm" variant="subtle" leftSection={<IconDownload size={16} stroke={1.5} />}>
                  {t('attributes.export')}
                </Button>
              </Menu.Target>
              <Menu.Dropdown>
                <Menu.Item onClick={() => void save('xlsx')}>Excel (XLSX)</Menu.Item>
                <Menu.Item onClick={() => void save('csv')}>CSV</Menu.Item>
                <Menu.Item onClick={() => void save('json')}>JSON</Menu.Item>
              </Menu.Dropdown>
            </Menu>
          </>
        )
      }
      instead={nodeId !== null && search.trim() && <FoundValues spaceId={spaceId} nodeId={nodeId} search={search} words={words} />}
    >
      <AttributeDialog
        opened={open !== null}
        title={open === 'new' ? t('attributes.new') : (open?.name ?? '')}
        initial={open === 'new' || open === null ? blankAttribute(['facility', 'project', 'schedule']) : definitionOf(open)}
        typeFixed={open !== 'new' && open !== null && open.nodes + open.versions > 0}
        people={people}
        {...offers}
        formula={open === 'new' || open === null ? null : open.formula}
        renderFormula={(editor) => (
          <FormulaEditor {...editor} place={nodeId === null ? {} : { nodeId }} write={(value) => writeValue(editor.type, value, words)} />
        )}
        onSubmit={submit}
        onClose={() => setOpen(null)}
      />
    </AttributePane>
  );
}

const definitionOf = ({
  name,
  key,
  type,
  owners,
  values,
  unit,
  required,
  unique,
  inherits,
  default_value,
}: Attribute): AttributeDefinition => ({
  name,
  key,
  type,
  owners,
  values,
  unit,
  required,
  unique,
  inherits,
  default_value,
});
