import type { ResourceMeasure } from '../enumerations.ts';

/** Forms in which an amount lies over the dates of a work: all on its first or last day, by working time, or along a curve. */
export const DISTRIBUTION_MODES = ['start', 'end', 'evenly', 'curve'] as const;
export type DistributionMode = (typeof DISTRIBUTION_MODES)[number];

/** How a measure lies over the dates of works; a curve has cumulative percent at every 5 % of the duration. */
export type Distribution = { mode: Exclude<DistributionMode, 'curve'> } | { mode: 'curve'; curve: number[] };

/** The distributions of measures; a measure that is missing lies evenly. */
export type Distributions = Partial<Record<ResourceMeasure, Distribution>>;

/** What nodes set, the topmost first: of each measure the nearest counts. Answers also which of them that is. */
export function nearestDistributions(chain: readonly Distributions[]): {
  values: Distributions;
  from: Partial<Record<ResourceMeasure, number>>;
} {
  const from: Partial<Record<ResourceMeasure, number>> = {};
  for (const [at, own] of chain.entries()) for (const measure of Object.keys(own) as ResourceMeasure[]) from[measure] = at;
  return { values: Object.assign({}, ...chain) as Distributions, from };
}
