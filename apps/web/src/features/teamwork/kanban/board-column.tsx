import type { KanbanItem, KanbanLabel } from '@gantry/contract';
import { TextInput } from '@mantine/core';
import { IconPlus, IconSettings } from '@tabler/icons-react';
import { defaultRangeExtractor, type Range, useVirtualizer } from '@tanstack/react-virtual';
import { useCallback, useEffect, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { IconButton } from '../../../ui/icon-button.tsx';
import { BoardCard } from './board-card.tsx';
import { letColumnTake } from '../../../ui/card-drag.ts';
import classes from './board.module.css';
import { columnName, type FilledColumn, heightOfCard, isOverdue, keyOf } from './kanban.model.ts';

/** What all columns of a board show their cards by. */
export type Shown = {
  labels: ReadonlyMap<number, KanbanLabel>;
  people: ReadonlyMap<number, string>;
  today: string;
  /** The card where Tab stops. */
  stop: number | null;
  /** The card that the focus is led to. */
  wish: number | null;
  onLed(): void;
  selected: ReadonlySet<number>;
  opened: number | null;
  refused: ReadonlyMap<number, string>;
  mayMove: boolean;
};

type Props = {
  filled: FilledColumn;
  shown: Shown;
  /** Whether a title is being written for a new card; null where none may be added. */
  adding: boolean | null;
  onAdding(adding: boolean): void;
  onAdd(title: string): Promise<unknown>;
  onSettings: (() => void) | null;
};

/** Columns farther than this from what is in sight draw no cards. */
const NEAR = '0px 400px';

/** A column with its cards, of which only those in sight are drawn. */
export function BoardColumn({ filled, shown, adding, onAdding, onAdd, onSettings }: Props) {
  const { t } = useTranslation();
  const { column, all, shown: items } = filled;
  const name = columnName(column, t);
  const { wip_limit: limit } = column;
  const breached = limit !== null && all.length > limit;
  const count = items.length === all.length ? String(all.length) : t('boards.shown_of', { shown: items.length, count: all.length });
  const section = useRef<HTMLElement>(null);
  const near = useNear(section);
  const drawn = near || items.some((item) => keyOf(item) === shown.stop);
  const { mayMove } = shown;
  useEffect(() => {
    // The list that scrolls is another one when the cards are drawn again.
    const takes = mayMove && section.current !== null;
    return takes && section.current ? letColumnTake(section.current, column.id, drawn) : undefined;
  }, [column.id, mayMove, drawn]);
  return (
    <section
      ref={section}
      className={classes.column}
      data-tint={column.tint ?? undefined}
      data-column={column.id}
      aria-label={t('boards.column_label', { name, count: all.length })}
    >
      <header className={classes.columnHead}>
        <h2 className={classes.columnName} title={name}>
          {name}
        </h2>
        <span
          className={classes.count}
          data-breached={breached || undefined}
          title={limit === null ? undefined : t(breached ? 'boards.over_limit' : 'boards.limit_of', { limit })}
        >
          {breached && '⚠ '}
          {count}
          {limit !== null && ` / ${limit}`}
        </span>
        {adding !== null && <IconButton icon={IconPlus} size={24} label={t('boards.add_to', { name })} onClick={() => onAdding(true)} />}
        {onSettings && <IconButton icon={IconSettings} size={24} label={t('boards.column_settings', { name })} onClick={onSettings} />}
      </header>
      {adding && <NewCard label={t('boards.new_card', { name })} onAdd={onAdd} onClose={() => onAdding(false)} />}
      {drawn ? <CardList items={items} filled={filled} shown={shown} label={name} /> : <div className={classes.scroller} />}
    </section>
  );
}

function CardList({ items, filled, shown, label }: { items: readonly KanbanItem[]; filled: FilledColumn; shown: Shown; label: string }) {
  const { t } = useTranslation();
  const scroller = useRef<HTMLDivElement>(null);
  const { stop, wish, onLed } = shown;
  const stopIndex = stop === null ? -1 : items.findIndex((item) => keyOf(item) === stop);
  // The card with the focus stays drawn, so that the focus is not lost when it goes out of sight.
  const rangeExtractor = useCallback(
    (range: Range) => [...new Set([...defaultRangeExtractor(range), ...(stopIndex < 0 ? [] : [stopIndex])])].sort((a, b) => a - b),
    [stopIndex],
  );
  const cards = useVirtualizer({
    count: items.length,
    getScrollElement: () => scroller.current,
    // What is guessed right costs nothing when it is drawn: each other height moves all cards below.
    estimateSize: (index) => heightOfCard(items[index]),
    getItemKey: (index) => keyOf(items[index]),
    overscan: 3,
    rangeExtractor,
  });
  useEffect(() => {
    if (wish === null || stopIndex < 0 || wish !== stop) return;
    cards.scrollToIndex(stopIndex);
    const card = scroller.current?.querySelector<HTMLElement>(`[data-key="${wish}"]`);
    if (!card) return;
    card.focus({ preventScroll: true });
    card.closest('section')?.scrollIntoView({ inline: 'nearest', block: 'nearest' });
    onLed();
  }, [cards, wish, stop, stopIndex, onLed]);
  return (
    <div ref={scroller} className={classes.scroller} data-cards tabIndex={-1}>
      {items.length === 0 && <p className={classes.note}>{t(filled.all.length ? 'boards.none_shown' : 'boards.no_cards')}</p>}
      <div role="list" aria-label={label} className={classes.cards} style={{ height: cards.getTotalSize() }}>
        {cards.getVirtualItems().map(({ index, key, start }) => {
          const item = items[index];
          return (
            <div
              key={String(key)}
              role="listitem"
              aria-setsize={items.length}
              aria-posinset={index + 1}
              ref={cards.measureElement}
              data-index={index}
              className={classes.slot}
              style={{ transform: `translateY(${start}px)` }}
            >
              <BoardCard
                item={item}
                labels={shown.labels}
                people={shown.people}
                overdue={isOverdue(item, filled.column, shown.today)}
                stop={keyOf(item) === stop}
                selected={shown.selected.has(keyOf(item))}
                opened={keyOf(item) === shown.opened}
                refusal={shown.refused.get(keyOf(item))}
                mayMove={shown.mayMove}
              />
            </div>
          );
        })}
      </div>
    </div>
  );
}

/** Whether an element is in sight sideways, or nearly. */
function useNear(ref: { current: HTMLElement | null }): boolean {
  const [near, setNear] = useState(true);
  useEffect(() => {
    if (!ref.current || !('IntersectionObserver' in window)) return undefined;
    const observer = new IntersectionObserver((entries) => setNear(entries.at(-1)?.isIntersecting ?? true), {
      root: ref.current.parentElement,
      rootMargin: NEAR,
    });
    observer.observe(ref.current);
    return () => observer.disconnect();
  }, [ref]);
  return near;
}

/** A line that adds a card by Enter and stays for the next one; what is refused stays in it. */
function NewCard({ label, onAdd, onClose }: { label: string; onAdd(title: string): Promise<unknown>; onClose(): void }) {
  const [text, setText] = useState('');
  const add = async (): Promise<void> => {
    const title = text.trim();
    if (!title) return onClose();
    setText('');
    await onAdd(title).catch(() => setText(title));
  };
  return (
    <TextInput
      autoFocus
      className={classes.newCard}
      aria-label={label}
      placeholder={label}
      value={text}
      maxLength={512}
      onChange={(event) => setText(event.currentTarget.value)}
      onKeyDown={(event) => {
        event.stopPropagation();
        if (event.key === 'Enter') void add();
        if (event.key === 'Escape') onClose();
      }}
      onBlur={() => !text.trim() && onClose()}
      autoComplete="off"
    />
  );
}
