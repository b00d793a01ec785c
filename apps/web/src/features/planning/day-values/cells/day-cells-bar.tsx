import { type Day, MONEY_MEASURES, RESOURCE_MEASURES, type ResourceMeasure } from '@gantry/domain';
import { NativeSelect, SegmentedControl } from '@mantine/core';
import { IconCalendarDown, IconChevronLeft, IconChevronRight } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { formatLocal } from '../../../../lib/dates.ts';
import { formatNumber, moneyTitle } from '../../../../lib/numbers.ts';
import { IconButton } from '../../../../ui/icon-button.tsx';
import { Toolbar } from '../../../../ui/toolbar.tsx';
import { CELL_LINES, CELL_UNITS, type CellLine, type CellUnit, dateOfDay } from './day-values.cells.model.ts';
import classes from './day-cells-bar.module.css';

export type CellsLook = { line: CellLine; measure: ResourceMeasure; unit: CellUnit };

type Props = CellsLook & {
  first: Day;
  /** Whether amounts of money are offered. */
  money: boolean;
  chosen: { count: number; sum: number };
  onLook(change: Partial<CellsLook>): void;
  onMove(by: -1 | 1): void;
  onToday(): void;
  /** What else is set for the cells. */
  children: ReactNode;
};

/** State of the cells: line, measure, periods, and the sum of the selection. */
export function DayCellsBar({ line, measure, unit, first, money, chosen, onLook, onMove, onToday, children }: Props) {
  const { t } = useTranslation();
  const written = (value: number): string => formatNumber(value, { decimals: Number.isInteger(value) ? 0 : 2 });
  return (
    <Toolbar className={classes.bar} label={t('values.cells')}>
      <SegmentedControl
        size="xs"
        aria-label={t('values.cells_line')}
        value={line}
        data={CELL_LINES.map((value) => ({ value, label: t(value === 'deviation' ? 'values.cells_deviation' : `values.mode_${value}`) }))}
        onChange={(value) => onLook({ line: value })}
      />
      <NativeSelect
        size="xs"
        aria-label={t('values.measure')}
        value={measure}
        data={RESOURCE_MEASURES.filter((value) => money || !MONEY_MEASURES.has(value)).map((value) => {
          const label = t(`values.measure_${value}`);
          return { value, label: MONEY_MEASURES.has(value) ? moneyTitle(label) : label };
        })}
        onChange={(event) => onLook({ measure: event.currentTarget.value as ResourceMeasure })}
      />
      <SegmentedControl
        size="xs"
        aria-label={t('values.cells_unit')}
        value={unit}
        data={CELL_UNITS.map((value) => ({ value, label: t(`period.${value}`) }))}
        onChange={(value) => onLook({ unit: value })}
      />
      <IconButton icon={IconChevronLeft} label={t('values.cells_before')} onClick={() => onMove(-1)} />
      <span className={classes.from}>{t('values.cells_from', { date: formatLocal(`${dateOfDay(first)}T00:00`) })}</span>
      <IconButton icon={IconChevronRight} label={t('values.cells_after')} onClick={() => onMove(1)} />
      <IconButton icon={IconCalendarDown} label={t('schedule.today')} onClick={onToday} />
      {children}
      <span className={classes.sum} role="status">
        {chosen.count > 0 && t('values.cells_chosen', { count: chosen.count, sum: written(chosen.sum) })}
      </span>
    </Toolbar>
  );
}
