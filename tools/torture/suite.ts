/** What a suite of the torture programme is given and what it answers. */

export type ProfileName = 'smoke' | 'short' | 'night';

/** How much a profile asks of a suite; each suite has its own figures. */
export type Run = {
  profile: ProfileName;
  seed: number;
  /** How often the power is cut, where the profile does not say it. */
  cuts: number | null;
  /** How long people work without faults, where the profile does not say it. */
  minutes: number | null;
  /** From the seed: the same events in the same order. */
  random(): number;
  /** A folder of the run, kept where something is broken. */
  folder: string;
  log(text: string): void;
};

/** What came of a suite. */
export type Outcome = {
  /** Why the suite could not run on this machine. */
  skipped?: string;
  /** What was done to the product, and how often. */
  events: Record<string, number>;
  /** Figures for the reader. */
  figures: [name: string, value: string][];
  /** Each invariant that was shown, by its number and words, with what broke it. */
  invariants: { name: string; broken: string[] }[];
  /** Runs that must break something: one that does not says that the suite sees nothing. */
  controls: { name: string; hasFailed: boolean }[];
  /** What the run has to have met, or it did not test. */
  met: Record<string, boolean>;
};

export type Suite = (run: Run) => Promise<Outcome>;
