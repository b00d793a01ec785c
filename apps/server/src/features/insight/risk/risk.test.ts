import { api, riskSettings, type RiskSettings } from '@gantry/contract';
import { BUILT_IN_ROLE_ID, RIGHTS_OF_ROLE } from '@gantry/domain';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { createWorld, type Person, type World } from '../../../testing/world.ts';

let world: World;
let anna: Person;
let version: number;
let rows: number[];

beforeAll(async () => {
  world = await createWorld();
  anna = await world.person('anna');
  await anna.space();
  version = await anna.version(await anna.schedule());
  await anna.ok(api.versions.setActual, { params: { id: version } });
  rows = [];
  for (const name of ['Dig', 'Pour', 'Paint'])
    rows.push(await anna.item(version, { name, start: '2026-03-02T09:00', duration_minutes: 4800 }));
  await anna.relation(version, rows[0], rows[1]);
  // The crew of the digging costs 48,000 for as long as it digs, its sand 1,000 however long that takes.
  for (const [id, kind, cost] of [
    [9001, 'labour', 48_000],
    [9002, 'material', 1000],
  ] as const) {
    await world.sql(
      `insert into resource (space_id, version_id, id, code, name, kind, unit, price_per_unit, rates) values ($1, $2, $3, $4, $4, $5, 'h', 1, '[]')`,
      [anna.spaceId, version, id, `R${id}`, kind],
    );
    await world.sql(
      `insert into assignment (space_id, version_id, id, item_id, resource_id, planned_units, actual_units, remaining_units,
         planned_cost, actual_cost, remaining_cost, lag_minutes, driving) values ($1, $2, $3, $4, $5, 1, 0, 1, $6, 0, $6, 0, false)`,
      [anna.spaceId, version, id + 10, rows[0], id, cost],
    );
  }
});
afterAll(() => world.close());

const read = (who = anna) => who.ok(api.risk.read, { params: { id: version } });
async function simulate(settings: Partial<RiskSettings> = {}, who = anna) {
  const { job_id } = await who.ok(api.risk.start, { params: { id: version }, body: riskSettings.parse(settings) });
  let job = await who.ok(api.jobs.get, { params: { id: job_id } });
  while (job.status === 'waiting' || job.status === 'running') {
    await new Promise((resolve) => setTimeout(resolve, 30));
    job = await who.ok(api.jobs.get, { params: { id: job_id } });
  }
  expect(job, JSON.stringify(job.error)).toMatchObject({ status: 'done' });
  const { computed } = await read(who);
  if (!computed) throw new Error('nothing was kept');
  return computed.result;
}

test('before the first simulation there is none', async () => {
  expect((await read()).computed).toBeNull();
});

test('levels stand in order, the chain drives the finish, and the crew drives the money', async () => {
  const { finish, cost, joint_share: joint, points, drivers, iterations } = await simulate();
  expect(iterations).toBe(1000);
  expect([finish.p10, finish.p50, finish.p80, finish.p90]).toEqual([finish.p10, finish.p50, finish.p80, finish.p90].toSorted());
  expect(finish.p80 > finish.planned).toBe(true);
  expect(finish.planned_share).toBeGreaterThan(0);
  expect(finish.planned_share).toBeLessThan(0.5);
  expect(finish.bars.reduce((sum, { count }) => sum + count, 0)).toBe(1000);
  expect(finish.bars.at(-1)?.share).toBe(1);
  // The sand is certain: 1,000 and 0.9 to 1.3 times the crew.
  expect(cost?.planned).toBe(49_000);
  expect(cost?.p10).toBeGreaterThan(1000 + 0.9 * 48_000);
  expect(cost?.p90).toBeLessThan(1000 + 1.3 * 48_000);
  expect(joint).toBeLessThanOrEqual(0.8);
  expect(points).toHaveLength(250);
  expect(
    drivers
      .slice(0, 2)
      .map(({ item_id }) => item_id)
      .toSorted((a, b) => a - b),
  ).toEqual([rows[0], rows[1]]);
  const digging = drivers.find(({ item_id }) => item_id === rows[0]);
  const pouring = drivers.find(({ item_id }) => item_id === rows[1]);
  expect(digging).toMatchObject({ criticality: 1 });
  expect(digging?.swing_days).toBeGreaterThan(1);
  expect(digging?.swing_cost).toBeGreaterThan(10_000);
  expect(Math.abs(pouring?.swing_cost ?? 0)).toBeLessThan((digging?.swing_cost ?? 0) / 3);
});

test('equal settings give equal results, another seed gives others; what is certain does not move', async () => {
  const first = await simulate({ iterations: 200 });
  expect(await simulate({ iterations: 200 })).toEqual(first);
  expect(await simulate({ iterations: 200, seed: 2 })).not.toEqual(first);
  const certain = await simulate({ iterations: 200, usual: { low: 1, likely: 1, high: 1 } });
  expect(certain.finish).toMatchObject({ p10: certain.finish.planned, p90: certain.finish.planned, planned_share: 1 });
  expect(certain).toMatchObject({ drivers: [], cost: { planned: 49_000, p90: 49_000, planned_share: 1 }, joint_share: 1 });
});

test('an event makes works longer in its share of the runs; a work may be less certain than the others', async () => {
  const sure = { usual: { low: 1, likely: 1, high: 1 }, iterations: 400 };
  const storm = { name: 'Storm', probability: 0.25, item_ids: [rows[1]], low: 1, likely: 1, high: 1 };
  const { events, finish } = await simulate({ ...sure, events: [storm] });
  expect(events).toMatchObject([{ name: 'Storm', share: 0.25 }]);
  expect(events[0].delay_days).toBeGreaterThan(5);
  expect(finish.planned_share).toBe(0.75);
  const { drivers } = await simulate({ ...sure, works: [{ item_id: rows[2], low: 0.5, likely: 1, high: 4 }] });
  expect(drivers.map(({ item_id }) => item_id)).toEqual([rows[2]]);
  const wrong = { params: { id: version }, body: { works: [{ item_id: rows[2], low: 2, likely: 1, high: 4 }] } as never };
  expect(await anna.refused(api.risk.start, wrong)).toMatchObject({ status: 400 });
});

test('money is for those who may see it, and an edit shows that the answer is of before', async () => {
  await simulate({ iterations: 200 });
  const vera = await world.person('vera');
  await world.join(vera, anna, 'viewer');
  expect((await read(vera)).computed?.result.cost).not.toBeNull();
  expect(await vera.refused(api.risk.start, { params: { id: version }, body: riskSettings.parse({}) })).toMatchObject({ status: 403 });
  const rights = RIGHTS_OF_ROLE.viewer.filter((right) => right !== 'cost.read');
  await anna.ok(api.roles.update, { params: { id: BUILT_IN_ROLE_ID.viewer }, body: { rights } });
  const seen = (await read(vera)).computed?.result;
  expect(seen).toMatchObject({ cost: null, joint_share: null, points: [] });
  expect(seen?.drivers.every(({ swing_cost }) => swing_cost === null)).toBe(true);
  await anna.item(version, { name: 'Late', start: '2026-03-02T09:00', duration_minutes: 480 });
  const { revision, computed } = await read();
  expect(revision).toBeGreaterThan(computed?.revision ?? revision);
});

test('the finish that is kept in four of five runs is held against the promise, for who sees the schedule', async () => {
  const { finish } = await simulate();
  const promises = async (who = anna) => (await who.ok(api.risk.promises)).promises;
  const [unpromised] = await promises();
  expect(unpromised).toMatchObject({ version_id: version, promised: null, planned: finish.planned, p80: finish.p80, outdated: false });
  await world.sql(`update wbs_item set target_start = start, target_finish = start where version_id = $1`, [version]);
  await anna.ok(api.wbs.update, { params: { id: version, wbsId: rows[2] }, body: { name: 'Paint twice' } });
  const [late] = await promises();
  expect(late).toMatchObject({ promised: expect.stringMatching(/^2026-03/), outdated: true });
  expect(late.gap_days).toBeGreaterThan(unpromised.gap_days);
  const stranger = await world.person('promised-nothing');
  await stranger.space();
  expect(await promises(stranger)).toEqual([]);
});
