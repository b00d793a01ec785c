import { api, type PushMessage, type PushRequest, pushRequest } from '@gantry/contract';
import { oncePer } from '@gantry/domain';
import type { WebsocketHandler } from '@fastify/websocket';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { randomUUID } from 'node:crypto';
import type { ServerResponse } from 'node:http';
import { setTimeout as pause } from 'node:timers/promises';
import type { Context, Services } from '../../../platform/context.ts';
import { perDatabase } from '../../../platform/postgres/database.ts';
import type { Authenticate } from '../../../platform/http/http.ts';
import { Refused } from '../../../platform/fail.ts';
import { findJob, inShort } from '../../../platform/jobs/jobs.list.ts';
import type { Listener } from '../../../platform/push.ts';
import { isSameOrigin, SESSION_ENDED } from '../auth/auth.service.ts';
import { mayReadVersion } from '../roles/roles.access.service.ts';
import { checkAccess } from '../spaces/spaces.service.ts';
import { type OpenPage, type Rounds, startRounds, type Watch } from './push.rounds.service.ts';
import { countPages } from './push.pages.rules.ts';
import { fullCredit, MESSAGES_BEHIND, nextCheck, spend } from './push.rules.ts';

type Socket = Parameters<WebsocketHandler>[0];

/** A page that takes more than this behind is cut off; it reconnects and loads again. */
const MAX_BUFFERED_BYTES = 1024 * 1024;
const NOT_SIGNED_IN = 4401;
/** The close code for what is too much of a page. */
const TOO_MUCH = 1008;
/** The close code of a server that is full: the page tries another, or again. */
const LATER = 1013;
/** Close code that asks a page to reconnect: its rights could not be checked. */
const RESTART = 1012;
/** Tells a page that its person's rights have changed, so that it reloads what it shows. */
const ACCESS_CHANGED: PushMessage = { event: 'access_changed', data: {} };
/** Tells a page that it may have missed messages. */
const RESYNC: PushMessage = { event: 'resync', data: {} };

const pagesOf = perDatabase(() => countPages());

/** Counts a page of a person. Where the person or this server has too many pages, closes the socket with the reason and returns false. */
function openPage(services: Services, userId: number, socket: Socket): boolean {
  const pages = pagesOf(services);
  const refused = pages.enter(userId, socket);
  if (refused === 'ofPerson') socket.close(TOO_MUCH, 'too many pages');
  else if (refused === 'ofServer') socket.close(LATER, 'too many pages on this server');
  else socket.on('close', () => pages.leave(userId, socket));
  return refused === null;
}

/** Mounts the push channel. A page subscribes to a place and receives only events that its person may see. */
export function mountPush(
  http: FastifyInstance,
  services: Services,
  authenticate: Authenticate,
  { watch, idlenessMinutes }: { watch: Watch; idlenessMinutes: number },
): void {
  const rounds = startRounds(services, { idlenessMinutes });
  http.addHook('onClose', async () => {
    rounds.stop();
    watch.close();
  });
  services.push.expand('job', async (data) => {
    const job = await findJob(services.database, { userId: data.user_id }, data.id);
    return job && { job: inShort(job) };
  });
  http.get('/api/v1/events/stream', { websocket: true }, async (socket, request) => {
    const asker = askerOf(request);
    const signedIn = () =>
      authenticate(asker, api.push.stream).catch((error: unknown) =>
        error instanceof Refused && error.status === 401 ? null : Promise.reject(error),
      );
    // Listens from the start, because the page may subscribe before it is authenticated.
    let sent: Buffer | null = null;
    let hear = (raw: Buffer): void => void (sent = raw);
    socket.on('message', (raw: Buffer) => hear(raw));
    letGo(socket, request);
    const context = isSameOrigin(request.headers) ? await signedIn().catch(() => null) : null;
    if (!context) return socket.close(NOT_SIGNED_IN, 'not signed in');
    if (socket.readyState !== socket.OPEN) return;
    if (!openPage(services, context.userId, socket)) return;
    hear = attend(socket, context, services, signedIn, { watch, rounds });
    if (sent) hear(sent);
  });
}

const ignore = (): void => undefined;

/** The part of the request that later checks of the page authenticate by. The whole request would hold its headers in memory while the page is open. */
const askerOf = ({ id, ip, protocol, headers: { authorization }, cookies }: FastifyRequest): FastifyRequest =>
  ({ id, ip, protocol, headers: { authorization }, cookies }) as FastifyRequest;

/** Releases the request and the response of the upgrade, which the connection and the listeners of the library hold. */
function letGo(socket: Socket, { raw }: FastifyRequest): void {
  socket.removeAllListeners('error');
  socket.on('error', ignore);
  const { _httpMessage: answer } = raw.socket as typeof raw.socket & { _httpMessage?: ServerResponse | null };
  answer?.detachSocket(raw.socket);
}

/** One message goes to every page that hears it: it is written down once. */
const textOf = oncePer((message: PushMessage): string => JSON.stringify(message));

/** Sends a page the events of its place; returns the handler of its messages. */
function attend(
  socket: Socket,
  context: Context,
  services: Services,
  signedIn: () => Promise<Context | null>,
  { watch, rounds }: { watch: Watch; rounds: Rounds },
): (raw: Buffer) => void {
  const place = follow(context.userId, watch);
  /** Messages that wait while the server checks whether the page may still receive them. */
  let held: { message: PushMessage; isPersonal: boolean }[] | null = null;
  const recheck = async () => {
    try {
      if (!(await signedIn())) return socket.close(NOT_SIGNED_IN, 'not signed in');
      const { spaceId, versionId } = listener;
      if (spaceId === null) return;
      if (!(await checkAccess(context, spaceId)).allowed) leaveSpace();
      else if (versionId !== null && listener.versionId === versionId && !(await mayReadVersion(context, spaceId, versionId)))
        leaveVersion();
    } catch {
      socket.close(RESTART, 'cannot be checked');
    }
  };
  const pages = pagesOf(services);
  const notify = (message: PushMessage) => {
    if (socket.readyState !== socket.OPEN) return;
    socket.send(textOf(message));
    pages.sent(socket);
  };
  /** What ends a session, a token or a membership ends what its pages hear, from the next message on. */
  const lookAgain = async () => {
    if (held) return;
    held = [];
    const { spaceId, versionId } = listener;
    await recheck();
    const [missed, stays] = [held, listener.spaceId === spaceId && listener.versionId === versionId];
    held = null;
    notify(ACCESS_CHANGED);
    // A page that has lost its place still hears what is addressed to its person.
    for (const { message, isPersonal } of missed) if (stays || isPersonal) notify(message);
  };
  const leaveVersion = () => {
    services.push.move(listener, { versionId: null });
    if (listener.spaceId !== null) void place.move(listener.spaceId, null, null);
  };
  const leaveSpace = () => {
    services.push.move(listener, { spaceId: null, versionId: null });
    void place.move(null, null, null);
  };
  const listener: Listener = {
    userId: context.userId,
    tokenId: context.token?.id,
    tokenRights: context.token?.rights,
    spaceId: null,
    versionId: null,
    send(message, isPersonal = false) {
      if (socket.bufferedAmount > MAX_BUFFERED_BYTES) return socket.terminate();
      if (message.event === SESSION_ENDED) return void lookAgain();
      if (held) held.push({ message, isPersonal });
      else notify(message);
    },
    missed() {
      // What was lost may have been the end of this page's rights.
      page.checkAt = 0;
      listener.send(RESYNC);
    },
  };
  const leave = services.push.subscribe(listener);
  let alive = true;
  const page: OpenPage = {
    sessionId: context.sessionId ?? null,
    tokenId: context.token?.id ?? null,
    checkAt: nextCheck(performance.now()),
    check: recheck,
    ping() {
      if (!alive) return socket.terminate();
      alive = false;
      socket.ping();
    },
  };
  const leaveRounds = rounds.join(page);
  socket.on('pong', () => (alive = true));
  socket.on('close', () => {
    leaveRounds();
    leave();
    void place.move(null, null, null);
  });

  const standsAt = ({ space_id, version_id }: PushRequest) =>
    space_id !== null && listener.spaceId === space_id && listener.versionId === version_id;
  const enter = async (request: PushRequest) => {
    const { space_id, version_id, row_id } = request;
    // A move to another row of the same version keeps the subscription, so that no event is lost.
    if (row_id !== undefined && space_id !== null && standsAt(request)) return void (await place.move(space_id, version_id, row_id));
    services.push.move(listener, { spaceId: null, versionId: null });
    const spaceId = space_id !== null && (await checkAccess(context, space_id)).allowed ? space_id : null;
    const seen = spaceId !== null && version_id !== null && (await mayReadVersion(context, spaceId, version_id));
    if (socket.readyState !== socket.OPEN) return;
    const versionId = seen ? version_id : null;
    if (spaceId !== null) services.push.move(listener, { spaceId, versionId });
    const moved = place.move(spaceId, versionId, row_id ?? null);
    // The server answers the page even while it checks the person's rights again.
    listener.send({ event: 'subscribed', data: { space_id: spaceId, version_id: versionId } }, true);
    await moved;
  };
  return inTurn(socket, enter);
}

/** Takes one message of a page after the other, no faster than its credit allows; of those that wait only the last counts. */
function inTurn(socket: Socket, work: (request: PushRequest) => Promise<unknown>): (raw: Buffer) => void {
  let credit = fullCredit(performance.now());
  let last: PushRequest | null = null;
  let behind = 0;
  let busy = false;
  const go = async () => {
    busy = true;
    while (last && socket.readyState === socket.OPEN) {
      const turn = spend(credit, performance.now());
      credit = turn.credit;
      if (turn.waitMs) await pause(turn.waitMs);
      const request: PushRequest = last;
      [last, behind] = [null, 0];
      await work(request);
    }
    busy = false;
  };
  return (raw) => {
    if (socket.readyState !== socket.OPEN) return;
    if (busy && ++behind > MESSAGES_BEHIND) return socket.close(TOO_MUCH, 'too many messages');
    const sent = pushRequest.safeParse(parseJson(raw));
    if (!sent.success) return;
    last = sent.data;
    if (!busy) go().catch(() => socket.close(RESTART, 'cannot be checked'));
  };
}

/** Processes the moves of a page in order, so that presence never shows a place that it has left. */
function follow(userId: number, watch: Watch) {
  const connection = randomUUID();
  let reported: Promise<unknown> = Promise.resolve();
  return {
    move(spaceId: number | null, versionId: number | null, itemId: number | null): Promise<unknown> {
      reported = reported.then(() =>
        spaceId === null ? watch.leave(connection) : watch.stand({ connection, userId, spaceId, versionId, itemId }),
      );
      return reported;
    },
  };
}

function parseJson(raw: Buffer): unknown {
  try {
    return JSON.parse(raw.toString('utf8'));
  } catch {
    return null;
  }
}
