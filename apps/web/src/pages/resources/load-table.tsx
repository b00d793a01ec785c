import type { ResourceColumn } from '@gantry/domain';
import { useMediaQuery } from '@mantine/hooks';
import { useVirtualizer } from '@tanstack/react-virtual';
import { type KeyboardEvent, useRef } from 'react';
import { useTranslation } from 'react-i18next';
import { type LoadCell, type LoadedResource, periodAt, sumOf, toneOf } from '../../features/planning/resources/resources.load.model.ts';
import classes from './load-table.module.css';

type Props = {
  resources: readonly LoadedResource[];
  starts: readonly string[];
  dataDate: string | null;
  /** What stands beside the name. */
  shown: readonly ResourceColumn[];
  /** Percent of a limit from which on a load is near it. */
  near: number;
  busy: boolean;
  cell: LoadCell | null;
  amount(value: number): string;
  named(first: string): string;
  onCell(cell: LoadCell): void;
};

const ROW_HEIGHT = 28;
/** px: a period, wide enough for the longest name of a month; what stands between the name and the first. */
const PERIOD_WIDTH = 86;
const COLUMN_WIDTH: Record<ResourceColumn, number> = { kind: 100, unit: 76, limit: 88, total: 88, over_days: 88 };
const NUMBERS: ReadonlySet<ResourceColumn> = new Set(['limit', 'total', 'over_days']);

/** Resources by periods as coloured cells; arrows walk them, the works of the selected one are shown below. */
export function LoadTable({ resources, starts, dataDate, shown, near, busy, cell, amount, named, onCell }: Props) {
  const { t } = useTranslation();
  const scroller = useRef<HTMLDivElement>(null);
  const rows = useVirtualizer({
    count: resources.length,
    getScrollElement: () => scroller.current,
    estimateSize: () => ROW_HEIGHT,
    overscan: 12,
  });
  const periods = starts.slice(0, -1);
  const narrow = useMediaQuery('(max-width: 760px)') ?? false;
  const nameWidth = narrow ? 150 : 260;
  const widths = shown.map((column) => COLUMN_WIDTH[column]);
  const lead = widths.reduce((sum, width) => sum + width, nameWidth);
  const columns = useVirtualizer({
    horizontal: true,
    count: periods.length,
    getScrollElement: () => scroller.current,
    estimateSize: () => PERIOD_WIDTH,
    paddingStart: lead,
    scrollPaddingStart: nameWidth,
    overscan: 4,
  });
  const now = dataDate ? periodAt(starts, dataDate) : -1;
  const at = resources.findIndex(({ key }) => key === cell?.key);
  const template = [nameWidth, ...widths].map((width) => `${width}px`).join(' ');
  const textOf = ({ kind, unit, values, capacity, over_days }: LoadedResource): Record<ResourceColumn, string> => ({
    kind: t(`resource.kind_${kind}`),
    unit,
    limit: capacity ? amount(sumOf(capacity)) : '',
    total: amount(sumOf(values)),
    over_days: sumOf(over_days) ? String(sumOf(over_days)) : '',
  });
  const styleOf = (column: ResourceColumn) => (NUMBERS.has(column) ? classes.number : undefined);
  const before = shown.length + 2;
  const width = columns.getTotalSize();

  const onKeyDown = (event: KeyboardEvent): void => {
    const column = cell?.at ?? -1;
    const page = Math.max(1, Math.floor((scroller.current?.clientHeight ?? 0) / ROW_HEIGHT) - 2);
    const [down, right] = {
      ArrowDown: [1, 0],
      ArrowUp: [-1, 0],
      PageDown: [page, 0],
      PageUp: [-page, 0],
      ArrowRight: [0, 1],
      ArrowLeft: [0, -1],
    }[event.key] ?? [0, 0];
    const row = event.key === 'Home' ? 0 : event.key === 'End' ? resources.length - 1 : Math.max(at, 0) + (at < 0 ? 0 : down);
    if (!down && !right && !['Home', 'End'].includes(event.key)) return;
    event.preventDefault();
    const next = Math.min(resources.length - 1, Math.max(0, row));
    const to = Math.min(periods.length - 1, Math.max(-1, column + right));
    rows.scrollToIndex(next);
    if (to >= 0) columns.scrollToIndex(to);
    onCell({ key: resources[next].key, at: to < 0 ? null : to });
  };

  const isSelected = (key: string, column: number | null): boolean => cell?.key === key && cell.at === column;
  const cellId = (row: number, column: number | null): string => `load-${row}-${column ?? 'all'}`;
  return (
    <div
      ref={scroller}
      className={classes.scroller}
      role="grid"
      tabIndex={0}
      aria-label={t('resource.title')}
      aria-rowcount={resources.length + 1}
      aria-colcount={periods.length + shown.length + 1}
      aria-activedescendant={at >= 0 && cell ? cellId(at, cell.at) : undefined}
      aria-busy={busy}
      onKeyDown={onKeyDown}
    >
      <div className={classes.head} role="row" style={{ gridTemplateColumns: template, width }}>
        <span role="columnheader" className={classes.name}>
          {t('resource.of_row')}
        </span>
        {shown.map((column) => (
          <span key={column} role="columnheader" className={styleOf(column)}>
            {t(`resource_settings.column_${column}`)}
          </span>
        ))}
        {columns.getVirtualItems().map(({ index, start }) => (
          <span
            key={index}
            role="columnheader"
            aria-colindex={index + before}
            className={classes.period}
            data-now={index === now || undefined}
            style={{ left: start, width: PERIOD_WIDTH }}
          >
            {named(periods[index])}
          </span>
        ))}
      </div>
      <div className={classes.rows} role="presentation" style={{ height: rows.getTotalSize(), width }}>
        {rows.getVirtualItems().map(({ index, start }) => {
          const resource = resources[index];
          const { key, code, name, values, capacity, over_days } = resource;
          const texts = textOf(resource);
          return (
            <div
              key={key}
              className={classes.row}
              role="row"
              aria-rowindex={index + 2}
              aria-selected={cell?.key === key}
              style={{ gridTemplateColumns: template, width, transform: `translateY(${start}px)` }}
            >
              <span
                id={cellId(index, null)}
                role="rowheader"
                className={classes.name}
                data-selected={isSelected(key, null) || undefined}
                title={`${code} ${name}`}
                onClick={() => onCell({ key, at: null })}
              >
                <b>{code}</b> {name}
              </span>
              {shown.map((column) => (
                <span key={column} role="gridcell" className={styleOf(column)}>
                  {texts[column]}
                </span>
              ))}
              {columns.getVirtualItems().map(({ index: column, start: left }) => {
                const value = values[column];
                const { tone, share } = toneOf(resource, column, near);
                const limit = capacity
                  ? t('resource.of_limit', { value: amount(value) || '0', limit: amount(capacity[column]) || '0' })
                  : amount(value);
                const over = over_days[column] ? `, ${t('resource.days_over', { count: over_days[column] })}` : '';
                return (
                  <span
                    key={column}
                    id={cellId(index, column)}
                    role="gridcell"
                    aria-colindex={column + before}
                    className={classes.cell}
                    data-tone={tone}
                    data-selected={isSelected(key, column) || undefined}
                    style={{ left, width: PERIOD_WIDTH, ['--share' as string]: share }}
                    title={t('ui.named', { name: named(periods[column]), text: `${limit}${over}` })}
                    aria-label={t('ui.named', { name: named(periods[column]), text: `${limit}${over}` })}
                    onClick={() => onCell({ key, at: column })}
                  >
                    {amount(value)}
                  </span>
                );
              })}
            </div>
          );
        })}
      </div>
    </div>
  );
}
