import { api, WORK_COUNTS } from '@gantry/contract';
import { BUILT_IN_ROLE_ID, RIGHTS_OF_ROLE } from '@gantry/domain';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { versionWithMoney } from '../../../testing/samples/version-with-money.ts';
import { letInOnly } from '../../../testing/team.ts';
import { createWorld, type Person, type World } from '../../../testing/world.ts';

let world: World;
let anna: Person;
let space: number;

beforeAll(async () => {
  world = await createWorld();
  anna = await world.person('anna');
  space = await anna.space();
});
afterAll(() => world.close());

const lineOf = (answer: { lines: { key: string; total: number }[] }, key: string) => answer.lines.find((line) => line.key === key)?.total;

test('money of a version is that of its schedule, and changes with the plan at once', async () => {
  const { schedule, version, write } = await versionWithMoney(anna);
  const ofVersion = () => anna.ok(api.analytics.costOfVersion, { params: { id: version }, query: { period: 'week' } });
  const first = await ofVersion();
  expect(first).toMatchObject({
    kind: 'cost',
    unit: { kind: 'money' },
    periods: ['2026-03-02'],
    state: { versions: 1, outdated: [], job_id: null },
  });
  expect(lineOf(first, 'plan')).toBe(1000);
  expect(first.earned_value).toMatchObject({ bac: 1000, ac: 300, ev: 300 });
  await write('plan', { '04': 500 });
  expect(lineOf(await ofVersion(), 'plan')).toBe(1500);
  const ofSchedule = await anna.ok(api.analytics.costOfSchedule, { params: { id: schedule }, query: {} });
  expect(lineOf(ofSchedule, 'plan')).toBe(1500);
  await anna.ok(api.edits.undo, { params: { id: version } });
  expect(lineOf(await ofVersion(), 'plan')).toBe(1000);
});

test('a space is the sum of its parts, of every kind', async () => {
  await versionWithMoney(anna);
  for (const kind of ['costOfSpace', 'countOfSpace'] as const) {
    const answer = await anna.ok(api.analytics[kind], { params: { id: space }, query: {} });
    for (const { key, total } of answer.lines)
      if (key !== 'forecast') expect(answer.parts.reduce((sum, { totals }) => sum + (totals[key] ?? 0), 0)).toBe(total);
  }
  const stats = await anna.ok(api.analytics.statsOfSpace, { params: { id: space } });
  expect(stats.parts.reduce((sum, part) => sum + part.stats.works, 0)).toBe(stats.works);
  expect(stats.works).toBeGreaterThan(1);
});

test('figures of the works that pass a filtering state or meet an indicator, down to the works that make them', async () => {
  const { schedule, version } = await versionWithMoney(anna);
  const long = await anna.item(version, { name: 'Roof', start: '2026-03-02T09:00', duration_minutes: 4800 });
  await anna.ok(api.dayValues.write, {
    params: { id: version, wbsId: long },
    body: { measure: 'cost', mode: 'plan', values: [{ day: '2026-03-04', value: 70 }] },
  });
  const content = { join: 'and' as const, conditions: [{ column: 'name', operator: 'like' as const, value: 'oof' }] };
  const filter = (await anna.ok(api.filters.create, { body: { name: 'Roofs', content } })).id;
  const rule = { condition: 'duration >= 6', state: 'warn' as const, tint: 3 as const, text: '' };
  const indicator = (await anna.ok(api.indicators.createAtSchedule, { params: { id: schedule }, body: { name: 'Long', rules: [rule] } }))
    .id;
  for (const narrowing of [{ filter }, { indicator }, { filter, indicator }]) {
    const of = (query: object) => anna.ok(api.analytics.costOfSchedule, { params: { id: schedule }, query: { ...narrowing, ...query } });
    expect(lineOf(await of({}), 'plan')).toBe(70);
    expect(lineOf(await of({ group: 'status' }), 'plan')).toBe(70);
    const figure = { kind: 'cost' as const, line: 'plan', ...narrowing };
    expect(await anna.ok(api.analytics.navigate, { params: { id: schedule }, query: figure })).toMatchObject({ value: 70 });
    const { total, amount, rows } = await anna.ok(api.analytics.rowsOfVersion, { params: { id: version }, body: { figure } });
    expect([total, amount, rows.map(({ name }) => name)]).toEqual([1, 70, ['Roof']]);
  }
  const stats = await anna.ok(api.analytics.statsOfSchedule, { params: { id: schedule }, query: { filter } });
  expect([stats.works, stats.parts.map(({ stats: own }) => own.works)]).toEqual([1, []]);
  const board = await anna.ok(api.analytics.dashboardOfSchedule, { params: { id: schedule }, query: { indicator } });
  expect([board.stats.works, lineOf(board.cost, 'plan'), board.delays]).toEqual([1, 70, []]);
  const works = async (query: object) =>
    (await anna.ok(api.scoreboard.lights, { query: { of: 'self', node: schedule, ...query } })).rows[0]?.cells.find(
      ({ figure }) => figure === 'works',
    );
  expect(await works({ filter })).toMatchObject({ value: 1, trend: [] });
  expect((await works({}))?.value).toBe(2);
  const whole = await anna.ok(api.analytics.costOfSchedule, { params: { id: schedule }, query: {} });
  expect(lineOf(whole, 'plan')).toBe(1070);
  // An indicator that a version does not know is met by none of its works; a filtering state that is not there is refused.
  const unknown = { params: { id: schedule }, query: { indicator: 99_999 } };
  expect(lineOf(await anna.ok(api.analytics.costOfSchedule, unknown), 'plan') ?? 0).toBe(0);
  expect(await anna.refused(api.analytics.costOfSchedule, { params: { id: schedule }, query: { filter: 99_999 } })).toMatchObject({
    code: 'preset.not_found',
  });
});

test('who may read one branch gets the figures of the space from it alone, and is told that they are a part', async () => {
  const mine = await versionWithMoney(anna);
  await versionWithMoney(anna);
  const guest = await world.person('brancher');
  await letInOnly(guest, anna);
  expect((await guest.refused(api.analytics.statsOfSpace, { params: { id: space } })).status).toBe(403);
  await anna.ok(api.grants.grant, { body: { node_id: mine.schedule, user_id: guest.id, role_id: BUILT_IN_ROLE_ID.viewer } });
  const stats = await guest.ok(api.analytics.statsOfSpace, { params: { id: space } });
  expect(stats).toMatchObject({ works: 1, state: { versions: 1, partial: true } });
  expect(stats.parts.reduce((sum, part) => sum + part.stats.works, 0)).toBe(1);
  const money = await guest.ok(api.analytics.costOfSpace, { params: { id: space }, query: {} });
  expect([lineOf(money, 'plan'), money.state.versions, money.state.partial]).toEqual([1000, 1, true]);
});

test('figures that are forgotten are counted again by a job, which tells when it is done', async () => {
  const { schedule, version } = await versionWithMoney(anna);
  await anna.ok(api.analytics.statsOfVersion, { params: { id: version } });
  const push = await anna.push();
  const { versions } = await anna.ok(api.analytics.clearCache, { params: { id: schedule } });
  expect(versions).toBe(1);
  await push.heard('analytics_changed', ({ version_id }) => version_id === version);
  const [kept] = await world.sql<{ count: number }>('select count(*)::int as count from version_fact where version_id = $1', [version]);
  expect(kept.count).toBe(1);
});

test('what was counted at an older revision is told as outdated where counting it anew would let people wait', async () => {
  const { version } = await versionWithMoney(anna);
  await anna.ok(api.analytics.statsOfVersion, { params: { id: version } });
  // As many works as make the answer not wait for them.
  await world.sql('update version set revision = revision + 1, item_count = 51001 where id = $1', [version]);
  const push = await anna.push();
  const { state, works } = await anna.ok(api.analytics.statsOfVersion, { params: { id: version } });
  expect(works).toBe(1);
  expect(state).toMatchObject({ outdated: [{ version_id: version }], job_id: expect.any(Number) });
  await push.heard('analytics_changed', ({ version_id }) => version_id === version);
  expect((await anna.ok(api.analytics.statsOfVersion, { params: { id: version } })).state.outdated).toEqual([]);
});

test('somebody of another space finds neither the figures nor that there are any', async () => {
  const { version, schedule } = await versionWithMoney(anna);
  const boris = await world.person('boris');
  await boris.space();
  expect(await boris.refused(api.analytics.costOfVersion, { params: { id: version }, query: {} })).toMatchObject({ status: 404 });
  expect(await boris.refused(api.analytics.statsOfSchedule, { params: { id: schedule } })).toMatchObject({ status: 404 });
  expect(await boris.refused(api.analytics.statsOfSpace, { params: { id: space } })).toMatchObject({ status: expect.any(Number) });
});

test('money is told to nobody without the right to see costs, and progress does not go by it', async () => {
  const { version, schedule } = await versionWithMoney(anna);
  await anna.item(version, { name: 'Free of charge', start: '2026-03-02T09:00', duration_minutes: 2400 });
  const vera = await world.person('vera');
  await world.join(vera, anna, 'viewer');
  const rights = RIGHTS_OF_ROLE.viewer.filter((right) => right !== 'cost.read');
  await anna.ok(api.roles.update, { params: { id: BUILT_IN_ROLE_ID.viewer }, body: { rights } });
  const hidden = await vera.ok(api.analytics.costOfVersion, { params: { id: version }, query: {} });
  expect(hidden).toMatchObject({ earned_value: null, periods: [], state: { versions: 0, hidden: 1 } });
  expect(hidden.lines.every(({ total }) => total === 0)).toBe(true);
  const own = await anna.ok(api.analytics.statsOfSchedule, { params: { id: schedule } });
  const seen = await vera.ok(api.analytics.statsOfSchedule, { params: { id: schedule } });
  expect(own.progress).toBe(0.3);
  expect(seen.progress).toBe(0.15);
  // What selects works by their money selects none for who does not see it.
  const content = { join: 'and' as const, conditions: [{ column: 'cost', operator: 'not_exists' as const, value: null }] };
  for (const [person, works, left] of [
    [anna, 2, 0],
    [vera, 0, 1],
  ] as const) {
    const { id: filter } = await person.ok(api.filters.create, { body: { name: 'Unpriced', content } });
    const stats = await person.ok(api.analytics.statsOfSchedule, { params: { id: schedule }, query: { filter } });
    expect({ works: stats.works, hidden: stats.state.hidden }).toEqual({ works, hidden: left });
  }
  const { token } = await anna.ok(api.accessTokens.create, { body: { name: 'Script', rights: ['plan.read'], days: 1 } });
  const script = await fetch(`${anna.base()}/api/v1/versions/${version}/analytics/cost`, {
    headers: { authorization: `Bearer ${token}`, 'x-space-id': String(space) },
  });
  expect(await script.json()).toMatchObject({ state: { hidden: 1 } });
});

test('each count opens as many works as it says, page by page', async () => {
  const own = await anna.version(await anna.schedule('Mixed'));
  const works: number[] = [];
  for (const name of ['A', 'B', 'C', 'D', 'E'])
    works.push(await anna.item(own, { name, start: '2026-03-02T09:00', duration_minutes: 480 }));
  const set = (id: number, fields: string) => world.sql(`update wbs_item set ${fields} where version_id = $1 and id = $2`, [own, id]);
  await set(works[0], `status = 'completed', critical = true, target_finish = finish - interval '1 day'`);
  await set(works[1], `status = 'in_progress', critical = true, total_float_minutes = -480`);
  await set(works[2], `near_critical = true, target_finish = finish`);
  await set(works[3], `critical = true, finish = '2026-05-04T17:00'`);
  await world.sql(`update version set data_date = '2026-04-01' where id = $1`, [own]);
  const stats = await anna.ok(api.analytics.statsOfVersion, { params: { id: own } });
  expect(stats).toMatchObject({ works: 5, critical: 2, negative_float: 1, overdue: 3, late_against_target: 1, without_target: 3 });
  for (const figure of WORK_COUNTS) {
    const { total, rows } = await anna.ok(api.analytics.worksOfVersion, { params: { id: own }, query: { figure } });
    expect({ figure, total, listed: rows.length }).toEqual({ figure, total: stats[figure], listed: stats[figure] });
  }
  const page = { params: { id: own }, query: { figure: 'overdue' as const, offset: 1, limit: 1 } };
  expect((await anna.ok(api.analytics.worksOfVersion, page)).rows.map(({ item_id }) => item_id)).toEqual([works[2]]);
});

const SCOPES = ['Space', 'Facility', 'Project', 'Schedule', 'Version'] as const;
const KINDS = ['cost', 'labour', 'count', 'money', 'volume', 'byTarget', 'byDayPlan', 'byExecutor'] as const;

/** The ids of a version's schedule, and of what stands above it, by kind of place. */
async function placesOf(version: number, schedule: number) {
  const { nodes } = await anna.ok(api.eps.tree);
  const above = (id: number | null): typeof nodes => {
    const node = nodes.find((one) => one.id === id);
    return node ? [node, ...above(node.parent_id)] : [];
  };
  const of = (kind: string) => above(schedule).find((node) => node.kind === kind)?.id as number;
  return { Space: space, Facility: of('facility'), Project: of('project'), Schedule: schedule, Version: version };
}

test('every kind answers in one form at every kind of place', async () => {
  const { version, schedule } = await versionWithMoney(anna);
  const places = await placesOf(version, schedule);
  for (const scope of SCOPES)
    for (const kind of KINDS) {
      const answer = await anna.ok(api.analytics[`${kind}Of${scope}`], { params: { id: places[scope] }, query: {} });
      for (const { key, values, cumulative } of answer.lines)
        expect({ scope, kind, key, lengths: [values.length, cumulative.length] }).toEqual({
          scope,
          kind,
          key,
          lengths: [answer.periods.length, answer.periods.length],
        });
      expect(answer.state).toMatchObject({ hidden: 0, partial: false, left_out: 0 });
    }
  const board = await anna.ok(api.analytics.dashboardOfVersion, { params: { id: version }, query: {} });
  expect(board.stats.works).toBe(1);
  expect(lineOf(board.cost, 'plan')).toBe(1000);
  expect(board.cost.earned_value).toMatchObject({ bac: 1000 });
});

test('a question cut to some periods and told apart by people is answered by its works', async () => {
  const { version, item } = await versionWithMoney(anna);
  await world.sql('update wbs_item set executor_id = $3 where version_id = $1 and id = $2', [version, item, anna.id]);
  await world.sql('update version set revision = revision + 1 where id = $1', [version]);
  const query = { period: 'week' as const, from: '2026-03-02', to: '2026-03-09', group: 'executor' };
  const cost = await anna.ok(api.analytics.costOfVersion, { params: { id: version }, query });
  const plan = cost.lines.find(({ key, group }) => key === 'plan' && group === String(anna.id));
  expect(plan).toMatchObject({ total: 1000, values: [1000] });
  expect(plan?.name).not.toBe('');
  const figure = { kind: 'cost' as const, line: 'plan', group: 'executor', key: String(anna.id), from: '2026-03-03', to: '2026-03-09' };
  const rows = await anna.ok(api.analytics.rowsOfVersion, { params: { id: version }, body: { figure } });
  expect(rows).toMatchObject({ total: 1, amount: 600, rows: [{ row_id: item, amount: 600 }] });
  const people = await anna.ok(api.analytics.byExecutorOfVersion, { params: { id: version }, query: {} });
  expect(people.people).toMatchObject([{ id: anna.id, works: 1 }]);
  const wrong = { figure: { kind: 'cost' as const, line: 'no such line' } };
  expect(await anna.refused(api.analytics.rowsOfVersion, { params: { id: version }, body: wrong })).toMatchObject({
    code: 'analytics.no_such_question',
  });
});

test('a figure of a node leads down to the version that it is made of', async () => {
  const { version, schedule } = await versionWithMoney(anna);
  const { Project: project } = await placesOf(version, schedule);
  const figure = { kind: 'cost' as const, line: 'plan', from: '2026-03-01', to: '2026-04-01' };
  const down = await anna.ok(api.analytics.navigate, { params: { id: project }, query: figure });
  const whole = await anna.ok(api.analytics.costOfProject, { params: { id: project }, query: { from: figure.from, to: figure.to } });
  expect(down).toMatchObject({ level: 'nodes', value: lineOf(whole, 'plan') });
  expect(down.items.reduce((sum, { value }) => sum + value, 0)).toBe(down.value);
  const next = await anna.ok(api.analytics.navigate, { params: { id: schedule }, query: figure });
  expect(next).toMatchObject({ level: 'versions', value: 1000, items: [{ id: version, kind: 'version', value: 1000, share: 1 }] });
  const overdue = await anna.ok(api.analytics.navigate, { params: { id: schedule }, query: { kind: 'stats', line: 'overdue' } });
  expect(overdue).toMatchObject({ level: 'versions', items: [{ id: version }] });
});

test('a baseline that is newer than the working version does not count', async () => {
  const { version, schedule } = await versionWithMoney(anna);
  const counted = async () =>
    (await anna.ok(api.analytics.navigate, { params: { id: schedule }, query: { kind: 'stats', line: 'works' } })).items;
  const copy = await anna.ok(api.versions.copyTo, { params: { id: version, scheduleId: schedule }, body: { name: 'Baseline' } });
  await anna.ok(api.versions.setTarget, { params: { id: copy.id as number } });
  expect(await counted()).toMatchObject([{ id: version }]);
});

test('a node that counts nothing above itself is left out there, and counts at itself', async () => {
  const { version, schedule } = await versionWithMoney(anna);
  const { Project: project } = await placesOf(version, schedule);
  const ofProject = async () => {
    const { state, stats } = await anna.ok(api.analytics.dashboardOfProject, { params: { id: project }, query: {} });
    return { left_out: state.left_out, works: stats.works };
  };
  const before = await ofProject();
  await anna.ok(api.analytics.setChecked, { params: { id: schedule }, body: { checked: false } });
  expect(await ofProject()).toEqual({ left_out: before.left_out + 1, works: before.works - 1 });
  expect(await anna.ok(api.analytics.ofNode, { params: { id: schedule }, query: {} })).toMatchObject({
    checked: false,
    stats: { works: 1 },
  });
  await anna.ok(api.analytics.setChecked, { params: { id: schedule }, body: { checked: true } });
  expect(await ofProject()).toEqual(before);
});

test('volumes are told by items, never added up over units', async () => {
  const own = await anna.version(await anna.schedule('Volumes'));
  for (const [name, volume, unit] of [
    ['Bricks', 90, 'm³'],
    ['Paint', 40, 'm²'],
  ] as const) {
    const id = await anna.item(own, { name, start: '2026-03-02T09:00', duration_minutes: 2400 });
    await world.sql('update wbs_item set volume = $3, volume_unit = $4 where version_id = $1 and id = $2', [own, id, volume, unit]);
  }
  await world.sql('update version set revision = revision + 1 where id = $1', [own]);
  const { items, lines, unit } = await anna.ok(api.analytics.volumeOfVersion, { params: { id: own }, query: {} });
  expect(items.map((item) => [item.unit, item.plan])).toEqual([
    ['m²', 40],
    ['m³', 90],
  ]);
  // Without a choice the largest item has the lines.
  expect(unit).toEqual({ kind: 'volume', text: 'm³' });
  expect(lines.find(({ key }) => key === 'plan')?.total).toBe(90);
});

test('an amount is laid and paid as it is asked', async () => {
  const own = await anna.version(await anna.schedule('Paid'));
  const item = await anna.item(own, { name: 'Walls', start: '2026-03-02T09:00', duration_minutes: 2400 });
  await world.sql(
    `insert into resource (space_id, version_id, id, code, name, kind, unit) values ($1, $2, 901, 'R', 'Crane', 'equipment', 'h')`,
    [space, own],
  );
  await world.sql(
    `insert into assignment (space_id, version_id, id, item_id, resource_id, planned_units, actual_units, remaining_units,
       planned_cost, actual_cost, remaining_cost, lag_minutes, driving) values ($1, $2, 902, $3, 901, 8, 0, 8, 400, 0, 400, 0, false)`,
    [space, own, item],
  );
  const body = { source: { measure: 'cost' as const }, payment: { advance: 0.2, retention: 0.05, lag_days: 31 } };
  const answer = await anna.ok(api.analytics.customCostOfVersion, { params: { id: own }, body });
  expect(answer.lines.map(({ key, total }) => [key, total])).toEqual([
    ['accrued', 400],
    ['paid', 400],
    ['retained', 0],
  ]);
  expect(answer.lines[1].values).toEqual([80, 0, 320]);
  const unknown = { source: { attribute: 'No such' } };
  expect(await anna.refused(api.analytics.customCostOfVersion, { params: { id: own }, body: unknown })).toMatchObject({
    code: 'analytics.no_attribute',
  });
});

test("curves of one's own are in their order, each in its unit", async () => {
  const { version } = await versionWithMoney(anna);
  const style = { tint: 1, dash: 'solid' as const };
  const create = (name: string, content: object) =>
    anna.ok(api.analyticsSettings.createCurve, { body: { name, content: { axis: 1, style, mode: 'cumulative', ...content } as never } });
  const { id: works } = await create('Works', { measure: 'count', line: 'finishes_plan' });
  const { id: spent } = await create('Money', { measure: 'cost', line: 'plan', mode: 'share', axis: 2 });
  const at = { params: { id: version }, query: {} };
  expect((await anna.ok(api.analytics.seriesOfVersion, at)).lines).toEqual([]);
  for (const id of [works, spent]) await anna.ok(api.analyticsSettings.setActiveCurve, { params: { id }, body: { target: '' } });
  const both = await anna.ok(api.analytics.seriesOfVersion, at);
  expect(both.lines.map(({ name, unit, axis, total }) => [name, unit.kind, axis, total])).toEqual([
    ['Works', 'count', 1, 1],
    ['Money', 'share', 2, 1],
  ]);
  expect(both.lines[1].cumulative.at(-1)).toBe(1);
  const chosen = await anna.ok(api.analytics.seriesOfVersion, { params: { id: version }, query: { curves: String(spent) } });
  expect(chosen.lines.map(({ curve }) => curve)).toEqual([spent]);
});
