/**
 * Hours of a person on a day, in all schedules together: of each work the greater of those that are typed for the resource that stands for
 * the person and those in the person's timesheet. Approved hours are both, and typed ones give way to hours that are approved later.
 */

import { type Day, type DayRun, LONG_DAY_MINUTES, MOST_MINUTES_OF_A_DAY, unpackDays, valueOnDay } from '@gantry/domain';
import type { Context } from '../../../../platform/context.ts';
import { Refused } from '../../../../platform/fail.ts';
import { pastReach } from '../../../../platform/postgres/database.ts';
import { holdsAt } from '../../../access/roles/roles.access.service.ts';
import type { Draft } from '../../edits/edits.service.ts';
import { dayOfText, textOfDay } from '../day-values.rules.ts';
import { readWrittenHours } from './day-values.held.service.ts';
import { listCountedOf, listHoursOfPeople, listScheduleNames, lockPeople } from './day-values.hours.repository.ts';

const MINUTES_PER_HOUR = 60;
/** What rounding makes is no hour. */
const SLACK = 1e-6;

/** What a person has on a day; of the schedules those that the caller sees are named. */
export type HoursOfDay = { hours: number; isTooMuch: boolean; isLong: boolean; schedules: string };

export type PeopleHours = {
  /** The hours of a day; with `instead`, as they were with other hours in the timesheet of a work of this schedule. */
  on(userId: number, day: Day, instead?: { itemId: number; minutes: number }): HoursOfDay;
  /** Counts other hours in the timesheet of a work of this schedule. */
  write(userId: number, day: Day, itemId: number, minutes: number): void;
};

type OfWork = { scheduleId: number; typed: number; written: number };

/** Reads hours of people on some days inside an edit, which holds them until it ends: nobody else writes hours of theirs meanwhile. */
export async function openHours(context: Context, draft: Draft, userIds: readonly number[], days: readonly Day[]): Promise<PeopleHours> {
  const { tx, head } = draft;
  const users = [...new Set(userIds)];
  const wanted = new Set(days);
  const works = new Map<string, Map<string, OfWork>>();
  const add = (userId: number, day: Day, scheduleId: number, itemId: number, more: Partial<Omit<OfWork, 'scheduleId'>>): void => {
    const ofDay = works.get(`${userId} ${day}`) ?? new Map<string, OfWork>();
    const known = ofDay.get(`${scheduleId} ${itemId}`) ?? { scheduleId, typed: 0, written: 0 };
    ofDay.set(`${scheduleId} ${itemId}`, {
      scheduleId,
      typed: known.typed + (more.typed ?? 0),
      written: known.written + (more.written ?? 0),
    });
    works.set(`${userId} ${day}`, ofDay);
  };
  const names = new Map<number, string>();
  if (users.length && wanted.size) {
    await lockPeople(tx, context.spaceId, users);
    const window = { from: Math.min(...wanted), to: Math.max(...wanted) };
    // Hours count wherever they are.
    await pastReach(tx, async () => {
      const addTyped = (userId: number, scheduleId: number, itemId: number, run: DayRun): void => {
        for (const day of wanted) {
          const typed = valueOnDay(run, day) ?? 0;
          if (typed !== 0) add(userId, day, scheduleId, itemId, { typed });
        }
      };
      for (const row of await listHoursOfPeople(tx, context.spaceId, head.schedule_id, users, window))
        addTyped(row.user_id, row.schedule_id, row.item_id, unpackDays(row.days));
      const userOf = new Map(
        (await draft.all('resource')).flatMap(({ id, userId }) => (userId !== null && users.includes(userId) ? [[id, userId]] : [])),
      );
      for (const { measure, mode, resourceId, itemId, days: run } of await draft.rowsBy('daySeries', 'resourceId', [...userOf.keys()])) {
        const userId = userOf.get(resourceId ?? 0);
        if (measure === 'labour' && mode === 'fact' && userId !== undefined) addTyped(userId, head.schedule_id, itemId, run);
      }
      const versionsOf = async (scheduleIds: readonly number[]) =>
        new Map([...(await listCountedOf(tx, context.spaceId, scheduleIds)), [head.schedule_id, draft.key.versionId]]);
      const asked = { spaceId: context.spaceId, userIds: users, from: textOfDay(window.from), to: textOfDay(window.to), versionsOf };
      for (const { user_id, schedule_id, item_id, day, hours } of await readWrittenHours(context, tx, asked))
        if (wanted.has(dayOfText(day))) add(user_id, dayOfText(day), schedule_id, item_id, { written: hours });
    });
    const schedules = new Set([head.schedule_id]);
    for (const ofDay of works.values()) for (const { scheduleId } of ofDay.values()) schedules.add(scheduleId);
    // The caller hears of schedules within reach alone.
    for (const { id, name } of await listScheduleNames(tx, context.spaceId, [...schedules]))
      if (id === head.schedule_id || (await holdsAt(context, tx, id, 'plan.read'))) names.set(id, name);
  }
  const write: PeopleHours['write'] = (userId, day, itemId, minutes) => {
    const known = works.get(`${userId} ${day}`)?.get(`${head.schedule_id} ${itemId}`)?.written ?? 0;
    add(userId, day, head.schedule_id, itemId, { written: minutes / MINUTES_PER_HOUR - known });
  };
  const on: PeopleHours['on'] = (userId, day, instead) => {
    const all = new Map(works.get(`${userId} ${day}`));
    if (instead) {
      const place = `${head.schedule_id} ${instead.itemId}`;
      const typed = all.get(place)?.typed ?? 0;
      all.set(place, { scheduleId: head.schedule_id, typed, written: instead.minutes / MINUTES_PER_HOUR });
    }
    const counted = [...all.values()].map((of) => ({ ...of, hours: Math.max(of.typed, of.written) })).filter(({ hours }) => hours !== 0);
    const hours = counted.reduce((sum, of) => sum + of.hours, 0);
    return {
      hours: Math.round(hours * 100) / 100,
      isTooMuch: hours > MOST_MINUTES_OF_A_DAY / MINUTES_PER_HOUR + SLACK,
      isLong: hours > LONG_DAY_MINUTES / MINUTES_PER_HOUR + SLACK,
      schedules: [...names].flatMap(([id, own]) => (counted.some(({ scheduleId }) => scheduleId === id) ? [own] : [])).join(', '),
    };
  };
  return { on, write };
}

/** Who would have worked too long on a day, and in which schedules as far as the caller sees them. */
export type NamedDay = { name: string; day: string; hours: number; schedules: string };
/** With the works whose hours of the day a draft has raised. */
export type LongDay = { userId: number; itemIds: ReadonlySet<number>; named: NamedDay };

/** Works on which a draft has raised hours of resources, by the resource and the day. */
export type RaisedHours = Map<number, Map<Day, Set<number>>>;

/** Notes hours of a resource on a work that a draft has raised; less than before is always taken. */
export function noteRaised(
  raised: RaisedHours,
  { resourceId, itemId, before }: { resourceId: number; itemId: number; before: DayRun | null },
  changes: ReadonlyMap<Day, number | null>,
): void {
  const days = raised.get(resourceId) ?? new Map<Day, Set<number>>();
  for (const [day, value] of changes)
    if ((value ?? 0) > (valueOnDay(before, day) ?? 0)) days.set(day, (days.get(day) ?? new Set()).add(itemId));
  if (days.size) raised.set(resourceId, days);
}

/**
 * Of days of resources whose hours a draft has raised, those on which a person has more than a day has in all schedules together, and those
 * that are taken and worth a second look.
 */
export async function longDays(
  context: Context,
  draft: Draft,
  raised: Readonly<RaisedHours>,
): Promise<{ overlong: LongDay[]; long: LongDay[] }> {
  const people = (await draft.rows('resource', [...raised.keys()])).flatMap(({ id, name, userId }) =>
    userId === null ? [] : [...(raised.get(id) ?? [])].map(([day, itemIds]) => ({ name, userId, day, itemIds })),
  );
  const hoursOf = await openHours(
    context,
    draft,
    people.map(({ userId }) => userId),
    people.map(({ day }) => day),
  );
  const found = people.map(({ name, userId, day, itemIds }) => {
    const { hours, schedules, isTooMuch, isLong } = hoursOf.on(userId, day);
    return { isTooMuch, isLong, of: { userId, itemIds, named: { name, day: textOfDay(day), hours, schedules } } };
  });
  return {
    overlong: found.flatMap(({ isTooMuch, of }) => (isTooMuch ? [of] : [])),
    long: found.flatMap(({ isTooMuch, isLong, of }) => (isLong && !isTooMuch ? [of] : [])),
  };
}

/** The refusal of an edit that makes days longer than 24 hours. A caller that can leave these hours out repeats the edit without them. */
export class DaysTooLong extends Refused {
  readonly days: readonly LongDay[];
  constructor(days: readonly LongDay[]) {
    super('values.day_too_long', days[0]?.named);
    this.days = days;
  }
}

/** Runs an edit again and again without what makes days too long; `withhold` takes it out, and answers whether there was any. */
export async function withoutLongDays<T>(run: () => Promise<T>, withhold: (days: readonly LongDay[]) => boolean): Promise<T> {
  for (;;)
    try {
      return await run();
    } catch (error) {
      if (!(error instanceof DaysTooLong) || !withhold(error.days)) throw error;
    }
}
