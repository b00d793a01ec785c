import { api } from '@gantry/contract';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { type Keys, send } from '../../../testing/call.ts';
import { type KerberosRealm, startRealm, whyNoRealm } from '../../../testing/servers/kerberos-realm.ts';
import { createLog } from '../../../platform/log.ts';
import { createWorld, type Person, type World } from '../../../testing/world.ts';

import { openKerberosProvider } from './single-sign-on.kerberos.service.ts';
import { signInMethods } from './single-sign-on.service.ts';

/** Against a real realm: MIT's key distribution centre on the loopback, and tickets that it gave. */
const missing = await whyNoRealm();

test('where the package is not built, the sign-in page does not offer the way, and the log says what to do', async () => {
  const lines: string[] = [];
  const settings = { service: 'HTTP@localhost', keytab: null, realms: ['GANTRY.TEST'], login: 'name' as const };
  const kerberos = openKerberosProvider(
    settings,
    createLog({}, (line) => lines.push(line)),
    () => Promise.reject(new Error('Cannot find module')),
  );
  const providers = { openid: null, adfs: null, kerberos, csrfSecret: '' };
  expect([await signInMethods(providers), await signInMethods(providers)]).toEqual([['password'], ['password']]);
  expect(lines).toHaveLength(1);
  expect(lines[0]).toContain('npm rebuild kerberos');
});

describe.skipIf(missing !== null)(`by Kerberos${missing ? ` (skipped: ${missing})` : ''}`, () => {
  let realm: KerberosRealm;
  let world: World;
  let anna: Person;
  const before = { ...process.env };

  beforeAll(async () => {
    realm = await startRealm('GANTRY.TEST');
    for (const name of ['anna', 'boris', 'ghost']) realm.person(name);
    Object.assign(process.env, realm.environment());
    world = await createWorld({ KERBEROS_SERVICE: 'HTTP@localhost', KERBEROS_KEYTAB: realm.keytab, KERBEROS_REALM: realm.name });
    anna = await world.person('anna');
    await world.person('boris');
  });
  afterAll(async () => {
    await world?.close();
    await realm?.close();
    for (const name of Object.keys(process.env)) if (!(name in before)) delete process.env[name];
    Object.assign(process.env, before);
  });
  beforeEach(async () => {
    await world.sql('delete from sign_in_throttle');
  });

  const bring = (token: string | null, there = world, headers: Record<string, string> = {}) => {
    const keys: Keys = { cookies: new Map(), token: '' };
    const authorization: Record<string, string> = token === null ? {} : { authorization: `Negotiate ${token}` };
    return send(there.base, keys, api.singleSignOn.kerberos, {}, { headers: { ...headers, ...authorization } }).then((answer) => ({
      ...answer,
      keys,
    }));
  };
  const codeOf = ({ body }: { body: any }): string => body.errors?.[0]?.code ?? 'ok';

  test('a browser without a ticket is told which kind is wanted', async () => {
    const answer = await bring(null);
    expect([answer.status, answer.headers.get('www-authenticate'), codeOf(answer)]).toEqual([401, 'Negotiate', 'sign_in.ticket_needed']);
    expect((await bring(null, world, { accept: 'text/html' })).status).toBe(401);
    expect((await anna.ok(api.system.state)).sign_in_methods).toEqual(['password', 'kerberos']);
  });

  test('a ticket opens the account of its person, with the session that a password gives, and the server proves itself', async () => {
    const answer = await bring(await realm.token('anna'));
    expect([answer.status, answer.body.user_id]).toEqual([200, anna.id]);
    expect(answer.headers.get('www-authenticate')).toMatch(/^Negotiate [A-Za-z0-9+/=]{20,}$/);
    expect((await send(world.base, answer.keys, api.users.whoAmI, {})).body.login).toBe('anna');
    const [noted] = await world.sql(`select actor_id, details from audit where action = 'auth.signed_in' order by id desc limit 1`);
    expect(noted).toEqual({ actor_id: anna.id, details: { method: 'kerberos' } });
  });

  test('replay: a ticket that was shown before is refused', async () => {
    const token = await realm.token('anna');
    expect(codeOf(await bring(token))).toBe('ok');
    expect(codeOf(await bring(token))).toBe('sign_in.ticket_refused');
    const [noted] = await world.sql(`select details from audit where action = 'auth.sign_in_refused' order by id desc limit 1`);
    expect(noted['details']).toEqual({ method: 'kerberos', reason: 'sign_in.ticket_refused' });
  });

  test('forgery: what is no ticket, or a changed one, is refused', async () => {
    const token = Buffer.from(await realm.token('anna'), 'base64');
    token[token.length - 40] ^= 1;
    for (const forged of [token.toString('base64'), 'AAAA', Buffer.from('NTLMSSP\0\u0001').toString('base64')])
      expect(codeOf(await bring(forged))).toBe('sign_in.ticket_refused');
    expect(codeOf(await bring('not base64!'))).toBe('sign_in.ticket_needed');
  });

  test('somebody of the realm without an account, and a person who was disabled, are refused', async () => {
    expect(codeOf(await bring(await realm.token('ghost')))).toBe('sign_in.unknown_account');
    await world.sql(`update app_user set status = 'disabled' where login = 'boris'`);
    expect(codeOf(await bring(await realm.token('boris')))).toBe('auth.user_disabled');
    await world.sql(`update app_user set status = 'active' where login = 'boris'`);
  });

  test('a login that changes hands leads nobody into the account of another', async () => {
    expect(codeOf(await bring(await realm.token('boris')))).toBe('ok');
    await world.sql(`update app_user set login = 'former-boris' where login = 'boris'`);
    const thief = await world.person('thief');
    await world.sql(`update app_user set login = 'boris' where id = $1`, [thief.id]);
    const answer = await bring(await realm.token('boris'));
    expect((await send(world.base, answer.keys, api.users.whoAmI, {})).body.login).toBe('former-boris');
  });

  test('login CSRF: another site cannot make the browser sign in', async () => {
    const token = await realm.token('anna');
    expect((await bring(token, world, { 'sec-fetch-site': 'cross-site' })).status).toBe(403);
    expect((await bring(token, world, { origin: 'https://evil.example' })).status).toBe(403);
  });

  test('a realm that is not named is refused; where the whole principal is the login, it is one', async () => {
    const [elsewhere, whole] = [
      await createWorld({ KERBEROS_SERVICE: 'HTTP@localhost', KERBEROS_KEYTAB: realm.keytab, KERBEROS_REALM: 'OTHER.TEST' }),
      await createWorld({
        KERBEROS_SERVICE: 'HTTP@localhost',
        KERBEROS_KEYTAB: realm.keytab,
        KERBEROS_REALM: `OTHER.TEST, ${realm.name}`,
        KERBEROS_LOGIN: 'principal',
      }),
    ];
    try {
      for (const there of [elsewhere, whole]) await there.person('anna');
      expect(codeOf(await bring(await realm.token('anna'), elsewhere))).toBe('sign_in.unknown_account');
      expect(codeOf(await bring(await realm.token('anna'), whole))).toBe('sign_in.unknown_account');
      await whole.sql(`update app_user set login = 'anna@GANTRY.TEST'`);
      expect(codeOf(await bring(await realm.token('anna'), whole))).toBe('ok');
    } finally {
      await Promise.all([elsewhere.close(), whole.close()]);
    }
  });
});
