import { api, type Job } from '@gantry/contract';
import { VERSION_TABLE_NAMES } from '@gantry/domain';
import fc from 'fast-check';
import { writeFileSync } from 'node:fs';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { tableName } from '../../../database/version-content.ts';
import { createWorld, type Person, type World } from '../../../testing/world.ts';
import { chain, xerText } from '../../../testing/samples/xer-sample.ts';
import { listJobs } from '../../../platform/jobs/jobs.list.ts';

let world: World;
let anna: Person;
let boris: Person;
let schedule: number;

beforeAll(async () => {
  world = await createWorld();
  anna = await world.person('anna');
  boris = await world.person('boris');
  await anna.space();
  await boris.space();
});
afterAll(() => world.close());
beforeEach(async () => {
  schedule = await anna.schedule();
});
afterEach(() => world.sql('drop trigger if exists slow on relation'));

const jobOf = (id: number, person = anna): Promise<Job> => person.ok(api.jobs.get, { params: { id } });
const versionsOf = async () => (await anna.ok(api.versions.list, { params: { id: schedule } })).versions;
const large = xerText(chain(1200));

/** Starts an import whose storing takes a while: each statement on relations sleeps. */
async function startSlowImport(seconds: number): Promise<number> {
  await world.sql(
    `create or replace function sleep() returns trigger language plpgsql as $$ begin perform pg_sleep(${seconds}); return null; end $$`,
  );
  await world.sql('create or replace trigger slow after insert on relation for each statement execute function sleep()');
  const form = new FormData();
  form.set('file', new Blob([large]), 'plan.xer');
  return (await anna.ok(api.imports.upload, { params: { id: schedule } }, { raw: form })).job_id;
}

async function until<T>(look: () => Promise<T>, fits: (value: T) => boolean): Promise<T> {
  const limit = Date.now() + 30_000;
  for (;;) {
    const value = await look();
    if (fits(value)) return value;
    if (Date.now() > limit) throw new Error(`did not come to pass; last seen: ${JSON.stringify(value)}`);
    await new Promise((resolve) => setTimeout(resolve, 20));
  }
}
/** Waits for the end of a job; a server looks for work when it is told, or every few seconds. */
async function ended(id: number): Promise<Job> {
  await world.sql(`select pg_notify('gantry_job', '')`);
  return until(
    () => jobOf(id),
    ({ finished_at }) => finished_at !== null,
  );
}
/** Waits until an import has come to the statement that sleeps, in the middle of its transaction. */
const storing = () =>
  until(
    () => world.sql(`select 1 from pg_stat_activity where datname = current_database() and wait_event = 'PgSleep'`),
    (rows) => rows.length > 0,
  );

/** Rows of versions that are not there, in every table of version content. */
async function expectNoHalfVersion() {
  const tables = [...VERSION_TABLE_NAMES.map(tableName), 'version_edit'];
  for (const table of tables) {
    const orphans = await world.sql(`select 1 from ${table} t where not exists (select from version v where v.id = t.version_id)`);
    expect([table, orphans]).toEqual([table, []]);
  }
  const whole = await world.sql(
    'select item_count, (select count(*)::int from wbs_item where version_id = v.id) as items from version v where schedule_id = $1',
    [schedule],
  );
  for (const { item_count, items } of whole) expect(items).toBe(item_count);
}

describe("somebody's jobs", () => {
  test('are listed newest first, told one by one, and are nobody else’s', async () => {
    const ids: number[] = [];
    for (let index = 0; index < 2; index += 1) ids.push((await anna.importXer(schedule, Buffer.from(xerText(chain(2))))).body.job_id);
    const { jobs } = await anna.ok(api.jobs.list);
    expect(jobs.slice(0, 2).map(({ id, status }) => [id, status])).toEqual([
      [ids[1], 'done'],
      [ids[0], 'done'],
    ]);
    expect(await jobOf(ids[0])).toMatchObject({ kind: 'import', progress: 1, finished_at: expect.any(String), error: null });
    expect((await boris.ok(api.jobs.list)).jobs).toEqual([]);
    const missing = await boris.refused(api.jobs.get, { params: { id: 999_999 } });
    expect(missing).toEqual({ status: 404, code: 'job.not_found', parameters: {} });
    expect(await boris.refused(api.jobs.get, { params: { id: ids[0] } })).toEqual(missing);
    expect(await boris.refused(api.jobs.cancel, { params: { id: ids[0] } })).toEqual(missing);
    // A list carries the gravest few of what was found, a job by itself all of it.
    const found = (severity: string) => ({ severity, code: 'x', message: 'x', line: null, parameters: {} });
    const many = [...Array.from({ length: 40 }, () => found('info')), found('error')];
    await world.sql('update job set findings = $2 where id = $1', [ids[0], JSON.stringify(many)]);
    const listed = (await anna.ok(api.jobs.list)).jobs.find(({ id }) => id === ids[0]);
    expect(listed).toMatchObject({ findings_count: { error: 1, warning: 0, info: 40 } });
    expect(listed?.findings.map(({ severity }) => severity)).toEqual(['error', ...Array.from({ length: 19 }, () => 'info')]);
    expect((await jobOf(ids[0])).findings).toHaveLength(41);
    // Not even in the space where it ran.
    const viewer = await world.person('viewer');
    await world.join(viewer, anna, 'administrator');
    expect(await viewer.refused(api.jobs.get, { params: { id: ids[0] } })).toEqual(missing);
  });

  test('are listed without what they were given and all that was found: the database counts and chooses', async () => {
    const severities = ['error', 'warning', 'info'] as const;
    const { database } = world.app.services;
    const [{ id }] = await world.sql<{ id: number }>(
      `insert into job (user_id, kind, title, status, input, finished_at) values ($1, 'import', 'Listed', 'done', '{}', now()) returning id`,
      [boris.id],
    );
    let rows: unknown;
    const read: typeof database.read = async (scope, work) => {
      const answer = await database.read(scope, work);
      rows = answer;
      return answer;
    };
    await fc.assert(
      fc.asyncProperty(fc.array(fc.constantFrom(...severities), { maxLength: 60 }), async (found) => {
        const findings = found.map((severity, at) => ({ severity, code: `${at}`, message: 'x', line: null, parameters: {} }));
        await world.sql('update job set findings = $2 where id = $1', [id, JSON.stringify(findings)]);
        const gravest = severities.flatMap((severity) => findings.filter((one) => one.severity === severity)).slice(0, 20);
        const [listed] = await listJobs({ ...database, read }, { userId: boris.id }, { limit: 1 });
        expect(listed.findings).toEqual(findings.length <= 20 ? findings : gravest);
        expect(listed.findings_count).toEqual(
          Object.fromEntries(severities.map((severity) => [severity, findings.filter((one) => one.severity === severity).length])),
        );
        expect(rows).toHaveProperty('0.findings.length', Math.min(20, findings.length));
        expect(rows).not.toHaveProperty('0.input');
      }),
      { numRuns: 30 },
    );
  });

  test.each(['x', '0', '-1', '1.5', '99999999999999999999'])('under the id %s are refused', async (id) => {
    for (const endpoint of [api.jobs.get, api.jobs.cancel])
      expect(await anna.refused(endpoint, {}, { path: endpoint.path.replace('{id}', id) })).toMatchObject({
        status: 400,
        code: 'request.invalid',
      });
  });
});

describe('stopping', () => {
  test('ends an import in the middle of storing: no version, no row, no file', async () => {
    const id = await startSlowImport(1);
    await storing();
    await anna.ok(api.jobs.cancel, { params: { id } });
    expect(await ended(id)).toMatchObject({ status: 'cancelled', result: null, error: null });
    expect(await versionsOf()).toEqual([]);
    await expectNoHalfVersion();
    await expect.poll(() => world.files()).toEqual([]);
    expect((await anna.importXer(schedule, Buffer.from(xerText(chain(2))))).status).toBe(200);
  });

  test('a job that has ended is refused', async () => {
    const { job_id } = (await anna.importXer(schedule, Buffer.from(xerText(chain(2))))).body;
    expect(await anna.refused(api.jobs.cancel, { params: { id: job_id } })).toMatchObject({ status: 409, code: 'job.cannot_be_stopped' });
    expect((await jobOf(job_id)).status).toBe('done');
  });

  test('one that waits ends it before it begins', async () => {
    const [{ id }] = await world.sql<{ id: number }>(
      `insert into job (space_id, user_id, kind, title, input, lease_until) values ($1, $2, 'import', 'x', '{"file": "none"}', null) returning id`,
      [anna.spaceId, anna.id],
    );
    await world.sql('update job set cancel_requested = true where id = $1', [id]);
    expect(await ended(id)).toMatchObject({ status: 'cancelled', progress: 0 });
  });

  test('the deletion of a space is refused: it would be left half empty', async () => {
    const carl = await world.person('carl');
    await carl.space();
    for (let index = 0; index < 3; index += 1) await carl.item(await carl.version(), { name: 'Row' });
    const { job_id } = await carl.ok(api.spaces.remove, { params: { id: carl.spaceId } });
    expect(await carl.refused(api.jobs.cancel, { params: { id: job_id } })).toMatchObject({ status: 409, code: 'job.cannot_be_stopped' });
    expect(
      await until(
        () => jobOf(job_id, carl),
        ({ finished_at }) => finished_at !== null,
      ),
    ).toMatchObject({ status: 'done' });
  });
});

describe('a stop of the server', () => {
  test('in the middle of an import: the next one does it, once', async () => {
    const id = await startSlowImport(1);
    await storing();
    await world.restart();
    await world.sql('drop trigger if exists slow on relation');
    const job = await ended(id);
    expect(job).toMatchObject({ status: 'done', progress: 1 });
    const versions = await versionsOf();
    expect(versions.map((version) => [version.id, version.item_count])).toEqual([[job.result?.['version_id'], 1201]]);
    await expectNoHalfVersion();
    await expect.poll(() => world.files()).toEqual([]);
  });

  test('that gave no warning: another one takes the job when its lease is over', async () => {
    const id = await startSlowImport(0);
    await ended(id);
    const [first] = await versionsOf();
    // As it stands in the database of a server that was killed: running, leased, and nobody there.
    const [{ input }] = await world.sql('select input from job where id = $1', [id]);
    const key = '00000000-0000-4000-8000-000000000001';
    writeFileSync(`${world.dataDir}/files/${key}`, xerText(chain(5)));
    const [{ id: orphan }] = await world.sql<{ id: number }>(
      `insert into job (space_id, user_id, kind, title, status, input, attempts, fence, lease_until)
       values ($1, $2, 'import', 'x', 'running', $3, 1, 1, now() - interval '1 second') returning id`,
      [anna.spaceId, anna.id, JSON.stringify({ ...input, file: key })],
    );
    expect(await ended(orphan)).toMatchObject({ status: 'done' });
    expect((await versionsOf()).map(({ item_count }) => item_count)).toEqual([first.item_count, 6]);
    await expect.poll(() => world.files()).toEqual([]);
  });

  test('in each of three tries: the job ends as interrupted and its file goes', async () => {
    const key = '00000000-0000-4000-8000-000000000002';
    writeFileSync(`${world.dataDir}/files/${key}`, xerText(chain(5)));
    const [{ id }] = await world.sql<{ id: number }>(
      `insert into job (space_id, user_id, kind, title, status, input, attempts, fence, lease_until)
       values ($1, $2, 'import', 'x', 'running', $3, 3, 3, now() - interval '1 second') returning id`,
      [
        anna.spaceId,
        anna.id,
        JSON.stringify({ scheduleId: schedule, file: key, fileName: 'plan.xer', versionName: null, versionId: null, rule: {} }),
      ],
    );
    expect(await ended(id)).toMatchObject({ status: 'failed', error: { code: 'job.interrupted' } });
    await until(
      async () => world.files(),
      (files) => files.length === 0,
    );
  });

  test('cannot be outlived by a runner that lost its lease: what it writes is refused', async () => {
    const id = await startSlowImport(1.5);
    await storing();
    // Another server has taken the job meanwhile, and ended it.
    await world.sql(`update job set fence = fence + 1, status = 'failed', finished_at = now() where id = $1`, [id]);
    await until(
      () => world.sql(`select 1 from pg_stat_activity where datname = current_database() and wait_event = 'PgSleep'`),
      (rows) => rows.length === 0,
    );
    await new Promise((resolve) => setTimeout(resolve, 1000));
    expect(await versionsOf()).toEqual([]);
    await expectNoHalfVersion();
  });
});

test('somebody whose right was taken away while their job waited gets it refused', async () => {
  const dora = await world.person('dora');
  await world.join(dora, anna, 'planner');
  const form = new FormData();
  form.set('file', new Blob([xerText(chain(3))]), 'plan.xer');
  // Both slots of long work are taken.
  const busy = [await startSlowImport(0.8), await startSlowImport(0.8)];
  const { job_id } = await dora.ok(api.imports.upload, { params: { id: schedule } }, { raw: form });
  await world.sql('delete from space_user where user_id = $1 and space_id = $2', [dora.id, anna.spaceId]);
  const job = await until(
    () => jobOf(job_id, dora),
    ({ finished_at }) => finished_at !== null,
  );
  expect(job).toMatchObject({ status: 'failed', error: { code: 'auth.forbidden' } });
  for (const id of busy) await ended(id);
});

test('whoever waits for a job is not woken by the ends of others', async () => {
  const [{ id }] = await world.sql<{ id: number }>(
    `insert into job (space_id, user_id, kind, title, input, not_before)
     values ($1, $2, 'timetable_calculate', 'x', '{"versionId": 1}', now() + interval '1 hour') returning id::int`,
    [anna.spaceId, anna.id],
  );
  const { database, jobs } = world.app.services;
  const { read } = database;
  let looks = 0;
  database.read = (...asked) => ((looks += 1), read(...asked));
  try {
    const waiting = Array.from({ length: 10 }, () => jobs.finished(anna.id, id));
    await until(
      async () => looks,
      (count) => count >= 10,
    );
    for (let other = 0; other < 20; other += 1) await world.sql(`select pg_notify('gantry_job', $1)`, [String(id + 1 + other)]);
    const before = looks;
    await world.sql(`update job set status = 'cancelled', finished_at = now() where id = $1`, [id]);
    await world.sql(`select pg_notify('gantry_job', $1)`, [String(id)]);
    expect((await Promise.all(waiting)).map(({ status }) => status)).toEqual(Array(10).fill('cancelled'));
    // Each looks once more for the end, and once a second in case the news of it is lost.
    expect(before).toBeLessThan(40);
  } finally {
    database.read = read;
  }
});
