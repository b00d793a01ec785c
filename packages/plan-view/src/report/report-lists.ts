import { type Day, dayOf, formatMinute, type Minute, minuteAt, MINUTES_PER_DAY, type ReportCell, type ReportSeries } from '@gantry/domain';
import { amountOf, type Spread } from '@gantry/engine';
import { type AmountTables, layOutAmounts, type LaidMeasure, MEASURE_DECIMALS } from '../values/laid-amounts.ts';
import { type ReportTime, spanOfPeriod } from './report-periods.ts';
import type { ReportScope } from './report-scope.ts';

const scopeOf = (read: (path: string) => ReportCell | undefined): ReportScope => ({ value: read, list: () => undefined });

const unitsIn = (spreads: readonly Spread[], from: number, to: number): number => {
  let sum = 0;
  for (const { firstDay, units } of spreads) {
    const end = Math.min(units.length, to - firstDay);
    for (let at = Math.max(0, from - firstDay); at < end; at += 1) sum += units[at];
  }
  return sum;
};

/** The first or last day on which something is laid. */
function edgeOf(spreads: readonly Spread[], side: 'first' | 'last'): Day | null {
  const days = spreads.flatMap(({ firstDay, units }) => {
    const at = side === 'first' ? units.findIndex((one) => one !== 0) : units.findLastIndex((one) => one !== 0);
    return at < 0 ? [] : [firstDay + at];
  });
  if (!days.length) return null;
  return side === 'first' ? Math.min(...days) : Math.max(...days);
}

/** Resources of a version with what is planned and used of each; `leadDays` from the order to the site. */
export function reportResources(tables: AmountTables, time: ReportTime, leadDays: number, t: (key: string) => string): ReportScope[] {
  const byResource = Map.groupBy(tables.assignment, (row) => row['resourceId']);
  return tables.resource.flatMap((resource) => {
    const assignment = byResource.get(resource.id);
    if (!assignment) return [];
    const measure: LaidMeasure = resource['kind'] === 'material' ? 'volume' : 'labour';
    const daySeries = tables.daySeries.filter((row) => row['resourceId'] === resource.id);
    const laid = new Map<ReportSeries, Spread[]>();
    const spreadsOf = (series: ReportSeries): Spread[] => {
      const known =
        laid.get(series) ??
        layOutAmounts({ ...tables, assignment, daySeries }, { measure, series, dataDate: time.dataDate }).map(({ spread }) => spread);
      laid.set(series, known);
      return known;
    };
    const dayCell = (day: Day | null, less = 0): ReportCell => (day === null ? null : { minute: (day - less) * MINUTES_PER_DAY });
    const text = (field: string): string => (typeof resource[field] === 'string' ? resource[field] : '');
    return [
      scopeOf((path) => {
        if (path === 'code' || path === 'name' || path === 'unit') return text(path);
        if (path === 'kind') return t(`resource_kind.${text('kind')}`);
        if (path === 'needed_from') return dayCell(edgeOf(spreadsOf('plan'), 'first'));
        if (path === 'needed_to') return dayCell(edgeOf(spreadsOf('plan'), 'last'));
        if (path === 'order_by') return dayCell(edgeOf(spreadsOf('plan'), 'first'), leadDays);
        const [, series, period] = /^(plan|fact|remaining)\.([a-z_]+\d*)$/.exec(path) ?? [];
        const span = period === undefined ? null : spanOfPeriod(period, time);
        return span
          ? amountOf(unitsIn(spreadsOf(series as ReportSeries), span.from, span.to), MEASURE_DECIMALS[measure]) || null
          : undefined;
      }),
    ];
  });
}

/** More months than these are no curve. */
const MOST_MONTHS = 600;

/** Months of a version from its first to its last day, with amounts of a measure in each and up to it. */
export function reportCurve(tables: AmountTables, measure: LaidMeasure, dataDate: Minute): ReportScope[] {
  const laid = (series: ReportSeries): Spread[] => layOutAmounts(tables, { measure, series, dataDate }).map(({ spread }) => spread);
  const [plan, fact, remaining] = [laid('target'), laid('fact'), laid('remaining')];
  const all = [...plan, ...fact, ...remaining];
  const [first, last] = [edgeOf(all, 'first'), edgeOf(all, 'last')];
  if (first === null || last === null) return [];
  const whole = unitsIn(plan, Number.NEGATIVE_INFINITY, Number.POSITIVE_INFINITY);
  const money = (units: number): number => amountOf(units, MEASURE_DECIMALS[measure]);
  const months: ReportScope[] = [];
  const sums = { plan: 0, fact: 0, forecast: 0 };
  for (let from = monthStart(first); from <= last && months.length < MOST_MONTHS; from = nextMonth(from)) {
    const to = nextMonth(from);
    const done = unitsIn(fact, from, to);
    const own = { plan: unitsIn(plan, from, to), fact: done, forecast: done + unitsIn(remaining, from, to) };
    for (const line of ['plan', 'fact', 'forecast'] as const) sums[line] += own[line];
    const values: Record<string, ReportCell> = { month: { minute: from * MINUTES_PER_DAY } };
    for (const line of ['plan', 'fact', 'forecast'] as const) {
      // What was done is not said of months that have not begun.
      const isAhead = line === 'fact' && from > dayOf(dataDate);
      values[line] = isAhead ? null : money(own[line]);
      values[`${line}_cumulative`] = isAhead ? null : money(sums[line]);
      values[`${line}_share`] = isAhead || !whole ? null : sums[line] / whole;
    }
    months.push(scopeOf((path) => values[path]));
  }
  return months;
}

const monthStart = (day: Day): Day => dayOf(minuteAt(`${formatMinute(day * MINUTES_PER_DAY).slice(0, 7)}-01T00:00`));
const nextMonth = (day: Day): Day => monthStart(day + 31);
