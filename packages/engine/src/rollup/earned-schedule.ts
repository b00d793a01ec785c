/**
 * Earned schedule (Lipke & Henderson 2006): where in time the plan had what is earned now. Everything in periods of the plan's curve,
 * counted from its start.
 */
export type EarnedSchedule = {
  /** The moment at which the plan had earned as much. */
  es: number;
  /** Time that has passed. */
  at: number;
  /** ES − AT: how much time the work is ahead. */
  svt: number;
  /** ES / AT; null where no time has passed. Unlike SPI it tells of work that was late to its very end. */
  spit: number | null;
  /** Planned duration / SPI(t): how long the work lasts at this pace; null where nothing is earned. */
  ieact: number | null;
  /** Pace that the rest needs to end in time; null where no time is left. */
  tspi: number | null;
};

/**
 * Earned schedule on the planned value at the end of each period. The plan lasts until its curve has reached its end; within the
 * period in which it passes what is earned it is taken as straight. Periods are of one unit each unless `ends` tells when each ends.
 */
export function earnedSchedule(plannedByPeriod: readonly number[], earned: number, at: number, ends?: readonly number[]): EarnedSchedule {
  const budget = plannedByPeriod.at(-1) ?? 0;
  const endOf = (periods: number): number => (periods === 0 ? 0 : (ends?.[periods - 1] ?? periods));
  const periods = plannedByPeriod.findIndex((value) => value >= budget) + 1;
  const duration = endOf(periods);
  const es = reached(plannedByPeriod, earned, periods, endOf);
  const spit = at > 0 ? es / at : null;
  return {
    es,
    at,
    svt: es - at,
    spit,
    ieact: spit ? duration / spit : null,
    tspi: duration === at ? null : (duration - es) / (duration - at),
  };
}

function reached(planned: readonly number[], earned: number, periods: number, endOf: (periods: number) => number): number {
  if (earned <= 0 || periods === 0) return 0;
  // Periods in which nothing is planned count: the plan had this value until the last of them.
  let whole = 0;
  while (whole < periods && planned[whole] <= earned) whole += 1;
  if (whole >= periods) return endOf(periods);
  const before = whole === 0 ? 0 : planned[whole - 1];
  return endOf(whole) + ((earned - before) / (planned[whole] - before)) * (endOf(whole + 1) - endOf(whole));
}
