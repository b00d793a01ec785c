import type { Context } from '../../../platform/context.ts';
import type { Db } from '../../../platform/postgres/database.ts';
import { changeFacts, type HeldHours, type holdHours, type WrittenHours } from '../../planning/day-values/day-values.service.ts';
import type { Draft } from '../../planning/edits/edits.service.ts';
import { type KeptLine, listLines } from './timesheets.repository.ts';

/** People whose resource is assigned to works, with that resource, by work. */
export async function assignedPeople(draft: Draft, itemIds: readonly number[]): Promise<ReadonlyMap<number, ReadonlyMap<number, number>>> {
  const people = new Map((await draft.all('resource')).flatMap(({ id, userId }) => (userId === null ? [] : [[id, userId] as const])));
  const found = new Map<number, Map<number, number>>();
  if (!people.size) return found;
  for (const { itemId, resourceId } of await draft.rowsBy('assignment', 'itemId', itemIds)) {
    const userId = people.get(resourceId);
    if (userId === undefined) continue;
    const own = found.get(itemId) ?? new Map<number, number>();
    found.set(itemId, own.set(userId, resourceId));
  }
  return found;
}

const MINUTES_PER_HOUR = 60;
/** Quantities are kept to millionths. */
const tidy = (value: number): number => Math.round(value * 1e6) / 1e6;

/** Typed hours of a day of a work that gave way to approved ones. */
export type GivenWay = { item_id: number; name: string; day: string; hours: number };

/**
 * Makes approved hours the labour of their works and days: `counted` are approved with this edit, `dropped` are no longer. They are those of
 * the person's resource where that is assigned there, else of the work as a whole; whatever was typed there before gives way.
 */
export async function settleHours(
  context: Context,
  draft: Draft,
  { counted = [], dropped = [] }: { counted?: readonly KeptLine[]; dropped?: readonly KeptLine[] },
): Promise<GivenWay[]> {
  const changed = [...counted, ...dropped].flatMap(placed);
  if (!changed.length) return [];
  const itemIds = [...new Set(changed.map(({ itemId }) => itemId))];
  const days = changed.map(({ day }) => day).toSorted();
  const before = await approvedLines(draft.tx, {
    spaceId: context.spaceId,
    versionId: draft.key.versionId,
    scheduleId: draft.head.schedule_id,
    itemIds,
    from: days[0],
    to: days[days.length - 1],
  });
  const isChanged = new Set([...counted, ...dropped].map(({ id }) => id));
  const after = [...before.filter(({ id }) => !isChanged.has(id)), ...counted];
  const assigned = await assignedPeople(draft, itemIds);
  const touched = new Set(changed.map(({ itemId, day }) => `${itemId} ${day}`));
  const placesOf = (lines: readonly KeptLine[]): Map<string, Place> => {
    const places = new Map<string, Place>();
    for (const { itemId, user_id, day, minutes, overtime } of lines.flatMap(placed)) {
      if (!touched.has(`${itemId} ${day}`)) continue;
      const resourceId = assigned.get(itemId)?.get(user_id) ?? null;
      const name = `${itemId} ${resourceId} ${day}`;
      const place = places.get(name) ?? { itemId, resourceId, day, hours: 0 };
      places.set(name, { ...place, hours: place.hours + (minutes + overtime) / MINUTES_PER_HOUR });
    }
    return places;
  };
  const [was, is] = [placesOf(before), placesOf(after)];
  const typed = new Map<string, GivenWay>();
  const wholes = changed.map(({ itemId, day }): [string, Place] => [`${itemId} null ${day}`, { itemId, resourceId: null, day, hours: 0 }]);
  const changes = [...new Map([...wholes, ...was, ...is])].map(([name, { itemId, resourceId, day }]) => ({
    itemId,
    resourceId,
    measure: 'labour' as const,
    day,
    valueOf: (known: number | null) => {
      const beside = tidy((known ?? 0) - (was.get(name)?.hours ?? 0));
      const sum = typed.get(`${itemId} ${day}`)?.hours ?? 0;
      if (beside > 0) typed.set(`${itemId} ${day}`, { item_id: itemId, name: '', day, hours: tidy(sum + beside) });
      const hours = is.get(name)?.hours;
      return hours === undefined ? null : tidy(hours);
    },
  }));
  await changeFacts(context, draft, changes);
  if (!counted.length) return [];
  const nameOf = new Map(changed.map(({ itemId, row_name }) => [itemId, row_name]));
  return [...typed.values()].map((one) => ({ ...one, name: nameOf.get(one.item_id) ?? '' }));
}

type Place = { itemId: number; resourceId: number | null; day: string; hours: number };
const placed = (line: KeptLine) => (line.row_id === null ? [] : [{ ...line, itemId: line.row_id }]);

type Holder = Parameters<typeof holdHours>[1];

/** Approved hours of a schedule as days of the works of a version: nobody types them. */
export async function heldHours(db: Db, asked: Parameters<Holder['settled']>[1]): Promise<HeldHours[]> {
  return (await approvedLines(db, asked)).flatMap(({ row_id: item_id, day, user_id, name, minutes, overtime }) =>
    item_id === null ? [] : [{ item_id, day, user_id, name, hours: tidy((minutes + overtime) / MINUTES_PER_HOUR) }],
  );
}

/** The work of a line; one that is gone has a number of its own. */
export const workOf = ({ row_id, kept_row_id }: Pick<KeptLine, 'row_id' | 'kept_row_id'>): number => row_id ?? -kept_row_id;

/** Hours of people in all schedules, whatever has become of them, at the works of the version that is asked for in each. */
export async function writtenHours(
  db: Db,
  { spaceId, userIds, from, to, versionsOf }: Parameters<Holder['written']>[1],
): Promise<WrittenHours[]> {
  const found: WrittenHours[] = [];
  const all = await listLines(db, spaceId, { versionId: null, userIds, from, to });
  const bySchedule = Map.groupBy(all, ({ schedule_id }) => schedule_id);
  const versionOf = await versionsOf([...bySchedule.keys()]);
  for (const [nodeId, own] of bySchedule) {
    const ids = own.map(({ id }) => id);
    for (const line of await listLines(db, spaceId, { versionId: versionOf.get(nodeId) ?? null, ids })) {
      const { schedule_id, user_id, day, minutes, overtime } = line;
      found.push({ schedule_id, item_id: workOf(line), user_id, day, hours: (minutes + overtime) / MINUTES_PER_HOUR });
    }
  }
  return found;
}

type Window = { spaceId: number; versionId: number; scheduleId: number; itemIds?: readonly number[]; from: string; to: string };
const approvedLines = (db: Db, { spaceId, versionId, scheduleId: nodeId, itemIds, from, to }: Window): Promise<KeptLine[]> =>
  listLines(db, spaceId, { versionId, nodeId, itemIds, status: 'approved', from, to });
