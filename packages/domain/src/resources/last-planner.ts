/** What may keep a work from beginning. */
export const ROADBLOCK_CATEGORIES = [
  'prerequisite',
  'information',
  'materials',
  'people',
  'equipment',
  'space',
  'permit',
  'other',
] as const;
export type RoadblockCategory = (typeof ROADBLOCK_CATEGORIES)[number];

/** Why promises are not kept, where a place names no reasons of its own. */
export const VARIANCE_REASONS = [
  'prerequisite',
  'information',
  'materials',
  'people',
  'equipment',
  'space',
  'permit',
  'weather',
  'priorities',
  'client',
  'estimate',
  'rework',
  'safety',
] as const;

/** How many weeks ahead works are made ready. */
export const LOOK_AHEAD_WEEKS_LEAST = 3;
export const LOOK_AHEAD_WEEKS_MOST = 12;
export const LOOK_AHEAD_WEEKS_USUAL = 6;

/** Whether a work can begin: nothing stands in its way; what does is promised in time; or it is not. */
export const READINESS = ['ready', 'promised', 'blocked'] as const;
export type Readiness = (typeof READINESS)[number];

type Open = { needed_by: string | null; promised: string | null };

/** The readiness of a work by its open roadblocks, on a day. */
export function readinessOf(open: readonly Open[], today: string): Readiness {
  if (!open.length) return 'ready';
  const inTime = ({ needed_by, promised }: Open): boolean =>
    promised !== null && promised >= today && (needed_by === null || promised <= needed_by);
  return open.every(inTime) ? 'promised' : 'blocked';
}

/** What was meant to be done is done: sums of decimal amounts may miss it by their last binary digit. */
const DUST = 1e-9;
export const isKept = (done: number, quantity: number): boolean => done >= quantity * (1 - DUST) - DUST;

/** Of promises of some weeks, and of works that were due in them. */
export type WeekFigures = { made: number; kept: number; due: number; ready: number };

const share = (part: number, whole: number): number | null => (whole > 0 ? part / whole : null);

/** Percent plan complete (kept of made), and tasks made ready (ready of due): promising little alone makes the first one high. */
export const ppcOf = ({ made, kept }: Pick<WeekFigures, 'made' | 'kept'>): number | null => share(kept, made);
export const tmrOf = ({ due, ready }: Pick<WeekFigures, 'due' | 'ready'>): number | null => share(ready, due);

/** Reasons by how often they were given, the most frequent first, with the share of all up to and with each. */
export function paretoOf(reasons: readonly string[]): { reason: string; count: number; upTo: number }[] {
  const counts = [...Map.groupBy(reasons, (reason) => reason)].map(([reason, all]) => ({ reason, count: all.length }));
  counts.sort((a, b) => b.count - a.count || a.reason.localeCompare(b.reason));
  let sum = 0;
  return counts.map((one) => {
    sum += one.count;
    return { ...one, upTo: sum / reasons.length };
  });
}
