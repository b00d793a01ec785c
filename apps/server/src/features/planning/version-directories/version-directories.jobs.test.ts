import { api, type Job } from '@gantry/contract';
import pg from 'pg';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { makeDirectory } from '../../../testing/directories.ts';
import { contentOf } from '../../../testing/samples/version-content.ts';
import { createWorld, type Person, type World } from '../../../testing/world.ts';
import { chain, xerText } from '../../../testing/samples/xer-sample.ts';

const MANY = 120;
let world: World;
let anna: Person;
let schedule: number;
let types: number;
let resources: number;

beforeAll(async () => {
  world = await createWorld();
  anna = await world.person('anna');
  await anna.space();
  schedule = await anna.schedule();
  types = await makeDirectory(world, anna, schedule, { name: 'Types', kind: 'work_types', rows: [{ code: 'WALL', unit: 'm3' }] });
  resources = await makeDirectory(world, anna, schedule, {
    name: 'Resources',
    kind: 'resources',
    rows: [
      { code: 'R-1', name: 'Bricklayer', unit: 'man-h', resource: 'labour', price: 12 },
      { code: 'R-2', name: 'Brick', unit: 'pcs', resource: 'material', price: 2 },
    ],
  });
  const { id } = await anna.ok(api.directoryRelations.create, { body: { name: 'R', from_id: types, to_id: resources } });
  await anna.ok(api.directoryRelations.updateRows, {
    params: { id },
    body: {
      add: [
        { row_a_id: 1, row_b_id: 1, quantity: 4 },
        { row_a_id: 1, row_b_id: 2, quantity: 400 },
      ],
    },
  });
});
afterAll(() => world.close());

async function works(): Promise<{ version: number; items: { id: number; volume: number }[] }> {
  const { body } = await anna.importXer(schedule, Buffer.from(xerText(chain(MANY))));
  const version = body.version_id as number;
  const rows = await world.sql("select id from wbs_item where version_id = $1 and type <> 'sum' order by id", [version]);
  return { version, items: rows.map(({ id }, at) => ({ id, volume: at + 1 })) };
}

async function until<T>(look: () => Promise<T>, fits: (value: T) => boolean): Promise<T> {
  const limit = Date.now() + 60_000;
  for (;;) {
    const value = await look();
    if (fits(value)) return value;
    if (Date.now() > limit) throw new Error(`did not come to pass; last seen: ${JSON.stringify(value)}`);
    await new Promise((resolve) => setTimeout(resolve, 20));
  }
}
const ended = (id: number | null): Promise<Job> =>
  until(
    () => anna.ok(api.jobs.get, { params: { id: id ?? 0 } }),
    ({ finished_at }) => finished_at !== null,
  );
const body = (items: object[]) => ({ directory_id: types, row_id: 1, items: items as never });

test('many works take a row as one job, which is one act that is told to open pages and taken back; done twice it changes nothing', async () => {
  const { version, items } = await works();
  const params = { id: version };
  const before = await contentOf(world, version);
  const pushed = await anna.push(version);
  const answer = await anna.ok(api.versionDirectories.assign, { params, body: body(items) });
  expect(answer).toMatchObject({ revision: 0, diff: {}, job_id: expect.any(Number) });
  expect(await ended(answer.job_id)).toMatchObject({
    kind: 'version_directory_assign',
    status: 'done',
    progress: 1,
    findings: [],
    result: { version_id: version, revision: 2, works: MANY },
  });
  expect(await pushed.heard('version_edit', ({ revision }) => revision === 2)).toMatchObject({
    version_id: version,
    revision: 2,
    name: 'directory.assign',
  });
  const assigned = await contentOf(world, version);
  expect(assigned['assignment']).toHaveLength(3 * MANY);
  expect(assigned['wbs'].at(-1)).toMatchObject({ duration_minutes: 4 * MANY * 60 });

  const again = await anna.ok(api.versionDirectories.recalculate, { params });
  expect(await ended(again.job_id)).toMatchObject({ kind: 'version_directory_sync', status: 'done', result: { works: 0, values: 0 } });
  expect(await contentOf(world, version)).toEqual(assigned);
  await anna.ok(api.edits.undo, { params, body: {} });
  expect(await contentOf(world, version)).toEqual(before);
  await anna.ok(api.edits.redo, { params, body: {} });
  const gone = await anna.ok(api.versionDirectories.remove, { params: { ...params, directoryId: types } });
  expect(await ended(gone.job_id)).toMatchObject({ kind: 'version_directory_unassign', status: 'done' });
  expect(await contentOf(world, version)).toEqual(before);
});

test('what cannot be done ends the job with its reason, and a stopped job leaves nothing behind', async () => {
  const { version, items } = await works();
  const params = { id: version };
  const before = await contentOf(world, version);
  const odd = items.map((item, at) => ({ ...item, volume_unit: at === 70 ? 't' : 'm3' }));
  const refused = await anna.ok(api.versionDirectories.assign, { params, body: body(odd) });
  expect(await ended(refused.job_id)).toMatchObject({
    status: 'failed',
    error: { code: 'version_directory.unit_mismatch', parameters: { name: 'WALL', unit: 't', norm: 'm3' } },
  });
  expect(await contentOf(world, version)).toEqual(before);

  // The job waits for the version, which somebody else holds.
  const release = await holdVersion(version);
  const stopped = await anna.ok(api.versionDirectories.assign, { params, body: body(items) });
  await until(
    () => anna.ok(api.jobs.get, { params: { id: stopped.job_id ?? 0 } }),
    ({ status }) => status === 'running',
  );
  await anna.ok(api.jobs.cancel, { params: { id: stopped.job_id ?? 0 } });
  await release();
  expect(await ended(stopped.job_id)).toMatchObject({ status: 'cancelled' });
  expect(await contentOf(world, version)).toEqual(before);

  await anna.ok(api.versions.setLocked, { params, body: { locked: true } });
  expect(await anna.refused(api.versionDirectories.assign, { params, body: body(items) })).toMatchObject({ code: 'version.locked' });
});

/** Takes the lock of a version as an edit does, until the answered function is called. */
async function holdVersion(version: number): Promise<() => Promise<void>> {
  const client = new pg.Client(world.database.administration);
  await client.connect();
  await client.query('begin');
  await client.query('select from version where id = $1 for update', [version]);
  return async () => {
    await client.query('rollback');
    await client.end();
  };
}

test('a norm that is counted otherwise now, a row that is gone: works keep what they took, and the job lists it', async () => {
  const { version, items } = await works();
  const params = { id: version };
  await ended(
    (await anna.ok(api.versionDirectories.assign, { params, body: body(items.map((item) => ({ ...item, volume_unit: 'm3' }))) })).job_id,
  );
  const before = await contentOf(world, version);
  const [was] = await world.sql('select measure_id from directory_row where directory_id = $1 and id = 1', [types]);
  await world.sql(
    'update directory_row set measure_id = (select id from measure where space_id = $2 and sign = $3) where directory_id = $1 and id = 1',
    [types, anna.spaceId, 'pcs'],
  );
  const kept = await ended((await anna.ok(api.versionDirectories.recalculate, { params })).job_id);
  expect(kept.findings).toEqual([
    expect.objectContaining({
      severity: 'warning',
      code: 'version_directory.unit_changed',
      parameters: { name: 'WALL', unit: 'm3', norm: 'pcs', works: MANY },
    }),
  ]);
  expect(await contentOf(world, version)).toEqual(before);
  await world.sql('update directory_row set measure_id = $2 where directory_id = $1 and id = 1', [types, was['measure_id']]);

  const [brick] = await world.sql('delete from directory_row where directory_id = $1 and id = 2 returning *', [resources]);
  const gone = await ended((await anna.ok(api.versionDirectories.recalculate, { params })).job_id);
  expect(gone.findings).toEqual([
    expect.objectContaining({ code: 'version_directory.row_gone', parameters: { name: 'Brick', works: MANY } }),
  ]);
  expect(await contentOf(world, version)).toEqual(before);
  const other = await anna.version(schedule);
  const work = await anna.item(other, { name: 'Work' });
  const { notes } = await anna.ok(api.versionDirectories.assign, { params: { id: other }, body: body([{ id: work, volume: 1 }]) });
  expect(notes).toEqual([{ code: 'version_directory.pair_gone', parameters: { name: 'WALL', works: 1 } }]);
  await world.sql('insert into directory_row select * from jsonb_populate_record(null::directory_row, $1::jsonb)', [JSON.stringify(brick)]);
});

test('many works follow a changed directory as a job, which the caller waits for', async () => {
  const { version, items } = await works();
  await ended((await anna.ok(api.versionDirectories.assign, { params: { id: version }, body: body(items) })).job_id);
  await world.sql("update directory_row set name = 'Wall of bricks' where directory_id = $1 and id = 1", [types]);
  const { node_id } = (await world.sql('select node_id from directory where id = $1', [types]))[0];
  const params = { epsId: node_id, directoryId: types };
  expect((await anna.ok(api.directories.updateLinkedValues, { params })).versions).toContain(version);
  const [job] = (await anna.ok(api.jobs.list)).jobs;
  expect(job).toMatchObject({ kind: 'version_directory_follow', title: 'Types', status: 'done' });
  const named = await world.sql("select count(*)::int as count from directory_value where version_id = $1 and name = 'Wall of bricks'", [
    version,
  ]);
  expect(named[0]['count']).toBe(MANY + 1);
});
