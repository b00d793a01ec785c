import { api } from '@gantry/contract';
import { sql } from 'kysely';
import { createHash, randomBytes } from 'node:crypto';
import { readdirSync, readFileSync, renameSync, rmSync, truncateSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import { fillTeamworkTables, TEAMWORK_TABLES } from '../../../testing/samples/teamwork.ts';
import { createWorld, PASSWORD, type Person, type World } from '../../../testing/world.ts';
import { startDueBackups } from './backups.timers.service.ts';

let world: World;
let anna: Person;
let boris: Person;
let space: number;
let now: Date;

beforeAll(async () => {
  world = await createWorld({}, { now: () => now ?? new Date() });
  now = new Date();
  anna = await world.person('anna');
  boris = await world.person('boris');
  space = await anna.space('Riverside');
  await world.join(boris, anna, 'planner');
  await finished(anna, (await anna.ok(api.demoData.fill, { params: { id: space } })).job_id);
  // What it uploads is read and linked by jobs of its own.
  const left = () => world.sql('select kind from job where space_id = $1 and finished_at is null', [space]);
  await vi.waitUntil(async () => !(await left()).length, { timeout: 60_000, interval: 100 });
  await fillTeamwork();
});
afterAll(() => world.close());

/** Files, comments, messages, checklists, views and grants beside the plan. */
async function fillTeamwork(): Promise<void> {
  const schedule = await anna.schedule('Handover');
  const version = await anna.version(schedule);
  const work = await anna.item(version, { name: 'Pour “walls”', code: 'A1' });
  const next = await anna.item(version, { name: 'Strip', code: 'A2' });
  await anna.relation(version, work, next);
  const form = new FormData();
  form.append('file', new Blob([randomBytes(9_000_000)]), 'survey.bin');
  form.append('file', new Blob(['a plan']), 'plan.txt');
  await anna.ok(api.storage.upload, { params: { id: schedule } }, { raw: form });
  await fillTeamworkTables(anna, boris, { schedule, version, work });
  // Texts, kinds of values that no call makes so thickly.
  const odd = { space, text: 'tab\tline\nback\\slash "quotes" \u2028 \ud83d\ude00 {1,2} null' };
  await world.sql(`insert into preference (space_id, user_id, a, b, state) values ($1, $2, 'x', $3, $4)`, [
    space,
    anna.id,
    odd.text,
    JSON.stringify([odd.text, null, 0.1 + 0.2]),
  ]);
  await anna.ok(api.roles.create, { body: { name: 'Surveyor', rights: ['space.read', 'structure.read'] } });
}

async function finished(person: Person, id: number) {
  const job = await world.app.services.jobs.finished(person.id, id);
  return { status: job.status, error: job.error, result: job.result as Record<string, any> | null };
}
const make = async (body: { name?: string; with_files?: boolean } = {}) =>
  finished(anna, (await anna.ok(api.backups.create, { params: { id: anna.spaceId }, body })).job_id);
const list = async () => (await anna.ok(api.backups.list, { params: { id: anna.spaceId } })).backups;
const verify = async (backupId: number) =>
  finished(anna, (await anna.ok(api.backups.verify, { params: { id: anna.spaceId, backupId } })).job_id);
const restore = async (backupId: number, body: object) =>
  finished(anna, (await anna.ok(api.backups.restore, { params: { id: anna.spaceId, backupId }, body })).job_id);

/** A sum of the rows of every tenant table, read past the program and its row-level security. */
async function sums(spaceId: number): Promise<Record<string, string>> {
  const tables = await world.sql(`select c.relname as name from pg_class c join pg_attribute a on a.attrelid = c.oid
    where a.attname = 'space_id' and not a.attisdropped and c.relkind = 'r' and c.relnamespace = 'public'::regnamespace order by 1`);
  const found: Record<string, string> = {};
  for (const { name } of tables) {
    const rows = await world.sql(
      `select (to_jsonb(t) - '{space_id,file_key,thumb_key,view_key,source_key,geometry_key}'::text[])::text as line from "${name}" t where space_id = $1`,
      [spaceId],
    );
    const lines = rows.map(({ line }) => String(line)).sort();
    if (lines.length) found[name] = `${lines.length} ${createHash('sha256').update(lines.join('\n')).digest('hex')}`;
  }
  return found;
}
/** What no backup holds, or what stays with a space. */
const BESIDE = [
  'audit',
  'audit_seal',
  'backup',
  'backup_job',
  'backup_repository',
  'job',
  'seat',
  'session_visit',
  'search_change',
  'search_entry',
  'search_lexeme',
  'space_lock',
  'hierarchy_change',
  'repeated_call',
  'prepared_file',
];
const held = (all: Record<string, string>) => Object.fromEntries(Object.entries(all).filter(([name]) => !BESIDE.includes(name)));

const folder = () => join(world.dataDir, 'backups', readdirSync(join(world.dataDir, 'backups'))[0]);
const objects = () => readdirSync(folder()).map((name) => join(folder(), name));

describe('a backup', () => {
  test('is made, proven by restoring, and holds what another one holds too once', async () => {
    expect(await make({ name: 'Before the handover' })).toMatchObject({ status: 'done', result: { proven: true } });
    const [backup] = await list();
    expect(backup).toMatchObject({ name: 'Before the handover', state: 'proven', author: 'anna Tester', findings: [] });
    expect(backup.rows).toBeGreaterThan(50);
    const before = objects().length;
    expect(await make()).toMatchObject({ result: { proven: true } });
    // Audit and jobs are no content: nothing but a manifest and what the second look changed is new.
    expect(objects().length - before).toBeLessThan(5);
    expect(await world.sql('select id from space')).toHaveLength(1);
  });

  test('restores as a new space in which every table is the same', async () => {
    const before = await sums(space);
    const [{ id }] = await list();
    const { status, result } = await restore(id, { mode: 'new_space', name: 'Copy' });
    expect(status).toBe('done');
    const copy = result?.['space_id'];
    const after = await sums(copy);
    expect(held(after)).toEqual(held(before));
    expect(Object.keys(held(after))).toEqual(expect.arrayContaining(TEAMWORK_TABLES));
    expect(Object.keys(held(after)).length).toBeGreaterThan(40);
    expect(held(await sums(space))).toEqual(held(before));
  });

  test('is restored with statistics of the tables that it fills, without which keys are checked by walks over whole versions', async () => {
    const [{ id }] = await list();
    const large = (await world.sql(`select c.relname as name from pg_class c join pg_attribute a on a.attrelid = c.oid
      where a.attname = 'version_id' and c.relkind = 'r' and c.relnamespace = 'public'::regnamespace`)) as { name: string }[];
    const filled: string[] = [];
    for (const { name } of large) {
      const [{ rows }] = await world.sql<{ rows: number }>(`select count(*)::int as rows from "${name}" where space_id = $1`, [space]);
      if (rows <= 200) continue;
      filled.push(name);
      // As in a database that has not been at work: the statistics are of an empty table, and nothing renews them beside.
      await world.sql(`alter table "${name}" set (autovacuum_enabled = false)`);
      await world.sql(`delete from pg_statistic where starelid = '"${name}"'::regclass`);
    }
    expect(filled).toEqual(expect.arrayContaining(['assignment', 'relation']));
    expect(await restore(id, { mode: 'new_space', name: 'Counted' })).toMatchObject({ status: 'done' });
    const known = await world.sql<{ name: string }>(
      `select distinct tablename as name from pg_stats where attname = 'version_id' and tablename = any($1)`,
      [filled],
    );
    expect(known.map(({ name }) => name).sort()).toEqual(filled.sort());
  });

  test('restores in place: what came after is gone, every table is as it was, and the former address leads there', async () => {
    await make({ name: 'Evening' });
    const before = held(await sums(space));
    const [{ id, at }] = await list();
    const facility = await anna.ok(api.facilities.create, { body: { name: 'By mistake' } });
    expect(facility.id).toBeGreaterThan(0);
    expect(await anna.ok(api.backups.preview, { params: { id: space, backupId: id } })).toMatchObject({ at, name: 'Evening' });
    const plans = await world.app.services.database.read({ spaceId: space, userId: null, system: true }, async (db) => {
      for (const way of ['seqscan', 'bitmapscan']) await sql.raw(`set local enable_${way} = off`).execute(db);
      const since = async (table: string, time: string, who: string) =>
        (
          await sql`explain select ${sql.ref(who)} from ${sql.table(table)} where space_id = ${space} and ${sql.ref(time)} > now()`.execute(
            db,
          )
        ).rows;
      return [
        await since('version_edit', 'at', 'author_id'),
        await since('chat_message', 'created_at', 'author_id'),
        await since('storage_item', 'created_at', 'created_by'),
      ];
    });
    for (const [at, name] of ['version_edit_at', 'chat_message_by_time', 'storage_item_by_creation'].entries())
      expect(JSON.stringify(plans[at])).toContain(name);
    const body = { mode: 'in_place' as const, password: PASSWORD };
    const params = { id: space, backupId: id };
    expect(await anna.refused(api.backups.restore, { params, body: { ...body, confirm: 'Riverside', password: 'x' } })).toMatchObject({
      code: 'user.wrong_password',
    });
    expect(
      await anna.refused(api.backups.restore, { params: { id: space, backupId: id }, body: { ...body, confirm: 'riverbank' } }),
    ).toMatchObject({
      code: 'backup.name_differs',
    });
    expect(await boris.refused(api.backups.restore, { params: { id: space, backupId: id }, body })).toMatchObject({ status: 403 });
    const { status, result } = await restore(id, { ...body, confirm: 'Riverside' });
    expect(status).toBe('done');
    const copy = result?.['space_id'];
    expect(result).toMatchObject({ date: at, status: 'success' });
    expect(held(await sums(copy))).toEqual(before);

    // Both still stand in the former one.
    const { users } = await boris.ok(api.spaces.users, { params: { id: space } });
    expect(users.map((user) => user.id)).toEqual(expect.arrayContaining([anna.id, boris.id]));
    expect(await boris.ok(api.spaces.access, { params: { id: space }, query: {} })).toEqual({ allowed: true, reason: null });
    expect((await list()).map(({ name }) => name)).toContain('Evening');
    const spaces = await world.sql('select id, deleting, replaced_by from space where id = any($1) order by id', [[space, copy]]);
    expect(spaces).toMatchObject([{ deleting: true, replaced_by: copy }, { deleting: false }]);
    now = new Date(now.getTime() + 29 * 86_400_000);
    await startDueBackups(world.app.services);
    expect(await world.sql('select id from space where id = $1', [space])).toHaveLength(1);
    now = new Date(now.getTime() + 2 * 86_400_000);
    await startDueBackups(world.app.services);
    await expect.poll(async () => (await world.sql('select id from space where id = $1', [space])).length, { timeout: 20_000 }).toBe(0);
    anna.spaceId = copy;
    boris.spaceId = copy;
  });

  test('restored in place is taken back: the former space stands there again as it was left, and the restored one is kept', async () => {
    await make({ name: 'Night' });
    const [{ id }] = await list();
    const first = anna.spaceId;
    await anna.ok(api.facilities.create, { body: { name: 'Kept after all' } });
    const before = held(await sums(first));
    const sure = { confirm: 'Riverside', password: PASSWORD };
    const { result } = await restore(id, { mode: 'in_place', ...sure });
    const second = result?.['space_id'];
    anna.spaceId = second;
    const formerOf = async () => (await anna.ok(api.backups.list, { params: { id: anna.spaceId } })).former.map((one) => one.id);
    expect(await formerOf()).toEqual([first]);
    const params = { id: second, formerId: first };
    expect(await anna.refused(api.backups.goBack, { params, body: { ...sure, password: 'x' } })).toMatchObject({
      code: 'user.wrong_password',
    });
    expect(await anna.refused(api.backups.goBack, { params, body: { ...sure, confirm: 'x' } })).toMatchObject({
      code: 'backup.name_differs',
    });
    expect(await boris.refused(api.backups.goBack, { params, body: sure })).toMatchObject({ status: 403 });
    expect(await anna.refused(api.backups.goBack, { params: { ...params, formerId: 999 }, body: sure })).toMatchObject({
      code: 'backup.no_former',
    });
    expect(await anna.ok(api.backups.goBack, { params, body: sure })).toMatchObject({ space_id: first });
    expect(held(await sums(first))).toEqual(before);
    const spaces = await world.sql('select id, deleting, replaced_by from space where id = any($1) order by id', [[first, second]]);
    expect(spaces).toMatchObject([
      { id: first, deleting: false, replaced_by: null },
      { id: second, deleting: true, replaced_by: first },
    ]);
    anna.spaceId = first;
    expect(await formerOf()).toEqual([second]);
    const { users } = await boris.ok(api.spaces.users, { params: { id: second } });
    expect(users.map((user) => user.id)).toEqual(expect.arrayContaining([anna.id, boris.id]));
    expect(await make()).toMatchObject({ result: { proven: true } });
  });

  test('takes over the pieces of versions that are as they were, and writes those that are not', async () => {
    await make();
    const before = objects().length;
    const [{ version_id: changed }] = await world.sql('select max(version_id) as version_id from wbs_item where space_id = $1', [
      anna.spaceId,
    ]);
    // Past the program: no revision says so.
    await world.sql(`update wbs_item set name = name || '!' where space_id = $1 and version_id = $2`, [anna.spaceId, changed]);
    expect(await make()).toMatchObject({ result: { proven: true } });
    expect(objects().length - before).toBeLessThan(8);
    const [{ id }] = await list();
    const { result } = await restore(id, { mode: 'new_space', name: 'With a change' });
    expect(held(await sums(result?.['space_id']))).toEqual(held(await sums(anna.spaceId)));
  });

  test('in whose place an older one was put is refused', async () => {
    const [{ id: newest }, { id: older }] = await list();
    await world.sql(
      `update backup set manifest_id = (select manifest_id from backup b where b.id = $2 and b.space_id = $3) where id = $1 and space_id = $3`,
      [newest, older, anna.spaceId],
    );
    expect(await restore(newest, { mode: 'new_space', name: 'Never' })).toMatchObject({
      status: 'failed',
      error: { code: 'backup.replayed' },
    });
    expect(await verify(newest)).toMatchObject({ result: { proven: false } });
    await make();
  });
});

describe('a backup that was harmed', () => {
  const broken = async (code: string) => {
    const [{ id }] = await list();
    const spaces = await world.sql('select count(*) from space');
    expect(await verify(id)).toMatchObject({ status: 'done', result: { proven: false } });
    expect((await list())[0]).toMatchObject({ state: 'broken', findings: [{ code }] });
    expect((await restore(id, { mode: 'new_space', name: 'Never' })).status).toBe('failed');
    expect(await world.sql('select count(*) from space')).toEqual(spaces);
    return 'broken';
  };
  const each = (change: (path: string) => void) => {
    for (const path of objects()) change(path);
  };
  /** The objects of the newest backup alone, so that any of them is one of its own. */
  const alone = async () => {
    rmSync(folder(), { recursive: true });
    for (const { id } of await list())
      await anna.ok(api.backups.remove, { params: { id: anna.spaceId, backupId: id }, body: { confirm: true } });
    expect(await make()).toMatchObject({ result: { proven: true } });
  };
  const flip = (path: string) => {
    const content = readFileSync(path);
    content[content.length >> 1] ^= 1;
    writeFileSync(path, content);
  };

  test('by one flipped bit in any object is broken, and the next one is whole again', async () => {
    await alone();
    flip(objects()[0]);
    expect(await broken('backup.damaged')).toBe('broken');
    expect(await make()).toMatchObject({ result: { proven: true } });
  });

  test('in a file, long after it was proven, is broken with the next one, and the one after that is whole again', async () => {
    await alone();
    const ofFiles = objects().filter((path) => readFileSync(path).length > 3_000_000);
    flip(ofFiles[0]);
    expect(await make()).toMatchObject({ result: { proven: false } });
    expect(await make()).toMatchObject({ result: { proven: true } });
  });

  test('by a cut is broken', async () => {
    await alone();
    each((path) => truncateSync(path, readFileSync(path).length - 7));
    expect(await broken('backup.damaged')).toBe('broken');
  });

  test('by a missing object is broken', async () => {
    await alone();
    rmSync(objects()[0]);
    expect(await broken('backup.object_missing')).toBe('broken');
  });

  test('by an object in the place of another one is broken', async () => {
    await alone();
    const [first, second] = objects();
    renameSync(first, second);
    writeFileSync(first, readFileSync(second));
    expect(await broken('backup.damaged')).toBe('broken');
  });

  test('under another key of the installation is refused and none of it is lost', async () => {
    await alone();
    const [{ id }] = await list();
    const path = join(world.dataDir, 'keys', 'backups.key');
    const key = readFileSync(path);
    writeFileSync(path, 'a'.repeat(64));
    await world.restart();
    world.app.services.jobs.start();
    expect(await broken('backup.wrong_key')).toBe('broken');
    writeFileSync(path, key);
    await world.restart();
    expect(await verify(id)).toMatchObject({ result: { proven: true } });
  });
});

test('the list of backups comes in pages, the newest first', async () => {
  const space = anna.spaceId;
  await world.sql(
    `insert into backup (space_id, name, at, program, schema_name, with_files, created_by, state)
     select $1, 'Old ' || at, '2020-01-01'::timestamptz - make_interval(days => at), '0', '0', true, $2, 'broken' from generate_series(1, 1200) at`,
    [space, anna.id],
  );
  const page = (query: { offset?: number; limit?: number }) => anna.ok(api.backups.list, { params: { id: space }, query });
  const first = await page({});
  expect([first.backups.length, first.next]).toEqual([500, 500]);
  const all = [...first.backups, ...(await page({ offset: 500 })).backups, ...(await page({ offset: 1000 })).backups];
  expect(new Set(all.map(({ id }) => id)).size).toBe(all.length);
  expect(all.slice(-1200).map(({ name }) => name)).toEqual(Array.from({ length: 1200 }, (_none, at) => `Old ${at + 1}`));
  expect(await page({ offset: all.length - 1, limit: 1 })).toMatchObject({
    backups: [{ name: 'Old 1200' }],
    next: null,
    last_proven: first.last_proven,
  });
  await world.sql(`delete from backup where space_id = $1 and name like 'Old %'`, [space]);
});

test('backups that run by themselves: one run for all that were missed, by one server alone', async () => {
  const params = { id: anna.spaceId };
  const body = { cadence: 'daily' as const, at: '03:00', time_zone: 'Europe/Paris' };
  const { id, next_runs } = await anna.ok(api.backups.addJob, { params, body });
  expect(next_runs).toHaveLength(3);
  now = new Date(Date.parse(next_runs[2]) + 1000);
  const before = (await list()).length;
  const begun = await Promise.all([startDueBackups(world.app.services), startDueBackups(world.app.services)]);
  expect(begun[0] + begun[1]).toBe(1);
  await expect.poll(async () => (await list()).filter(({ state }) => state === 'proven').length, { timeout: 20_000 }).toBeGreaterThan(0);
  expect(await list()).toHaveLength(before + 1);
  expect((await anna.ok(api.backups.jobs, { params })).jobs).toMatchObject([{ id, cadence: 'daily', last_run: now.toISOString() }]);
  expect(await anna.refused(api.backups.addJob, { params, body: { ...body, cadence: 'cron', cron: '* * * * *' } })).toMatchObject({
    code: 'backup.cron',
  });
  await anna.ok(api.backups.removeJob, { params: { ...params, jobId: id } });
  expect(await anna.refused(api.backups.removeJob, { params: { ...params, jobId: id } })).toMatchObject({ code: 'backup.job_not_found' });
});
