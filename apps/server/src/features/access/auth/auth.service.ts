import type { FastifyReply, FastifyRequest } from 'fastify';
import { createHash, createHmac, randomBytes, timingSafeEqual } from 'node:crypto';
import type { Context, Services } from '../../../platform/context.ts';
import type { Tx } from '../../../platform/postgres/database.ts';
import { fail } from '../../../platform/fail.ts';
import { matchesSecret } from '../../../platform/secret-hash.ts';
import {
  deleteSession,
  deleteSessionsOf,
  findCredentials,
  findSession,
  isNewFromElsewhere,
  findOrSaveSecret,
  findSecret,
  listSessions,
  listSessionsIn,
  saveSession,
  type SessionOwner,
  takeToken,
} from './auth.repository.ts';
import { SIGN_IN_TRIES } from './auth.rules.ts';
import { countTries, forgiveTries, keyOfPerson } from './auth.throttle.service.ts';

export {
  findSecret,
  findSession,
  listLiveSessions,
  lockNames,
  saveLogLevels,
  saveVisit,
  type SessionOwner,
  touchSession,
} from './auth.repository.ts';
export { isAdministrator, isSameOrigin } from './auth.rules.ts';

/** Inner event: sessions or memberships have ended, pages that are open must be checked anew. */
export const SESSION_ENDED = 'session_ended';

const SESSION_HOURS = 12;
/** The page fetches its token right after the redirect. */
const TOKEN_SECONDS = 60;
const NOBODY = { spaceId: null, userId: null };

type Http = { request: FastifyRequest; reply: FastifyReply };

/** Hashes a token for storage, so that the database alone gives no access. */
export const hashOf = (token: string): Buffer => createHash('sha256').update(token).digest();

/** A key that nobody guesses. */
export const newToken = (): string => randomBytes(32).toString('base64url');

/** Over TLS a cookie carries the prefix that browsers tie to this host; plain HTTP (a machine of one's own) cannot. */
const nameHere = (request: FastifyRequest, name: string): string => (request.protocol === 'https' ? `__Host-${name}` : name);
const cookieName = (request: FastifyRequest): string => nameHere(request, 'gantry_sid');
const NO_COOKIES: FastifyRequest['cookies'] = {};
const csrfCookieName = (request: FastifyRequest): string => nameHere(request, 'XSRF-TOKEN');

/** Returns the credentials that a request carries. */
export function keysOf(request: FastifyRequest): { cookie: string | undefined; bearer: string | undefined } {
  return { cookie: request.cookies[cookieName(request)], bearer: /^Bearer (\S+)$/.exec(request.headers.authorization ?? '')?.[1] };
}

/** The cookies of a request without those that do not sign in. */
export function sessionCookieOf(request: FastifyRequest, copyOf: (value: string) => string): FastifyRequest['cookies'] {
  const value = request.cookies[cookieName(request)];
  return value === undefined ? NO_COOKIES : { [cookieName(request)]: copyOf(value) };
}

/** Reads the key that signs CSRF tokens; the same on every node. */
export async function loadCsrfSecret(services: Services): Promise<string> {
  return services.database.write(NOBODY, (tx) => findOrSaveSecret(tx, 'csrf_secret', newToken()));
}

/** A secret of the installation besides, made when it is first needed. */
export async function secretOfInstallation(services: Pick<Services, 'database'>, key: 'vapid_keys', make: () => string): Promise<string> {
  const kept = await services.database.read(NOBODY, (db) => findSecret(db, key));
  return kept ?? services.database.write(NOBODY, (tx) => findOrSaveSecret(tx, key, make()));
}

const csrfToken = (secret: string, sessionId: string): string => createHmac('sha256', secret).update(hashOf(sessionId)).digest('base64url');

export function bringsCsrfToken(request: FastifyRequest, secret: string, sessionId: string): boolean {
  const header = request.headers['x-xsrf-token'];
  return typeof header === 'string' && timingSafeEqual(hashOf(header), hashOf(csrfToken(secret, sessionId)));
}

/** Signs in with login or email and password; every failure looks alike. */
export async function signIn(context: Context, body: { login: string; password: string }, http: Http, csrfSecret: string) {
  const found = await context.read((db) => findCredentials(db, body.login));
  const account = keyOfPerson('account', found, body.login);
  const address = `address:${context.clientAddress}`;
  const { windowSeconds } = SIGN_IN_TRIES;
  await countTries(context, [
    { key: account, tries: SIGN_IN_TRIES.account, windowSeconds },
    { key: address, tries: SIGN_IN_TRIES.address, windowSeconds },
  ]);
  const good = await matchesSecret(body.password, found?.password_hash ?? null);
  if (!found || !good || found.status !== 'active') await noteRefusal(context, found?.id ?? 0, body.login);
  if (!found || !good) fail('auth.wrong_credentials');
  if (found.status !== 'active') fail('auth.user_disabled');
  await forgiveTries(context, account, [address]);
  return openSession(context, { id: found.id, name: found.name }, http, csrfSecret);
}

/**
 * Records a refused sign-in, the same for known and unknown accounts. An unknown login may be a password typed in the wrong field, so it is
 * not stored.
 */
export async function noteRefusal(context: Context, userId: number, login: string, details?: Record<string, unknown>): Promise<void> {
  const actor = { userId, actorId: userId, actorName: userId ? login : '' };
  await context.write((tx) => context.audit(tx, { action: 'auth.sign_in_refused', details }, actor));
}

/** The method of a sign-in and what the session records about it. */
export type Entry = {
  method: 'password' | 'openid' | 'adfs' | 'kerberos';
  /** Where the page continues when it fetches the token with a separate call. */
  returnPath?: string;
  /** A session of the same browser that this one follows. */
  former?: Buffer | null;
};

/** Opens a session: new random id, cookie, CSRF cookie; answers the token. A session that the request came with ends. */
export async function openSession(
  context: Context,
  person: { id: number; name: string },
  { request, reply }: Http,
  csrfSecret: string,
  { method, returnPath, former = null }: Entry = { method: 'password' },
) {
  const { id: userId, name: actorName } = person;
  const [id, token] = [newToken(), newToken()];
  const user_agent = (request.headers['user-agent'] ?? '').slice(0, 256);
  const { cookie } = keysOf(request);
  await context.write(async (tx) => {
    if (cookie) await deleteSession(tx, { idHash: hashOf(cookie) });
    if (former) await deleteSession(tx, { idHash: former });
    await saveSession(tx, {
      id_hash: hashOf(id),
      token_hash: hashOf(token),
      user_id: userId,
      user_agent,
      address: context.clientAddress,
      method,
      return_path: returnPath ?? null,
      hours: SESSION_HOURS,
      token_seconds: returnPath === undefined ? null : TOKEN_SECONDS,
    });
    await context.audit(tx, { action: 'auth.signed_in', details: { method } }, { userId, actorId: userId, actorName });
  });
  const secure = request.protocol === 'https';
  reply.setCookie(cookieName(request), id, { httpOnly: true, sameSite: 'lax', path: '/', secure });
  reply.setCookie(csrfCookieName(request), csrfToken(csrfSecret, id), { httpOnly: false, sameSite: 'lax', path: '/', secure });
  return { token, user_id: userId };
}

/** Finds the owner of the live session with this hashed id. */
export async function ownerOfSession(context: Pick<Context, 'read'>, idHash: Buffer): Promise<SessionOwner | null> {
  return context.read((db) => findSession(db, { idHash }));
}

const NEW_MINUTES = 5;

/** Whether another service has just vouched for the caller: for whom it does so may have no password. */
export const isJustVouchedFor = async ({ sessionId, read }: Pick<Context, 'sessionId' | 'read'>): Promise<boolean> =>
  sessionId !== null && read((db) => isNewFromElsewhere(db, sessionId, NEW_MINUTES));

/** Gives the page the token of a session that a redirect began: once, and within a minute. */
export async function takeSessionToken(context: Context) {
  const token = newToken();
  const { sessionId } = context;
  const taken = sessionId === null ? null : await context.write((tx) => takeToken(tx, sessionId, hashOf(token)));
  if (!taken) fail('auth.token_taken');
  return { token, user_id: taken.user_id, return_path: taken.return_path ?? '/' };
}

/** Ends the session of the call. */
export async function signOut(context: Context, { request, reply }: Http) {
  const { cookie, bearer } = keysOf(request);
  await context.write(async (tx) => {
    if (cookie) await deleteSession(tx, { idHash: hashOf(cookie) });
    if (bearer) await deleteSession(tx, { tokenHash: hashOf(bearer) });
    await context.push.send(tx, { spaceId: 0, userId: context.userId }, SESSION_ENDED, {});
  });
  // Browsers ignore a change of a `__Host-` cookie that is not secure.
  const gone = { path: '/', secure: request.protocol === 'https' };
  reply.clearCookie(cookieName(request), gone);
  reply.clearCookie(csrfCookieName(request), gone);
}

/** Where the caller is signed in. */
export async function listOwnSessions(context: Context) {
  const rows = await context.read((db) => listSessions(db, context.userId));
  return rows.map(({ created_at, last_activity, expires_at, ...row }) => ({
    ...row,
    current: row.id === context.sessionId,
    created_at: created_at.toISOString(),
    last_activity: last_activity.toISOString(),
    expires_at: expires_at.toISOString(),
  }));
}

/** Ends one session of the caller. */
export async function endOwnSession(context: Context, id: number): Promise<void> {
  await context.write(async (tx) => {
    if (!(await endSessionOf(context, tx, context.userId, id))) fail('auth.session_not_found');
  });
}

/** Ends all sessions of a person but one, in a transaction of the caller's; pages that are open find out at once. */
export async function endSessionsOf(context: Context, tx: Tx, userId: number, but: number | null = null): Promise<number> {
  const ended = await deleteSessionsOf(tx, userId, { but });
  await context.push.send(tx, { spaceId: 0, userId }, SESSION_ENDED, {});
  return ended;
}

/** Ends all sessions of the caller but this one. */
export async function endOtherSessions(context: Context): Promise<number> {
  return context.write((tx) => endSessionsOf(context, tx, context.userId, context.sessionId));
}

/** Sessions that have stood in the space of the call, or one of them. */
export const sessionsOfSpace = (context: Context, sessionId?: number) =>
  context.read((db) => listSessionsIn(db, context.spaceId, sessionId));

/** Ends one session of a person, in a transaction of the caller's; false where it has ended already. */
export async function endSessionOf(context: Context, tx: Tx, userId: number, id: number): Promise<boolean> {
  const ended = await deleteSessionsOf(tx, userId, { only: id });
  await context.push.send(tx, { spaceId: 0, userId }, SESSION_ENDED, {});
  return ended > 0;
}
