import { api } from '@gantry/contract';
import { randomBytes } from 'node:crypto';
import { createServer, type IncomingMessage, type Server } from 'node:http';
import { buffer } from 'node:stream/consumers';
import { setTimeout as pause } from 'node:timers/promises';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { createWorld, type Person, type World } from '../../../testing/world.ts';
import { type Objects, openObjects, signed } from '../backups/backups.objects.service.ts';

type Answer = { status: number; headers: Record<string, string>; body: Buffer };
type Lie = (call: string, answer: Answer, count: number) => Answer | Promise<Answer>;

let [home, away]: World[] = [];
let anna: Person;
let there: Person;
let space: number;
let remoteAtHome: number;
let wire: Server;
/** Stands inside the network of the one who copies: nobody may be led to it. */
let inside: Server;
let reached = 0;
/** What the other installation answers instead of the truth. */
let lie: Lie | null = null;
let answers = 0;

const addressOf = (server: Server): string => `http://127.0.0.1:${(server.address() as { port: number }).port}`;
const listening = (server: Server) => new Promise<void>((done) => server.listen(0, '127.0.0.1', done));

async function relayed(request: IncomingMessage): Promise<Answer> {
  const skipped = new Set(['host', 'connection', 'content-length']);
  const headers = Object.fromEntries(Object.entries(request.headers).filter(([name]) => !skipped.has(name))) as Record<string, string>;
  const answer = await fetch(home.base + request.url, { method: 'POST', headers, body: new Uint8Array(await buffer(request)) });
  const kept = ['content-type', 'x-object-bytes'].flatMap((name) => (answer.headers.has(name) ? [[name, answer.headers.get(name)]] : []));
  return { status: answer.status, headers: Object.fromEntries(kept), body: Buffer.from(await answer.arrayBuffer()) };
}

beforeAll(async () => {
  home = await createWorld();
  inside = createServer((_request, response) => {
    reached++;
    response.end('secret');
  });
  wire = createServer((request, response) => {
    void relayed(request)
      .then(async (truth) => (await lie?.(request.url?.split('/').at(-1) ?? '', truth, ++answers)) ?? truth)
      .then(({ status, headers, body }) => response.writeHead(status, headers).end(body));
  });
  await Promise.all([listening(inside), listening(wire)]);
  away = await createWorld({ GANTRY_EGRESS_ALLOWED: addressOf(wire), GANTRY_PUBLIC_URL: 'https://away.example' });
  anna = await home.person('anna');
  space = await anna.space('Riverside');
  const schedule = await anna.schedule('Handover');
  const version = await anna.version(schedule);
  for (const name of ['Dig', 'Pour', 'Strip']) await anna.item(version, { name });
  const form = new FormData();
  for (let file = 0; file < 12; file++) form.append('file', new Blob([randomBytes(700_000)]), `survey-${file}.bin`);
  await anna.ok(api.storage.upload, { params: { id: schedule } }, { raw: form });
  there = await away.person('anna');
  await away.sql(`update app_user set administrator = true where login = 'anna'`);
  const { code } = await anna.ok(api.remoteSpaces.pairingCode);
  const { id: remote_id } = await there.ok(api.remoteSpaces.pair, { body: { base_url: addressOf(wire), code } });
  remoteAtHome = (await anna.ok(api.remoteSpaces.installations)).installations[0].id;
  const consent = await anna.ok(api.remoteSpaces.allow, { params: { id: space }, body: { remote_id: remoteAtHome } });
  await there.ok(api.remoteSpaces.claim, { body: { remote_id, code: consent.code } });
});
afterAll(async () => {
  wire.close();
  inside.close();
  await Promise.all([home.close(), away.close()]);
});
beforeEach(async () => {
  [lie, answers] = [null, 0];
  while ((await home.sql(`select 1 from backup where state = 'making'`)).length) await pause(50);
  // Each lie is met by a copy that has nothing yet.
  await away.sql('delete from remote_copy');
});

const copy = async () => {
  const { remote_id, space_id } = (await there.ok(api.remoteSpaces.list)).remote_spaces[0];
  const name = `Copy ${randomBytes(4).toString('hex')}`;
  return (await there.ok(api.remoteSpaces.copy, { body: { remote_id, remote_space_id: space_id, name } })).job_id;
};
const ended = (id: number) => away.app.services.jobs.finished(there.id, id);
const spaces = async () => (await away.sql('select id from space')).length;
const withBody = (answer: Answer, body: Buffer): Answer => ({ ...answer, body });
const ofObject =
  (change: (answer: Answer, count: number) => Answer, least = 0): Lie =>
  (call, answer, count) =>
    call === 'object' && answer.body.length > least ? change(answer, count) : answer;
const naming = (whole: number) => (answer: Answer) => ({ ...answer, headers: { 'x-object-bytes': String(whole) } });
const flipped = (body: Buffer): Buffer => {
  const other = Buffer.from(body);
  other[other.length >> 1] ^= 1;
  return other;
};

describe('a remote that lies ends the copy within five seconds of its lie, and nothing of it is left', () => {
  let other: Buffer | null = null;
  const NOT_REACHED = { code: 'remote.not_reached' };
  const DAMAGED = { code: 'backup.damaged' };
  const lies: [string, Lie, object][] = [
    ['names a size of a petabyte', ofObject(naming(2 ** 50), 100_000), DAMAGED],
    ['names no size', ofObject((answer) => ({ ...answer, headers: {} })), NOT_REACHED],
    ['names another size with each part', ofObject((answer, count) => naming(10_000_000 + count)(answer), 100_000), DAMAGED],
    ['sends more than it names', ofObject((answer) => withBody(answer, Buffer.concat([answer.body, randomBytes(2_000_000)]))), NOT_REACHED],
    ['sends an object without an end', ofObject((answer) => withBody(answer, Buffer.alloc(11_000_000))), NOT_REACHED],
    ['sends a byte at a time', ofObject((answer) => withBody(answer, answer.body.subarray(0, 1))), NOT_REACHED],
    ['sends nothing', ofObject((answer) => withBody(answer, Buffer.alloc(0))), NOT_REACHED],
    ['flips a bit', ofObject((answer) => withBody(answer, flipped(answer.body))), DAMAGED],
    [
      'sends one object in the place of another one',
      ofObject((answer) => {
        other ??= answer.body;
        return other === answer.body ? answer : { ...withBody(answer, other), headers: { 'x-object-bytes': String(other.length) } };
      }),
      DAMAGED,
    ],
    [
      'leads into the network',
      (call, answer) => (call === 'object' ? { status: 302, headers: { location: addressOf(inside) }, body: Buffer.alloc(0) } : answer),
      NOT_REACHED,
    ],
    ['answers with a page', (_call, answer) => withBody(answer, Buffer.from('<html>')), NOT_REACHED],
    [
      'answers a state that it has not signed',
      (_call, answer) => withBody(answer, Buffer.from('{"text":"{}","signature":"AAAA"}')),
      { code: 'remote.other_key' },
    ],
    ['has lost an object', ofObject((answer) => ({ ...answer, status: 404 })), NOT_REACHED],
  ];

  test.each(lies)('that %s', async (_what, falsehood, error) => {
    const before = await spaces();
    let first = 0;
    lie = async (call, answer, count) => {
      const changed = await falsehood(call, answer, count);
      if (changed !== answer) first ||= performance.now();
      return changed;
    };
    const job = await copy();
    expect(await ended(job)).toMatchObject({ status: 'failed', error });
    expect(first, 'it has lied').toBeGreaterThan(0);
    expect(performance.now() - first).toBeLessThan(5000);
    expect(await spaces()).toBe(before);
    expect(reached).toBe(0);
  });

  /** A backup whose manifest the other installation has made up and signed. */
  const withManifest = async (make: (text: string, objects: Objects) => Promise<Buffer>): Promise<number> => {
    const { backups } = home.app.services;
    lie = async (call, answer) => {
      if (call !== 'state' || answer.status !== 200) return answer;
      const [row] = await home.sql('select id, manifest_id from backup where space_id = $1 order by id desc limit 1', [space]);
      const [made] = await home.sql('select folder, key_wrapped from backup_repository where space_id = $1', [space]);
      if (!row['manifest_id'] || lie === null) return answer;
      lie = null;
      const objects = await openObjects(backups, made['folder'], made['key_wrapped']);
      const { text } = JSON.parse((await objects.get(row['manifest_id'])).toString()) as { text: string };
      const { id } = await objects.put(await make(text, objects));
      await home.sql('update backup set manifest_id = $1 where id = $2', [id, row['id']]);
      // The answer names the one before: it is as if it had never come.
      return { status: 503, headers: {}, body: Buffer.alloc(0) };
    };
    return copy();
  };
  const objectsNamed = (count: number) => async (text: string) => {
    const manifest = JSON.parse(text) as { files: object[] };
    manifest.files.push({ key: 'x', bytes: 1, pieces: Array.from({ length: count }, (_none, at) => at.toString(16).padStart(64, '0')) });
    return signed(home.app.services.backups, JSON.stringify(manifest));
  };

  const listing = (content: string) => async (text: string, objects: Objects) => {
    const { id } = await objects.put(Buffer.from(content));
    return signed(home.app.services.backups, JSON.stringify({ ...JSON.parse(text), lists: [{ id, files: 1 }] }));
  };

  test.each<[string, (text: string, objects: Objects) => Promise<Buffer>, object]>([
    ['a list of files that is none', listing('{"key":1}'), DAMAGED],
    ['a list of files without an end', listing('['.repeat(50_000)), DAMAGED],
    ['a list of an object that is nowhere', listing(JSON.stringify([{ key: 'x', bytes: 1, pieces: ['a'.repeat(64)] }])), NOT_REACHED],
    ['as many objects as a manifest has room for', objectsNamed(900_000), NOT_REACHED],
    ['more objects than a manifest has room for', objectsNamed(1_100_000), DAMAGED],
    ['nothing, but grows to gigabytes when it is opened', async () => Buffer.alloc(500_000_000), DAMAGED],
    [
      'tables that nobody knows',
      async (text) => {
        const manifest = JSON.parse(text) as { tables: object[] };
        manifest.tables.push({
          name: 'app_user',
          columns: [{ name: 'password_hash', type: 'text', required: false }],
          rows: 1,
          hash: '1',
          pieces: [],
        });
        return signed(home.app.services.backups, JSON.stringify(manifest));
      },
      { code: 'backup.newer' },
    ],
  ])(
    'whose signed manifest names %s',
    async (_what, make, error) => {
      const before = await spaces();
      const job = await withManifest(make);
      expect(await ended(job)).toMatchObject({ status: 'failed', error });
      expect(await spaces()).toBe(before);
    },
    60_000,
  );
});

test('a copy that is under way is stopped by who began it, at once, and leaves no space; the next one goes on with what arrived', async () => {
  const before = await spaces();
  lie = async (call, answer) => {
    if (call === 'object') await pause(150);
    return answer;
  };
  const job = await copy();
  const moved = async () => Number((await away.sql('select coalesce(sum(moved_bytes), 0) as sum from remote_copy'))[0]['sum']);
  await expect.poll(moved, { timeout: 30_000, interval: 50 }).toBeGreaterThan(1_000_000);
  const stranger = await away.person('mallory');
  expect(await stranger.refused(api.jobs.cancel, { params: { id: job } })).toMatchObject({ code: 'job.not_found' });
  const begun = performance.now();
  await there.ok(api.jobs.cancel, { params: { id: job } });
  expect(await ended(job)).toMatchObject({ status: 'cancelled', error: null, result: null });
  expect(performance.now() - begun).toBeLessThan(8000);
  expect(await spaces()).toBe(before);
  const arrived = await moved();
  lie = null;
  expect(await ended(await copy())).toMatchObject({ status: 'done' });
  // Nine megabytes in all: what came before the stop is not moved again.
  expect((await moved()) - arrived).toBeLessThan(9_500_000 - arrived);
  expect(await spaces()).toBe(before + 1);
}, 60_000);
