import { type AnyRow, NO_DATE, type ReportMeasure, type ReportSeries } from '@gantry/domain';
import { amountOf, amountsToParents, type Spread, spreadOverSpan } from '@gantry/engine';
import type { ScheduleView } from '../rows/view.ts';
import { treeOfRows } from '../rows/row-tree.ts';
import { type AmountTables, calendarsOf, layOutAmounts, MEASURE_DECIMALS, shapeOfMeasure } from '../values/laid-amounts.ts';
import { type ReportTime, spanOfPeriod } from './report-periods.ts';

/** Amounts of rows by measure, series and part of the time; phases have the sums of what is under them. */
export type ReportAmounts = (measure: ReportMeasure, series: ReportSeries, period: string) => Float64Array | null;

/** Lays amounts out when they are first asked for. Volumes of works in different units have no sum. */
export function openReportAmounts(view: ScheduleView, tables: AmountTables, time: ReportTime): ReportAmounts {
  const laid = new Map<string, Map<number, Spread[]>>();
  const counted = new Map<string, Float64Array>();
  const tree = treeOfRows(view.rows);
  const spreadsOf = (measure: ReportMeasure, series: ReportSeries): Map<number, Spread[]> => {
    const key = `${measure} ${series}`;
    const known = laid.get(key);
    if (known) return known;
    const byItem = new Map<number, Spread[]>();
    for (const { itemId, spread } of layOutAmounts(tables, { measure, series, dataDate: time.dataDate })) {
      const own = byItem.get(itemId);
      if (own) own.push(spread);
      else byItem.set(itemId, [spread]);
    }
    if (series === 'plan' || series === 'target') putOwn(byItem, measure, series, tables);
    laid.set(key, byItem);
    return byItem;
  };
  return (measure, series, period) => {
    const key = `${measure}.${series}.${period}`;
    const known = counted.get(key);
    if (known) return known;
    const span = spanOfPeriod(period, time);
    if (!span) return null;
    const amounts = new Float64Array(view.rows.count).fill(Number.NaN);
    for (const [itemId, spreads] of spreadsOf(measure, series)) {
      const row = view.rowOfId.get(itemId);
      if (row === undefined) continue;
      let units = 0;
      for (const { firstDay, units: days } of spreads) {
        const end = Math.min(days.length, span.to - firstDay);
        for (let at = Math.max(0, span.from - firstDay); at < end; at += 1) units += days[at];
      }
      amounts[row] = amountOf(units, MEASURE_DECIMALS[measure]);
    }
    const sums = measure === 'volume' ? amounts : amountsToParents(tree, amounts);
    counted.set(key, sums);
    return sums;
  };
}

const OWN_FIELDS = { volume: 'volume', labour: 'labourHours', cost: 'cost' } as const;

/** What a work has without resources is laid over its dates like that of resources; money stands beside that of resources. */
function putOwn(byItem: Map<number, Spread[]>, measure: ReportMeasure, series: 'plan' | 'target', tables: AmountTables): void {
  const calendarOf = calendarsOf(tables);
  const shape = shapeOfMeasure(tables, measure);
  for (const row of tables.wbs) {
    const amount = row[OWN_FIELDS[measure]];
    if (typeof amount !== 'number' || !amount || (byItem.has(row.id) && measure !== 'cost')) continue;
    const [start, finish] = datesOf(row, series);
    if (start === NO_DATE || finish === NO_DATE) continue;
    const spread = spreadOverSpan(amount, MEASURE_DECIMALS[measure], { start, finish, calendar: calendarOf(row) }, shape);
    byItem.set(row.id, [...(byItem.get(row.id) ?? []), spread]);
  }
}

function datesOf(row: AnyRow, series: 'plan' | 'target'): [number, number] {
  const read = (field: string): number | null => (typeof row[field] === 'number' ? row[field] : null);
  const isTarget = series === 'target' && read('targetStart') !== null && read('targetFinish') !== null;
  return [read(isTarget ? 'targetStart' : 'start') ?? NO_DATE, read(isTarget ? 'targetFinish' : 'finish') ?? NO_DATE];
}
