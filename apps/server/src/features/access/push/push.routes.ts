import { api, pushRequest } from '@gantry/contract';
import type { FastifyInstance } from 'fastify';
import type { Services } from '../../../platform/context.ts';
import type { Authenticate } from '../../../platform/http.ts';
import { findJob } from '../../../platform/jobs.ts';
import type { Listener } from '../../../platform/push.ts';
import { isSameOrigin } from '../auth/auth.rules.ts';
import { checkAccess } from '../spaces/spaces.service.ts';

/** A page that takes more than this behind is cut off; it reconnects and loads again. */
const MAX_BUFFERED_BYTES = 16 * 1024 * 1024;
const PING_MS = 20_000;
const NOT_SIGNED_IN = 4401;

/** Mounts the push channel. A page says where it stands; what it may not see it is not told. */
export function mountPush(http: FastifyInstance, services: Services, authenticate: Authenticate): void {
  services.push.expand('job', async (data) => {
    const job = await findJob(services.database, Number(data['user_id']), Number(data['id']));
    return job && { job };
  });
  http.get('/api/v1/events/stream', { websocket: true }, async (socket, request) => {
    const context = isSameOrigin(request.headers) ? await authenticate(request, api.push.stream).catch(() => null) : null;
    if (!context) return socket.close(NOT_SIGNED_IN, 'not signed in');
    const listener: Listener = {
      userId: context.userId,
      spaceId: null,
      versionId: null,
      send(message) {
        if (socket.bufferedAmount > MAX_BUFFERED_BYTES) return socket.terminate();
        socket.send(JSON.stringify(message));
      },
    };
    const leave = services.push.subscribe(listener);
    let alive = true;
    const ping = setInterval(() => {
      if (!alive) return socket.terminate();
      alive = false;
      socket.ping();
    }, PING_MS);
    socket.on('pong', () => (alive = true));
    socket.on('error', () => undefined);
    socket.on('close', () => {
      clearInterval(ping);
      leave();
    });
    socket.on('message', (raw: Buffer) => {
      const place = pushRequest.safeParse(parseJson(raw));
      if (!place.success) return;
      const { space_id, version_id } = place.data;
      listener.spaceId = null;
      listener.versionId = null;
      if (space_id === null) return;
      checkAccess(context, space_id).then(
        ({ allowed }) => {
          if (allowed) Object.assign(listener, { spaceId: space_id, versionId: version_id });
          listener.send({ event: 'subscribed', data: { space_id: allowed ? space_id : null, version_id: allowed ? version_id : null } });
        },
        () => undefined,
      );
    });
  });
}

function parseJson(raw: Buffer): unknown {
  try {
    return JSON.parse(raw.toString('utf8'));
  } catch {
    return null;
  }
}
