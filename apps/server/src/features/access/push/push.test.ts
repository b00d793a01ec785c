import { api } from '@gantry/contract';
import { BUILT_IN_ROLE_ID } from '@gantry/domain';
import pg from 'pg';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { openPushClient } from '../../../testing/push-client.ts';
import { createWorld, PASSWORD, type Person, type World } from '../../../testing/world.ts';
import { send } from '../../../testing/call.ts';

let world: World;
let anna: Person;
let boris: Person;
let version: number;

beforeAll(async () => {
  world = await createWorld();
  anna = await world.person('anna');
  boris = await world.person('boris');
  await anna.space();
  await boris.space();
  version = await anna.version();
});
afterAll(() => world.close());

const cookieOf = (person: Person) => [...person.keys.cookies].map(([name, value]) => `${name}=${value}`).join('; ');

describe('the channel', () => {
  test.each([
    ['without a session', {}],
    ['with a session that is none', { cookie: 'gantry_sid=nothing' }],
  ])('is closed %s', async (_how, headers) => {
    expect(await (await openPushClient(world.base, headers)).closed).toBe(4401);
  });

  test('is closed to a page of another site', async () => {
    const client = await openPushClient(world.base, { cookie: cookieOf(anna), origin: 'https://elsewhere.example' });
    expect(await client.closed).toBe(4401);
  });

  test('is to be asked for again where nobody can say who asks', async () => {
    await world.sql('alter table session rename to session_away');
    const client = await openPushClient(world.base, { cookie: cookieOf(anna) });
    expect(await client.closed.finally(() => world.sql('alter table session_away rename to session'))).toBe(1012);
  });

  test('lets nobody stand in a foreign space or hear of it', async () => {
    const client = await openPushClient(world.base, { cookie: cookieOf(boris) });
    expect(await client.stand(anna.spaceId, version)).toEqual({ space_id: null, version_id: null });
    await anna.item(version, { name: 'Secret' });
    await client.stand(boris.spaceId);
    expect(client.messages.map(({ event }) => event)).toEqual(['subscribed', 'subscribed']);
    await client.close();
  });

  test('survives what is no request', async () => {
    const client = await anna.push(version);
    for (const text of ['', '{', 'null', '[]', '{"space_id": "x"}', '\u0000']) client.send(text);
    expect(await client.stand(anna.spaceId, version)).toEqual({ space_id: anna.spaceId, version_id: version });
    await client.close();
  });
});

describe('edits', () => {
  test('arrive with their Diff, in the order of revisions, at all who have the version open and at no one else', async () => {
    const second = await anna.version();
    const [here, there] = [await anna.push(version), await anna.push(second)];
    const from = (await anna.ok(api.versions.get, { params: { id: version } })).revision;
    await Promise.all(Array.from({ length: 40 }, (_, index) => anna.item(version, { name: `Row ${index}` })));
    await here.heard('version_edit', (data) => data['revision'] === from + 40);
    const edits = here.messages.filter(({ event }) => event === 'version_edit').map(({ data }) => data as Record<string, any>);
    expect(edits.map(({ revision }) => revision)).toEqual(Array.from({ length: 40 }, (_, index) => from + 1 + index));
    for (const edit of edits) {
      expect(edit).toMatchObject({ version_id: version, name: 'wbs.create', author_id: anna.id, author: 'anna Tester' });
      expect(edit['diff'].wbs.added[0].name).toMatch(/^Row \d+$/);
    }
    expect(there.messages.map(({ event }) => event)).not.toContain('version_edit');
    await here.close();
    await there.close();
  });

  test('too large for the channel arrive without their Diff', async () => {
    const ids: number[] = [];
    for (let index = 0; index < 40; index += 1) ids.push(await anna.item(version, { name: `Large ${index}` }));
    const client = await anna.push(version);
    const items = ids.map((id) => ({
      id,
      name: Array.from({ length: 4000 }, () => String.fromCodePoint(0x4e00 + Math.floor(Math.random() * 20_000))).join(''),
    }));
    const { revision } = await anna.ok(api.wbs.updateMany, { params: { id: version }, body: { items } });
    const heard = await client.heard('version_edit', (data) => data['revision'] === revision);
    expect(heard['diff'] === null).toBe(true);
    const since = await anna.ok(api.edits.since, { params: { id: version }, query: { since: revision - 1 } });
    expect(since.edits[0].diff?.wbs?.updated).toHaveLength(40);
    await client.close();
  });

  test('that are refused are told to nobody', async () => {
    const client = await anna.push(version);
    await anna.refused(api.wbs.create, { params: { id: version }, body: { parent_id: 999_999, item: { name: 'X' } } });
    await anna.item(version, { name: 'After' });
    await client.heard('version_edit');
    expect(client.messages.filter(({ event }) => event === 'version_edit')).toHaveLength(1);
    await client.close();
  });
});

describe('what ends', () => {
  test('a session: its sockets are closed at once', async () => {
    const keys = { cookies: new Map<string, string>(), token: '' };
    await send(world.base, keys, api.auth.login, { body: { login: 'anna', password: PASSWORD } });
    const cookie = [...keys.cookies].map(([name, value]) => `${name}=${value}`).join('; ');
    const client = await openPushClient(world.base, { cookie });
    await client.stand(anna.spaceId, version);
    const other = await anna.push(version);
    await send(world.base, keys, api.auth.logout, {});
    expect(await client.closed).toBe(4401);
    await anna.item(version, { name: 'Still heard' });
    await other.heard('version_edit');
    await other.close();
  });

  test('a right, or what is given anew: the pages of that person look again, and hear on', async () => {
    const vera = await world.person('vera');
    await anna.ok(api.spaces.invite, { params: { id: anna.spaceId }, body: { login: 'vera', role_id: BUILT_IN_ROLE_ID.planner } });
    vera.spaceId = anna.spaceId;
    const client = await vera.push(version);
    const params = { id: anna.spaceId, userId: vera.id };
    await anna.ok(api.spaces.updateMember, { params, body: { role_id: BUILT_IN_ROLE_ID.viewer } });
    await client.heard('access_changed');
    await anna.item(version, { name: 'Heard by a viewer' });
    expect((await client.heard('version_edit'))['name']).toBe('wbs.create');
    await client.close();
  });

  test('what a role allows, or what is given on a node: the pages of those whom it concerns look again, and no others', async () => {
    const [wanda, nobody] = [await world.person('wanda'), await world.person('nobody')];
    const role_id = (await anna.ok(api.roles.create, { body: { name: 'Readers', rights: ['space.read', 'plan.read'] } })).id;
    await anna.ok(api.spaces.invite, { params: { id: anna.spaceId }, body: { login: 'wanda', role_id } });
    await world.join(nobody, anna, 'planner');
    wanda.spaceId = anna.spaceId;
    const [hers, other] = [await wanda.push(version), await nobody.push(version)];
    const node_id = (await anna.ok(api.facilities.create, { body: { name: 'Facility' } })).id;
    const looksAgain = async (change: () => Promise<unknown>) => {
      for (const { messages } of [hers, other]) messages.length = 0;
      await change();
      await hers.heard('access_changed');
      // A page that looked again would hear that before what came after it.
      await anna.item(version, { name: 'Heard by all' });
      await other.heard('version_edit');
      expect(other.messages.map(({ event }) => event)).not.toContain('access_changed');
    };
    await looksAgain(() => anna.ok(api.grants.grant, { body: { node_id, user_id: wanda.id, role_id: BUILT_IN_ROLE_ID.planner } }));
    await looksAgain(() => anna.ok(api.roles.update, { params: { id: role_id }, body: { name: 'All who read' } }));
    await Promise.all([hers.close(), other.close()]);
  });

  test('for many at once: their pages look again a few at a time, and all of them do', async () => {
    const clients = await Promise.all(Array.from({ length: 15 }, () => anna.push(version)));
    const { database, push } = world.app.services;
    const { read } = database;
    let [active, most] = [0, 0];
    database.read = async (scope, work) => {
      most = Math.max(most, (active += 1));
      return read(scope, work).finally(() => (active -= 1));
    };
    try {
      await database.write({ spaceId: anna.spaceId, userId: anna.id }, (tx) =>
        push.send(tx, { spaceId: anna.spaceId }, 'session_ended', {}),
      );
      await Promise.all(clients.map((client) => client.heard('access_changed')));
    } finally {
      database.read = read;
    }
    // A timer of the server may read as well.
    expect(most).toBeLessThanOrEqual(6);
    await Promise.all(clients.map((client) => client.close()));
  });

  test('the connection to the database: pages are told that they may have missed something, and hear as before', async () => {
    const client = await anna.push(version);
    const admin = new pg.Client(world.database.administration);
    await admin.connect();
    await admin.query(
      `select pg_terminate_backend(pid) from pg_stat_activity where datname = current_database() and pid <> pg_backend_pid()`,
    );
    await admin.end();
    await client.heard('resync');
    await expect
      .poll(() =>
        anna.item(version, { name: 'After the break' }).then(
          () => 'edited',
          () => 'away',
        ),
      )
      .toBe('edited');
    await client.heard('version_edit', ({ diff }) => diff?.wbs.added[0].name === 'After the break');
    await client.close();
  });
});
