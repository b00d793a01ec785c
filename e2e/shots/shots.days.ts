/** What a site has reported in the pictures: planned and done days, late facts, a week of hours of two people, distributed costs. */

import { api, type DayCells } from '@gantry/contract';
import { type Account, newAccount } from '../accounts.ts';
import type { Caller } from '../caller.ts';

/** The built-in role of who carries works out. */
const EXECUTOR = 4;
const DAY_MS = 86_400_000;
const dayAfter = (day: string, by: number): string => new Date(Date.parse(`${day}T00:00:00Z`) + by * DAY_MS).toISOString().slice(0, 10);
/** A number with the spread of measured ones. */
const amountAt = (row: number, day: number): number => Math.round((8 + 4 * Math.sin(row * 3 + day)) * 10) / 10;

type Place = { schedule: number; version: number; space: number; url: string };

/** Fills days and hours of the first works of a version. */
export async function fillDays(member: Caller, { schedule, version, space, url }: Place): Promise<void> {
  const params = { id: version };
  // Hours are written down in the version that counts.
  await member.call(api.versions.setActual, { params });
  const { data_date } = await member.call(api.versions.get, { params });
  const { items } = await member.call(api.wbs.list, { params, query: { limit: 200 } });
  const works = items
    .filter(({ type, duration_minutes: minutes }) => type === 'task' && Number(minutes) > 0)
    .slice(0, 24)
    .map(({ id }) => Number(id));
  const today = new Date().toISOString().slice(0, 10);
  const key = (data_date ?? today).slice(0, 10);
  const first = key < today ? key : today;
  await member.call(api.wbs.updateMany, {
    params,
    body: { items: works.map((id, at) => ({ id, volume: 100 + 20 * at, cost: 1500 + 300 * at })) },
  });
  const cell = (at: number, measure: DayCells['measure'], mode: DayCells['mode'], from: number, count: number): DayCells => ({
    item_id: works[at],
    resource_id: null,
    measure,
    mode,
    first_day: dayAfter(first, from),
    values: Array.from({ length: count }, (_, day) => amountAt(at, from + day)),
  });
  const cells = works.flatMap((_, at) => [
    cell(at, 'volume', 'plan', -10, 30),
    cell(at, 'volume', 'fact', -10, 9),
    ...(at % 3 ? [] : [cell(at, 'labour', 'fact', -10, 7)]),
  ]);
  await member.call(api.dayValues.setDays, { params, body: { cells, skip_refused: true } });
  const settings = {
    approve_own: true,
    late_facts: 'first_open_day' as const,
    editing_period_days: { fact: 4 },
    timesheet_approval: 'one' as const,
  };
  await member.call(api.dayValues.saveScheduleSettings, { params: { id: schedule }, body: settings });
  const late = works.slice(0, 6).map((_, at) => cell(at, 'volume', 'fact', -8, 2));
  await member.call(api.dayValues.setDays, {
    params,
    body: { cells: late.map((one) => ({ ...one, values: [3, 11.5] })), skip_refused: true },
  });
  await fillHours(member, { schedule, version, space, url }, works.slice(0, 10), today);
  const values = [
    { measure: 'cost' as const, mode: 'end' as const },
    {
      measure: 'labour' as const,
      mode: 'curve' as const,
      curve: Array.from({ length: 21 }, (_, at) => Math.round(50 - 50 * Math.cos((Math.PI * at) / 20))),
    },
  ];
  await member.call(api.distributions.save, { body: { eps_id: schedule, values } });
}

/** Hours of this week and the last one: drafts, submitted ones and approved ones. */
async function fillHours(member: Caller, { version, space, url }: Place, itemIds: number[], today: string): Promise<void> {
  const people: Account[] = [];
  for (const login of ['masha', 'olivier']) {
    const person = await newAccount(url, login);
    people.push(person);
    await member.call(api.spaces.invite, { params: { id: space }, body: { login, role_id: EXECUTOR } });
  }
  const params = { id: version };
  const days = Array.from({ length: 9 }, (_, at) => dayAfter(today, -at));
  const lines = itemIds.flatMap((item_id, row) =>
    days.flatMap((day, at) =>
      people.map(({ id }, who) => ({ item_id, user_id: id, day, minutes: 30 + 15 * ((row + at + who) % 3), overtime: at === 2 ? 15 : 0 })),
    ),
  );
  const { ids } = await member.call(api.timesheets.create, { params, body: { lines: lines.slice(0, 400), submit: true } });
  const [one, ...rest] = ids.filter((_, at) => at % 4 !== 1);
  await member.call(api.timesheets.approve, { params: { ...params, timesheetId: one }, body: { result: 'APPROVED', ids: rest } });
}
