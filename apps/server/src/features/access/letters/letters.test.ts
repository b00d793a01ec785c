import { api } from '@gantry/contract';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { send } from '../../../testing/call.ts';
import { type MailServer, plainTextOf, startMailServer } from '../../../testing/servers/mail-server.ts';
import { createWorld, type World } from '../../../testing/world.ts';
import { composeLetter } from './letters.service.ts';
import { asHtml, filled, pauseBefore } from './letters.rules.ts';

let world: World;
let port: number;
let server: MailServer | null = null;

beforeAll(async () => {
  const first = await startMailServer();
  port = first.port;
  await first.close();
  world = await createWorld({
    GANTRY_PUBLIC_URL: 'https://plans.gantry.example',
    SMTP_HOST: '127.0.0.1',
    SMTP_PORT: String(port),
    SMTP_ENCRYPTION: 'none',
    GANTRY_MAIL_FROM: 'plans@gantry.example',
  });
  await world.person('anna');
});
afterAll(() => world.close());
beforeEach(async () => {
  await world.sql('delete from sign_in_throttle');
  await world.sql(`delete from job where kind = 'letter'`);
});
afterEach(async () => {
  await server?.close();
  server = null;
});

const ask = (login: string) => send(world.base, null, api.recovery.requestReset, { body: { login } }, { by: 'nobody' });
const letters = () =>
  world.sql<{ id: number; status: string; tries: number; attempts: number; pause: number }>(
    `select id, status, tries, attempts, extract(epoch from not_before - now())::int as pause from job where kind = 'letter' order by id`,
  );
const hurry = () => world.sql(`update job set not_before = now() where kind = 'letter' and status = 'waiting'`).then(() => wake());
const wake = () => world.sql(`select pg_notify('gantry_job', '')`);

describe('a letter', () => {
  test('goes to the mail server, and what it says works', async () => {
    server = await startMailServer({}, port);
    expect((await ask('anna')).status).toBe(200);
    await expect.poll(() => server?.taken.length, { timeout: 10_000 }).toBe(1);
    const { from, to, message } = server.taken[0];
    expect({ from, to }).toEqual({ from: 'plans@gantry.example', to: ['anna@gantry.example'] });
    const token = /https:\/\/plans\.gantry\.example\/auth\/reset-password#token=([\w-]{43})/.exec(plainTextOf(message))?.[1] ?? '';
    const body = { token, password: 'a lighthouse in november' };
    expect((await send(world.base, null, api.recovery.reset, { body }, { by: 'nobody' })).status).toBe(200);
  });

  test('waits while the mail server is away, is tried again later and later, and leaves once when it is back', async () => {
    expect((await ask('anna')).status).toBe(200);
    await expect.poll(async () => (await letters())[0]?.tries, { timeout: 10_000 }).toBe(1);
    const [first] = await letters();
    expect(first).toMatchObject({ status: 'waiting', attempts: 0 });
    expect(first.pause).toBeLessThanOrEqual(10);
    await hurry();
    await expect.poll(async () => (await letters())[0]?.tries, { timeout: 10_000 }).toBe(2);
    expect((await letters())[0].pause).toBeGreaterThan(10);
    server = await startMailServer({}, port);
    await hurry();
    await expect.poll(async () => (await letters())[0]?.status, { timeout: 10_000 }).toBe('done');
    expect(server.taken).toHaveLength(1);
  });

  test('is given up where the server says no for good, and the log says so', async () => {
    const noMailbox = Object.assign(new Error('no such mailbox'), { responseCode: 550 });
    server = await startMailServer({ onRcptTo: (_to, _session, done) => done(noMailbox) }, port);
    world.log.length = 0;
    expect((await ask('anna')).status).toBe(200);
    await expect.poll(async () => (await letters())[0]?.status, { timeout: 10_000 }).toBe('failed');
    expect((await letters())[0].tries).toBe(0);
    expect(world.log.join('')).toMatch(/"mail\.failed".*no such mailbox/);
  });

  test('is no work that its person is shown, and the queue holds none of its words', async () => {
    const berta = await world.person('berta');
    await ask('berta');
    await expect.poll(async () => (await letters()).length, { timeout: 10_000 }).toBe(1);
    expect((await berta.ok(api.jobs.list)).jobs).toEqual([]);
    const [row] = await letters();
    expect(await berta.refused(api.jobs.get, { params: { id: row.id } })).toMatchObject({ code: 'job.not_found' });
    const kept = await world.sql(`select input, result, error from job where kind = 'letter'`);
    expect(JSON.stringify(kept)).not.toMatch(/token|plans\.gantry|@/);
    await world.sql(`update job set status = 'cancelled' where kind = 'letter'`);
  });
});

describe('words', () => {
  test.each([
    ['en-US', 'Hello Anna'],
    ['ru', 'Здравствуйте, Anna'],
    ['fr', 'Bonjour Anna'],
    [null, 'Hello Anna'],
  ])('in %s', (language, begins) => {
    const { text, html, subject } = composeLetter('a@b.example', language, 'restored', { name: 'Anna' });
    expect(text).toContain(begins);
    expect(html).toContain(begins);
    expect(subject).toMatch(/^Gantry/);
  });

  test('that somebody chose are neither blanks nor markup', () => {
    expect(filled('{{a}} {{b}} {{c}}', { a: '{{b}}', b: 'x' })).toBe('{{b}} x {{c}}');
    const page = asHtml('Hello <img src=x onerror=alert(1)> & "you",\n\nhttps://x.example/a#token=1\n\nBye', 'https://x.example/a#token=1');
    expect(page).not.toContain('<img');
    expect(page).toContain('&lt;img src=x onerror=alert(1)&gt; &amp; &quot;you&quot;');
    expect(page).toContain('href="https://x.example/a#token=1"');
    // Nothing is fetched when a mail program shows it.
    expect(page).not.toMatch(/<[^>]*\bsrc=|url\(|<link|@import/);
  });

  test('pauses grow and end after some hours', () => {
    const pauses = Array.from({ length: 10 }, (_, tries) => pauseBefore(tries));
    expect(pauses.filter((pause) => pause !== null)).toEqual([...pauses].filter((p) => p !== null).sort((a, b) => (a ?? 0) - (b ?? 0)));
    expect(pauses.at(-1)).toBeNull();
  });
});
