import { api, type TimesheetLine } from '@gantry/contract';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { createTeam } from '../../../testing/team.ts';
import { createWorld, type Person, type World } from '../../../testing/world.ts';
import { readOwnLines } from './timesheets.reading.service.ts';

let world: World;
let anna: Person;
let boris: Person;
let clara: Person;
let vera: Person;
let guest: Person;
let stranger: Person;
let schedule: number;
let version: number;
let work: number;

beforeAll(async () => {
  world = await createWorld();
  ({ anna, boris, vera, guest, stranger, schedule } = await createTeam(world));
  clara = await world.person('clara');
  await world.join(clara, anna, 'executor');
});
afterAll(() => world.close());
beforeEach(async () => {
  await world.sql('delete from timesheet');
  version = await anna.version(schedule);
  // Boris does the work, Clara answers for it.
  work = await anna.item(version, { name: 'Pour walls', code: `W${version}`, duration_minutes: 4800 });
  await world.sql('update wbs_item set executor_id = $3, curator_id = $4 where version_id = $1 and id = $2', [
    version,
    work,
    boris.id,
    clara.id,
  ]);
  await settings('one');
});

const settings = (timesheet_approval: 'none' | 'one' | 'two', approve_own = false) =>
  anna.ok(api.dayValues.saveScheduleSettings, { params: { id: schedule }, body: { timesheet_approval, approve_own } });
const DAY = '2025-03-04';
const line = (more: object = {}) => ({ item_id: work, day: DAY, minutes: 480, ...more });
const write = (person: Person, lines: object[], submit = false) =>
  person.ok(api.timesheets.create, { params: { id: version }, body: { lines, submit } as never });
const refusal = async (person: Person, more: object) => (await write(person, [line(more)])).refused.map(({ code }) => code);
const lines = async (person: Person): Promise<TimesheetLine[]> =>
  (await person.ok(api.timesheets.list, { params: { id: version }, query: { from: '2025-03-01', to: '2025-03-31' } })).lines;
const decide = (person: Person, id: number, body: object) =>
  person.call(api.timesheets.approve, { params: { id: version, timesheetId: id }, body: body as never });
const labour = async () => {
  const { series } = await anna.ok(api.dayValues.read, { params: { id: version, wbsId: work } });
  return series.filter(({ measure, mode }) => measure === 'labour' && mode === 'fact').flatMap(({ values }) => values);
};
const kinds = async (person: Person) => (await person.ok(api.notices.list)).notices.map(({ kind }) => kind);

describe('hours', () => {
  test('are written down, submitted, approved by the curator, and become labour of the work; an undo makes them await approval again', async () => {
    const { ids } = await write(boris, [line({ note: 'Formwork' })]);
    expect((await lines(boris))[0]).toMatchObject({ id: ids[0], status: 'draft', minutes: 480, acts: ['change', 'submit', 'remove'] });
    expect((await lines(vera))[0].acts).toEqual([]);
    // Written again it is the same line.
    expect((await write(boris, [line({ minutes: 420, overtime: 60 })], true)).ids).toEqual(ids);
    expect((await lines(clara))[0]).toMatchObject({ status: 'submitted', minutes: 420, overtime: 60, acts: ['approve', 'decline'] });
    expect(await kinds(clara)).toContain('timesheet_submitted');
    expect(await labour()).toEqual([]);

    expect((await decide(clara, ids[0], { result: 'APPROVED' })).body).toMatchObject({ done: ids, refused: [] });
    expect(await labour()).toEqual([{ from: DAY, value: 8 }]);
    expect((await lines(clara))[0]).toMatchObject({ status: 'approved', approvals: 1, acts: ['decline'] });
    expect(await refusal(boris, {})).toEqual(['timesheet.not_open']);

    await clara.ok(api.edits.undo, { params: { id: version } });
    expect(await labour()).toEqual([]);
    expect((await lines(clara))[0].status).toBe('submitted');
    await clara.ok(api.edits.redo, { params: { id: version } });
    expect(await labour()).toEqual([{ from: DAY, value: 8 }]);
    expect((await lines(clara))[0].status).toBe('approved');
    // What was declined since is not approved by an undo or a redo in between.
    await clara.ok(api.edits.undo, { params: { id: version } });
    await decide(clara, ids[0], { result: 'DECLINED', reason: 'Other work' });
    expect((await clara.refused(api.edits.redo, { params: { id: version } })).code).toBe('timesheet.changed_since');
  });

  test('are declined with a reason alone, and heard of; declined once approved they are no facts any more', async () => {
    const { ids } = await write(boris, [line()], true);
    expect((await decide(clara, ids[0], { result: 'DECLINED' })).body).toMatchObject({ errors: [{ code: 'timesheet.no_reason' }] });
    await decide(clara, ids[0], { result: 'APPROVED' });
    await decide(clara, ids[0], { result: 'DECLINED', reason: 'He was on leave' });
    expect(await labour()).toEqual([]);
    await clara.ok(api.edits.undo, { params: { id: version } });
    expect([await labour(), (await lines(clara))[0].status]).toEqual([[{ from: DAY, value: 8 }], 'approved']);
    await clara.ok(api.edits.redo, { params: { id: version } });
    expect([await labour(), (await lines(clara))[0].status]).toEqual([[], 'declined']);
    expect((await lines(boris))[0]).toMatchObject({ status: 'declined', reason: 'He was on leave', acts: ['change', 'submit', 'remove'] });
    expect(await kinds(boris)).toContain('timesheet_declined');
    await boris.ok(api.timesheets.remove, { params: { id: version, timesheetId: ids[0] } });
    expect(await lines(boris)).toEqual([]);
  });

  test('win over what was typed: it gives way, nobody types over approved hours, and an undo brings it back', async () => {
    const type = (value: number, day = DAY) => ({
      params: { id: version },
      body: {
        cells: [{ item_id: work, measure: 'labour' as const, mode: 'fact' as const, first_day: day, values: [value, 3] }],
        skip_refused: true,
      },
    });
    await anna.ok(api.dayValues.setDays, type(11));
    const { ids } = await write(boris, [line()], true);
    const { body } = await decide(clara, ids[0], { result: 'APPROVED' });
    expect(body).toMatchObject({ given_way: [{ item_id: work, name: 'Pour walls', day: DAY, hours: 11 }] });
    const next = { from: '2025-03-05', value: 3 };
    expect(await labour()).toEqual([{ from: DAY, value: 8 }, next]);
    const held = { item_id: work, day: DAY, user_id: boris.id, name: 'boris Tester', hours: 8 };
    const query = { from: DAY, to: '2025-03-06', measure: 'labour' as const };
    expect((await vera.ok(api.dayValues.grid, { params: { id: version }, query })).held).toEqual([held]);
    expect((await vera.ok(api.dayValues.grid, { params: { id: version }, query: { ...query, measure: 'volume' } })).held).toEqual([]);
    expect((await vera.ok(api.dayValues.read, { params: { id: version, wbsId: work } })).held).toEqual([held]);
    expect((await anna.ok(api.dayValues.setDays, type(12))).refused).toEqual([
      { item_id: work, day: DAY, code: 'values.of_timesheets', parameters: { day: DAY, hours: 8, people: 'boris Tester' } },
    ]);
    const values = [{ day: DAY, value: 12 }];
    const one = { params: { id: version, wbsId: work }, body: { measure: 'labour' as const, mode: 'fact' as const, values } };
    expect(await anna.refused(api.dayValues.write, one)).toMatchObject({ status: 409, code: 'values.of_timesheets' });
    const report = {
      id: crypto.randomUUID(),
      schedule_id: schedule,
      row_id: work,
      day: DAY,
      measure: 'labour' as const,
      amount: 9,
      base: 8,
    };
    const { verdicts } = await boris.ok(api.dayEntries.report, { body: { entries: [report] } });
    expect(verdicts).toMatchObject([{ state: 'refused', code: 'entry.of_timesheets' }]);
    expect(await labour()).toEqual([{ from: DAY, value: 8 }, next]);
    // Another person of the same work adds to them, and what is declined goes alone.
    await world.sql('update wbs_item set executor_id = $2 where version_id = $1', [version, anna.id]);
    const { ids: ofAnna } = await write(anna, [line({ minutes: 240 })], true);
    expect((await decide(clara, ofAnna[0], { result: 'APPROVED' })).body).toMatchObject({ given_way: [] });
    expect(await labour()).toEqual([{ from: DAY, value: 12 }, next]);
    await decide(clara, ids[0], { result: 'DECLINED', reason: 'On leave' });
    expect(await labour()).toEqual([{ from: DAY, value: 4 }, next]);
    for (let back = 0; back < 3; back += 1) await clara.ok(api.edits.undo, { params: { id: version } });
    expect(await labour()).toEqual([{ from: DAY, value: 11 }, next]);
  });

  test('become facts at once where nobody approves, and take two people where two do', async () => {
    await settings('none');
    await write(boris, [line()], true);
    expect(await labour()).toEqual([{ from: DAY, value: 8 }]);
    await settings('two');
    const { ids } = await write(boris, [line({ day: '2025-03-05' })], true);
    await decide(clara, ids[0], { result: 'APPROVED' });
    expect((await lines(clara))[1]).toMatchObject({ status: 'submitted', approvals: 1, acts: [] });
    expect((await lines(anna))[1].acts).toEqual(['withdraw', 'approve', 'decline']);
    expect(await labour()).toHaveLength(1);
    expect((await decide(anna, ids[0], { result: 'APPROVED' })).body).toMatchObject({ done: ids });
    expect(await labour()).toHaveLength(2);
  });

  test('of who somebody manages by a resource are written down and approved second by that person', async () => {
    await settings('two');
    const dora = await world.person('dora');
    await world.join(dora, anna, 'executor');
    await world.sql(
      `insert into resource (space_id, version_id, id, code, name, kind, unit) values ($1, $2, 9001, 'M', 'Mason', 'labour', 'h')`,
      [anna.spaceId, version],
    );
    await world.sql(
      `insert into assignment (space_id, version_id, id, item_id, resource_id, planned_units, actual_units, remaining_units, planned_cost, actual_cost,
         remaining_cost, lag_minutes, driving) values ($1, $2, 9002, $3, 9001, 8, 0, 8, 0, 0, 0, 0, false)`,
      [anna.spaceId, version, work],
    );
    await world.sql('update version set last_id = greatest(last_id, 20000) where id = $1', [version]);
    expect(await refusal(dora, { user_id: boris.id })).toEqual(['timesheet.not_yours']);
    const manage = (person: Person, people: object) =>
      person.call(api.resources.savePerson, { params: { id: version, resourceId: 9001 }, body: people });
    expect((await manage(dora, { manager_id: dora.id })).status).toBe(403);
    expect((await manage(anna, { manager_id: 999_999 })).body).toMatchObject({ errors: [{ code: 'wbs.unknown_person' }] });
    await manage(anna, { user_id: boris.id });
    await manage(anna, { manager_id: dora.id });
    // What is left out stays.
    const { resources } = await anna.ok(api.resources.list, { params: { id: version } });
    expect(resources).toMatchObject([{ user_id: boris.id, manager_id: dora.id }]);
    const { ids } = await write(dora, [line({ user_id: boris.id })], true);
    expect(await refusal(dora, { user_id: clara.id })).toEqual(['timesheet.not_yours']);
    // The curator is first.
    expect((await decide(dora, ids[0], { result: 'APPROVED' })).body).toMatchObject({ errors: [{ code: 'timesheet.own' }] });
    const { ids: own } = await write(boris, [line({ day: '2025-03-05' })], true);
    expect((await decide(dora, own[0], { result: 'APPROVED' })).body).toMatchObject({ errors: [{ code: 'timesheet.not_the_approver' }] });
    await decide(clara, own[0], { result: 'APPROVED' });
    expect((await lines(dora))[1].acts).toContain('approve');
    expect((await decide(dora, own[0], { result: 'APPROVED' })).body).toMatchObject({ done: own });
    expect(await labour()).toEqual([{ from: '2025-03-05', value: 8 }]);
    // Without the resource naming them they write for nobody else.
    await manage(anna, { manager_id: null });
    expect(await refusal(dora, { user_id: boris.id, day: '2025-03-06' })).toEqual(['timesheet.not_yours']);
  });

  test('nobody approves their own, unless the schedule says so; nobody approves works of another curator', async () => {
    const { ids: ofAnna } = await write(anna, [line({ user_id: anna.id })], true);
    await world.sql('update wbs_item set curator_id = $2 where version_id = $1', [version, anna.id]);
    expect((await decide(anna, ofAnna[0], { result: 'APPROVED' })).body).toMatchObject({ errors: [{ code: 'timesheet.own' }] });
    // Nor hours of another that they wrote themselves.
    const { ids: forBoris } = await write(anna, [line({ user_id: boris.id, day: '2025-03-05' })], true);
    expect((await decide(anna, forBoris[0], { result: 'APPROVED' })).body).toMatchObject({ errors: [{ code: 'timesheet.own' }] });
    expect((await decide(clara, forBoris[0], { result: 'APPROVED' })).body).toMatchObject({
      errors: [{ code: 'timesheet.not_the_approver' }],
    });
    await settings('one', true);
    const all = await decide(anna, ofAnna[0], { result: 'APPROVED', ids: [forBoris[0], 999_999] });
    expect(all.body).toMatchObject({ done: [ofAnna[0], forBoris[0]], refused: [{ id: 999_999, code: 'timesheet.not_found' }] });
    expect(await labour()).toEqual([
      { from: DAY, value: 8 },
      { from: '2025-03-05', value: 8 },
    ]);
  });

  test('that cannot be are refused line by line, and the rest is taken', async () => {
    const summary = await anna.item(version, { name: 'Phase' });
    const below = await anna.item(version, { name: 'Below' }, summary);
    expect(await refusal(boris, { item_id: 999_999 })).toEqual(['timesheet.row_not_found']);
    expect(await refusal(anna, { item_id: summary })).toEqual(['timesheet.of_a_summary']);
    expect(await refusal(boris, { item_id: below })).toEqual(['report.not_yours']);
    expect(await refusal(boris, { user_id: clara.id })).toEqual(['timesheet.not_yours']);
    expect(await refusal(anna, { user_id: vera.id })).toEqual(['timesheet.stranger']);
    expect(await refusal(anna, { user_id: stranger.id })).toEqual(['timesheet.stranger']);
    expect(await refusal(boris, { day: '2099-01-01' })).toEqual(['timesheet.future']);
    expect(await refusal(boris, { day: '1999-12-31' })).toEqual(['values.day_out_of_range']);
    const gate = await anna.item(version, { name: 'Gate', type: 'milestone_finish', duration_minutes: 0 });
    expect((await write(anna, [line({ item_id: gate })])).refused).toEqual([
      { index: 0, code: 'values.of_a_milestone', parameters: { name: 'Gate' } },
    ]);
    const done = await write(boris, [line({ minutes: 900 }), line({ item_id: below }), line({ day: '2025-03-05' })]);
    expect(done).toMatchObject({
      refused: [{ index: 1, code: 'report.not_yours', parameters: { name: 'Below' } }],
      long: [{ user_id: boris.id, day: DAY, minutes: 900 }],
    });
    expect(done.ids).toHaveLength(2);
    // A day has 24 hours over all schedules.
    expect(await refusal(boris, { minutes: 1440, overtime: 1 })).toEqual(['timesheet.too_much']);
    const second = await anna.version();
    const elsewhere = await anna.item(second, { name: 'Other' });
    const lineThere = { item_id: elsewhere, user_id: boris.id, day: DAY, minutes: 600 };
    expect((await anna.ok(api.timesheets.create, { params: { id: second }, body: { lines: [lineThere] } })).refused).toEqual([
      { index: 0, code: 'timesheet.too_much', parameters: { day: DAY, hours: '25' } },
    ]);
    // Of 0 it goes.
    await write(boris, [line({ minutes: 0 })]);
    expect((await lines(boris)).map(({ day }) => day)).toEqual(['2025-03-05']);
    // In a version that does not count there are no hours.
    await anna.version(schedule);
    expect(await boris.refused(api.timesheets.create, { params: { id: version }, body: { lines: [line()] } })).toMatchObject({
      code: 'timesheet.not_counted',
    });
  });

  test('of a closed day are not written down, unless they count on the first open one', async () => {
    const period = (late_facts: 'refuse' | 'first_open_day', fact: number | null = 0) =>
      anna.ok(api.dayValues.saveScheduleSettings, { params: { id: schedule }, body: { editing_period_days: { fact }, late_facts } });
    const { ids } = await write(boris, [line()]);
    await period('refuse');
    expect(await refusal(boris, { day: '2025-03-05' })).toEqual(['values.period_closed']);
    const params = { id: version, timesheetId: ids[0] };
    expect((await boris.refused(api.timesheets.update, { params, body: { submit: true } })).code).toBe('values.period_closed');
    // What was written before the day was closed may go.
    expect(await refusal(boris, { minutes: 0 })).toEqual([]);
    expect(await lines(boris)).toEqual([]);
    await period('first_open_day');
    expect(await refusal(boris, { day: '2025-03-05' })).toEqual([]);
    await period('refuse', null);
  });

  test('are for who reads the plan, and written by who reports', async () => {
    const { ids } = await write(boris, [line()]);
    const params = { id: version, timesheetId: ids[0] };
    expect((await vera.refused(api.timesheets.create, { params: { id: version }, body: { lines: [line()] } })).status).toBe(403);
    expect((await clara.refused(api.timesheets.update, { params, body: { minutes: 60 } })).code).toBe('timesheet.not_yours');
    expect((await clara.refused(api.timesheets.remove, { params })).code).toBe('timesheet.not_yours');
    for (const person of [guest, stranger])
      expect(
        (await person.call(api.timesheets.list, { params: { id: version }, query: { from: DAY, to: DAY } })).status,
      ).toBeGreaterThanOrEqual(403);
    expect((await boris.ok(api.timesheets.update, { params, body: { submit: true } })).line.status).toBe('submitted');
    expect((await boris.ok(api.timesheets.update, { params, body: { submit: false } })).line.status).toBe('draft');
    expect(
      await boris.refused(api.timesheets.list, { params: { id: version }, query: { from: '2025-01-01', to: '2026-01-01' } }),
    ).toMatchObject({ code: 'timesheet.wrong_period' });
    const own = await boris.ok(api.timesheets.own, { query: { from: DAY, to: DAY } });
    expect(own.works.map(({ row_id, version_id }) => [row_id, version_id])).toEqual([[work, version]]);
    expect(own.lines).toMatchObject([{ id: ids[0], row_id: work, acts: ['change', 'submit', 'remove'] }]);
    // Works are those nearest to the days, and those of the lines.
    const near = await anna.item(version, { name: 'Near' });
    await world.sql(
      `update wbs_item set executor_id = $2, status = 'in_progress', start = $3, finish = $3 where version_id = $1 and id = $4`,
      [version, boris.id, `${DAY}T09:00`, near],
    );
    await world.sql(`update wbs_item set start = '2020-01-01T09:00', finish = '2020-01-02T09:00' where version_id = $1 and id = $2`, [
      version,
      work,
    ]);
    const context = await world.app.contextOf({ userId: boris.id, actorId: boris.id, spaceId: anna.spaceId, needs: [] });
    const few = await readOwnLines(context, { from: DAY, to: DAY }, 1);
    expect([few.works.map(({ row_id }) => row_id).sort(), few.more]).toEqual([[work, near].sort(), true]);
    expect((await readOwnLines(context, { from: DAY, to: DAY })).more).toBe(false);
    expect((await stranger.ok(api.timesheets.own, { query: { from: DAY, to: DAY } })).lines).toEqual([]);
  });
});

test('people of a schedule: what they should have worked, what they wrote down, which days miss', async () => {
  const shift = { start: 540, finish: 1020 };
  const week = JSON.stringify([[shift], [shift], [shift], [shift], [shift], [], []]);
  await world.sql('update calendar set week = $2 where version_id = $1', [version, week]);
  await write(boris, [line(), line({ day: '2025-03-05', minutes: 240 })], true);
  await decide(clara, (await lines(boris))[0].id, { result: 'APPROVED' });
  const query = { from: '2025-03-03', to: '2025-03-09' };
  const { people } = await anna.ok(api.timesheets.users, { params: { id: version }, query });
  expect(people).toEqual([
    {
      user_id: boris.id,
      name: 'boris Tester',
      expected: 5 * 480,
      reported: 720,
      approved: 480,
      elsewhere: 0,
      missing: ['2025-03-03', '2025-03-06', '2025-03-07'],
    },
  ]);
});

test('approved hours are those of the resource that stands for the person, with its cost (G7)', async () => {
  const put = async (id: number, resource: object, planned: number, price: number, more: object = {}) => {
    const r = { kind: 'labour', unit: 'h', ...resource } as Record<string, unknown>;
    await world.sql(
      `insert into resource (space_id, version_id, id, code, name, kind, unit, price_per_unit) values ($1, $2, $3, '', 'R', $4, $5, $6)`,
      [anna.spaceId, version, id, r['kind'], r['unit'], price],
    );
    await world.sql(
      `insert into assignment (space_id, version_id, id, item_id, resource_id, planned_units, actual_units, remaining_units, planned_cost, actual_cost,
         remaining_cost, lag_minutes, driving, extra) values ($1, $2, $3, $4, $5, $6, 0, $6, $7, 0, $7, 0, false, $8)`,
      [anna.spaceId, version, id + 1000, work, id, planned, planned * price, JSON.stringify(more)],
    );
  };
  await put(9001, { kind: 'material', unit: 'm3' }, 1000, 0, { carriesVolume: true });
  await put(9002, {}, 400, 25);
  await world.sql('update version set last_id = greatest(last_id, 20000) where id = $1', [version]);
  await anna.ok(api.resources.savePerson, { params: { id: version, resourceId: 9002 }, body: { user_id: boris.id } });
  expect(
    await anna.refused(api.resources.savePerson, { params: { id: version, resourceId: 9002 }, body: { user_id: 999_999 } }),
  ).toMatchObject({
    code: 'wbs.unknown_person',
  });
  const volume = (value: number) => ({ measure: 'volume' as const, mode: 'fact' as const, values: [{ day: '2025-03-03', value }] });
  await anna.ok(api.dayValues.write, { params: { id: version, wbsId: work }, body: volume(400) });
  const days = Array.from({ length: 18 }, (_, at) => `2025-03-${String(at + 3).padStart(2, '0')}`);
  const { ids } = await write(
    boris,
    days.map((day) => line({ day, minutes: 600 })),
    true,
  );
  await decide(clara, ids[0], { result: 'APPROVED', ids: ids.slice(1) });
  const [kept] = await world.sql('select * from assignment where version_id = $1 and resource_id = 9002', [version]);
  expect([kept['actual_units'], kept['remaining_units'], kept['actual_cost'], kept['remaining_cost']]).toEqual([180, 240, 4500, 6000]);
});
