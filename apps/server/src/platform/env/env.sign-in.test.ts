import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { readEnv } from './env.ts';

const OPENID = { OIDC_ISSUER: 'https://sso.example.com', OIDC_CLIENT_ID: 'gantry', GANTRY_PUBLIC_URL: 'https://plans.example.com' };

test('what is not set is off', () => {
  expect(readEnv({}).signIn).toEqual({ openid: null, adfs: null, kerberos: null });
  expect(readEnv({ OIDC_ISSUER: '', KERBEROS_SERVICE: '' }).signIn).toEqual({ openid: null, adfs: null, kerberos: null });
});

test('a provider links nobody by address and makes no account unless it is told to, and its secret may lie in a file', () => {
  const folder = mkdtempSync(join(tmpdir(), 'gantry-env-'));
  writeFileSync(join(folder, 'secret'), 'from a file\n');
  const { openid } = readEnv({ ...OPENID, OIDC_CLIENT_SECRET_FILE: join(folder, 'secret') }).signIn;
  rmSync(folder, { recursive: true });
  expect(openid).toEqual({
    issuer: 'https://sso.example.com',
    clientId: 'gantry',
    clientSecret: 'from a file',
    scopes: 'openid profile email',
    linkByEmail: false,
    provision: false,
  });
  expect(readEnv(OPENID).signIn.openid?.clientSecret).toBeNull();
});

test('realms are a list, and hosts that may be called too', () => {
  const env = readEnv({
    KERBEROS_SERVICE: 'HTTP@plans.example.com',
    KERBEROS_REALM: 'A.TEST, B.TEST',
    GANTRY_EGRESS_ALLOWED: 'sso.corp, http://x:8080',
  });
  expect(env.signIn.kerberos).toEqual({ service: 'HTTP@plans.example.com', keytab: null, realms: ['A.TEST', 'B.TEST'], login: 'name' });
  expect(env.egressAllowed).toEqual(['sso.corp', 'http://x:8080']);
});

test.each([
  [{ OIDC_ISSUER: 'https://sso.example.com' }, 'OIDC_ISSUER and OIDC_CLIENT_ID belong together'],
  [{ ADFS_CLIENT_ID: 'gantry' }, 'ADFS_ISSUER and ADFS_CLIENT_ID belong together'],
  [{ OIDC_ISSUER: 'sso.example.com', OIDC_CLIENT_ID: 'gantry' }, 'OIDC_ISSUER is not usable'],
  [{ ...OPENID, GANTRY_PUBLIC_URL: '' }, 'GANTRY_PUBLIC_URL is not usable'],
  [{ ...OPENID, OIDC_PROVISION: 'yes' }, 'OIDC_PROVISION is not usable'],
  [{ ...OPENID, OIDC_CLIENT_SECRET_FILE: '/nowhere/secret' }, 'OIDC_CLIENT_SECRET_FILE is not usable'],
  [{ KERBEROS_SERVICE: 'plans.example.com' }, 'KERBEROS_SERVICE is not usable'],
  [{ KERBEROS_SERVICE: 'HTTP@plans.example.com' }, 'KERBEROS_REALM names the realms'],
])('%j is refused in one sentence', (given, sentence) => {
  expect(() => readEnv(given)).toThrow(sentence);
});
