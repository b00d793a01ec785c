/** Amounts over time below the chart: steps of equal or any length. `starts[i]`…`starts[i+1]` holds `values[i]`. */
export type Histogram = {
  title: string;
  starts: Int32Array;
  values: Float32Array;
  /** Line of the most that is there, by step; null = no line. */
  limits: Float32Array | null;
  /** How amounts are written beside the axis. */
  format(value: number): string;
};
