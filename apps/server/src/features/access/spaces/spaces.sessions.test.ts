import { api } from '@gantry/contract';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type Keys, send } from '../../../testing/call.ts';
import { createWorld, PASSWORD, type Person, type World } from '../../../testing/world.ts';

let world: World;
let anna: Person;
let vera: Person;
let stranger: Person;

beforeAll(async () => {
  world = await createWorld();
  [anna, vera, stranger] = [await world.person('anna'), await world.person('vera'), await world.person('stranger')];
  await anna.space();
  await stranger.space();
  await world.join(vera, anna, 'planner');
});
afterAll(() => world.close());

const here = () => ({ params: { id: anna.spaceId } });
const list = async (by = anna) => (await by.ok(api.spaces.sessions, here())).sessions;
const end = (sessionId: number) => ({ params: { id: anna.spaceId, sessionId } });

describe('sessions in a space', () => {
  test('are those of members that have stood in it: whose, from where, how, since when', async () => {
    expect((await list()).filter(({ user_id }) => user_id === vera.id)).toEqual([]);
    await vera.ok(api.eps.tree);
    const [seen] = (await list()).filter(({ user_id }) => user_id === vera.id);
    expect(seen).toMatchObject({ name: 'vera Tester', login: 'vera', address: '127.0.0.1', method: 'password', current: false });
    expect(Date.parse(seen.last_activity)).toBeGreaterThan(Date.now() - 60_000);
    expect((await list()).find(({ user_id }) => user_id === anna.id)).toMatchObject({ current: true });
    expect(JSON.stringify(seen)).not.toContain(vera.keys.token);
  });

  test('of somebody who was added and never came are nobody’s business here', async () => {
    await world.join(stranger, anna, 'viewer');
    stranger.spaceId = 0;
    await stranger.ok(api.users.whoAmI);
    expect((await list()).some(({ user_id }) => user_id === stranger.id)).toBe(false);
    const [{ id }] = await world.sql('select id from session where user_id = $1', [stranger.id]);
    expect(await anna.refused(api.spaces.endSession, end(id as number))).toMatchObject({ status: 404, code: 'auth.session_not_found' });
  });

  test('are ended by who manages people: the other browser is out at once, its channel closes, and it is noted', async () => {
    const page = await vera.push();
    const [seen] = (await list()).filter(({ user_id }) => user_id === vera.id);
    await anna.ok(api.spaces.endSession, end(seen.id));
    expect(await page.closed).toBe(4401);
    expect(await vera.refused(api.eps.tree)).toMatchObject({ status: 401, code: 'auth.not_signed_in' });
    expect((await anna.ok(api.audit.list)).entries[0]).toMatchObject({
      action: 'spaces.endSession',
      details: { user: vera.id, login: 'vera' },
    });
    expect(await anna.refused(api.spaces.endSession, end(seen.id))).toMatchObject({ code: 'auth.session_not_found' });
    const keys: Keys = { cookies: new Map(), token: '' };
    const again = await send(world.base, keys, api.auth.login, { body: { login: 'vera', password: PASSWORD } }, { by: 'nobody' });
    expect(again.status).toBe(200);
    keys.token = again.body.token;
    vera.keys = keys;
    await vera.ok(api.eps.tree);
  });

  test('of somebody who may more, and one’s own, are not ended here', async () => {
    const admin = await world.person('admin');
    await world.join(admin, anna, 'administrator');
    await admin.ok(api.eps.tree);
    const sessions = await list(admin);
    const of = (person: Person) => sessions.find(({ user_id }) => user_id === person.id)?.id ?? 0;
    expect((await admin.refused(api.spaces.endSession, end(of(anna)))).code).toBe('role.above_own');
    expect((await admin.refused(api.spaces.endSession, end(of(admin)))).code).toBe('space.not_yourself');
  });

  test('are seen by nobody else, and from no other space', async () => {
    expect((await vera.refused(api.spaces.sessions, here())).code).toBe('auth.forbidden');
    const [seen] = (await list()).filter(({ user_id }) => user_id === vera.id);
    expect((await vera.refused(api.spaces.endSession, end(seen.id))).code).toBe('auth.forbidden');
    const outsider = await world.person('outsider');
    await outsider.space();
    const other = { params: { id: outsider.spaceId, sessionId: seen.id } };
    expect((await outsider.refused(api.spaces.endSession, other)).code).toBe('auth.session_not_found');
    expect(await outsider.refused(api.spaces.sessions, here())).toEqual(
      await outsider.refused(api.spaces.sessions, { params: { id: 777_777 } }),
    );
  });
});
