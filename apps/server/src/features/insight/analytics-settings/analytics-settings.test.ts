import { type AnalyticsConventions, type AnalyticsCurve, api, type Dashboard, DEFAULT_CONVENTIONS } from '@gantry/contract';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { createWorld, type Person, type World } from '../../../testing/world.ts';

let world: World;
let anna: Person;
let vera: Person;
let stranger: Person;
let project: number;
let schedule: number;

beforeAll(async () => {
  world = await createWorld();
  anna = await world.person('anna');
  vera = await world.person('vera');
  stranger = await world.person('stranger');
  await anna.space();
  await stranger.space();
  await world.join(vera, anna, 'viewer');
  const facility = (await anna.ok(api.facilities.create, { body: { name: 'Harbour' } })).id;
  project = (await anna.ok(api.projects.create, { body: { name: 'Quay', facility_id: facility } })).id;
  schedule = (await anna.ok(api.projects.createSchedule, { params: { id: project }, body: { name: 'North' } })).id;
});
afterAll(() => world.close());
beforeEach(() => world.sql('delete from analytics_setting'));

const content = (change: Partial<AnalyticsConventions> = {}): AnalyticsConventions => ({ ...DEFAULT_CONVENTIONS, ...change });
const create = async (scope: number | null, name: string, change: Partial<AnalyticsConventions> = {}, active = true) =>
  (await anna.ok(api.analyticsSettings.create, { body: { scope, name, content: content(change), active } })).id;
const list = (scope: number | '', who = anna) => who.ok(api.analyticsSettings.list, { query: { scope } });

describe('conventions', () => {
  test('hold below their node until a node below says otherwise, and again when that one is reset', async () => {
    expect(await list(schedule)).toMatchObject({ items: [], in_effect: null, conventions: DEFAULT_CONVENTIONS });
    const ofSpace = await create(null, 'House', { technique: 'labour' });
    const ofProject = await create(project, 'Quay', { technique: '50_50' });
    expect(await list('')).toMatchObject({ in_effect: ofSpace, conventions: { technique: 'labour' } });
    const below = await list(schedule);
    expect(below).toMatchObject({ in_effect: ofProject, conventions: { technique: '50_50' } });
    expect(below.items.map(({ id, scope, scope_name }) => ({ id, scope, scope_name }))).toEqual([
      { id: ofProject, scope: project, scope_name: 'Quay' },
      { id: ofSpace, scope: null, scope_name: '' },
    ]);
    await anna.ok(api.analyticsSettings.reset, { body: { scope: project } });
    expect(await list(schedule)).toMatchObject({ in_effect: ofSpace });
    await anna.ok(api.analyticsSettings.setActive, { params: { id: ofProject }, body: {} });
    await anna.ok(api.analyticsSettings.remove, { params: { id: ofProject } });
    expect(await list(schedule)).toMatchObject({ in_effect: ofSpace });
  });

  test('one a node is active, one name stands once a node', async () => {
    const first = await create(project, 'First');
    const second = await create(project, 'Second');
    expect((await list(project)).items.map(({ id, active }) => [id, active])).toEqual([
      [first, false],
      [second, true],
    ]);
    await anna.ok(api.analyticsSettings.setActive, { params: { id: first }, body: { active: false } });
    expect(await list(project)).toMatchObject({ in_effect: second });
    expect(
      await anna.refused(api.analyticsSettings.create, { body: { scope: project, name: ' first', content: content() } }),
    ).toMatchObject({ status: 409, code: 'analytics_settings.name_taken' });
    expect(await anna.refused(api.analyticsSettings.update, { params: { id: second }, body: { name: 'First' } })).toMatchObject({
      code: 'analytics_settings.name_taken',
    });
    await create(schedule, 'First');
    await anna.ok(api.analyticsSettings.update, {
      params: { id: second },
      body: { name: 'Third', content: content({ estimate: 'entered' }) },
    });
    expect(await list(project)).toMatchObject({ conventions: { estimate: 'entered' } });
  });

  test('are changed by who may change the structure there, and seen by nobody else', async () => {
    const id = await create(project, 'Quay');
    for (const [call, body] of [
      [api.analyticsSettings.update, { name: 'Hers' }],
      [api.analyticsSettings.setActive, {}],
      [api.analyticsSettings.remove, undefined],
    ] as const)
      expect(await vera.refused(call as never, { params: { id }, body } as never)).toMatchObject({ status: 403, code: 'auth.forbidden' });
    for (const scope of [project, null])
      expect(await vera.refused(api.analyticsSettings.create, { body: { scope, name: 'Hers', content: content() } })).toMatchObject({
        status: 403,
      });
    expect((await list(project, vera)).items).toHaveLength(1);
    expect(await stranger.refused(api.analyticsSettings.list, { query: { scope: project } })).toMatchObject({ status: 404 });
    expect(await stranger.refused(api.analyticsSettings.remove, { params: { id } })).toMatchObject({ status: 404 });
    expect((await list('', stranger)).items).toEqual([]);
  });

  test('name a version as baseline at its own schedule alone', async () => {
    const version = await anna.version(schedule);
    await create(schedule, 'Own', { baseline: version });
    for (const scope of [project, null])
      expect(
        await anna.refused(api.analyticsSettings.create, { body: { scope, name: 'Other', content: content({ baseline: version }) } }),
      ).toMatchObject({ status: 422, code: 'analytics_settings.foreign_version' });
    const twice = content({ thresholds: Array(2).fill({ figure: 'cpi', warn: 0.9, error: 0.8 }) });
    expect(await anna.refused(api.analyticsSettings.create, { body: { scope: project, name: 'Twice', content: twice } })).toMatchObject({
      status: 400,
    });
  });
});

test('at most eight attributes group figures at a place, each once', async () => {
  const dimensions = Array.from({ length: 8 }, (_, at) => `attribute:Zone ${at}`);
  await create(project, 'Eight', { dimensions });
  expect(await list(schedule)).toMatchObject({ conventions: { dimensions } });
  const refused = async (wrong: string[]) => {
    const body = { scope: project, name: 'Wrong', content: content({ dimensions: wrong }) };
    return (await anna.refused(api.analyticsSettings.create, { body })).parameters['reason'];
  };
  expect(await refused([...dimensions, 'attribute:Ninth'])).toBe('validation.too_many_dimensions');
  expect(await refused(['attribute:Zone', 'attribute:Zone'])).toBe('validation.dimension_twice');
  expect(await refused(['status'])).toBe('validation.no_such_dimension');
});

describe('figures follow the conventions', () => {
  /** A version of two works of a week from 2 March 2026 for 1,000 each; the first is half done, for 300 and 20 of 80 cubic metres. */
  async function versionAtWork() {
    const own = await anna.schedule();
    const version = await anna.version(own);
    const week = { start: '2026-03-02T09:00', duration_minutes: 2400 };
    const [walls, roof] = [await anna.item(version, { name: 'Walls', ...week }), await anna.item(version, { name: 'Roof', ...week })];
    const write = (item: number, measure: 'cost' | 'volume', mode: 'plan' | 'fact', value: number) =>
      anna.ok(api.dayValues.write, {
        params: { id: version, wbsId: item },
        body: { measure, mode, values: [{ day: '2026-03-02', value }] },
      });
    for (const item of [walls, roof]) await write(item, 'cost', 'plan', 1000);
    await write(walls, 'cost', 'fact', 300);
    await write(walls, 'volume', 'plan', 80);
    await write(walls, 'volume', 'fact', 20);
    await world.sql(`update wbs_item set status = 'in_progress', progress = 0.6 where version_id = $1 and id = $2`, [version, walls]);
    await world.sql(`update version set data_date = '2026-03-04', kind = 'actual' where id = $1`, [version]);
    return { schedule: own, version, walls, roof };
  }
  const money = (version: number) => anna.ok(api.analytics.costOfVersion, { params: { id: version }, query: { period: 'week' } });
  const stats = (version: number) => anna.ok(api.analytics.statsOfVersion, { params: { id: version } });

  test('the technique tells what is earned, at once and as it was when it is reset', async () => {
    const { schedule: own, version } = await versionAtWork();
    const earned = async () => (await money(version)).earned_value?.ev;
    expect(await earned()).toBe(600);
    const seen: Record<string, number | undefined> = {};
    for (const technique of ['volume', 'cost', '0_100', '50_50'] as const) {
      await create(own, technique, { technique });
      seen[technique] = await earned();
    }
    expect(seen).toEqual({ volume: 250, cost: 300, '0_100': 0, '50_50': 500 });
    expect((await stats(version)).progress).toBe(0.25);
    await anna.ok(api.analyticsSettings.reset, { body: { scope: own } });
    expect(await earned()).toBe(600);
  });

  test('the estimate at completion goes on as the conventions say', async () => {
    const { schedule: own, version } = await versionAtWork();
    const eac = async () => (await money(version)).earned_value?.eac;
    expect(await eac()).toBe(1000);
    await create(own, 'Planned', { estimate: 'as_planned' });
    expect(await eac()).toBe(300 + 2000 - 600);
  });

  test('the baseline is the promise: its dates, and its amounts unless the budget is the current one', async () => {
    const { schedule: own, version, walls, roof } = await versionAtWork();
    const { id: copy } = await anna.ok(api.versions.copyTo, { params: { id: version, scheduleId: own } });
    await anna.ok(api.versions.setTarget, { params: { id: copy as number } });
    expect(await stats(version)).toMatchObject({ late_against_target: 0, without_target: 2, deviation_days: null });
    // The plan grows dearer and later than what was promised.
    await anna.ok(api.dayValues.write, {
      params: { id: version, wbsId: roof },
      body: { measure: 'cost', mode: 'plan', values: [{ day: '2026-03-02', value: 4000 }] },
    });
    await anna.ok(api.wbs.update, { params: { id: version, wbsId: roof }, body: { start: '2026-03-09T09:00' } });
    expect((await money(version)).earned_value).toMatchObject({ bac: 5000 });
    await create(own, 'Promise', { baseline: 'target' });
    expect((await money(version)).earned_value).toMatchObject({ bac: 2000, ev: 600 });
    expect(await stats(version)).toMatchObject({ late_against_target: 1, without_target: 0, deviation_days: 7 });
    const late = await anna.ok(api.analytics.worksOfVersion, { params: { id: version }, query: { figure: 'late_against_target' } });
    expect(late.rows.map(({ item_id }) => item_id)).toEqual([roof]);
    await create(own, 'Dates', { baseline: copy as number, budget: 'current' });
    expect((await money(version)).earned_value).toMatchObject({ bac: 5000 });
    // Another promise is another figure.
    await anna.ok(api.versions.setLocked, { params: { id: copy as number }, body: { locked: false } });
    await create(own, 'Promise again', { baseline: 'target' });
    await anna.ok(api.dayValues.write, {
      params: { id: copy as number, wbsId: walls },
      body: { measure: 'cost', mode: 'plan', values: [{ day: '2026-03-02', value: 3000 }] },
    });
    expect((await money(version)).earned_value).toMatchObject({ bac: 4000, ev: 1800 });
  });
});

const tile = { kind: 'number' as const, figure: 'spit' as const, title: '', node: 'here' as const, x: 0, y: 0, w: 3, h: 3 };
const board: Dashboard = { tiles: [tile, { kind: 'text', text: 'Words', title: '', node: 'here', x: 3, y: 0, w: 9, h: 2 }] };

describe('dashboards', () => {
  const all = (target: string | number, who = anna) => who.ok(api.analyticsSettings.listDashboards, { query: { target: String(target) } });

  test('are shown at a node: its own, else that of its kind, else that of all', async () => {
    const make = async (name: string) => (await anna.ok(api.analyticsSettings.createDashboard, { body: { name, content: board } })).id;
    const [everywhere, projects, quay] = [await make('Everywhere'), await make('Projects'), await make('Quay')];
    const show = (id: number, target: string) => anna.ok(api.analyticsSettings.setActiveDashboard, { params: { id }, body: { target } });
    expect((await all(project)).in_effect).toBeNull();
    await show(everywhere, '');
    await show(projects, 'project');
    await show(quay, String(project));
    expect((await all(project)).in_effect).toBe(quay);
    expect((await all(schedule)).in_effect).toBe(everywhere);
    await anna.ok(api.analyticsSettings.resetDashboards, { body: { target: String(project) } });
    expect((await all(project)).in_effect).toBe(projects);
    await anna.ok(api.analyticsSettings.resetDashboards, { body: { target: 'project' } });
    const seen = await all(project);
    expect(seen).toMatchObject({ in_effect: everywhere });
    expect(seen.items.find(({ id }) => id === quay)).toMatchObject({ content: board, active: false, own: true });
  });

  test('belong to their maker until they are shared, and hold no tile beyond the grid', async () => {
    const { id } = await anna.ok(api.analyticsSettings.createDashboard, { body: { name: 'Mine', content: board } });
    expect((await all('', vera)).items).toEqual([]);
    await anna.ok(api.analyticsSettings.updateDashboard, { params: { id }, body: { shared: true } });
    expect((await all('', vera)).items).toMatchObject([{ id, own: false }]);
    expect(await vera.refused(api.analyticsSettings.updateDashboard, { params: { id }, body: { name: 'Hers' } })).toMatchObject({
      code: 'preset.not_yours',
    });
    const beyond = { tiles: [{ ...tile, x: 10 }] };
    expect(await anna.refused(api.analyticsSettings.updateDashboard, { params: { id }, body: { content: beyond } })).toMatchObject({
      status: 400,
      code: 'request.invalid',
    });
    await anna.ok(api.analyticsSettings.removeDashboard, { params: { id } });
    expect((await all('', vera)).items).toEqual([]);
  });
});

test('curves keep the order that their owner gives them, any number of them active', async () => {
  const curve = (line: AnalyticsCurve['line']): AnalyticsCurve => ({
    measure: 'cost',
    line,
    mode: 'cumulative',
    axis: 1,
    style: { tint: 1, dash: 'solid' },
  });
  const make = async (line: AnalyticsCurve['line']) =>
    (await anna.ok(api.analyticsSettings.createCurve, { body: { name: line, content: curve(line) } })).id;
  const [target, fact, forecast] = [await make('target'), await make('fact'), await make('forecast')];
  const own = async () => (await anna.ok(api.analyticsSettings.listCurves, {})).items;
  expect((await own()).map(({ id }) => id)).toEqual([target, fact, forecast]);
  await anna.ok(api.analyticsSettings.placeCurve, { params: { id: forecast }, body: { index: 0 } });
  await anna.ok(api.analyticsSettings.placeCurve, { params: { id: target }, body: { index: 99 } });
  expect((await own()).map(({ id }) => id)).toEqual([forecast, fact, target]);
  const positions = await world.sql(`select position from preset where kind = 'analytics_curve' order by position`);
  expect(positions.map(({ position }) => position)).toEqual([0, 1, 2]);
  for (const id of [target, fact]) await anna.ok(api.analyticsSettings.setActiveCurve, { params: { id }, body: {} });
  expect((await own()).map(({ active }) => active)).toEqual([false, true, true]);
  await anna.ok(api.analyticsSettings.setActiveCurve, { params: { id: fact }, body: { active: false } });
  expect((await own()).map(({ active }) => active)).toEqual([false, false, true]);
  await anna.ok(api.analyticsSettings.updateCurve, { params: { id: fact }, body: { content: curve('earned') } });
  expect((await own())[1].content.line).toBe('earned');
  const wrong = { ...curve('fact'), measure: 'count' as const };
  expect(await anna.refused(api.analyticsSettings.createCurve, { body: { name: 'Wrong', content: wrong } })).toMatchObject({ status: 400 });
  expect(await vera.refused(api.analyticsSettings.placeCurve, { params: { id: fact }, body: { index: 0 } })).toMatchObject({
    code: 'preset.not_found',
  });
  await anna.ok(api.analyticsSettings.removeCurve, { params: { id: fact } });
  expect(await own()).toHaveLength(2);
});
