import { api } from '@gantry/contract';
import type { SpaceRight } from '@gantry/domain';
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { send } from '../../../testing/call.ts';
import { createWorld, type Person, type World } from '../../../testing/world.ts';
import { endedTokens } from './access-tokens.repository.ts';
import { forgetTokens } from './access-tokens.timers.service.ts';

let world: World;
let anna: Person;
let stranger: Person;

beforeAll(async () => {
  world = await createWorld();
  [anna, stranger] = [await world.person('anna'), await world.person('stranger')];
  await anna.space();
  await stranger.space();
});
afterAll(() => world.close());

const make = (rights: SpaceRight[], space_id: number | null = null) =>
  anna.ok(api.accessTokens.create, { body: { name: 'Script', rights, space_id, days: 30 } });

/** Calls as a script does: the token in the header, no cookie. */
const script = (
  token: string,
  endpoint: Parameters<typeof send>[2],
  call: Parameters<typeof send>[3] = {},
  spaceId: number | null = anna.spaceId,
) => send(world.base, null, endpoint, call, { by: 'nobody', spaceId, headers: { authorization: `Bearer ${token}` } });
const codeOf = async (answer: ReturnType<typeof script>) => (await answer).body.errors?.[0].code ?? 'ok';

test('a token is shown once, listed without it, kept as a hash, and revoked', async () => {
  const { id, token } = await make(['structure.read']);
  expect(token).toMatch(/^gantry_[\w-]{43}$/);
  const [listed] = (await anna.ok(api.accessTokens.list)).tokens;
  expect(listed).toMatchObject({ id, name: 'Script', rights: ['structure.read'], space_id: null, last_used_at: null, expired: false });
  expect(JSON.stringify(await world.sql(`select encode(token_hash, 'hex') h, * from access_token`))).not.toContain(token);
  expect(await codeOf(script(token, api.eps.tree))).toBe('ok');
  expect((await anna.ok(api.accessTokens.list)).tokens[0].last_used_at).not.toBeNull();
  await anna.ok(api.accessTokens.remove, { params: { id } });
  expect(await codeOf(script(token, api.eps.tree))).toBe('auth.not_signed_in');
  expect(await anna.refused(api.accessTokens.remove, { params: { id } })).toMatchObject({ status: 404, code: 'token.not_found' });
});

test('a token may do what it names, and never what its owner may not', async () => {
  const { token } = await make(['structure.read', 'space.delete']);
  expect(await codeOf(script(token, api.eps.create, { body: { kind: 'facility', name: 'X', parent_id: null } }))).toBe('auth.forbidden');
  expect(await codeOf(script(token, api.spaces.users, { params: { id: anna.spaceId } }))).toBe('auth.forbidden');
  await world.sql(`update space_user set role = 'viewer' where user_id = $1`, [anna.id]);
  expect(await codeOf(script(token, api.spaces.remove, { params: { id: anna.spaceId } }))).toBe('auth.forbidden');
  expect(await codeOf(script(token, api.eps.tree))).toBe('ok');
  await world.sql(`update space_user set role = 'owner' where user_id = $1`, [anna.id]);
});

test('a token of one space opens no other, not even one of its owner', async () => {
  const first = anna.spaceId;
  const { token } = await make(['structure.read'], first);
  const second = (await anna.ok(api.spaces.create, { body: { name: 'Second' } })).id;
  expect(await codeOf(script(token, api.eps.tree, {}, first))).toBe('ok');
  expect(await codeOf(script(token, api.eps.tree, {}, second))).toBe('auth.forbidden');
  const { token: wide } = await make(['structure.read']);
  expect(await codeOf(script(wide, api.eps.tree, {}, second))).toBe('ok');
  expect(await codeOf(script(wide, api.eps.tree, {}, stranger.spaceId))).toBe('auth.forbidden');
});

test('a token changes nothing about its owner: not the password, the sessions, the tokens or the profile', async () => {
  const { token } = await make(['space.read', 'space.manage']);
  for (const [endpoint, call] of [
    [api.users.changePassword, { body: { old_password: 'x', password: 'y'.repeat(12) } }],
    [api.users.update, { body: {} }],
    [api.auth.sessions, {}],
    [api.auth.endOtherSessions, {}],
    [api.accessTokens.list, {}],
    [api.accessTokens.create, { body: {} }],
    [api.spaces.create, { body: { name: 'By script' } }],
  ] as const)
    expect(await codeOf(script(token, endpoint, call as never))).toBe('auth.own_session_only');
  expect(await codeOf(script(token, api.users.whoAmI))).toBe('ok');
});

test('a token ends by its date, with its owner, and is worth nothing when a letter of it differs', async () => {
  const { id, token } = await make(['structure.read']);
  const forged = token.slice(0, -1) + (token.endsWith('A') ? 'B' : 'A');
  expect(await codeOf(script(forged, api.eps.tree))).toBe('auth.not_signed_in');
  await world.sql(`update access_token set expires_at = now() - interval '1 second' where id = $1`, [id]);
  expect(await codeOf(script(token, api.eps.tree))).toBe('auth.not_signed_in');
  expect((await anna.ok(api.accessTokens.list)).tokens.find((entry) => entry.id === id)?.expired).toBe(true);
  const other = await make(['structure.read']);
  await world.sql(`update app_user set status = 'disabled' where id = $1`, [anna.id]);
  expect(await codeOf(script(other.token, api.eps.tree))).toBe('auth.not_signed_in');
  await world.sql(`update app_user set status = 'active' where id = $1`, [anna.id]);
});

test("another person's token and space stay out of reach", async () => {
  const { id } = await make(['structure.read']);
  expect(await stranger.refused(api.accessTokens.remove, { params: { id } })).toMatchObject({ status: 404, code: 'token.not_found' });
  expect((await stranger.ok(api.accessTokens.list)).tokens).toEqual([]);
  const wish = (space_id: number) => ({ body: { name: 'X', rights: ['space.read' as const], space_id, days: 1 } });
  const foreign = await anna.refused(api.accessTokens.create, wish(stranger.spaceId));
  expect(foreign).toMatchObject({ status: 422, code: 'token.space_not_yours' });
  expect(await anna.refused(api.accessTokens.create, wish(999_999))).toEqual(foreign);
});

test.each([
  [{ name: '', rights: ['space.read'], days: 1 }],
  [{ name: 'X', rights: [], days: 1 }],
  [{ name: 'X', rights: ['everything'], days: 1 }],
  [{ name: 'X', rights: ['space.read'], days: 0 }],
  [{ name: 'X', rights: ['space.read'], days: 366 }],
  [{ name: 'X', rights: ['space.read'], days: 1, user_id: 1 }],
])('a wish like %j is refused', async (body) => {
  expect(await anna.refused(api.accessTokens.create, { body: body as never })).toMatchObject({ status: 400, code: 'request.invalid' });
});

test('tokens are at most two hundred a person; those that ended a year ago are forgotten a few at a time', async () => {
  const tess = await world.person('tess');
  const call = { body: { name: 'Script', rights: ['plan.read' as const], space_id: null, days: 30 } };
  await tess.ok(api.accessTokens.create, call);
  await world.sql(
    `insert into access_token (token_hash, user_id, name, rights, expires_at)
     select decode(md5('token' || n), 'hex'), $1, 'Old ' || n, '{plan.read}', now() - make_interval(days => case when n <= 5 then 366 else 364 end)
     from generate_series(1, 198) n`,
    [tess.id],
  );
  await tess.ok(api.accessTokens.create, call);
  expect(await tess.refused(api.accessTokens.create, call)).toMatchObject({ code: 'request.limit_reached', parameters: { most: 200 } });
  expect(await forgetTokens(world.app.services, 2)).toBe(5);
  expect((await tess.ok(api.accessTokens.list)).tokens).toHaveLength(195);
  await tess.ok(api.accessTokens.create, call);
});

test('tokens that ended are found by index', async () => {
  const plan = await world.app.services.database.write({ spaceId: null, userId: null, system: true }, async (tx) => {
    for (const way of ['seqscan', 'bitmapscan', 'sort']) await sql`set local ${sql.ref(`enable_${way}`)} = off`.execute(tx);
    return sql`explain ${endedTokens(10)}`.execute(tx);
  });
  expect(JSON.stringify(plan.rows)).toContain('access_token_by_end');
});
