import type * as Kerberos from 'kerberos';
import type { Context } from '../../../platform/context.ts';
import type { KerberosEnv } from '../../../platform/env/env.sign-in.ts';
import { fail } from '../../../platform/fail.ts';
import { describeError, type Log } from '../../../platform/log.ts';
import { type Account, accountOfLogin } from './single-sign-on.accounts.service.ts';
import { principalOf } from './single-sign-on.rules.ts';
import { errorMessage } from '../../../platform/errors.ts';

/** The way in by the ticket of the machine. */
export type KerberosProvider = {
  /** Whether the optional package is built here. */
  available(): Promise<boolean>;
  /** Verifies a ticket; returns its principal and the server's proof for the browser. */
  open(context: Context, ticket: string): Promise<{ account: Account; answer: string }>;
};

type Library = typeof Kerberos;

/** Opens the way; the package is loaded when somebody first asks for it, because most installations do without. */
export function openKerberosProvider(
  settings: KerberosEnv,
  log: Log,
  imported: () => Promise<unknown> = () => import('kerberos'),
): KerberosProvider {
  let loading: Promise<Library | null> | null = null;
  const library = (): Promise<Library | null> => (loading ??= load(settings, log, imported));
  return {
    available: async () => (await library()) !== null,
    async open(context, ticket) {
      const kerberos = await library();
      if (!kerberos) return fail('sign_in.kerberos_missing');
      const { principal, answer } = await accept(kerberos, settings, ticket, log);
      const person = principalOf(principal, settings.realms);
      if (!person) return fail('sign_in.unknown_account');
      const login = settings.login === 'name' ? person.name : principal;
      return { account: await accountOfLogin(context, login, { issuer: `kerberos:${person.realm}`, subject: person.name }), answer };
    },
  };
}

async function load(settings: KerberosEnv, log: Log, imported: () => Promise<unknown>): Promise<Library | null> {
  // MIT Kerberos reads it from the environment of the process when it first needs the key.
  if (settings.keytab) process.env['KRB5_KTNAME'] = settings.keytab;
  try {
    const loaded = (await imported()) as Library & { default?: Library };
    return loaded.default ?? loaded;
  } catch (error) {
    log.warn('sign_in.kerberos_missing', {
      why: 'The package kerberos is not built here: install libkrb5-dev and run npm rebuild kerberos --ignore-scripts=false, or leave KERBEROS_SERVICE out',
      ...describeError(error),
    });
    return null;
  }
}

/** One step of SPNEGO. A ticket that needs a second one (NTLM, an unknown mechanism) is refused; MIT's replay cache refuses one that was shown before. */
async function accept(
  kerberos: Library,
  { service }: KerberosEnv,
  ticket: string,
  log: Log,
): Promise<{ principal: string; answer: string }> {
  try {
    const server = await kerberos.initializeServer(service);
    await server.step(ticket);
    if (server.contextComplete) return { principal: server.username, answer: server.response ?? '' };
  } catch (error) {
    log.warn('sign_in.ticket_refused', { message: errorMessage(error) });
  }
  return fail('sign_in.ticket_refused');
}
