/** What a norm consumes: hours of people, hours of machines, material. The kinds of resources of a version. */
export const NORM_PARTS = ['labour', 'equipment', 'material'] as const;
export type NormPart = (typeof NORM_PARTS)[number];

/** What a duration goes by: hours of people, hours of machines, output a day, or nothing, when people enter it. */
export const DURATION_RULES = ['labour', 'machine', 'output', 'none'] as const;
export type DurationRule = (typeof DURATION_RULES)[number];

/** What a coefficient multiplies: what a norm consumes, or what that costs. */
export const COEFFICIENT_TARGETS = ['consumption', 'cost'] as const;
export type CoefficientTarget = (typeof COEFFICIENT_TARGETS)[number];

/** A multiplier on what a norm consumes or on what that costs; a part that it does not name goes by `all`, which is 1 where not named. */
export type NormCoefficient = { target: CoefficientTarget } & Partial<Record<NormPart | 'all', number | null>>;

/** What one unit (`unit`, as `100 m2`) of a work takes. */
export type Norm = {
  unit: string;
  /** Labour hours of people, hours of machines. */
  labourHours: number;
  machineHours: number;
  /** Volume that a crew does in a day; null: not said. */
  outputPerDay: number | null;
  /** Money for one unit by itself, beside what its resources cost. */
  price: number;
};

/** What a value of a version keeps of the directories: enough to count it anew when they are out of sight. */
export type TakenNorm = {
  norm: Norm;
  /** Null: a norm or a work type; else the resource that it is. */
  part: NormPart | null;
  /** Its units for one unit of what brings it. */
  quantity: number;
  coefficients: NormCoefficient[];
  /** A resource that people took from a directory: it stays when no work uses it. */
  kept?: boolean;
  /** Given to the work without what relations bring. */
  alone?: boolean;
};

/** What stood in a row before values of directories ruled its duration, and what they last made of it; minutes. */
export type Entered = { duration: number; remaining: number; ruled: number };
