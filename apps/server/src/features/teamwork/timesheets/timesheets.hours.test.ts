import { api } from '@gantry/contract';
import { BUILT_IN_ROLE_ID } from '@gantry/domain';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { statementsOf } from '../../../testing/statements.ts';
import { createTeam } from '../../../testing/team.ts';
import { createWorld, type Person, type World } from '../../../testing/world.ts';
import { heldHours } from './timesheets.facts.service.ts';
import { listExecutors, listLines } from './timesheets.repository.ts';

const DAY = '2025-03-04';
const OF_BORIS = 901;

let world: World;
let anna: Person;
let boris: Person;
let guest: Person;
let schedule: number;
let version: number;
let walls: number;
let roof: number;

beforeAll(async () => {
  world = await createWorld();
  ({ anna, boris, guest, schedule } = await createTeam(world));
});
afterAll(() => world.close());
beforeEach(async () => {
  await world.sql('delete from timesheet');
  version = await anna.version(schedule);
  walls = await anna.item(version, { name: 'Walls' });
  roof = await anna.item(version, { name: 'Roof' });
  await world.sql('update wbs_item set executor_id = $2 where version_id = $1', [version, boris.id]);
  await world.sql(
    `insert into resource (space_id, version_id, id, code, name, kind, unit, user_id) values ($1, $2, ${OF_BORIS}, 'B', 'Boris', 'labour', 'h', $3)`,
    [anna.spaceId, version, boris.id],
  );
});

const typed = (item: number, hours: number) => ({
  params: { id: version },
  body: {
    cells: [{ item_id: item, resource_id: OF_BORIS, measure: 'labour' as const, mode: 'fact' as const, first_day: DAY, values: [hours] }],
    skip_refused: false,
  },
});
const write = (item: number, hours: number, id = version) =>
  anna.ok(api.timesheets.create, {
    params: { id },
    body: { lines: [{ item_id: item, user_id: boris.id, day: DAY, minutes: hours * 60 }] },
  });
const tooMuch = (hours: string) => [{ index: 0, code: 'timesheet.too_much', parameters: { day: DAY, hours } }];

test('hours typed for the resource of a person and those of the timesheet are one day: neither side passes 24', async () => {
  await anna.ok(api.dayValues.setDays, typed(walls, 20));
  expect((await write(roof, 5)).refused).toEqual(tooMuch('25'));
  const done = await write(roof, 4);
  expect(done).toMatchObject({ refused: [], long: [{ user_id: boris.id, day: DAY, minutes: 1440 }] });
  const params = { id: version, timesheetId: done.ids[0] };
  expect(await anna.refused(api.timesheets.update, { params, body: { minutes: 300 } })).toMatchObject({
    code: 'timesheet.too_much',
    parameters: { day: DAY, hours: '25' },
  });
  expect(await anna.refused(api.dayValues.setDays, typed(walls, 21))).toMatchObject({
    code: 'values.day_too_long',
    parameters: { name: 'Boris', day: DAY, hours: 25, schedules: 'Works' },
  });
  // What the line gives up may be typed.
  await write(roof, 3);
  await anna.ok(api.dayValues.setDays, typed(walls, 21));
});

test('hours of the same work are counted once, as an approval makes typed hours of those in the timesheet', async () => {
  await anna.ok(api.dayValues.setDays, typed(walls, 20));
  expect((await write(walls, 20)).refused).toEqual([]);
  expect((await write(walls, 22)).refused).toEqual([]);
  expect((await write(roof, 3)).refused).toEqual(tooMuch('25'));
  expect((await write(roof, 2)).refused).toEqual([]);
});

test('lines of other schedules count for what is typed, and what is typed there for lines', async () => {
  const second = await anna.version();
  const elsewhere = await anna.item(second, { name: 'Other' });
  expect((await write(elsewhere, 10, second)).refused).toEqual([]);
  expect(await anna.refused(api.dayValues.setDays, typed(walls, 15))).toMatchObject({ parameters: { day: DAY, hours: 25 } });
  await anna.ok(api.dayValues.setDays, typed(walls, 14));
  expect((await write(elsewhere, 11, second)).refused).toEqual(tooMuch('25'));
});

test('hours out of the reach of the caller count too, and their schedule is not named', async () => {
  const second = await anna.version();
  const elsewhere = await anna.item(second, { name: 'Other' });
  await write(elsewhere, 10, second);
  await anna.ok(api.grants.grant, { body: { node_id: schedule, user_id: guest.id, role_id: BUILT_IN_ROLE_ID.planner } });
  expect((await guest.call(api.versions.get, { params: { id: second } })).status).toBeGreaterThanOrEqual(403);
  expect(await guest.refused(api.dayValues.setDays, typed(walls, 15))).toMatchObject({
    code: 'values.day_too_long',
    parameters: { day: DAY, hours: 25, schedules: 'Works' },
  });
  const lines = [{ item_id: walls, user_id: boris.id, day: DAY, minutes: 900 }];
  expect((await guest.ok(api.timesheets.create, { params: { id: version }, body: { lines } })).refused).toEqual(tooMuch('25'));
});

test('lines of a day from before the rule are left out of an approval with the person, the day and the sum; the others stand', async () => {
  await world.sql(
    'insert into assignment (space_id, version_id, id, item_id, resource_id, planned_units, actual_units, remaining_units, planned_cost, actual_cost, remaining_cost, lag_minutes, driving) select $1, $2, 900 + id, id, $3, 0, 0, 0, 0, 0, 0, 0, false from wbs_item where version_id = $2',
    [anna.spaceId, version, OF_BORIS],
  );
  const { ids } = await boris.ok(api.timesheets.create, {
    params: { id: version },
    body: {
      lines: [walls, roof].flatMap((item_id) => [DAY, '2025-03-05'].map((day) => ({ item_id, day, minutes: 480 }))),
      submit: true,
    },
  });
  await world.sql('update timesheet set minutes = 900 where day = $1', [DAY]);
  const decide = (result: 'APPROVED' | 'DECLINED', [id, ...more]: number[]) => ({
    params: { id: version, timesheetId: id },
    body: { result, ...(more.length && { ids: more }), ...(result === 'DECLINED' && { reason: 'More than a day has' }) },
  });
  const done = await anna.ok(api.timesheets.approve, decide('APPROVED', ids));
  const parameters = { name: 'Boris', day: DAY, hours: 30, schedules: 'Works' };
  const [ofDay, others] = [ids.filter((_, at) => at % 2 === 0), ids.filter((_, at) => at % 2 === 1)];
  expect(done).toMatchObject({ done: others, refused: ofDay.map((id) => ({ id, code: 'values.day_too_long', parameters })) });
  expect(await anna.refused(api.timesheets.approve, decide('APPROVED', ofDay))).toMatchObject({ code: 'values.day_too_long', parameters });
  // Hours that are approved already can be declined, and written smaller, though the day stays too long.
  await world.sql(`update timesheet set status = 'approved' where id = $1`, [ofDay[0]]);
  expect(await anna.ok(api.timesheets.approve, decide('DECLINED', ofDay))).toMatchObject({ done: ofDay, refused: [] });
  const update = (minutes: number) => ({ params: { id: version, timesheetId: ofDay[0] }, body: { minutes } });
  await anna.ok(api.timesheets.update, update(840));
  expect(await anna.refused(api.timesheets.update, update(850))).toMatchObject({
    code: 'timesheet.too_much',
    parameters: { hours: '29.17' },
  });
  expect((await write(walls, 13.5)).refused).toEqual([]);
  expect((await write(walls, 14)).refused).toEqual(tooMuch('29'));
  await write(walls, 9);
});

test('reports of a day from before the rule are left out of an approval too', async () => {
  await anna.ok(api.dayValues.saveScheduleSettings, { params: { id: schedule }, body: { fact_approval: 'curator' } });
  await anna.ok(api.dayValues.setDays, typed(walls, 12));
  const report = (row_id: number, amount: number) => ({
    id: crypto.randomUUID(),
    schedule_id: schedule,
    row_id,
    day: DAY,
    measure: 'labour' as const,
    amount,
    base: row_id === walls ? 12 : null,
  });
  const entries = [report(walls, 15), report(roof, 5)];
  const { verdicts } = await boris.ok(api.dayEntries.report, { body: { entries } });
  expect(verdicts.map(({ state }) => state)).toEqual(['pending', 'pending']);
  await write(roof, 10);
  const done = await anna.ok(api.dayEntries.decide, {
    params: { id: version },
    body: { ids: entries.map(({ id }) => id), result: 'APPROVED' },
  });
  expect(done).toMatchObject({
    done: [entries[1].id],
    refused: [{ id: entries[0].id, code: 'values.day_too_long', parameters: { hours: 25 } }],
  });
  await anna.ok(api.dayValues.saveScheduleSettings, { params: { id: schedule }, body: { fact_approval: 'none' } });
});

test('a report of the site that is shared out over resources makes no day too long', async () => {
  await anna.ok(api.dayValues.setDays, typed(walls, 12));
  await write(roof, 10);
  const report = (amount: number) => ({
    id: crypto.randomUUID(),
    schedule_id: schedule,
    row_id: walls,
    day: DAY,
    measure: 'labour' as const,
    amount,
    base: 12,
  });
  const send = async (amount: number) => (await boris.ok(api.dayEntries.report, { body: { entries: [report(amount)] } })).verdicts;
  expect(await send(15)).toMatchObject([{ state: 'refused', code: 'values.day_too_long', parameters: { day: DAY, hours: 25 } }]);
  expect(await send(14)).toMatchObject([{ state: 'accepted' }]);
});

test('of lines those of some people on some days are read, of executors each once', async () => {
  await write(walls, 2);
  await write(roof, 3);
  const context = await world.app.contextOf({ userId: anna.id, actorId: anna.id, spaceId: anna.spaceId, needs: [] });
  const hoursOf = (...hours: { userId: number; day: string }[]) =>
    context.read(async (db) =>
      (await listLines(db, anna.spaceId, { versionId: version, nodeId: schedule, hoursOf: hours }))
        .map(({ minutes }) => minutes)
        .toSorted(),
    );
  expect(await hoursOf({ userId: boris.id, day: DAY })).toEqual([120, 180]);
  expect(await hoursOf({ userId: boris.id, day: '2025-03-05' }, { userId: anna.id, day: DAY })).toEqual([]);
  expect(await context.read((db) => listExecutors(db, anna.spaceId, version))).toEqual([boris.id]);
  const sent = await statementsOf(() => write(walls, 4));
  expect(sent.filter((text) => /from timesheet t where/.test(text) && text.includes('t.node_id') && !text.includes('unnest'))).toEqual([]);
});

test('approved hours of some works are read alone: those with the id, and those with the code, of a work', async () => {
  await write(walls, 2);
  await write(roof, 3);
  await world.sql(`update wbs_item set code = 'W' || id where version_id = $1`, [version]);
  // A line with the id of one work and the code of another is shown at the work with the code.
  await world.sql(`update timesheet set status = 'approved', row_code = 'W' || $2::int where row_id = $1`, [roof, walls]);
  await world.sql(`update timesheet set status = 'approved', row_code = '' where row_id = $1`, [walls]);
  const context = await world.app.contextOf({ userId: anna.id, actorId: anna.id, spaceId: anna.spaceId, needs: [] });
  const key = { spaceId: anna.spaceId, versionId: version };
  const all = await context.read((db) => listLines(db, anna.spaceId, { versionId: version, nodeId: schedule }));
  expect(all.map(({ row_id }) => row_id)).toEqual([walls, walls]);
  const hoursOf = (itemIds: number[]) =>
    context.read((db) => heldHours(db, { ...key, scheduleId: schedule, itemIds, from: '2000-01-01', to: '2050-12-31' }));
  const sent = await statementsOf(async () => {
    expect((await hoursOf([walls])).map(({ item_id, hours }) => [item_id, hours]).toSorted()).toEqual([
      [walls, 2],
      [walls, 3],
    ]);
    expect(await hoursOf([roof])).toEqual([]);
  });
  const reads = sent.filter((text) => /from timesheet t where/.test(text));
  expect([reads.length, reads.every((text) => text.includes('t.row_id = any('))]).toEqual([2, true]);
});
