import { type Day, dayOf, eachDay, entryOf, formatMinute, minuteAt, MINUTES_PER_DAY, type VersionRow, type WbsRow } from '@gantry/domain';
import { FACT_MEASURES, factOf, type FactMeasure, type FactProgress, progressByFacts, remainingUnits, type Reported } from '@gantry/engine';
import { seriesOfFacts, type WorkOfDays } from '@gantry/plan-view';
import type { WorkingTime } from '../wbs/wbs.service.ts';

type Series = VersionRow<'daySeries'>;
type Assignment = VersionRow<'assignment'>;

/** A work with what its facts touch. */
export type Work = WorkOfDays<Series, Assignment>;

/** What adding decimals makes is no amount. */
const DUST = 1e-9;

/** What facts come to: the progress, and the units of assignments that they give. */
export type Outcome = {
  progress: FactProgress | null;
  /** Whether corrections take away more than was ever done. */
  belowNothing: boolean;
  startedBefore: Day | null;
  units: ReadonlyMap<number, number>;
  /** Of those units, the ones that days say. */ days: ReadonlyMap<number, ReadonlyMap<Day, number>>;
};

/** Days of some series, added up. */
export function sumByDay(series: readonly Pick<Series, 'days'>[]): Map<Day, number> {
  const days = new Map<Day, number>();
  for (const row of series) eachDay(row.days, (day, value) => days.set(day, (days.get(day) ?? 0) + value));
  return days;
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
  const belowNothing = Object.values(reported).some((one) => factOf(one) < -DUST);
  return { progress: progressByFacts(totals, reported, by), belowNothing, startedBefore, units, days };
}

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
