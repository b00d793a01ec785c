import { api } from '@gantry/contract';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import type { ServerResponse } from 'node:http';
import type { Services } from '../../../platform/context.ts';
import type { Authenticate } from '../../../platform/http/http.ts';
import { Refused } from '../../../platform/fail.ts';
import { findJobInShort } from '../../../platform/jobs/jobs.list.ts';
import { isSameOrigin, sessionCookieOf } from '../auth/auth.service.ts';
import { type Asker, countPage, type Means, NOT_SIGNED_IN, Page, RESTART, type Socket } from './push.page.service.ts';
import { startRounds, type Watch } from './push.rounds.service.ts';

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
    const job = await findJobInShort(services.database, { userId: data.user_id }, data.id);
    return job && { job };
  });
  const signIn = (asker: Asker) =>
    authenticate(asRequest(asker), api.push.stream).catch((error: unknown) =>
      error instanceof Refused && error.status === 401 ? null : Promise.reject(error),
    );
  const means: Means = { services, watch, rounds, signIn };
  http.get('/api/v1/events/stream', { websocket: true }, async (socket, request) => {
    letGo(socket, request);
    if (!isSameOrigin(request.headers)) return socket.close(NOT_SIGNED_IN, 'not signed in');
    await greet(socket, openPage(socket, askerOf(request), means));
  });
}

/** Opens the page of a caller who is signed in and has not too many. */
async function openPage(socket: Socket, asker: Asker, means: Means): Promise<Page | null> {
  // Who is refused has no page; of an error nobody knows whether they have one.
  const context = await means.signIn(asker).catch((error: unknown) => (error instanceof Refused && error.status < 500 ? null : undefined));
  if (context === undefined) socket.close(RESTART, 'cannot be checked');
  else if (!context) socket.close(NOT_SIGNED_IN, 'not signed in');
  else if (socket.readyState === socket.OPEN && countPage(means.services, context.userId, socket))
    return new Page(socket, asker, context, means);
  return null;
}

/** Gives a page what its socket hears. Listens from the start, because the page may subscribe before it is authenticated; of that the last counts. */
async function greet(socket: Socket, opened: Promise<Page | null>): Promise<void> {
  let page: Page | null = null;
  let sent: Buffer | null = null;
  socket.on('message', (raw: Buffer) => (page ? page.hear(raw) : (sent = raw)));
  page = await opened;
  if (sent) page?.hear(sent);
  sent = null;
}

const ignore = (): void => undefined;

/** Texts of headers are slices, which hold the whole head of the request in memory. */
const copyOf = (text: string): string => Buffer.from(text).toString();

function askerOf(request: FastifyRequest): Asker {
  const { id, ip, protocol, headers } = request;
  const { authorization } = headers;
  return { id, ip: copyOf(ip), protocol, authorization, cookies: sessionCookieOf(request, copyOf) };
}

const asRequest = ({ authorization, ...asker }: Asker): FastifyRequest => ({ ...asker, headers: { authorization } }) as FastifyRequest;

/** Releases the request and the response of the upgrade, which the connection and the listeners of the library hold. */
function letGo(socket: Socket, { raw }: FastifyRequest): void {
  socket.removeAllListeners('error');
  socket.on('error', ignore);
  const { _httpMessage: answer } = raw.socket as typeof raw.socket & { _httpMessage?: ServerResponse | null };
  answer?.detachSocket(raw.socket);
}
