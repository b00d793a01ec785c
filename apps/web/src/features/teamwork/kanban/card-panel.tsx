import type { KanbanColumn, KanbanItem, KanbanLabel } from '@gantry/contract';
import { Anchor, Button, Loader, MultiSelect, Select, Textarea } from '@mantine/core';
import { IconArrowsMove, IconCopy, IconListTree, IconTrash, IconX } from '@tabler/icons-react';
import { type ReactNode, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { personName } from '../../../lib/person-name.ts';
import { formatInstant, formatLocal } from '../../../lib/dates.ts';
import { DateField } from '../../../ui/fields/date-field.tsx';
import { IconButton } from '../../../ui/icon-button.tsx';
import { KeptInput } from '../../../ui/fields/kept-input.tsx';
import { MessageText } from '../../../ui/messages/message-text.tsx';
import { useMembers } from '../../access/spaces/spaces.queries.ts';
import { useWhoAmI } from '../../access/users/users.queries.ts';
import classes from './board.module.css';
import { fieldsOf } from './forms/card-dialog.tsx';
import { type CardActs, useCard } from './kanban.cards.queries.ts';
import { columnName, keyOf } from './kanban.model.ts';

type Props = {
  spaceId: number;
  boardId: number;
  item: KanbanItem;
  columns: readonly KanbanColumn[];
  labels: readonly KanbanLabel[];
  acts: CardActs;
  may: { change: boolean; make: boolean };
  /** What stands below: the comments on the card, or on its work. */
  children?: ReactNode;
  onMove(): void;
  onCopy(): void;
  /** Null: the card shows a work already, or the person may not make one of it. */
  onToRow: (() => void) | null;
  onRemove(): void;
  onOpenRow(versionId: number, itemId: number): void;
  onClose(): void;
};

/** A card with all that it says, beside its board. */
export function CardPanel({
  spaceId,
  boardId,
  item,
  columns,
  labels,
  acts,
  may,
  children,
  onMove,
  onCopy,
  onToRow,
  onRemove,
  onOpenRow,
  onClose,
}: Props) {
  const { t } = useTranslation();
  const { data, isError, refetch } = useCard(spaceId, boardId, item);
  const members = useMembers(spaceId) ?? [];
  const column = columns.find(({ id }) => id === item.column_id);
  const refusal = acts.refused.get(keyOf(item));
  const people = new Map(members.map((one) => [String(one.id), personName(one)]));
  for (const { user_id, name } of data?.people ?? []) if (!people.has(String(user_id))) people.set(String(user_id), name);
  const set = <F extends 'title' | 'due' | 'priority' | 'person_ids' | 'label_ids'>(field: F, value: KanbanItem[F]): void =>
    void acts.act(fieldsOf([item], field, () => value));
  return (
    <aside
      className={classes.panel}
      aria-label={t('boards.card')}
      onKeyDown={(event) => {
        if (event.key === 'Escape' && !event.defaultPrevented) onClose();
      }}
    >
      <header className={classes.panelHead}>
        <div className={classes.panelTitle}>
          <KeptInput
            label={t('boards.card_title')}
            value={item.title}
            readOnly={!may.make || item.row_id !== null}
            onKeep={(title) => set('title', title)}
          />
        </div>
        {may.change && <IconButton icon={IconCopy} label={t('boards.copy_card')} shortcut="C" onClick={onCopy} />}
        {may.make && <IconButton icon={IconTrash} label={t('boards.remove_card')} shortcut="Delete" onClick={onRemove} />}
        <IconButton icon={IconX} label={t('ui.close')} onClick={onClose} />
      </header>
      <div className={classes.panelBody}>
        {refusal && (
          <p role="alert" className={classes.refusal}>
            {refusal}
          </p>
        )}
        <div className={classes.rowLine}>
          <span>
            {t('ui.named', { name: t('boards.column'), text: '' })}
            <b>{column ? columnName(column, t) : t('boards.no_column')}</b>
          </span>
          {may.change && (
            <Button size="compact-sm" variant="default" leftSection={<IconArrowsMove size={14} />} onClick={onMove}>
              {t('boards.move_to')}
            </Button>
          )}
        </div>
        {onToRow && (
          <div className={classes.rowLine}>
            <Button size="compact-sm" variant="default" leftSection={<IconListTree size={14} />} onClick={onToRow}>
              {t('boards.to_row')}
            </Button>
          </div>
        )}
        {item.row_id !== null && <RowFacts item={item} onOpenRow={onOpenRow} />}
        <div className={classes.fields}>
          <DateField
            label={t('boards.due')}
            value={item.due === null ? null : `${item.due}T00:00`}
            readOnly={!may.change}
            onChange={(due) => due !== undefined && set('due', due?.slice(0, 10) ?? null)}
          />
          <Select
            label={t('boards.priority')}
            allowDeselect={false}
            readOnly={!may.change}
            data={[0, 1, 2, 3].map((one) => ({ value: String(one), label: t(`boards.priority_${one}`) }))}
            value={String(item.priority)}
            onChange={(value) => set('priority', Number(value))}
          />
          <MultiSelect
            className={classes.wide}
            label={t('boards.people')}
            searchable
            hidePickedOptions
            readOnly={!may.change}
            nothingFoundMessage={t('boards.nothing_found')}
            data={[...people].map(([value, label]) => ({ value, label }))}
            value={item.person_ids.map(String)}
            onChange={(ids) => set('person_ids', ids.map(Number))}
          />
          <MultiSelect
            className={classes.wide}
            label={t('boards.labels')}
            searchable
            hidePickedOptions
            readOnly={!may.change}
            nothingFoundMessage={t(labels.length ? 'boards.nothing_found' : 'boards.no_labels')}
            data={labels.map(({ id, name }) => ({ value: String(id), label: name }))}
            value={item.label_ids.map(String)}
            onChange={(ids) => set('label_ids', ids.map(Number))}
          />
        </div>
        {isError && (
          <p className={classes.note}>
            {t('boards.card_not_loaded')}{' '}
            <Anchor component="button" onClick={() => void refetch()}>
              {t('shell.try_again')}
            </Anchor>
          </p>
        )}
        {!data && !isError && <Loader size="sm" role="status" aria-label={t('boards.loading')} />}
        {data && (
          <Description
            key={keyOf(item)}
            text={data.description}
            mentions={[...people].map(([id, name]) => ({ user_id: Number(id), name }))}
            readOnly={!may.change}
            onKeep={(description) =>
              acts.act({
                changes: [{ key: keyOf(item), description }],
                inverse: [{ key: keyOf(item), description: data.description }],
              })
            }
          />
        )}
        <div className={classes.toEdge}>{children}</div>
        {data && data.moves.length > 0 && (
          <section>
            <h3 className={classes.heading}>{t('boards.moves')}</h3>
            <ul className={classes.moves}>
              {data.moves.map(({ from, to, at, by }, index) => (
                <li key={index}>
                  {formatInstant(at)} {by}: {nameOf(from, columns, t)} → {nameOf(to, columns, t)}
                </li>
              ))}
            </ul>
          </section>
        )}
      </div>
    </aside>
  );
}

const nameOf = (id: number | null, columns: readonly KanbanColumn[], t: Parameters<typeof columnName>[1]): string => {
  const column = columns.find((one) => one.id === id);
  return column ? columnName(column, t) : '–';
};

/** The row of a card as the actual version has it now. */
function RowFacts({ item, onOpenRow }: Pick<Props, 'item' | 'onOpenRow'>) {
  const { t } = useTranslation();
  const { row, row_id } = item;
  if (!row || row_id === null) return <p className={classes.note}>{t('boards.no_row')}</p>;
  return (
    <section className={classes.rowBox} aria-label={t('boards.row')}>
      <div className={classes.rowLine}>
        <b>{row.code}</b>
        <span>{t(`status.${row.status}`)}</span>
        <span>{Math.round(row.progress * 100)}%</span>
        <span>
          {formatLocal(row.start)} – {formatLocal(row.finish)}
        </span>
      </div>
      <Anchor component="button" onClick={() => onOpenRow(row.version_id, row_id)}>
        {t('boards.open_row')}
      </Anchor>
    </section>
  );
}

type DescriptionProps = {
  text: string;
  mentions: readonly { user_id: number; name: string | null }[];
  readOnly: boolean;
  onKeep(text: string): Promise<boolean>;
};

/** What a card says at length. */
function Description({ text, mentions, readOnly, onKeep }: DescriptionProps) {
  const { t } = useTranslation();
  const userId = useWhoAmI()?.id ?? null;
  const [typed, setTyped] = useState<string | null>(null);
  const keep = async (): Promise<void> => {
    if (typed === null || typed.trim() === text || (await onKeep(typed.trim()))) setTyped(null);
  };
  return (
    <section>
      <h3 className={classes.heading}>{t('boards.description')}</h3>
      {typed === null ? (
        <>
          {text && <MessageText text={text} mentions={mentions} userId={userId} />}
          {!readOnly && (
            <Button size="compact-sm" variant="subtle" onClick={() => setTyped(text)}>
              {t(text ? 'boards.change_description' : 'boards.add_description')}
            </Button>
          )}
        </>
      ) : (
        <>
          <Textarea
            autoFocus
            rows={8}
            aria-label={t('boards.description')}
            description={t('boards.description_hint')}
            value={typed}
            maxLength={8000}
            onChange={(event) => setTyped(event.currentTarget.value)}
            onKeyDown={(event) => {
              if (event.key === 'Enter' && (event.ctrlKey || event.metaKey)) void keep();
              if (event.key === 'Escape') {
                event.preventDefault();
                setTyped(null);
              }
            }}
          />
          <div className={classes.rowLine}>
            <Button size="compact-sm" onClick={() => void keep()}>
              {t('ui.save')}
            </Button>
            <Button size="compact-sm" variant="default" onClick={() => setTyped(null)}>
              {t('ui.cancel')}
            </Button>
          </div>
        </>
      )}
    </section>
  );
}
