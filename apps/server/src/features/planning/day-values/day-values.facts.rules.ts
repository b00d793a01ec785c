import { type Day, dayOf, eachDay, entryOf, formatMinute, minuteAt, MINUTES_PER_DAY, type VersionRow, type WbsRow } from '@gantry/domain';
import {
  FACT_MEASURES,
  factOf,
  type FactMeasure,
  type FactProgress,
  type OwnTotals,
  progressByFacts,
  remainingUnits,
  type Reported,
  totalsOf,
} from '@gantry/engine';
import type { WorkingTime } from '../wbs/wbs.service.ts';

type Series = VersionRow<'daySeries'>;
type Assignment = VersionRow<'assignment'>;
type Resource = VersionRow<'resource'>;

/** A work with what its facts touch; `own` are its amounts, `before` its series before the change. */
export type Work = {
  own: OwnTotals;
  series: readonly Series[];
  before: readonly Series[];
  assignments: readonly Assignment[];
  resourceOf(id: number): Resource;
};

/** What facts come to: the progress, and the units of assignments that they give. */
export type Outcome = {
  progress: FactProgress | null;
  startedBefore: Day | null;
  units: ReadonlyMap<number, number>;
  /** Of those units, the ones that days say. */ days: ReadonlyMap<number, ReadonlyMap<Day, number>>;
};

const UNIT_MEASURES = ['volume', 'labour'] as const satisfies readonly FactMeasure[];

/** Days of some series, added up. */
function sumByDay(series: readonly Series[]): Map<Day, number> {
  const days = new Map<Day, number>();
  for (const row of series) eachDay(row.days, (day, value) => days.set(day, (days.get(day) ?? 0) + value));
  return days;
}
const sumOf = (series: readonly Series[]): number => series.reduce((sum, { total }) => sum + total, 0);

/** What is known as done of a measure: a sum from before the days, and the series that count. */
type CountedSeries = { opening: number; series: readonly Series[] };
/** What facts give to an assignment: series of its own, beside what was known. */
type Given = { id: number; known: number; series: readonly Series[] };

/** Totals of a work and what is done of them, by series: of resources that have days of their own, theirs; the carrier of the volume takes the rest. */
export function seriesOfFacts({ own: ownTotals, series, before, assignments, resourceOf }: Work) {
  const [plans, facts] = (['plan', 'fact'] as const).map((mode) => series.filter((row) => row.mode === mode));
  const factsBefore = before === series ? facts : before.filter(({ mode }) => mode === 'fact');
  const parts = assignments.map((one) => ({ ...one, ...one.extra, ...pick(resourceOf(one.resourceId)) }));
  const planned = (measure: FactMeasure) => sumOf(plans.filter((row) => row.measure === measure));
  const totals = totalsOf(parts, { volume: planned('volume'), labour: planned('labour'), cost: planned('cost') }, ownTotals);
  const given: Given[] = [];
  const sources: Partial<Record<FactMeasure, CountedSeries>> = {};
  const factsOfBefore: Series[][] = [];
  const carrier = parts.find(({ carriesVolume, plannedUnits }) => carriesVolume && plannedUnits > 0);
  for (const measure of UNIT_MEASURES) {
    const counted = parts.filter((one) => {
      if (measure === 'labour') return one.kind !== 'material';
      return carrier ? one === carrier : one.kind === 'material' && !totals.mixedUnits;
    });
    const others = new Set(parts.filter((one) => !counted.includes(one)).map(({ resourceId }) => resourceId));
    const isCounted = (row: Series) => row.measure === measure && (row.resourceId === null || !others.has(row.resourceId));
    const [own, ownBefore] = [facts.filter(isCounted), factsBefore.filter(isCounted)];
    if (!own.length && !ownBefore.length) continue;
    const hasDays = (one: Assignment) => [...own, ...ownBefore].some(({ resourceId }) => resourceId === one.resourceId);
    const isGiven = (one: Assignment): boolean => given.some(({ id }) => id === one.id);
    for (const one of counted)
      if (one !== carrier && hasDays(one))
        given.push({ id: one.id, known: 0, series: own.filter(({ resourceId }) => resourceId === one.resourceId) });
    const without = counted.filter((one) => !isGiven(one));
    // What it had beyond its days was known before them as a sum.
    const opening = without.reduce((sum, one) => sum + one.actualUnits, 0);
    const taker = without.length === 1 ? without[0] : null;
    const ofTaker = (row: Series) => row.resourceId === null || row.resourceId === taker?.resourceId;
    const known = taker ? Math.max(0, opening - sumOf(ownBefore.filter(ofTaker))) : opening;
    if (taker) given.push({ id: taker.id, known, series: own.filter(ofTaker) });
    sources[measure] = { opening: known, series: own };
    factsOfBefore.push(ownBefore);
  }
  const costs = facts.filter(({ measure }) => measure === 'cost');
  if (costs.length || factsBefore.some(({ measure }) => measure === 'cost')) sources.cost = { opening: 0, series: costs };
  return { totals, sources, factsOfBefore, given };
}

/** What the facts of a work come to. */
export function outcomeOf(work: Work, by: FactMeasure | null = null): Outcome {
  const { totals, sources, factsOfBefore, given } = seriesOfFacts(work);
  const reported: Partial<Record<FactMeasure, Reported>> = {};
  for (const measure of FACT_MEASURES) {
    const one = sources[measure];
    if (one) reported[measure] = { opening: one.opening, days: sumByDay(one.series) };
  }
  const startedBefore = factsOfBefore.map((series) => firstDone(sumByDay(series))).find((day) => day !== null) ?? null;
  const days = new Map(given.map(({ id, series }) => [id, sumByDay(series)]));
  const units = new Map(given.map(({ id, known }) => [id, factOf({ opening: known, days: entryOf(days, id) })]));
  return { progress: progressByFacts(totals, reported, by), startedBefore, units, days };
}

const pick = ({ kind, unit }: Resource) => ({ kind, unit });
const firstDone = (days: ReadonlyMap<Day, number>): Day | null =>
  [...days].filter(([, value]) => value > 0).reduce<Day | null>((first, [day]) => (first === null || day < first ? day : first), null);

/** A work that is not closed by its facts stays short of all. */
const ALMOST = 0.99;

/** What facts change in the row of a work: progress, and the dates on which it began and was done. */
export function patchByFacts(
  row: WbsRow,
  { progress: found, startedBefore }: Pick<Outcome, 'progress' | 'startedBefore'>,
  time: WorkingTime,
  completeByFact: boolean,
  isEntered = false,
): Partial<WbsRow> {
  if (!found) return {};
  const { fact, firstDay, reachedOn, progress } = found;
  if (isEntered)
    return fact > 0 && row.status === 'not_started' && firstDay !== null
      ? { actualStart: startByFacts(row, firstDay, startedBefore, time) }
      : {};
  if (fact <= 0) return { progress: 0, actualStart: null, actualFinish: null };
  const start = firstDay === null ? row.actualStart : startByFacts(row, firstDay, startedBefore, time);
  const begun = start === row.actualStart ? {} : { actualStart: start };
  if (progress < 1 || !completeByFact)
    return { ...begun, progress: completeByFact ? progress : Math.min(progress, ALMOST), actualFinish: null };
  if (reachedOn === null) return { ...begun, progress: 1 };
  const finish = endOfDay(reachedOn, time);
  return { ...begun, progress: 1, actualFinish: formatMinute(start === null ? finish : Math.max(finish, minuteAt(start))) };
}

/** An earlier fact moves the start back; one that the facts gave follows them. */
function startByFacts(row: WbsRow, firstDay: Day, before: Day | null, time: WorkingTime): string {
  const given = formatMinute(startOfDay(firstDay, time));
  if (row.actualStart === null || firstDay < dayOf(minuteAt(row.actualStart))) return given;
  const wasGiven = before !== null && row.actualStart === formatMinute(startOfDay(before, time));
  return wasGiven ? given : row.actualStart;
}

const startOfDay = (day: Day, time: WorkingTime): number => time.startFrom(day * MINUTES_PER_DAY);
/** The end of the day's working time; of a day off, the last working moment before it. */
function endOfDay(day: Day, time: WorkingTime): number {
  const end = (day + 1) * MINUTES_PER_DAY;
  for (let from = day; from > day - 366; from -= 1) {
    const minutes = time.between(from * MINUTES_PER_DAY, end);
    if (minutes > 0) return time.add(from * MINUTES_PER_DAY, minutes);
  }
  return end;
}

/** Units of a resource that follows the progress: no facts of its own are asked for. */
export const unitsByProgress = ({ plannedUnits }: Assignment, progress: number): number => plannedUnits * progress;

/** Units of an assignment by the facts; null where they leave it as it is. What remains goes by the norm, unless the assignment says by the plan. */
export function unitsByFacts(
  assignment: Assignment,
  actual: number,
  progress: number,
): Pick<Assignment, 'actualUnits' | 'remainingUnits'> | null {
  const remaining = remainingUnits(assignment.extra?.remainingBy ?? 'norm', assignment.plannedUnits, actual, progress);
  const [actualUnits, left] = [tidy(actual), tidy(remaining)];
  return actualUnits === assignment.actualUnits && left === assignment.remainingUnits ? null : { actualUnits, remainingUnits: left };
}
/** Quantities are kept to millionths. */
const tidy = (value: number): number => Math.round(value * 1e6) / 1e6;
