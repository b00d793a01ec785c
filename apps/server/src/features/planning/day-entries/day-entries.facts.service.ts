import { type CountedEntry, type EntryMeasure, factOfEntries, measureOfEntry, shareOfEntries } from '@gantry/domain';
import type { Context } from '../../../platform/context.ts';
import { fail } from '../../../platform/fail.ts';
import { dayOfText, type FactChange, type OpenFacts, openHeldHours } from '../day-values/day-values.service.ts';
import type { Draft } from '../edits/edits.service.ts';
import { applyPatch, workingTimeOf } from '../wbs/wbs.service.ts';
import type { listKnown } from './day-entries.repository.ts';

type Accepted = CountedEntry & { itemId: number; measure: EntryMeasure; day: string; at: Date };

/** Days of works as reports find them and leave them. */
export type OpenDays = {
  facts: OpenFacts;
  /** Whether the labour of a day comes from approved timesheets. */
  isHeld(itemId: number, measure: EntryMeasure, day: string): boolean;
  factOn(itemId: number, measure: EntryMeasure, day: string): number | null;
  /** What reports made of a day last; null where none did. */
  byReports(itemId: number, measure: EntryMeasure, day: string): number | null;
  /** Counts a report in; answers what the day comes to. */
  accept(entry: Accepted): number;
  changed: ReadonlyMap<string, Accepted & { result: number }>;
};

const placeOf = (itemId: number, measure: EntryMeasure, day: string): string => `${itemId} ${measure} ${day}`;

/** Days of works on which reports come in, with those that count there. */
export async function openDays(
  context: Context,
  draft: Draft,
  facts: OpenFacts,
  itemIds: readonly number[],
  reported: readonly { day: string; measure: EntryMeasure }[],
  accepted: Awaited<ReturnType<typeof listKnown>>['accepted'],
): Promise<OpenDays> {
  const ofLabour = reported.filter(({ measure }) => measureOfEntry(measure) === 'labour');
  const held = await openHeldHours(
    context,
    draft,
    itemIds,
    ofLabour.map(({ day }) => dayOfText(day)),
  );
  const progress = new Map((await draft.rows('wbs', [...itemIds])).map((row) => [row.id, row.progress]));
  const reports = new Map<string, CountedEntry[]>();
  const results = new Map<string, number>();
  for (const { row_id, measure, day, reporter, amount, result } of accepted) {
    const place = placeOf(row_id, measure, day);
    reports.set(place, [...(reports.get(place) ?? []), { reporter, amount }]);
    if (result !== null) results.set(place, result);
  }
  const changed = new Map<string, Accepted & { result: number }>();
  return {
    facts,
    changed,
    isHeld: (itemId, measure, day) => measureOfEntry(measure) === 'labour' && held(itemId, null, dayOfText(day)) !== null,
    factOn(itemId, measure, day) {
      const place = placeOf(itemId, measure, day);
      const of = measureOfEntry(measure);
      return changed.get(place)?.result ?? (of === null ? shareShown(progress.get(itemId)) : facts.on(itemId, of, day));
    },
    byReports(itemId, measure, day) {
      const found = results.get(placeOf(itemId, measure, day)) ?? null;
      // A share refers to the whole work, so only the latest value counts.
      return measureOfEntry(measure) === null ? shareShown(progress.get(itemId)) : found;
    },
    accept(entry) {
      const place = placeOf(entry.itemId, entry.measure, entry.day);
      const all = [...(reports.get(place) ?? []), entry];
      reports.set(place, all);
      const result = measureOfEntry(entry.measure) === null ? entry.amount : factOfEntries(all);
      results.set(place, result);
      changed.set(place, { ...entry, result });
      return result;
    },
  };
}

const WHOLE_SHARE = 100;
const shareShown = (progress: number | undefined): number | null => (progress === undefined ? null : Math.round(progress * WHOLE_SHARE));

/** Makes facts of the days that reports have changed. */
export async function applyEntries(draft: Draft, { changed, facts }: OpenDays): Promise<void> {
  const changes: FactChange[] = [];
  const shares = new Map<number, number>();
  for (const { itemId, measure, day, result, reporter, amount, at } of changed.values()) {
    const of = measureOfEntry(measure);
    if (of === null) shares.set(itemId, shareOfEntries([{ reporter, amount }]));
    else changes.push({ itemId, resourceId: null, measure: of, day, valueOf: () => result, isSum: true, by: { reporter, at } });
  }
  await facts.change(changes);
  if (!shares.size) return;
  const timeOf = await workingTimeOf(draft);
  for (const row of await draft.rows('wbs', [...shares.keys()])) {
    const done = applyPatch(row, { progress: shares.get(row.id) ?? row.progress }, false, timeOf(row));
    if ('refused' in done) fail(done.refused.code, done.refused.parameters);
    if (Object.keys(done.patch).length) draft.update('wbs', row.id, done.patch);
  }
}
