import { api } from '@gantry/contract';
import type { SpaceRight } from '@gantry/domain';
import { once } from 'node:events';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { WebSocket } from 'ws';
import { openPushClient } from '../../../testing/push-client.ts';
import { createWorld, type Person, type World } from '../../../testing/world.ts';
import { MOST_PAGES } from './push.pages.rules.ts';

/** The channel in the hands of somebody with an account: beyond the bounds of an access token, and as a flood. */
let world: World;
let anna: Person;
let version: number;

beforeAll(async () => {
  world = await createWorld();
  anna = await world.person('anna');
  await anna.space();
  version = await anna.version();
});
afterAll(() => world.close());

const cookieOf = (person: Person) => [...person.keys.cookies].map(([name, value]) => `${name}=${value}`).join('; ');
const standing = { space_id: null as number | null, version_id: null as number | null };

describe('a channel that an access token opened', () => {
  let home: number;
  beforeEach(() => (home = anna.spaceId));

  const make = async (rights: SpaceRight[], space_id: number | null = null) =>
    anna.ok(api.accessTokens.create, { body: { name: 'Script', rights, space_id, days: 30 } });
  const channel = (token: string) => openPushClient(world.base, { authorization: `Bearer ${token}` });

  test('hears of the plan where the token may read plans, in its space alone', async () => {
    const other = (await anna.ok(api.spaces.create, { body: { name: 'Other' } })).id;
    const [blind, elsewhere, reads] = await Promise.all(
      [await make(['structure.read']), await make(['plan.read'], other), await make(['plan.read'], home)].map(({ token }) =>
        channel(token),
      ),
    );
    expect(await blind.stand(home, version)).toEqual({ ...standing, space_id: home });
    expect(await elsewhere.stand(home, version)).toEqual(standing);
    expect(await reads.stand(home, version)).toEqual({ space_id: home, version_id: version });
    await anna.item(version, { name: 'Dig' });
    await reads.heard('version_edit');
    expect([...blind.messages, ...elsewhere.messages].map(({ event }) => event)).not.toContain('version_edit');
    await Promise.all([blind, elsewhere, reads].map((client) => client.close()));
  });

  test('is closed when the token is revoked, and hears nothing that happens after', async () => {
    const { id, token } = await make(['plan.read']);
    const client = await channel(token);
    await client.stand(home, version);
    await anna.ok(api.accessTokens.remove, { params: { id } });
    await anna.item(version, { name: 'After' });
    expect(await client.closed).toBe(4401);
    expect(client.messages.map(({ event }) => event)).not.toContain('version_edit');
  });

  test('hears of jobs that the token began, and lists them alone', async () => {
    const { token } = await make(['plan.read', 'plan.calculate']);
    const client = await channel(token);
    await client.stand(home, version);
    const script = { by: 'nobody' as const, headers: { authorization: `Bearer ${token}`, cookie: '' } };
    await anna.ok(api.timetable.calculate, { params: { id: version }, body: {} });
    const own = await anna.ok(api.timetable.calculate, { params: { id: version }, body: {} }, script);
    await client.heard('job', ({ job }) => job.id === own.job_id);
    expect(
      new Set(client.messages.filter(({ event }) => event === 'job').map(({ data }) => (data as Record<string, any>)['job'].id)),
    ).toEqual(new Set([own.job_id]));
    expect((await anna.ok(api.jobs.list, { query: {} }, script)).jobs.map(({ id }) => id)).toEqual([Number(own.job_id)]);
    expect((await anna.ok(api.jobs.list)).jobs.length).toBeGreaterThan(1);
    await client.close();
  });
});

test('a job that a token began ends with the token', async () => {
  const { id, token } = await anna.ok(api.accessTokens.create, {
    body: { name: 'Script', rights: ['plan.read', 'plan.calculate'], space_id: null, days: 30 },
  });
  // The job waits in the queue, as on a busy server.
  const [{ id: job }] = await world.sql<{ id: number }>(
    `insert into job (space_id, user_id, token_id, kind, title, input, not_before)
     values ($1, $2, $3, 'timetable_calculate', 'x', $4, now() + interval '1 hour') returning id::int`,
    [anna.spaceId, anna.id, id, JSON.stringify({ versionId: version })],
  );
  expect(token).toMatch(/^gantry_/);
  await anna.ok(api.accessTokens.remove, { params: { id } });
  await world.sql('update job set not_before = null where id = $1', [job]);
  await world.sql(`select pg_notify('gantry_job', '')`);
  await expect
    .poll(async () => (await anna.ok(api.jobs.get, { params: { id: job } })).error, { timeout: 10_000 })
    .toMatchObject({ code: 'auth.forbidden' });
});

describe('a flood', () => {
  test('of pages is refused from the twenty-first on; who closes one opens another', async () => {
    const flo = await world.person('flo');
    const open = () => openPushClient(world.base, { cookie: cookieOf(flo) });
    const pages = [];
    for (let page = 0; page < MOST_PAGES.ofPerson; page += 1) pages.push(await open());
    await Promise.all(pages.map((page) => page.stand(null)));
    expect(await (await open()).closed).toBe(1008);
    await pages.pop()?.close();
    const next = await open();
    expect(await next.stand(null)).toEqual(standing);
    await Promise.all([...pages, next].map((page) => page.close()));
  });

  test('of messages closes the page that sends it; steps of an honest page do not', async () => {
    const [honest, flood] = [await anna.push(version), await anna.push(version)];
    const send = (client: typeof honest, row_id: number) =>
      client.send(JSON.stringify({ space_id: anna.spaceId, version_id: version, row_id }));
    for (let step = 1; step <= 50; step += 1) send(honest, step);
    for (let step = 1; step <= 2000; step += 1) send(flood, step);
    expect(await flood.closed).toBe(1008);
    expect(await honest.stand(anna.spaceId, version)).toEqual({ space_id: anna.spaceId, version_id: version });
    await honest.close();
  });

  test('of messages that a page does not read ends its channel before they fill the memory', async () => {
    const page = async () => {
      const socket = new WebSocket(`${world.base.replace('http', 'ws')}/api/v1/events/stream`, { headers: { cookie: cookieOf(anna) } });
      const page = { socket, heard: 0 };
      socket.on('message', () => (page.heard += 1));
      await once(socket, 'open');
      socket.send(JSON.stringify({ space_id: anna.spaceId, version_id: null }));
      await once(socket, 'message');
      return page;
    };
    const [lazy, attentive] = [await page(), await page()];
    lazy.socket.pause();
    const data = { backup_id: 1, date: 'x'.repeat(7000) };
    const message = JSON.stringify({ audience: { spaceId: anna.spaceId }, event: 'backup_created', data });
    // The two ends of the wire hold some megabytes themselves.
    const SENT = 2300;
    const A_TIME = 50;
    // The attentive page reads each part before the next leaves: what it holds stays below the bound, however slow the machine is.
    for (let sent = A_TIME; sent <= SENT; sent += A_TIME) {
      await world.sql(
        `select count(pg_notify('gantry_push', jsonb_set($1::jsonb, '{data,backup_id}', to_jsonb(at))::text)) from generate_series($2::int, $3::int) at`,
        [message, sent - A_TIME, sent - 1],
      );
      await expect.poll(() => attentive.heard, { timeout: 20_000, interval: 2 }).toBeGreaterThan(sent);
    }
    const closed = once(lazy.socket, 'close');
    lazy.socket.resume();
    await closed;
    expect(lazy.heard).toBeLessThan(SENT);
    attentive.socket.terminate();
  });
});
