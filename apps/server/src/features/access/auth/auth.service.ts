import type { Endpoint } from '@gantry/contract';
import { RIGHTS_OF_ROLE, type SpaceRight } from '@gantry/domain';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { createHash, createHmac, randomBytes, timingSafeEqual } from 'node:crypto';
import { type Context, createContext, type Services } from '../../../platform/context.ts';
import { fail } from '../../../platform/fail.ts';
import {
  countTry,
  deleteSession,
  findCredentials,
  findOrSaveSecret,
  findSession,
  forgetEnded,
  forgetTries,
  saveSession,
  type SessionOwner,
  takeBackTry,
  touchSession,
} from './auth.repository.ts';
import { matchesSecret } from '../../../platform/secret-hash.ts';
import { isSameOrigin, needsCsrf, SIGN_IN_TRIES } from './auth.rules.ts';

export { isSameOrigin } from './auth.rules.ts';

/** Inner event: sessions or memberships have ended, pages that are open must be checked anew. */
export const SESSION_ENDED = 'session_ended';

const SESSION_HOURS = 12;
const TOUCH_AFTER_SECONDS = 60;
const NOBODY = { spaceId: null, userId: null };

const hashOf = (token: string): Buffer => createHash('sha256').update(token).digest();
const newToken = (): string => randomBytes(32).toString('base64url');

/** Over TLS the cookie carries the prefix that browsers tie to this host; plain HTTP (a machine of one's own) cannot. */
const cookieName = (request: FastifyRequest): string => (request.protocol === 'https' ? '__Host-gantry_sid' : 'gantry_sid');
const CSRF_COOKIE = 'XSRF-TOKEN';

/** Reads the key that signs CSRF tokens; the same on every node. */
export async function loadCsrfSecret(services: Services): Promise<string> {
  return services.database.write(NOBODY, (tx) => findOrSaveSecret(tx, newToken()));
}

const csrfToken = (secret: string, sessionId: string): string => createHmac('sha256', secret).update(hashOf(sessionId)).digest('base64url');

function matches(left: string, right: string): boolean {
  const [a, b] = [hashOf(left), hashOf(right)];
  return timingSafeEqual(a, b);
}

/** Who calls: by bearer token (scripts) or by cookie (the page, which then brings the CSRF header with every change). */
export function createAuthenticate(
  services: Services,
  csrfSecret: string,
): (request: FastifyRequest, endpoint: Endpoint) => Promise<Context> {
  return async (request, endpoint) => {
    const { right } = endpoint;
    const base = { requestId: request.id, clientAddress: request.ip };
    if (endpoint.changesData && !isSameOrigin(request.headers)) fail('auth.csrf');
    if (right === 'public') return createContext(services, { ...base, userId: 0, userName: '', spaceId: 0, rights: new Set() });
    const spaceId = spaceOf(request, endpoint);
    const owner = await ownerOf(services, request, spaceId);
    if (!owner) fail('auth.not_signed_in');
    if (owner.by === 'cookie' && needsCsrf(endpoint)) {
      const header = request.headers['x-xsrf-token'];
      const good = typeof header === 'string' && matches(header, csrfToken(csrfSecret, owner.sessionId));
      if (!good) fail('auth.csrf');
    }
    const rights = rightsOf(owner.session);
    if (right !== 'signed_in') {
      if (!spaceId) fail('space.not_chosen');
      if (owner.session.deleting) fail('space.being_deleted');
      // A space that the caller is not a member of does not exist for them.
      if (!rights.size) fail('auth.forbidden');
      if (!rights.has(right)) fail('auth.forbidden', { right });
    }
    const userName = `${owner.session.first_name} ${owner.session.last_name}`.trim() || owner.session.login;
    return createContext(services, { ...base, userId: owner.session.user_id, userName, spaceId: rights.size ? (spaceId ?? 0) : 0, rights });
  };
}

function rightsOf(session: SessionOwner): ReadonlySet<SpaceRight> {
  return new Set(session.role && session.member_status === 'active' ? RIGHTS_OF_ROLE[session.role] : []);
}

async function ownerOf(
  services: Services,
  request: FastifyRequest,
  spaceId: number | null,
): Promise<{ session: SessionOwner; by: 'cookie' | 'token'; sessionId: string } | null> {
  const cookie = request.cookies[cookieName(request)];
  const bearer = /^Bearer (\S+)$/.exec(request.headers.authorization ?? '')?.[1];
  const by = cookie ? { idHash: hashOf(cookie) } : bearer ? { tokenHash: hashOf(bearer) } : null;
  if (!by) return null;
  const session = await services.database.read({ spaceId, userId: null }, (db) => findSession(db, by, spaceId));
  if (!session) return null;
  const idHash = cookie ? hashOf(cookie) : null;
  if (idHash && session.idle_seconds > TOUCH_AFTER_SECONDS) await services.database.write(NOBODY, (tx) => touchSession(tx, idHash));
  return { session, by: cookie ? 'cookie' : 'token', sessionId: cookie ?? '' };
}

/** The space of a call: the one in the path of a space call, else the one that the page stands in, else the last one. Only a hint: membership decides. */
function spaceOf(request: FastifyRequest, endpoint: Endpoint): number | null {
  const inPath = endpoint.path.startsWith('/api/v1/space/{id}') ? (request.params as { id?: string }).id : undefined;
  const given = Number(inPath ?? request.headers['x-space-id'] ?? request.cookies['space_id']);
  return Number.isSafeInteger(given) && given > 0 ? given : null;
}

/** Signs in with login or email and password; every failure looks alike. */
export async function signIn(
  context: Context,
  body: { login: string; password: string },
  http: { request: FastifyRequest; reply: FastifyReply },
  csrfSecret: string,
) {
  const account = `account:${body.login.toLowerCase()}`;
  const address = `address:${context.clientAddress}`;
  const { windowSeconds } = SIGN_IN_TRIES;
  const tries = await context.write(async (tx) => ({
    account: await countTry(tx, account, windowSeconds),
    address: await countTry(tx, address, windowSeconds),
  }));
  if (tries.account > SIGN_IN_TRIES.account || tries.address > SIGN_IN_TRIES.address)
    fail('auth.too_many_tries', { minutes: windowSeconds / 60 });
  const found = await context.read((db) => findCredentials(db, body.login));
  const good = await matchesSecret(body.password, found?.password_hash ?? null);
  if (!found || !good) fail('auth.wrong_credentials');
  if (found.status !== 'active') fail('auth.user_disabled');
  await context.write(async (tx) => {
    await forgetTries(tx, account);
    await takeBackTry(tx, address);
    await forgetEnded(tx, windowSeconds);
  });
  return openSession(context, found.id, http, csrfSecret);
}

/** Opens a session: new random id, cookie, CSRF cookie; answers the token. */
export async function openSession(
  context: Context,
  userId: number,
  { request, reply }: { request: FastifyRequest; reply: FastifyReply },
  csrfSecret: string,
) {
  const [id, token] = [newToken(), newToken()];
  const user_agent = (request.headers['user-agent'] ?? '').slice(0, 256);
  await context.write((tx) =>
    saveSession(tx, { id_hash: hashOf(id), token_hash: hashOf(token), user_id: userId, user_agent, hours: SESSION_HOURS }),
  );
  const secure = request.protocol === 'https';
  reply.setCookie(cookieName(request), id, { httpOnly: true, sameSite: 'lax', path: '/', secure });
  reply.setCookie(CSRF_COOKIE, csrfToken(csrfSecret, id), { httpOnly: false, sameSite: 'lax', path: '/', secure });
  return { success: true as const, token, user_id: userId };
}

/** Ends the session of the call. */
export async function signOut(context: Context, { request, reply }: { request: FastifyRequest; reply: FastifyReply }) {
  const cookie = request.cookies[cookieName(request)];
  const bearer = /^Bearer (\S+)$/.exec(request.headers.authorization ?? '')?.[1];
  await context.write(async (tx) => {
    if (cookie) await deleteSession(tx, { idHash: hashOf(cookie) });
    if (bearer) await deleteSession(tx, { tokenHash: hashOf(bearer) });
    await context.push.send(tx, { spaceId: 0, userId: context.userId }, SESSION_ENDED, {});
  });
  reply.clearCookie(cookieName(request), { path: '/' });
  reply.clearCookie(CSRF_COOKIE, { path: '/' });
  return { success: true as const };
}
