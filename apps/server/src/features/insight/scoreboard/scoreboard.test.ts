import { api, DEFAULT_CONVENTIONS, type ScoreboardColumn, type ScoreboardContent } from '@gantry/contract';
import { BUILT_IN_ROLE_ID, RIGHTS_OF_ROLE } from '@gantry/domain';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { createWorld, type Person, type World } from '../../../testing/world.ts';
import { type BoardNode, lightOf, treeOf } from './scoreboard.rules.ts';

let world: World;
let anna: Person;
let project: number;
let late: number;
let version: number;

const COLUMNS: ScoreboardColumn[] = [
  { figure: 'deviation_days', warn: 1, error: 5 },
  { figure: 'cpi', warn: 0.97, error: 0.9 },
  { figure: 'works', warn: null, error: null },
];
const schedulesOf = (under: number): ScoreboardContent => ({ rows: { kind: 'schedule', under }, columns: COLUMNS, sort: 'worst' });

beforeAll(async () => {
  world = await createWorld();
  anna = await world.person('anna');
  await anna.space();
  const facility = (await anna.ok(api.facilities.create, { body: { name: 'Harbour' } })).id;
  project = (await anna.ok(api.projects.create, { body: { name: 'Quay', facility_id: facility } })).id;
  const schedule = async (name: string) => (await anna.ok(api.projects.createSchedule, { params: { id: project }, body: { name } })).id;
  const onTime = await schedule('North');
  late = await schedule('South');
  // Both are planned from Monday to Friday; the south had promised to end ten days before that.
  for (const one of [onTime, late]) {
    version = await anna.version(one);
    const item = await anna.item(version, { name: 'Walls', start: '2026-03-02T09:00', duration_minutes: 2400 });
    await anna.ok(api.dayValues.write, {
      params: { id: version, wbsId: item },
      body: { measure: 'cost', mode: 'plan', values: [{ day: '2026-03-02', value: 1000 }] },
    });
    await world.sql(`update wbs_item set target_start = start, target_finish = finish where version_id = $1`, [version]);
    if (one !== late) continue;
    await anna.ok(api.dayValues.write, {
      params: { id: version, wbsId: item },
      body: { measure: 'cost', mode: 'fact', values: [{ day: '2026-03-02', value: 300 }] },
    });
    await world.sql(
      `update wbs_item set target_start = start - interval '10 days', target_finish = finish - interval '10 days'
      where version_id = $1`,
      [version],
    );
  }
});
afterAll(() => world.close());

const board = async (name: string, content: ScoreboardContent, who = anna) =>
  (await who.ok(api.scoreboard.create, { body: { name, content } })).id;
const read = (id: number, node?: number, who = anna) => who.ok(api.scoreboard.read, { params: { id }, query: { node } });

test('the worst place stands first, and a light says why', async () => {
  const { rows, state } = await read(await board('Schedules', schedulesOf(project)));
  expect(rows.map(({ name, light }) => ({ name, light }))).toEqual([
    { name: 'South', light: 'act' },
    { name: 'North', light: 'ok' },
  ]);
  expect(rows[0]).toMatchObject({ path: ['Harbour', 'Quay'], version_id: version, has_parts: false });
  expect(rows[0].cells[0]).toMatchObject({ value: 10, light: 'act', hidden_red: 0 });
  expect(rows[1].cells[0]).toMatchObject({ value: 0, light: 'ok' });
  expect(rows.map(({ cells }) => cells[2])).toMatchObject(Array(2).fill({ value: 1, light: 'none', hidden_red: 0 }));
  expect(state).toMatchObject({ versions: 2, outdated: [], hidden: 0 });
});

test('a place that is fine in all says how many schedules below are not; its parts can be asked for', async () => {
  const id = await board('Projects', {
    rows: { ids: [project] },
    columns: [{ figure: 'works', warn: null, error: null }, { figure: 'late_against_target', warn: 1, error: 2 }, COLUMNS[0]],
    sort: 'place',
  });
  const [row] = (await read(id)).rows;
  expect(row).toMatchObject({ name: 'Quay', kind: 'project', version_id: null, has_parts: true });
  expect(row.cells[0].value).toBe(2);
  expect(row.cells[1]).toMatchObject({ value: 1, light: 'watch', hidden_red: 0 });
  const below = await read(id, project);
  expect(below.path.map(({ name }) => name)).toEqual(['Harbour', 'Quay']);
  expect(below.rows.map(({ name }) => name)).toEqual(['North', 'South']);
  expect(below.rows.reduce((sum, { cells }) => sum + (cells[0].value ?? 0), 0)).toBe(row.cells[0].value);
  // The south promised to end earlier than the north will: their sum is late by none of what the south is.
  expect(row.cells[2]).toMatchObject({ value: 0, light: 'ok', hidden_red: 1 });
});

test('places are lit by the conventions that hold there, the worst first, and one place tells every figure', async () => {
  const lights = (query: object, who = anna) => who.ok(api.scoreboard.lights, { query });
  const agree = (scope: number, name: string, warn: number, error: number) => {
    const thresholds: ScoreboardColumn[] = [{ figure: 'deviation_days', warn, error }];
    return anna.ok(api.analyticsSettings.create, { body: { scope, name, content: { ...DEFAULT_CONVENTIONS, thresholds }, active: true } });
  };
  // By the usual conventions both are behind: nothing of what was planned is done.
  expect((await lights({ of: 'schedule', node: project })).rows.map(({ name, light }) => [name, light])).toEqual([
    ['South', 'act'],
    ['North', 'act'],
  ]);
  await agree(project, 'Dates alone', 1, 10);
  const schedules = await lights({ of: 'schedule', node: project });
  expect(schedules.rows.map(({ name, light }) => [name, light])).toEqual([
    ['South', 'act'],
    ['North', 'ok'],
  ]);
  expect(schedules.rows[0].cells[0]).toMatchObject({
    figure: 'deviation_days',
    value: 10,
    light: 'act',
    warn: 1,
    error: 10,
    hidden_red: 0,
  });
  expect((await lights({ of: 'parts', node: project })).rows).toEqual(schedules.rows);
  const own = await lights({ of: 'self', node: project });
  expect(own.rows).toMatchObject([{ id: project, kind: 'project', path: ['Harbour'], has_parts: true }]);
  expect(own.rows[0].cells.find(({ figure }) => figure === 'works')).toMatchObject({ value: 2, light: 'none' });
  expect((await lights({ of: 'self' })).rows).toMatchObject([{ id: 0, kind: 'space' }]);
  expect((await lights({ version })).rows).toMatchObject([{ id: version, kind: 'version', version_id: version, light: 'act' }]);
  // A schedule that may be late by a month is not red for ten days.
  await agree(late, 'Patient', 5, 30);
  const patient = await lights({ of: 'schedule', node: project });
  expect(patient.rows.map(({ name, light, cells }) => [name, light, cells.length])).toEqual([
    ['South', 'watch', 1],
    ['North', 'ok', 1],
  ]);
  await world.sql('delete from analytics_setting');
  const stranger = await world.person('lena');
  await stranger.space();
  expect(await stranger.refused(api.scoreboard.lights, { query: { node: project } })).toMatchObject({ status: 404 });
  expect(await stranger.refused(api.scoreboard.lights, { query: { version } })).toMatchObject({ status: 404 });
});

/** A schedule with one work of so many days, whose costs are written by days. */
async function costedWork(name: string, days: number) {
  const schedule = await anna.schedule(name);
  const id = await anna.version(schedule);
  const item = await anna.item(id, { name: 'Walls', start: '2026-03-02T09:00', duration_minutes: days * 480 });
  const write = (mode: 'plan' | 'fact', day: string, value: number) =>
    anna.ok(api.dayValues.write, { params: { id, wbsId: item }, body: { measure: 'cost', mode, values: [{ day, value }] } });
  /** Moves the data date, says what the day before has cost and how much is done. */
  const report = async (day: string, progress: number, cost: number): Promise<void> => {
    await anna.ok(api.timetable.calculateNow, { params: { id }, body: { data_date: `2026-03-${day}T09:00` } });
    await write('fact', `2026-03-0${Number(day) - 1}`, cost);
    await anna.ok(api.wbs.update, { params: { id, wbsId: item }, body: { progress } });
  };
  await write('plan', '2026-03-02', 1000);
  return { schedule, id, item, write, report };
}

test('a trend tells what was reported on each data date, whatever the plan became afterwards', async () => {
  const { schedule, id, item, write, report: reported } = await costedWork('Reported', 5);
  await anna.ok(api.versions.updateTargetDates, { params: { id }, body: { version_id: id } });
  const one: ScoreboardContent = { rows: { ids: [schedule] }, columns: [{ figure: 'cpi', warn: 0.97, error: 0.9 }], sort: 'place' };
  const own = await board('Reported', one);
  const report = async (...day: Parameters<typeof reported>) => {
    await reported(...day);
    return (await read(own)).rows[0].cells[0];
  };
  await report('03', 0.1, 200);
  await report('04', 0.3, 100);
  const third = await report('05', 0.4, 100);
  expect(third).toMatchObject({ value: 1, previous: 1 });
  expect(third.trend.map(({ day, value }) => [day, value])).toEqual([
    ['2026-03-03', 0.5],
    ['2026-03-04', 1],
    ['2026-03-05', 1],
  ]);
  // A correction of past facts changes the figures of today; kept status points stay as they were reported.
  await write('fact', '2026-03-02', 400);
  await anna.ok(api.wbs.update, { params: { id, wbsId: item }, body: { progress: 0.4 } });
  const now = (await read(own)).rows[0].cells[0];
  expect(now.value).toBeLessThan(1);
  expect(now.trend.slice(0, 2)).toEqual(third.trend.slice(0, 2));
  expect(now.trend.at(-1)).toEqual({ day: '2026-03-05', value: now.value });
  // A person sees no past of a schedule that they may not see.
  const stranger = await world.person('nora');
  await stranger.space();
  expect(await stranger.refused(api.scoreboard.read, { params: { id: own }, query: {} })).toMatchObject({ status: 404 });
});

test('what is left costs as what was done of late did, where the conventions say so', async () => {
  const { schedule, report } = await costedWork('Of late', 10);
  const content = { ...DEFAULT_CONVENTIONS, estimate: 'cpi_recent' as const };
  await anna.ok(api.analyticsSettings.create, { body: { scope: schedule, name: 'Of late', content, active: true } });
  const eac = async () => (await anna.ok(api.analytics.costOfSchedule, { params: { id: schedule }, query: {} })).earned_value?.eac;
  const estimates: unknown[] = [];
  // The first day costs double, the others half of what they earn.
  for (const [day, progress, cost] of [
    ['03', 0.1, 200],
    ['04', 0.2, 50],
    ['05', 0.3, 50],
    ['06', 0.4, 50],
  ] as const) {
    await report(day, progress, cost);
    estimates.push(await eac());
  }
  // Until three points stand before it, all is recent: 200 + 900 / 0.5; then 350 + 600 / (300 / 150).
  expect(estimates.at(0)).toBeCloseTo(2000, 6);
  expect(estimates.at(-1)).toBeCloseTo(650, 6);
  await world.sql('delete from analytics_setting');
});

test('boards are their maker’s until they are shared; only who may manage the space changes those of others', async () => {
  const id = await board('Mine', schedulesOf(project));
  const paul = await world.person('paul');
  await world.join(paul, anna, 'planner');
  expect(await paul.refused(api.scoreboard.read, { params: { id } })).toMatchObject({ status: 404, code: 'preset.not_found' });
  await anna.ok(api.scoreboard.update, { params: { id }, body: { shared: true, name: 'Ours' } });
  expect((await read(id, undefined, paul)).board).toMatchObject({ name: 'Ours', shared: true, own: false });
  expect(await paul.refused(api.scoreboard.update, { params: { id }, body: { name: 'His' } })).toMatchObject({ code: 'preset.not_yours' });
  expect(await paul.refused(api.scoreboard.remove, { params: { id } })).toMatchObject({ code: 'preset.not_yours' });
  await anna.ok(api.scoreboard.remove, { params: { id } });
  expect((await anna.ok(api.scoreboard.list, {})).boards.map(({ name }) => name)).not.toContain('Ours');
});

test('an index of money is told to nobody who may not see costs', async () => {
  const vera = await world.person('vera');
  await world.join(vera, anna, 'viewer');
  const rights = RIGHTS_OF_ROLE.viewer.filter((right) => right !== 'cost.read');
  await anna.ok(api.roles.update, { params: { id: BUILT_IN_ROLE_ID.viewer }, body: { rights } });
  const content: ScoreboardContent = {
    ...schedulesOf(project),
    columns: (['cpi', 'spi', 'spit', 'progress'] as const).map((figure) => ({ figure, warn: null, error: null })),
  };
  const seen = await read(await board('Hers', content, vera), undefined, vera);
  expect(seen.state.hidden).toBe(2);
  const own = await read(await board('Mine too', content));
  const southOf = ({ rows }: typeof own) => rows.find(({ name }) => name === 'South')?.cells.map(({ value }) => value);
  expect(southOf(own)?.[0]).toBe(1);
  expect(southOf(seen)?.slice(0, 3)).toEqual([null, null, null]);
});

test('without target dates nothing is late, and nothing on plan either', async () => {
  const schedule = await anna.schedule('Without');
  await anna.item(await anna.version(schedule), { name: 'Walls', start: '2026-03-02T09:00', duration_minutes: 2400 });
  const columns: ScoreboardColumn[] = [{ figure: 'late_against_target', warn: 1, error: 2 }];
  const { rows } = await read(await board('Unpromised', { rows: { ids: [schedule] }, columns, sort: 'place' }));
  expect(rows[0]).toMatchObject({ light: 'none', cells: [{ value: null, light: 'none', hidden_red: 0 }] });
});

test('a limit to watch lies before the one to act, and a foreign node is none', async () => {
  const wrong = { ...schedulesOf(project), columns: [{ figure: 'cpi' as const, warn: 0.8, error: 0.9 }] };
  expect(await anna.refused(api.scoreboard.create, { body: { name: 'Wrong', content: wrong } })).toMatchObject({ status: 400 });
  const id = await board('Far', schedulesOf(project));
  expect(await anna.refused(api.scoreboard.read, { params: { id }, query: { node: 777_777 } })).toMatchObject({ code: 'node.not_found' });
});

test.each([
  [0.97, 'watch'],
  [0.971, 'ok'],
  [0.9, 'act'],
  [0.5, 'act'],
  [null, 'none'],
] as const)('an index of %s is %s', (value, light) => {
  expect(lightOf(value, { figure: 'spit', warn: 0.97, error: 0.9 })).toBe(light);
});

test.each([
  [0, 'ok'],
  [1, 'watch'],
  [10, 'act'],
] as const)('%s days late is %s', (value, light) => {
  expect(lightOf(value, { figure: 'deviation_days', warn: 1, error: 10 })).toBe(light);
});

test('a tree of thousands of siblings is made without copying their list for each of them', () => {
  const nodes = Array.from({ length: 3000 }, (_, at): BoardNode => ({
    id: at + 1,
    parent_id: at === 0 ? null : 1,
    kind: 'schedule',
    name: '',
  }));
  const prototype: object = Object.getPrototypeOf([]);
  const usual = Array.prototype[Symbol.iterator];
  let walks = 0;
  const counting = function (this: unknown[]) {
    walks += 1;
    return usual.call(this);
  };
  Object.defineProperty(prototype, Symbol.iterator, { value: counting, configurable: true, writable: true });
  let tree: ReturnType<typeof treeOf>;
  try {
    tree = treeOf(nodes);
  } finally {
    Object.defineProperty(prototype, Symbol.iterator, { value: usual, configurable: true, writable: true });
  }
  expect(walks).toBeLessThan(10);
  expect(tree.below.get(1)).toEqual(nodes.slice(1));
  expect(tree.below.get(null)).toEqual(nodes.slice(0, 1));
});
