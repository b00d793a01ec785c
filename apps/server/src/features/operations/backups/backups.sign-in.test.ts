import { api } from '@gantry/contract';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { answerBytes, type Keys, send } from '../../../testing/call.ts';
import { startTestProvider, type TestProvider } from '../../../testing/servers/openid-provider.ts';
import { CLIENT, environmentOf, OVER_TLS, signInBy } from '../../../testing/sign-in-journey.ts';
import { createWorld, type Person, type World } from '../../../testing/world.ts';

/** Two installations behind one provider, whose people have no passwords here. */
let provider: TestProvider;
let [home, away]: World[] = [];
let anna: Person;
let space: number;

const PEOPLE = { clara: true, dora: false };

beforeAll(async () => {
  provider = await startTestProvider(CLIENT);
  for (const [name, email_verified] of Object.entries(PEOPLE))
    provider.people.set(name, {
      sub: `${name}-1`,
      email: `${name}@gantry.example`,
      email_verified,
      given_name: name,
      preferred_username: name,
    });
  const environment = environmentOf(provider, { OIDC_LINK_BY_EMAIL: 'on', OIDC_PROVISION: 'on' });
  [home, away] = await Promise.all([createWorld(environment), createWorld(environment)]);
  anna = await home.person('anna');
  space = await anna.space('Riverside');
  await anna.item(await anna.version(), { name: 'Dig' });
});
afterAll(async () => {
  await Promise.all([home.close(), away.close()]);
  await provider.close();
});

const enter = async (world: World, name: string) => (await signInBy(world, provider, name)).browser;
const callAs = (world: World, keys: Keys, spaceId: number) => ({
  base: world.base,
  keys,
  options: { spaceId, by: 'bearer' as const, headers: OVER_TLS },
});
const userId = async (world: World, login: string) =>
  Number((await world.sql('select id from app_user where login = $1', [login]))[0]['id']);
const finished = (world: World, user: number, id: number) => world.app.services.jobs.finished(user, id);

test('an owner whom another service signs in restores in place right after the sign-in, and enters what was restored', async () => {
  const clara = await enter(home, 'clara');
  const id = await userId(home, 'clara');
  await home.sql(`insert into space_user (space_id, user_id, role) values ($1, $2, 'owner')`, [space, id]);
  const { job_id } = await anna.ok(api.backups.create, { params: { id: space }, body: {} });
  expect(await finished(home, anna.id, job_id)).toMatchObject({ result: { proven: true } });
  const [{ id: backupId }] = (await anna.ok(api.backups.list, { params: { id: space } })).backups;
  const { base, keys, options } = callAs(home, clara, space);
  const restore = () =>
    send(base, keys, api.backups.restore, { params: { id: space, backupId }, body: { mode: 'in_place', confirm: 'Riverside' } }, options);
  // An older sign-in, as one that somebody has stolen, does not do.
  await home.sql(`update session set created_at = now() - interval '6 minutes' where user_id = $1`, [id]);
  expect((await restore()).body.error_message).toBe('user.password_needed');
  await home.sql(`update session set created_at = now() where user_id = $1`, [id]);
  // A session that began with a password asks for the password again, even within the five minutes.
  const body = { mode: 'in_place' as const, confirm: 'Riverside' };
  expect(await anna.refused(api.backups.restore, { params: { id: space, backupId }, body })).toMatchObject({
    code: 'user.password_needed',
  });
  const begun = await restore();
  expect(begun.status).toBe(200);
  const done = await finished(home, id, begun.body.job_id);
  expect(done).toMatchObject({ status: 'done' });
  const copy = (done.result as { space_id: number }).space_id;
  const again = callAs(home, await enter(home, 'clara'), copy);
  const { status, body: seen } = await send(again.base, again.keys, api.spaces.users, { params: { id: copy } }, again.options);
  expect([status, seen.users.length]).toEqual([200, 2]);
  [space, anna.spaceId] = [copy, copy];
});

test('in another installation people are known by addresses that the provider has verified, and no backup ties an identity', async () => {
  const dora = await enter(home, 'dora');
  expect(dora.token).not.toBe('');
  await home.sql(`insert into space_user (space_id, user_id, role) values ($1, $2, 'planner')`, [space, await userId(home, 'dora')]);
  const { code } = await anna.ok(api.backups.recoveryCode, { params: { id: space } });
  const { job_id } = await anna.ok(api.backups.create, { params: { id: space }, body: {} });
  expect(await finished(home, anna.id, job_id)).toMatchObject({ result: { proven: true } });
  const [{ id: backupId }] = (await anna.ok(api.backups.list, { params: { id: space } })).backups;
  const { bytes } = await answerBytes(anna, api.backups.download, { params: { id: space, backupId } });

  const there = await away.person('anna');
  for (const name of Object.keys(PEOPLE)) await enter(away, name);
  const identities = () => away.sql('select issuer, subject, user_id from user_identity order by subject');
  const before = await identities();
  const form = new FormData();
  form.append('code', code);
  form.append('file', new Blob([bytes]), 'riverside.gantry-space');
  const done = await finished(away, there.id, (await there.ok(api.backups.upload, undefined, { raw: form })).job_id);
  expect(done).toMatchObject({ status: 'done', error: null });
  const copy = (done.result as { space_id: number }).space_id;
  expect(await identities()).toEqual(before);
  const members = await away.sql(
    'select u.login, m.role, m.status from space_user m join app_user u on u.id = m.user_id where space_id = $1 order by u.login',
    [copy],
  );
  expect(members).toMatchObject([
    { login: 'anna', role: 'owner', status: 'active' },
    { login: 'clara', status: 'disabled' },
    { login: expect.stringMatching(/^restored-/), status: 'disabled' },
  ]);
  // Nobody enters before the owner has let them in.
  const clara = callAs(away, await enter(away, 'clara'), copy);
  const read = async () => (await send(clara.base, clara.keys, api.spaces.users, { params: { id: copy } }, clara.options)).status;
  expect(await read()).not.toBe(200);
  await away.sql(`update space_user set status = 'active' where space_id = $1 and user_id = $2`, [copy, await userId(away, 'clara')]);
  expect(await read()).toBe(200);
});
