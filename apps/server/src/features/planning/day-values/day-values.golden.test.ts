import { api, type DayCells } from '@gantry/contract';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { ended } from '../../../testing/jobs.ts';
import { createWorld, type Person, type World } from '../../../testing/world.ts';

let world: World;
let anna: Person;
let schedule: number;
let version: number;

beforeAll(async () => {
  world = await createWorld();
  anna = await world.person('anna');
  await anna.space();
});
afterAll(() => world.close());
beforeEach(async () => {
  schedule = await anna.schedule();
  version = await anna.version(schedule);
  const shift = { start: 540, finish: 1020 };
  await world.sql('update calendar set week = $2 where version_id = $1', [version, JSON.stringify([...Array(5).fill([shift]), [], []])]);
  await world.sql(`update version set data_date = '2025-03-10T00:00' where id = $1`, [version]);
});

const at = () => ({ params: { id: version } });
const cell = (item_id: number, day: string, values: DayCells['values'], more: Partial<DayCells> = {}): DayCells => ({
  item_id,
  resource_id: null,
  measure: 'volume',
  mode: 'fact',
  first_day: `2025-03-${day}`,
  values,
  ...more,
});
const set = (...cells: DayCells[]) => anna.ok(api.dayValues.setDays, { ...at(), body: { cells } });
const days = async (measure: DayCells['measure'], from = '03', to = '05') =>
  (await anna.ok(api.dayValues.grid, { ...at(), query: { from: `2025-03-${from}`, to: `2025-03-${to}`, measure } })).rows[0];
const work = (fields: object) => anna.item(version, { name: 'Wall', start: '2025-03-03T09:00', duration_minutes: 13 * 480, ...fields });

test('700 of 1000 that are left on 10 March are laid as 87.50 a day to the finish on 19 March (G8)', async () => {
  const wall = await work({ volume: 1000 });
  await set(cell(wall, '03', [60, 60, 60, 60, 60]));
  await world.sql(`update wbs_item set finish = '2025-03-19T17:00' where version_id = $1`, [version]);
  const { rows } = await anna.ok(api.dayValues.planAtDay, { ...at(), query: { day: '2025-03-10', ids: String(wall) } });
  expect(rows).toEqual([{ item_id: wall, before: 0, after: 700 }]);
  const { plan, undistributed } = await days('volume', '10', '19');
  expect([plan, undistributed]).toEqual([[87.5, 87.5, 87.5, 87.5, 87.5, null, null, 87.5, 87.5, 87.5], 0]);
});

test('a price of 100 over facts of 1, 1, 1 of 3 goes by the distribution of the place; its cost goes like the volume (G9)', async () => {
  const wall = await work({ volume: 3, cost: 100 });
  await set(cell(wall, '03', [1, 1, 1]));
  const spread = async (mode: 'start' | 'end' | null) => {
    const body = { eps_id: schedule, values: [{ measure: 'distributed_price' as const, mode }] };
    const { job_id: job } = await anna.ok(api.distributions.save, { body });
    await ended(anna, job ?? 0);
    return (await days('distributed_price')).fact;
  };
  expect(await days('distributed_price')).toMatchObject({ fact: [33.33, 33.34, 33.33], total: 100, done: 100, deviation: -100 });
  expect(await spread('end')).toEqual([0, 0, 100]);
  expect(await spread('start')).toEqual([100, 0, 0]);
  expect((await days('cost_by_distributed_price')).fact).toEqual([33.33, 33.34, 33.33]);
  // What somebody typed stands instead.
  await set(cell(wall, '04', [70], { measure: 'distributed_price' }));
  expect((await days('distributed_price')).fact).toEqual([null, 70, null]);
});

test('progress goes by the measure that the row says, and own amounts are its totals', async () => {
  const wall = await work({ volume: 10, labour_hours: 40, progress_by: 'labour' });
  await set(cell(wall, '03', [9]));
  const progress = async () => (await anna.ok(api.wbs.list, at())).items[0]?.progress;
  expect(await progress()).toBe(0);
  await set(cell(wall, '03', [10], { measure: 'labour' }));
  expect(await progress()).toBe(0.25);
});
