import { api, type GateCriterion, type PipeDefinition, type PipelineGate, type PipelineSettings } from '@gantry/contract';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { statementsOf } from '../../../testing/statements.ts';
import { createWorld, type Person, type World } from '../../../testing/world.ts';
import { codesOf } from './pipes.rules.ts';

let world: World;
let anna: Person;
let project: number;
let design: number;
let build: number;
let pipe: number;

/** Works of a schedule with the codes of the packages that they belong to. */
async function plan(schedule: number, attribute: string, works: [name: string, codes: string, start: string, days: number][]) {
  const version = await anna.version(schedule);
  const id = (await anna.ok(api.attributeValues.create, { params: { id: version }, body: { name: attribute, type: 'string' } as never }))
    .id;
  const rows: number[] = [];
  for (const [name, codes, start, days] of works) {
    const row = await anna.item(version, { name, start: `${start}T09:00`, duration_minutes: days * 480 });
    await anna.ok(api.wbs.update, { params: { id: version, wbsId: row }, body: { attributes: { [id]: codes } } });
    rows.push(row);
  }
  return { version, rows };
}
const definition = (): Omit<PipeDefinition, 'name'> => ({
  main: { schedule_id: build, attribute: 'Drawings', separator: ';' },
  supply: { schedule_id: design, attribute: 'Sheet', separator: '' },
  need: { end: 'start', days: 7 },
});
let designed: Awaited<ReturnType<typeof plan>>;
let built: typeof designed;

beforeAll(async () => {
  world = await createWorld();
  anna = await world.person('anna');
  await anna.space();
  const facility = (await anna.ok(api.facilities.create, { body: { name: 'Harbour' } })).id;
  project = (await anna.ok(api.projects.create, { body: { name: 'Quay', facility_id: facility } })).id;
  const schedule = async (name: string) => (await anna.ok(api.projects.createSchedule, { params: { id: project }, body: { name } })).id;
  build = await schedule('Construction');
  design = await schedule('Design');
  designed = await plan(design, 'Sheet', [
    ['Draw piles', 'KM-1', '2026-03-02', 5],
    ['Check piles', 'KM-1', '2026-03-09', 1],
    ['Draw walls', 'KM-2', '2026-03-02', 5],
    ['Draw roof', 'KM-3', '2026-03-02', 2],
  ]);
  built = await plan(build, 'Drawings', [
    ['Piles', 'KM-1; KM-2', '2026-03-16', 10],
    ['Walls', 'KM-2', '2026-04-06', 10],
  ]);
  pipe = (await anna.ok(api.pipes.create, { body: { ...definition(), name: 'Sheets', project_id: project } })).id;
  const gates = [{ schedule_id: design, progress: 0.5, approval: true }];
  await anna.ok(api.pipes.saveSettings, { params: { id: project }, body: { stages: [design, build], warn_days: 5, gates } });
});
afterAll(() => world.close());

const read = (who = anna) => who.ok(api.pipes.read, { params: { id: project } });
const cellOf = async (code: string, schedule: number) =>
  (await read()).packages.find((one) => one.code === code)?.cells.find(({ schedule_id }) => schedule_id === schedule);

test('packages pass the stages in their order, each with its need by the works that wait for it', async () => {
  const { stages, packages, pipes } = await read();
  expect(pipes).toEqual([{ ...definition(), id: pipe, name: 'Sheets' }]);
  expect(stages.map(({ name, packages: count, missing }) => [name, count, missing])).toEqual([
    ['Design', 3, []],
    ['Construction', 2, []],
  ]);
  expect(packages.map(({ code, name, cells }) => [code, name, cells.map(({ works }) => works)])).toEqual([
    ['KM-1', 'Piles', [2, 1]],
    ['KM-2', 'Piles', [1, 2]],
    ['KM-3', 'Draw roof', [1]],
  ]);
  // The piles start on 16 March: their sheets are needed a week before that, on 9 March at nine.
  const cells = packages.map((one) => one.cells[0]);
  expect(cells.map(({ need, light }) => [need, light])).toEqual([
    ['2026-03-09T09:00', 'act'],
    ['2026-03-09T09:00', 'watch'],
    [null, 'none'],
  ]);
  expect(cells[0]).toMatchObject({ slack_days: -1, first_row_id: designed.rows[0], last_row_id: designed.rows[1] });
  expect(packages[0].cells[1]).toMatchObject({ need: null, slack_days: null, light: 'none', gate: null });
});

test('a gate is shut by works that are not done, then waits for approval, which is noted and can be taken back', async () => {
  expect((await cellOf('KM-2', design))?.gate).toMatchObject({ state: 'blocked', open_works: 1, approved_by: null });
  const approve = (code: string, approved = true) => ({ params: { id: project }, body: { schedule_id: design, code, approved } });
  expect(await anna.refused(api.pipes.approve, approve('KM-2'))).toMatchObject({ status: 409, code: 'pipe.gate_closed' });
  expect(await anna.refused(api.pipes.approve, approve('KM-9'))).toMatchObject({ status: 404, code: 'pipe.no_gate' });
  await world.sql(
    `update wbs_item set status = 'completed', progress = 1, actual_start = start, actual_finish = finish where version_id = $1 and id = $2`,
    [designed.version, designed.rows[2]],
  );
  expect(await cellOf('KM-2', design)).toMatchObject({ light: 'done', gate: { state: 'waiting' } });
  await anna.ok(api.pipes.approve, approve('KM-2'));
  expect((await cellOf('KM-2', design))?.gate).toMatchObject({ state: 'passed', approved_by: expect.stringMatching(/anna/i) });
  const noted = await world.sql(`select details from audit where action = 'pipes.approve' order by id desc limit 1`);
  expect(noted[0]).toMatchObject({ details: { code: 'KM-2', approved: true } });
  await anna.ok(api.pipes.approve, approve('KM-2', false));
  expect((await cellOf('KM-2', design))?.gate?.state).toBe('waiting');
});

const settings = (gate: Partial<PipelineGate>, more: Partial<PipelineSettings> = {}) => ({
  params: { id: project },
  body: {
    stages: [design, build],
    warn_days: 5,
    gates: [{ schedule_id: design, progress: 0, criteria: [], approval: false, approvers: [], hold: false, ...gate }],
    limits: [],
    ...more,
  },
});
const criteriaOf = async (code: string, ...criteria: GateCriterion[]) => {
  await anna.ok(api.pipes.saveSettings, settings({ criteria }));
  return (await cellOf(code, design))?.gate;
};
const condition = (column: string, operator: 'eq' | 'like', value: string): GateCriterion => ({
  kind: 'rows',
  filter: { join: 'and', conditions: [{ column, operator, value }] },
});

test('a gate asks all works of a package to pass a filter; a column that is not there lets nothing through', async () => {
  expect(await criteriaOf('KM-1', condition('name', 'like', 'Draw'))).toMatchObject({
    state: 'blocked',
    open_works: 1,
    open_row_id: designed.rows[1],
    unmet: [{ figure: null, works: 1 }],
  });
  expect(await criteriaOf('KM-1', condition('name', 'like', 'piles'))).toMatchObject({ state: 'passed', open_works: 0, unmet: [] });
  expect(await criteriaOf('KM-1', condition('attribute_999', 'eq', 'x'))).toMatchObject({ state: 'blocked', open_works: 2 });
});

test('a gate holds figures of the works against limits: the same counts as those of the plan', async () => {
  // The plan has no data date, so that it is held against today, when all of it should long be done.
  const overdue = (most: number): GateCriterion => ({ kind: 'figure', figure: 'overdue', most });
  expect(await criteriaOf('KM-1', overdue(1))).toMatchObject({
    state: 'blocked',
    open_works: 2,
    unmet: [{ figure: 'overdue', value: 2, most: 1, works: 2 }],
  });
  expect((await criteriaOf('KM-1', overdue(2)))?.state).toBe('passed');
  const deviation = (most: number): GateCriterion => ({ kind: 'figure', figure: 'deviation_days', most });
  // What nobody has promised is not measured.
  expect((await criteriaOf('KM-1', deviation(100)))?.unmet).toEqual([{ figure: 'deviation_days', value: null, most: 100, works: 2 }]);
  await world.sql(`update wbs_item set target_start = start, target_finish = finish - interval '3 days' where version_id = $1`, [
    designed.version,
  ]);
  expect(await criteriaOf('KM-1', deviation(2))).toMatchObject({ state: 'blocked', unmet: [{ value: 3, most: 2 }] });
  expect((await criteriaOf('KM-1', deviation(3)))?.state).toBe('passed');
  await world.sql(`update wbs_item set target_start = null, target_finish = null where version_id = $1`, [designed.version]);
});

test('of those who may approve, the named ones alone do', async () => {
  const ivan = await world.person('ivan');
  await world.join(ivan, anna, 'executor');
  const olga = await world.person('olga');
  await world.join(olga, anna, 'viewer');
  const idOf = async (who: Person) => (await who.ok(api.users.whoAmI)).id;
  const approval = async (who: Person) => settings({ approval: true, approvers: [await idOf(who)] });
  expect(await anna.refused(api.pipes.saveSettings, await approval(olga))).toMatchObject({ status: 422, code: 'pipe.no_approver' });
  await anna.ok(api.pipes.saveSettings, await approval(ivan));
  const approve = { params: { id: project }, body: { schedule_id: design, code: 'KM-1', approved: true } };
  expect((await cellOf('KM-1', design))?.gate).toMatchObject({ state: 'waiting', may_approve: false });
  expect(await anna.refused(api.pipes.approve, approve)).toMatchObject({ status: 403, code: 'pipe.not_the_approver' });
  await ivan.ok(api.pipes.approve, approve);
  expect((await cellOf('KM-1', design))?.gate?.state).toBe('passed');
  expect(await anna.refused(api.pipes.approve, { ...approve, body: { ...approve.body, approved: false } })).toMatchObject({ status: 403 });
  await ivan.ok(api.pipes.approve, { ...approve, body: { ...approve.body, approved: false } });
});

test('a gate that holds keeps later stages back, and what has begun there is to be acted upon; a stage has a limit', async () => {
  await anna.ok(api.pipes.saveSettings, settings({ progress: 1, hold: true }, { limits: [{ schedule_id: build, in_progress: 1 }] }));
  expect(await cellOf('KM-1', build)).toMatchObject({ held_by: design, light: 'none' });
  expect(await cellOf('KM-1', design)).toMatchObject({ held_by: null });
  const begin = (status: string, start: string) =>
    world.sql(`update wbs_item set status = $1, actual_start = ${start} where version_id = $2 and id = $3`, [
      status,
      built.version,
      built.rows[0],
    ]);
  await begin('in_progress', 'start');
  expect(await cellOf('KM-1', build)).toMatchObject({ held_by: design, light: 'act' });
  // The piles are of two packages.
  expect((await read()).stages.map(({ limit, in_progress }) => [limit, in_progress])).toEqual([
    [null, 0],
    [1, 2],
  ]);
  await begin('not_started', 'null');
  await anna.ok(api.pipes.saveSettings, settings({ progress: 0, hold: true }));
  expect(await cellOf('KM-1', build)).toMatchObject({ held_by: null });
});

test('a pipe proposes the relations that its packages ask for, and makes those that are chosen as one edit', async () => {
  await anna.ok(api.relations.create, {
    params: { id: designed.version },
    body: { predecessor_id: designed.rows[0], successor_id: designed.rows[1] },
  });
  const params = { id: pipe };
  const proposed = async () => anna.ok(api.pipes.proposeLinks, { params });
  const pair = (item: number, other: number) => ({ item_id: built.rows[item], other_item_id: designed.rows[other] });
  const { links, ...how } = await proposed();
  expect(how).toMatchObject({ version_id: built.version, other_version_id: designed.version, type: 'fs', lag_minutes: 7 * 1440, total: 3 });
  // The piles are of both packages; their first sheet has its check behind it.
  expect(links).toMatchObject([
    { code: 'KM-1', ...pair(0, 1) },
    { code: 'KM-2', ...pair(0, 2) },
    { code: 'KM-2', ...pair(1, 2) },
  ]);
  const make = (...chosen: ReturnType<typeof pair>[]) => ({ params, body: { links: chosen } });
  expect(await anna.refused(api.pipes.makeLinks, make(pair(0, 0)))).toMatchObject({ status: 409, code: 'pipe.no_such_links' });
  const viewer = await world.person('vadim');
  await world.join(viewer, anna, 'viewer');
  expect(await viewer.refused(api.pipes.makeLinks, make(pair(0, 1)))).toMatchObject({ status: 403 });
  const sent = await statementsOf(() => anna.ok(api.pipes.makeLinks, make(pair(0, 1), pair(1, 2))));
  expect(sent.filter((text) => text.includes('from link l left join version heir'))).toHaveLength(1);
  expect((await proposed()).links).toMatchObject([{ code: 'KM-2', ...pair(0, 2) }]);
  const { links: kept } = await anna.ok(api.links.list, { params: { id: build }, query: { version_id: built.version } });
  expect(kept).toMatchObject([
    { side: 'predecessor', type: 'fs', lag_minutes: 7 * 1440, item: { name: 'Piles' }, other: { name: 'Check piles' } },
    { item: { name: 'Walls' }, other: { name: 'Draw walls' } },
  ]);
  // A way back through the other schedule would close a cycle.
  const back = {
    version_id: built.version,
    item_id: built.rows[0],
    side: 'successor' as const,
    other_version_id: designed.version,
    other_item_id: designed.rows[2],
  };
  await anna.ok(api.links.create, { body: back });
  expect(await anna.refused(api.pipes.makeLinks, make(pair(0, 2)))).toMatchObject({ code: 'relation.cycle' });
  await anna.ok(api.edits.undo, { params: { id: built.version } });
  await anna.ok(api.edits.undo, { params: { id: built.version } });
  expect((await proposed()).total).toBe(3);
});

test('pipes are changed and deleted by who may change the structure there; their ends are two schedules of the project', async () => {
  const params = { id: pipe };
  const vera = await world.person('vera');
  await world.join(vera, anna, 'viewer');
  expect((await read(vera)).packages).toHaveLength(3);
  for (const [call, body] of [
    [api.pipes.update, { name: 'Hers' }],
    [api.pipes.remove, undefined],
  ] as const)
    expect(await vera.refused(call as never, { params, body } as never)).toMatchObject({ status: 403 });
  await anna.ok(api.pipes.update, { params, body: { need: { end: 'start', days: 0 } } });
  expect(await cellOf('KM-1', design)).toMatchObject({ slack_days: 6, light: 'ok' });
  const same = { ...definition(), supply: { ...definition().supply, schedule_id: build } };
  expect(await anna.refused(api.pipes.update, { params, body: same })).toMatchObject({ code: 'pipe.same_schedule' });
  const foreign = await anna.schedule('Elsewhere');
  const far = { ...definition(), supply: { ...definition().supply, schedule_id: foreign } };
  expect(await anna.refused(api.pipes.update, { params, body: far })).toMatchObject({ code: 'pipe.foreign_schedule' });
  const wrong = { params: { id: project }, body: { stages: [foreign], warn_days: 5, gates: [] } };
  expect(await anna.refused(api.pipes.saveSettings, wrong)).toMatchObject({ code: 'pipe.foreign_schedule' });
  await anna.ok(api.pipes.remove, { params });
  expect(await anna.refused(api.pipes.remove, { params })).toMatchObject({ status: 404, code: 'pipe.not_found' });
  expect(await read()).toEqual({ pipes: [], stages: [], packages: [] });
});

test('settings say what pipes can be made of; an attribute that the caller may not see is none', async () => {
  const { schedules, stages } = await anna.ok(api.pipes.settings, { params: { id: project } });
  expect(stages).toEqual([design, build]);
  expect(schedules).toEqual([
    { id: design, name: 'Design', version_id: designed.version, attributes: ['Sheet'] },
    { id: build, name: 'Construction', version_id: built.version, attributes: ['Drawings'] },
  ]);
  const wrong = { ...definition(), supply: { ...definition().supply, attribute: 'Gone' }, name: 'Wrong', project_id: project };
  await anna.ok(api.pipes.create, { body: wrong });
  expect((await read()).stages[0]).toMatchObject({ name: 'Design', missing: ['Gone'], packages: 0 });
});

test.each([
  ['A; B ;A', ';', ['A', 'B']],
  ['A; B', '', ['A; B']],
  [7, ',', ['7']],
  [null, ',', []],
  [' ; ', ';', []],
] as const)('%j split by %j names %j', (value, separator, codes) => {
  expect(codesOf(value, separator)).toEqual(codes);
});
