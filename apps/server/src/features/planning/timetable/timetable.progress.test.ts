import { api } from '@gantry/contract';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { createWorld, type Person, type World } from '../../../testing/world.ts';

let world: World;
let anna: Person;
let schedule: number;
let version: number;
let a: number;
const at = () => ({ id: version });
const one = () => ({ id: version, wbsId: a });

beforeAll(async () => {
  world = await createWorld();
  anna = await world.person('anna');
  await anna.space();
  schedule = await anna.schedule();
});
afterAll(() => world.close());
beforeEach(async () => {
  version = await anna.version(schedule);
  a = await anna.item(version, { name: 'A', start: '2026-03-02T09:00', duration_minutes: 4800 });
});

const update = (body: Record<string, unknown>) => anna.ok(api.wbs.update, { params: one(), body });
const start = (progress: number, more: Record<string, unknown> = {}) => update({ actual_start: '2026-03-02T09:00', progress, ...more });
const options = (body: Record<string, unknown>) => anna.ok(api.timetable.saveSettings, { params: at(), body });
const put = (mode: 'plan' | 'fact', values: Record<string, number>) =>
  anna.ok(api.dayValues.write, {
    params: one(),
    body: { measure: 'volume', mode, values: Object.entries(values).map(([day, value]) => ({ day: `2026-03-${day}`, value })) },
  });
/** Calculates on Monday 9 March, a week after the start, and answers the row. */
const calculated = async () => {
  await anna.ok(api.timetable.calculateNow, { params: at(), body: { data_date: '2026-03-09T00:00' } });
  return (await anna.ok(api.wbs.get, { params: one() })).item as Record<string, unknown>;
};
const issues = async () => {
  const state = await anna.ok(api.timetable.state, { params: at() });
  return state.issues.filter(({ code }) => !code.startsWith('timetable.open')).map(({ code, items }) => [code, items]);
};

describe('the rates of scenarios', () => {
  test('scenario 1 goes by the plan, or by the pace so far', async () => {
    await start(0.25);
    await options({ progress_scenario: 1 });
    // Ten days planned, a quarter done in five: seven and a half are left by the plan, fifteen at that pace.
    expect(await calculated()).toMatchObject({ finish: '2026-03-18T13:00', scenario_used: 1 });
    await options({ rate_of_progress: 'pace' });
    expect(await calculated()).toMatchObject({ finish: '2026-03-27T18:00', scenario_used: 1 });
  });

  test('scenario 6 goes by the fact so far, or by the plan', async () => {
    await start(0.2);
    await put('plan', { '02': 50, '12': 50 });
    await put('fact', { '03': 25 });
    await options({ progress_scenario: 6 });
    // A quarter of the volume in five days: fifteen are left; seven and a half of the ten planned.
    expect(await calculated()).toMatchObject({ finish: '2026-03-27T18:00' });
    await options({ rate_of_fact: 'plan' });
    expect(await calculated()).toMatchObject({ finish: '2026-03-18T13:00' });
    expect((await anna.ok(api.timetable.state, { params: at() })).settings).toMatchObject({
      rate_of_progress: 'plan',
      rate_of_fact: 'plan',
    });
  });

  test.each([
    [{ rate_of_progress: 'fact' }, 'rate_of_progress'],
    [{ rate_of_fact: 'pace' }, 'rate_of_fact'],
  ])('%j is refused at the field', async (body, field) => {
    const call = { params: at(), body: body as never };
    expect(await anna.refused(api.timetable.saveSettings, call)).toMatchObject({ code: 'request.invalid', parameters: { field } });
  });
});

describe('a fixed finish', () => {
  test('tells what share a day it needs', async () => {
    await start(0.5, { finish_limit_type: 'in_date', finish_limit_date: '2026-03-13T18:00' });
    await options({ progress_scenario: 4 });
    expect(await calculated()).toMatchObject({ finish: '2026-03-13T18:00', needed_per_day: 0.1, late: false, scenario_used: 4 });
    expect(await issues()).toEqual([]);
  });

  test('that is past is late, in the row and in the log, until it is moved', async () => {
    await start(0.5, { finish_limit_type: 'in_date', finish_limit_date: '2026-03-06T18:00' });
    await options({ progress_scenario: 4 });
    expect(await calculated()).toMatchObject({ needed_per_day: null, late: true });
    expect(await issues()).toContainEqual(['timetable.late', [a]]);
    await update({ finish_limit_date: '2026-03-20T18:00' });
    expect(await calculated()).toMatchObject({ late: false });
    expect(await issues()).toEqual([]);
  });

  test('without a date falls back to progress, and says so', async () => {
    await start(0.5);
    await options({ progress_scenario: 4 });
    expect(await calculated()).toMatchObject({ scenario_used: 1 });
    await options({ progress_scenario: null });
    expect(await calculated()).toMatchObject({ scenario_used: null, needed_per_day: null });
  });
});

test('scenario 15 lays work by its daily plan from the day on which a fact has started it', async () => {
  a = await anna.item(version, { name: 'B', duration_minutes: 2400 });
  await update({ start: null, finish: null });
  await update({ progress: 0.2 });
  await options({ progress_scenario: 15 });
  await calculated();
  await put('plan', { '04': 50, '09': 50, '10': 50 });
  await put('fact', { '04': 50 });
  expect(await calculated()).toMatchObject({
    actual_start: '2026-03-04T09:00',
    start: '2026-03-04T09:00',
    finish: '2026-03-10T18:00',
    scenario_used: 15,
  });
  await update({ actual_start: '2026-03-03T09:00' });
  expect(await calculated()).toMatchObject({ start: '2026-03-03T09:00', finish: '2026-03-10T18:00' });
});

test('scenario 16 completes the work on the day on which the facts reach the total; taking the calculation back opens it again', async () => {
  // Where facts themselves complete the work, the calculation finds it closed.
  await anna.ok(api.dayValues.saveScheduleSettings, { params: { id: schedule }, body: { complete_by_fact: false } });
  await start(0.4);
  await put('plan', { '02': 50, '03': 50 });
  await put('fact', { '03': 50 });
  await options({ progress_scenario: 16 });
  const open = await calculated();
  expect(open).toMatchObject({ status: 'in_progress', actual_finish: null });
  await put('fact', { '05': 50 });
  const closed = {
    status: 'completed',
    progress: 1,
    remaining_minutes: 0,
    actual_finish: '2026-03-05T18:00',
    finish: '2026-03-05T18:00',
  };
  expect(await calculated()).toMatchObject(closed);
  expect(await issues()).toEqual([['timetable.closed', [a]]]);
  const { status, hash } = await anna.ok(api.timetable.state, { params: at() });
  expect(status).toBe(1);
  await anna.ok(api.edits.undo, { params: at() });
  expect((await anna.ok(api.wbs.get, { params: one() })).item).toMatchObject({ status: 'in_progress', actual_finish: null });
  await anna.ok(api.edits.redo, { params: at() });
  expect((await anna.ok(api.wbs.get, { params: one() })).item).toMatchObject(closed);
  expect(await anna.ok(api.timetable.state, { params: at() })).toMatchObject({ status: 1, hash });
  await anna.ok(api.dayValues.saveScheduleSettings, { params: { id: schedule }, body: { complete_by_fact: true } });
});

test.each([
  ['not', '2026-03-04T09:00', '2026-03-04T09:00'],
  ['earlier', '2026-03-02T09:00', '2026-03-04T09:00'],
  ['later', '2026-03-04T09:00', '2026-03-09T09:00'],
  ['earlier_later', '2026-03-02T09:00', '2026-03-09T09:00'],
] as const)('an item that may move %s is calculated to %s, behind five days to %s', async (in_scope, free, pushed) => {
  const before = await anna.item(version, { name: 'Before', duration_minutes: 2400 });
  a = await anna.item(version, { name: 'C', start: '2026-03-04T09:00', duration_minutes: 480 });
  await update({ in_scope, start_limit_type: null, start_limit_date: null });
  const calculateAt = async () => {
    await anna.ok(api.timetable.calculateNow, { params: at(), body: { data_date: '2026-03-02T00:00' } });
    return (await anna.ok(api.wbs.get, { params: one() })).item['early_start'];
  };
  expect(await calculateAt()).toBe(free);
  await update({ start: '2026-03-04T09:00', start_limit_type: null, start_limit_date: null });
  await anna.relation(version, before, a);
  expect(await calculateAt()).toBe(pushed);
});
