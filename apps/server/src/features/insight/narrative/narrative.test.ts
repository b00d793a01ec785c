import { api, type Narrative } from '@gantry/contract';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { createWorld, type Person, type World } from '../../../testing/world.ts';

let world: World;
let anna: Person;
let schedule: number;
let base: number;
let version: number;

beforeAll(async () => {
  world = await createWorld();
  anna = await world.person('anna');
  await anna.space();
  schedule = await anna.schedule();
  base = await anna.version(schedule);
  for (const name of ['Walls', 'Roof', 'Floor'])
    await anna.item(base, { name, code: name, start: '2026-03-02T08:00', finish: '2026-03-04T17:00' });
  await anna.item(base, { name: 'Handover', code: 'H', type: 'milestone_finish', start: '2026-03-20T17:00', finish: '2026-03-20T17:00' });
  version = (await anna.ok(api.versions.copyTo, { params: { id: base, scheduleId: schedule }, body: {} })).id as number;
}, 120_000);
afterAll(() => world.close());

const linesOf = ({ sections }: Narrative) => new Map(sections.flatMap(({ lines }) => lines.map((line) => [line.key, line] as const)));
const read = (body = {}) => anna.ok(api.narratives.read, { params: { id: version }, body });

test('tells the status, and of a version beside none nothing of changes', async () => {
  const alone = await anna.ok(api.narratives.read, { params: { id: base }, body: {} });
  expect(alone.base).toBeNull();
  expect(alone.sections.some(({ section }) => section === 'changes')).toBe(false);
  expect(linesOf(alone).get('works')).toMatchObject({ count: 3 });
});

test('each number is the number of the rows behind it, and each row opens where it stands', async () => {
  const { items } = await anna.ok(api.wbs.list, { params: { id: version } });
  const idOf = (code: string) => items.find((item) => item.code === code)?.['id'] as number;
  await anna.ok(api.wbs.update, {
    params: { id: version, wbsId: idOf('Walls') },
    body: { status: 'in_progress', actual_start: '2026-03-02T08:00', progress: 0.5 },
  });
  await anna.ok(api.wbs.update, { params: { id: version, wbsId: idOf('Roof') }, body: { duration_minutes: 4800 } });
  await anna.ok(api.wbs.remove, { params: { id: version, wbsId: idOf('Floor') } });
  await anna.item(version, { name: 'Doors', code: 'Doors' });
  const counted = await read({ base_version_id: base });
  const lines = linesOf(counted);
  expect(counted.base).toMatchObject({ id: base });
  for (const line of lines.values()) {
    expect(line.rows).toHaveLength(line.count);
    if (line.unit) expect(line.rows.reduce((sum, { amount }) => sum + (amount ?? 0), 0)).toBeCloseTo(line.amount ?? Number.NaN, 9);
  }
  const named = (key: Parameters<typeof lines.get>[0]) => lines.get(key)?.rows.map(({ code, version_id }) => [code, version_id]);
  expect(named('started')).toEqual([['Walls', version]]);
  expect(named('added')).toEqual([['Doors', version]]);
  expect(named('removed')).toEqual([['Floor', base]]);
  expect(named('durations')).toContainEqual(['Roof', version]);
  expect(named('progress')).toContainEqual(['Walls', version]);
});

test('names the critical path, what came onto it and left it, checks that are not passed, and labour from row to row', async () => {
  const before = await anna.version(schedule);
  const ids: Record<string, number> = {};
  for (const [name, minutes] of [
    ['Dig', 480],
    ['Pour', 960],
    ['Paint', 2400],
  ] as const)
    ids[name] = await anna.item(before, { name, code: name, duration_minutes: minutes });
  await world.sql(
    `insert into resource (space_id, version_id, id, code, name, kind, unit, "limit", price_per_unit) values ($1, $2, 901, 'R', 'Crew', 'labour', 'h', 1, 10)`,
    [anna.spaceId, before],
  );
  await world.sql(
    `insert into assignment (space_id, version_id, id, item_id, resource_id, planned_units, actual_units, remaining_units,
       planned_cost, actual_cost, remaining_cost, lag_minutes, driving) values ($1, $2, 902, $3, 901, 24, 0, 24, 0, 0, 0, 0, false)`,
    [anna.spaceId, before, ids['Dig']],
  );
  await anna.relation(before, ids['Dig'], ids['Pour']);
  const copy = (await anna.ok(api.versions.copyTo, { params: { id: before, scheduleId: schedule }, body: {} })).id as number;
  const { items } = await anna.ok(api.wbs.list, { params: { id: copy } });
  const pour = items.find(({ code }) => code === 'Pour')?.['id'] as number;
  await anna.ok(api.wbs.update, { params: { id: copy, wbsId: pour }, body: { duration_minutes: 9600 } });
  const lines = linesOf(await anna.ok(api.narratives.read, { params: { id: copy }, body: { base_version_id: before } }));
  const codes = (key: Parameters<typeof lines.get>[0]) => lines.get(key)?.rows.map(({ code }) => code);
  expect([codes('path_first'), codes('path_joined'), codes('path_left')]).toEqual([['Dig', 'Pour'], ['Dig', 'Pour'], ['Paint']]);
  expect(codes('health_missing_logic')).toContain('Paint');
  expect(lines.get('labour_plan')).toMatchObject({ amount: 24, unit: 'hours', count: 1 });
});

test('keeps the reason that a planner wrote, carries it over to later versions, and ends it by an empty one', async () => {
  const noteOf = async (id: number) => linesOf(await anna.ok(api.narratives.read, { params: { id }, body: {} })).get('works')?.note ?? null;
  const save = (id: number, text: string) => anna.ok(api.narratives.saveNote, { params: { id }, body: { line: 'works', text } });
  await save(base, 'Rain for two weeks');
  expect(await noteOf(base)).toMatchObject({ text: 'Rain for two weeks', version: { id: base } });
  expect(await noteOf(version)).toMatchObject({ text: 'Rain for two weeks', version: { id: base } });
  await save(version, '');
  expect([await noteOf(version), (await noteOf(base))?.text]).toEqual([null, 'Rain for two weeks']);
  const vera = await world.person('vera');
  await world.join(vera, anna, 'viewer');
  const refused = await vera.refused(api.narratives.saveNote, { params: { id: base }, body: { line: 'works', text: 'x' } });
  expect(refused).toMatchObject({ status: 403 });
});

test('is counted against a version of the same schedule alone', async () => {
  const foreign = await anna.version(await anna.schedule('Other'));
  expect(await anna.refused(api.narratives.read, { params: { id: version }, body: { base_version_id: foreign } })).toMatchObject({
    code: 'version.not_found',
  });
});
