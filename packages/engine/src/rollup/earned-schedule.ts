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
 * period in which it passes what is earned it is taken as straight.
 */
export function earnedSchedule(plannedByPeriod: readonly number[], earned: number, at: number): EarnedSchedule {
  const budget = plannedByPeriod.at(-1) ?? 0;
  const duration = plannedByPeriod.findIndex((value) => value >= budget) + 1;
  const es = reached(plannedByPeriod, earned, duration);
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

function reached(planned: readonly number[], earned: number, duration: number): number {
  if (earned <= 0 || duration === 0) return 0;
  // Periods in which nothing is planned count: the plan had this value until the last of them.
  let whole = 0;
  while (whole < duration && planned[whole] <= earned) whole += 1;
  if (whole >= duration) return duration;
  const before = whole === 0 ? 0 : planned[whole - 1];
  return whole + (earned - before) / (planned[whole] - before);
}
