import { api } from '@gantry/contract';
import { createECDH, randomBytes } from 'node:crypto';
import { createServer, type IncomingHttpHeaders, type Server } from 'node:http';
import { decodeJwt } from 'jose';
import { afterAll, beforeAll, beforeEach, expect, test, vi } from 'vitest';
import { createTeam } from '../../../testing/team.ts';
import { createWorld, type Person, type World } from '../../../testing/world.ts';
import { ece } from '../../../testing/web-push.ts';

let world: World;
let anna: Person;
let boris: Person;
let schedule: number;
let version: number;
let work: number;
let service: Server;
let base: string;
let answer = 201;
const taken: { url: string; headers: IncomingHttpHeaders; body: Buffer }[] = [];

/** The keys of a browser. */
const browser = createECDH('prime256v1');
const p256dh = browser.generateKeys('base64url');
const auth = randomBytes(16);
const device = (path: string) => ({
  endpoint: `${base}/${path}`,
  keys: { p256dh, auth: auth.toString('base64url') },
});

beforeAll(async () => {
  service = createServer((request, response) => {
    const parts: Buffer[] = [];
    request.on('data', (part: Buffer) => parts.push(part));
    request.on('end', () => {
      taken.push({ url: request.url ?? '', headers: request.headers, body: Buffer.concat(parts) });
      response.writeHead(answer).end();
    });
  });
  await new Promise<void>((resolve) => service.listen(0, '127.0.0.1', resolve));
  base = `http://127.0.0.1:${(service.address() as { port: number }).port}`;
  world = await createWorld({ GANTRY_WEB_PUSH: 'on', GANTRY_EGRESS_ALLOWED: base, GANTRY_PUBLIC_URL: 'https://plans.gantry.example' });
  ({ anna, boris, schedule } = await createTeam(world));
  version = await anna.version(schedule);
  work = await anna.item(version, { name: 'Dig', code: 'C-Dig' });
});
afterAll(async () => {
  await world.close();
  service.close();
});
beforeEach(async () => {
  await world.sql('delete from push_device');
  await world.sql('delete from notice_setting');
  answer = 201;
  taken.length = 0;
});

const assign = async () => {
  for (const executor_id of [null, boris.id])
    await anna.ok(api.wbs.updateMany, { params: { id: version }, body: { items: [{ id: work, executor_id }] } });
};
const add = (path: string, person = boris) => person.ok(api.notices.addDevice, { body: device(path) });
const arrived = (count: number) => vi.waitFor(() => expect(taken).toHaveLength(count), 10_000);
const jobs = () =>
  world.sql<{ status: string; tries: number; later: boolean }>(
    `select status, tries, not_before > now() as later from job where kind = 'notice_push' order by id desc limit 1`,
  );
const devices = () => world.sql(`select 1 from push_device`).then((rows) => rows.length);

test('reaches a browser sealed for it alone, signed by the installation, and names nothing of the plan', async () => {
  await add('one');
  await assign();
  await arrived(1);
  const { headers, body } = taken[0];
  expect(headers['content-encoding']).toBe('aes128gcm');
  const [, token, key] = /^vapid t=([^,]+), k=(.+)$/.exec(headers.authorization ?? '') ?? [];
  expect(decodeJwt(token)).toMatchObject({ aud: base, sub: 'https://plans.gantry.example' });
  expect((await boris.ok(api.notices.settings)).web_push).toBe(key);
  expect((await anna.ok(api.notices.settings)).web_push).toBe(key);
  const [{ id }] = (await boris.ok(api.notices.list, { query: {} })).notices;
  const opened = JSON.parse(ece(body, browser, auth)) as Record<string, string>;
  expect(opened).toEqual({
    title: 'Gantry',
    body: 'Something new concerns you',
    tag: `notice-${id}`,
    url: `/${boris.spaceId}?notice=${id}`,
  });
});

test('goes to nobody who does not want the kind, and waits where it is quiet', async () => {
  await add('two');
  await boris.ok(api.notices.saveSettings, { body: { desktop: { executor_assigned_to_task: false } } });
  await assign();
  const hour = new Date().getUTCHours();
  const quiet = { from: hour, to: (hour + 2) % 24 };
  await boris.ok(api.notices.saveSettings, { body: { desktop: { executor_assigned_to_task: true }, time_zone: 'UTC', quiet } });
  await assign();
  await expect.poll(async () => (await jobs())[0], { timeout: 10_000 }).toMatchObject({ status: 'waiting', tries: 0, later: true });
  expect(taken).toEqual([]);
  await world.sql(`delete from job where kind = 'notice_push'`);
});

test('is tried again while the service is away, and no longer where the browser has gone', async () => {
  await add('three');
  answer = 503;
  await assign();
  await expect.poll(async () => (await jobs())[0], { timeout: 10_000 }).toMatchObject({ status: 'waiting', tries: 1, later: true });
  answer = 410;
  await world.sql(`update job set not_before = now() where kind = 'notice_push' and status = 'waiting'`);
  await expect.poll(async () => (await jobs())[0]?.status, { timeout: 10_000 }).toBe('done');
  expect(await devices()).toBe(0);
});

test('ends with the session; a script has no browser', async () => {
  await add('four');
  await world.sql('delete from session where user_id = $1', [boris.id]);
  expect(await devices()).toBe(0);
  const { token } = await anna.ok(api.accessTokens.create, { body: { name: 'Script', rights: ['space.read'], days: 1 } });
  const script = { by: 'nobody' as const, headers: { authorization: `Bearer ${token}` } };
  expect(await anna.refused(api.notices.addDevice, { body: device('x') }, script)).toMatchObject({ code: 'auth.own_session_only' });
});

test('never calls what is no public service, and keeps no device without end', async () => {
  for (let i = 0; i < 12; i += 1) await add(`many-${i}`, anna);
  expect(await devices()).toBe(10);
  await world.sql('delete from push_device');
  await anna.ok(api.notices.addDevice, { body: { ...device('x'), endpoint: 'https://127.0.0.1/inside' } });
  expect(await anna.ok(api.notices.testChannel, { body: { channel: 'desktop' } })).toMatchObject({ sent: true });
  await expect.poll(devices, { timeout: 10_000 }).toBe(0);
  expect(await anna.ok(api.notices.testChannel, { body: { channel: 'desktop' } })).toMatchObject({ sent: false, reason: 'no_device' });
  for (const body of [
    { endpoint: 'ftp://push.example/x', keys: device('x').keys },
    { endpoint: 'https://push.example/x', keys: { p256dh: 'short', auth: 'short' } },
  ])
    expect(await anna.refused(api.notices.addDevice, { body })).toMatchObject({ status: 400 });
});
