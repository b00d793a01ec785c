import { api, pushRequest } from '@gantry/contract';
import type { WebsocketHandler } from '@fastify/websocket';
import type { FastifyInstance } from 'fastify';
import type { Context, Services } from '../../../platform/context.ts';
import type { Authenticate } from '../../../platform/http.ts';
import { Refused } from '../../../platform/fail.ts';
import { findJob } from '../../../platform/jobs.list.ts';
import type { Listener } from '../../../platform/push.ts';
import { isSameOrigin, SESSION_ENDED } from '../auth/auth.service.ts';
import { checkAccess } from '../spaces/spaces.service.ts';

type Socket = Parameters<WebsocketHandler>[0];

/** A page that takes more than this behind is cut off; it reconnects and loads again. */
const MAX_BUFFERED_BYTES = 16 * 1024 * 1024;
const PING_MS = 20_000;
const NOT_SIGNED_IN = 4401;
/** Tells a page to connect again and to look what it has missed. */
const RESTART = 1012;

/** Mounts the push channel. A page says where it stands; what it may not see it is not told. */
export function mountPush(http: FastifyInstance, services: Services, authenticate: Authenticate): void {
  services.push.expand('job', async (data) => {
    const job = await findJob(services.database, Number(data['user_id']), Number(data['id']));
    return job && { job };
  });
  http.get('/api/v1/events/stream', { websocket: true }, async (socket, request) => {
    const signedIn = () =>
      authenticate(request, api.push.stream).catch((error: unknown) =>
        error instanceof Refused && error.status === 401 ? null : Promise.reject(error),
      );
    // Listened to from the first moment: a page says where it stands before it is known who it is.
    const said: Buffer[] = [];
    let hear = (raw: Buffer): void => void said.push(raw);
    socket.on('message', (raw: Buffer) => hear(raw));
    socket.on('error', () => undefined);
    const context = isSameOrigin(request.headers) ? await signedIn().catch(() => null) : null;
    if (!context) return socket.close(NOT_SIGNED_IN, 'not signed in');
    if (socket.readyState !== socket.OPEN) return;
    hear = attend(socket, context, services, signedIn);
    for (const raw of said) hear(raw);
  });
}

/** Tells a page what happens where it stands; answers what takes its messages. */
function attend(socket: Socket, context: Context, services: Services, signedIn: () => Promise<Context | null>): (raw: Buffer) => void {
  const recheck = async () => {
    try {
      if (!(await signedIn())) return socket.close(NOT_SIGNED_IN, 'not signed in');
      if (listener.spaceId !== null && !(await checkAccess(context, listener.spaceId)).allowed)
        Object.assign(listener, { spaceId: null, versionId: null });
    } catch {
      socket.close(RESTART, 'cannot be checked');
    }
  };
  const listener: Listener = {
    userId: context.userId,
    spaceId: null,
    versionId: null,
    send(message) {
      if (socket.bufferedAmount > MAX_BUFFERED_BYTES) return socket.terminate();
      // What ends a session or a membership ends what its pages hear.
      if (message.event === SESSION_ENDED) return void recheck();
      socket.send(JSON.stringify(message));
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
  }, PING_MS);
  socket.on('pong', () => (alive = true));
  socket.on('close', () => {
    clearInterval(ping);
    leave();
  });
  let asked = 0;
  return (raw) => {
    const place = pushRequest.safeParse(parseJson(raw));
    if (!place.success) return;
    const { space_id, version_id } = place.data;
    listener.spaceId = null;
    listener.versionId = null;
    const turn = ++asked;
    const enter = async () => {
      const allowed = space_id !== null && (await checkAccess(context, space_id)).allowed;
      if (turn !== asked) return;
      if (allowed) Object.assign(listener, { spaceId: space_id, versionId: version_id });
      listener.send({ event: 'subscribed', data: { space_id: allowed ? space_id : null, version_id: allowed ? version_id : null } });
    };
    enter().catch(() => socket.close(RESTART, 'cannot be checked'));
  };
}

function parseJson(raw: Buffer): unknown {
  try {
    return JSON.parse(raw.toString('utf8'));
  } catch {
    return null;
  }
}
