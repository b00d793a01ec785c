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
  compileCalendar,
  type CompiledCalendar,
  ELAPSED,
  type Room,
  sharedRoom,
  shapeOfDistribution,
  type Spread,
  spreadOfDays,
  spreadOneSeries,
  type SpreadDates,
  type SpreadShape,
  type SpreadSource,
} from '@gantry/engine';
import { type CountedRow, seriesOfFacts } from '../facts/series-of-facts.ts';
import { fillDates, type LaidDates, type LaidSeries, noDates } from './laid-dates.ts';

/** Digits after the point of hours and volumes, and of money. */
export const MEASURE_DECIMALS = { volume: 3, labour: 3, cost: 2 } as const;

/** The measures that assignments carry. */
export type LaidMeasure = keyof typeof MEASURE_DECIMALS;

/** The tables that amounts are laid from, rows with dates in minutes; values of days as pairs of day and value. */
export type AmountTables = Record<
  Extract<VersionTable, 'wbs' | 'assignment' | 'resource' | 'calendar' | 'daySeries' | 'settings'>,
  AnyRow[]
>;

/** An amount of a row over days, of one of its resources or of the row as a whole. */
export type LaidAmount = { itemId: number; resourceId: number | null; spread: Spread };

type Asked = { measure: LaidMeasure; series: LaidSeries };
/** `own`: the volume of a row itself is laid too, beside that of its materials. */
type Question = Asked & { dataDate: Minute; own?: boolean };
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
 * The same of several measures and series in one walk over the assignments: dates are read once for all measures of a series, amounts once
 * for all series of a measure. `put` gets the question that an amount answers. Amounts that are `lent` hold until the next: `put` reads
 * them, or copies them.
 */
export function layOutEach<Q extends Asked>(tables: AmountTables, { questions, dataDate, own, lent, rows }: Asking<Q>, put: Put<Q>): void {
  if (!questions.length) return;
  for (const question of questions) if (question.series === 'approved') putApproved(tables.daySeries, question, put);
  const items: ReadonlyMap<unknown, AnyRow> = rows ?? byId(tables.wbs);
  const resources = byId(tables.resource);
  const calendarOf = calendarsOf(tables);
  const measures = [...new Set(questions.map(({ measure }) => measure))].map((measure) => ({
    ...measureIn(tables, measure),
    room: lent ? sharedRoom() : undefined,
    part: noPart(MEASURE_DECIMALS[measure]),
  }));
  const asked = questions.flatMap((question) => {
    const { measure, series } = question;
    if (series === 'approved') return [];
    const openings = series === 'fact' && measure !== 'cost' ? openingsOf(tables, measure, resources) : NO_OPENINGS;
    return [{ question, series, openings, at: measures.findIndex((one) => one.measure === measure) }];
  });
  for (const { question, series, openings, at } of asked) {
    const mode = MODES[series];
    if (mode)
      putWhole(
        measures[at],
        { question, mode, openings },
        items,
        (item) => fillDates(noDates(dataDate), item, series, 0, calendarOf(item)),
        put,
      );
  }
  const bySeries = [...Map.groupBy(asked, ({ series }) => series)].map(([series, list]) => ({
    series,
    mode: MODES[series],
    list,
    dates: noDates(dataDate),
  }));
  for (const assignment of tables.assignment) {
    const item = items.get(assignment['itemId']);
    const resource = resources.get(assignment['resourceId']);
    if (!item || !resource) continue;
    const calendar = calendarOf(item, resource);
    const lag = Number(assignment['lagMinutes'] ?? 0);
    for (const measure of measures) fillPart(measure.part, measure, assignment, resource);
    for (const { series, mode, list, dates } of bySeries) {
      fillDates(dates, item, series, lag, calendar);
      for (const { question, openings, at } of list) {
        const { part, room } = measures[at];
        if (!part.isThere || (mode && part.ofItem[mode])) continue;
        const spread = partOver(dates, series, mode === 'plan', part, room);
        if (spread.units.length) put(question, item.id, resource.id, spread);
        const before = openings.size && openingOf(openings.get(item.id)?.ofAssignments.get(assignment.id), part.source, dates);
        if (before) put(question, item.id, resource.id, before);
      }
    }
  }
  if (!own) return;
  for (const item of tables.wbs)
    for (const { question, series, at } of asked) {
      const { measure, days } = measures[at];
      if (measure !== 'volume') continue;
      const recorded = days.ofItems.get(item.id) ?? NO_DAYS;
      const mode = MODES[series];
      const amounts = mode && recorded[mode] ? null : ownVolume(item, recorded.fact);
      if (!amounts) continue;
      const dates = fillDates(noDates(dataDate), item, series, 0, calendarOf(item));
      const spread = spreadOf(series, sourceOf(measures[at], amounts, null, recorded), dates, measures[at].room);
      if (spread.units.length) put(question, item.id, null, spread);
    }
}

function byId(rows: readonly AnyRow[]): Map<unknown, AnyRow> {
  const of = new Map<unknown, AnyRow>();
  for (const row of rows) of.set(row.id, row);
  return of;
}

/** `rows`: the rows whose assignments are laid, by their ids; left out: all. */
type Asking<Q> = { questions: readonly Q[]; dataDate: Minute; own?: boolean; lent?: boolean; rows?: ReadonlyMap<number, AnyRow> };
type Put<Q> = (question: Q, itemId: number, resourceId: number | null, spread: Spread) => void;

/** A measure of a version: how it lies over days, and the days that were written down. */
type Measure = { measure: LaidMeasure; decimals: number; shape: SpreadShape; days: ReturnType<typeof daysRecorded> };

const measureIn = (tables: AmountTables, measure: LaidMeasure): Measure => ({
  measure,
  decimals: MEASURE_DECIMALS[measure],
  shape: shapeOfMeasure(tables, measure),
  days: daysRecorded(tables.daySeries, measure),
});

/** Recorded days that stand for a series. */
const MODES = { plan: 'plan', target: 'plan', early: 'plan', late: 'plan', fact: 'fact', remaining: null } as const satisfies Record<
  SpreadSeries,
  keyof Recorded | null
>;

/** Puts what is recorded of rows as a whole. */
function putWhole<Q>(
  { decimals, shape, days }: Measure,
  { question, mode, openings }: { question: Q; mode: keyof Recorded; openings: ReadonlyMap<unknown, Opening> },
  items: ReadonlyMap<unknown, AnyRow>,
  datesOfItem: (item: AnyRow) => SpreadDates,
  put: Put<Q>,
): void {
  for (const [itemId, recorded] of days.ofItems) {
    const spread = recorded[mode] && spreadOfDays(recorded[mode], decimals);
    if (spread?.units.length) put(question, itemId, null, spread);
    const item = items.get(itemId);
    const amount = openings.get(itemId)?.ofItem;
    const before = item && amount && openingOf(amount, { decimals, how: shape, actualDays: recorded.fact }, datesOfItem(item));
    if (before) put(question, itemId, null, before);
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
  amount: number | undefined,
  { decimals, how, actualDays: fact }: Pick<SpreadSource, 'decimals' | 'how' | 'actualDays'>,
  dates: SpreadDates,
): Spread | null {
  if (!amount || !fact?.size) return null;
  const source = { planned: 0, actual: amount, remaining: 0, decimals, how, plannedDays: null, actualDays: null };
  const until = { ...dates, actualFinish: Math.min(...fact.keys()) * MINUTES_PER_DAY };
  const spread = spreadOneSeries('fact', source, until);
  return spread.units.length ? spread : null;
}

/** Days that were approved for rows and for their resources. */
function putApproved<Q extends Asked>(rows: readonly AnyRow[], question: Q, put: Put<Q>): void {
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
  const known = new Map<unknown, CompiledCalendar>();
  const calendarOf = (id: unknown): CompiledCalendar => {
    const row = calendars.get(id) ?? tables.calendar[0];
    return row ? compiledOf(row) : elapsed(ELAPSED);
  };
  return (item: AnyRow, resource?: AnyRow): CompiledCalendar => {
    const own = item['schedulingKind'] === 'resource' ? resource?.['calendarId'] : null;
    const id = own ?? item['calendarId'] ?? usual;
    let found = known.get(id);
    if (!found) known.set(id, (found = calendarOf(id)));
    return found;
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
const hasMeasure = (resource: AnyRow, measure: LaidMeasure): boolean =>
  measure === 'cost' || (measure === 'volume') === (resource['kind'] === 'material');

/**
 * What of an assignment is laid in all series of a measure, what is recorded of its row as a whole, and which span of it was laid last. One is
 * filled for each assignment in its turn, as the dates are: an object for each would take longer than its days.
 */
type Part = {
  isThere: boolean;
  source: SpreadSource;
  ofItem: Recorded;
  start: Minute | null;
  finish: Minute | null;
  spread: Spread | null;
};

const noPart = (decimals: number): Part => ({
  isThere: false,
  source: { planned: 0, actual: 0, remaining: 0, decimals, how: { shape: 'evenly' }, plannedDays: null, actualDays: null },
  ofItem: NO_DAYS,
  start: null,
  finish: null,
  spread: null,
});

function fillPart(part: Part, { measure, shape, days }: Measure, assignment: AnyRow, resource: AnyRow): void {
  part.isThere = hasMeasure(resource, measure);
  if (!part.isThere) return;
  const { source } = part;
  const isCost = measure === 'cost';
  source.planned = Number((isCost ? assignment['plannedCost'] : assignment['plannedUnits']) ?? 0);
  source.actual = Number((isCost ? assignment['actualCost'] : assignment['actualUnits']) ?? 0);
  source.remaining = Number((isCost ? assignment['remainingCost'] : assignment['remainingUnits']) ?? 0);
  part.isThere = source.planned !== 0 || source.actual !== 0 || source.remaining !== 0;
  const curve = assignment['curve'] as number[] | null;
  source.how = curve ? { shape: 'curve', curve } : shape;
  const { ofItems, ofResources } = days;
  const itemId = assignment['itemId'] as number;
  const recorded = (ofResources.size && ofResources.get(itemId)?.get(resource.id)) || NO_DAYS;
  source.plannedDays = recorded.plan;
  source.actualDays = recorded.fact;
  part.ofItem = (ofItems.size && ofItems.get(itemId)) || NO_DAYS;
  part.spread = null;
}

/** A series of a part. Plans over the same dates, such as the plan and the early dates of what is not levelled, are laid once. */
function partOver(dates: LaidDates, series: SpreadSeries, isPlan: boolean, part: Part, room: Room | undefined): Spread {
  const { plannedStart: start, plannedFinish: finish } = dates;
  const isSpan = isPlan && !part.source.plannedDays;
  if (isSpan && part.spread && part.start === start && part.finish === finish) return part.spread;
  const spread = spreadOf(series, part.source, dates, room);
  part.start = start;
  part.finish = finish;
  // Any other is laid over it.
  part.spread = isSpan ? spread : null;
  return spread;
}

const sourceOf = ({ decimals, shape }: Measure, amounts: Amounts, curve: number[] | null, { plan, fact }: Recorded): SpreadSource => ({
  planned: amounts.planned,
  actual: amounts.actual,
  remaining: amounts.remaining,
  decimals,
  how: curve ? { shape: 'curve', curve } : shape,
  plannedDays: plan,
  actualDays: fact,
});

function spreadOf(series: SpreadSeries, source: SpreadSource, dates: LaidDates, room: Room | undefined): Spread {
  // A plan by days belongs to the dates of the plan.
  const laid = dates.isOther && source.plannedDays ? { ...source, plannedDays: null } : source;
  return spreadOneSeries(series === 'fact' || series === 'remaining' ? series : 'plan', laid, dates, room);
}
