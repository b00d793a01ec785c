/** How long something may take, as shares of the planned remaining duration (1 = as planned) or in working minutes. */
export type Distribution =
  | { kind: 'triangular'; low: number; likely: number; high: number }
  | { kind: 'pert'; low: number; likely: number; high: number }
  | { kind: 'uniform'; low: number; high: number }
  | { kind: 'normal'; mean: number; deviation: number }
  | { kind: 'lognormal'; mean: number; deviation: number }
  | { kind: 'discrete'; values: readonly { value: number; weight: number }[] };

/** Name of a kind of distribution. */
export type DistributionKind = Distribution['kind'];

export type DistributionMember<K extends DistributionKind> = {
  /** Whether the parameters make sense. */
  isValid(parameters: Extract<Distribution, { kind: K }>): boolean;
  /** Prepares the inverse of the distribution: a share of 0…1 to the value below which that share lies. */
  quantile(parameters: Extract<Distribution, { kind: K }>): (share: number) => number;
};
