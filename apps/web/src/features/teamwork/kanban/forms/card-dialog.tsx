import { api, type KanbanBoard, type KanbanItem, type KanbanLabel } from '@gantry/contract';
import { Checkbox, Modal, Radio, ScrollArea, SegmentedControl, Stack, TextInput } from '@mantine/core';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { personName } from '../../../../lib/person-name.ts';
import { DateField } from '../../../../ui/fields/date-field.tsx';
import { DialogForm } from '../../../../ui/forms/dialog-form.tsx';
import { firstProblem } from '../../../../ui/fields/contract-form.ts';
import { useMembers } from '../../../access/spaces/spaces.queries.ts';
import { CopyForm } from './copy-form.tsx';
import type { CardActs } from '../kanban.cards.queries.ts';
import { RowForm } from './row-form.tsx';
import { afterAt, type Change, columnName, type FilledColumn, keyOf } from '../kanban.model.ts';

/** What is asked about cards. */
export type CardQuestion = 'move' | 'title' | 'labels' | 'people' | 'due' | 'copy' | 'row';

type Props = {
  spaceId: number;
  board: KanbanBoard;
  acts: CardActs;
  /** Null: nothing is asked. */
  ask: CardQuestion | null;
  items: readonly KanbanItem[];
  columns: readonly FilledColumn[];
  labels: ReadonlyMap<number, KanbanLabel>;
  onMove(columnId: number, after: number | null): Promise<unknown>;
  onChange(change: Change): Promise<unknown>;
  onClose(): void;
};

/** Asks for one thing about one or more cards: where they go, what they are called, their labels, people or due day, where a copy goes. */
export function CardDialog(props: Props) {
  const { t } = useTranslation();
  const { ask, items, onClose } = props;
  const opened = ask !== null && items.length > 0;
  const about = items.length > 1 ? t('boards.cards', { count: items.length }) : (items[0]?.title ?? '');
  return (
    <Modal opened={opened} onClose={onClose} title={ask && t(`boards.ask_${ask}`, { about })} size={420} returnFocus={false}>
      {opened && ask === 'move' && <MoveForm {...props} />}
      {opened && ask === 'title' && <TitleForm {...props} />}
      {opened && (ask === 'labels' || ask === 'people') && <ListForm {...props} field={ask === 'labels' ? 'label_ids' : 'person_ids'} />}
      {opened && ask === 'due' && <DueForm {...props} />}
      {opened && ask === 'copy' && <CopyForm {...props} />}
      {opened && ask === 'row' && <RowForm {...props} item={items[0]} />}
    </Modal>
  );
}

/** The same fields for several cards, with what they hold now as the way back. */
export function fieldsOf<F extends 'title' | 'due' | 'priority' | 'person_ids' | 'label_ids'>(
  items: readonly KanbanItem[],
  field: F,
  valueOf: (item: KanbanItem) => KanbanItem[F],
): Change {
  const changed = items.filter((item) => JSON.stringify(valueOf(item)) !== JSON.stringify(item[field]));
  return {
    changes: changed.map((item) => ({ key: keyOf(item), [field]: valueOf(item) })),
    inverse: changed.map((item) => ({ key: keyOf(item), [field]: item[field] })),
  };
}

function MoveForm({ items, columns, onMove, onClose }: Props) {
  const { t } = useTranslation();
  const [columnId, setColumnId] = useState(String(items[0].column_id));
  const [end, setEnd] = useState<'first' | 'last'>('last');
  const move = (): Promise<unknown> => {
    const target = columns.find(({ column }) => column.id === Number(columnId));
    if (!target) return Promise.resolve();
    const after = afterAt({ ...target, shown: target.all }, new Set(items.map(keyOf)), end === 'first' ? 0 : target.all.length);
    // The dialog does not wait: the card is there at once, and comes back with the reason where that is refused.
    void onMove(target.column.id, after);
    return Promise.resolve();
  };
  return (
    <DialogForm submitLabel={t('boards.move')} ready onSubmit={move} onClose={onClose}>
      <Radio.Group value={columnId} onChange={setColumnId} label={t('boards.column')}>
        <ScrollArea.Autosize mah={320}>
          <Stack gap={10} py={6}>
            {columns.map(({ column, all }, index) => (
              <Radio
                key={column.id}
                value={String(column.id)}
                label={`${columnName(column, t)} (${all.length})`}
                data-autofocus={index === 0 || undefined}
              />
            ))}
          </Stack>
        </ScrollArea.Autosize>
      </Radio.Group>
      <SegmentedControl
        aria-label={t('boards.place')}
        data={[
          { value: 'first', label: t('boards.place_first') },
          { value: 'last', label: t('boards.place_last') },
        ]}
        value={end}
        onChange={(value) => setEnd(value === 'first' ? 'first' : 'last')}
      />
    </DialogForm>
  );
}

const titleSchema = api.kanban.updateItems.body.shape.items.element.shape.title.unwrap();

function TitleForm({ items, onChange, onClose }: Props) {
  const { t } = useTranslation();
  const [title, setTitle] = useState(items[0].title);
  const [shown, setShown] = useState(false);
  const problem = firstProblem(titleSchema, title);
  return (
    <DialogForm
      submitLabel={t('ui.save')}
      ready={!problem}
      onTry={() => setShown(true)}
      onSubmit={() => onChange(fieldsOf(items.slice(0, 1), 'title', () => title.trim()))}
      onClose={onClose}
    >
      <TextInput
        data-autofocus
        autoFocus
        label={t('boards.card_title')}
        value={title}
        onChange={(event) => setTitle(event.currentTarget.value)}
        onFocus={(event) => event.currentTarget.select()}
        error={shown && problem ? t(problem) : undefined}
        autoComplete="off"
      />
    </DialogForm>
  );
}

function DueForm({ items, onChange, onClose }: Props) {
  const { t } = useTranslation();
  const [due, setDue] = useState<string | null | undefined>(items[0].due === null ? null : `${items[0].due}T00:00`);
  return (
    <DialogForm
      submitLabel={t('ui.save')}
      ready={due !== undefined}
      onSubmit={() => onChange(fieldsOf(items, 'due', () => due?.slice(0, 10) ?? null))}
      onClose={onClose}
    >
      <DateField data-autofocus label={t('boards.due')} value={due ?? null} onChange={setDue} />
    </DialogForm>
  );
}

/** Labels or people of cards: what some of them have and others not stays as it is until it is clicked. */
function ListForm({ spaceId, items, labels, field, onChange, onClose }: Props & { field: 'label_ids' | 'person_ids' }) {
  const { t } = useTranslation();
  const members = useMembers(spaceId);
  const [search, setSearch] = useState('');
  const [put, setPut] = useState<ReadonlyMap<number, boolean>>(new Map());
  const options =
    field === 'label_ids'
      ? [...labels.values()].map(({ id, name }) => ({ id, name }))
      : (members ?? []).map((one) => ({ id: one.id, name: personName(one) }));
  const wanted = search.trim().toLocaleLowerCase();
  const found = options.filter(({ name }) => name.toLocaleLowerCase().includes(wanted));
  const hold = (id: number): number => items.filter((item) => item[field].includes(id)).length;
  const change = fieldsOf(items, field, (item) => [
    ...item[field].filter((id) => put.get(id) !== false),
    ...[...put].flatMap(([id, on]) => (on && !item[field].includes(id) ? [id] : [])),
  ]);
  return (
    <DialogForm submitLabel={t('ui.save')} ready onSubmit={() => onChange(change)} onClose={onClose}>
      <TextInput
        data-autofocus
        autoFocus
        aria-label={t('boards.find')}
        placeholder={t('boards.find')}
        value={search}
        onChange={(event) => setSearch(event.currentTarget.value)}
        autoComplete="off"
      />
      <ScrollArea.Autosize mah={320}>
        <Stack gap={8} py={4}>
          {found.map(({ id, name }) => {
            const on = put.get(id);
            return (
              <Checkbox
                key={id}
                label={name}
                checked={on ?? hold(id) === items.length}
                indeterminate={on === undefined && hold(id) > 0 && hold(id) < items.length}
                onChange={(event) => setPut(new Map([...put, [id, event.currentTarget.checked]]))}
              />
            );
          })}
          {found.length === 0 && <span>{t(options.length ? 'boards.nothing_found' : 'boards.no_labels')}</span>}
        </Stack>
      </ScrollArea.Autosize>
    </DialogForm>
  );
}
