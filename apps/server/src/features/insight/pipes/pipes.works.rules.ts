import type { Minute } from '@gantry/domain';

/** A work that a package is made of, in one stage. */
export type PackageWork = {
  id: number;
  name: string;
  start: Minute;
  finish: Minute;
  durationMinutes: number;
  progress: number;
  completed: boolean;
  begun: boolean;
  /** What figures of works look at. */
  status: string;
  critical: boolean;
  totalFloatMinutes: number;
  targetFinish: Minute | null;
};

/** What is known of a stage: the works of each package by the attributes that pipes read there. */
export type StageWorks = {
  schedule_id: number;
  name: string;
  version_id: number | null;
  dataDate: Minute;
  missing: string[];
  /** By attribute and separator, as `keyOfSide` writes it, then by code. */
  packages: ReadonlyMap<string, ReadonlyMap<string, readonly PackageWork[]>>;
  /** For each criterion of the gate, the works that pass its filter; null for a figure, and for a filter with an unknown column. */
  passing: readonly (ReadonlySet<number> | null)[];
};
