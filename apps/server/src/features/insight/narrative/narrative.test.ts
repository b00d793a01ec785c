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
  for (const line of lines.values()) expect(line.rows).toHaveLength(line.count);
  const named = (key: Parameters<typeof lines.get>[0]) => lines.get(key)?.rows.map(({ code, version_id }) => [code, version_id]);
  expect(named('started')).toEqual([['Walls', version]]);
  expect(named('added')).toEqual([['Doors', version]]);
  expect(named('removed')).toEqual([['Floor', base]]);
  expect(named('durations')).toContainEqual(['Roof', version]);
  expect(named('progress')).toContainEqual(['Walls', version]);
});

test('is counted against a version of the same schedule alone', async () => {
  const foreign = await anna.version(await anna.schedule('Other'));
  expect(await anna.refused(api.narratives.read, { params: { id: version }, body: { base_version_id: foreign } })).toMatchObject({
    code: 'version.not_found',
  });
});
