import { api } from '@gantry/contract';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { createWorld, type Person, type World } from '../../../testing/world.ts';

let world: World;
let anna: Person;
let version: number;
let works: number[];
const CREW = 901;
const DAY = 480;

beforeAll(async () => {
  world = await createWorld();
  anna = await world.person('anna');
  await anna.space();
});
afterAll(() => world.close());

/** A crew of two of which one is left from Monday on, and two works of three days that want one each, from Thursday. */
beforeEach(async () => {
  version = await anna.version();
  const shift = { start: 540, finish: 1020 };
  await world.sql('update calendar set week = $2 where version_id = $1', [version, JSON.stringify([...Array(5).fill([shift]), [], []])]);
  await world.sql(`update version set data_date = '2025-03-06T09:00', last_id = 2000 where id = $1`, [version]);
  await world.sql(
    `insert into resource (space_id, version_id, id, code, name, kind, unit, "limit", price_per_unit, rates)
     values ($1, $2, ${CREW}, 'C', 'Crew', 'labour', 'h', 2, 10, $3)`,
    [
      anna.spaceId,
      version,
      JSON.stringify([
        { from: null, limit: 2, prices: [10] },
        { from: '2025-03-10T00:00', limit: 1, prices: [10] },
      ]),
    ],
  );
  works = [];
  for (const name of ['A', 'B']) works.push(await work(name));
});

async function work(name: string): Promise<number> {
  const item = await anna.item(version, { name, duration_minutes: 3 * DAY });
  await world.sql(
    `insert into assignment (space_id, version_id, id, item_id, resource_id, planned_units, actual_units, remaining_units,
       planned_cost, actual_cost, remaining_cost, lag_minutes, driving) values ($1, $2, $3, $4, ${CREW}, 24, 0, 24, 0, 0, 240, 0, false)`,
    [anna.spaceId, version, 1000 + item, item],
  );
  return item;
}

const at = () => ({ params: { id: version } });
const starts = async () =>
  (await anna.ok(api.wbs.list, at())).items.map((row) => [row['name'], row['start'], row['finish']]) as unknown as string[][];
const preview = (body: object = {}) => anna.ok(api.timetable.previewLeveling, { ...at(), body });

test('the preview says what moves and what it waits for, and stores nothing (G13, fault F12)', async () => {
  await anna.ok(api.timetable.calculateNow, at());
  const before = await starts();
  expect(await preview()).toMatchObject({
    finish_before: '2025-03-10T17:00',
    finish_after: '2025-03-13T17:00',
    moved_count: 1,
    moved: [
      {
        item_id: works[1],
        minutes: 3 * DAY,
        from: '2025-03-06T09:00',
        to: '2025-03-11T09:00',
        cause: { kind: 'limit', resource_id: CREW, item_ids: [works[0]], until: '2025-03-10T17:00' },
      },
    ],
    over_before: 1,
    over_after: 0,
    oversized: [],
    changed_count: 1,
  });
  expect(await starts()).toEqual(before);
});

test('leveling is one edit that one undo takes back; clearing ends it', async () => {
  await anna.ok(api.timetable.calculateNow, at());
  const before = await starts();
  const { revision } = await preview();
  const leveled = await anna.ok(api.timetable.level, { ...at(), body: { revision } });
  expect(leveled.revision).toBe(revision + 1);
  const after = [
    ['A', '2025-03-06T09:00', '2025-03-10T17:00'],
    ['B', '2025-03-11T09:00', '2025-03-13T17:00'],
  ];
  expect(await starts()).toEqual(after);
  // A calculation keeps what leveling put off, and a second leveling finds nothing to change.
  await anna.ok(api.timetable.calculateNow, at());
  expect(await starts()).toEqual(after);
  expect(await preview()).toMatchObject({ changed_count: 0, moved_count: 1 });
  await anna.ok(api.timetable.clearLeveling, at());
  expect(await starts()).toEqual(before);
  await anna.ok(api.edits.undo, at());
  expect(await starts()).toEqual(after);
});

test('one undo brings dates and floors back', async () => {
  await anna.ok(api.timetable.calculateNow, at());
  const before = (await anna.ok(api.wbs.list, at())).items;
  await anna.ok(api.timetable.level, { ...at(), body: { revision: (await preview()).revision } });
  await anna.ok(api.edits.undo, at());
  expect((await anna.ok(api.wbs.list, at())).items).toEqual(before);
  expect(await preview()).toMatchObject({ changed_count: 1 });
});

test('keeps the order that stands, looks for a better one, stays within the float', async () => {
  await anna.ok(api.timetable.calculateNow, at());
  await anna.ok(api.timetable.level, { ...at(), body: { revision: (await preview()).revision } });
  const kept = await preview({ keep_order: true, priority: 'duration' });
  expect(kept).toMatchObject({ changed_count: 0 });
  expect((await preview({ search: 'quick' })).schedules).toBeGreaterThan(1);
  expect(await preview({ within_float: true })).toMatchObject({ finish_after: '2025-03-10T17:00' });
});

test('a plan that others changed meanwhile, a locked one, and nothing at all are refused', async () => {
  const { revision } = await preview();
  await anna.item(version, { name: 'Late' });
  expect(await anna.refused(api.timetable.level, { ...at(), body: { revision } })).toMatchObject({
    status: 409,
    code: 'timetable.out_of_date',
  });
  await anna.ok(api.versions.setLocked, { ...at(), body: { locked: true } });
  expect(await anna.refused(api.timetable.level, { ...at(), body: { revision: revision + 1 } })).toMatchObject({ code: 'version.locked' });
  version = await anna.version();
  expect(await anna.refused(api.timetable.previewLeveling, { ...at(), body: {} })).toMatchObject({
    code: 'timetable.nothing_to_calculate',
  });
});

test('who only reads levels nothing', async () => {
  const reader = await world.person('reader');
  await world.join(reader, anna, 'viewer');
  expect(await reader.refused(api.timetable.previewLeveling, { ...at(), body: {} })).toMatchObject({ status: 403 });
  expect(await reader.refused(api.timetable.clearLeveling, at())).toMatchObject({ status: 403 });
});
