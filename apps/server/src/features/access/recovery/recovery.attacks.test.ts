import { api } from '@gantry/contract';
import { BUILT_IN_ROLE_ID } from '@gantry/domain';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { send } from '../../../testing/call.ts';
import { letterAfter, tokenIn } from '../../../testing/servers/mail-folder.ts';
import { createWorld, PASSWORD, type Person, type World } from '../../../testing/world.ts';

/** Somebody with an account who wants to be taken for somebody else, or to keep a way into an account that was theirs for a moment. */
const NEW = 'a lighthouse in november';

let world: World;
let host: Person;

beforeAll(async () => {
  world = await createWorld({ GANTRY_PUBLIC_URL: 'https://plans.gantry.example' });
  host = await world.person('host');
  await host.space();
});
afterAll(() => world.close());
beforeEach(() => world.sql('delete from sign_in_throttle'));

const profileOf = (login: string, email: string) => ({
  login,
  email,
  first_name: login,
  last_name: 'Tester',
  secret_question: 'First site?',
  password: PASSWORD,
});

/** Has a letter written to the present address of a person; answers the token of its link. */
const letterTo = async (login: string): Promise<string> => {
  const ask = () => send(world.base, null, api.recovery.requestReset, { body: { login } }, { by: 'nobody' });
  return tokenIn(await letterAfter(world.dataDir, `${login}@gantry.example`, ask));
};
const use = async (token: string) =>
  (await send(world.base, null, api.recovery.reset, { body: { token, password: NEW } }, { by: 'nobody' })).body.errors?.[0].code ?? 'ok';
const confirmed = async (login: string) =>
  (await world.sql('select email_confirmed_at from app_user where login = $1', [login]))[0].email_confirmed_at !== null;

test('a letter to one address confirms no other one: an invitation of the victim stays theirs', async () => {
  const mallory = await world.person('mallory');
  const token = await letterTo('mallory');
  await mallory.ok(api.users.update, { body: profileOf('mallory', 'victim@gantry.example') });
  expect(await use(token)).toBe('user.reset_failed');
  expect(await confirmed('mallory')).toBe(false);
  const role_id = BUILT_IN_ROLE_ID.administrator;
  const { user_id } = await host.ok(api.spaces.invite, { params: { id: host.spaceId }, body: { login: 'victim@gantry.example', role_id } });
  expect(user_id).toBeNull();
  // Nor by going back and forth: the letter has ended.
  await mallory.ok(api.users.update, { body: profileOf('mallory', 'mallory@gantry.example') });
  expect(await use(token)).toBe('user.reset_failed');
});

test('a letter confirms nothing where the address changes while it is used', async () => {
  const nina = await world.person('nina');
  const token = await letterTo('nina');
  // The change is under way when the letter is used, and is committed first.
  await world.sql(`create function slow_user() returns trigger language plpgsql as $$ begin perform pg_sleep(1); return new; end $$`);
  await world.sql(
    `create trigger slow_user before update on app_user for each row when (new.email <> old.email) execute function slow_user()`,
  );
  const change = nina.ok(api.users.update, { body: profileOf('nina', 'other@gantry.example') });
  await expect
    .poll(() => world.sql(`select 1 from pg_stat_activity where datname = current_database() and wait_event = 'PgSleep'`))
    .toHaveLength(1);
  const [code] = await Promise.all([use(token), change]);
  await world.sql('drop trigger slow_user on app_user');
  expect(code).toBe('user.reset_failed');
  expect(await confirmed('nina')).toBe(false);
});

test('a letter that is open ends with a change of the password', async () => {
  const olga = await world.person('olga');
  const token = await letterTo('olga');
  await olga.ok(api.users.changePassword, { body: { old_password: PASSWORD, password: 'eleven cranes over the harbour' } });
  expect(await use(token)).toBe('user.reset_failed');
});

test('access tokens end with another password or email where their owner says so', async () => {
  const pia = await world.person('pia');
  const make = async () => (await pia.ok(api.accessTokens.create, { body: { name: 'Script', rights: ['space.read'], days: 30 } })).token;
  const works = async (token: string) =>
    (await send(world.base, null, api.users.whoAmI, {}, { by: 'nobody', headers: { authorization: `Bearer ${token}` } })).status;
  const first = await make();
  await pia.ok(api.users.changePassword, { body: { old_password: PASSWORD, password: NEW } });
  expect(await works(first)).toBe(200);
  await pia.ok(api.users.changePassword, { body: { old_password: NEW, password: PASSWORD, end_tokens: true } });
  expect(await works(first)).toBe(401);
  const second = await make();
  await pia.ok(api.users.update, { body: { ...profileOf('pia', 'pia@gantry.example'), first_name: 'Pia', end_tokens: true } });
  expect(await works(second)).toBe(200);
  await pia.ok(api.users.update, { body: { ...profileOf('pia', 'pia@new.example'), end_tokens: true } });
  expect(await works(second)).toBe(401);
});
