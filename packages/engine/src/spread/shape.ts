/** A form of distribution: which share of the amount is reached when a share of the working time has passed. */
export type Shape = {
  /** `passed` above 0 and below 1; the curve is given to the shape `curve` only. Never falls. */
  cumulative(passed: number, curve: readonly number[]): number;
};
