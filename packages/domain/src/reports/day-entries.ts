import type { ResourceMeasure } from '../enumerations.ts';

/** What reports tell: quantities, hours, or where a work has neither the share of it that is done. */
export const ENTRY_MEASURES = ['volume', 'labour', 'percent'] as const;
export type EntryMeasure = (typeof ENTRY_MEASURES)[number];

/** How far a report is: awaiting a curator, made without sight of what a planner typed, a fact, refused, or taken back by an undo. */
export const ENTRY_STATES = ['pending', 'conflict', 'accepted', 'declined', 'taken_back'] as const;
export type EntryState = (typeof ENTRY_STATES)[number];

/** Whether reports are facts at once or wait for the curator of the work. */
export const FACT_APPROVALS = ['none', 'curator'] as const;
export type FactApproval = (typeof FACT_APPROVALS)[number];

/** What becomes of facts of days that are closed already: refused, or counted on the first open day. */
export const LATE_FACTS = ['refuse', 'first_open_day'] as const;
export type LateFacts = (typeof LATE_FACTS)[number];

/** A report as the fact of its day is made of it. */
export type CountedEntry = { reporter: number | null; amount: number };

/** The fact of a day by the accepted reports of it, oldest first: the newest of each reporter, added up. */
export function factOfEntries(entries: readonly CountedEntry[]): number {
  const newest = new Map<number | null, number>();
  for (const { reporter, amount } of entries) newest.set(reporter, amount);
  return tidy([...newest.values()].reduce((sum, amount) => sum + amount, 0));
}

/** The share of a work that is done by the accepted reports of a day: what was said last. */
export const shareOfEntries = (entries: readonly CountedEntry[]): number => (entries.at(-1)?.amount ?? 0) / 100;

/** Quantities are kept to millionths. */
const tidy = (value: number): number => Math.round(value * 1e6) / 1e6;

/**
 * Whether a report was made without sight of a number that a planner typed: the day holds another one than the last report made of it,
 * and the reporter saw neither.
 */
export function isBlind({ base, now, byReports }: { base: number | null; now: number | null; byReports: number | null }): boolean {
  return now !== byReports && base !== now;
}

/** The measure of facts of days that a report of a measure changes; null: the progress of the work. */
export const measureOfEntry = (measure: EntryMeasure): ResourceMeasure | null => (measure === 'percent' ? null : measure);
