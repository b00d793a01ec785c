import { api } from '@gantry/contract';
import { execFile } from 'node:child_process';
import { createHash } from 'node:crypto';
import { cpSync, existsSync, mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { answerBytes } from '../../../testing/call.ts';
import { namesOfPeople, sumsOfSpace } from '../../../testing/samples/space-sums.ts';
import { fillSharedSpace } from '../../../testing/samples/teamwork.ts';
import { letterAfter } from '../../../testing/servers/mail-folder.ts';
import { createWorld, type Person, type World } from '../../../testing/world.ts';

let [home, away]: World[] = [];
let anna: Person;
let boris: Person;
/** Anna in the other installation, where people have other numbers. */
let there: Person;
let space: number;
let backupId: number;
let code: string;
let file: Buffer<ArrayBuffer>;

beforeAll(async () => {
  [home, away] = [await createWorld(), await createWorld()];
  anna = await home.person('anna');
  boris = await home.person('boris');
  space = await anna.space('Riverside');
  await home.join(boris, anna, 'planner');
  await fillSharedSpace(anna, boris, new File(['a plan'], 'plan.txt'));
  for (const login of ['other', 'third', 'fourth']) await away.person(login);
  there = await away.person('anna');
  await away.person('boris');
});
afterAll(() => away.close());

const finished = async (world: World, person: Person, id: number) => {
  const { status, error, result, findings } = await world.app.services.jobs.finished(person.id, id);
  return { status, error, result: result as Record<string, any> | null, findings };
};
const formOf = (bytes: Uint8Array<ArrayBuffer>, fields: Record<string, string>): FormData => {
  const form = new FormData();
  for (const [name, value] of Object.entries(fields)) form.append(name, value);
  form.append('file', new Blob([bytes]), 'riverside.gantry-space');
  return form;
};
const upload = async (bytes: Uint8Array<ArrayBuffer>, fields: Record<string, string>) =>
  finished(away, there, (await there.ok(api.backups.upload, undefined, { raw: formOf(bytes, fields) })).job_id);
const refusedUpload = (bytes: Uint8Array<ArrayBuffer>, fields: Record<string, string>) =>
  there.refused(api.backups.upload, undefined, { raw: formOf(bytes, fields) });
const spacesAway = () => away.sql('select id from space order by id');
const repositories = (world: World): string[] => {
  const folder = join(world.dataDir, 'backups');
  return existsSync(folder) ? readdirSync(folder).filter((name) => readdirSync(join(folder, name)).length > 0) : [];
};

/** Sums of the files of a space, as they lie in the storage of an installation. */
const contentsOf = async (world: World, spaceId: number): Promise<string[]> =>
  (await world.sql('select file_key from storage_blob where space_id = $1', [spaceId]))
    .map((row) =>
      createHash('sha256')
        .update(readFileSync(join(world.dataDir, 'files', row['file_key'])))
        .digest('hex'),
    )
    .sort();
/** What the program makes of a folder of backups, with nothing but the code. */
async function fileOf(folder: string, typed: string): Promise<{ made: Buffer<ArrayBuffer> | null; error: string }> {
  const to = `${folder}.gantry-space`;
  const program = resolve(import.meta.dirname, '../../../../../../tools/installation/space-file.ts');
  const error = await new Promise<string>((done) => {
    const child = execFile(process.execPath, [program, '--from', folder, '--to', to], (_error, _output, errors) => done(errors));
    child.stdin?.end(`${typed}\n`);
  });
  const made = existsSync(to) ? readFileSync(to) : null;
  rmSync(to, { force: true });
  return { made, error: error.replace('Recovery code: ', '').trim() };
}

describe('a backup as a file', () => {
  test('is fetched once there is a code, by the owner alone', async () => {
    const { job_id } = await anna.ok(api.backups.create, { params: { id: space }, body: { name: 'Evening' } });
    expect(await finished(home, anna, job_id)).toMatchObject({ status: 'done', result: { proven: true } });
    backupId = (await anna.ok(api.backups.list, { params: { id: space } })).backups[0].id;
    const params = { id: space, backupId };
    expect(await anna.refused(api.backups.download, { params })).toMatchObject({ code: 'backup.no_code' });
    expect(await boris.refused(api.backups.recoveryCode, { params: { id: space } })).toMatchObject({ status: 403 });
    ({ code } = await anna.ok(api.backups.recoveryCode, { params: { id: space } }));
    expect(code).toMatch(/^([0-9A-Z]{5}-){4}[0-9A-Z]{5}$/);
    expect((await anna.ok(api.backups.list, { params: { id: space } })).recovery_made_at).not.toBeNull();
    expect(await boris.refused(api.backups.download, { params })).toMatchObject({ status: 403 });
    const answer = await answerBytes(anna, api.backups.download, { params });
    expect(answer.status).toBe(200);
    file = answer.bytes;
    expect(file.toString('latin1', 0, 15)).toBe('GANTRY-SPACE 1\n');
    for (const secret of [code, code.replaceAll('-', ''), 'Handover', 'a plan', 'anna@']) expect(file.includes(secret)).toBe(false);
    expect(await home.sql(`select 1 from audit where action = 'backups.download'`)).toHaveLength(1);
  });

  test('that lacks a file is broken, says which, and whoever had it made hears of it by mail', async () => {
    const other = await anna.space('Without a file');
    const schedule = await anna.schedule('Short');
    const form = new FormData();
    form.append('file', new Blob(['gone']), 'gone.txt');
    await anna.ok(api.storage.upload, { params: { id: schedule } }, { raw: form });
    const [{ file_key: gone }] = await home.sql('select file_key from storage_blob where space_id = $1', [other]);
    rmSync(join(home.dataDir, 'files', gone));
    const [{ email }] = await home.sql('select email from app_user where id = $1', [anna.id]);
    const letter = await letterAfter(home.dataDir, email, async () => {
      const { job_id } = await anna.ok(api.backups.create, { params: { id: other }, body: {} });
      expect(await finished(home, anna, job_id)).toMatchObject({ status: 'done', result: { proven: false } });
    });
    expect(letter.text).toContain('Without a file');
    const [backup] = (await anna.ok(api.backups.list, { params: { id: other } })).backups;
    expect(backup).toMatchObject({ state: 'broken', findings: [{ code: 'backup.file_missing', parameters: { file: gone } }] });
    anna.spaceId = space;
  });

  test('is made of the folder of backups alone by the code, after the installation is gone, and restores in another one: tables and files are the same', async () => {
    const [before, contents] = [await sumsOfSpace(home, space, await namesOfPeople(home)), await contentsOf(home, space)];
    const [{ folder }] = await home.sql('select folder from backup_repository where space_id = $1', [space]);
    const left = mkdtempSync(join(tmpdir(), 'gantry-left-'));
    cpSync(join(home.dataDir, 'backups', folder), left, { recursive: true });
    const keyOf = (world: World) => readFileSync(join(world.dataDir, 'keys', 'backups.key'), 'utf8');
    const lost = keyOf(home);
    await home.close();
    expect(existsSync(home.dataDir)).toBe(false);
    expect(await fileOf(left, 'AAAAA-AAAAA-AAAAA-AAAAA-AAAAA')).toMatchObject({ error: 'The code is another one.', made: null });
    const { made } = await fileOf(left, code.toLowerCase());
    expect(made?.equals(file)).toBe(true);
    rmSync(left, { recursive: true });
    await away.sql(`update app_user set email_confirmed_at = now() where login in ('anna')`);
    const done = await upload(Buffer.from(made!), { code: code.toLowerCase().replaceAll('-', ' '), name: 'Brought' });
    expect(done).toMatchObject({ status: 'done', error: null, result: { status: 'success' } });
    expect(done.findings).toMatchObject([{ code: 'backup.from', severity: 'info' }]);
    const copy = done.result?.['space_id'] as number;
    const after = await sumsOfSpace(away, copy, await namesOfPeople(away));
    expect(after).toEqual(before);
    expect(Object.keys(after).length).toBeGreaterThan(25);
    expect(keyOf(away)).not.toBe(lost);
    expect(contents).toContain(createHash('sha256').update('a plan').digest('hex'));
    expect(await contentsOf(away, copy)).toEqual(contents);
    // Boris’s address is not confirmed there: he is a name that nobody signs in with, and no member who may enter.
    const members = await away.sql(
      `select u.login, m.role, m.status from space_user m join app_user u on u.id = m.user_id where space_id = $1 order by m.status`,
      [copy],
    );
    expect(members).toMatchObject([
      { login: 'anna', role: 'owner', status: 'active' },
      { login: expect.stringMatching(/^restored-/), status: 'disabled' },
    ]);
    there.spaceId = copy;
    // Numbers that are given from now on follow those that came.
    const known = await away.sql('select max(id) as most from eps_node where space_id = $1', [copy]);
    expect((await there.ok(api.facilities.create, { body: { name: 'New' } })).id).toBeGreaterThan(known[0]['most']);
    const again = await finished(away, there, (await there.ok(api.backups.create, { params: { id: copy }, body: {} })).job_id);
    expect(again).toMatchObject({ result: { proven: true } });
    expect(away.files().filter((name) => name.startsWith('riverside'))).toEqual([]);
  });

  test('under another code, under a taken name, or as another file is refused at once and leaves nothing', async () => {
    const [spaces, stored, files] = [await spacesAway(), repositories(away), away.files().length];
    expect(await refusedUpload(file, { code: 'AAAAA-AAAAA-AAAAA-AAAAA-AAAAA' })).toMatchObject({ code: 'backup.wrong_code' });
    expect(await refusedUpload(file, { code, name: 'Brought' })).toMatchObject({ code: 'space.name_taken' });
    expect(await refusedUpload(file, {})).toMatchObject({ code: 'request.invalid' });
    for (const other of [
      Buffer.from('PK'),
      Buffer.from('GANTRY-SPACE 1\n{}\n'),
      Buffer.from(`GANTRY-SPACE 1\n${'['.repeat(90_000)}`),
      Buffer.alloc(200_000, 65),
    ])
      expect(await refusedUpload(other, { code })).toMatchObject({ code: 'backup.no_backup_file' });
    expect([await spacesAway(), repositories(away), away.files().length]).toEqual([spaces, stored, files]);
  });

  test.each<[string, (bytes: Buffer<ArrayBuffer>) => Buffer<ArrayBuffer>, string]>([
    ['cut', (bytes) => bytes.subarray(0, -80), 'backup.no_backup_file'],
    ['changed by a bit', (bytes) => Buffer.from(bytes.map((byte, at) => (at === bytes.length - 200 ? byte ^ 1 : byte))), 'backup.damaged'],
    ['without one object', (bytes) => withoutLast(bytes), 'backup.object_missing'],
    ['with a length beyond all bounds', (bytes) => withLength(bytes, 0xff_ff_ff_ff), 'backup.no_backup_file'],
  ])('that is %s leaves nothing', async (_what, change, expected) => {
    const [spaces, stored, files] = [await spacesAway(), repositories(away), away.files().length];
    expect(await upload(change(Buffer.from(file)), { code, name: 'Never' })).toMatchObject({ status: 'failed', error: { code: expected } });
    const left = async () => [await spacesAway(), repositories(away), away.files().length];
    await expect.poll(left, { timeout: 10_000 }).toEqual([spaces, stored, files]);
  });
});

/** Where each object of a file begins. */
function objectsOf(bytes: Buffer): { at: number; length: number }[] {
  const found = [];
  for (let at = bytes.indexOf(10, 15) + 1; at < bytes.length; at += 68 + found.at(-1)!.length)
    found.push({ at, length: bytes.readUInt32BE(at + 64) });
  return found;
}
function withoutLast(bytes: Buffer<ArrayBuffer>): Buffer<ArrayBuffer> {
  const [last, end] = objectsOf(bytes).slice(-2);
  return Buffer.concat([bytes.subarray(0, last.at), bytes.subarray(end.at)]);
}
function withLength(bytes: Buffer<ArrayBuffer>, length: number): Buffer<ArrayBuffer> {
  bytes.writeUInt32BE(length, objectsOf(bytes)[1].at + 64);
  return bytes;
}
