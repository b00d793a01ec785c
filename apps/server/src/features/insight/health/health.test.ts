import { api, HEALTH_CHECK_IDS, type HealthCheckName } from '@gantry/contract';
import { HEALTH_CHECKS } from '@gantry/engine';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { createWorld, type Person, type World } from '../../../testing/world.ts';

let world: World;
let anna: Person;
let version: number;
let rows: number[];
let lead: number;

beforeAll(async () => {
  world = await createWorld();
  anna = await world.person('anna');
  await anna.space();
});
afterAll(() => world.close());

/** A chain of four, with one relation too many, whose last work begins a day before the one ahead of it ends. */
async function plan(): Promise<void> {
  version = await anna.version(await anna.schedule());
  rows = [];
  for (const name of ['Dig', 'Pour', 'Cure', 'Roof'])
    rows.push(await anna.item(version, { name, start: '2026-03-02T09:00', duration_minutes: 2400 }));
  await relate(rows[0], rows[1], 0);
  await relate(rows[1], rows[2], 0);
  await relate(rows[0], rows[2], 0);
  lead = await relate(rows[2], rows[3], -480);
}
const relate = async (predecessor_id: number, successor_id: number, lag_minutes: number) =>
  (
    await anna.ok(api.relations.create, {
      params: { id: version },
      body: { predecessor_id, successor_id, type: 'fs', lag_minutes, lag_calendar: null },
    })
  ).id;
const read = (who = anna) => who.ok(api.health.read, { params: { id: version } });
const finding = async (check: HealthCheckName) => (await read()).findings.find((one) => one.check === check);
const preview = (check: HealthCheckName) => anna.ok(api.health.preview, { params: { id: version, check } });

test('the contract names the checks of the engine, in their order', () => {
  expect(HEALTH_CHECK_IDS.slice(0, -1)).toEqual(Object.keys(HEALTH_CHECKS));
});

test('each finding names its rows, and how many fixes it offers', async () => {
  await plan();
  const { findings, revision } = await read();
  expect(findings).toHaveLength(HEALTH_CHECK_IDS.length - 1);
  expect(revision).toBeGreaterThan(0);
  expect(await finding('leads')).toMatchObject({ source: 'dcma', verdict: 'failed', rows: 1, row_ids: [rows[3]], fixes: 1, limit: 0 });
  expect(await finding('redundant_relations')).toMatchObject({ verdict: 'failed', row_ids: [rows[2]], fixes: 1 });
  expect(await finding('rings')).toMatchObject({ verdict: 'passed', rows: 0 });
  expect(await finding('missed_tasks')).toMatchObject({ verdict: 'not_measured', value: null });
  const vera = await world.person('vera');
  await world.join(vera, anna, 'viewer');
  expect((await read(vera)).findings).toEqual(findings);
});

test('a fix is shown with what it moves before it is applied, as one edit that is undone', async () => {
  await plan();
  const shown = await preview('leads');
  expect(shown.changes).toEqual([{ command: 'set_lag', row_id: rows[2], other_id: rows[3], end: null, before: -480, after: 0 }]);
  expect(shown.moved).toBe(1);
  expect(shown.finish_after && shown.finish_before && shown.finish_after > shown.finish_before).toBe(true);
  // Shown alone, nothing changes.
  expect((await finding('leads'))?.rows).toBe(1);
  const asked = { params: { id: version, check: 'leads' as const }, body: { revision: shown.revision } };
  const done = await anna.ok(api.health.fix, asked);
  expect(done).toMatchObject({ applied: 1, diff: { relation: { updated: [{ id: lead }] } } });
  expect(await finding('leads')).toMatchObject({ verdict: 'passed', fixes: 0 });
  expect(await anna.refused(api.health.fix, asked)).toMatchObject({ status: 409, code: 'health.out_of_date' });
  const again = { ...asked, body: { revision: (await preview('leads')).revision } };
  expect(await anna.refused(api.health.fix, again)).toMatchObject({ status: 409, code: 'health.no_fix' });
  await anna.ok(api.edits.undo, { params: { id: version } });
  expect((await finding('leads'))?.rows).toBe(1);
});

test('some of the shown changes are applied alone; relations go, limits and durations are set', async () => {
  await plan();
  const stale = async (id: number, date: string) =>
    anna.ok(api.wbs.update, { params: { id: version, wbsId: id }, body: { start_limit_type: 'in_date', start_limit_date: date } });
  await stale(rows[0], '2026-03-02T09:00');
  await stale(rows[1], '2026-03-09T09:00');
  const hard = await preview('hard_constraints');
  expect(hard.changes.map(({ row_id, end, before, after }) => [row_id, end, before, after])).toEqual([
    [rows[0], 'start', 'in_date', 'not_earlier'],
    [rows[1], 'start', 'in_date', 'not_earlier'],
  ]);
  const asked = { params: { id: version, check: 'hard_constraints' as const }, body: { revision: hard.revision, fixes: [1] } };
  expect(await anna.ok(api.health.fix, asked)).toMatchObject({ applied: 1 });
  expect((await preview('hard_constraints')).changes.map(({ row_id }) => row_id)).toEqual([rows[0]]);
  const { revision, changes } = await preview('redundant_relations');
  expect(changes).toMatchObject([{ command: 'remove_relation', row_id: rows[0], other_id: rows[2], before: 'fs', after: null }]);
  await anna.ok(api.health.fix, { params: { id: version, check: 'redundant_relations' }, body: { revision } });
  expect(await finding('redundant_relations')).toMatchObject({ verdict: 'passed' });
});

test('finishes are measured against target dates', async () => {
  await plan();
  await world.sql(
    `update wbs_item set target_start = start, target_finish = finish, status = 'completed', progress = 1,
    actual_start = start, actual_finish = finish where version_id = $1 and id = $2`,
    [version, rows[0]],
  );
  await world.sql(`update wbs_item set target_finish = target_finish - interval '3 days' where version_id = $1 and id = $2`, [
    version,
    rows[0],
  ]);
  await world.sql(`update version set data_date = '2026-03-16' where id = $1`, [version]);
  expect(await finding('missed_tasks')).toMatchObject({ verdict: 'failed', row_ids: [rows[0]] });
});

test('an attribute that must have a value is a finding of its own where rows lack one', async () => {
  await plan();
  const define = { name: 'Zone', type: 'string', required: true };
  const { id } = await anna.ok(api.attributeValues.create, { params: { id: version }, body: define as never });
  await anna.ok(api.wbs.update, { params: { id: version, wbsId: rows[1] }, body: { attributes: { [id]: 'A' } } });
  expect(await finding('required_attribute')).toMatchObject({
    verdict: 'failed',
    value: 3,
    row_ids: [rows[0], rows[2], rows[3]],
    fixes: 0,
    attribute: { id, name: 'Zone' },
  });
  expect((await preview('required_attribute')).changes).toEqual([]);
  // A row comes without it; once it has a value, nobody takes that away.
  const cleared = { params: { id: version, wbsId: rows[1] }, body: { attributes: { [id]: null } } };
  expect(await anna.refused(api.wbs.update, cleared)).toMatchObject({ code: 'attribute.required', parameters: { name: 'Zone' } });
});
