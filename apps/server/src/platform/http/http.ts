import cookie from '@fastify/cookie';
import helmet from '@fastify/helmet';
import multipart from '@fastify/multipart';
import websocket from '@fastify/websocket';
import {
  api,
  type Api,
  type Endpoint,
  type ErrorBody,
  type Input,
  openApiDocument,
  type Output,
  placesOf,
  PLAIN_BODY,
} from '@gantry/contract';
import { LIMITS } from '@gantry/domain';
import Fastify, { type FastifyInstance, type FastifyReply, type FastifyRequest } from 'fastify';
import { randomUUID } from 'node:crypto';
import type { ServerResponse } from 'node:http';
import type { Readable } from 'node:stream';
import { z } from 'zod';
import type { Context, Services } from '../context.ts';
import { isUnavailable, isUnstorable } from '../postgres/database.ts';
import { sqlState } from '../errors.ts';
import { Refused } from '../fail.ts';
import { answerBeside, CALL_ID, type HeavyCalls, isHeavy, runHereOrBeside, type Sizes, threadOf, unreadBody } from './heavy.ts';
import { acceptBodies, acceptForms, acceptStream, createEntrance } from './http.bodies.ts';
import { describeError } from '../log.ts';
import { onlyOnce } from './repeats.ts';
import { REPORTS, REPORTS_PATH, takeReports } from '../reports.ts';

declare module 'fastify' {
  /** What the handlers of all calls find about theirs. */
  interface FastifyContextConfig {
    /** The endpoint in the words of the contract, such as `wbs.create`. */
    action?: string;
  }
}

/** The raw request and reply, for the few handlers that stream, upload or set cookies. */
export type Http = { request: FastifyRequest; reply: FastifyReply };

/** What a handler answers: all but `success`, which `mount` adds; nothing where that is all. */
export type Answer<O> = O extends { success: true } ? (keyof O extends 'success' ? void : Omit<O, 'success'> & { success?: never }) : O;

/** The handler of one endpoint. One that has sent the response itself returns `reply`. */
export type Handler<E extends Endpoint> = (context: Context, input: Input<E>, http: Http) => Promise<Answer<Output<E>> | FastifyReply>;

/** The pairing of a feature's endpoints with its use cases; a missing one does not compile. */
export type Handlers<G> = { [K in keyof G]: G[K] extends Endpoint ? Handler<G[K]> : never };

export type AllHandlers = { [F in keyof Api]: Handlers<Api[F]> };

/** Authenticates and authorizes the caller; throws the refusal otherwise. */
export type Authenticate = (request: FastifyRequest, endpoint: Endpoint, action?: string) => Promise<Context>;

const CSP = {
  defaultSrc: ["'none'"],
  manifestSrc: ["'self'"],
  scriptSrc: ["'self'", "'wasm-unsafe-eval'"],
  workerSrc: ["'self'"],
  connectSrc: ["'self'"],
  imgSrc: ["'self'", 'blob:', 'data:'],
  fontSrc: ["'self'"],
  frameSrc: ["'none'"],
  objectSrc: ["'none'"],
  baseUri: ["'none'"],
  formAction: ["'self'"],
  frameAncestors: ["'none'"],
  // The page makes one policy, before anything else (`boot.js`): all that a browser takes for a script or for markup passes it.
  requireTrustedTypesFor: ["'script'"],
  trustedTypes: ['default'],
  // Browsers that know no endpoints of reports, and pages over plain HTTP, send theirs to the address.
  reportTo: [REPORTS],
  reportUri: [REPORTS_PATH],
};
/** Devices and powers of a browser that the product needs none of. */
const NO_POWERS = [
  'accelerometer',
  'autoplay',
  'bluetooth',
  'browsing-topics',
  'camera',
  'display-capture',
  'encrypted-media',
  'geolocation',
  'gyroscope',
  'hid',
  'idle-detection',
  'local-fonts',
  'magnetometer',
  'microphone',
  'midi',
  'payment',
  'picture-in-picture',
  'publickey-credentials-get',
  'screen-wake-lock',
  'serial',
  'usb',
  'xr-spatial-tracking',
]
  .map((power) => `${power}=()`)
  .join(', ');

/** A client that takes no byte of its answer for so long is cut off: what it has not read is held in memory. */
const STALLED_MS = 60_000;

/** Ends a response of which nothing is taken for some time. Node forgets the limit with the response. */
export function cutWhenStalled(response: ServerResponse, ms: number): void {
  response.setTimeout(ms, () => response.destroy());
}

/** A new id as a flat string: `randomUUID` concatenates a dozen strings, and V8 keeps all of them in memory as long as the id. */
const newId = (): string => Buffer.from(randomUUID()).toString();

/**
 * A server with its protective headers, parsers and the one error handler; routes are mounted on it. `isBehind`: it answers calls that
 * another one took, which notes them in the log and gave them their ids.
 */
export async function createHttp(
  services: Services,
  trustedProxies: string[],
  { isBehind = false }: { isBehind?: boolean } = {},
): Promise<FastifyInstance> {
  const http = Fastify({
    logger: false,
    bodyLimit: PLAIN_BODY,
    requestTimeout: LIMITS.requestMs,
    connectionTimeout: 0,
    keepAliveTimeout: 5000,
    trustProxy: trustedProxies.length ? trustedProxies : false,
    genReqId: isBehind ? ({ headers }) => String(headers[CALL_ID]) : newId,
    routerOptions: { caseSensitive: true, maxParamLength: 256 },
    // Calls under way are answered before the server ends.
    forceCloseConnections: 'idle',
    // A sender of endless headers holds a socket for seconds, not for minutes.
    http: { headersTimeout: 5000, connectionsCheckingInterval: 1000 },
  });
  http.setErrorHandler((error, request, reply) => refuse(services, error, request, reply));
  http.addHook('onSend', async (request, reply) => {
    reply.header('x-request-id', request.id).header('permissions-policy', NO_POWERS);
    if (!request.url.startsWith('/api/')) reply.header('reporting-endpoints', `${REPORTS}="${REPORTS_PATH}"`);
    if (request.url.startsWith('/api/') && !reply.hasHeader('cache-control')) reply.header('cache-control', 'no-store');
    cutWhenStalled(reply.raw, STALLED_MS);
  });
  http.addHook('onResponse', async (request, reply) => {
    if (isBehind) return;
    services.log.info('request', {
      request: request.id,
      method: request.method,
      path: request.url.split('?')[0],
      status: reply.statusCode,
      ms: Math.round(reply.elapsedTime),
      ...threadOf(request),
    });
  });
  await http.register(helmet, {
    enableCSPNonces: false,
    contentSecurityPolicy: {
      useDefaults: false,
      directives: { ...CSP, styleSrc: ["'self'", "'nonce-none'"] },
    },
    referrerPolicy: { policy: 'same-origin' },
    crossOriginOpenerPolicy: { policy: 'same-origin' },
    crossOriginResourcePolicy: { policy: 'same-origin' },
    strictTransportSecurity: { maxAge: 63_072_000, includeSubDomains: true },
  });
  acceptBodies(http);
  await http.register(async (place) => takeReports(place, services));
  await http.register(cookie);
  await http.register(multipart, { limits: { fileSize: LIMITS.uploadBytes, files: 20, fields: 50, fieldSize: 64 * 1024 } });
  await http.register(websocket, { options: { maxPayload: 64 * 1024 } });
  return http;
}

/** Another thread that answers calls, and which of them it answers. */
export type Beside = { heavy: HeavyCalls; sizes: Sizes };

/** Mounts every endpoint of the contract, literal paths before those with parameters. Heavy calls are answered beside it, where it may. */
export function mount(http: FastifyInstance, handlers: AllHandlers, authenticate: Authenticate, beside: Beside | null): void {
  const gate = createGate(authenticate, beside);
  // Made when it is first asked for: it takes most of a second, which a start does not wait for.
  let document: ReturnType<typeof openApiDocument> | null = null;
  http.get('/api/v1/openapi.json', async () => (document ??= openApiDocument()));
  for (const [feature, group] of Object.entries(api)) {
    for (const [name, value] of Object.entries(group)) {
      const endpoint = value as Endpoint;
      if (endpoint.response === 'socket') continue;
      const handler = (handlers[feature as keyof Api] as unknown as Record<string, Handler<Endpoint>>)[name];
      const mountAt = (place: FastifyInstance) => {
        for (const path of [endpoint.path, ...endpoint.aliases])
          mountOne(place, path, { endpoint, action: `${feature}.${name}` }, handler, gate);
      };
      // Only where it is expected: a form of any page in the world can be sent anywhere without asking.
      if (endpoint.request === 'form') http.register(async (place) => mountAt(acceptForms(place)));
      else if (endpoint.request === 'binary') http.register(async (place) => mountAt(acceptStream(place)));
      else mountAt(http);
    }
  }
}

type Called = { endpoint: Endpoint; action: string };

/** The gate before the body: a caller without the right is turned away before a byte of it is read, wherever the body does not name the place of the right. */
function createGate(authenticate: Authenticate, beside: Beside | null) {
  const entrance = createEntrance();
  const contexts = new WeakMap<FastifyRequest, Context>();
  const namesPlace = (endpoint: Endpoint) => placesOf(endpoint).some((place) => 'field' in place);
  return {
    async enter(request: FastifyRequest, reply: FastifyReply, { endpoint, action }: Called): Promise<void> {
      if (!namesPlace(endpoint)) contexts.set(request, await authenticate(request, endpoint, action));
      if (endpoint.request !== 'multipart' && endpoint.request !== 'binary')
        await entrance(request, reply, endpoint.right === 'public' || namesPlace(endpoint));
    },
    /** Answers a call beside, whose body is not read yet; returns the body where the call is not heavy. */
    async passOn<B extends Readable>(
      request: FastifyRequest,
      reply: FastifyReply,
      body: B,
      { endpoint }: Called,
    ): Promise<B | FastifyReply> {
      if (!beside || !(await isHeavy(request, endpoint, contexts.get(request) ?? null, beside.sizes))) return body;
      return answerBeside(request, reply, await unreadBody(request, body), beside.heavy);
    },
    /** Runs a call here; one of JSON that finds itself heavy is answered beside. */
    run<T>(context: Context, endpoint: Endpoint, http: Http, run: () => Promise<T>): Promise<T | FastifyReply> {
      return beside && endpoint.request === 'json' ? runHereOrBeside(context, http, beside.heavy, run) : run();
    },
    async contextOf(request: FastifyRequest, { endpoint, action }: Called): Promise<Context> {
      return contexts.get(request) ?? (await authenticate(request, endpoint, action));
    },
  };
}
type Gate = ReturnType<typeof createGate>;

function mountOne(http: FastifyInstance, path: string, { endpoint, action }: Called, handler: Handler<Endpoint>, gate: Gate): void {
  const called = { endpoint, action };
  http.route({
    method: endpoint.method,
    url: path.replace(/\{(\w+)\}/g, ':$1'),
    bodyLimit: endpoint.bodyBytes,
    config: { action },
    onRequest: (request, reply) => gate.enter(request, reply, called),
    preParsing: (request, reply, body) => gate.passOn(request, reply, body, called),
    handler: async (request, reply) => {
      const context = await gate.contextOf(request, called);
      const { query, body } = partsOf(request);
      const input = {
        params: parse(endpoint.params, request.params, 'params'),
        query: parse(endpoint.query, query, 'query'),
        body: endpoint.request === 'json' || endpoint.request === 'form' ? parse(endpoint.body, body, 'body') : {},
      };
      const answered = async () => {
        const answer = await handler(context, input, { request, reply });
        if (reply.sent || answer === reply) return reply;
        return endpoint.output.parse(reportsSuccess(endpoint.output) ? { success: true, ...Object(answer) } : answer);
      };
      return gate.run(context, endpoint, { request, reply }, () => onlyOnce(context, endpoint, { request, reply }, answered));
    },
  });
}

const reportsSuccess = (output: z.ZodType): boolean => output instanceof z.ZodObject && 'success' in output.shape;

/** Lists of ids of a DELETE may stand in the body or in the query (`ids=1&ids=2` or `ids=1,2`). */
function partsOf(request: FastifyRequest): { query: unknown; body: unknown } {
  if (request.body !== undefined && request.body !== null) return { query: request.query, body: request.body };
  const { ids, ...query } = request.query as { ids?: string | string[] };
  if (request.method !== 'DELETE' || ids === undefined) return { query: request.query, body: {} };
  return { query, body: { ids: [ids].flat().flatMap((part) => part.split(',').map(Number)) } };
}

/** Wrong fields that a refusal names. */
const NAMED_FIELDS = 20;

/** What came in, as its schema says; refused with the fields that are wrong. `where`: body, query, params or form. */
export function parse<S extends z.ZodType>(schema: S, value: unknown, where: string): z.output<S> {
  const parsed = safeParse(schema, value ?? {});
  if (parsed.success) return parsed.data;
  const fields = parsed.error.issues
    .slice(0, NAMED_FIELDS)
    .map((issue) => ({ field: issue.path.map(String).join('.'), message: issue.message }));
  throw new Refused('request.invalid', { where, fields, field: fields[0]?.field ?? '', reason: fields[0]?.message ?? '' });
}

/** A document nested deeper than the stack is one more wrong input. */
function safeParse<S extends z.ZodType>(schema: S, value: unknown): z.ZodSafeParseResult<z.output<S>> {
  try {
    return schema.safeParse(value);
  } catch (error) {
    if (error instanceof RangeError) throw new Refused('request.invalid', { where: 'body', fields: [], field: '', reason: '' });
    throw error;
  }
}

/** Status codes of callers without the right to call. */
const AT_THE_DOOR = new Set([401, 403, 429]);
const callers = new WeakMap<FastifyRequest, number>();

/** Remembers the caller for the log line of a refusal. */
export function noteCaller(request: FastifyRequest, userId: number): void {
  callers.set(request, userId);
}

function refuse(services: Services, error: unknown, request: FastifyRequest, reply: FastifyReply): FastifyReply {
  const refused = asRefusal(error);
  if (AT_THE_DOOR.has(refused.status)) {
    const about = { request: request.id, code: refused.code, method: request.method, path: request.url.split('?')[0] };
    services.log.warn('access.refused', { ...about, user: callers.get(request) ?? null, address: request.ip });
  }
  // A refusal of the database that the server did not foresee is logged even when the caller gets a plain refusal.
  if (refused.status >= 500 || sqlState(error))
    services.log.error('defect', { request: request.id, path: request.url.split('?')[0], ...describeError(error) });
  const body: ErrorBody = {
    success: false,
    error_message: refused.code,
    errors: [{ code: refused.code, message: refused.code, parameters: refused.parameters }],
    request_id: request.id,
  };
  // The rest of such a body is not waited for.
  if (refused.status === 408) reply.header('connection', 'close');
  if (refused.status === 503) reply.header('retry-after', '1');
  return reply.status(refused.status).type('application/json; charset=utf-8').send(body);
}

const FOREIGN_KEY = '23503';
const DISK_FULL = new Set(['53100', 'ENOSPC']);
/** A disk of files that fails, is read-only after a fault, or is gone. */
const DISK_FAILS = new Set(['EIO', 'EROFS', 'ESHUTDOWN']);

/** Maps an error to the refusal that the caller gets; a status of 503 means that the same call may succeed later. */
export function asRefusal(error: unknown): Refused {
  if (error instanceof Refused) return error;
  const { code, statusCode } = error as { code?: string; statusCode?: number };
  if (DISK_FULL.has(sqlState(error) ?? code ?? '')) return new Refused('server.disk_full');
  if (DISK_FAILS.has(code ?? '')) return new Refused('server.files_unavailable');
  if (isUnavailable(error)) return new Refused('server.database_unavailable');
  // A row that the call names was deleted between read and write.
  if (sqlState(error) === FOREIGN_KEY) return new Refused('request.not_found');
  if (isUnstorable(error)) return new Refused('request.invalid', { where: 'body', fields: [], field: '', reason: '' });
  if (statusCode === 413 || code === 'FST_REQ_FILE_TOO_LARGE') return new Refused('request.too_large');
  if (statusCode === 415) return new Refused('request.unsupported_media');
  if (statusCode === 404) return new Refused('request.not_found');
  if (statusCode && statusCode >= 400 && statusCode < 500)
    return new Refused('request.invalid', { where: 'body', fields: [], field: '', reason: '' });
  return new Refused('server.unknown');
}
