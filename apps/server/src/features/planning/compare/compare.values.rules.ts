import type { ComparedValue, ValueQuestion } from '@gantry/contract';
import { formatMinute, MINUTES_PER_DAY, type PlanCalendar } from '@gantry/domain';
import {
  addWork,
  byPeriod,
  compileCalendar,
  type CompiledCalendar,
  type Spread,
  spreadOfDays,
  spreadSeries,
  sumSpreads,
} from '@gantry/engine';
import { alignSides, type Row, rowOf, type Side, textOf } from './compare.align.rules.ts';

/** A version with the data date that its facts end at, in minutes. */
export type ValueSide = Side & { dataDate: number };

/** Most lines that are kept; what lies beyond is counted. */
export const MOST_LINES = 200_000;

const DECIMALS = { volume: 3, labour: 3, cost: 2 } as const;

export type ComparedValues = { totals: ComparedValue[]; lines: ComparedValue[]; counts: Record<ComparedValue['change'], number> };

/** What volume, labour or cost falls on each period in several versions: of all rows together, and row by row where it falls at all. */
export function compareValues(sides: readonly ValueSide[], question: ValueQuestion, withSame = false): ComparedValues {
  const { entities, entityOf } = alignSides(sides);
  const spreads = sides.map((side, index) => spreadsOf(side, question, (id) => entityOf.wbs[index].get(id) ?? -1));
  const counts = { added: 0, removed: 0, changed: 0, same: 0 };
  const lines: ComparedValue[] = [];
  for (const [at, entity] of entities.wbs.entries()) {
    const first = rowOf(entity);
    const item = { ids: entity.map((row) => row?.id ?? null), code: textOf(first, 'code'), name: textOf(first, 'name') };
    for (const line of linesOf(
      spreads.map((of) => of.get(at) ?? []),
      question,
    )) {
      counts[line.change] += 1;
      if ((withSame || line.change !== 'same') && lines.length < MOST_LINES) lines.push({ item, ...line });
    }
  }
  const totals = linesOf(
    spreads.map((of) => [...of.values()].flat()),
    question,
  );
  return { totals: totals.map((line) => ({ item: null, ...line })), lines, counts };
}

/** One measure by periods in each version, each told how it compares with the first. */
function linesOf(spreads: readonly (readonly Spread[])[], { period }: ValueQuestion): Omit<ComparedValue, 'item'>[] {
  const values = new Map<number, number[]>();
  for (const [side, list] of spreads.entries()) {
    if (!list.length) continue;
    for (const { from, value } of byPeriod(sumSpreads(list), period)) {
      const row = values.get(from) ?? spreads.map(() => 0);
      row[side] = value;
      values.set(from, row);
    }
  }
  return [...values]
    .filter(([, row]) => row.some((value) => value !== 0))
    .sort(([a], [b]) => a - b)
    .map(([from, row]) => ({ from: formatMinute(from * MINUTES_PER_DAY).slice(0, 10), values: row, change: changeOf(row) }));
}

function changeOf([first, ...others]: number[]): ComparedValue['change'] {
  if (others.every((value) => value === first)) return 'same';
  if (first === 0) return 'added';
  return others.every((value) => value === 0) ? 'removed' : 'changed';
}

/** The amounts of one measure by days, by the entity of the row. */
function spreadsOf(
  { rows, dataDate }: ValueSide,
  { measure, series }: ValueQuestion,
  entityOf: (id: unknown) => number,
): Map<number, Spread[]> {
  const items = new Map<unknown, Row>(rows.wbs.map((row) => [row.id, row]));
  const resources = new Map<unknown, Row>(rows.resource.map((row) => [row.id, row]));
  const calendars = new Map<unknown, Row>(rows.calendar.map((row) => [row.id, row]));
  const usual = (rows.settings[0]?.['options'] as { defaultCalendarId?: number | null } | undefined)?.defaultCalendarId;
  const compiled = new Map<number, CompiledCalendar>();
  const calendarOf = (item: Row, resource: Row): CompiledCalendar | null => {
    const own = item['schedulingKind'] === 'resource' ? resource['calendarId'] : null;
    const row = calendars.get(own ?? item['calendarId'] ?? usual) ?? rows.calendar[0];
    if (!row) return null;
    const known = compiled.get(row.id) ?? compileCalendar(row as unknown as PlanCalendar);
    compiled.set(row.id, known);
    return known;
  };
  const found = new Map<number, Spread[]>();
  const put = (itemId: unknown, spread: Spread): void => {
    if (!spread.units.length) return;
    const list = found.get(entityOf(itemId));
    if (list) list.push(spread);
    else found.set(entityOf(itemId), [spread]);
  };
  const days = daysRecorded(rows.daySeries, measure);
  // What is recorded of a row as a whole stands for its resources.
  for (const [itemId, { plan, fact }] of days.ofItems) {
    const recorded = series === 'plan' ? plan : series === 'fact' ? fact : null;
    if (recorded) put(itemId, spreadOfDays(recorded, DECIMALS[measure]));
  }
  for (const assignment of rows.assignment) {
    const item = items.get(assignment['itemId']);
    const resource = resources.get(assignment['resourceId']);
    if (!item || !resource) continue;
    const amounts = amountsOf(assignment, resource, measure);
    const calendar = amounts && calendarOf(item, resource);
    if (!amounts || !calendar) continue;
    if (series !== 'remaining' && days.ofItems.get(item.id)?.[series]) continue;
    const own = days.ofResources.get(`${item.id} ${resource.id}`) ?? NO_DAYS;
    put(item.id, spreadOf(amounts, assignment, item, calendar, { dataDate, measure, ...own })[series]);
  }
  return found;
}

type Recorded = { plan: Map<number, number> | null; fact: Map<number, number> | null };
const NO_DAYS: Recorded = { plan: null, fact: null };

/** Values that were written down day by day, of rows and of single resources on them. */
function daysRecorded(rows: readonly Row[], wanted: ValueQuestion['measure']) {
  const ofItems = new Map<unknown, Recorded>();
  const ofResources = new Map<string, Recorded>();
  for (const { itemId, resourceId, measure, mode, values } of rows) {
    if (measure !== wanted || (mode !== 'plan' && mode !== 'fact')) continue;
    const days = new Map((values as { day: number; value: number }[]).map(({ day, value }) => [day, value]));
    if (resourceId === null) ofItems.set(itemId, { ...(ofItems.get(itemId) ?? NO_DAYS), [mode]: days });
    else {
      const name = `${Number(itemId)} ${Number(resourceId)}`;
      ofResources.set(name, { ...(ofResources.get(name) ?? NO_DAYS), [mode]: days });
    }
  }
  return { ofItems, ofResources };
}

type Amounts = { planned: number; actual: number; remaining: number };

/** Material has a volume, people and machines have labour, everything may have a cost. */
function amountsOf(assignment: Row, resource: Row, measure: ValueQuestion['measure']): Amounts | null {
  if (measure !== 'cost' && (measure === 'volume') !== (resource['kind'] === 'material')) return null;
  const of = measure === 'cost' ? 'Cost' : 'Units';
  const [planned, actual, remaining] = ['planned', 'actual', 'remaining'].map((name) => Number(assignment[name + of] ?? 0));
  return planned || actual || remaining ? { planned, actual, remaining } : null;
}

const minuteOf = (value: unknown): number | null => (typeof value === 'number' ? value : null);

function spreadOf(
  amounts: Amounts,
  assignment: Row,
  item: Row,
  calendar: CompiledCalendar,
  { dataDate, measure, plan, fact }: { dataDate: number; measure: ValueQuestion['measure'] } & Recorded,
) {
  const curve = assignment['curve'] as number[] | null;
  const lag = Number(assignment['lagMinutes'] ?? 0);
  const late = (start: number | null): number | null => (start === null || !lag ? start : addWork(calendar, start, lag));
  return spreadSeries(
    {
      ...amounts,
      decimals: DECIMALS[measure],
      how: curve ? { shape: 'curve', curve } : { shape: 'evenly' },
      plannedDays: plan,
      actualDays: fact,
    },
    {
      plannedStart: late(minuteOf(item['start'])),
      plannedFinish: minuteOf(item['finish']),
      actualStart: minuteOf(item['actualStart']),
      actualFinish: minuteOf(item['actualFinish']),
      earlyStart: late(minuteOf(item['earlyStart']) ?? minuteOf(item['start'])),
      earlyFinish: minuteOf(item['earlyFinish']) ?? minuteOf(item['finish']),
      dataDate,
      calendar,
    },
  );
}
