import { api, type PushMessage, pushRequest } from '@gantry/contract';
import type { WebsocketHandler } from '@fastify/websocket';
import type { FastifyInstance } from 'fastify';
import { randomUUID } from 'node:crypto';
import type { Context, Services } from '../../../platform/context.ts';
import type { Authenticate } from '../../../platform/http.ts';
import { Refused } from '../../../platform/fail.ts';
import { findJob } from '../../../platform/jobs.list.ts';
import type { Listener } from '../../../platform/push.ts';
import { isSameOrigin, SESSION_ENDED } from '../auth/auth.service.ts';
import { mayReadVersion } from '../roles/roles.access.service.ts';
import { checkAccess } from '../spaces/spaces.service.ts';

type Socket = Parameters<WebsocketHandler>[0];

/** A page that takes more than this behind is cut off; it reconnects and loads again. */
const MAX_BUFFERED_BYTES = 16 * 1024 * 1024;
const PING_MS = 20_000;
/** Messages kept of a page that is not known yet. */
const SAID_EARLY = 16;
const NOT_SIGNED_IN = 4401;
/** Tells a page to connect again and to look what it has missed. */
const RESTART = 1012;
/** Tells a page that what its person may has changed: it looks again at what it shows. */
const ACCESS_CHANGED: PushMessage = { event: 'access_changed', data: {} };

/** Told where pages stand, so that others can see who is beside them. */
export type Watch = {
  stand(place: { connection: string; userId: number; spaceId: number; versionId: number | null; rowId: number | null }): Promise<unknown>;
  leave(spaceId: number, connection: string): Promise<unknown>;
  stillHere(spaceId: number, connection: string): Promise<unknown>;
};

/** Mounts the push channel. A page says where it stands; what it may not see it is not told. */
export function mountPush(http: FastifyInstance, services: Services, authenticate: Authenticate, watch: Watch): void {
  services.push.expand('job', async (data) => {
    const job = await findJob(services.database, data.user_id, data.id);
    return job && { job };
  });
  http.get('/api/v1/events/stream', { websocket: true }, async (socket, request) => {
    const signedIn = () =>
      authenticate(request, api.push.stream).catch((error: unknown) =>
        error instanceof Refused && error.status === 401 ? null : Promise.reject(error),
      );
    // Listened to from the first moment: a page says where it stands before it is known who it is.
    const said: Buffer[] = [];
    let hear = (raw: Buffer): void => void (said.length < SAID_EARLY && said.push(raw));
    socket.on('message', (raw: Buffer) => hear(raw));
    socket.on('error', () => undefined);
    const context = isSameOrigin(request.headers) ? await signedIn().catch(() => null) : null;
    if (!context) return socket.close(NOT_SIGNED_IN, 'not signed in');
    if (socket.readyState !== socket.OPEN) return;
    hear = attend(socket, context, services, signedIn, watch);
    for (const raw of said) hear(raw);
  });
}

/** One message goes to every page that hears it: it is written down once. */
const texts = new WeakMap<PushMessage, string>();
function textOf(message: PushMessage): string {
  const text = texts.get(message) ?? JSON.stringify(message);
  texts.set(message, text);
  return text;
}

/** Tells a page what happens where it stands; answers what takes its messages. */
function attend(
  socket: Socket,
  context: Context,
  services: Services,
  signedIn: () => Promise<Context | null>,
  watch: Watch,
): (raw: Buffer) => void {
  const place = follow(context.userId, watch);
  const recheck = async () => {
    try {
      if (!(await signedIn())) return socket.close(NOT_SIGNED_IN, 'not signed in');
      const { spaceId, versionId } = listener;
      if (spaceId === null) return;
      if (!(await checkAccess(context, spaceId)).allowed) leaveSpace();
      else if (
        versionId !== null &&
        listener.versionId === versionId &&
        !(await mayReadVersion(services, context.userId, spaceId, versionId))
      )
        leaveVersion();
    } catch {
      socket.close(RESTART, 'cannot be checked');
    }
  };
  const tellChanged = () => {
    if (socket.readyState === socket.OPEN) socket.send(textOf(ACCESS_CHANGED));
  };
  const leaveVersion = () => {
    Object.assign(listener, { versionId: null });
    if (listener.spaceId !== null) place.move(listener.spaceId, null, null);
  };
  const leaveSpace = () => {
    Object.assign(listener, { spaceId: null, versionId: null });
    place.move(null, null, null);
  };
  const listener: Listener = {
    userId: context.userId,
    spaceId: null,
    versionId: null,
    send(message) {
      if (socket.bufferedAmount > MAX_BUFFERED_BYTES) return socket.terminate();
      // What ends a session or a membership ends what its pages hear.
      if (message.event === SESSION_ENDED) return void recheck().then(tellChanged);
      socket.send(textOf(message));
    },
    missed: () => socket.close(RESTART, 'messages may be missing'),
  };
  const leave = services.push.subscribe(listener);
  let alive = true;
  const ping = setInterval(() => {
    if (!alive) return socket.terminate();
    alive = false;
    socket.ping();
    void recheck();
    place.stay();
  }, PING_MS);
  socket.on('pong', () => (alive = true));
  socket.on('close', () => {
    clearInterval(ping);
    leave();
    place.move(null, null, null);
  });
  let asked = 0;
  let settled = 0;
  return (raw) => {
    const said = pushRequest.safeParse(parseJson(raw));
    if (!said.success) return;
    const { space_id, version_id, row_id } = said.data;
    // Another row of the same version: nothing may be missed meanwhile.
    if (
      row_id !== undefined &&
      space_id !== null &&
      listener.spaceId === space_id &&
      listener.versionId === version_id &&
      settled === asked
    )
      return place.move(space_id, version_id, row_id);
    listener.spaceId = null;
    listener.versionId = null;
    const turn = ++asked;
    const enter = async () => {
      const spaceId = space_id !== null && (await checkAccess(context, space_id)).allowed ? space_id : null;
      const seen = spaceId !== null && version_id !== null && (await mayReadVersion(services, context.userId, spaceId, version_id));
      if (turn !== asked) return;
      settled = turn;
      const versionId = seen ? version_id : null;
      if (spaceId !== null) Object.assign(listener, { spaceId, versionId });
      if (socket.readyState === socket.OPEN) place.move(spaceId, versionId, row_id ?? null);
      listener.send({ event: 'subscribed', data: { space_id: spaceId, version_id: versionId } });
    };
    enter().catch(() => socket.close(RESTART, 'cannot be checked'));
  };
}

/** Tells one after the other where a page goes, so that it never seems to stand where it has left. */
function follow(userId: number, watch: Watch) {
  const connection = randomUUID();
  let spaceId: number | null = null;
  let told: Promise<unknown> = Promise.resolve();
  return {
    move(space: number | null, versionId: number | null, rowId: number | null): void {
      const former = spaceId;
      spaceId = space;
      told = told.then(async () => {
        if (former !== null && former !== space) await watch.leave(former, connection);
        if (space !== null) await watch.stand({ connection, userId, spaceId: space, versionId, rowId });
      });
    },
    stay: () => void (spaceId !== null && watch.stillHere(spaceId, connection)),
  };
}

function parseJson(raw: Buffer): unknown {
  try {
    return JSON.parse(raw.toString('utf8'));
  } catch {
    return null;
  }
}
