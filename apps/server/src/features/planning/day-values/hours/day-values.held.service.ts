/**
 * Hours that another feature keeps. Those that it has settled are the labour of their work and day, and nobody types over them: what a person
 * has typed there before gives way. The others count in the day of their person.
 */

import type { Day } from '@gantry/domain';
import { type Database, type Db, perDatabase } from '../../../../platform/postgres/database.ts';
import type { Draft } from '../../edits/edits.service.ts';
import type { VersionKey } from '../../version-heads/version-heads.service.ts';
import { textOfDay } from '../day-values.rules.ts';

/** Hours of a person on a day of a work. */
export type HeldHours = { item_id: number; day: string; user_id: number; name: string; hours: number };
type Asked = VersionKey & { scheduleId: number; itemIds: readonly number[]; from: string; to: string };

/** Hours that a person has written down on a day of a work, settled or not; a work that is gone has a number of its own below 0. */
export type WrittenHours = { schedule_id: number; item_id: number; user_id: number; day: string; hours: number };
/** `versionsOf`: the versions of some schedules whose rows the hours are shown at. */
type AskedPeople = {
  spaceId: number;
  userIds: readonly number[];
  from: string;
  to: string;
  versionsOf(scheduleIds: readonly number[]): Promise<ReadonlyMap<number, number>>;
};

type Holder = {
  settled(db: Db, asked: Asked): Promise<HeldHours[]>;
  written(db: Db, asked: AskedPeople): Promise<WrittenHours[]>;
};

const holdersOf = perDatabase(() => new Set<Holder>());

/** Registers a feature that keeps hours of works. */
export const holdHours = (services: { database: Database }, holder: Holder): void => void holdersOf(services).add(holder);

/** Hours of works between two days that another feature has settled. */
export async function readHeldHours(services: { database: Database }, db: Db, asked: Asked): Promise<HeldHours[]> {
  if (!asked.itemIds.length) return [];
  const found: HeldHours[] = [];
  for (const holder of holdersOf(services)) found.push(...(await holder.settled(db, asked)));
  return found;
}

/** Hours of people between two days that other features keep, over all schedules. */
export async function readWrittenHours(services: { database: Database }, db: Db, asked: AskedPeople): Promise<WrittenHours[]> {
  const found: WrittenHours[] = [];
  for (const holder of holdersOf(services)) found.push(...(await holder.written(db, asked)));
  return found;
}

/** The refusal of typed hours on a day whose hours people have approved. */
type Held = { day: string; hours: number; people: string };

/**
 * Finds out whether labour of a day of a work is settled elsewhere: of the work as a whole where anybody's hours are, of a resource where
 * those of the person are whom it stands for.
 */
export async function openHeldHours(
  services: { database: Database },
  { tx, key, head, all }: Draft,
  itemIds: readonly number[],
  days: readonly Day[],
): Promise<(itemId: number, resourceId: number | null, day: Day) => Held | null> {
  if (!days.length) return () => null;
  const [from, to] = [Math.min(...days), Math.max(...days)].map(textOfDay);
  const held = await readHeldHours(services, tx, { ...key, scheduleId: head.schedule_id, itemIds, from, to });
  if (!held.length) return () => null;
  const userOf = new Map((await all('resource')).map(({ id, userId }) => [id, userId]));
  const ofDays = Map.groupBy(held, ({ item_id, day }) => `${item_id} ${day}`);
  return (itemId, resourceId, day) => {
    const ofDay = ofDays.get(`${itemId} ${textOfDay(day)}`) ?? [];
    const own = resourceId === null ? ofDay : ofDay.filter(({ user_id }) => user_id === userOf.get(resourceId));
    if (!own.length) return null;
    const hours = Math.round(own.reduce((sum, one) => sum + one.hours, 0) * 100) / 100;
    return { day: textOfDay(day), hours, people: own.map(({ name }) => name).join(', ') };
  };
}
