import { api } from '@gantry/contract';
import { randomBytes } from 'node:crypto';
import { connect, createServer, type Server, type Socket } from 'node:net';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { namesOfPeople, sumsOfSpace } from '../../../testing/samples/space-sums.ts';
import { fillSharedSpace } from '../../../testing/samples/teamwork.ts';
import { createWorld, type Person, type World } from '../../../testing/world.ts';
import { sweepUnfinished } from './remote-spaces.timers.service.ts';

let [home, away]: World[] = [];
let wire: Wire;
let anna: Person;
let boris: Person;
/** Anna in the other installation, and somebody else there. */
let there: Person;
let stranger: Person;
let space: number;
let now: Date;

/** The line between both: counts, notes requests, cuts every so many connections after some bytes of an answer, and is dead from some byte on. */
type Wire = { url: string; sent: number; connections: number; cutEvery: number; endsAt: number; requests: string[]; server: Server };

async function openWire(port: () => number): Promise<Wire> {
  const line: Wire = { url: '', sent: 0, connections: 0, cutEvery: 0, endsAt: Infinity, requests: [], server: createServer() };
  line.server.on('connection', (near: Socket) => {
    near.on('error', () => undefined);
    line.connections++;
    if (line.sent > line.endsAt) return void near.destroy();
    const isCut = line.cutEvery > 0 && line.connections % line.cutEvery === 0;
    const far = connect(port(), '127.0.0.1');
    far.on('error', () => near.destroy());
    let [answered, asked] = [0, ''];
    near.on('data', (bytes) => {
      asked += bytes.toString('latin1');
      far.write(bytes);
    });
    far.on('data', (bytes) => {
      answered += bytes.length;
      line.sent += bytes.length;
      if ((isCut && answered > 40_000) || line.sent > line.endsAt) return void near.destroy();
      near.write(bytes);
    });
    near.on('close', () => far.destroy());
    far.on('close', () => {
      line.requests.push(asked);
      near.end();
    });
  });
  await new Promise<void>((done) => line.server.listen(0, '127.0.0.1', done));
  line.url = `http://127.0.0.1:${(line.server.address() as { port: number }).port}`;
  return line;
}

beforeAll(async () => {
  now = new Date();
  home = await createWorld({}, { now: () => now });
  wire = await openWire(() => Number(new URL(home.base).port));
  away = await createWorld({ GANTRY_EGRESS_ALLOWED: wire.url, GANTRY_PUBLIC_URL: 'https://away.example' }, { now: () => now });
  anna = await home.person('anna');
  boris = await home.person('boris');
  space = await anna.space('Riverside');
  await home.join(boris, anna, 'planner');
  await fillSharedSpace(anna, boris, new File([randomBytes(20_000_000)], 'survey.bin'));
  for (const login of ['other', 'third']) await away.person(login);
  [there, stranger] = [await away.person('anna'), await away.person('mallory')];
  await away.sql(`update app_user set email_confirmed_at = now() where login = 'anna'`);
  await away.sql(`update app_user set administrator = login = 'anna'`);
});
afterAll(async () => {
  wire.server.close();
  await Promise.all([home.close(), away.close()]);
});

const finished = async (id: number) => {
  const { status, error, result } = await away.app.services.jobs.finished(there.id, id);
  return { status, error, space: (result as { space_id?: number } | null)?.space_id ?? 0 };
};
const allowed = async () => (await anna.ok(api.remoteSpaces.allow, { params: { id: space }, body: { remote_id: remoteAtHome } })).code;
const copied = async (name: string) => {
  const { remote_spaces } = await there.ok(api.remoteSpaces.list);
  const { remote_id, space_id } = remote_spaces[0];
  return finished((await there.ok(api.remoteSpaces.copy, { body: { remote_id, remote_space_id: space_id, name } })).job_id);
};
const moved = async () => Number((await away.sql('select coalesce(sum(moved_bytes), 0) as sum from remote_copy'))[0]['sum']);
let [remoteAtHome, remoteAway] = [0, 0];

describe('pairing', () => {
  test('goes only to public addresses, or those that the operator named', async () => {
    const before = wire.connections;
    const { code } = await anna.ok(api.remoteSpaces.pairingCode);
    for (const base_url of [home.base, 'https://127.0.0.1', 'https://169.254.169.254', 'https://[::1]'])
      expect(await there.refused(api.remoteSpaces.pair, { body: { base_url, code } })).toMatchObject({ code: 'remote.not_reached' });
    for (const base_url of ['ftp://x', 'https://user@x', ' '])
      expect(await there.refused(api.remoteSpaces.pair, { body: { base_url, code } })).toMatchObject({ code: 'remote.address' });
    expect(wire.connections).toBe(before);
  });

  test('needs a code that was made there, once and within ten minutes', async () => {
    const body = { base_url: wire.url, code: 'AAAAA-AAAAA-AAAAA-AAAAA-AAAAA-AAAAA' };
    expect(await there.refused(api.remoteSpaces.pair, { body })).toMatchObject({ code: 'remote.wrong_code' });
    const late = await anna.ok(api.remoteSpaces.pairingCode);
    now = new Date(now.getTime() + 11 * 60_000);
    expect(await there.refused(api.remoteSpaces.pair, { body: { ...body, code: late.code } })).toMatchObject({ code: 'remote.wrong_code' });
    const { code } = await anna.ok(api.remoteSpaces.pairingCode);
    const paired = await there.ok(api.remoteSpaces.pair, { body: { ...body, code: code.toLowerCase().replaceAll('-', ' ') } });
    const [own, far] = [await there.ok(api.remoteSpaces.installations), await anna.ok(api.remoteSpaces.installations)];
    expect(paired).toMatchObject({ fingerprint: far.fingerprint, name: new URL(wire.url).host });
    expect(far.installations).toMatchObject([{ name: 'away.example', fingerprint: own.fingerprint }]);
    expect(own.installations).toMatchObject([{ base_url: wire.url, fingerprint: far.fingerprint }]);
    [remoteAtHome, remoteAway] = [far.installations[0].id, own.installations[0].id];
    expect(await there.refused(api.remoteSpaces.pair, { body: { ...body, code } })).toMatchObject({ code: 'remote.wrong_code' });
    expect(wire.requests.join('')).not.toContain(code.slice(-5));
  });
});

describe('a copy from another installation', () => {
  test('needs the code of an owner there, which works once', async () => {
    expect(await boris.refused(api.remoteSpaces.allow, { params: { id: space }, body: { remote_id: remoteAtHome } })).toMatchObject({
      status: 403,
    });
    const code = await allowed();
    const body = { remote_id: remoteAway, code };
    const { remote_space } = await there.ok(api.remoteSpaces.claim, { body });
    expect(remote_space).toMatchObject({ name: 'Riverside', space_id: space, compatible: true });
    expect(await stranger.refused(api.remoteSpaces.claim, { body })).toMatchObject({ code: 'remote.wrong_code' });
    expect((await stranger.ok(api.remoteSpaces.list)).remote_spaces).toEqual([]);
    const theirs = { remote_id: remoteAway, remote_space_id: space };
    expect(await stranger.refused(api.remoteSpaces.copy, { body: theirs })).toMatchObject({ code: 'remote.no_consent' });
    expect((await anna.ok(api.remoteSpaces.consents, { params: { id: space } })).consents).toMatchObject([
      { installation: 'away.example' },
    ]);
  });

  test('is opened by no code that two spaces have', async () => {
    const code = await allowed();
    const [{ id: other }] = await home.sql(`insert into space (name, created_by) values ('Hillside', $1) returning id`, [anna.id]);
    const twin = `insert into remote_consent (space_id, remote_id, code_id, given_by, until)
      select $1, remote_id, code_id, given_by, until from remote_consent where claimed_at is null`;
    await home.sql(twin, [other]);
    const claim = () => there.call(api.remoteSpaces.claim, { body: { remote_id: remoteAway, code } });
    expect((await claim()).body).toMatchObject({ errors: [{ code: 'remote.wrong_code' }] });
    await home.sql('delete from space where id = $1', [other]);
    expect((await claim()).body).toMatchObject({ remote_space: { space_id: space } });
  });

  test('is the same in every table although the line is cut, and what arrived is not moved again', async () => {
    const before = await sumsOfSpace(home, space, await namesOfPeople(home));
    [wire.cutEvery, wire.sent] = [5, 0];
    const done = await copied('Brought');
    wire.cutEvery = 0;
    expect(done).toMatchObject({ status: 'done', error: null });
    const after = await sumsOfSpace(away, done.space, await namesOfPeople(away));
    expect(after).toEqual(before);
    expect(Object.keys(after).length).toBeGreaterThan(25);
    const whole = await moved();
    expect(whole).toBeGreaterThan(20_000_000);
    // Every fifth connection is cut, far more than a line ever is.
    expect(wire.sent / whole).toBeLessThan(1.15);
    there.spaceId = done.space;
    const made = await there.ok(api.backups.create, { params: { id: done.space }, body: {} });
    expect((await away.app.services.jobs.finished(there.id, made.job_id)).result).toMatchObject({ proven: true });
    // Logs, jobs and the traffic contain no key and no secret.
    const [{ key_wrapped: key }] = await away.sql<{ key_wrapped: Buffer }>('select key_wrapped from remote_copy');
    const kept = JSON.stringify([home.log, away.log, await away.sql('select input, result from job')]);
    for (const secret of [key.toString('base64'), key.toString('hex')]) expect(kept).not.toContain(secret);
  });

  test('a second time moves the difference', async () => {
    const before = await moved();
    await anna.schedule('Second');
    expect(await copied('Again')).toMatchObject({ status: 'done' });
    expect((await moved()) - before).toBeLessThan(600_000);
  });

  test('whose server fell goes on where it stopped', async () => {
    const schedule = await anna.schedule('Third');
    for (const name of ['scan-1.bin', 'scan-2.bin']) {
      const form = new FormData();
      form.append('file', new Blob([randomBytes(64 * 1024 * 1024)]), name);
      await anna.ok(api.storage.upload, { params: { id: schedule } }, { raw: form });
    }
    const before = await moved();
    const { remote_id, space_id } = (await there.ok(api.remoteSpaces.list)).remote_spaces[0];
    // Eight objects, four of them at once: at least two are kept when the line ends.
    wire.endsAt = wire.sent + 101_000_000;
    const { job_id } = await there.ok(api.remoteSpaces.copy, { body: { remote_id, remote_space_id: space_id, name: 'Cut off' } });
    await expect.poll(() => wire.sent, { timeout: 60_000, interval: 20 }).toBeGreaterThan(wire.endsAt);
    await expect.poll(async () => (await moved()) - before, { timeout: 20_000 }).toBeGreaterThan(30_000_000);
    await away.restart();
    const arrived = (await moved()) - before;
    wire.endsAt = Infinity;
    expect(await finished(job_id)).toMatchObject({ status: 'done' });
    expect(arrived).toBeGreaterThan(30_000_000);
    // What was kept does not come again: one object more would be 151 MB.
    expect((await moved()) - before).toBeLessThan(144_000_000);
    // The next copies need not move as much.
    await home.sql(`delete from storage_item where name like 'scan-%'`);
    await home.sql(
      'delete from storage_blob b where not exists (select from storage_item i where i.space_id = b.space_id and i.blob_id = b.id)',
    );
  });

  test('ends when the consent is withdrawn or its owner may no longer give it, and leaves no space', async () => {
    const claim = async () => there.ok(api.remoteSpaces.claim, { body: { remote_id: remoteAway, code: await allowed() } });
    await claim();
    await home.sql(`update space_user set role = 'planner' where user_id = $1 and space_id = $2`, [anna.id, space]);
    const spaces = async () => (await away.sql('select id from space')).length;
    const before = await spaces();
    expect(await copied('Never')).toMatchObject({ status: 'failed', error: { code: 'remote.no_consent' } });
    await home.sql(`update space_user set role = 'owner' where user_id = $1 and space_id = $2`, [anna.id, space]);
    const { consents } = await anna.ok(api.remoteSpaces.consents, { params: { id: space } });
    for (const { id } of consents) await anna.ok(api.remoteSpaces.withdraw, { params: { id: space, consentId: id } });
    expect(await copied('Never')).toMatchObject({ status: 'failed', error: { code: 'remote.no_consent' } });
    expect(await spaces()).toBe(before);
    const left = async () => (await away.sql('select 1 from remote_copy where not done')).length;
    expect(await left()).toBe(2);
    // The end of a copy is written after its job has ended.
    await expect.poll(async () => (await away.sql('select 1 from remote_copy where ended_at is null')).length).toBe(0);
    // As if the server had fallen between the two.
    await away.sql('update remote_copy set ended_at = null where id = (select min(id) from remote_copy where not done)');
    now = new Date(now.getTime() + 23 * 3_600_000);
    await sweepUnfinished(away.app.services);
    expect(await left()).toBe(2);
    now = new Date(now.getTime() + 2 * 3_600_000);
    await sweepUnfinished(away.app.services);
    expect(await left()).toBe(0);
    await there.ok(api.remoteSpaces.claim, { body: { remote_id: remoteAway, code: await allowed() } });
  });
});

describe('requests of installations', () => {
  const send = async (request: string, change: (text: string) => string = (text) => text): Promise<{ status: number; code: string }> => {
    const [head, body] = change(request).split('\r\n\r\n');
    const [first, ...lines] = head.split('\r\n');
    const skipped = /^(host|connection|content-length|accept-encoding):/i;
    const headers = Object.fromEntries(lines.filter((line) => !skipped.test(line)).map((line) => line.split(/: (.*)/s).slice(0, 2)));
    const answer = await fetch(home.base + first.split(' ')[1], { method: 'POST', headers: headers as Record<string, string>, body });
    const read = (await answer.json().catch(() => ({}))) as { error_message?: string };
    return { status: answer.status, code: read.error_message ?? '' };
  };

  test('are answered to their signature alone: not twice, not changed, not to another one, not later', async () => {
    wire.requests = [];
    expect(await copied('Listened to')).toMatchObject({ status: 'done' });
    const of = (name: string) => wire.requests.find((text) => text.startsWith(`POST /api/v1/remote/v1/${name}`)) ?? '';
    const [snapshot, state, object] = ['snapshot', 'state', 'object'].map(of);
    // What only reads is answered again: it shows what is locked, or a key that opens to the one who asked.
    expect(await send(object)).toMatchObject({ status: 200 });
    expect(await send(snapshot)).toMatchObject({ status: 403, code: 'remote.not_paired' });
    const changes: ((text: string) => string)[] = [
      (text) => text.replace(/"consent":\d+/, '"consent":99'),
      (text) => text.replace(/gantry-recipient: \w/i, (found) => `${found.slice(0, -1)}${found.endsWith('0') ? '1' : '0'}`),
      (text) => text.replace(/keyid="\w/, (found) => `${found.slice(0, -1)}${found.endsWith('0') ? '1' : '0'}`),
      (text) => text.replace(/\r\nsignature: [^\r]*/i, ''),
      (text) => text.replace(/nonce="\w{4}/, 'nonce="0000'),
    ];
    for (const change of changes) expect(await send(object, change)).toMatchObject({ status: 403, code: 'remote.not_paired' });
    // A signature is valid for one path only.
    expect(await send(object.replace('/v1/object', '/v1/state'))).not.toMatchObject({ status: 200 });
    now = new Date(now.getTime() + 6 * 60_000);
    for (const old of [object, state]) expect(await send(old)).toMatchObject({ status: 403, code: 'remote.not_paired' });
  });

  test('of an installation that is no longer paired are refused, and its consents are gone', async () => {
    await anna.ok(api.remoteSpaces.unpair, { params: { id: remoteAtHome } });
    expect((await anna.ok(api.remoteSpaces.consents, { params: { id: space } })).consents).toEqual([]);
    expect(await copied('Never')).toMatchObject({ status: 'failed', error: { code: 'remote.not_paired' } });
  }, 20_000);
});
