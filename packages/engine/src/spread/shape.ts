/** A form of distribution: which share of the amount is reached when a share of the working time has passed. */
export type Shape = {
  /** `passed` above 0 up to 1; the curve is given to the shape `curve` only. Never falls, and is 1 at 1. */
  cumulative(passed: number, curve: readonly number[]): number;
  /** The working day on which all of it lies, so that no other needs a look. */
  allOn?: 'first' | 'last';
};
