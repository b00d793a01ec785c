import { MOST_DAYS } from '@gantry/contract';
import { changeDays, type Day, type ResourceMeasure, rowOfDays, type VersionRow } from '@gantry/domain';
import type { Context } from '../../../platform/context.ts';
import { fail } from '../../../platform/fail.ts';
import type { Draft } from '../edits/edits.service.ts';
import { factsBefore, settleFacts } from './day-values.facts.service.ts';
import { type Part, shareOut } from './day-values.grid.rules.ts';
import { dayOfText, textOfDay } from './day-values.rules.ts';
import { DaysTooLong, longDays, noteRaised, type RaisedHours } from './hours/day-values.hours.service.ts';
import { type Entered, type LateFacts, openLateFacts } from './late/day-values.late.service.ts';

/** What becomes of the fact of a day, of the row as a whole or of one of its resources. */
export type FactChange = {
  itemId: number;
  resourceId: number | null;
  measure: ResourceMeasure;
  day: string;
  valueOf(before: number | null): number | null;
  /** Whether it is the sum over the resources of the row: shared out over those that have values of the day. */
  isSum?: boolean;
  /** Who has said so and when; left out: the caller, now. */
  by?: Entered;
};

type Series = Pick<VersionRow<'daySeries'>, 'itemId' | 'resourceId' | 'measure'>;
const nameOf = ({ itemId, resourceId, measure }: Series): string => `${itemId} ${resourceId} ${measure}`;

/** Facts of works as a draft finds them, for a change of them. */
export type OpenFacts = {
  /** The first day whose facts are taken, as a text; null when all are, be it that those of closed days count on a later one. */
  from: string | null;
  /** What is known as done of a work on a day, of all its resources together. */
  on(itemId: number, measure: ResourceMeasure, day: string): number | null;
  /** Writes daily facts, and updates progress, status, units and costs of their works. */
  change(changes: readonly FactChange[]): Promise<void>;
};

/** Reads the facts of works inside the edit that changes them. */
export async function openFacts(context: Context, draft: Draft, itemIds: readonly number[]): Promise<OpenFacts> {
  const late = await openLateFacts(context, draft, itemIds);
  const all = await factsBefore(draft, itemIds);
  return {
    from: late.from === null || late.takes ? null : textOfDay(late.from),
    on: (itemId, measure, day) => sumOf(partsOn(all, { itemId, measure, day }, late)),
    change: (changes) => writeFacts(context, draft, changes, late),
  };
}

/** Writes daily facts that come from reports or timesheets inside their edit. */
export async function changeFacts(context: Context, draft: Draft, changes: readonly FactChange[]): Promise<void> {
  const ids = [...new Set(changes.map(({ itemId }) => itemId))];
  await (await openFacts(context, draft, ids)).change(changes);
}

async function writeFacts(context: Context, draft: Draft, changes: readonly FactChange[], late: LateFacts): Promise<void> {
  const ids = [...new Set(changes.map(({ itemId }) => itemId))];
  if (!ids.length) return;
  const all = await factsBefore(draft, ids);
  const known = new Map(all.flatMap((row) => (row.mode === 'fact' ? [[nameOf(row), row] as const] : [])));
  const single = changes.flatMap((change) => (change.isSum ? sharedOut(change, partsOn(all, change, late)) : [change]));
  const raised: RaisedHours = new Map();
  for (const [name, own] of Map.groupBy(single, nameOf)) {
    const kept = known.get(name);
    const before = kept?.days ?? null;
    const [{ itemId, resourceId, measure }] = own;
    const series = { itemId, resourceId, measure };
    const wanted = new Map<Day, number | null>();
    const entered = new Map<Day, Entered>();
    for (const { day, valueOf, by } of own) {
      const at = dayOfText(day);
      if (by) entered.set(at, by);
      const now = wanted.has(at) ? wanted.get(at) : late.knownOn(series, before, at);
      wanted.set(at, valueOf(now ?? null));
    }
    const settled = late.settle(series, before, wanted, entered);
    if (measure === 'labour' && resourceId !== null) noteRaised(raised, { resourceId, itemId, before }, settled);
    const after = changeDays(before, settled);
    if ((after?.values.length ?? 0) > MOST_DAYS) fail('values.too_long', { most: MOST_DAYS });
    if (!after) {
      if (kept) draft.remove('daySeries', kept.id);
    } else if (kept) draft.update('daySeries', kept.id, rowOfDays(after));
    else draft.insert('daySeries', { id: draft.newId(), itemId, resourceId, measure, mode: 'fact', ...rowOfDays(after) });
  }
  const { overlong } = await longDays(context, draft, raised);
  if (overlong.length) throw new DaysTooLong(overlong);
  await late.save();
  const [refused] = (await settleFacts(context, draft, ids, all)).refused;
  if (refused) fail(refused.code, refused.parameters);
}

type Place = Pick<FactChange, 'itemId' | 'measure' | 'day'>;

/** What the row as a whole and its resources have on a day. */
function partsOn(all: readonly VersionRow<'daySeries'>[], { itemId, measure, day }: Place, { knownOn }: LateFacts): Part[] {
  return all.flatMap((row) => {
    if (row.mode !== 'fact' || row.itemId !== itemId || row.measure !== measure) return [];
    const part = knownOn(row, row.days, dayOfText(day));
    return part === null ? [] : [{ resourceId: row.resourceId, part }];
  });
}
const sumOf = (parts: readonly Part[]): number | null => (parts.length ? parts.reduce((sum, { part }) => sum + part, 0) : null);

/** A change of a sum as changes of what it is the sum of. */
function sharedOut(change: FactChange, parts: readonly Part[]): FactChange[] {
  const shares = shareOut(change.valueOf(sumOf(parts)), parts);
  if (!shares) return [change];
  return [...shares].map(([resourceId, share]) => ({ ...change, resourceId, valueOf: () => share }));
}
