import { api, type DayCells } from '@gantry/contract';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { statementsOf } from '../../../testing/statements.ts';
import { createWorld, type Person, type World } from '../../../testing/world.ts';

let world: World;
let anna: Person;
let schedule: number;
let version: number;
let a: number;
let b: number;

beforeAll(async () => {
  world = await createWorld();
  anna = await world.person('anna');
  await anna.space();
});
afterAll(() => world.close());
beforeEach(async () => {
  schedule = await anna.schedule();
  version = await anna.version(schedule);
  a = await anna.item(version, { name: 'A', start: '2025-03-03T09:00', duration_minutes: 12 * 480 });
  b = await anna.item(version, { name: 'B' });
  await world.sql(`update version set data_date = '2025-03-10T09:00', last_id = 2000 where id = $1`, [version]);
});

const at = () => ({ params: { id: version } });
const cell = (item_id: number, first_day: string, values: DayCells['values'], more: Partial<DayCells> = {}) => ({
  item_id,
  measure: 'volume' as const,
  mode: 'plan' as const,
  first_day: `2025-03-${first_day}`,
  values,
  ...more,
});
const set = (cells: object[], skip_refused = false, who = anna) =>
  who.ok(api.dayValues.setDays, { ...at(), body: { cells: cells as DayCells[], skip_refused } });
const refusedSet = (cells: object[], who = anna) => who.refused(api.dayValues.setDays, { ...at(), body: { cells: cells as DayCells[] } });
const grid = (query: object = {}) => anna.ok(api.dayValues.grid, { ...at(), query: { from: '2025-03-10', to: '2025-03-12', ...query } });

/** A material of 1000 m³ that carries the volume of A. */
async function carrier(): Promise<void> {
  await world.sql(
    `insert into resource (space_id, version_id, id, code, name, kind, unit) values ($1, $2, 901, 'M', 'Concrete', 'material', 'm3')`,
    [anna.spaceId, version],
  );
  await world.sql(
    `insert into assignment (space_id, version_id, id, item_id, resource_id, planned_units, actual_units, remaining_units,
       planned_cost, actual_cost, remaining_cost, lag_minutes, driving) values ($1, $2, 1000, $3, 901, 1000, 0, 1000, 0, 0, 0, 0, false)`,
    [anna.spaceId, version, a],
  );
}

test('the grid says what is late and what has no day yet (G10)', async () => {
  await carrier();
  await set([
    cell(a, '04', [100, 100, 100, 100, null, null, 150, 150, 150, null, 150]),
    cell(a, '03', [60, 60, 60, 60, 60], { mode: 'fact' }),
  ]);
  const { key_day, total, rows } = await grid();
  expect([key_day, total, rows.map(({ item_id }) => item_id)]).toEqual(['2025-03-10', 2, [a, b]]);
  const query = { from: '2025-03-10', to: '2025-03-12' };
  const one = await anna.ok(api.dayValues.gridOfRow, { params: { id: version, wbsId: a }, query });
  expect([one.total, one.rows]).toEqual([1, rows.slice(0, 1)]);
  const gone = await anna.refused(api.dayValues.gridOfRow, { params: { id: version, wbsId: 999 }, query });
  expect(gone).toMatchObject({ status: 404, code: 'wbs.not_found' });
  expect(rows[0]).toMatchObject({
    plan: [150, 150, 150],
    fact: [null, null, null],
    approved: [null, null, null],
    total: 1000,
    planned: 1000,
    done: 300,
    deviation: 100,
    undistributed: 100,
  });
  expect(rows[1]).toMatchObject({ plan: [null, null, null], total: null, undistributed: null, deviation: 0 });
  expect((await grid({ offset: 1, limit: 1 })).rows).toMatchObject([{ item_id: b }]);
});

test('the order of works is read again where an edit has touched it, and stays through all others', async () => {
  let ids: number[] = [];
  const read = async () => {
    const statements = await statementsOf(async () => {
      ids = (await grid()).rows.map(({ item_id }) => item_id);
    });
    return statements.filter((text) => /select id, parent_id as "parentId", position, type from wbs_item/.test(text)).length;
  };
  expect([await read(), await read(), ids]).toEqual([1, 0, [a, b]]);
  await set([cell(a, '04', [100])]);
  await anna.ok(api.wbs.update, { params: { id: version, wbsId: b }, body: { name: 'B, renamed' } });
  await anna.ok(api.timetable.calculateNow, at());
  expect([await read(), ids]).toEqual([0, [a, b]]);
  await anna.ok(api.wbs.up, { params: { id: version, wbsId: b } });
  expect([await read(), ids]).toEqual([1, [b, a]]);
  const c = await anna.item(version, { name: 'C' });
  await anna.ok(api.wbs.update, { params: { id: version, wbsId: c }, body: { name: 'C, renamed' } });
  expect([await read(), ids]).toEqual([1, [b, a, c]]);
  await anna.ok(api.edits.undo, { params: { id: version } });
  expect([await read(), ids]).toEqual([0, [b, a, c]]);
  await anna.ok(api.edits.undo, { params: { id: version } });
  expect([await read(), ids]).toEqual([1, [b, a]]);
});

test('many rows are one edit that one undo takes back; keep leaves a day, null takes it away', async () => {
  const { revision } = await set([cell(a, '10', [1, 2, 3]), cell(b, '10', [4])]);
  const next = await set([cell(a, '10', ['keep', null, 5]), cell(b, '11', [6])]);
  expect([next.revision, next.written]).toEqual([revision + 1, 3]);
  expect((await grid()).rows.map(({ plan }) => plan)).toEqual([
    [1, null, 5],
    [4, 6, null],
  ]);
  await anna.ok(api.edits.undo, at());
  expect((await grid()).rows.map(({ plan }) => plan)).toEqual([
    [1, 2, 3],
    [4, null, null],
  ]);
});

test('a sum that is written where resources have values is shared out in their proportion', async () => {
  for (const [id, name] of [
    [902, 'Welder'],
    [903, 'Fitter'],
  ] as const)
    await world.sql(`insert into resource (space_id, version_id, id, code, name, kind, unit) values ($1, $2, $3, $4, $4, 'labour', 'h')`, [
      anna.spaceId,
      version,
      id,
      name,
    ]);
  const labour = (values: DayCells['values'], resource_id: number | null) => cell(a, '10', values, { measure: 'labour', resource_id });
  await set([labour([6, 6], 902), labour([2, 1], 903)]);
  const seen = async () => (await grid({ measure: 'labour' })).rows[0].plan;
  const parts = async () =>
    (await anna.ok(api.dayValues.read, { params: { id: version, wbsId: a }, query: { period: 'day' } })).series
      .map(({ resource_id, values }): [number | null, number[]] => [resource_id, values.map(({ value }) => value)])
      .toSorted(([one], [other]) => (one ?? 0) - (other ?? 0));
  await set([labour([10, 1, 4], null)]);
  expect(await seen()).toEqual([10, 1, 4]);
  expect(await parts()).toEqual([
    [null, [4]],
    [902, [7.5, 0.857143]],
    [903, [2.5, 0.142857]],
  ]);
  await set([labour([null, 'keep', 5], null)]);
  expect(await seen()).toEqual([null, 1, 5]);
  await anna.ok(api.edits.undo, at());
  await anna.ok(api.edits.undo, at());
  const before = [
    [902, [6, 6]],
    [903, [2, 1]],
  ];
  expect(await parts()).toEqual(before);
  // A single row goes by the same rule; what replaces its days replaces those of its resources.
  const put = (day: string, value: number, replace = false) => {
    const body = { measure: 'labour' as const, mode: 'plan' as const, values: [{ day: `2025-03-${day}`, value }], replace };
    return anna.ok(api.dayValues.write, { params: { id: version, wbsId: a }, body });
  };
  await put('10', 4);
  expect(await parts()).toEqual([
    [902, [3, 6]],
    [903, [1, 1]],
  ]);
  await put('11', 14, true);
  expect(await parts()).toEqual([
    [902, [12]],
    [903, [2]],
  ]);
  for (const _step of [1, 2]) await anna.ok(api.edits.undo, at());
  expect(await parts()).toEqual(before);
});

test('two cells of one series add up, and facts move the progress in the same edit', async () => {
  await carrier();
  await set([cell(a, '06', [200], { mode: 'fact' }), cell(a, '07', [200], { mode: 'fact' })]);
  const [row] = (await anna.ok(api.wbs.list, at())).items;
  expect(row).toMatchObject({ progress: 0.4, status: 'in_progress' });
  await anna.ok(api.edits.undo, at());
  expect((await anna.ok(api.wbs.list, at())).items[0]).toMatchObject({ progress: 0, status: 'not_started' });
});

test('refused cells are named with their day, or refuse all', async () => {
  await anna.ok(api.dayValues.saveScheduleSettings, { params: { id: schedule }, body: { editing_period_days: { plan: 1 } } });
  const cells = [cell(a, '07', [1, 2, 3, -4, 5, 2e12]), cell(99_999, '10', [1]), cell(b, '10', [1], { resource_id: 77 })];
  expect(await refusedSet(cells)).toMatchObject({ status: 409, code: 'values.period_closed' });
  const { refused, written } = await set(cells, true);
  expect(written).toBe(2);
  expect(refused).toEqual([
    { item_id: a, day: '2025-03-07', code: 'values.period_closed', parameters: { day: '2025-03-07', from: '2025-03-09' } },
    { item_id: a, day: '2025-03-08', code: 'values.period_closed', parameters: { day: '2025-03-08', from: '2025-03-09' } },
    { item_id: a, day: '2025-03-10', code: 'values.negative' },
    { item_id: a, day: '2025-03-12', code: 'values.too_large' },
    { item_id: 99_999, day: null, code: 'wbs.not_found', parameters: { id: 99_999 } },
    { item_id: b, day: null, code: 'values.unknown_resource', parameters: { id: 77 } },
  ]);
});

test('a locked version takes no days, not even some of them', async () => {
  await anna.ok(api.versions.setLocked, { ...at(), body: { locked: true } });
  for (const skip of [true, false])
    expect(await anna.refused(api.dayValues.setDays, { ...at(), body: { cells: [cell(a, '10', [5])], skip_refused: skip } })).toMatchObject(
      {
        status: 409,
        code: 'version.locked',
      },
    );
  expect((await grid()).rows.every(({ plan }) => plan.every((value) => value === null))).toBe(true);
});

test('an executor reports on own rows alone; who only reads writes nothing (fault F9)', async () => {
  const foreman = await world.person('foreman');
  await world.join(foreman, anna, 'executor');
  const own = await anna.item(version, { name: 'Own', executor_id: foreman.id });
  const cells = [cell(own, '10', [5], { mode: 'fact' }), cell(b, '10', [5], { mode: 'fact' }), cell(own, '10', [5])];
  const { refused, written } = await set(cells, true, foreman);
  expect(written).toBe(1);
  expect(refused).toEqual([
    { item_id: b, day: null, code: 'report.not_yours', parameters: { name: 'B' } },
    { item_id: own, day: null, code: 'auth.forbidden', parameters: { right: 'plan.edit' } },
  ]);
  expect(await foreman.refused(api.dayValues.clearPlan, { params: { id: version, wbsId: a } })).toMatchObject({ status: 403 });
  const reader = await world.person('reader');
  await world.join(reader, anna, 'viewer');
  expect(await refusedSet([cell(a, '10', [5])], reader)).toMatchObject({ status: 403 });
});

test('the plan of a row is cleared from the first open day on', async () => {
  await set([cell(a, '06', [1, 2, null, null, 3, 4])]);
  await anna.ok(api.dayValues.saveScheduleSettings, { params: { id: schedule }, body: { editing_period_days: { plan: 0 } } });
  expect((await anna.ok(api.dayValues.clearPlan, { params: { id: version, wbsId: a } })).written).toBe(2);
  const { rows } = await grid({ from: '2025-03-06' });
  expect(rows[0].plan).toEqual([1, 2, null, null, null, null, null]);
});

test('too long a window and too many days are refused', async () => {
  expect(await anna.refused(api.dayValues.grid, { ...at(), query: { from: '2025-01-01', to: '2027-01-01' } })).toMatchObject({
    code: 'values.too_long',
  });
  const year = Array.from({ length: 370 }, () => 1);
  const cells = Array.from({ length: 136 }, () => cell(a, '01', year));
  expect(await refusedSet(cells)).toMatchObject({ code: 'values.too_many' });
});

test('a row that is not planned by days takes facts and no plans', async () => {
  await anna.ok(api.dayValues.setPlannedOfRow, { params: { id: version, wbsId: a }, body: { planned: false } });
  expect(await refusedSet([cell(a, '10', [5])])).toMatchObject({ status: 422, code: 'values.not_by_days' });
  const { refused, written } = await set([cell(a, '10', [5]), cell(a, '10', [5], { mode: 'fact' }), cell(b, '10', [5])], true);
  expect([written, refused]).toEqual([2, [{ item_id: a, day: null, code: 'values.not_by_days', parameters: { name: 'A' } }]]);
  await anna.ok(api.dayValues.setPlanned, { ...at(), body: { ids: [a, b], planned: true } });
  expect((await set([cell(a, '10', [5])])).written).toBe(1);
  const gone = { ...at(), body: { ids: [99_999], planned: true } };
  expect(await anna.refused(api.dayValues.setPlanned, gone)).toMatchObject({ status: 404 });
});

test('what is left of the volume is laid evenly from a day to the finish', async () => {
  const shift = { start: 540, finish: 1020 };
  const week = [[shift], [shift], [shift], [shift], [shift], [], []];
  const [{ id: calendarId }] = (await anna.ok(api.versionCalendars.list, at())).calendars;
  await anna.ok(api.versionCalendars.update, { params: { id: version, calendarId }, body: { name: 'Week', week, series: [] } });
  await carrier();
  await world.sql(`update wbs_item set finish = '2025-03-19T17:00' where version_id = $1 and id = $2`, [version, a]);
  await set([cell(a, '03', [60, 60, 60, 60, 60], { mode: 'fact' }), cell(a, '07', [10, null, null, 500])]);
  const { rows } = await anna.ok(api.dayValues.planAtDay, { ...at(), query: { day: '2025-03-10' } });
  expect(rows).toEqual([{ item_id: a, before: 500, after: 700 }]);
  const plan = (await grid({ from: '2025-03-07', to: '2025-03-20' })).rows[0].plan;
  const whole = [87.5, 87.5, 87.5, 87.5, 87.5, null, null, 87.5, 87.5, 87.5];
  expect(plan).toEqual([10, null, null, ...whole, null]);
  await anna.ok(api.edits.undo, at());
  expect((await grid()).rows[0].plan).toEqual([500, null, null]);
  const closed = { ...at(), query: { day: '2025-03-06' } };
  await anna.ok(api.dayValues.saveScheduleSettings, { params: { id: schedule }, body: { editing_period_days: { plan: 0 } } });
  expect(await anna.refused(api.dayValues.planAtDay, closed)).toMatchObject({ code: 'values.period_closed' });
});

test('what cannot be is refused cell by cell, the rest of the block stands', async () => {
  const gate = await anna.item(version, { name: 'Gate', type: 'milestone_finish', duration_minutes: 0 });
  const { refused, written } = await set(
    [
      cell(a, '10', [1, 0.1234567, 2]),
      { ...cell(b, '10', [5, 6]), first_day: '2050-12-31' },
      { ...cell(a, '10', [1, 2], { mode: 'fact' }), first_day: '2049-01-01' },
      cell(gate, '10', [1]),
    ],
    true,
  );
  expect(written).toBe(3);
  expect(refused).toEqual([
    { item_id: a, day: '2025-03-11', code: 'values.too_fine' },
    { item_id: b, day: '2051-01-01', code: 'values.day_out_of_range' },
    { item_id: a, day: '2049-01-01', code: 'values.future' },
    { item_id: a, day: '2049-01-02', code: 'values.future' },
    { item_id: gate, day: null, code: 'values.of_a_milestone', parameters: { name: 'Gate' } },
  ]);
});

test('a planner may correct facts below zero on a day, and never below nothing in all', async () => {
  const fact = { mode: 'fact' as const };
  await set([cell(a, '03', [60, -20], fact)]);
  const { refused, written } = await set([cell(a, '05', [-41], fact), cell(b, '05', [7], fact)], true);
  expect([written, refused]).toEqual([1, [expect.objectContaining({ item_id: a, day: null, code: 'values.sum_negative' })]]);
  expect(await refusedSet([cell(a, '05', [-41], fact)])).toMatchObject({ status: 422, code: 'values.sum_negative' });
  await set([cell(a, '05', [-40], fact)]);
});
