import { api } from '@gantry/contract';
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { Context } from '../../../platform/context.ts';
import type { Env } from '../../../platform/env/env.ts';
import type { SignInEnv } from '../../../platform/env/env.sign-in.ts';
import { createSafeFetch } from '../../../platform/egress/egress.ts';
import { fail, Refused } from '../../../platform/fail.ts';
import { describeError, type Log } from '../../../platform/log.ts';
import { hashOf, keysOf, newToken, noteRefusal, openSession } from '../auth/auth.service.ts';
import { countTries, forgiveTries } from '../auth/auth.throttle.service.ts';
import { accountOf, type Account, tieOwn } from './single-sign-on.accounts.service.ts';
import { type KerberosProvider, openKerberosProvider } from './single-sign-on.kerberos.service.ts';
import { openProvider, type Provider } from './single-sign-on.provider.service.ts';
import { forgetAttempts, saveAttempt, takeAttempt } from './single-sign-on.repository.ts';
import { ATTEMPT_MINUTES, ATTEMPTS_OF_ADDRESS, returnPathOf } from './single-sign-on.rules.ts';

/** The ways in that are set up. */
export type IdentityProviders = { openid: Provider | null; adfs: Provider | null; kerberos: KerberosProvider | null; csrfSecret: string };

type Http = { request: FastifyRequest; reply: FastifyReply };
type Method = keyof SignInEnv;
type Fields = Readonly<Record<string, string | undefined>>;

/** Opens the ways in that the operator has set up. */
export function openIdentityProviders(
  env: Pick<Env, 'signIn' | 'publicUrl' | 'egressAllowed'>,
  csrfSecret: string,
  log: Log,
): IdentityProviders {
  const { openid, adfs, kerberos } = env.signIn;
  const safeFetch = createSafeFetch(env.egressAllowed);
  const redirectTo = (path: string) => ({ redirectUri: `${env.publicUrl}${path}`, safeFetch, log });
  return {
    openid: openid && openProvider('openid', openid, redirectTo(api.singleSignOn.openidReturn.path)),
    adfs: adfs && openProvider('adfs', adfs, redirectTo(api.singleSignOn.adfsReturn.path)),
    kerberos: kerberos && openKerberosProvider(kerberos, log),
    csrfSecret,
  };
}

/** The ways in that the sign-in page offers. */
export async function signInMethods({ openid, adfs, kerberos }: IdentityProviders): Promise<('password' | Method)[]> {
  const ticket = kerberos !== null && (await kerberos.available());
  return ['password', ...(openid ? ['openid' as const] : []), ...(adfs ? ['adfs' as const] : []), ...(ticket ? ['kerberos' as const] : [])];
}

/** Over TLS tied to this host, and sent along with the form that the directory's page posts from another site; plain HTTP cannot either. */
const cookieOf = (request: FastifyRequest) =>
  request.protocol === 'https'
    ? { name: '__Host-gantry_sso', attributes: { httpOnly: true, path: '/', secure: true, sameSite: 'none' as const } }
    : { name: 'gantry_sso', attributes: { httpOnly: true, path: '/', secure: false, sameSite: 'lax' as const } };

const limitsOf = (context: Context, step: 'begin' | 'return') => [{ key: `sso-${step}:${context.clientAddress}`, ...ATTEMPTS_OF_ADDRESS }];

/** Starts a sign-in: stores what binds the return to this browser and redirects it to the provider. */
export function beginSignIn(context: Context, provider: Provider | null, wanted: string | undefined, http: Http): Promise<FastifyReply> {
  return leading(context, provider?.method ?? null, http, async () => {
    if (!provider) return fail('sign_in.not_configured');
    await countTries(context, limitsOf(context, 'begin'));
    return http.reply.redirect(await launch(context, provider, { wanted, tieTo: null }, http), 302);
  });
}

/** Stores what binds the return to this browser; returns the address of the provider. */
export async function launch(
  context: Context,
  provider: Provider,
  { wanted, tieTo }: { wanted: string | undefined; tieTo: number | null },
  { request, reply }: Http,
): Promise<string> {
  const [proof, browser] = [{ state: newToken(), nonce: newToken(), codeVerifier: newToken() }, newToken()];
  const address = await provider.addressOf(proof);
  const { cookie } = keysOf(request);
  await context.write(async (tx) => {
    await forgetAttempts(tx);
    await saveAttempt(tx, {
      state_hash: hashOf(proof.state),
      browser_hash: hashOf(browser),
      method: provider.method,
      nonce: proof.nonce,
      code_verifier: proof.codeVerifier,
      return_path: returnPathOf(wanted),
      former_session: cookie ? hashOf(cookie) : null,
      tie_to: tieTo,
      minutes: ATTEMPT_MINUTES,
    });
  });
  const { name, attributes } = cookieOf(request);
  reply.setCookie(name, browser, { ...attributes, maxAge: ATTEMPT_MINUTES * 60 });
  return address;
}

/** Completes a sign-in at the provider with the same session as a password gives. */
export function finishSignIn(context: Context, providers: IdentityProviders, method: 'openid' | 'adfs', fields: Fields, http: Http) {
  return leading(context, method, http, async () => {
    const provider = providers[method];
    if (!provider) return fail('sign_in.not_configured');
    await countTries(context, limitsOf(context, 'return'));
    const { name, attributes } = cookieOf(http.request);
    const [state, browser] = [fields['state'] ?? '', http.request.cookies[name] ?? ''];
    const attempt = await context.write((tx) => takeAttempt(tx, { state_hash: hashOf(state), browser_hash: hashOf(browser), method }));
    if (!attempt.ok) return fail(`sign_in.${attempt.why}`);
    http.reply.clearCookie(name, attributes);
    const identity = await provider.redeem(fields, { state, nonce: attempt.nonce, codeVerifier: attempt.code_verifier });
    if (attempt.tie_to !== null) {
      await tieOwn(context, { userId: attempt.tie_to, session: attempt.former_session }, { ...identity, method });
      return wantsPage(http.request) ? http.reply.redirect(attempt.return_path, 303) : http.reply.send({ success: true });
    }
    const account = await accountOf(context, provider, identity);
    for (const step of ['begin', 'return'] as const) await forgive(context, step);
    const returnPath = wantsPage(http.request) ? attempt.return_path : undefined;
    const session = await enter(context, account, providers, { method, returnPath, former: attempt.former_session }, http);
    return returnPath === undefined ? session : http.reply.redirect('/auth/success?session=new', 303);
  });
}

/** Signs in by the ticket that the browser brings; without one it is told which kind is wanted. */
export function signInByTicket(context: Context, providers: IdentityProviders, http: Http) {
  return leading(context, 'kerberos', http, async () => {
    const provider = providers.kerberos;
    if (!provider) return fail('sign_in.not_configured');
    const ticket = /^Negotiate ([A-Za-z0-9+/=]+)$/i.exec(http.request.headers.authorization ?? '')?.[1];
    if (!ticket) {
      http.reply.header('www-authenticate', 'Negotiate');
      return fail((await provider.available()) ? 'sign_in.ticket_needed' : 'sign_in.kerberos_missing');
    }
    await countTries(context, limitsOf(context, 'return'));
    const { account, answer } = await provider.open(context, ticket);
    await forgive(context, 'return');
    if (answer) http.reply.header('www-authenticate', `Negotiate ${answer}`);
    return enter(context, account, providers, { method: 'kerberos' }, http);
  });
}

/** Uncounts the successful attempt; the counts of other people behind the same address stay. */
const forgive = (context: Context, step: 'begin' | 'return') =>
  forgiveTries(
    context,
    '',
    limitsOf(context, step).map(({ key }) => key),
  );

async function enter(
  context: Context,
  account: Account,
  { csrfSecret }: IdentityProviders,
  entry: { method: Method; returnPath?: string; former?: Buffer | null },
  http: Http,
) {
  if (account.status !== 'active') {
    await noteRefusal(context, account.id, account.login, { method: entry.method, reason: 'auth.user_disabled' });
    return fail('auth.user_disabled');
  }
  return openSession(context, account, http, csrfSecret, entry);
}

/** Whether the request comes from a browser's navigation rather than a script. */
const wantsPage = (request: FastifyRequest): boolean => (request.headers.accept ?? '').includes('text/html');

/** Does the work; a person whom it refuses sees why on a page, and the audit notes it. */
async function leading<T>(
  context: Context,
  method: Method | null,
  { request, reply }: Http,
  work: () => Promise<T>,
): Promise<T | FastifyReply> {
  try {
    return await work();
  } catch (error) {
    const code = error instanceof Refused ? error.code : 'server.unknown';
    if (method && code.startsWith('sign_in.') && !UNTOLD.has(code)) await noteRefusal(context, 0, '', { method, reason: code });
    // Negotiation starts with status 401, which a redirect would hide.
    if (method === 'kerberos' || !wantsPage(request)) throw error;
    if (!(error instanceof Refused)) context.log.error('defect', describeError(error));
    return reply.redirect(`/error?message=${encodeURIComponent(code)}`, 303);
  }
}

/** Refusals of nobody in particular. */
const UNTOLD = new Set(['sign_in.not_configured', 'sign_in.ticket_needed', 'sign_in.kerberos_missing']);
