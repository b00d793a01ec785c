import { type Endpoint, isSpaceRight } from '@gantry/contract';
import { RIGHTS_OF_ROLE, type SpaceRight } from '@gantry/domain';
import type { FastifyRequest } from 'fastify';
import { TOKEN_PREFIX, touchToken } from '../access-tokens/access-tokens.service.ts';
import { type Context, createContext, type Services } from '../../../platform/context.ts';
import { fail } from '../../../platform/fail.ts';
import { findSession, findTokenOwner, type SessionOwner, touchSession } from './auth.repository.ts';
import { isSameOrigin, needsCsrf } from './auth.rules.ts';
import { bringsCsrfToken, hashOf, keysOf } from './auth.service.ts';

const TOUCH_AFTER_SECONDS = 60;
const NOBODY = { spaceId: null, userId: null };

/** Who calls, and by what: a session of their own, or an access token with its bounds. */
type Caller = { owner: SessionOwner; cookie: string | null; token: { spaceId: number | null; rights: ReadonlySet<string> } | null };

/** Who calls: by bearer token (scripts) or by cookie (the page, which then brings the CSRF header with every change). */
export function createAuthenticate(
  services: Services,
  { csrfSecret, idlenessMinutes }: { csrfSecret: string; idlenessMinutes: number },
): (request: FastifyRequest, endpoint: Endpoint) => Promise<Context> {
  return async (request, endpoint) => {
    const { right } = endpoint;
    const base = { requestId: request.id, clientAddress: request.ip };
    if (endpoint.changesData && !isSameOrigin(request.headers)) fail('auth.csrf');
    if (right === 'public') return createContext(services, { ...base, userId: 0, userName: '', spaceId: 0, rights: new Set() });
    const spaceId = spaceOf(request, endpoint);
    const caller = await findCaller(services, request, spaceId);
    if (!caller || isIdle(caller.owner, idlenessMinutes)) fail('auth.not_signed_in');
    const { owner, cookie, token } = caller;
    if (cookie && needsCsrf(endpoint) && !bringsCsrfToken(request, csrfSecret, cookie)) fail('auth.csrf');
    if (right === 'own_session' && token) fail('auth.own_session_only');
    await keepAlive(services, endpoint, owner);
    const rights = rightsOf(caller, spaceId);
    if (isSpaceRight(right)) {
      if (!spaceId) fail('space.not_chosen');
      if (owner.deleting) fail('space.being_deleted');
      // A space that the caller is not a member of does not exist for them.
      if (!rights.size) fail('auth.forbidden');
      if (!rights.has(right)) fail('auth.forbidden', { right });
    }
    const userName = `${owner.first_name} ${owner.last_name}`.trim() || owner.login;
    return createContext(services, {
      ...base,
      userId: owner.user_id,
      userName,
      spaceId: rights.size ? (spaceId ?? 0) : 0,
      rights,
      sessionId: owner.session_id,
    });
  };
}

/** What the caller may do in the space: what their role allows, and where a token calls no more than it allows too. */
function rightsOf({ owner, token }: Caller, spaceId: number | null): ReadonlySet<SpaceRight> {
  const own = owner.role && owner.member_status === 'active' ? RIGHTS_OF_ROLE[owner.role] : [];
  if (!token) return new Set(own);
  return new Set(token.spaceId === null || token.spaceId === spaceId ? own.filter((right) => token.rights.has(right)) : []);
}

/** A session that nobody has used for longer than the page lets people be idle has ended, whatever the page did. */
function isIdle(owner: SessionOwner, minutes: number): boolean {
  return owner.session_id !== null && minutes > 0 && owner.idle_seconds > minutes * 60;
}

/** An open channel is no sign of a person: only calls keep a session alive. */
async function keepAlive(services: Services, endpoint: Endpoint, { session_id: id, idle_seconds: idle }: SessionOwner): Promise<void> {
  if (id !== null && idle > TOUCH_AFTER_SECONDS && endpoint.response !== 'socket')
    await services.database.write(NOBODY, (tx) => touchSession(tx, id));
}

async function findCaller(services: Services, request: FastifyRequest, spaceId: number | null): Promise<Caller | null> {
  const { cookie, bearer } = keysOf(request);
  const scope = { spaceId, userId: null };
  if (!cookie && bearer?.startsWith(TOKEN_PREFIX)) {
    const owner = await services.database.read(scope, (db) => findTokenOwner(db, hashOf(bearer), spaceId));
    if (!owner) return null;
    if ((owner.unused_seconds ?? TOUCH_AFTER_SECONDS + 1) > TOUCH_AFTER_SECONDS) await touchToken(services, owner.token_id);
    return { owner, cookie: null, token: { spaceId: owner.token_space_id, rights: new Set(owner.token_rights) } };
  }
  const by = cookie ? { idHash: hashOf(cookie) } : bearer ? { tokenHash: hashOf(bearer) } : null;
  const owner = by && (await services.database.read(scope, (db) => findSession(db, by, spaceId)));
  return owner && { owner, cookie: cookie ?? null, token: null };
}

/** The space of a call: the one in the path of a space call, else the one that the page stands in, else the last one. Only a hint: membership decides. */
function spaceOf(request: FastifyRequest, endpoint: Endpoint): number | null {
  const inPath = endpoint.path.startsWith('/api/v1/space/{id}') ? (request.params as { id?: string }).id : undefined;
  const given = Number(inPath ?? request.headers['x-space-id'] ?? request.cookies['space_id']);
  return Number.isSafeInteger(given) && given > 0 ? given : null;
}
