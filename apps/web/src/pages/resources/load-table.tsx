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
  busy: boolean;
  cell: LoadCell | null;
  amount(value: number): string;
  named(first: string): string;
  onCell(cell: LoadCell): void;
};

const ROW_HEIGHT = 28;
/** px: a period, wide enough for the longest name of a month; what stands before the first. */
const [PERIOD_WIDTH, UNIT_WIDTH, TOTAL_WIDTH] = [86, 56, 88];

/** Resources by periods as coloured cells; arrows walk them, the works of the selected one are shown below. */
export function LoadTable({ resources, starts, dataDate, busy, cell, amount, named, onCell }: Props) {
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
  const lead = nameWidth + UNIT_WIDTH + TOTAL_WIDTH;
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
  const template = `${nameWidth}px ${UNIT_WIDTH}px ${TOTAL_WIDTH}px`;
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
      aria-colcount={periods.length + 3}
      aria-activedescendant={at >= 0 && cell ? cellId(at, cell.at) : undefined}
      aria-busy={busy}
      onKeyDown={onKeyDown}
    >
      <div className={classes.head} role="row" style={{ gridTemplateColumns: template, width }}>
        <span role="columnheader" className={classes.name}>
          {t('resource.of_row')}
        </span>
        <span role="columnheader">{t('resource.unit')}</span>
        <span role="columnheader" className={classes.number}>
          {t('resource.total')}
        </span>
        {columns.getVirtualItems().map(({ index, start }) => (
          <span
            key={index}
            role="columnheader"
            aria-colindex={index + 4}
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
          const { key, code, name, unit, values, capacity, over_days } = resource;
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
              <span role="gridcell">{unit}</span>
              <span role="gridcell" className={classes.number}>
                {amount(sumOf(values))}
              </span>
              {columns.getVirtualItems().map(({ index: column, start: left }) => {
                const value = values[column];
                const { tone, share } = toneOf(resource, column);
                const limit = capacity
                  ? t('resource.of_limit', { value: amount(value) || '0', limit: amount(capacity[column]) || '0' })
                  : amount(value);
                const over = over_days[column] ? `, ${t('resource.days_over', { count: over_days[column] })}` : '';
                return (
                  <span
                    key={column}
                    id={cellId(index, column)}
                    role="gridcell"
                    aria-colindex={column + 4}
                    className={classes.cell}
                    data-tone={tone}
                    data-selected={isSelected(key, column) || undefined}
                    style={{ left, width: PERIOD_WIDTH, ['--share' as string]: share }}
                    title={`${named(periods[column])}: ${limit}${over}`}
                    aria-label={`${named(periods[column])}: ${limit}${over}`}
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
