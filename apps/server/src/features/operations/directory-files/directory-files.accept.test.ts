import { api } from '@gantry/contract';
import pg from 'pg';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { column, directoryKeeper } from '../../../testing/directory-keeper.ts';
import { createWorld, type Person, type World } from '../../../testing/world.ts';
import { forgetUploads } from './directory-files.service.ts';

let world: World;
let anna: Person;
let boris: Person;
let facility: number;
let keeper: ReturnType<typeof directoryKeeper>;

beforeAll(async () => {
  world = await createWorld();
  [anna, boris] = [await world.person('anna'), await world.person('boris')];
  await anna.space();
  await world.join(boris, anna, 'administrator');
  facility = (await anna.ok(api.facilities.create, { body: { name: 'Plant' } })).id;
  keeper = directoryKeeper(world, anna, facility);
});
afterAll(() => world.close());

const ALL = { parts: ['added' as const, 'changed' as const, 'removed' as const] };

/** Holds a directory, so that whoever wants to change it waits in the middle of their transaction. */
async function hold(directoryId: number) {
  const client = new pg.Client(world.database.administration);
  await client.connect();
  await client.query('begin');
  await client.query('select from directory where id = $1 for update', [directoryId]);
  const waiting = async () =>
    (
      await world.sql<{ pid: number }>(
        "select pid from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock' and query ilike '%directory%'",
      )
    ).map(({ pid }) => pid);
  return {
    async somebodyWaits(): Promise<number> {
      await expect.poll(async () => (await waiting()).length, { timeout: 20_000 }).toBe(1);
      return (await waiting())[0];
    },
    /** Lets it go, after a change of it where one is given. */
    async release(change?: string) {
      if (change) await client.query(`${change} where id = $1`, [directoryId]);
      await client.query('commit');
      await client.end();
    },
  };
}

async function prepared(person = anna, rows = 'Code;Rate\nA;2\nB;3\n') {
  const at = await keeper.create([column('Rate')], [{ do: 'add', id: -1, parent_id: null, code: 'A', name: 'Old' }]);
  const { params } = await directoryKeeper(world, person, facility).upload(rows, { directory_id: at.id }, 'x.csv');
  const accept = async () => (await person.ok(api.directoryFiles.accept, { params, body: ALL })).job_id;
  const codes = async () => (await keeper.rowsOf(at)).codes;
  return { at, params, accept, codes, ended: directoryKeeper(world, person, facility).ended };
}

test('a proposal that nobody answers is forgotten after 30 days, with its lines', async () => {
  const { params } = await prepared();
  await forgetUploads(world.app.services);
  await anna.ok(api.directoryFiles.proposal, { params });
  await world.sql(`update directory_upload set created_at = created_at - interval '31 days'`);
  await forgetUploads(world.app.services);
  expect(await anna.refused(api.directoryFiles.proposal, { params })).toMatchObject({ status: 404 });
  expect(await world.sql('select from directory_upload_piece')).toEqual([]);
});

describe('a proposal goes in as a job', () => {
  test('that tells how far it is and what came in, and can be taken back as one action', async () => {
    const { at, params, accept, codes, ended } = await prepared();
    const push = await anna.push();
    const job = await ended(await accept());
    expect(job).toMatchObject({
      kind: 'directory_upload_accept',
      status: 'done',
      progress: 1,
      result: { directory_id: at.id, revision: at.revision + 2, applied: 2, assigned: 0, assignment_refused: null },
    });
    expect(await push.heard('directory_edited')).toMatchObject({ directory_id: at.id, revision: at.revision + 2 });
    expect(await codes()).toEqual(['A', 'B']);
    expect(await anna.refused(api.directoryFiles.proposal, { params })).toMatchObject({ status: 404, code: 'directory_upload.not_found' });
    expect(await anna.refused(api.directoryFiles.accept, { params, body: ALL })).toMatchObject({ status: 404 });
    await anna.ok(api.directories.undo, { ...at, body: {} });
    expect(await codes()).toEqual(['A']);
  });

  test('once, however often it is asked for', async () => {
    const { at, accept, codes, ended } = await prepared();
    const jobs = await Promise.all((await Promise.all([accept(), accept()])).map(ended));
    expect(jobs.map(({ status, error }) => [status, error?.code]).sort()).toEqual([
      ['done', undefined],
      ['failed', 'directory_upload.not_found'],
    ]);
    expect(await codes()).toEqual(['A', 'B']);
    expect((await anna.ok(api.directories.get, at)).revision).toBe(at.revision + 2);
    const made = await keeper.upload('Code\nX\n', { name: 'Made once' }, 'x.csv');
    const both = [api.directoryFiles.accept, api.directoryFiles.accept].map((call) => anna.ok(call, { params: made.params, body: ALL }));
    const ends = await Promise.all((await Promise.all(both)).map(({ job_id }) => ended(job_id)));
    expect(ends.map(({ error }) => error?.code).sort()).toEqual(['directory_upload.not_found', undefined]);
    const { directories } = await anna.ok(api.directories.list, { params: { epsId: facility } });
    expect(directories.filter(({ name }) => name === 'Made once')).toHaveLength(1);
  });

  test('that fails in one sentence where the name of the new directory has been taken meanwhile', async () => {
    const { params } = await keeper.upload('Code\nX\n', { name: 'Taken' }, 'x.csv');
    await anna.ok(api.directories.create, { params: { epsId: facility }, body: { name: 'Taken', columns: [] } });
    const { job_id } = await anna.ok(api.directoryFiles.accept, { params, body: ALL });
    expect(await keeper.ended(job_id)).toMatchObject({
      status: 'failed',
      error: { code: 'directory.name_taken', parameters: { name: 'Taken' } },
    });
    expect((await anna.ok(api.directoryFiles.proposal, { params })).counts.added).toBe(1);
  });
});

describe('nothing of it stands', () => {
  test('when somebody stops the job, and it can be accepted again', async () => {
    const { at, params, accept, codes, ended } = await prepared();
    const held = await hold(at.id);
    const id = await accept();
    await held.somebodyWaits();
    await anna.ok(api.jobs.cancel, { params: { id } });
    await held.release();
    expect((await ended(id)).status).toBe('cancelled');
    expect(await codes()).toEqual(['A']);
    expect(await anna.ok(api.directoryFiles.proposal, { params })).toMatchObject({ stale: false });
    expect((await ended(await accept())).status).toBe('done');
    expect(await codes()).toEqual(['A', 'B']);
  });

  test('when the connection to the database is torn in the middle; the next try writes it once', async () => {
    const { at, accept, codes, ended } = await prepared();
    const held = await hold(at.id);
    const id = await accept();
    await world.sql('select pg_terminate_backend($1)', [await held.somebodyWaits()]);
    // Who has taken the job up waits where the first one did.
    await held.somebodyWaits();
    expect(await codes()).toEqual(['A']);
    await held.release();
    expect(await ended(id)).toMatchObject({ status: 'done', result: { revision: at.revision + 2 } });
    expect([await codes(), (await anna.ok(api.directories.get, at)).revision]).toEqual([['A', 'B'], at.revision + 2]);
  });

  test('of a server that has lost the job; who takes it up writes it once', async () => {
    const { at, accept, codes, ended } = await prepared();
    const held = await hold(at.id);
    const id = await accept();
    await held.somebodyWaits();
    // As another server finds it after one was killed.
    await world.sql("update job set fence = fence + 1, lease_until = now() - interval '1 second' where id = $1", [id]);
    await held.release();
    expect(await ended(id)).toMatchObject({ status: 'done', result: { revision: at.revision + 2 } });
    expect([await codes(), (await anna.ok(api.directories.get, at)).revision]).toEqual([['A', 'B'], at.revision + 2]);
  });

  test('when its owner has lost the right meanwhile', async () => {
    const { at, accept, codes } = await prepared(boris);
    const held = await hold(at.id);
    const id = await accept();
    await held.somebodyWaits();
    await world.sql("update space_user set role = 'viewer' where user_id = $1", [boris.id]);
    await held.release();
    const job = () => boris.ok(api.jobs.get, { params: { id } });
    await expect.poll(async () => (await job()).status, { timeout: 20_000 }).toBe('failed');
    expect((await job()).error?.code).toBe('auth.forbidden');
    expect(await codes()).toEqual(['A']);
    await world.sql("update space_user set role = 'administrator' where user_id = $1", [boris.id]);
  });

  test('when the directory was changed while the job waited', async () => {
    const { at, params, accept, codes, ended } = await prepared();
    const held = await hold(at.id);
    const id = await accept();
    await held.somebodyWaits();
    await held.release('update directory set revision = revision + 1');
    expect(await ended(id)).toMatchObject({ status: 'failed', error: { code: 'directory_upload.changed_since' } });
    expect(await codes()).toEqual(['A']);
    // And at once, where it is known when somebody accepts.
    expect(await anna.refused(api.directoryFiles.accept, { params, body: ALL })).toMatchObject({
      status: 409,
      code: 'directory_upload.changed_since',
    });
  });
});

test('pages of a long proposal come from anywhere in it', async () => {
  const at = await keeper.create([column('Rate')]);
  const rows = Array.from({ length: 2500 }, (_none, index) => `K${index};${index};${index ? 'K0' : ''}`);
  const { params, proposal } = await keeper.upload(`Code;Rate;Parent code\n${rows.join('\n')}\n`, { directory_id: at.id }, 'x.csv');
  expect(proposal?.counts.added).toBe(2500);
  const page = async (offset: number, limit: number) => {
    const { total, changes } = await anna.ok(api.directoryFiles.changes, { params, query: { part: 'added', offset, limit } });
    return [total, changes.length, changes[0]?.label, changes.at(-1)?.label];
  };
  expect(await page(0, 3)).toEqual([2500, 3, 'K0', 'K2']);
  expect(await page(990, 20)).toEqual([2500, 20, 'K990', 'K1009']);
  expect(await page(1000, 1000)).toEqual([2500, 1000, 'K1000', 'K1999']);
  expect(await page(2490, 300)).toEqual([2500, 10, 'K2490', 'K2499']);
  expect(await page(2500, 300)).toEqual([2500, 0, undefined, undefined]);
  const { changes } = await anna.ok(api.directoryFiles.changes, { params, query: { part: 'added', offset: 1, limit: 1 } });
  expect(changes[0].fields).toEqual([
    { field: 'code', before: null, after: 'K1' },
    { field: 'parent_code', before: null, after: 'K0' },
    { field: 'Rate', before: null, after: 1 },
  ]);
});
