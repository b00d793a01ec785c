import { api, type KanbanColumn, type KanbanLabel } from '@gantry/contract';
import { LIMITS, TASK_STATUSES } from '@gantry/domain';
import { Button, Checkbox, Group, Modal, Select, TextInput } from '@mantine/core';
import { IconArrowDown, IconArrowLeft, IconArrowRight, IconArrowUp, IconPlus } from '@tabler/icons-react';
import { type ReactNode, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { personName } from '../../../lib/person-name.ts';
import { DeleteButton } from '../../../ui/forms/delete-button.tsx';
import { DialogForm } from '../../../ui/forms/dialog-form.tsx';
import { firstProblem } from '../../../ui/fields/contract-form.ts';
import { IconButton } from '../../../ui/icon-button.tsx';
import { KeptInput } from '../../../ui/fields/kept-input.tsx';
import { NumberField } from '../../../ui/fields/number-field.tsx';
import { useMembers } from '../../access/spaces/spaces.queries.ts';
import classes from './board.module.css';
import { columnName, type FilledColumn } from './kanban.model.ts';
import type { useSetUpActs } from './kanban.queries.ts';

type Acts = ReturnType<typeof useSetUpActs>;
type OnEnter = NonNullable<KanbanColumn['on_enter']>;

/** One of the tints of the chart, or none. */
function TintSelect({ value, label, onChange }: { value: number | null; label: string; onChange(tint: number | null): void }) {
  const { t } = useTranslation();
  return (
    <Select
      w={140}
      aria-label={label}
      allowDeselect={false}
      data={Array.from({ length: LIMITS.tints + 1 }, (_, tint) => ({ value: String(tint), label: t(tint ? `tint.${tint}` : 'tint.none') }))}
      leftSection={<span className={classes.swatch} data-tint={value ?? undefined} />}
      value={String(value ?? 0)}
      onChange={(tint) => onChange(Number(tint) || null)}
    />
  );
}

type ColumnProps = {
  spaceId: number;
  boardId: number;
  isRows: boolean;
  columns: readonly FilledColumn[];
  /** Values of rows that have no column yet. */
  missing: readonly { value: string | null; value_name: string | null; cards: number }[];
  /** The column that is changed, or a new one; null: the dialog is closed. */
  target: number | 'new' | null;
  acts: Acts;
  onClose(): void;
};

/** Adds a column to a board, changes one, orders it, or deletes it with a place for its cards. */
export function ColumnDialog(props: ColumnProps) {
  const { t } = useTranslation();
  const { target, columns, onClose } = props;
  const filled = columns.find(({ column }) => column.id === target);
  const opened = target === 'new' || filled !== undefined;
  const title = filled ? t('boards.column_settings', { name: columnName(filled.column, t) }) : t('boards.new_column');
  return (
    <Modal opened={opened} onClose={onClose} title={title} size={460}>
      {opened && <ColumnForm key={String(target)} {...props} filled={filled} />}
    </Modal>
  );
}

const nameSchema = api.kanban.createColumn.body.shape.name.unwrap();
/** A field of a column that leaves the row as it is. */
const LEAVE = '';
const NOBODY = 'none';

function ColumnForm({
  spaceId,
  boardId,
  isRows,
  columns,
  missing,
  filled,
  acts,
  onClose,
}: ColumnProps & { filled: FilledColumn | undefined }) {
  const { t } = useTranslation();
  const members = useMembers(spaceId) ?? [];
  const column = filled?.column;
  const [name, setName] = useState(column?.name ?? '');
  const [value, setValue] = useState(missing.length ? '0' : null);
  const [tint, setTint] = useState(column?.tint ?? null);
  const [limit, setLimit] = useState(column?.wip_limit ?? null);
  const [done, setDone] = useState(column?.done ?? false);
  const [onEnter, setOnEnter] = useState<OnEnter>(column?.on_enter ?? {});
  const [shown, setShown] = useState(false);
  const problem = isRows && name.trim() === '' ? null : firstProblem(nameSchema, name);
  const index = columns.findIndex((one) => one.column.id === column?.id);
  const shift = (by: -1 | 1): void => {
    const after = columns[by < 0 ? index - 2 : index + 1];
    if (column) void acts.updateColumn({ id: column.id, after_id: after?.column.id ?? null }).catch(() => {});
  };
  const save = (): Promise<unknown> => {
    const fields = { tint, wip_limit: limit, done, on_enter: Object.keys(onEnter).length ? onEnter : null };
    if (column) return acts.updateColumn({ id: column.id, name: name.trim(), ...fields });
    const named = name.trim() ? { name: name.trim() } : {};
    return acts.createColumn({
      board_id: boardId,
      ...named,
      ...fields,
      ...(isRows ? { value: missing[Number(value)]?.value ?? null } : {}),
    });
  };
  const person = (field: 'executor_id' | 'curator_id'): ReactNode => (
    <Select
      label={t(`boards.enter_${field === 'executor_id' ? 'executor' : 'curator'}`)}
      allowDeselect={false}
      searchable
      data={[
        { value: LEAVE, label: t('boards.leave') },
        { value: NOBODY, label: t('boards.nobody') },
        ...members.map((one) => ({ value: String(one.id), label: personName(one) })),
      ]}
      value={onEnter[field] === undefined ? LEAVE : String(onEnter[field] ?? NOBODY)}
      onChange={(id) => {
        const { [field]: _former, ...rest } = onEnter;
        setOnEnter(id === null || id === LEAVE ? rest : { ...rest, [field]: id === NOBODY ? null : Number(id) });
      }}
    />
  );
  return (
    <>
      <DialogForm
        submitLabel={t(column ? 'ui.save' : 'ui.create')}
        ready={!problem && (!isRows || column !== undefined || value !== null)}
        onTry={() => setShown(true)}
        onSubmit={save}
        onClose={onClose}
      >
        {isRows && !column && missing.length === 0 && <p className={classes.note}>{t('boards.no_more_values')}</p>}
        {isRows && !column && missing.length > 0 && (
          <Select
            label={t('boards.value')}
            allowDeselect={false}
            data={missing.map((one, at) => ({ value: String(at), label: `${columnName({ name: '', ...one }, t)} (${one.cards})` }))}
            value={value}
            onChange={setValue}
          />
        )}
        <TextInput
          data-autofocus
          autoFocus
          label={t('ui.name')}
          placeholder={column && isRows ? columnName({ ...column, name: '' }, t) : undefined}
          value={name}
          onChange={(event) => setName(event.currentTarget.value)}
          error={shown && problem ? t(problem) : undefined}
          autoComplete="off"
        />
        <Group gap="sm" align="flex-end">
          <TintSelect label={t('column.tint')} value={tint} onChange={setTint} />
          <NumberField label={t('boards.limit')} whole min={1} max={9999} value={limit} onChange={setLimit} />
        </Group>
        <Checkbox label={t('boards.done_column')} checked={done} onChange={(event) => setDone(event.currentTarget.checked)} />
        <Select
          label={t('boards.enter_status')}
          allowDeselect={false}
          data={[{ value: LEAVE, label: t('boards.leave') }, ...TASK_STATUSES.map((one) => ({ value: one, label: t(`status.${one}`) }))]}
          value={onEnter.status ?? LEAVE}
          onChange={(wanted) => {
            const { status: _former, ...rest } = onEnter;
            const status = TASK_STATUSES.find((one) => one === wanted);
            setOnEnter(status ? { ...rest, status } : rest);
          }}
        />
        {person('executor_id')}
        {person('curator_id')}
      </DialogForm>
      {column && (
        <Group gap="xs" mt="md" justify="space-between">
          <Group gap={4}>
            <IconButton icon={IconArrowLeft} label={t('boards.to_left')} disabled={index <= 0} onClick={() => shift(-1)} />
            <IconButton
              icon={IconArrowRight}
              label={t('boards.to_right')}
              disabled={index >= columns.length - 1}
              onClick={() => shift(1)}
            />
          </Group>
          <RemoveColumn filled={filled} isRows={isRows} columns={columns} acts={acts} onRemoved={onClose} />
        </Group>
      )}
    </>
  );
}

type RemoveProps = { filled: FilledColumn; isRows: boolean; columns: readonly FilledColumn[]; acts: Acts; onRemoved(): void };

/** Deletes a column; where it has cards, they go to another one. */
function RemoveColumn({ filled, isRows, columns, acts, onRemoved }: RemoveProps) {
  const { t } = useTranslation();
  const others = columns.filter(({ column }) => column.id !== filled.column.id);
  const [moveTo, setMoveTo] = useState<string | null>(others.length ? String(others[0].column.id) : null);
  const needsPlace = !isRows && filled.all.length > 0;
  const remove = async (): Promise<void> => {
    await acts.removeColumn({ id: filled.column.id, moveTo: needsPlace && moveTo !== null ? Number(moveTo) : undefined });
    onRemoved();
  };
  return (
    <Group gap="xs">
      {needsPlace && (
        <Select
          w={180}
          aria-label={t('boards.cards_go_to')}
          allowDeselect={false}
          data={others.map(({ column }) => ({ value: String(column.id), label: t('boards.go_to', { name: columnName(column, t) }) }))}
          value={moveTo}
          onChange={setMoveTo}
        />
      )}
      <Button
        color="var(--gantry-error)"
        variant="outline"
        disabled={needsPlace && moveTo === null}
        onClick={() => void remove().catch(() => {})}
      >
        {t('boards.remove_column')}
      </Button>
    </Group>
  );
}

type LabelsProps = { boardId: number; opened: boolean; labels: readonly KanbanLabel[]; acts: Acts; onClose(): void };

/** The labels of a board: names, tints, order. */
export function LabelsDialog({ boardId, opened, labels, acts, onClose }: LabelsProps) {
  const { t } = useTranslation();
  const [name, setName] = useState('');
  const add = async (): Promise<void> => {
    const added = name.trim();
    if (!added) return;
    setName('');
    await acts.createLabel({ board_id: boardId, name: added, tint: (labels.length % LIMITS.tints) + 1 }).catch(() => setName(added));
  };
  return (
    <Modal opened={opened} onClose={onClose} title={t('boards.labels')} size={460}>
      <ul className={classes.rows}>
        {labels.map(({ id, name: label, tint }, index) => (
          <li key={id} className={classes.rowLine}>
            <TintSelect
              label={t('boards.tint_of', { name: label })}
              value={tint}
              onChange={(next) => void acts.updateLabel({ id, tint: next }).catch(() => {})}
            />
            <div className={classes.spring}>
              <KeptInput
                label={t('ui.name')}
                value={label}
                readOnly={false}
                onKeep={(next) => void acts.updateLabel({ id, name: next }).catch(() => {})}
              />
            </div>
            <IconButton
              icon={IconArrowUp}
              label={t('boards.label_up', { name: label })}
              disabled={index === 0}
              onClick={() => void acts.updateLabel({ id, after_id: labels[index - 2]?.id ?? null }).catch(() => {})}
            />
            <IconButton
              icon={IconArrowDown}
              label={t('boards.label_down', { name: label })}
              disabled={index === labels.length - 1}
              onClick={() => void acts.updateLabel({ id, after_id: labels[index + 1]?.id ?? null }).catch(() => {})}
            />
            <DeleteButton onDelete={() => void acts.removeLabel(id).catch(() => {})} />
          </li>
        ))}
      </ul>
      <TextInput
        mt="sm"
        leftSection={<IconPlus size={14} />}
        aria-label={t('boards.add_label')}
        placeholder={t('boards.add_label')}
        value={name}
        maxLength={512}
        onChange={(event) => setName(event.currentTarget.value)}
        onKeyDown={(event) => {
          if (event.key === 'Enter') void add();
        }}
        onBlur={() => void add()}
        autoComplete="off"
      />
    </Modal>
  );
}
