import { type AnyRow, type Distributions, type Minute, oncePer, type PlanCalendar, type VersionTable } from '@gantry/domain';
import {
  addWork,
  compileCalendar,
  type CompiledCalendar,
  ELAPSED,
  shapeOfDistribution,
  type Spread,
  spreadOfDays,
  spreadOneSeries,
  type SpreadShape,
} from '@gantry/engine';

/** Digits after the point of hours and volumes, and of money. */
export const MEASURE_DECIMALS = { volume: 3, labour: 3, cost: 2 } as const;

/** The measures that assignments carry. */
export type LaidMeasure = keyof typeof MEASURE_DECIMALS;

/** The tables that amounts are laid from, rows with dates in minutes; values of days as pairs of day and value. */
export type AmountTables = Record<
  Extract<VersionTable, 'wbs' | 'assignment' | 'resource' | 'calendar' | 'daySeries' | 'settings'>,
  AnyRow[]
>;

/**
 * What is laid over the days: what is planned over the dates of the plan, over the target dates (`target`), over the early or the late
 * dates, begun work from its actual start; what was done, what is left. A row without the dates asked for is planned for its own.
 */
export type LaidSeries = 'plan' | 'target' | 'early' | 'late' | 'fact' | 'remaining';

/** An amount of a row over days, of one of its resources or of the row as a whole. */
export type LaidAmount = { itemId: number; resourceId: number | null; spread: Spread };

/** `own`: the volume of a row itself is laid too, beside that of its materials. */
type Question = { measure: LaidMeasure; series: LaidSeries; dataDate: Minute; own?: boolean };
type Laying = Question & { shape: SpreadShape };

/** The form in which a measure of a version lies over the dates of works that have no curve of their own. */
export const shapeOfMeasure = ({ settings }: Pick<AmountTables, 'settings'>, measure: LaidMeasure): SpreadShape =>
  shapeOfDistribution((settings[0]?.['distributions'] as Distributions | null | undefined)?.[measure]);

/**
 * Lays one measure of every row of a version over days, one amount for each assignment; what is recorded of a row as a whole stands for
 * its resources.
 */
export function layOutAmounts(tables: AmountTables, asked: Question): LaidAmount[] {
  const { measure, series } = asked;
  const question: Laying = { ...asked, shape: shapeOfMeasure(tables, measure) };
  const items = new Map<unknown, AnyRow>(tables.wbs.map((row) => [row.id, row]));
  const resources = new Map<unknown, AnyRow>(tables.resource.map((row) => [row.id, row]));
  const calendarOf = calendarsOf(tables);
  const laid: LaidAmount[] = [];
  const put = (itemId: number, resourceId: number | null, spread: Spread): void => {
    if (spread.units.length) laid.push({ itemId, resourceId, spread });
  };
  const days = daysRecorded(tables.daySeries, measure);
  const mode = series === 'fact' ? 'fact' : series === 'remaining' ? null : 'plan';
  if (mode)
    for (const [itemId, recorded] of days.ofItems) {
      const of = recorded[mode];
      if (of) put(itemId, null, spreadOfDays(of, MEASURE_DECIMALS[measure]));
    }
  for (const assignment of tables.assignment) {
    const item = items.get(assignment['itemId']);
    const resource = resources.get(assignment['resourceId']);
    if (!item || !resource || (mode && days.ofItems.get(item.id)?.[mode])) continue;
    const amounts = amountsOf(assignment, resource, measure);
    if (!amounts) continue;
    const recorded = days.ofResources.get(`${item.id} ${resource.id}`) ?? NO_DAYS;
    put(item.id, resource.id, spreadOf(amounts, assignment, item, calendarOf(item, resource), question, recorded));
  }
  if (question.own && measure === 'volume')
    for (const item of tables.wbs) {
      const recorded = days.ofItems.get(item.id) ?? NO_DAYS;
      const amounts = mode && recorded[mode] ? null : ownVolume(item, recorded.fact);
      if (amounts) put(item.id, null, spreadOf(amounts, NO_ASSIGNMENT, item, calendarOf(item), question, recorded));
    }
  return laid;
}

const NO_ASSIGNMENT: AnyRow = { id: 0, curve: null, lagMinutes: 0 };

/** The volume of a row itself: done is what was recorded, else its share by progress. */
function ownVolume(item: AnyRow, fact: ReadonlyMap<number, number> | null): Amounts | null {
  const planned = Number(item['volume'] ?? 0);
  if (!planned) return null;
  const actual = fact ? [...fact.values()].reduce((sum, value) => sum + value, 0) : planned * Number(item['progress'] ?? 0);
  return { planned, actual, remaining: Math.max(0, planned - actual) };
}

/** The working time that an assignment is laid over: that of the resource where the row follows its resources. */
export function calendarsOf(tables: Pick<AmountTables, 'calendar' | 'settings'>) {
  const calendars = new Map<unknown, AnyRow>(tables.calendar.map((row) => [row.id, row]));
  const usual = (tables.settings[0]?.['options'] as { defaultCalendarId?: number | null } | undefined)?.defaultCalendarId;
  return (item: AnyRow, resource?: AnyRow): CompiledCalendar => {
    const own = item['schedulingKind'] === 'resource' ? resource?.['calendarId'] : null;
    const row = calendars.get(own ?? item['calendarId'] ?? usual) ?? tables.calendar[0];
    return row ? compiledOf(row) : elapsed(ELAPSED);
  };
}

/** A version without any calendar is calculated around the clock, and its amounts lie as its dates do. */
const elapsed = oncePer((week: typeof ELAPSED): CompiledCalendar => compileCalendar(week));

/** A calendar is compiled once, however many measures and series are laid over it. */
const compiledOf = oncePer((row: AnyRow): CompiledCalendar => compileCalendar(row as unknown as PlanCalendar));

type Recorded = { plan: Map<number, number> | null; fact: Map<number, number> | null };
const NO_DAYS: Recorded = { plan: null, fact: null };

/** Values that were written down day by day, of rows and of single resources on them. */
function daysRecorded(rows: readonly AnyRow[], wanted: LaidMeasure) {
  const ofItems = new Map<number, Recorded>();
  const ofResources = new Map<string, Recorded>();
  for (const { itemId, resourceId, measure, mode, days: recorded } of rows) {
    if (measure !== wanted || (mode !== 'plan' && mode !== 'fact')) continue;
    const days = new Map((recorded as { day: number; value: number }[]).map(({ day, value }) => [day, value]));
    if (resourceId === null) ofItems.set(Number(itemId), { ...(ofItems.get(Number(itemId)) ?? NO_DAYS), [mode]: days });
    else {
      const name = `${Number(itemId)} ${Number(resourceId)}`;
      ofResources.set(name, { ...(ofResources.get(name) ?? NO_DAYS), [mode]: days });
    }
  }
  return { ofItems, ofResources };
}

type Amounts = { planned: number; actual: number; remaining: number };

/** Material has a volume, people and machines have labour, everything may have a cost. */
function amountsOf(assignment: AnyRow, resource: AnyRow, measure: LaidMeasure): Amounts | null {
  if (measure !== 'cost' && (measure === 'volume') !== (resource['kind'] === 'material')) return null;
  const of = measure === 'cost' ? 'Cost' : 'Units';
  const [planned, actual, remaining] = ['planned', 'actual', 'remaining'].map((name) => Number(assignment[name + of] ?? 0));
  return planned || actual || remaining ? { planned, actual, remaining } : null;
}

const minuteOf = (value: unknown): Minute | null => (typeof value === 'number' ? value : null);

function spreadOf(
  amounts: Amounts,
  assignment: AnyRow,
  item: AnyRow,
  calendar: CompiledCalendar,
  { dataDate, measure, series, shape }: Laying,
  { plan, fact }: Recorded,
): Spread {
  const curve = assignment['curve'] as number[] | null;
  const lag = Number(assignment['lagMinutes'] ?? 0);
  const late = (start: Minute | null): Minute | null => (start === null || !lag ? start : addWork(calendar, start, lag));
  const span = spanOf(item, series);
  return spreadOneSeries(
    series === 'fact' || series === 'remaining' ? series : 'plan',
    {
      ...amounts,
      decimals: MEASURE_DECIMALS[measure],
      how: curve ? { shape: 'curve', curve } : shape,
      // A plan by days belongs to the dates of the plan.
      plannedDays: span ? null : plan,
      actualDays: fact,
    },
    {
      plannedStart: late(span ? span.start : minuteOf(item['start'])),
      plannedFinish: span ? span.finish : minuteOf(item['finish']),
      actualStart: minuteOf(item['actualStart']),
      actualFinish: minuteOf(item['actualFinish']),
      earlyStart: late(minuteOf(item['earlyStart']) ?? minuteOf(item['start'])),
      earlyFinish: minuteOf(item['earlyFinish']) ?? minuteOf(item['finish']),
      dataDate,
      calendar,
    },
  );
}

/** The dates other than the plan's own that a series is laid over. */
function spanOf(item: AnyRow, series: LaidSeries): { start: Minute; finish: Minute } | null {
  if (series !== 'target' && series !== 'early' && series !== 'late') return null;
  const begun = series === 'target' ? null : minuteOf(item['actualStart']);
  const start = begun ?? minuteOf(item[`${series}Start`]);
  const finish = (series === 'target' ? null : minuteOf(item['actualFinish'])) ?? minuteOf(item[`${series}Finish`]);
  return start === null || finish === null || finish < start ? null : { start, finish };
}
