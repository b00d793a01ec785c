import { api } from '@gantry/contract';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { createWorld, type Person, type World } from '../../../testing/world.ts';
import { sampleNorms } from './filling/demo-data.norms.rules.ts';

let world: World;
let anna: Person;

beforeAll(async () => {
  world = await createWorld();
  anna = await world.person('anna');
  await anna.space();
});
afterAll(() => world.close());

test('the sample is of its size, the same for the same seed, each code once, each pair once', () => {
  const sample = sampleNorms();
  expect([sample.types.length, sample.norms.length]).toEqual([300, 2000]);
  expect(sampleNorms()).toEqual(sample);
  expect(sampleNorms(15).norms).not.toEqual(sample.norms);
  for (const rows of [sample.types, sample.norms, sample.resources]) expect(new Set(rows.map(({ code }) => code)).size).toBe(rows.length);
  for (const pairs of [sample.typeNorms, sample.normResources])
    expect(new Set(pairs.map(({ a, b }) => `${a} ${b}`)).size).toBe(pairs.length);
  expect(sample.typeNorms.filter(({ optional }) => !optional)).toHaveLength(300);
  expect(sample.normResources).toHaveLength(6000);
});

test('a space filled with test data has directories that works can take: volume gives duration and cost', async () => {
  const { job_id } = await anna.ok(api.demoData.fill, { params: { id: anna.spaceId } });
  const job = () => anna.ok(api.jobs.get, { params: { id: job_id } });
  await expect.poll(async () => (await job()).finished_at, { timeout: 90_000, interval: 100 }).not.toBeNull();
  const { status, result } = await job();
  expect(status).toBe('done');
  const schedule = Number(result?.['schedule_id']);
  const { directories } = await anna.ok(api.directories.list, { params: { epsId: schedule } });
  expect(directories.map(({ name, rows }) => [name, rows])).toEqual(
    expect.arrayContaining([
      ['Work types', 300],
      ['Norms', 2000],
    ]),
  );
  const types = directories.find(({ kind }) => kind === 'work_types')?.id as number;
  const version = await anna.version(schedule);
  const item = await anna.item(version, { name: 'Walls' });
  const { ids } = await anna.ok(api.directories.rows, { params: { epsId: schedule, directoryId: types } });
  await anna.ok(api.versionDirectories.assign, {
    params: { id: version },
    body: { directory_id: types, row_id: ids[60], items: [{ id: item, volume: 120 }], crew: 4 },
  });
  const { values } = await anna.ok(api.versionDirectories.ofItem, { query: { version_id: version, item_id: item } });
  expect(values).toHaveLength(5);
  expect(values[0].labour_hours).toBeGreaterThan(0);
  expect(values.reduce((sum, { cost }) => sum + cost, 0)).toBeGreaterThan(0);
});
