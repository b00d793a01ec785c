import { api } from '@gantry/contract';
import { BUILT_IN_ROLE_ID, RIGHTS_OF_ROLE } from '@gantry/domain';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { createWorld, type Person, type World } from '../../../testing/world.ts';

let world: World;
let anna: Person;
let schedule: number;
let version: number;
let a: number;
let others: number[];

beforeAll(async () => {
  world = await createWorld();
  anna = await world.person('anna');
  await anna.space();
  schedule = await anna.schedule();
});
afterAll(() => world.close());
beforeEach(async () => {
  version = (await anna.ok(api.versions.create, { params: { id: schedule }, body: { name: `V${Math.random()}` } })).id;
  // The golden vectors work Monday to Friday from 9:00 to 17:00.
  const shift = { start: 540, finish: 1020 };
  await world.sql('update calendar set week = $2 where version_id = $1', [
    version,
    JSON.stringify([[shift], [shift], [shift], [shift], [shift], [], []]),
  ]);
  a = await anna.item(version, { name: 'A', start: '2025-03-03T09:00', duration_minutes: 12 * 480 });
  const settings = { params: { id: schedule }, body: { complete_by_fact: true } };
  await anna.ok(api.dayValues.saveScheduleSettings, settings);
  others = [];
});

/** A resource on the work, past the calls: volume of 1000 m³ that the work carries, or what is given. */
async function assign(
  more: Record<string, unknown> = {},
  resource: Record<string, unknown> = {},
): Promise<{ id: number; resourceId: number }> {
  const resourceId = 9000 + others.push(0);
  const id = resourceId + 500;
  const r = { kind: 'material', unit: 'm3', price_per_unit: null, auto_actuals: null, ...resource };
  await world.sql(
    `insert into resource (space_id, version_id, id, code, name, kind, unit, price_per_unit, auto_actuals) values ($1, $2, $3, '', 'R', $4, $5, $6, $7)`,
    [anna.spaceId, version, resourceId, r.kind, r.unit, r.price_per_unit, r.auto_actuals],
  );
  const n = {
    planned_units: 1000,
    actual_units: 0,
    remaining_units: 1000,
    planned_cost: 0,
    actual_cost: 0,
    remaining_cost: 0,
    extra: null,
    ...more,
  };
  await world.sql(
    `insert into assignment (space_id, version_id, id, item_id, resource_id, planned_units, actual_units, remaining_units,
       planned_cost, actual_cost, remaining_cost, lag_minutes, driving, extra) values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, 0, false, $12)`,
    [
      anna.spaceId,
      version,
      id,
      a,
      resourceId,
      n.planned_units,
      n.actual_units,
      n.remaining_units,
      n.planned_cost,
      n.actual_cost,
      n.remaining_cost,
      n.extra,
    ],
  );
  await world.sql('update version set last_id = greatest(last_id, $2) where id = $1', [version, id]);
  return { id, resourceId };
}

const fact = (values: Record<number, number | null>, more: Record<string, unknown> = {}) =>
  anna.ok(api.dayValues.write, {
    params: { id: version, wbsId: a },
    body: {
      measure: 'volume',
      mode: 'fact',
      values: Object.entries(values).map(([day, value]) => ({ day: `2025-03-${day.padStart(2, '0')}`, value })),
      ...more,
    },
  });
const row = async () => (await anna.ok(api.wbs.get, { params: { id: version, wbsId: a } })).item as Record<string, any>;
const assignment = async ({ id }: { id: number }) =>
  (await world.sql('select * from assignment where version_id = $1 and id = $2', [version, id]))[0];
const calculated = async (scenario: number) => {
  await anna.ok(api.timetable.setScenario, { params: { id: version }, body: { ids: [a], scenario } });
  await anna.ok(api.timetable.calculateNow, { params: { id: version }, body: { data_date: '2025-03-10T00:00' } });
  return (await row())['early_finish'];
};
const FIRST = { 3: 60, 4: 60, 5: 60, 6: 60, 7: 60 };
const ALL = { 10: 100, 11: 100, 12: 100, 13: 100, 14: 100, 17: 100, 18: 50, 19: 50 };
const carrier = { extra: { carriesVolume: true } };

describe('a fact', () => {
  test('starts the work, moves its progress, its units and its finish (G1, fault F6)', async () => {
    const wall = await assign(carrier);
    await fact(FIRST);
    expect(await row()).toMatchObject({ status: 'in_progress', actual_start: '2025-03-03T09:00', progress: 0.3 });
    expect(await calculated(6)).toBe('2025-03-25T14:20');
    await fact({ 10: 100 });
    expect(await row()).toMatchObject({ progress: 0.4 });
    expect(await assignment(wall)).toMatchObject({ actual_units: 400, remaining_units: 600 });
    expect(await calculated(6)).toBe('2025-03-21T17:00');
  });

  test('that reaches the total completes the work at the end of its day; a correction opens it again', async () => {
    await assign(carrier);
    await fact({ ...FIRST, ...ALL });
    expect(await row()).toMatchObject({ status: 'completed', progress: 1, actual_finish: '2025-03-19T17:00' });
    await fact({ 19: 40 });
    expect(await row()).toMatchObject({ status: 'in_progress', progress: 0.99, actual_finish: null });
    expect(await calculated(16)).toBe('2025-03-20T10:03');
  });

  test('leaves the work open where the schedule completes none by facts', async () => {
    await anna.ok(api.dayValues.saveScheduleSettings, { params: { id: schedule }, body: { complete_by_fact: false } });
    await assign(carrier);
    await fact({ ...FIRST, ...ALL });
    expect(await row()).toMatchObject({ status: 'in_progress', progress: 0.99, actual_finish: null });
  });

  test('adds to what was known before the first day (G4, fault F6)', async () => {
    const wall = await assign({ ...carrier, actual_units: 300, remaining_units: 700 });
    await fact({ 11: 20 });
    expect([(await row())['progress'], (await assignment(wall))['actual_units']]).toEqual([0.32, 320]);
    await fact({ 12: 30 });
    expect((await row())['progress']).toBe(0.35);
    await fact({ 11: null, 12: null });
    expect((await assignment(wall))['actual_units']).toBe(300);
  });

  test('beyond what was known before the first day closes the work by all of it (scenario 16, fault F6)', async () => {
    await assign({ ...carrier, actual_units: 300, remaining_units: 700 });
    await fact({ 11: 20 });
    // 320 in one day leave 680, which take two days and an hour.
    expect(await calculated(16)).toBe('2025-03-14T10:00');
  });

  test('of a resource beside the carrier counts in no scenario: bricks are not the wall (fault F7)', async () => {
    await assign(carrier);
    const bricks = await assign({}, { unit: 'pcs' });
    await fact(FIRST);
    await fact({ 7: 700 }, { resource_id: bricks.resourceId });
    expect(await calculated(16)).toBe('2025-03-25T14:20');
    expect(await calculated(6)).toBe('2025-03-25T14:20');
  });

  test('counts against the total, not against the days that happen to be planned (G5, fault F5)', async () => {
    await assign(carrier);
    await fact({ 3: 50, 4: 50 }, { mode: 'plan' });
    await fact({ 3: 50 });
    expect((await row())['progress']).toBe(0.05);
  });

  test('before the start moves it back, a start that facts gave follows them, none makes the work not started', async () => {
    await assign(carrier);
    await fact({ 5: 10 });
    await fact({ 4: 10 });
    expect(await row()).toMatchObject({ actual_start: '2025-03-04T09:00', extra: { initialDurationMinutes: 12 * 480 } });
    await fact({ 4: null });
    expect(await row()).toMatchObject({ actual_start: '2025-03-05T09:00' });
    await fact({ 5: null });
    expect(await row()).toMatchObject({ status: 'not_started', actual_start: null, progress: 0 });
  });

  test('of materials of several units without a carrier says no volume (fault F7)', async () => {
    await assign({ planned_units: 5 }, { unit: 't' });
    await assign({ planned_units: 7 });
    await fact({ 3: 5 });
    expect(await row()).toMatchObject({ status: 'not_started', progress: 0 });
    const volume = async () => {
      const query = { from: '2025-03-03', to: '2025-03-03' };
      const { rows } = await anna.ok(api.dayValues.gridOfRow, { params: { id: version, wbsId: a }, query });
      return [rows[0].total, rows[0].mixed_units];
    };
    expect(await volume()).toEqual([null, true]);
    await anna.ok(api.wbs.update, { params: { id: version, wbsId: a }, body: { volume: 50 } });
    expect(await volume()).toEqual([50, undefined]);
  });

  test('of hours counts for its resource, with what they cost', async () => {
    await assign({ ...carrier, actual_units: 400, remaining_units: 600 });
    const men = await assign(
      { planned_units: 400, actual_units: 160, remaining_units: 240, actual_cost: 4000 },
      { kind: 'labour', unit: 'h', price_per_unit: 25 },
    );
    await anna.ok(api.wbs.update, { params: { id: version, wbsId: a }, body: { progress: 0.4, actual_start: '2025-03-03T09:00' } });
    await fact({ 3: 90, 4: 90 }, { measure: 'labour', resource_id: men.resourceId });
    expect(await assignment(men)).toMatchObject({ actual_units: 180, actual_cost: 4500 });
  });
});

describe('progress', () => {
  const set = (patch: Record<string, unknown>) => anna.ok(api.wbs.update, { params: { id: version, wbsId: a }, body: patch });

  test('goes by the volume of the work itself where no assignment has it', async () => {
    await set({ volume: 200, volume_unit: 'm2' });
    await fact({ 3: 50 });
    expect(await row()).toMatchObject({ progress: 0.25, status: 'in_progress' });
    const { rows } = await anna.ok(api.dayValues.grid, { params: { id: version }, query: { from: '2025-03-03', to: '2025-03-03' } });
    expect(rows[0]).toMatchObject({ total: 200, done: 50 });
    // 150 left at 10 a working day so far.
    expect(await calculated(6)).toBe('2025-03-28T17:00');
    expect(await anna.refused(api.wbs.update, { params: { id: version, wbsId: a }, body: { volume: -1 } })).toMatchObject({
      code: 'wbs.value_out_of_range',
    });
  });

  test('goes by what the work names, else by what the version names, else by the first that has facts', async () => {
    await set({ volume: 200, labour_hours: 80 });
    await fact({ 3: 50 });
    await fact({ 3: 8 }, { measure: 'labour' });
    expect((await row())['progress']).toBe(0.25);
    await anna.ok(api.timetable.saveSettings, { params: { id: version }, body: { progress_by: 'labour' } });
    await fact({ 4: 8 }, { measure: 'labour' });
    expect((await row())['progress']).toBe(0.2);
    await set({ progress_by: 'volume' });
    await fact({ 4: 50 });
    expect((await row())['progress']).toBe(0.5);
  });

  test('that is entered stays when facts start the work', async () => {
    await set({ volume: 200, progress_by: 'entered' });
    await fact({ 4: 50 });
    expect(await row()).toMatchObject({ status: 'in_progress', actual_start: '2025-03-04T09:00', progress: 0 });
    await set({ progress: 0.7 });
    await fact({ 5: 150 });
    expect(await row()).toMatchObject({ status: 'in_progress', progress: 0.7 });
  });

  test('gives its units to a resource that follows it; what is left goes by the norm or by the plan', async () => {
    await assign(carrier);
    const steel = await assign({ planned_units: 5, remaining_units: 5 }, { unit: 't', price_per_unit: 900, auto_actuals: true });
    const hours = { kind: 'labour', unit: 'h', price_per_unit: 25 };
    const norm = await assign({ planned_units: 400, remaining_units: 400 }, hours);
    const plan = await assign({ planned_units: 400, remaining_units: 400, extra: { remainingBy: 'plan' } }, hours);
    await fact({ 3: 400 });
    for (const { resourceId } of [norm, plan]) await fact({ 3: 90, 4: 90 }, { measure: 'labour', resource_id: resourceId });
    expect(await assignment(steel)).toMatchObject({ actual_units: 2, actual_cost: 1800 });
    expect(await assignment(norm)).toMatchObject({ actual_units: 180, actual_cost: 4500, remaining_units: 240, remaining_cost: 6000 });
    expect(await assignment(plan)).toMatchObject({ actual_units: 180, remaining_units: 220, remaining_cost: 5500 });
  });

  test('costs of the work itself are hidden from who sees no costs, who writes none either', async () => {
    await set({ cost: 777 });
    const boris = await world.person('boris');
    await world.join(boris, anna, 'planner');
    const rights = RIGHTS_OF_ROLE.planner.filter((right) => right !== 'cost.read');
    await anna.ok(api.roles.update, { params: { id: BUILT_IN_ROLE_ID.planner }, body: { rights } });
    expect((await boris.ok(api.wbs.get, { params: { id: version, wbsId: a } })).item).toMatchObject({ cost: null });
    expect(await boris.refused(api.wbs.update, { params: { id: version, wbsId: a }, body: { cost: 1 } })).toMatchObject({ status: 403 });
  });
});

test('any facts and all of them taken back leave what was there', async () => {
  await assign({ ...carrier, actual_units: 100, remaining_units: 900, planned_cost: 5000 });
  const content = async () =>
    JSON.stringify([
      await world.sql('select * from wbs_item where version_id = $1 order by id', [version]),
      await world.sql('select * from assignment where version_id = $1 order by id', [version]),
      await world.sql('select * from day_series where version_id = $1 order by id', [version]),
    ]);
  const before = await content();
  const seeds = Array.from({ length: 12 }, (_, index) => [3 + ((index * 7) % 12), index % 4 === 3 ? null : (index * 37) % 290] as const);
  let edits = 0;
  for (const [day, value] of seeds) {
    const at = (await anna.ok(api.wbs.list, { params: { id: version }, query: {} })).revision;
    if ((await fact({ [day]: value })).revision !== at) edits += 1;
  }
  for (let step = 0; step < edits; step += 1) await anna.ok(api.edits.undo, { params: { id: version } });
  expect(await content()).toBe(before);
});
