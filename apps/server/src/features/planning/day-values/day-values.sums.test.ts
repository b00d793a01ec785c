import { api, type DayCells } from '@gantry/contract';
import { packDays } from '@gantry/domain';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { createWorld, type Person, type World } from '../../../testing/world.ts';
import { type DayChange, dropOldest, openSums } from './day-values.sums.rules.ts';

test('values of works go up to every summary; a day that nobody has is none, which is not 0', () => {
  const places = [
    { id: 1, parentId: null, type: 'sum' as const },
    { id: 2, parentId: 1, type: 'sum' as const },
    { id: 3, parentId: 2, type: 'work' as const },
    { id: 4, parentId: 2, type: 'work' as const },
    { id: 5, parentId: 1, type: 'milestone' as const },
    { id: 6, parentId: 1, type: 'draft' as const },
  ];
  const sums = openSums(places as never, 10, 13);
  sums.add(3, 'plan', packDays({ firstDay: 8, values: [9, 9, 1, null, 0.1] }));
  sums.add(4, 'plan', packDays({ firstDay: 12, values: [0.2, 0, 7, 7] }));
  sums.add(5, 'fact', packDays({ firstDay: 13, values: [4] }));
  sums.add(6, 'plan', packDays({ firstDay: 10, values: [100] }));
  const { of, follow: followAll } = sums.close();
  const follow = (change: DayChange) => followAll([change], new Map(), []);
  expect(of(2)).toEqual({ plan: [1, null, 0.3, 0], fact: [null, null, null, null], approved_plan: [null, null, null, null] });
  expect(of(1)).toMatchObject({ plan: [1, null, 0.3, 0], fact: [null, null, null, 4] });
  expect(of(3).plan).toEqual([null, null, null, null]);
  follow({ itemId: 3, mode: 'plan', before: { 10: 1, 12: 0.1, 9: 9 }, after: { 10: null, 12: 5, 9: null } });
  follow({ itemId: 6, mode: 'plan', before: {}, after: { 10: 100 } });
  expect(of(2).plan).toEqual([null, null, 5.2, 0]);
  expect(of(1).plan).toEqual([null, null, 5.2, 0]);
});

test('sums used longest ago go when windows or their bytes are too many; the last one stays whatever its size', () => {
  const sumsOf = (days: number) => {
    const sums = openSums(
      [
        { id: 1, parentId: null, type: 'sum' },
        { id: 2, parentId: 1, type: 'work' },
      ] as never,
      1,
      days,
    );
    sums.add(2, 'plan', packDays({ firstDay: 1, values: [1] }));
    return { sums: sums.close() };
  };
  expect(sumsOf(10).sums.bytes()).toBe(120);
  const left = (days: number[], most: { windows: number; bytes: number }) => {
    const kept = new Map(days.map((one, at) => [`${at}`, sumsOf(one)]));
    dropOldest(kept, most);
    return [...kept.keys()];
  };
  expect(left([10, 10, 10], { windows: 3, bytes: 360 })).toEqual(['0', '1', '2']);
  expect(left([10, 10, 10], { windows: 2, bytes: 360 })).toEqual(['1', '2']);
  expect(left([20, 10, 10], { windows: 3, bytes: 479 })).toEqual(['1', '2']);
  expect(left([10, 10, 90], { windows: 3, bytes: 360 })).toEqual(['2']);
});

let world: World;
let anna: Person;
beforeAll(async () => {
  world = await createWorld();
  anna = await world.person('anna');
  await anna.space();
});
afterAll(() => world.close());

test('a summary is the sum of its works at every revision; money is for who sees it', async () => {
  const version = await anna.version();
  const at = { params: { id: version } };
  const phase = await anna.item(version, { name: 'Phase' });
  const [a, b] = [await anna.item(version, { name: 'A' }, phase), await anna.item(version, { name: 'B' }, phase)];
  const cell = (item_id: number, values: DayCells['values']) => ({
    item_id,
    measure: 'volume',
    mode: 'plan',
    first_day: '2031-03-10',
    values,
  });
  const set = (...cells: object[]) => anna.ok(api.dayValues.setDays, { ...at, body: { cells: cells as DayCells[] } });
  const sums = async (more: object = {}) =>
    (await anna.ok(api.dayValues.sums, { ...at, query: { ids: `${phase},${a}`, from: '2031-03-10', to: '2031-03-12', ...more } })).rows;
  await set(cell(a, [1, 2]), cell(b, [10, null, 5]));
  const NONE = [null, null, null];
  expect(await sums()).toEqual([
    { item_id: phase, plan: [11, 2, 5], fact: NONE, approved: NONE },
    { item_id: a, plan: NONE, fact: NONE, approved: NONE },
  ]);
  await set(cell(b, [20]));
  expect((await sums())[0].plan).toEqual([21, 2, 5]);
  await anna.ok(api.edits.undo, at);
  expect((await sums())[0].plan).toEqual([11, 2, 5]);
  expect((await sums({ measure: 'labour' }))[0].plan).toEqual(NONE);
  // An edit of days updates the sums, a moved work takes its values along; both equal the rows of the grid.
  const other = await anna.item(version, { name: 'Other phase' });
  const isRight = async () => {
    const { rows } = await anna.ok(api.dayValues.grid, { ...at, query: { from: '2031-03-10', to: '2031-03-12', parent: phase } });
    const summed = [0, 1, 2].map((day) => {
      const values = rows.flatMap(({ plan }) => plan[day] ?? []);
      return values.length ? values.reduce((sum, value) => sum + value, 0) : null;
    });
    expect((await sums())[0].plan).toEqual(summed);
  };
  await isRight();
  await set(cell(a, [null, 0, 7]), cell(b, [null]));
  await set({ ...cell(a, [3]), mode: 'fact', first_day: '2025-03-10' }, { ...cell(b, [9]), measure: 'labour' });
  await isRight();
  await set(cell(b, [null, null, null]));
  await isRight();
  await anna.ok(api.edits.undo, at);
  await isRight();
  await anna.ok(api.wbs.update, { params: { id: version, wbsId: b }, body: { name: 'B2' } });
  await isRight();
  await anna.ok(api.wbs.move, { params: { id: version, wbsId: b }, body: { parent_id: other, index: 0 } });
  await isRight();
  await anna.ok(api.edits.undo, at);
  await isRight();
  const below = await anna.item(version, { name: 'Below' }, phase);
  await set(cell(below, [4, 4]));
  await isRight();
  await anna.ok(api.wbs.remove, { params: { id: version, wbsId: below } });
  await isRight();
  await anna.ok(api.edits.undo, at);
  await isRight();
  const stranger = await world.person('stranger');
  await stranger.space();
  const query = { ids: String(phase), from: '2031-03-10', to: '2031-03-12' };
  expect(await stranger.refused(api.dayValues.sums, { ...at, query })).toMatchObject({ status: 404 });
  expect(await anna.refused(api.dayValues.sums, { ...at, query: { ...query, to: '2033-03-12' } })).toMatchObject({
    code: 'values.too_long',
  });
});
