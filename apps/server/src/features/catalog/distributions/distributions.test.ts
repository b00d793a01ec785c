import { api, type Call } from '@gantry/contract';
import { sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { ended } from '../../../testing/jobs.ts';
import { contentOf } from '../../../testing/samples/version-content.ts';
import { statementsOf } from '../../../testing/statements.ts';
import { createWorld, type Person, type World } from '../../../testing/world.ts';
import { countTyped } from './distributions.repository.ts';
import { MOST_COUNTED, worksOf } from './distributions.service.ts';

type Values = NonNullable<Call<typeof api.distributions.save>['body']>['values'];

let world: World;
let anna: Person;
let project: number;
let schedule: number;
let version: number;
const CREW = 901;
const WEEK = { from: '2025-03-03', to: '2025-03-08' };
const S_CURVE = Array.from({ length: 21 }, (_, at) => (at * at) / 4);

beforeAll(async () => {
  world = await createWorld();
  anna = await world.person('anna');
  await anna.space();
});
afterAll(() => world.close());

/** A version of one work from Monday to Friday with 40 hours of a crew at 10. */
async function makeVersion(): Promise<number> {
  const id = await anna.version(schedule);
  const shift = { start: 540, finish: 1020 };
  await world.sql('update calendar set week = $2 where version_id = $1', [id, JSON.stringify([...Array(5).fill([shift]), [], []])]);
  await world.sql(`update version set data_date = '2025-03-03T09:00', last_id = 2000 where id = $1`, [id]);
  await world.sql(
    `insert into resource (space_id, version_id, id, code, name, kind, unit, "limit", price_per_unit) values ($1, $2, ${CREW}, 'R', 'Crew', 'labour', 'h', 1, 10)`,
    [anna.spaceId, id],
  );
  const item = await anna.item(id, { name: 'Walls', start: '2025-03-03T09:00', duration_minutes: 2400 });
  await world.sql(
    `insert into assignment (space_id, version_id, id, item_id, resource_id, planned_units, actual_units, remaining_units,
       planned_cost, actual_cost, remaining_cost, lag_minutes, driving) values ($1, $2, 1000, $3, ${CREW}, 40, 0, 40, 400, 0, 400, 0, false)`,
    [anna.spaceId, id, item],
  );
  await anna.ok(api.timetable.calculateNow, { params: { id } });
  return id;
}

beforeEach(async () => {
  schedule = await anna.schedule();
  const { path } = await anna.ok(api.eps.get, { params: { id: schedule } });
  project = path.find(({ kind }) => kind === 'project')?.id ?? 0;
  version = await makeVersion();
});

const read = (id: number, who = anna) => who.ok(api.distributions.read, { params: { id } });
const preview = (eps_id: number, values: Values) => anna.ok(api.distributions.save, { body: { eps_id, values, preview: true } });
async function save(eps_id: number, values: Values) {
  const done = await anna.ok(api.distributions.save, { body: { eps_id, values } });
  expect(await ended(anna, done.job_id ?? 0)).toMatchObject({ status: 'done' });
  return done;
}
const takeBack = async (eps_id: number, act_id: number | null) =>
  ended(anna, (await anna.ok(api.distributions.takeBack, { body: { eps_id, act_id: act_id ?? 0 } })).job_id);
const daysOf = async (id = version, measure: 'units' | 'cost' = 'units') =>
  (await anna.ok(api.resources.load, { params: { id }, query: { period: 'day', measure, ...WEEK } })).resources[0].values;
const headOf = async (id = version) => anna.ok(api.versions.get, { params: { id } });

describe('distributions of measures', () => {
  test('lie evenly until a node says otherwise; the nearest counts, and versions follow it', async () => {
    expect(await daysOf()).toEqual([8, 8, 8, 8, 8]);
    await save(project, [{ measure: 'labour', mode: 'start' }]);
    expect(await daysOf()).toEqual([40, 0, 0, 0, 0]);
    expect(await daysOf(version, 'cost')).toEqual([80, 80, 80, 80, 80]);
    await save(schedule, [{ measure: 'labour', mode: 'end' }]);
    expect(await daysOf()).toEqual([0, 0, 0, 0, 40]);
    const { own, effective, inherited, used_by } = await read(schedule);
    expect(own).toEqual({ labour: 'end' });
    expect(effective).toMatchObject({ labour: { mode: 'end', from_eps_id: schedule }, cost: { mode: 'evenly', from_eps_id: null } });
    expect(inherited.labour).toMatchObject({ mode: 'start', from_eps_id: project });
    expect(used_by).toEqual({ schedules: 1, works: 1 });
    await save(project, [{ measure: 'labour', mode: 'evenly' }]);
    expect(await daysOf()).toEqual([0, 0, 0, 0, 40]);
    await save(schedule, [{ measure: 'labour', mode: null }]);
    expect(await daysOf()).toEqual([8, 8, 8, 8, 8]);
  });

  test('a curve gives the form, and a version made later has it from its first day', async () => {
    await save(project, [{ measure: 'labour', mode: 'curve', curve: S_CURVE }]);
    expect(await daysOf()).toEqual([1.6, 4.8, 8, 11.2, 14.4]);
    expect(await daysOf(await makeVersion())).toEqual([1.6, 4.8, 8, 11.2, 14.4]);
  });

  test('what is looked at is what happens, nothing has changed before, and taking back restores every byte', async () => {
    const before = await contentOf(world, version);
    const values: Values = [
      { measure: 'cost', mode: 'end' },
      { measure: 'labour', mode: 'start' },
    ];
    const looked = await preview(project, values);
    expect(looked).toMatchObject({ affects: { versions: 1, works: 1, locked: 0, typed_days_kept: 0 }, act_id: null, job_id: null });
    expect(looked.curves).toEqual([
      { measure: 'labour', starts: ['2025-03-01'], before: [40], after: [40] },
      { measure: 'cost', starts: ['2025-03-01'], before: [400], after: [400] },
    ]);
    expect(await contentOf(world, version)).toEqual(before);
    const status = (await headOf()).calculation_status;
    const done = await save(project, values);
    expect(done.affects).toEqual(looked.affects);
    // Values move between days, dates stay: the schedule needs no new calculation.
    expect((await headOf()).calculation_status).toBe(status);
    expect((await preview(project, values)).affects.versions).toBe(0);
    expect(await takeBack(project, done.act_id)).toMatchObject({ status: 'done' });
    expect(await contentOf(world, version)).toEqual(before);
    expect((await read(project)).own).toEqual({});
  });

  test('a preview by months shows what moves from one month to another, as it is after it', async () => {
    await world.sql(
      `update wbs_item set start = '2025-03-31T09:00', finish = '2025-04-04T17:00', early_start = '2025-03-31T09:00',
      early_finish = '2025-04-04T17:00' where version_id = $1`,
      [version],
    );
    const values: Values = [{ measure: 'cost', mode: 'end' }];
    const looked = await preview(schedule, values);
    expect(looked.curves).toEqual([{ measure: 'cost', starts: ['2025-03-01', '2025-04-01'], before: [80, 320], after: [0, 400] }]);
    await save(schedule, values);
    const back = await preview(schedule, [{ measure: 'cost', mode: null }]);
    expect(back.curves).toEqual([{ measure: 'cost', starts: ['2025-03-01', '2025-04-01'], before: [0, 400], after: [80, 320] }]);
  });

  test('a locked version keeps its own, days that somebody has planned stay, and a later edit does not stand in the way of taking back', async () => {
    const locked = await makeVersion();
    await anna.ok(api.versions.setLocked, { params: { id: locked }, body: { locked: true } });
    const [{ id: item }] = await world.sql('select id from wbs_item where version_id = $1', [version]);
    const cells = [
      {
        item_id: Number(item),
        resource_id: CREW,
        measure: 'labour' as const,
        mode: 'plan' as const,
        first_day: '2025-03-04',
        values: [30, 10],
      },
    ];
    await anna.ok(api.dayValues.setDays, { params: { id: version }, body: { cells } });
    const looked = await preview(project, [{ measure: 'labour', mode: 'start' }]);
    expect(looked.affects).toEqual({ versions: 1, works: 1, locked: 1, typed_days_kept: 1 });
    const done = await save(project, [{ measure: 'labour', mode: 'start' }]);
    expect(await daysOf(locked)).toEqual([8, 8, 8, 8, 8]);
    expect(await daysOf()).toEqual([0, 30, 10, 0, 0]);
    await anna.ok(api.timetable.saveSettings, { params: { id: version }, body: { critical_float_minutes: 60 } });
    expect(await takeBack(project, done.act_id)).toMatchObject({ status: 'done' });
    expect(await anna.refused(api.distributions.takeBack, { body: { eps_id: project, act_id: done.act_id ?? 0 } })).toMatchObject({
      code: 'distributions.nothing_to_undo',
    });
  });

  test('a schedule that is put into a group takes what holds there, and what holds above again when the group is dissolved', async () => {
    const locked = await makeVersion();
    await anna.ok(api.versions.setLocked, { params: { id: locked }, body: { locked: true } });
    const { id: group } = await anna.ok(api.schedules.createGroup, { body: { name: 'Blocks', project_id: project } });
    await save(group, [{ measure: 'labour', mode: 'end' }]);
    expect(await daysOf()).toEqual([8, 8, 8, 8, 8]);
    const status = (await headOf()).calculation_status;
    const moved = { schedule_id: schedule, group_id: group };
    await anna.ok(api.schedules.moveSchedule, { body: moved });
    expect(await daysOf()).toEqual([0, 0, 0, 0, 40]);
    expect(await daysOf(locked)).toEqual([8, 8, 8, 8, 8]);
    expect((await headOf()).calculation_status).toBe(status);
    await anna.ok(api.schedules.removeGroup, { params: { id: group } });
    expect(await daysOf()).toEqual([8, 8, 8, 8, 8]);
    // Both acts stand in the audit with both places and what followed; the history of the version says why it changed.
    const { entries } = await anna.ok(api.audit.list, { query: { action: 'schedules.' } });
    const places = { [`node ${schedule}`]: (await anna.ok(api.schedules.get, { params: { id: schedule } })).name };
    const { name } = await anna.ok(api.eps.get, { params: { id: project } });
    expect(entries.slice(0, 2)).toMatchObject([
      {
        action: 'schedules.removeGroup',
        details: { name: 'Blocks', to: project, moved: 1, changed: 1, locked: 0 },
        names: { [`to ${project}`]: name },
      },
      {
        action: 'schedules.moveSchedule',
        details: { node: schedule, from: project, to: group, changed: 1, locked: 1 },
        names: { ...places, [`from ${project}`]: name },
      },
    ]);
    const { actions } = await anna.ok(api.edits.list, { params: { id: version } });
    expect(actions.slice(0, 2).map((one) => one.name)).toEqual(['distribution.move', 'distribution.move']);
  });

  test('a curve that falls, or has not 21 points, is refused; who only reads looks at what holds alone; a foreign node is not there', async () => {
    const falling = S_CURVE.with(3, 90);
    expect(
      await anna.refused(api.distributions.save, {
        body: { eps_id: project, values: [{ measure: 'cost', mode: 'curve', curve: falling }] },
      }),
    ).toMatchObject({ status: 422, code: 'distributions.wrong_curve' });
    // A curve has 21 points.
    for (const curve of [S_CURVE.slice(1), [...S_CURVE, 100]]) {
      const body = { eps_id: project, values: [{ measure: 'cost' as const, mode: 'curve' as const, curve }] };
      expect(await anna.refused(api.distributions.save, { body })).toMatchObject({ status: 400 });
    }
    const reader = await world.person('reader');
    await world.join(reader, anna, 'viewer');
    expect((await read(schedule, reader)).effective.cost.mode).toBe('evenly');
    const wanted = { body: { eps_id: schedule, values: [{ measure: 'cost' as const, mode: 'end' as const }] } };
    expect(await reader.refused(api.distributions.save, wanted)).toMatchObject({ status: 403 });
    const stranger = await world.person('stranger');
    await stranger.space();
    expect(await stranger.refused(api.distributions.read, { params: { id: schedule } })).toMatchObject({ status: 404 });
    expect(await stranger.refused(api.distributions.save, wanted)).toMatchObject({ status: 404 });
  });

  test('a change is looked at by the same statements for any number of schedules, and very many works are not counted', async () => {
    const look = () => statementsOf(() => preview(project, [{ measure: 'volume' as const, mode: 'start' }]));
    const params = { id: project };
    const before = await look();
    for (const name of ['Second', 'Third']) {
      const second = (await anna.ok(api.projects.createSchedule, { params, body: { name } })).id;
      await anna.version(second);
    }
    await save(schedule, [{ measure: 'volume' as const, mode: 'end' }]);
    const asked = (sent: readonly string[]) => sent.filter((text) => text.includes('node_distribution')).length;
    const sent = await look();
    expect(asked(sent)).toBe(asked(before));
    // Heads of versions are not read one by one before the sums.
    expect(sent.filter((text) => /from "version" where/.test(text))).toEqual([]);
    expect((await preview(project, [{ measure: 'volume' as const, mode: 'start' }])).affects.versions).toBe(2);
    const context = await world.app.contextOf({ userId: anna.id, actorId: anna.id, spaceId: anna.spaceId, needs: [] });
    const works = (items: number) => context.read((db) => worksOf(db, anna.spaceId, [{ id: version, items }]));
    expect([await works(MOST_COUNTED), await works(MOST_COUNTED + 1)]).toEqual([1, MOST_COUNTED + 1]);
    const [{ id: item }] = await world.sql('select id from wbs_item where version_id = $1', [version]);
    const other = await anna.item(version, { name: 'Other' });
    for (const id of [Number(item), other])
      await anna.ok(api.dayValues.write, {
        params: { id: version, wbsId: id },
        body: { measure: 'volume', mode: 'plan', values: [{ day: '2025-03-04', value: 5 }] },
      });
    const typed = (most?: number) => context.read((db) => countTyped(db, anna.spaceId, [version], ['volume'], most));
    expect([await typed(), await typed(1)]).toEqual([2, 1]);
    const plan = await context.read(async (db) => {
      for (const way of ['enable_seqscan', 'enable_bitmapscan', 'enable_sort', 'enable_hashagg'])
        await sql`set local ${sql.raw(way)} = off`.execute(db);
      return sql`explain select distinct version_id, item_id from day_series
        where space_id = ${anna.spaceId} and version_id = any(${[version]}::bigint[]) and mode = 'plan' and measure = any('{volume}'::text[])`.execute(
        db,
      );
    });
    expect(JSON.stringify(plan.rows)).toContain('day_series_planned');
  });

  test('a schedule that is moved changes versions that differ alone, many of them by a job; a change for many is written part by part', async () => {
    const { id: group } = await anna.ok(api.schedules.createGroup, { body: { name: 'Alike', project_id: project } });
    const { id: other } = await anna.ok(api.schedules.createGroup, { body: { name: 'Others', project_id: project } });
    await save(other, [{ measure: 'labour', mode: 'end' }]);
    const move = (group_id: number) => anna.ok(api.schedules.moveSchedule, { body: { schedule_id: schedule, group_id } });
    const locks = async (group_id: number) =>
      (await statementsOf(() => move(group_id))).filter((text) => /"version"/.test(text) && /for (no key )?update/.test(text)).length;
    expect(await locks(group)).toBe(0);
    const many: number[] = [version];
    for (let made = 0; made < 55; made += 1) many.push(await anna.version(schedule));
    await move(other);
    const [{ id }] = await world.sql<{ id: number }>(`select max(id)::int as id from job where kind = 'distribution_follow'`);
    expect(await ended(anna, id)).toMatchObject({ status: 'done', result: { followed: many.length } });
    const held = () => world.sql('select distinct distributions from settings where version_id = any($1)', [many]);
    expect(await held()).toEqual([{ distributions: { labour: { mode: 'end' } } }]);
    const edits = await world.sql(
      `select max(versions)::int as most from (
        select count(*) as versions from version_edit where version_id = any($1) and name = 'distribution.move' group by xmin::text) t`,
      [many],
    );
    expect(edits).toEqual([{ most: 1 }]);
    // What is saved for many versions is written part by part, and taken back so.
    const done = await save(other, [{ measure: 'labour', mode: 'start' }]);
    const [parts] = await world.sql(
      `select max(versions)::int as most, sum(versions)::int as sum from (
        select count(*) as versions from version_edit where version_id = any($1) and name = 'distribution.follow' group by xmin::text) t`,
      [many],
    );
    expect(parts).toEqual({ most: 50, sum: many.length });
    expect(await takeBack(other, done.act_id)).toMatchObject({ status: 'done' });
    expect(await held()).toEqual([{ distributions: { labour: { mode: 'end' } } }]);
    // Versions that hold what holds at the new place are not touched.
    await save(group, [{ measure: 'labour', mode: 'end' }]);
    expect(await locks(group)).toBe(0);
  });
});
