import { api, type Call } from '@gantry/contract';
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest';
import { type MailServer, plainTextOf, startMailServer } from '../../../testing/servers/mail-server.ts';
import { createTeam } from '../../../testing/team.ts';
import { createWorld, type Person, type World } from '../../../testing/world.ts';
import { queueDueLetters } from './notices.letters.service.ts';

let world: World;
let anna: Person;
let boris: Person;
let schedule: number;
let version: number;
let works: number[];
let server: MailServer;
let port: number;

beforeAll(async () => {
  server = await startMailServer();
  port = server.port;
  world = await createWorld({
    GANTRY_PUBLIC_URL: 'https://plans.gantry.example',
    SMTP_HOST: '127.0.0.1',
    SMTP_PORT: String(port),
    SMTP_ENCRYPTION: 'none',
  });
  ({ anna, boris, schedule } = await createTeam(world));
  version = await anna.version(schedule);
  works = [];
  for (const name of ['Dig', 'Pour', 'Roof']) works.push(await anna.item(version, { name, code: `C-${name}` }));
});
afterAll(async () => {
  await server.close();
  await world.close();
});
beforeEach(async () => {
  await world.sql('delete from notice');
  await world.sql(`delete from job where kind = 'letter'`);
  server.taken.length = 0;
});
afterEach(() => world.sql('delete from notice_setting'));

const assign = async (ids: number[]) => {
  const change = (id: number | null) =>
    anna.ok(api.wbs.updateMany, { params: { id: version }, body: { items: ids.map((one) => ({ id: one, executor_id: id })) } });
  await change(null);
  await change(boris.id);
};
const save = (body: NonNullable<Call<typeof api.notices.saveSettings>['body']>) => boris.ok(api.notices.saveSettings, { body });
/** Queues what is due some minutes from now. */
const letters = (minutes: number) => queueDueLetters({ ...world.app.services, now: () => new Date(Date.now() + minutes * 60_000) });
const arrived = async (count: number) => {
  await expect.poll(() => server.taken.length, { timeout: 10_000 }).toBe(count);
  return plainTextOf(server.taken[count - 1].message);
};
const settled = async () => {
  const open = () => world.sql(`select 1 from job where kind = 'letter' and status in ('waiting', 'running')`);
  await expect.poll(open, { timeout: 10_000 }).toEqual([]);
};

test('what waits goes out as one letter, once, with what it is about and where it leads', async () => {
  await assign(works.slice(0, 1));
  await assign(works);
  expect(await letters(0)).toBe(0);
  expect(await letters(61)).toBe(1);
  expect(await letters(62)).toBe(0);
  const text = await arrived(1);
  expect(server.taken[0].to).toEqual(['boris@gantry.example']);
  expect(text).toContain('made you executor of C-Dig Dig and 2 more (Works)');
  expect(text).toContain('made you executor of C-Dig Dig (Works)');
  expect(text).toContain(`https://plans.gantry.example/${boris.spaceId}\r\n`);
  expect((await boris.ok(api.notices.status)).unread).toBe(2);
});

test('comes in the language of its reader, by the time that they chose for the kind', async () => {
  await world.sql(`update app_user set language = 'ru' where id = $1`, [boris.id]);
  await save({ mail: { executor_assigned_to_task: 'now' } });
  expect((await boris.ok(api.notices.settings)).mail).toMatchObject({ executor_assigned_to_task: 'now', task_will_start: 'daily' });
  await assign(works);
  expect(await letters(2)).toBe(1);
  expect(await arrived(1)).toContain('Здравствуйте');
  await world.sql('update app_user set language = null where id = $1', [boris.id]);
});

test('holds nothing that was looked at meanwhile, and does not come for that alone', async () => {
  await assign(works);
  const [{ id }] = (await boris.ok(api.notices.list, { query: {} })).notices;
  await boris.ok(api.notices.open, { params: { id } });
  expect(await letters(61)).toBe(0);
  await assign(works);
  await server.close();
  expect(await letters(61)).toBe(1);
  // The server is away at the first try.
  const tries = () => world.sql<{ tries: number }>(`select tries from job where kind = 'letter' and status = 'waiting'`);
  await expect.poll(async () => (await tries())[0]?.tries, { timeout: 10_000 }).toBe(1);
  await boris.ok(api.notices.removeAll, { query: {} });
  server = await startMailServer({}, port);
  await world.sql(`update job set not_before = now() where kind = 'letter' and status = 'waiting'`);
  await settled();
  expect(server.taken).toEqual([]);
});

test('has fifty lines and the number of the rest', async () => {
  await world.sql(
    `insert into notice (space_id, user_id, kind, node_id, data, dedupe)
     select $1, $2, 'mention', $3, '{"name": "Pier", "count": 1, "date": null}', 'many ' || i from generate_series(1, 262) i`,
    [boris.spaceId, boris.id, schedule],
  );
  expect(await letters(61)).toBe(1);
  const text = await arrived(1);
  expect(text.match(/Pier/g)).toHaveLength(50);
  expect(text).toContain('and 212 more');
});

test('what became unreadable is in no letter, and a space may keep its plan out of all', async () => {
  await anna.ok(api.spaces.saveSettings, { params: { id: anna.spaceId }, body: { bare_letters: true } });
  await assign(works);
  expect(await letters(61)).toBe(1);
  const text = await arrived(1);
  expect(text).not.toMatch(/Dig|Works/);
  expect(text).toContain(': 1.');
  await anna.ok(api.spaces.saveSettings, { params: { id: anna.spaceId }, body: { bare_letters: false } });

  const [guest] = await world.sql<{ id: number }>(`select id from app_user where login = 'guest'`);
  await world.sql(
    `insert into notice (space_id, user_id, kind, node_id, data, dedupe)
     values ($1, $2, 'mention', $3, '{"name": "Pier", "count": 1, "date": null}', 'one')`,
    [anna.spaceId, guest.id, schedule],
  );
  expect(await letters(61)).toBe(1);
  await settled();
  expect(server.taken).toHaveLength(1);

  await assign(works);
  await world.sql(`update space_user set status = 'disabled' where user_id = $1`, [boris.id]);
  expect(await letters(61)).toBe(0);
  await world.sql(`update space_user set status = 'active' where user_id = $1`, [boris.id]);
  expect(await letters(61)).toBe(0);
});

test('one POST to its address ends the letters, without a sign-in; nothing that has waited comes after they are wanted again', async () => {
  await assign(works);
  await letters(61);
  const text = await arrived(1);
  const head = server.taken[0].message.replace(/\r?\n[ \t]+/g, ' ');
  expect(head).toMatch(/^List-Unsubscribe-Post: List-Unsubscribe=One-Click/m);
  const url = /^List-Unsubscribe: <https:\/\/plans\.gantry\.example([^>]+)>/m.exec(head)?.[1] ?? '';
  expect(text).toContain(`https://plans.gantry.example/auth/unsubscribe#token=${url.split('token=')[1]}`);
  // A program that looks at links ends nothing.
  expect((await fetch(world.base + url)).status).toBe(404);
  expect((await boris.ok(api.notices.settings)).mail_off).toBe(false);
  const form = { method: 'POST', headers: { 'content-type': 'application/x-www-form-urlencoded' }, body: 'List-Unsubscribe=One-Click' };
  const other = `${url.slice(0, -1)}${url.endsWith('0') ? '1' : '0'}`;
  expect((await fetch(world.base + other, form)).status).toBe(404);
  expect((await fetch(`${world.base}/api/v1/notices/unsubscribe?token=1.2`, form)).status).toBe(404);
  expect((await fetch(world.base + url, form)).status).toBe(200);
  expect((await boris.ok(api.notices.settings)).mail_off).toBe(true);
  await assign(works);
  expect(await letters(61)).toBe(0);
  await save({ mail_off: false });
  expect(await letters(122)).toBe(0);
});

test('somebody tries whether letters arrive; the answer says where they are off and why', async () => {
  expect((await boris.ok(api.notices.testChannel, { body: { channel: 'mail' } })).sent).toBe(true);
  expect(await arrived(1)).toContain('They do.');
  await save({ mail_off: true });
  expect(await boris.ok(api.notices.test, { params: { id: schedule } })).toMatchObject({
    channels: [
      { channel: 'page', sent: true },
      { channel: 'mail', sent: false, reason: 'mail_off' },
      { channel: 'desktop', sent: false, reason: 'no_web_push' },
    ],
  });
});

test('settings that are none are refused, and what is left out stays', async () => {
  await save({ quiet: { from: 22, to: 6 }, hour: 7, time_zone: 'Asia/Tokyo' });
  await save({ hour: 9 });
  expect(await boris.ok(api.notices.settings)).toMatchObject({
    quiet: { from: 22, to: 6 },
    hour: 9,
    time_zone: 'Asia/Tokyo',
    delivers: true,
  });
  for (const body of [{ hour: 24 }, { time_zone: 'Nowhere' }, { mail: { assignment_lost: 'now' } }, { mail: { mention: 'soon' } }]) {
    expect(await boris.refused(api.notices.saveSettings, { body } as never)).toMatchObject({ status: 400 });
  }
  expect((await anna.ok(api.notices.settings)).quiet).toBeNull();
});
