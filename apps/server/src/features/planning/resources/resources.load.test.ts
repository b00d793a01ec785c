import { api } from '@gantry/contract';
import { BUILT_IN_ROLE_ID, dayOf, minuteAt, RIGHTS_OF_ROLE } from '@gantry/domain';
import { recordsOf } from '@gantry/plan-view';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { statementsOf } from '../../../testing/statements.ts';
import { createWorld, type Person, type World } from '../../../testing/world.ts';
import { readVersion, valuesOf } from '../edits/edits.service.ts';
import { joinWorks, LOAD_TABLES, loadedVersion, type LoadTables, loadOfPlace, openSum, worksOfPlace } from './resources.load.rules.ts';
import { countEach } from './resources.load.service.ts';

let world: World;
let anna: Person;
let version: number;
let schedule: number;
const CREW = 901;

/** A version with a crew of one, and works of so many hours each from Monday on. */
async function makeVersion(hours: number[], code = 'R'): Promise<number> {
  const id = await anna.version();
  const shift = { start: 540, finish: 1020 };
  await world.sql('update calendar set week = $2 where version_id = $1', [id, JSON.stringify([...Array(5).fill([shift]), [], []])]);
  await world.sql(`update version set data_date = '2025-03-03T09:00', last_id = 2000 where id = $1`, [id]);
  await world.sql(
    `insert into resource (space_id, version_id, id, code, name, kind, unit, "limit", price_per_unit) values ($1, $2, ${CREW}, $3, 'Crew', 'labour', 'h', 1, 10)`,
    [anna.spaceId, id, code],
  );
  for (const [at, units] of hours.entries()) {
    const item = await anna.item(id, { name: `Work ${at + 1}`, start: '2025-03-03T09:00', duration_minutes: units * 60 });
    await world.sql(
      `insert into assignment (space_id, version_id, id, item_id, resource_id, planned_units, actual_units, remaining_units,
         planned_cost, actual_cost, remaining_cost, lag_minutes, driving) values ($1, $2, $3, $4, ${CREW}, $5::float8, 0, $5::float8, 0, 0, $5::float8 * 10, 0, false)`,
      [anna.spaceId, id, 1000 + at, item, units],
    );
  }
  await anna.ok(api.timetable.calculateNow, { params: { id } });
  return id;
}

beforeAll(async () => {
  world = await createWorld();
  anna = await world.person('anna');
  await anna.space();
  version = await makeVersion([24, 16]);
  schedule = (await anna.ok(api.versions.get, { params: { id: version } })).schedule_id;
});
afterAll(() => world.close());

const at = <const Q extends object>(query: Q) => ({ params: { id: version }, query });
const WEEK = { from: '2025-03-03', to: '2025-03-06' };
const contextOfAnna = () => world.app.contextOf({ userId: anna.id, actorId: anna.id, spaceId: anna.spaceId, needs: [] });

describe('load of resources', () => {
  test('by days, with the limit and the days beyond it', async () => {
    const load = await anna.ok(api.resources.load, at({ period: 'day', ...WEEK }));
    expect(load).toMatchObject({ versions: 1, extent: WEEK, starts: ['2025-03-03', '2025-03-04', '2025-03-05', '2025-03-06'] });
    expect(load.resources).toMatchObject([
      { code: 'R', of: [{ version_id: version, resource_id: CREW }], values: [16, 16, 8], capacity: [8, 8, 8], over_days: [1, 1, 0] },
    ]);
  });

  test('what is beyond a limit is said by the nearest settings', async () => {
    const save = (over: number | null) =>
      anna.ok(api.resourceSettings.save, { body: { eps_id: schedule, ...(over ? { thresholds: { near: 90, over } } : {}) } });
    await save(200);
    const { resources } = await anna.ok(api.resources.load, at({ period: 'day', ...WEEK }));
    expect(resources).toMatchObject([{ values: [16, 16, 8], over_days: [0, 0, 0] }]);
    expect((await anna.ok(api.resources.loadOfSpace, { query: { period: 'day', ...WEEK } })).resources).toMatchObject([
      { over_days: [1, 1, 0] },
    ]);
    await save(null);
  });

  test('an edit is seen at once', async () => {
    const rates = { rates: [{ from: null, limit: 2, prices: [10] }] };
    await anna.ok(api.resources.saveRates, { params: { id: version, resourceId: CREW }, body: rates });
    const { resources } = await anna.ok(api.resources.load, at({ period: 'week' }));
    expect(resources).toMatchObject([{ values: [40], capacity: [80], over_days: [0] }]);
    await anna.ok(api.edits.undo, { params: { id: version } });
  });

  test('a bar opens its works, the largest first', async () => {
    const { total, works } = await anna.ok(api.resources.works, at({ key: 'cR', from: '2025-03-04', to: '2025-03-06' }));
    expect(total).toBe(2);
    expect(works).toMatchObject([
      { name: 'Work 1', amount: 16, schedule_id: schedule, start: '2025-03-03T09:00' },
      { name: 'Work 2', amount: 8 },
    ]);
  });

  test('a resource that several schedules have stands once in the space', async () => {
    const other = await makeVersion([8]);
    const load = await anna.ok(api.resources.loadOfSpace, { query: { period: 'day', ...WEEK } });
    expect(load).toMatchObject({ versions: 2, resources: [{ key: 'cR', values: [24, 16, 8], over_days: [1, 1, 0] }] });
    expect(load.resources[0].of.map(({ version_id }) => version_id).sort()).toEqual([version, other].sort());
    const node = await anna.ok(api.resources.loadOfNode, { params: { id: schedule }, query: { period: 'day', ...WEEK } });
    expect(node.resources).toMatchObject([{ values: [16, 16, 8] }]);
  });

  test('is the same where versions are counted one by one; works are cut where they are counted; too many cells are none', async () => {
    const context = await contextOfAnna();
    const heads = (await world.sql('select id, revision, chain from version where space_id = $1 order by id', [anna.spaceId])).map(
      ({ id, revision, chain }) => ({ id: Number(id), chain: `${String(revision)} ${(chain as Buffer).toString('hex')}` }),
    );
    const asked = { versions: heads, measure: 'units' as const };
    const { waiting: _, ...whole } = await anna.ok(api.resources.loadOfSpace, { query: { period: 'day' } });
    expect(await countEach(context, { ...asked, period: 'day', over: 1 })).toEqual({ load: whole });
    const [from, to] = [WEEK.from, WEEK.to].map((day) => dayOf(minuteAt(`${day}T00:00`)));
    const { total, works } = await anna.ok(api.resources.worksOfSpace, { query: { key: 'cR', ...WEEK } });
    expect(total).toBe(3);
    expect(await countEach(context, { ...asked, key: 'cR', from, to })).toMatchObject({
      works: { total, works: works.map(({ item_id, amount }) => ({ item_id, amount })) },
    });
    const read = async (id: number) => {
      const rows = await readVersion(context, id, ({ values }) => valuesOf(values, LOAD_TABLES));
      const tables = Object.fromEntries(LOAD_TABLES.map((table) => [table, recordsOf(table, rows[table])])) as LoadTables;
      return loadedVersion(id, tables, minuteAt('2025-03-03T09:00'));
    };
    const one = await read(version);
    const window = { measure: 'units', from, to } as const;
    const first = worksOfPlace([one], 'cR', window, 1);
    expect(first).toMatchObject({ total: 2, works: [{ name: 'Work 1' }] });
    expect(joinWorks(first, first, 1)).toMatchObject({ total: 4, works: [{ name: 'Work 1' }] });
    expect(loadOfPlace([one], 'day', window, 2)).toBeNull();
    const sum = openSum(1, 3);
    expect([sum.add(loadOfPlace([one], 'day', window, 3)), sum.total()?.resources.length]).toEqual([true, 1]);
    expect([sum.add(null), sum.total()]).toEqual([false, null]);
  });

  test('of a place with very many works is refused before anything is read', async () => {
    await world.sql('update version set item_count = 500001 where id = $1', [version]);
    for (const refusal of [
      await anna.refused(api.resources.loadOfSpace, { query: {} }),
      await anna.refused(api.resources.worksOfNode, { params: { id: schedule }, query: { key: 'cR', ...WEEK } }),
    ])
      expect(refusal).toMatchObject({ status: 422, code: 'resource.load_too_large' });
    await world.sql('update version set item_count = 2 where id = $1', [version]);
  });

  test('of works alone that meet a rule of an indicator; of none where no schedule knows it', async () => {
    const rule = { condition: 'duration >= 3', state: 'warn' as const, tint: 3 as const, text: '' };
    const { id } = await anna.ok(api.indicators.createAtSchedule, { params: { id: schedule }, body: { name: 'Long', rules: [rule] } });
    const days = { period: 'day', ...WEEK, filter_indicator: id } as const;
    expect((await anna.ok(api.resources.load, at(days))).resources).toMatchObject([{ values: [8, 8, 8], over_days: [0, 0, 0] }]);
    expect((await anna.ok(api.resources.loadOfSpace, { query: days })).resources).toMatchObject([{ key: 'cR', values: [8, 8, 8] }]);
    const { works } = await anna.ok(api.resources.works, at({ key: 'cR', ...WEEK, filter_indicator: id }));
    expect(works.map(({ name }) => name)).toEqual(['Work 1']);
    expect((await anna.ok(api.resources.load, at({ ...days, filter_indicator: 99_999 }))).resources).toMatchObject([{ values: [0, 0, 0] }]);
    expect((await anna.ok(api.resources.load, at({ period: 'day', ...WEEK }))).resources).toMatchObject([{ values: [16, 16, 8] }]);
  });

  test('answers with the schedules that are counted by then where it is not to wait, and goes on when it is asked again', async () => {
    const rule = { condition: 'duration >= 2', state: 'warn' as const, tint: 3 as const, text: '' };
    const { id } = await anna.ok(api.indicators.create, { body: { name: 'Two days', rules: [rule] } });
    const asked = { period: 'day', ...WEEK, filter_indicator: id, wait_ms: 0 } as const;
    const counts: [number, number][] = [];
    const ask = async () => {
      const answer = await anna.ok(api.resources.loadOfSpace, { query: asked });
      counts.push([answer.versions, answer.waiting]);
      return answer.resources;
    };
    await ask();
    expect(await ask()).toMatchObject([{ key: 'cR', values: [16, 16, 8] }]);
    expect(counts).toEqual([
      [1, 1],
      [2, 0],
    ]);
    // The indicator judges the works of an edit again.
    await anna.ok(api.indicators.update, { params: { id }, body: { rules: [{ ...rule, condition: 'duration >= 3' }] } });
    const whole = { period: 'day', ...WEEK, filter_indicator: id } as const;
    const now = await anna.ok(api.resources.loadOfSpace, { query: whole });
    expect(now).toMatchObject({ waiting: 0, resources: [{ values: [8, 8, 8] }] });
    const items = (await anna.ok(api.wbs.list, { params: { id: version }, query: {} })).items;
    const second = items.find(({ name }) => name === 'Work 2')?.id as number;
    await anna.ok(api.wbs.update, { params: { id: version, wbsId: second }, body: { duration_minutes: 24 * 60 } });
    const [{ values }] = (await anna.ok(api.resources.loadOfSpace, { query: whole })).resources;
    expect(values[0]).toBeGreaterThan(8);
    await anna.ok(api.edits.undo, { params: { id: version } });
  });

  test('money only for those who may see it; nothing for strangers; no period backwards', async () => {
    expect((await anna.ok(api.resources.load, at({ period: 'week', measure: 'cost' }))).resources).toMatchObject([
      { values: [400], capacity: null },
    ]);
    const reader = await world.person('reader');
    await world.join(reader, anna, 'viewer');
    expect((await reader.ok(api.resources.load, at({}))).resources).toHaveLength(1);
    const rights = RIGHTS_OF_ROLE.viewer.filter((right) => right !== 'cost.read');
    await anna.ok(api.roles.update, { params: { id: BUILT_IN_ROLE_ID.viewer }, body: { rights } });
    const money = await reader.refused(api.resources.load, at({ measure: 'cost' }));
    expect(money).toMatchObject({ status: 403, code: 'auth.forbidden' });
    expect(await reader.refused(api.resources.loadOfSpace, { query: { measure: 'cost' } })).toMatchObject({ code: 'auth.forbidden' });
    // Versions of a place are not opened one by one for who sees no costs.
    const rules = [{ condition: 'duration >= 3', state: 'warn' as const, tint: 3 as const, text: '' }];
    const ofWorks = (await anna.ok(api.indicators.create, { body: { name: 'Long works', rules } })).id;
    const priced = [{ ...rules[0], condition: 'planned_cost >= 0' }];
    const ofMoney = (await anna.ok(api.indicators.create, { body: { name: 'Dear works', rules: priced } })).id;
    const judged = async (person: Person, filter_indicator: number) =>
      (await person.ok(api.resources.loadOfSpace, { query: { period: 'year', from: '2025-01-01', to: '2026-01-01', filter_indicator } }))
        .resources[0].values;
    expect((await judged(anna, ofMoney))[0]).toBeGreaterThan(0);
    // An indicator that reads costs judges nothing for who sees none.
    expect(await judged(reader, ofMoney)).toEqual([0]);
    const known = await judged(anna, ofWorks);
    const heads = await statementsOf(async () => {
      await reader.ok(api.resources.loadOfSpace, { query: {} });
      expect(await judged(reader, ofWorks)).toEqual(known);
    });
    expect(heads.filter((text) => /from "version" where/.test(text))).toEqual([]);
    const stranger = await world.person('stranger');
    await stranger.space();
    expect(await stranger.refused(api.resources.load, at({}))).toMatchObject({ status: 404 });
    expect(await stranger.refused(api.resources.loadOfNode, { params: { id: schedule }, query: {} })).toMatchObject({ status: 404 });
    const backwards = at({ from: '2025-03-06', to: '2025-03-06' });
    expect(await anna.refused(api.resources.load, backwards)).toMatchObject({ status: 422, code: 'resource.wrong_window' });
  });
});
