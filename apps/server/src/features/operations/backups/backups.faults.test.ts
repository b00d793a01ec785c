import { api } from '@gantry/contract';
import { type KyselyPlugin, sql } from 'kysely';
import { randomBytes } from 'node:crypto';
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import type { Files } from '../../../platform/files/files.ts';
import { answerBytes } from '../../../testing/call.ts';
import { createWorld, type Person, type World } from '../../../testing/world.ts';
import { makeBackup } from './backups.make.service.ts';
import { openObjects } from './backups.objects.service.ts';
import { readManifest, restoreRows } from './backups.read.service.ts';
import { linesOf, listTables } from './backups.rows.repository.ts';
import { startDueBackups } from './backups.timers.service.ts';

let world: World;
let anna: Person;
let space: number;
let now: Date;
let whole: World['app']['services']['backups']['open'];
/** What befalls the storage of backups; null: nothing. */
let fault: ((act: 'save' | 'open' | 'size', count: number) => Promise<'missing' | void> | void) | null = null;
let acts = 0;

beforeAll(async () => {
  now = new Date('2026-03-02T10:00:00Z');
  world = await createWorld({}, { now: () => now });
  anna = await world.person('anna');
  space = await anna.space('Riverside');
  const version = await anna.version(await anna.schedule('Handover'));
  for (const name of ['Dig', 'Pour', 'Strip']) await anna.item(version, { name });
  const { backups } = world.app.services;
  whole = backups.open;
  backups.open = (folder) => harmed(whole(folder));
});
afterAll(() => world.close());
beforeEach(() => {
  [fault, acts] = [null, 0];
});

/** Files to which the fault of the moment happens before the act is done. */
const harmed = (files: Files): Files => ({
  ...files,
  async save(content, key) {
    await fault?.('save', ++acts);
    return files.save(content, key);
  },
  async size(key) {
    return (await fault?.('size', ++acts)) === 'missing' ? null : files.size(key);
  },
});

const errorOf = (code: string) => Object.assign(new Error(code), { code });
const finished = (id: number) => world.app.services.jobs.finished(anna.id, id);
const make = async () => finished((await anna.ok(api.backups.create, { params: { id: space }, body: {} })).job_id);
const list = async () => (await anna.ok(api.backups.list, { params: { id: space } })).backups;
const verify = async (backupId: number) => finished((await anna.ok(api.backups.verify, { params: { id: space, backupId } })).job_id);
/** Something new, so that a backup has something to write. */
const change = () => anna.ok(api.facilities.create, { body: { name: `Pier ${Math.floor(acts)} ${Math.random()}`.slice(0, 30) } });

describe('a backup while its storage fails', () => {
  test('at 20 points of a full disk says how much is missing, leaves no half of itself, and the former one is readable; then it is made', async () => {
    expect(await make()).toMatchObject({ result: { proven: true } });
    const before = (await list()).length;
    const refused: unknown[] = [];
    for (let point = 1; point <= 20; point++) {
      await change();
      let saves = 0;
      fault = (act) => {
        // At the first object, or at the one after it, which may be the manifest; and at none after that.
        if (act === 'save' && ++saves > point % 2) throw errorOf('ENOSPC');
      };
      const { status, error } = await make();
      fault = null;
      refused.push(`${status} ${error?.code}`);
      expect((await list()).length).toBe(before);
    }
    expect(new Set(refused)).toEqual(new Set(['failed backup.no_space']));
    const [former] = await list();
    expect(await verify(former.id)).toMatchObject({ result: { proven: true } });
    expect(await anna.ok(api.facilities.create, { body: { name: 'Alive' } })).toMatchObject({ id: expect.any(Number) });
    expect(await make()).toMatchObject({ status: 'done', result: { proven: true } });
  });

  test('that is slow is made all the same; that refuses now and then fails in a sentence and is made once it answers', async () => {
    fault = async () => pause(20);
    await change();
    expect(await make()).toMatchObject({ status: 'done', result: { proven: true } });
    const before = (await list()).length;
    let saves = 0;
    fault = (act) => {
      if (act === 'save' && ++saves === 2) throw errorOf('ECONNREFUSED');
    };
    await change();
    const failed = await make();
    fault = null;
    expect(failed).toMatchObject({ status: 'failed', error: { code: expect.any(String) } });
    expect(JSON.stringify(failed.error)).not.toMatch(/ECONNREFUSED|node:|\.ts\b/);
    expect((await list()).length).toBe(before);
    expect(await make()).toMatchObject({ status: 'done', result: { proven: true } });
  });

  test('that loses an object is broken, says which, and the one after it is whole', async () => {
    await change();
    const [{ id }] = await list();
    fault = (act, count) => {
      if (act === 'size' && count === 3) return Promise.resolve('missing' as const);
      return undefined;
    };
    expect(await verify(id)).toMatchObject({ result: { proven: false } });
    fault = null;
    expect((await list()).find((one) => one.id === id)).toMatchObject({ state: 'broken', findings: [{ code: 'backup.object_missing' }] });
    expect(await make()).toMatchObject({ result: { proven: true } });
  });
});

describe('a backup of a space that is large in one place', () => {
  const forget = () => world.sql(`delete from preference where space_id = $1 and a = 'large'`, [space]);

  test('asks for long rows by their bytes: no answer has many of them, and all come as they are, in their order', async () => {
    await world.sql(
      `insert into preference (space_id, user_id, a, b, state)
       select $1, $2, 'large', lpad(at::text, 3, '0'), to_jsonb(repeat('й"', case when at % 3 = 0 then 225000 else at * 24 end))
       from generate_series(0, 39) at`,
      [space, anna.id],
    );
    const answers: number[] = [];
    const counting: KyselyPlugin = {
      transformQuery: ({ node }) => node,
      async transformResult({ result }) {
        answers.push(result.rows.reduce((sum, { line }) => sum + Buffer.byteLength(typeof line === 'string' ? line : ''), 0));
        return result;
      },
    };
    const system = { spaceId: space, userId: null, system: true };
    const [lines, expected] = await world.app.services.database.write(system, async (db) => {
      const shape = (await listTables(db)).find(({ name }) => name === 'preference');
      if (!shape) throw new Error('there is no table of preferences');
      const read: string[] = [];
      for await (const some of linesOf(db.withPlugin(counting), space, shape)) read.push(...some.lines);
      const columns = shape.columns.map(({ name }) => sql`${sql.ref(name)}::text`);
      const { rows } = await sql<{ line: string }>`select json_build_array(${sql.join(columns)})::text as line from preference
        where space_id = ${space} order by ${sql.join(shape.key.map((name) => sql.ref(name)))}`.execute(db);
      return [read, rows.map(({ line }) => line)] as const;
    });
    expect(lines.length).toBeGreaterThanOrEqual(40);
    expect(lines).toEqual(expected);
    expect(Math.max(...answers)).toBeLessThan(5_000_000);
    expect(answers.length).toBeLessThan(12);
    await forget();
  });

  test('beyond what is read again is refused, and none is listed', async () => {
    const before = await list();
    await world.sql(
      `insert into preference (space_id, user_id, a, b, state) values ($1, $2, 'large', 'row', to_jsonb(repeat('x', 68000000)))`,
      [space, anna.id],
    );
    expect(await make()).toMatchObject({ status: 'failed', error: { code: 'backup.too_large', parameters: { limit: 67 } } });
    await forget();
    expect(await list()).toEqual(before);
  });

  test('leaves proposals of files out, however large they are, and takes in backups of before that have them', async () => {
    await world.sql(
      `insert into import_proposal (space_id, version_id, schedule_id, author_id, revision, file_name, acceptable, summary)
       select space_id, id, schedule_id, $2, 1, 'plan.xer', true, '{}' from version where space_id = $1 limit 1`,
      [space, anna.id],
    );
    await world.sql(
      `insert into import_proposal_piece (space_id, proposal_id, part, place, changes, content)
       select space_id, id, 'wbs.add', 0, 1, convert_to(repeat('x', 36000000), 'UTF8') from import_proposal where space_id = $1`,
      [space],
    );
    expect(await make()).toMatchObject({ result: { proven: true } });
    await world.sql('delete from import_proposal where space_id = $1', [space]);
    const { services } = world.app;
    const [{ folder, key_wrapped }] = await world.sql('select folder, key_wrapped from backup_repository where space_id = $1', [space]);
    const objects = await openObjects(services.backups, String(folder), key_wrapped as Buffer);
    const [{ manifest_id }] = await world.sql('select manifest_id from backup where space_id = $1 order by id desc limit 1', [space]);
    const manifest = await readManifest(services.backups, objects, String(manifest_id));
    expect(manifest.tables.map(({ name }) => name).filter((name) => /^(import_proposal|directory_upload)(_piece)?$/.test(name))).toEqual(
      [],
    );
    const taken = (name: string) =>
      services.database.write({ spaceId: null, userId: null, system: true }, (tx) =>
        restoreRows(tx, space, { ...manifest, tables: [{ name, columns: [], rows: 1, hash: '1', pieces: [] }] }, objects, {
          salt: null,
          progress: async () => undefined,
        }),
      );
    await taken('import_proposal');
    await expect(taken('survey_of_later')).rejects.toMatchObject({ code: 'backup.newer' });
  });

  test('says of a hundred lost files which they are, and of the others how many', async () => {
    const lost = Array.from({ length: 130 }, (_none, at) => `${String(at).padStart(8, '0')}-0000-4000-8000-000000000000`);
    await world.sql(
      `insert into storage_blob (space_id, file_key, sha256, bytes, crc32, media)
       select $1, key, md5(key) || md5(key), 1, 0, 'other' from unnest($2::text[]) key`,
      [space, lost],
    );
    expect(await make()).toMatchObject({ result: { proven: false } });
    const [{ state, findings }] = await list();
    expect(state).toBe('broken');
    expect(findings).toEqual([
      ...lost.slice(0, 100).map((file) => ({ code: 'backup.file_missing', parameters: { file } })),
      { code: 'finding.more', parameters: { code: 'backup.file_missing', count: 30 } },
    ]);
    await world.sql('delete from storage_blob where space_id = $1', [space]);
  });
});

test('a backup of many versions holds several in one part; a change of one leaves the other parts as they were', async () => {
  const other = await anna.space('Many versions');
  const first = await anna.version(await anna.schedule('Long'));
  await world.sql(
    `with more as (
       insert into version (space_id, schedule_id, name)
       select space_id, schedule_id, 'V' || at from version, generate_series(1, 2100) at where space_id = $1 and id = $2
       returning space_id, id)
     insert into version_edit (space_id, version_id, revision, name, author_id, kind, row_count, diff, diff_bytes)
     select space_id, id, edit, 'Dig', $3, 'add', 1, '', 0 from more, generate_series(1, 3) edit`,
    [other, first, anna.id],
  );
  const { services } = world.app;
  const editsOf = async (backupId: number) => {
    const [row] = await world.sql('select manifest_id from backup where space_id = $1 and id = $2', [other, backupId]);
    const [{ folder, key_wrapped }] = await world.sql('select folder, key_wrapped from backup_repository where space_id = $1', [other]);
    const objects = await openObjects(services.backups, folder, key_wrapped);
    return (await readManifest(services.backups, objects, row['manifest_id'])).tables.find(({ name }) => name === 'version_edit');
  };
  const { job_id } = await anna.ok(api.backups.create, { params: { id: other }, body: {} });
  const { result } = await finished(job_id);
  expect(result).toMatchObject({ proven: true });
  const before = await editsOf(Number(Object(result)['backup_id']));
  expect(before?.rows).toBe(6301);
  expect(before?.parts?.length).toBeLessThan(8);
  await world.sql(`update version_edit set name = 'Pour' where space_id = $1 and version_id = $2`, [other, first + 50]);
  const [{ id }] = await world.sql(
    `insert into backup (space_id, name, at, program, schema_name, with_files, created_by, state)
     select space_id, 'Second', at, program, schema_name, with_files, created_by, 'making' from backup where space_id = $1 returning id`,
    [other],
  );
  expect(await makeBackup(services, other, Number(id), async () => undefined)).toEqual([]);
  const after = await editsOf(Number(id));
  expect(after?.pieces).toHaveLength(before?.pieces.length ?? 0);
  expect(after?.pieces.filter((piece) => !before?.pieces.includes(piece))).toHaveLength(1);
  anna.spaceId = space;
}, 240_000);

describe('the key of the installation, when it is replaced', () => {
  const path = () => join(world.dataDir, 'keys', 'backups.key');
  const keys = () => readFileSync(path(), 'utf8').trim().split('\n');
  const replace = (kept: string[]) => writeFileSync(path(), [randomBytes(32).toString('hex'), ...kept].join('\n'));
  const restored = async (backupId: number, name: string) => {
    const body = { mode: 'new_space' as const, name };
    return finished((await anna.ok(api.backups.restore, { params: { id: space, backupId }, body })).job_id);
  };
  const newest = async () => (await list())[0].id;

  test('between two backups or in the middle of one: older ones are proven, restore and open as files, newer ones too', async () => {
    await make();
    const older = await newest();
    replace(keys());
    expect(await verify(older)).toMatchObject({ result: { proven: true } });
    await change();
    let saves = 0;
    fault = (act) => {
      if (act === 'save' && ++saves === 2) replace(keys());
    };
    expect(await make()).toMatchObject({ status: 'done', result: { proven: true } });
    fault = null;
    expect(saves).toBeGreaterThan(1);
    const amid = await newest();
    replace(keys());
    await change();
    expect(await make()).toMatchObject({ status: 'done', result: { proven: true } });
    expect(keys()).toHaveLength(4);
    for (const id of [older, amid, await newest()]) expect(await restored(id, `Copy ${id}`)).toMatchObject({ status: 'done', error: null });
    const { code } = await anna.ok(api.backups.recoveryCode, { params: { id: space } });
    const { bytes } = await answerBytes(anna, api.backups.download, { params: { id: space, backupId: older } });
    const form = new FormData();
    for (const [name, value] of Object.entries({ code, name: 'From a file' })) form.append(name, value);
    form.append('file', new Blob([bytes]), 'older.gantry-space');
    expect(await finished((await anna.ok(api.backups.upload, undefined, { raw: form })).job_id)).toMatchObject({
      status: 'done',
      error: null,
    });
  });

  test('and forgotten: what the new one has signed opens, what the former one has signed is refused until it is back', async () => {
    await make();
    const older = await newest();
    const former = keys();
    replace(former);
    await change();
    await make();
    const newer = await newest();
    writeFileSync(path(), keys()[0]);
    expect(await verify(newer)).toMatchObject({ result: { proven: true } });
    expect(await restored(older, 'Never')).toMatchObject({ status: 'failed', error: { code: 'backup.damaged' } });
    writeFileSync(path(), [keys()[0], ...former].join('\n'));
    expect(await restored(older, 'Again')).toMatchObject({ status: 'done', error: null });
  });

  test('by what is no key leaves all as it is, and says which file it is', async () => {
    const former = readFileSync(path());
    writeFileSync(path(), 'no key');
    const failed = await make();
    writeFileSync(path(), former);
    expect(failed).toMatchObject({ status: 'failed' });
    expect(JSON.stringify(failed.error)).not.toContain('backups.key');
    expect(world.log.join('')).toContain('holds no keys of backups');
    expect(await make()).toMatchObject({ result: { proven: true } });
  });
});

describe('rules while the clock jumps', () => {
  const runs = async () => (await list()).filter(({ job_id }) => job_id !== null).length;
  const settle = async () => {
    const ids = (await world.sql(`select id from job where kind = 'backup_make' and status in ('waiting', 'running')`)).map((row) =>
      Number(row['id']),
    );
    for (const id of ids) await finished(id);
  };
  const at = async (moment: string) => {
    now = new Date(moment);
    await Promise.all([startDueBackups(world.app.services), startDueBackups(world.app.services)]);
    await settle();
    return runs();
  };

  test('one hour back and forth, at both changes of the hour of a year and after days of silence: one run a slot', async () => {
    now = new Date('2026-03-28T12:00:00Z');
    const rule = { cadence: 'daily' as const, at: '02:30', time_zone: 'Europe/Paris', with_files: true };
    await anna.ok(api.backups.addJob, { params: { id: space }, body: { ...rule, keep: { last: 100, daily: 100, weekly: 0, monthly: 0 } } });
    // The night of 2026-03-29 has no 02:30 in Paris: it runs once all the same.
    expect(await at('2026-03-29T00:00:00Z')).toBe(0);
    expect(await at('2026-03-29T01:45:00Z')).toBe(1);
    expect(await at('2026-03-29T00:45:00Z')).toBe(1);
    expect(await at('2026-03-29T02:45:00Z')).toBe(1);
    expect(await at('2026-03-30T00:35:00Z')).toBe(2);
    expect(await at('2026-03-29T23:35:00Z')).toBe(2);
    expect(await at('2026-03-30T00:35:00Z')).toBe(2);
    // Nobody looked for ten days: one run stands for all.
    expect(await at('2026-04-09T12:00:00Z')).toBe(3);
    // The night of 2026-10-25 has 02:30 twice.
    expect(await at('2026-10-24T12:00:00Z')).toBe(4);
    expect(await at('2026-10-25T00:35:00Z')).toBe(5);
    expect(await at('2026-10-25T01:35:00Z')).toBe(5);
    expect(await at('2026-10-25T03:00:00Z')).toBe(5);
    expect((await list()).some(({ state }) => state === 'proven')).toBe(true);
  });
});
