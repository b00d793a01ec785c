import { api, type Call } from '@gantry/contract';
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { createWorld, type Person, type World } from '../../../testing/world.ts';
import { worksByResource } from './resources.repository.ts';
import { costsOverTime, wrongRate } from './resources.rules.ts';

let world: World;
let anna: Person;
let version: number;
let work: number;
const CREW = 901;

beforeAll(async () => {
  world = await createWorld();
  anna = await world.person('anna');
  await anna.space();
  version = await anna.version();
  const shift = { start: 540, finish: 1020 };
  const week = JSON.stringify([[shift], [shift], [shift], [shift], [shift], [], []]);
  await world.sql('update calendar set week = $2 where version_id = $1', [version, week]);
  await world.sql(`update version set data_date = '2025-03-03T09:00' where id = $1`, [version]);
  work = await anna.item(version, { name: 'A', start: '2025-03-03T09:00', duration_minutes: 1440 });
  await world.sql(
    `insert into resource (space_id, version_id, id, code, name, kind, unit, "limit", price_per_unit) values ($1, $2, ${CREW}, 'R', 'Crew', 'labour', 'h', 2, 99)`,
    [anna.spaceId, version],
  );
  await world.sql(
    `insert into assignment (space_id, version_id, id, item_id, resource_id, planned_units, actual_units, remaining_units,
       planned_cost, actual_cost, remaining_cost, lag_minutes, driving) values ($1, $2, 902, $3, ${CREW}, 24, 0, 24, 0, 0, 0, 0, false)`,
    [anna.spaceId, version, work],
  );
  await world.sql('update version set last_id = 1000 where id = $1', [version]);
});
afterAll(() => world.close());

const RATES = [
  { from: null, limit: 2, prices: [10] },
  { from: '2025-03-05T00:00', limit: 1, prices: [30] },
];
const save = (rates: object[]) => ({ params: { id: version, resourceId: CREW }, body: { rates: rates as never } });
const crew = async () => (await anna.ok(api.resources.list, { params: { id: version }, query: { item: work } })).resources[0];
const cost = async () =>
  (await world.sql('select planned_cost, actual_cost, remaining_cost from assignment where version_id = $1', [version]))[0];

describe('rates of a resource', () => {
  test('are kept, give the price of today, and are taken back in one step', async () => {
    await anna.ok(api.resources.saveRates, save(RATES));
    expect(await crew()).toMatchObject({ price_per_unit: 10, limit: 2, rates: RATES, works: 1 });
    const context = await world.app.contextOf({ userId: anna.id, actorId: anna.id, spaceId: anna.spaceId, needs: [] });
    const plan = await context.read(async (db) => {
      for (const way of ['enable_seqscan', 'enable_bitmapscan', 'enable_sort']) await sql`set local ${sql.raw(way)} = off`.execute(db);
      return sql`explain ${worksByResource({ spaceId: anna.spaceId, versionId: version }, [CREW])}`.execute(db);
    });
    expect(JSON.stringify(plan.rows)).toContain('assignment_by_resource');
    await anna.ok(api.edits.undo, { params: { id: version } });
    expect(await crew()).toMatchObject({ price_per_unit: 99, rates: [] });
    await anna.ok(api.edits.redo, { params: { id: version } });
  });

  test('have five prices, of which an assignment names the one that it is paid by', async () => {
    const two = RATES.map((rate, at) => ({ ...rate, prices: [...rate.prices, at === 0 ? 20 : null] }));
    await anna.ok(api.resources.saveRates, save(two));
    const change = (body: object) => ({ params: { id: version, assignmentId: 902 }, body });
    await anna.ok(api.resources.saveAssignment, change({ rate_type: 1 }));
    // 16 hours at 20, then 8 at the first price of the third day, which has no second one.
    expect(await cost()).toEqual({ planned_cost: 560, actual_cost: 0, remaining_cost: 560 });
    expect((await crew()).assignment).toMatchObject({ id: 902, rate_type: 1, remaining_by: 'norm' });
    await anna.ok(api.edits.undo, { params: { id: version } });
    expect(await cost()).toMatchObject({ planned_cost: 0 });
    expect(await anna.refused(api.resources.saveAssignment, change({ rate_type: 5 }))).toMatchObject({ status: 400 });
    const gone = { params: { id: version, assignmentId: 5 }, body: { remaining_by: 'plan' as const } };
    expect(await anna.refused(api.resources.saveAssignment, gone)).toMatchObject({ code: 'resource.assignment_not_found' });
    await anna.ok(api.edits.undo, { params: { id: version } });
  });

  test('units, lag and curve of an assignment are set, and taken back in one step each', async () => {
    const set = (body: Call<typeof api.resources.saveAssignment>['body']) => ({ params: { id: version, assignmentId: 902 }, body });
    const assignment = async () => (await crew()).assignment;
    const undo = () => anna.ok(api.edits.undo, { params: { id: version } });
    await anna.ok(api.resources.saveAssignment, set({ planned_units: 48 }));
    // 32 hours at 10, then 16 at 30.
    expect(await cost()).toEqual({ planned_cost: 800, actual_cost: 0, remaining_cost: 800 });
    expect(await assignment()).toMatchObject({ planned_units: 48, lag_minutes: 0, curve: null, follows: false });
    await undo();
    expect(await assignment()).toMatchObject({ planned_units: 24 });
    const curve = Array.from({ length: 21 }, (_, at) => at * 5);
    await anna.ok(api.resources.saveAssignment, set({ lag_minutes: 480, curve }));
    expect(await assignment()).toMatchObject({ planned_units: 24, lag_minutes: 480, curve });
    await undo();
    expect(await assignment()).toMatchObject({ lag_minutes: 0, curve: null });
    const falling = [50, ...curve.slice(1)];
    expect(await anna.refused(api.resources.saveAssignment, set({ curve: falling }))).toMatchObject({ code: 'distributions.wrong_curve' });
    expect(await anna.refused(api.resources.saveAssignment, set({ planned_units: -1 }))).toMatchObject({ status: 400 });
    await world.sql(
      `insert into directory_value (space_id, version_id, id, item_id, directory_id, row_id, code, name, unit, volume_unit, crew, rule,
         labour_hours, machine_hours, cost, norm, assignment_id) values ($1, $2, 903, $3, 1, 1, '', '', '', '', 0, 'none', 0, 0, 0, '{}', 902)`,
      [anna.spaceId, version, work],
    );
    expect(await assignment()).toMatchObject({ follows: true });
    const follows = await anna.refused(api.resources.saveAssignment, set({ planned_units: 48 }));
    expect(follows).toMatchObject({ status: 409, code: 'resource.units_follow', parameters: { name: 'Crew' } });
    await world.sql('delete from directory_value where version_id = $1', [version]);
  });

  test('who may not see costs sets how an assignment lies, and not how much it takes', async () => {
    const planner = await world.person('planner');
    const { id } = await anna.ok(api.roles.create, {
      body: { name: 'Without money', rights: ['space.read', 'structure.read', 'plan.read', 'plan.edit'] },
    });
    await anna.ok(api.spaces.invite, { params: { id: anna.spaceId }, body: { login: planner.login, role_id: id } });
    planner.spaceId = anna.spaceId;
    const set = (body: Call<typeof api.resources.saveAssignment>['body']) => ({ params: { id: version, assignmentId: 902 }, body });
    await planner.ok(api.resources.saveAssignment, set({ lag_minutes: 60 }));
    expect(await planner.refused(api.resources.saveAssignment, set({ planned_units: 30 }))).toMatchObject({ status: 403 });
    await planner.ok(api.edits.undo, { params: { id: version } });
  });

  test('a resource follows the progress of its works where it is said', async () => {
    const set = (auto_actuals: boolean) =>
      anna.ok(api.resources.saveAutoActuals, { params: { id: version, resourceId: CREW }, body: { auto_actuals } });
    await set(true);
    expect((await crew()).auto_actuals).toBe(true);
    await set(false);
    expect((await crew()).auto_actuals).toBe(false);
  });

  test('split what planned and done work costs where the price changes', async () => {
    await anna.ok(api.versions.updateCosts, { params: { id: version }, body: {} });
    expect(await cost()).toEqual({ planned_cost: 400, actual_cost: 0, remaining_cost: 400 });
    const values = [3, 4, 5].map((day) => ({ day: `2025-03-0${day}`, value: 8 }));
    const body = { measure: 'labour' as const, mode: 'fact' as const, resource_id: CREW, values };
    await anna.ok(api.dayValues.write, { params: { id: version, wbsId: work }, body });
    expect(await cost()).toMatchObject({ actual_cost: 400, remaining_cost: 0 });
  });

  test('are refused where they are wrong, unknown, or somebody only reads', async () => {
    const wrong = await anna.refused(api.resources.saveRates, save([RATES[0], { ...RATES[1], limit: 0 }]));
    expect(wrong).toMatchObject({ status: 422, code: 'resource.wrong_rate', parameters: { row: 2 } });
    const unknown = { ...save(RATES), params: { id: version, resourceId: 5 } };
    expect(await anna.refused(api.resources.saveRates, unknown)).toMatchObject({ status: 404, code: 'resource.not_found' });
    const reader = await world.person('reader');
    await world.join(reader, anna, 'viewer');
    expect(await reader.refused(api.resources.saveRates, save(RATES))).toMatchObject({ status: 403 });
    const stranger = await world.person('stranger');
    await stranger.space();
    expect(await stranger.refused(api.resources.list, { params: { id: version } })).toMatchObject({ status: 404 });
  });
});

test.each([
  ['ascending', RATES, null],
  ['none', [], null],
  ['not ascending', [RATES[1], RATES[1]], 1],
  ['always, but second', [RATES[1], RATES[0]], 1],
  ['below 0', [{ from: null, limit: null, prices: [1, -1] }], 0],
  ['without a limit above 0', [{ from: null, limit: 0, prices: [1] }], 0],
])('rates that are %s', (_what, rates, expected) => {
  expect(wrongRate(rates)).toBe(expected);
});

test('an assignment is paid by its own price type, coefficients hold', () => {
  const rates = [{ from: null, limit: null, prices: [10, 25] }];
  const worked = { row: { start: null, finish: null, actualStart: null, actualFinish: null }, now: 0, between: () => 0, days: null };
  const one = { plannedUnits: 4, actualUnits: 1, remainingUnits: 3, extra: { rateType: 1 } };
  const resource = { rates, pricePerUnit: 10 };
  expect(costsOverTime(one, resource, worked)).toEqual({ plannedCost: 100, actualCost: 25, remainingCost: 75 });
  expect(costsOverTime(one, resource, worked, (units, price) => units * price * 2)?.plannedCost).toBe(200);
  expect(costsOverTime(one, { rates: null, pricePerUnit: null }, worked)).toBeNull();
});
