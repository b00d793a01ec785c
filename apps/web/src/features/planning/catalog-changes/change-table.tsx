import type { CatalogChange, CatalogSource } from '@gantry/contract';
import { Checkbox, Loader } from '@mantine/core';
import { useVirtualizer } from '@tanstack/react-virtual';
import { useEffect, useRef } from 'react';
import { useTranslation } from 'react-i18next';
import { hasText } from '../../../lib/texts/i18n.ts';
import { type ChangeColumn, COLUMNS_OF, fieldsOf, pairOf } from './catalog-changes.model.ts';
import classes from './catalog-changes-dialog.module.css';

type Props = {
  source: CatalogSource;
  list: readonly CatalogChange[];
  total: number;
  loading: boolean;
  /** Which works are left out, where works can be chosen. */
  choice?: { left: ReadonlySet<number>; onLeft(left: ReadonlySet<number>): void };
  /** The last row that has come is in sight. */
  onEnd(): void;
};

/** Of two lines: dates before and after do not fit on one. */
const ROW_HEIGHT = 40;

/** The works that a change of the catalog touches or moves, before and after. */
export function ChangeTable({ source, list, total, loading, choice, onEnd }: Props) {
  const { t } = useTranslation();
  const scroller = useRef<HTMLDivElement>(null);
  const rows = useVirtualizer({
    count: list.length,
    getScrollElement: () => scroller.current,
    estimateSize: () => ROW_HEIGHT,
    overscan: 20,
  });
  const visible = rows.getVirtualItems();
  const atEnd = (visible.at(-1)?.index ?? 0) >= list.length - 1;
  useEffect(() => {
    if (atEnd) onEnd();
  }, [atEnd, onEnd]);
  const columns = COLUMNS_OF[source];
  const left = choice?.left;
  return (
    <div
      ref={scroller}
      className={classes.table}
      role="table"
      tabIndex={0}
      data-columns={columns.join(' ')}
      data-choice={choice ? true : undefined}
      aria-rowcount={total + 1}
      aria-label={t('catalog_change.changes')}
    >
      <div className={classes.head} role="row">
        {choice && (
          <span role="columnheader">
            <Checkbox
              size="xs"
              aria-label={t('catalog_change.all')}
              checked={choice.left.size === 0}
              indeterminate={choice.left.size > 0 && choice.left.size < total}
              onChange={(event) => choice.onLeft(new Set(event.currentTarget.checked ? [] : list.map(({ item_id }) => item_id)))}
            />
          </span>
        )}
        <span role="columnheader">{t('catalog_change.work')}</span>
        {columns.map((column) => (
          <span key={column} role="columnheader">
            {t(`catalog_change.column_${column}`)}
          </span>
        ))}
      </div>
      {loading && list.length === 0 && <Loader size="sm" m="md" />}
      <div style={{ height: rows.getTotalSize(), position: 'relative' }}>
        {visible.map(({ key, index, start }) => {
          const { item_id: id } = list[index];
          const toggle = (on: boolean): void => {
            if (left) choice.onLeft(new Set(on ? [...left].filter((each) => each !== id) : [...left, id]));
          };
          return (
            <Line
              key={key}
              source={source}
              change={list[index]}
              columns={columns}
              start={start}
              on={left ? !left.has(id) : null}
              onToggle={toggle}
            />
          );
        })}
      </div>
    </div>
  );
}

type LineProps = {
  source: CatalogSource;
  change: CatalogChange;
  columns: readonly ChangeColumn[];
  start: number;
  /** Null: works cannot be chosen. */
  on: boolean | null;
  onToggle(on: boolean): void;
};

function Line({ source, change, columns, start, on, onToggle }: LineProps) {
  const { t } = useTranslation();
  const whole = hasText(`catalog_change.whole_${source}`) ? `catalog_change.whole_${source}` : 'catalog_change.whole';
  const name = change.item_id === 0 ? t(whole) : `${change.code} ${change.name}`.trim();
  const wordOf = (key: string): string | null => {
    const word = key.startsWith('fault ') ? `directory_value.${key.slice(6)}` : `attributes.${key}`;
    return hasText(word) ? t(word) : null;
  };
  const fields = fieldsOf(change, wordOf);
  return (
    <div
      className={classes.line}
      role="row"
      style={{ transform: `translateY(${start}px)`, height: ROW_HEIGHT }}
      title={source === 'calendar' ? undefined : fields.join('\n')}
    >
      {on !== null && (
        <span role="cell">
          <Checkbox size="xs" aria-label={name} checked={on} onChange={(event) => onToggle(event.currentTarget.checked)} />
        </span>
      )}
      <span role="cell" className={classes.name}>
        {name}
      </span>
      {columns.map((column) => (
        <span key={column} role="cell" className={column === 'values' ? classes.name : undefined}>
          {column === 'values' ? fields.join('; ') : <Pair pair={pairOf(column, change)} />}
        </span>
      ))}
    </div>
  );
}

function Pair({ pair }: { pair: readonly [before: string, after: string] | null }) {
  if (!pair) return null;
  const [before, after] = pair;
  if (before === after) return <span className={classes.quiet}>{before}</span>;
  return (
    <>
      <span className={classes.before}>{before}</span> → <b>{after}</b>
    </>
  );
}
