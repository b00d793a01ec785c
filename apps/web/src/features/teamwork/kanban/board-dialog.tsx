import { api } from '@gantry/contract';
import { attributeOfColumn } from '@gantry/domain';
import { Modal, SegmentedControl, Select, Textarea, TextInput } from '@mantine/core';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { firstProblem } from '../../../ui/fields/contract-form.ts';
import { DialogForm } from '../../../ui/forms/dialog-form.tsx';
import { type ConditionColumn, NO_CONDITIONS } from '../../../ui/conditions/conditions.ts';
import { filterOrNone, WorksField } from './forms/filter-dialog.tsx';
import type { BoardInList, useBoardActs } from './kanban.queries.ts';

type Props = {
  opened: boolean;
  nodeId: number;
  isSchedule: boolean;
  /** What conditions on its works can be about; the works stand in columns by their lists too. */
  columns: readonly ConditionColumn[];
  /** Boards that may be set up alike. */
  boards: readonly BoardInList[];
  onCreate: ReturnType<typeof useBoardActs>['create'];
  onCreated(id: number): void;
  onClose(): void;
};

const GROUPS = ['status', 'executor', 'curator', 'summary'] as const;
const nameSchema = api.kanban.create.body.shape.name;

/** Asks what a new board is: free with columns, set up as another one, or of the rows of the schedule. */
export function BoardDialog(props: Props) {
  const { t } = useTranslation();
  return (
    <Modal opened={props.opened} onClose={props.onClose} title={t('boards.create')} size={props.isSchedule ? 620 : 460}>
      <BoardForm {...props} />
    </Modal>
  );
}

function BoardForm({ nodeId, isSchedule, columns: rowColumns, boards, onCreate, onCreated, onClose }: Props) {
  const { t } = useTranslation();
  const [name, setName] = useState('');
  const [kind, setKind] = useState<'free' | 'rows' | 'template'>('free');
  const [groupBy, setGroupBy] = useState('status');
  const [filter, setFilter] = useState(NO_CONDITIONS);
  const [columns, setColumns] = useState([t('boards.todo'), t('boards.doing'), t('boards.done')].join('\n'));
  const alike = boards.filter(({ source }) => source === 'free');
  const [template, setTemplate] = useState<string | null>(alike.length ? String(alike[0].id) : null);
  const [shown, setShown] = useState(false);
  const problem = firstProblem(nameSchema, name);
  const lists = rowColumns
    .filter(({ id, type }) => type === 'list' && attributeOfColumn(id) !== null)
    .map(({ id, title }) => ({ value: id, label: t('boards.by_list', { name: title }) }));
  const kinds = [
    { value: 'free', label: t('boards.kind_free') },
    ...(isSchedule ? [{ value: 'rows', label: t('boards.kind_rows') }] : []),
    ...(alike.length ? [{ value: 'template', label: t('boards.kind_template') }] : []),
  ];
  const create = async (): Promise<void> => {
    const common = { eps_id: nodeId, name: name.trim() };
    const named = columns
      .split('\n')
      .map((line) => line.trim())
      .filter(Boolean);
    const { id } = await onCreate(
      kind === 'rows'
        ? { ...common, source: 'rows', group_by: groupBy, filter: filterOrNone(filter) }
        : kind === 'template' && template !== null
          ? { ...common, template: Number(template) }
          : { ...common, columns: named.map((column, index) => ({ name: column, done: named.length > 1 && index === named.length - 1 })) },
    );
    onClose();
    onCreated(id);
  };
  return (
    <DialogForm
      submitLabel={t('ui.create')}
      ready={!problem}
      onTry={() => setShown(true)}
      onSubmit={create}
      onDone={() => undefined}
      onClose={onClose}
    >
      <TextInput
        data-autofocus
        autoFocus
        label={t('ui.name')}
        value={name}
        onChange={(event) => setName(event.currentTarget.value)}
        error={shown && problem ? t(problem) : undefined}
        autoComplete="off"
      />
      {kinds.length > 1 && (
        <SegmentedControl
          fullWidth
          aria-label={t('boards.kind')}
          data={kinds}
          value={kind}
          onChange={(value) => setKind(value as typeof kind)}
        />
      )}
      {kind === 'free' && (
        <Textarea
          label={t('boards.columns')}
          description={t('boards.columns_hint')}
          rows={5}
          value={columns}
          onChange={(event) => setColumns(event.currentTarget.value)}
        />
      )}
      {kind === 'rows' && (
        <>
          <Select
            label={t('boards.group_by')}
            description={t('boards.group_hint')}
            allowDeselect={false}
            searchable={lists.length > 4}
            data={[...GROUPS.map((value) => ({ value, label: t(`boards.by_${value}`) })), ...lists]}
            value={groupBy}
            onChange={(value) => value && setGroupBy(value)}
          />
          <WorksField columns={rowColumns} value={filter} onChange={setFilter} />
        </>
      )}
      {kind === 'template' && (
        <Select
          label={t('boards.template')}
          description={t('boards.template_hint')}
          allowDeselect={false}
          searchable
          data={alike.map(({ id, name: other, eps_name }) => ({ value: String(id), label: `${other} (${eps_name})` }))}
          value={template}
          onChange={setTemplate}
        />
      )}
    </DialogForm>
  );
}
