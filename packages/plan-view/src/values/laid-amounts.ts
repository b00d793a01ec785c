import {
  type AnyRow,
  type Distributions,
  type Minute,
  MINUTES_PER_DAY,
  oncePer,
  type PlanCalendar,
  type VersionTable,
} from '@gantry/domain';
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
import { type CountedRow, seriesOfFacts } from '../facts/series-of-facts.ts';

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
 * dates, begun work from its actual start; what was done, what is left. A row without the dates asked for is planned for its own. Approved
 * amounts stay on the days that they were approved for.
 */
export type LaidSeries = 'plan' | 'target' | 'early' | 'late' | 'fact' | 'remaining' | 'approved';

/** An amount of a row over days, of one of its resources or of the row as a whole. */
export type LaidAmount = { itemId: number; resourceId: number | null; spread: Spread };

type Asked = { measure: LaidMeasure; series: LaidSeries };
/** `own`: the volume of a row itself is laid too, beside that of its materials. */
type Question = Asked & { dataDate: Minute; own?: boolean };
type Laying = { measure: LaidMeasure; series: SpreadSeries; dataDate: Minute; shape: SpreadShape };
/** The series that are spread; what was approved is not. */
type SpreadSeries = Exclude<LaidSeries, 'approved'>;

/** The form in which a measure of a version lies over the dates of works that have no curve of their own. */
export const shapeOfMeasure = ({ settings }: Pick<AmountTables, 'settings'>, measure: LaidMeasure): SpreadShape =>
  shapeOfDistribution((settings[0]?.['distributions'] as Distributions | null | undefined)?.[measure]);

/**
 * Lays one measure of every row of a version over days, one amount for each assignment; what is recorded of a row as a whole stands for
 * its resources.
 */
export function layOutAmounts(tables: AmountTables, { measure, series, ...asked }: Question): LaidAmount[] {
  const laid: LaidAmount[] = [];
  layOutEach(tables, { ...asked, questions: [{ measure, series }] }, (_, itemId, resourceId, spread) =>
    laid.push({ itemId, resourceId, spread }),
  );
  return laid;
}

/**
 * The same of several measures and series in one walk over the assignments: what lies over the same dates asks the calendar for them once.
 * `put` gets the question that an amount answers.
 */
export function layOutEach<Q extends Asked>(
  tables: AmountTables,
  { questions, dataDate, own }: { questions: readonly Q[]; dataDate: Minute; own?: boolean },
  put: (question: Q, itemId: number, resourceId: number | null, spread: Spread) => void,
): void {
  if (!questions.length) return;
  for (const question of questions) if (question.series === 'approved') putApproved(tables.daySeries, question, put);
  const items = new Map<unknown, AnyRow>(tables.wbs.map((row) => [row.id, row]));
  const resources = new Map<unknown, AnyRow>(tables.resource.map((row) => [row.id, row]));
  const calendarOf = calendarsOf(tables);
  const layings = questions.flatMap((question) => {
    const { measure, series } = question;
    if (series === 'approved') return [];
    const mode = series === 'fact' ? ('fact' as const) : series === 'remaining' ? null : ('plan' as const);
    const laying: Laying = { measure, series, dataDate, shape: shapeOfMeasure(tables, measure) };
    const openings = mode === 'fact' && measure !== 'cost' ? openingsOf(tables, measure, resources) : NO_OPENINGS;
    return [{ question, mode, laying, days: daysRecorded(tables.daySeries, measure), openings }];
  });
  for (const { question, mode, laying, days, openings } of layings)
    if (mode)
      for (const [itemId, recorded] of days.ofItems) {
        const spread = recorded[mode] && spreadOfDays(recorded[mode], MEASURE_DECIMALS[question.measure]);
        if (spread?.units.length) put(question, itemId, null, spread);
        const item = items.get(itemId);
        const before = item && openingOf(item, openings.get(itemId)?.ofItem, recorded, calendarOf(item), laying);
        if (before) put(question, itemId, null, before);
      }
  for (const assignment of tables.assignment) {
    const item = items.get(assignment['itemId']);
    const resource = resources.get(assignment['resourceId']);
    if (!item || !resource) continue;
    const calendar = calendarOf(item, resource);
    for (const { question, mode, laying, days, openings } of layings) {
      if (mode && days.ofItems.get(item.id)?.[mode]) continue;
      const amounts = amountsOf(assignment, resource, laying.measure);
      if (!amounts) continue;
      const recorded = days.ofResources.get(item.id)?.get(resource.id) ?? NO_DAYS;
      const spread = spreadOf(amounts, assignment, item, calendar, laying, recorded);
      if (spread.units.length) put(question, item.id, resource.id, spread);
      const before = openingOf(item, openings.get(item.id)?.ofAssignments.get(assignment.id), recorded, calendar, laying);
      if (before) put(question, item.id, resource.id, before);
    }
  }
  if (!own) return;
  for (const item of tables.wbs)
    for (const { question, mode, laying, days } of layings) {
      if (laying.measure !== 'volume') continue;
      const recorded = days.ofItems.get(item.id) ?? NO_DAYS;
      const amounts = mode && recorded[mode] ? null : ownVolume(item, recorded.fact);
      if (!amounts) continue;
      const spread = spreadOf(amounts, NO_ASSIGNMENT, item, calendarOf(item), laying, recorded);
      if (spread.units.length) put(question, item.id, null, spread);
    }
}

/** What was done of a work before the days that its facts are known by: of the whole, and of its assignments by their ids. */
type Opening = { ofItem: number; ofAssignments: ReadonlyMap<unknown, number> };
const NO_OPENINGS: ReadonlyMap<unknown, Opening> = new Map();

function openingsOf(
  { daySeries, assignment }: AmountTables,
  measure: 'volume' | 'labour',
  resources: ReadonlyMap<unknown, AnyRow>,
): ReadonlyMap<unknown, Opening> {
  const facts = Map.groupBy(
    daySeries.filter((row) => row['mode'] === 'fact' && row['measure'] === measure),
    ({ itemId }) => itemId,
  );
  if (!facts.size) return NO_OPENINGS;
  const parts = Map.groupBy(
    assignment.filter((row) => facts.has(row['itemId']) && resources.has(row['resourceId'])),
    ({ itemId }) => itemId,
  );
  const resourceOf = (id: number) => resources.get(id) as never;
  return new Map(
    [...parts].map(([itemId, own]) => {
      const series = (facts.get(itemId) ?? []).map((row) => ({ ...row, total: sumOf(valuesByDay(row['days'])) }) as unknown as CountedRow);
      const { sources, given } = seriesOfFacts({ own: {}, series, before: series, assignments: own as never, resourceOf });
      const ofAssignments = new Map(given.map(({ id, known }) => [id, known]));
      return [itemId, { ofItem: sources[measure]?.opening ?? 0, ofAssignments }];
    }),
  );
}

/** What was done before the first day with a fact, evenly from the actual start on; null where nothing was. */
function openingOf(
  item: AnyRow,
  amount: number | undefined,
  { fact }: Recorded,
  calendar: CompiledCalendar,
  laying: Laying,
): Spread | null {
  if (!amount || !fact?.size) return null;
  const until = { ...item, actualFinish: Math.min(...fact.keys()) * MINUTES_PER_DAY };
  const spread = spreadOf({ planned: 0, actual: amount, remaining: 0 }, NO_ASSIGNMENT, until, calendar, laying, NO_DAYS);
  return spread.units.length ? spread : null;
}

const NO_ASSIGNMENT: AnyRow = { id: 0, curve: null, lagMinutes: 0 };

/** Days that were approved for rows and for their resources. */
function putApproved<Q extends Asked>(
  rows: readonly AnyRow[],
  question: Q,
  put: (question: Q, itemId: number, resourceId: number | null, spread: Spread) => void,
): void {
  for (const { itemId, resourceId, measure, mode, days } of rows) {
    if (mode !== 'approved_plan' || measure !== question.measure) continue;
    const spread = spreadOfDays(valuesByDay(days), MEASURE_DECIMALS[question.measure]);
    if (spread.units.length) put(question, Number(itemId), resourceId === null ? null : Number(resourceId), spread);
  }
}

/** The volume of a row itself: done is what was recorded, else its share by progress. */
function ownVolume(item: AnyRow, fact: ReadonlyMap<number, number> | null): Amounts | null {
  const planned = Number(item['volume'] ?? 0);
  if (!planned) return null;
  const actual = fact ? sumOf(fact) : planned * Number(item['progress'] ?? 0);
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
  const ofResources = new Map<number, Map<number, Recorded>>();
  for (const { itemId, resourceId, measure, mode, days: recorded } of rows) {
    if (measure !== wanted || (mode !== 'plan' && mode !== 'fact')) continue;
    const days = valuesByDay(recorded);
    const item = Number(itemId);
    if (resourceId === null) ofItems.set(item, { ...(ofItems.get(item) ?? NO_DAYS), [mode]: days });
    else {
      const ofItem = ofResources.get(item) ?? new Map<number, Recorded>();
      ofResources.set(item, ofItem);
      ofItem.set(Number(resourceId), { ...(ofItem.get(Number(resourceId)) ?? NO_DAYS), [mode]: days });
    }
  }
  return { ofItems, ofResources };
}

const sumOf = (days: ReadonlyMap<number, number>): number => [...days.values()].reduce((sum, value) => sum + value, 0);
const valuesByDay = (days: unknown): Map<number, number> =>
  new Map((days as { day: number; value: number }[]).map(({ day, value }) => [day, value]));

type Amounts = { planned: number; actual: number; remaining: number };

/** Material has a volume, people and machines have labour, everything may have a cost. */
function amountsOf(assignment: AnyRow, resource: AnyRow, measure: LaidMeasure): Amounts | null {
  if (measure !== 'cost' && (measure === 'volume') !== (resource['kind'] === 'material')) return null;
  const [planned, actual, remaining] =
    measure === 'cost'
      ? [assignment['plannedCost'], assignment['actualCost'], assignment['remainingCost']]
      : [assignment['plannedUnits'], assignment['actualUnits'], assignment['remainingUnits']];
  const amounts = { planned: Number(planned ?? 0), actual: Number(actual ?? 0), remaining: Number(remaining ?? 0) };
  return amounts.planned || amounts.actual || amounts.remaining ? amounts : null;
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
function spanOf(item: AnyRow, series: SpreadSeries): { start: Minute; finish: Minute } | null {
  if (series !== 'target' && series !== 'early' && series !== 'late') return null;
  const begun = series === 'target' ? null : minuteOf(item['actualStart']);
  const start = begun ?? minuteOf(item[`${series}Start`]);
  const finish = (series === 'target' ? null : minuteOf(item['actualFinish'])) ?? minuteOf(item[`${series}Finish`]);
  return start === null || finish === null || finish < start ? null : { start, finish };
}
