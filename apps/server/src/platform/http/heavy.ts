import type { Endpoint } from '@gantry/contract';
import { PLAIN_BODY, placeOf } from '@gantry/contract';
import type { FastifyReply, FastifyRequest, InjectOptions } from 'fastify';
import type { IncomingHttpHeaders, OutgoingHttpHeaders } from 'node:http';
import type { Readable } from 'node:stream';
import { Worker } from 'node:worker_threads';
import type { Context } from '../context.ts';
import { Refused } from '../fail.ts';
import { describeError, type Log } from '../log.ts';
import { THREAD_MEMORY } from '../jobs/workers.ts';
import { arrivalMs, lengthOf, readBody } from './http.bodies.ts';

/** A longer body holds rows by the thousand. */
const HEAVY_BODY = PLAIN_BODY;
/** A change of more rows of a version is heavy too, though its call may be short. */
const HEAVY_ROWS = 5_000;
/** Each may hold a whole version in memory. */
const AT_ONCE = 3;
/** Whoever waits behind more than these waits longer than people do. */
const MOST_WAITING = 50;

/** A call as the thread of heavy calls gets it: nothing is read of it yet but its bytes. */
export type HeavyCall = {
  id: string;
  method: Endpoint['method'];
  url: string;
  headers: IncomingHttpHeaders;
  /** The address of the other end of the connection; the thread judges by itself whether that is a trusted proxy. */
  address: string;
  body: Uint8Array | null;
};
/** What the thread answers to the call of the same id. */
export type HeavyAnswer = { id: string; status: number; headers: OutgoingHttpHeaders; body: Uint8Array };

/** The thread that answers heavy calls: each one wholly, from its body to the text of its answer. */
export type HeavyCalls = {
  /** Refused where too many wait, and where the thread falls under a call: that may succeed later. */
  answer(call: HeavyCall): Promise<HeavyAnswer>;
  close(): Promise<void>;
};

type Waiting = { call: HeavyCall; resolve(answer: HeavyAnswer): void; reject(error: Error): void };

/** Opens the thread, which starts with its first call, and again after it has fallen. `workerData`: what the module is started with. */
export function openHeavyCalls(module: URL, workerData: unknown, log: Log): HeavyCalls {
  const queue: Waiting[] = [];
  const under = new Map<string, Waiting>();
  let worker: Worker | null = null;
  let isClosed = false;

  function started(): Worker {
    if (worker) return worker;
    const next = new Worker(module, { workerData, resourceLimits: THREAD_MEMORY });
    const lose = (): void => {
      if (worker !== next) return;
      worker = null;
      for (const { reject } of under.values()) reject(new Refused('server.busy'));
      under.clear();
      take();
    };
    next.on('message', (answer: HeavyAnswer) => {
      under.get(answer.id)?.resolve(answer);
      under.delete(answer.id);
      take();
    });
    next.on('error', (error) => {
      log.error('thread.fell', { module: 'heavy', ...describeError(error) });
      lose();
    });
    next.on('exit', lose);
    worker = next;
    return next;
  }

  function take(): void {
    while (isClosed && queue.length) queue.shift()?.reject(new Refused('server.busy'));
    while (under.size < AT_ONCE) {
      const next = queue.shift();
      if (!next) return;
      under.set(next.call.id, next);
      started().postMessage(next.call);
    }
  }

  return {
    answer: (call) =>
      new Promise((resolve, reject) => {
        if (queue.length >= MOST_WAITING) return reject(new Refused('server.busy'));
        queue.push({ call, resolve, reject });
        take();
      }),
    async close() {
      isClosed = true;
      await worker?.terminate();
    },
  };
}

/** How large the things of a call are; where they are large, the thread answers. */
export type Sizes = {
  isLargeVersion(spaceId: number, versionId: number): Promise<boolean>;
  isLargeSpace(spaceId: number): Promise<boolean>;
};

/** Whether the thread answers a call: one with a long body, or one that reads a whole version or space that is large. */
export async function isHeavy(request: FastifyRequest, endpoint: Endpoint, context: Context | null, sizes: Sizes): Promise<boolean> {
  if (endpoint.request !== 'json' || endpoint.response === 'socket') return false;
  if (hasBody(request) && lengthOf(request) > HEAVY_BODY) return true;
  if (endpoint.heavy === null || !context) return false;
  if (endpoint.heavy === 'space') return sizes.isLargeSpace(context.spaceId);
  const id = versionOf(request, endpoint);
  return id !== null && sizes.isLargeVersion(context.spaceId, id);
}

const hasBody = ({ headers }: FastifyRequest): boolean =>
  headers['content-length'] !== undefined || headers['transfer-encoding'] !== undefined;

function versionOf(request: FastifyRequest, endpoint: Endpoint): number | null {
  const place = placeOf(endpoint);
  if (!('param' in place) || place.param === undefined) return null;
  const named = { ...Object(request.query), ...Object(request.params) } as Record<string, unknown>;
  const id = Number(named[place.param]);
  return Number.isSafeInteger(id) ? id : null;
}

/** Of the connection, not of the call. */
const OF_CONNECTION = ['connection', 'keep-alive', 'transfer-encoding', 'content-length', 'expect', 'upgrade', 'date'];
const ofCall = <H extends IncomingHttpHeaders | OutgoingHttpHeaders>(headers: H): H =>
  Object.fromEntries(Object.entries(headers).filter(([name]) => !OF_CONNECTION.includes(name))) as H;

const answeredBeside = new WeakSet<FastifyRequest>();

/** What the log says of the thread that answered a call. */
export const threadOf = (request: FastifyRequest): { thread?: 'heavy' } => (answeredBeside.has(request) ? { thread: 'heavy' } : {});

/** The bytes of a body that is not read yet; null where there is none. */
export async function unreadBody(request: FastifyRequest, body: Readable): Promise<Uint8Array | null> {
  return hasBody(request) ? readBody(body, { bytes: request.routeOptions.bodyLimit, ms: arrivalMs(request) }) : null;
}

/** Has the thread answer a call, and sends what it answers. */
export async function answerBeside(
  request: FastifyRequest,
  reply: FastifyReply,
  body: Uint8Array | null,
  heavy: HeavyCalls,
): Promise<FastifyReply> {
  const answer = await heavy.answer({
    id: request.id,
    method: request.method as Endpoint['method'],
    url: request.url,
    headers: ofCall(request.headers),
    address: request.raw.socket.remoteAddress ?? '',
    body,
  });
  answeredBeside.add(request);
  return reply.status(answer.status).headers(ofCall(answer.headers)).send(Buffer.from(answer.body));
}

/** Ends a call that the thread of heavy calls answers anew. */
class Heavier extends Error {}
const passable = new WeakSet<Context>();

/** Ends a call that finds, before it changes anything, that it is for more rows than this thread takes: the thread of heavy calls answers it, where there is one. */
export function passOnIfHeavy(context: Context, rows: number): void {
  if (rows > HEAVY_ROWS && passable.has(context)) throw new Heavier();
}

/** Runs a call that may find itself heavy; the thread answers it then. */
export async function runHereOrBeside<T>(
  context: Context,
  { request, reply }: { request: FastifyRequest; reply: FastifyReply },
  heavy: HeavyCalls,
  run: () => Promise<T>,
): Promise<T | FastifyReply> {
  passable.add(context);
  try {
    return await run();
  } catch (error) {
    if (!(error instanceof Heavier)) throw error;
    const body = request.body === undefined ? null : Buffer.from(JSON.stringify(request.body));
    return answerBeside(request, reply, body, heavy);
  }
}

/** In the header the thread finds the id of a call, by which both threads write into the log. */
export const CALL_ID = 'x-request-id';

/** The call as the server of the thread takes it. */
export const injected = ({ id, method, url, headers, address, body }: HeavyCall): InjectOptions => ({
  method,
  url,
  headers: { ...headers, [CALL_ID]: id },
  remoteAddress: address,
  ...(body && { payload: Buffer.from(body) }),
});
