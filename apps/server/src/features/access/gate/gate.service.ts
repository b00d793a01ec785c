import { type Endpoint, isAudited, isKeptOutByLock, isSpaceRight, isWork, type Place, placeOf, placesOf, seatFor } from '@gantry/contract';
import type { FastifyRequest } from 'fastify';
import { type Context, createContext, type Services, type TokenBounds, type Who } from '../../../platform/context.ts';
import { type Db, perDatabase } from '../../../platform/postgres/database.ts';
import type { PrivacyPolicy } from '../../../platform/env/env.privacy.ts';
import { fail } from '../../../platform/fail.ts';
import { noteCaller } from '../../../platform/http/http.ts';
import { TOKEN_PREFIX, touchToken } from '../access-tokens/access-tokens.service.ts';
import {
  bringsCsrfToken,
  findSession,
  hashOf,
  isAdministrator,
  isSameOrigin,
  keysOf,
  saveVisit,
  type SessionOwner,
  touchSession,
} from '../auth/auth.service.ts';
import { giverName } from '../delegation/delegation.service.ts';
import { judgeCall, settleVerdict } from '../licenses/licenses.service.ts';
import { replacementOf } from '../spaces/spaces.replacement.service.ts';
import {
  type Access,
  delegated,
  isAllowedFrom,
  memberOf,
  NO_ACCESS,
  noteAccess,
  reachOf,
  rightsAnywhere,
  rightsAt,
  withinToken,
} from '../roles/roles.access.service.ts';
import { findLock, findTokenOwner } from './gate.repository.ts';
import { dayOfCaller, isBeforePrivacy, needsCsrf, reachesDeleted } from './gate.rules.ts';

const TOUCH_AFTER_SECONDS = 60;
const NOBODY = { spaceId: null, userId: null };

/** The preferences that a `Prefer` header names; unknown ones are ignored (RFC 7240). */
const preferencesOf = (header: string | string[] | undefined): ReadonlySet<string> =>
  new Set([header ?? []].flat().flatMap((line) => line.split(',', 10).map((name) => name.trim().toLowerCase())));

/** Who calls, and by what: a session of their own, or an access token with its bounds and the seconds since it was used last. */
type Caller = { owner: SessionOwner; cookie: string | null; token: TokenBounds | null; unused: number };

/** In whose name a call works, and what that person may in the space. */
type Standing = { userId: number; userName: string; access: Access; deleting: boolean; addresses: readonly string[] };

/**
 * The one gate of the API: who calls, by bearer token (scripts) or by cookie (the page, which then brings the CSRF header with every
 * change); in whose name; and whether they have the right of the endpoint where it must hold. What a call sees of the structure
 * is bounded here too, by the reach of its context.
 */
export function createAuthenticate(
  services: Services,
  { csrfSecret, idlenessMinutes, privacy = null }: { csrfSecret: string; idlenessMinutes: number; privacy?: PrivacyPolicy | null },
): (request: FastifyRequest, endpoint: Endpoint, action?: string) => Promise<Context> {
  return async (request, endpoint, action) => {
    const { right } = endpoint;
    const today = dayOfCaller(request.headers['x-local-day'], services.now());
    const base = {
      requestId: request.id,
      clientAddress: request.ip,
      spaceId: 0,
      rights: new Set<never>(),
      today,
      prefers: preferencesOf(request.headers['prefer']),
    };
    if (endpoint.changesData && !isSameOrigin(request.headers)) fail('auth.csrf');
    if (right === 'public') return createContext(services, { ...base, userId: 0, userName: '' });
    const admit = (caller: Caller | null): { who: Who; caller: Caller } => {
      if (!caller || isIdle(caller.owner, idlenessMinutes)) fail('auth.not_signed_in');
      const { owner, cookie, token } = caller;
      noteCaller(request, owner.user_id);
      if (cookie && needsCsrf(endpoint) && !bringsCsrfToken(request, csrfSecret, cookie)) fail('auth.csrf');
      if ((right === 'own_session' || right === 'installation') && token) fail('auth.own_session_only');
      if (privacy && owner.privacy_version !== privacy.version && !isBeforePrivacy(endpoint)) fail('user.privacy_not_accepted');
      if (right === 'installation' && !isAdministrator(services, owner)) fail('auth.forbidden', { right });
      const who: Who = {
        ...base,
        userId: owner.user_id,
        userName: owner.name,
        sessionId: owner.session_id,
        token,
        actorName: owner.name,
        auditEntry: auditEntryOf(request, endpoint, action),
      };
      return { who, caller };
    };
    const enter = async (db: Db, spaceId: number, { who, caller }: ReturnType<typeof admit>) => {
      if (!isSpaceRight(right)) return { context: createContext(services, who) };
      const here = { spaceId, userId: who.userId };
      const { access, deleting, addresses, ...standing } = await standingOf(db, spaceId, caller, request);
      const standIn = deleting ? await replacementOf(db, spaceId) : null;
      if (standIn !== null) return { standIn, who, caller };
      if (deleting && !reachesDeleted(endpoint)) fail('space.being_deleted');
      // A space that the caller is not a member of does not exist for them.
      if (!rightsAnywhere(access).size) fail('auth.forbidden');
      if (!isAllowedFrom(addresses, request.ip)) fail('IPNotAllowed');
      const mends = access.wide.has('licenses.manage') || access.wide.has('users.manage');
      // The seat belongs to the caller, also where they act for somebody else.
      const judged = await judgeCall(services, db, here, { work: isWork(endpoint), feature: seatFor(endpoint), mends });
      const [own, ...beside] = placesOf(endpoint);
      const rightsThere = (place: Place) => rightsAt(db, spaceId, access, place, () => idOf(request, place));
      const rights = await rightsThere(own);
      if (!rights.has(right)) fail('auth.forbidden', { right });
      for (const place of beside) if (!(await rightsThere(place)).has(right)) fail('auth.forbidden', { right });
      if (isKeptOutByLock(endpoint)) await refuseLocked(db, spaceId, idOf(request, placeOf(endpoint)));
      const context = createContext(services, {
        ...who,
        ...standing,
        actorId: who.userId,
        spaceId,
        rights,
        reach: await reachOf(db, spaceId, access),
      });
      noteAccess(context, access);
      return { context, judged, here };
    };
    const asked = isSpaceRight(right) ? spaceOf(request, endpoint) : null;
    const admitted: Caller[] = [];
    /** Who calls, and what they may where they call, in one transaction: every call asks. */
    const first = async (db: Db) => {
      const known = admit(await findCaller(db, request));
      admitted.push(known.caller);
      if (isSpaceRight(right) && asked === null) fail('space.not_chosen');
      return enter(db, asked ?? 0, known);
    };
    let entered = await services.database.read({ spaceId: asked, userId: null }, first).finally(async () => {
      // A call that is refused in its space is a sign of a person too.
      for (const caller of admitted) await keepAlive(services, endpoint, caller);
    });
    while (entered.standIn !== undefined) {
      const { standIn, ...known } = entered;
      renamePlace(request, endpoint, standIn);
      entered = await services.database.read({ spaceId: standIn, userId: null }, (db) => enter(db, standIn, known));
    }
    if (entered.judged) {
      await settleVerdict(services, entered.here, entered.judged);
      await noteVisit(services, entered.context.sessionId, entered.here.spaceId);
    }
    return entered.context;
  };
}

/** Where a restored space stands in for another one, addresses and pages that know the former one go on. */
function renamePlace(request: FastifyRequest, endpoint: Endpoint, standIn: number): void {
  const place = placeOf(endpoint);
  if ((place.kind === 'space' || place.kind === 'anywhere') && place.param)
    (request.params as Record<string, string>)[place.param] = String(standIn);
}

/** A locked version is closed before anything of the call is looked at, so that no call forgets to ask. */
async function refuseLocked(db: Db, spaceId: number, versionId: number | null): Promise<void> {
  const version = versionId === null ? null : await findLock(db, spaceId, versionId);
  if (version?.locked) fail('version.locked', { name: version.name });
}

/** What the audit says of a call: its name and the things that its path names. */
function auditEntryOf(request: FastifyRequest, endpoint: Endpoint, action: string | undefined): Who['auditEntry'] {
  if (!action || !isAudited(endpoint)) return null;
  const segments = endpoint.path.slice('/api/v1/'.length).split('/');
  const params = request.params as Record<string, string>;
  const named = segments.flatMap((segment, index) => {
    const name = /^\{(\w+)\}$/.exec(segment)?.[1];
    return name === undefined ? [] : [`${segments[index - 1]} ${params[name] ?? ''}`];
  });
  return { action, object: named.join(', ').slice(0, 200) };
}

/** The caller in the space, or, where they ask for it and it was given to them, the person they act for. */
async function standingOf(db: Db, spaceId: number, { owner, token }: Caller, request: FastifyRequest): Promise<Standing> {
  const member = await memberOf(db, spaceId, owner.user_id);
  const [deleting, addresses] = [member?.deleting ?? false, member?.allowed_addresses ?? []];
  const bounded = (access: Access): Access => withinToken(access, spaceId, token);
  const named = request.headers['x-on-behalf-of'];
  if (!member || named === undefined || Number(named) === owner.user_id)
    return { userId: owner.user_id, userName: owner.name, access: bounded(member?.access ?? NO_ACCESS), deleting, addresses };
  const giverId = Number(named);
  const name = Number.isSafeInteger(giverId) ? await giverName(db, spaceId, giverId, owner.user_id) : null;
  const giver = name === null ? null : await memberOf(db, spaceId, giverId);
  if (!giver || name === null) fail('delegation.not_valid');
  return { userId: giverId, userName: `${name} (${owner.name})`, access: bounded(delegated(giver.access)), deleting, addresses };
}

/** The node or version that a call names. */
function idOf(request: FastifyRequest, place: Place): number | null {
  if (place.kind === 'space' || place.kind === 'anywhere') return null;
  const given = ('param' in place ? request.params : request.body) as Record<string, unknown> | null;
  const from = given?.['param' in place ? place.param : place.field];
  const id = typeof from === 'string' || typeof from === 'number' ? Number(from) : Number.NaN;
  return Number.isSafeInteger(id) && id > 0 ? id : null;
}

/** A session that nobody has used for longer than the page lets people be idle has ended, whatever the page did. */
function isIdle(owner: SessionOwner, minutes: number): boolean {
  return owner.session_id !== null && minutes > 0 && owner.idle_seconds > minutes * 60;
}

/** Writes down that a session or a token was used. An open channel is no sign of a person: only calls keep a session alive. */
async function keepAlive(services: Services, endpoint: Endpoint, { owner, token, unused }: Caller): Promise<void> {
  const { session_id: id, idle_seconds: idle } = owner;
  if (token && unused > TOUCH_AFTER_SECONDS) await touchToken(services, token.id);
  if (id !== null && idle > TOUCH_AFTER_SECONDS && endpoint.response !== 'socket')
    await services.database.write(NOBODY, (tx) => touchSession(tx, id));
}

/** Where each session was seen last by this process, so that not every call writes it down. */
const visitsOf = perDatabase(() => new Map<string, number>());
const VISITS_KEPT = 10_000;

async function noteVisit(services: Services, sessionId: number | null, spaceId: number): Promise<void> {
  if (sessionId === null) return;
  const visits = visitsOf(services);
  const [key, now] = [`${sessionId}:${spaceId}`, performance.now()];
  if (now - (visits.get(key) ?? Number.NEGATIVE_INFINITY) < TOUCH_AFTER_SECONDS * 1000) return;
  if (visits.size >= VISITS_KEPT) visits.clear();
  visits.set(key, now);
  await services.database.write({ spaceId, userId: null }, (tx) => saveVisit(tx, spaceId, sessionId));
}

async function findCaller(db: Db, request: FastifyRequest): Promise<Caller | null> {
  const { cookie, bearer } = keysOf(request);
  if (!cookie && bearer?.startsWith(TOKEN_PREFIX)) {
    const owner = await findTokenOwner(db, hashOf(bearer));
    if (!owner) return null;
    const token = { id: owner.token_id, spaceId: owner.token_space_id, rights: new Set(owner.token_rights) };
    return { owner, cookie: null, token, unused: owner.unused_seconds ?? Number.POSITIVE_INFINITY };
  }
  const by = cookie ? { idHash: hashOf(cookie) } : bearer ? { tokenHash: hashOf(bearer) } : null;
  const owner = by && (await findSession(db, by));
  return owner && { owner, cookie: cookie ?? null, token: null, unused: 0 };
}

/**
 * Reads the space of a call: from the path of a space call, else from the header, else from the address of a picture or a download (a
 * browser sends no header for those), else from the cookie of the last space. It is only a hint: membership decides.
 */
function spaceOf(request: FastifyRequest, endpoint: Endpoint): number | null {
  const place = placeOf(endpoint);
  const named = place.kind === 'space' || place.kind === 'anywhere' ? place.param : undefined;
  const inPath = named ? (request.params as Record<string, string | undefined>)[named] : undefined;
  const inAddress = endpoint.response === 'binary' ? (request.query as { space_id?: string }).space_id : undefined;
  const given = Number(inPath ?? request.headers['x-space-id'] ?? inAddress ?? request.cookies['space_id']);
  return Number.isSafeInteger(given) && given > 0 ? given : null;
}
