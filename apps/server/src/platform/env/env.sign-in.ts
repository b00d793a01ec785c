import { z } from 'zod';

const text = z.string().min(1).optional();
const onOff = z.enum(['on', 'off']).default('off');

const providerVariables = <P extends string>(prefix: P, scopes: string) =>
  ({
    [`${prefix}_ISSUER`]: z.url({ protocol: /^https?$/ }).optional(),
    [`${prefix}_CLIENT_ID`]: text,
    [`${prefix}_CLIENT_SECRET`]: text,
    [`${prefix}_SCOPES`]: z.string().min(1).default(scopes),
    [`${prefix}_LINK_BY_EMAIL`]: onOff,
    [`${prefix}_PROVISION`]: onOff,
  }) as Record<`${P}_${'ISSUER' | 'CLIENT_ID' | 'CLIENT_SECRET'}`, typeof text> &
    Record<`${P}_SCOPES`, z.ZodDefault<z.ZodString>> &
    Record<`${P}_${'LINK_BY_EMAIL' | 'PROVISION'}`, typeof onOff>;

/** The variables of the identity providers. */
export const signInVariables = {
  ...providerVariables('OIDC', 'openid profile email'),
  ...providerVariables('ADFS', 'openid profile email'),
  KERBEROS_SERVICE: z
    .string()
    .regex(/^HTTP@[\w.-]+$/, 'it names the service as HTTP@host')
    .optional(),
  KERBEROS_KEYTAB: text,
  KERBEROS_REALM: text,
  KERBEROS_LOGIN: z.enum(['name', 'principal']).default('name'),
};

type Variables = z.output<z.ZodObject<typeof signInVariables>>;

/** An identity provider that speaks OpenID Connect. */
export type ProviderEnv = {
  issuer: string;
  clientId: string;
  clientSecret: string | null;
  scopes: string;
  /** Whether a verified address leads to the account that has it. */
  linkByEmail: boolean;
  /** Whether somebody without an account gets one. */
  provision: boolean;
};

/** Settings of sign-in by Kerberos. */
export type KerberosEnv = {
  /** `HTTP@host`, whose key the keytab holds. */
  service: string;
  keytab: string | null;
  /** Realms whose people are taken, as they are written in principals. */
  realms: string[];
  /** Whether the login is the name before the @ or the whole principal. */
  login: 'name' | 'principal';
};

/** The identity providers that the operator has configured; null for one that is not. */
export type SignInEnv = { openid: ProviderEnv | null; adfs: ProviderEnv | null; kerberos: KerberosEnv | null };

/** Reads them; throws one sentence where a part is missing. */
export function readSignIn(env: Variables): SignInEnv {
  return { openid: readProvider(env, 'OIDC'), adfs: readProvider(env, 'ADFS'), kerberos: readKerberos(env) };
}

function readProvider(env: Variables, prefix: 'OIDC' | 'ADFS'): ProviderEnv | null {
  const [issuer, clientId] = [env[`${prefix}_ISSUER`], env[`${prefix}_CLIENT_ID`]];
  if (!issuer && !clientId) return null;
  if (!issuer || !clientId) throw new Error(`The environment variables ${prefix}_ISSUER and ${prefix}_CLIENT_ID belong together.`);
  return {
    issuer,
    clientId,
    clientSecret: env[`${prefix}_CLIENT_SECRET`] ?? null,
    scopes: env[`${prefix}_SCOPES`],
    linkByEmail: env[`${prefix}_LINK_BY_EMAIL`] === 'on',
    provision: env[`${prefix}_PROVISION`] === 'on',
  };
}

function readKerberos(env: Variables): KerberosEnv | null {
  if (!env.KERBEROS_SERVICE) return null;
  const realms = (env.KERBEROS_REALM ?? '')
    .split(',')
    .map((realm) => realm.trim())
    .filter(Boolean);
  if (!realms.length) throw new Error('The environment variable KERBEROS_REALM names the realms whose people may sign in.');
  return { service: env.KERBEROS_SERVICE, keytab: env.KERBEROS_KEYTAB ?? null, realms, login: env.KERBEROS_LOGIN };
}
