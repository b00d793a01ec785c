import { api } from '@gantry/contract';
import { setTimeout as pause } from 'node:timers/promises';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { createWorld, type Person, type World } from '../../../../testing/world.ts';
import { liveOf, openLive } from './timetable.live.service.ts';

const PREFER = { headers: { prefer: 'calculate' } };
const MONDAY = '2026-03-02T00:00';
const CHAIN = 4;
const OTHERS = 12;

let world: World;
let anna: Person;
const at = (id: number) => ({ params: { id } });

beforeAll(async () => {
  world = await createWorld();
  anna = await world.person('anna');
  await anna.space();
  await liveOf(world.app.services)?.close();
  openLive(world.app.services, world.database.connection, { threads: 1, mostChanges: OTHERS - 2 });
});
afterAll(async () => {
  await liveOf(world.app.services)?.close();
  await world.close();
});

/** A chain that sets the finish of the plan, and works beside it whose floats go by that finish. */
async function criticalChain(): Promise<{ version: number; chain: number[]; others: number[] }> {
  const version = await anna.version();
  const [chain, others]: number[][] = [[], []];
  for (let index = 0; index < CHAIN; index += 1) {
    chain.push(await anna.item(version, { name: `Link ${index}`, duration_minutes: 2400 }));
    const pair = { predecessor_id: chain.at(-2) as number, successor_id: chain.at(-1) as number, type: 'fs' as const };
    if (index) await anna.ok(api.relations.create, { ...at(version), body: pair });
  }
  for (let index = 0; index < OTHERS; index += 1) others.push(await anna.item(version, { name: `Beside ${index}`, duration_minutes: 480 }));
  await anna.ok(api.timetable.calculateNow, { ...at(version), body: { data_date: MONDAY } });
  return { version, chain, others };
}

const lengthenIn = (version: number, wbsId: number, days: number) =>
  anna.ok(api.wbs.update, { params: { id: version, wbsId }, body: { duration_minutes: 2400 + 480 * days } }, PREFER);

test('while edits come without a pause no job begins that they would wait for; one writes all that they left', async () => {
  const { version, chain } = await criticalChain();
  const jobs = async () =>
    (await world.sql(`select 1 from job where kind = 'timetable_calculate' and (input ->> 'versionId')::bigint = $1`, [version])).length;
  await expect.poll(async () => (await anna.ok(api.timetable.state, at(version))).status, { timeout: 60_000 }).toBe(1);
  const before = await jobs();
  for (let days = 1; days <= 8; days += 1) {
    await lengthenIn(version, chain[0], days);
    await pause(300);
  }
  expect(await jobs()).toBe(before);
  await expect.poll(async () => (await anna.ok(api.timetable.state, at(version))).status, { timeout: 60_000 }).toBe(1);
  expect(await jobs()).toBe(before + 1);
});

test('where an edit moves floats of very many rows its dates come at once, and one job writes the floats of many such edits', async () => {
  const { version, chain, others } = await criticalChain();
  const row = async (id: number) => (await anna.ok(api.wbs.get, { params: { id: version, wbsId: id } })).item;
  const float = (await row(others[0])).total_float_minutes as number;
  const page = await anna.push(version);
  const lengthen = (id: number, days: number) => lengthenIn(version, id, days);
  const { revision } = await lengthen(chain[0], 1);
  const dates = await page.heard('version_edit', (edit) => edit.revision > revision && edit.name === 'timetable.auto');
  const moved = (dates.diff?.wbs?.updated ?? []).map(({ id }: { id: number }) => id);
  expect(moved.toSorted((a: number, b: number) => a - b)).toEqual(chain);
  // Until its floats are written the version does not pass for calculated.
  const heard = await page.heard('timetable_calculate', ({ version_id: id }) => id === version);
  expect(heard.status).toBe(0);

  await Promise.all([2, 3, 4, 5, 6, 7, 8, 9].map((days) => lengthen(chain[days % CHAIN], days)));
  const lengths = await Promise.all(chain.map(async (id) => (await row(id)).duration_minutes as number));
  await expect.poll(async () => (await anna.ok(api.timetable.state, at(version))).status, { timeout: 60_000 }).toBe(1);
  const longer = lengths.reduce((sum, minutes) => sum + minutes - 2400, 0);
  for (const id of others) expect((await row(id)).total_float_minutes).toBe(float + longer);
  const jobs = await world.sql(`select 1 from job where kind = 'timetable_calculate' and space_id = $1`, [anna.spaceId]);
  // One of the beginning, which is larger than a call stores; the others write what several edits have left.
  expect(jobs.length).toBeLessThan(7);
  await page.close();
});
