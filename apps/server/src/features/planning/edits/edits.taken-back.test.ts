import { api } from '@gantry/contract';
import { CALCULATION_STATUS } from '@gantry/domain';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { contentOf } from '../../../testing/samples/version-content.ts';
import { createPlanners } from '../../../testing/team.ts';
import type { Person, World } from '../../../testing/world.ts';

let world: World;
let anna: Person;
let boris: Person;
let schedule: number;
let version: number;
const at = () => ({ id: version });
const one = (wbsId: number) => ({ id: version, wbsId });

beforeAll(async () => {
  ({ world, anna, boris, schedule } = await createPlanners());
});
afterAll(() => world.close());
beforeEach(async () => {
  version = await anna.version(schedule);
});

const undo = (person: Person, revision?: number) =>
  person.call(api.edits.undo, { params: at(), body: revision === undefined ? {} : { revision } });
const redo = (person: Person) => person.call(api.edits.redo, { params: at() });
const calculate = (person: Person) => person.ok(api.timetable.calculateNow, { params: at(), body: { data_date: '2031-05-05T08:00' } });
const status = async () => (await anna.ok(api.timetable.state, { params: at() })).status;
const rowsOf = async () => (await contentOf(world, version))['wbs'];
const row = async (id: number) => (await rowsOf()).find((each) => each.id === id) as Record<string, unknown>;
const results = ({ early_start, early_finish, late_start, late_finish, total_float_minutes, critical }: Record<string, unknown>) => [
  early_start,
  early_finish,
  late_start,
  late_finish,
  total_float_minutes,
  critical,
];

describe('structure', () => {
  test('a parent does not become a task again while a child of somebody else is below it', async () => {
    const parent = await anna.item(version, { name: 'Parent' });
    const hers = await anna.item(version, { name: 'Hers' }, parent);
    const his = await boris.item(version, { name: 'His' }, parent);
    const before = await contentOf(world, version);
    const { status: code, body } = await undo(anna);
    expect([code, body.errors?.[0]]).toMatchObject([409, { code: 'edit.changed_since', parameters: { name: 'His', by: 'boris Tester' } }]);
    expect(await contentOf(world, version)).toEqual(before);
    expect((await undo(boris)).status).toBe(200);
    expect((await undo(anna)).status).toBe(200);
    expect((await rowsOf()).map(({ id }) => id)).toEqual([parent]);
    expect((await row(parent))['type']).toBe('task');
    expect([hers, his]).not.toContain(parent);
  });

  test('a child that somebody else has moved below it since counts as well', async () => {
    const parent = await anna.item(version, { name: 'Parent' });
    const his = await boris.item(version, { name: 'His' });
    await anna.item(version, { name: 'Hers' }, parent);
    await boris.ok(api.wbs.move, { params: one(his), body: { parent_id: parent, index: 0 } });
    expect((await undo(anna)).status).toBe(409);
    expect((await undo(boris)).status).toBe(200);
    expect((await undo(anna)).status).toBe(200);
  });

  test('a child does not come back below what somebody else has made a task or a milestone since', async () => {
    const parent = await anna.item(version, { name: 'Parent' });
    const child = await anna.item(version, { name: 'Child' }, parent);
    await anna.ok(api.wbs.remove, { params: one(child) });
    expect((await row(parent))['type']).toBe('task');
    await boris.ok(api.wbs.update, { params: one(parent), body: { type: 'milestone_finish' } });
    const { status: code, body } = await undo(anna);
    expect([code, body.errors?.[0].code]).toEqual([409, 'edit.changed_since']);
    expect((await undo(boris)).status).toBe(200);
    expect((await undo(anna)).status).toBe(200);
    expect((await row(parent))['type']).toBe('sum');
  });
});

describe('calculated dates', () => {
  test('a calculation that happened since is not overwritten by what stood before', async () => {
    const a = await anna.item(version, { name: 'A', duration_minutes: 480 });
    const b = await anna.item(version, { name: 'B', duration_minutes: 480 });
    await anna.relation(version, a, b);
    const { revision } = await calculate(anna);
    await boris.ok(api.wbs.update, { params: one(a), body: { duration_minutes: 960 } });
    await calculate(boris);
    const calculated = (await rowsOf()).map(results);
    expect((await undo(anna, revision)).status).toBe(200);
    expect((await rowsOf()).map(results)).toEqual(calculated);
  });

  test('a row that comes back after a calculation brings no old results', async () => {
    const a = await anna.item(version, { name: 'A', duration_minutes: 480 });
    const b = await anna.item(version, { name: 'B', duration_minutes: 480 });
    await anna.relation(version, a, b);
    await calculate(anna);
    await anna.ok(api.wbs.remove, { params: one(b) });
    await boris.ok(api.wbs.update, { params: one(a), body: { duration_minutes: 4800 } });
    await calculate(boris);
    expect((await undo(anna)).status).toBe(200);
    expect(results(await row(b))).toEqual([null, null, null, null, null, false]);
    expect(await status()).toBe(CALCULATION_STATUS.notCalculated);
  });

  test('what is undone and restored with nothing in between has its results to the last field', async () => {
    const a = await anna.item(version, { name: 'A', duration_minutes: 480 });
    await calculate(anna);
    const before = await contentOf(world, version);
    await anna.ok(api.wbs.remove, { params: one(a) });
    await undo(anna);
    expect(await contentOf(world, version)).toEqual(before);
  });
});

describe('the status of the calculation', () => {
  test('a calculation that is taken back and restored is calculated', async () => {
    await anna.item(version, { name: 'A', duration_minutes: 480 });
    await calculate(anna);
    const rows = await rowsOf();
    expect(await status()).toBe(CALCULATION_STATUS.calculated);
    await undo(anna);
    expect(await status()).toBe(CALCULATION_STATUS.notCalculated);
    await redo(anna);
    expect(await rowsOf()).toEqual(rows);
    expect(await status()).toBe(CALCULATION_STATUS.calculated);
  });

  test('an edit and the calculation behind it, both taken back, are restored to calculated', async () => {
    const a = await anna.item(version, { name: 'A', duration_minutes: 480 });
    await calculate(anna);
    await anna.ok(api.wbs.update, { params: one(a), body: { duration_minutes: 960 } });
    await calculate(anna);
    const rows = await rowsOf();
    await undo(anna);
    await undo(anna);
    for (const expected of [CALCULATION_STATUS.notCalculated, CALCULATION_STATUS.calculated]) {
      await redo(anna);
      expect(await status()).toBe(expected);
    }
    expect(await rowsOf()).toEqual(rows);
  });

  test('an edit that is taken back leaves what was calculated', async () => {
    const a = await anna.item(version, { name: 'A', duration_minutes: 480 });
    await calculate(anna);
    await anna.ok(api.wbs.update, { params: one(a), body: { duration_minutes: 960 } });
    expect(await status()).toBe(CALCULATION_STATUS.notCalculated);
    await undo(anna);
    expect(await status()).toBe(CALCULATION_STATUS.calculated);
    await redo(anna);
    expect(await status()).toBe(CALCULATION_STATUS.notCalculated);
  });

  test('a rename in between moves no date; a duration does', async () => {
    const a = await anna.item(version, { name: 'A', duration_minutes: 480 });
    const b = await anna.item(version, { name: 'B', duration_minutes: 480 });
    await calculate(anna);
    await boris.ok(api.wbs.update, { params: one(b), body: { name: 'B2' } });
    await undo(anna);
    await redo(anna);
    expect(await status()).toBe(CALCULATION_STATUS.calculated);
    await undo(anna);
    await boris.ok(api.wbs.update, { params: one(a), body: { duration_minutes: 960 } });
    await redo(anna);
    expect(await status()).toBe(CALCULATION_STATUS.notCalculated);
  });

  test('a copy of what is not calculated is not calculated by an undo', async () => {
    const a = await anna.item(version, { name: 'A', duration_minutes: 480 });
    await calculate(anna);
    await anna.ok(api.wbs.update, { params: one(a), body: { duration_minutes: 960 } });
    const copy = await anna.ok(api.versions.copyTo, { params: { ...at(), scheduleId: schedule }, body: { name: `Copy ${version}` } });
    version = copy.id as number;
    const child = (await rowsOf())[0].id;
    await anna.ok(api.wbs.update, { params: one(child), body: { name: 'A2' } });
    await undo(anna);
    expect(await status()).toBe(CALCULATION_STATUS.notCalculated);
  });
});
