import { type Call, type CallArguments, type Endpoint, type Output, STREAMED } from '@gantry/contract';
import { LIMITS } from '@gantry/domain';
import { localToday } from '../dates.ts';
import { ApiError, refusalOf } from './api-error.ts';
import { HEADERS, readCsrfToken, readToken } from '../storage/client-storage.ts';

/** How one call differs from the others. */
export type CallOptions = {
  signal?: AbortSignal;
  /** Body of a multipart call. */
  form?: FormData;
  /** Body of a call that takes bytes as they are. */
  bytes?: Blob;
  /** Further heads, of a protocol that keeps its own there. */
  headers?: Record<string, string>;
  /** The caller shows the failure itself: no toast. Redirects of 401, 402 and blocked addresses still happen. */
  quiet?: boolean;
  /** The space to ask, where it is not the one of the page. */
  spaceId?: number;
  /** The call outlives the page that makes it. */
  keepalive?: boolean;
  /** The same each time that one change is sent: the server makes it once, and answers as it did then. By `newCallKey`. */
  key?: string;
};

/** A key, a UUID, for one change that may be sent again. Over the plain HTTP of a local network browsers have no `randomUUID`. */
export function newCallKey(): string {
  const bytes = crypto.getRandomValues(new Uint8Array(16));
  bytes[6] = (bytes[6] & 0x0f) | 0x40;
  bytes[8] = (bytes[8] & 0x3f) | 0x80;
  const hex = Array.from(bytes, (byte) => byte.toString(16).padStart(2, '0')).join('');
  return hex.replace(/^(.{8})(.{4})(.{4})(.{4})/, '$1-$2-$3-$4-');
}

/** Answers whether the failure is thrown on to the caller; where not, the page is being left and the call never ends. */
export type ApiErrorHandler = (error: ApiError, quiet: boolean) => 'rethrow' | 'stop';

type ActingFor = { spaceId: number; userId: number };

const state: { language: string; spaceId: number | null; actingFor: ActingFor | null; prefers: string | null; onError: ApiErrorHandler } = {
  language: 'en',
  spaceId: null,
  actingFor: null,
  prefers: null,
  onError: () => 'rethrow',
};

/** The language that calls ask for: the first part of the locale. */
export function setApiLanguage(locale: string): void {
  state.language = locale.split('-')[0];
}

/** The space of the route; sent with every call from now on. */
export function setApiSpace(spaceId: number | null): void {
  state.spaceId = spaceId;
}

/** In whose name calls in a space are made from now on; null: one's own. */
export function setApiActingFor(actingFor: ActingFor | null): void {
  state.actingFor = actingFor;
}

/** What changes would like done beside them from now on, as the header `Prefer` names it; null: nothing. */
export function setApiPrefers(prefers: string | null): void {
  state.prefers = prefers;
}

/** In whose name calls in a space are made; null: one's own. */
export const apiActingFor = (spaceId: number): number | null => (state.actingFor?.spaceId === spaceId ? state.actingFor.userId : null);

export const apiSpace = (): number | null => state.spaceId;

export function setApiErrorHandler(handler: ApiErrorHandler): void {
  state.onError = handler;
}

/** Calls an endpoint of the contract. Failures go through the one error handler and are thrown as ApiError. */
export function call<E extends Endpoint>(endpoint: E, ...rest: CallArguments<E, CallOptions>): Promise<Output<E>>;
export async function call(endpoint: Endpoint, args: Call<Endpoint> = {}, options: CallOptions = {}): Promise<unknown> {
  const session = readToken();
  try {
    return await send(endpoint, args, options);
  } catch (error) {
    if (!(error instanceof ApiError)) throw error;
    // A late refusal of a session that a newer one has replaced, maybe in another tab, says nothing about the newer one.
    if (error.status === 401 && readToken() !== null && readToken() !== session) {
      if (!endpoint.changesData) return call(endpoint, args, options);
      throw new ApiError('cancelled', error.path);
    }
    if (error.kind === 'cancelled' || state.onError(error, options.quiet ?? false) === 'rethrow') throw error;
    return new Promise(() => {});
  }
}

async function send(endpoint: Endpoint, args: Call<Endpoint>, options: CallOptions): Promise<unknown> {
  const path = pathOf(endpoint.path, args.params as Values) + queryOf(args.query as Values);
  const timeout = AbortSignal.timeout(LIMITS.requestMs);
  const signal = options.signal ? AbortSignal.any([options.signal, timeout]) : timeout;
  let response: Response;
  let body: unknown;
  try {
    const { keepalive = false } = options;
    response = await fetch(path, {
      method: endpoint.method,
      credentials: 'same-origin',
      signal,
      keepalive,
      ...contentOf(endpoint, args, options),
    });
    body = await bodyOf(response, endpoint);
  } catch {
    if (options.signal?.aborted) throw new ApiError('cancelled', path);
    throw new ApiError(timeout.aborted ? 'timeout' : 'unreachable', path);
  }
  if (response.ok && (body as { success?: unknown } | null)?.success !== false) return body;
  throw refusalOf(path, response.status, body, response.headers.get(HEADERS.errorType) === 'localized');
}

function contentOf(endpoint: Endpoint, args: Call<Endpoint>, options: CallOptions): { headers: Record<string, string>; body?: BodyInit } {
  const headers: Record<string, string> = { ...options.headers, [HEADERS.language]: state.language, [HEADERS.localDay]: localToday() };
  const spaceId = options.spaceId ?? state.spaceId;
  if (spaceId !== null) headers[HEADERS.space] = String(spaceId);
  if (state.actingFor && state.actingFor.spaceId === spaceId) headers[HEADERS.actingFor] = String(state.actingFor.userId);
  if (endpoint.changesData) {
    const token = readCsrfToken();
    if (token) headers[HEADERS.csrf] = token;
    if (options.key) headers[HEADERS.onceKey] = options.key;
    if (state.prefers) headers[HEADERS.prefer] ??= state.prefers;
  }
  if (options.form) return { headers, body: options.form };
  if (options.bytes) return { headers: { ...headers, 'Content-Type': STREAMED }, body: options.bytes };
  if (endpoint.method === 'GET' || args.body === undefined) return { headers };
  return { headers: { ...headers, 'Content-Type': 'application/json' }, body: JSON.stringify(args.body) };
}

async function bodyOf(response: Response, endpoint: Endpoint): Promise<unknown> {
  if (response.ok && endpoint.response === 'binary') return response.blob();
  const text = await response.text();
  if (!text) return null;
  try {
    return JSON.parse(text);
  } catch {
    return text;
  }
}

/** The answer of a reading call as it arrives, in another form than JSON; null where the server refused. The caller reads the body. */
export async function openStream<E extends Endpoint>(
  endpoint: E,
  args: Call<E>,
  accept: string,
  signal: AbortSignal,
): Promise<ReadableStream<Uint8Array> | null> {
  const { headers } = contentOf(endpoint, args, {});
  const path = pathOf(endpoint.path, args.params as Values) + queryOf(args.query as Values);
  const response = await fetch(path, { headers: { ...headers, Accept: accept }, credentials: 'same-origin', signal });
  return response.ok ? response.body : null;
}

/** The address of a picture or a download in a space, for a browser that fetches it by itself. */
export function addressOf<E extends Endpoint>(endpoint: E, args: Call<E>, spaceId: number): string {
  return pathOf(endpoint.path, args.params as Values) + queryOf({ ...(args.query as Values), space_id: spaceId });
}

type Values = Record<string, string | number | boolean | null | undefined> | undefined;

/** Fills the braces of a path. */
export function pathOf(template: string, params: Values): string {
  return template.replace(/\{(\w+)\}/g, (_match, name: string) => encodeURIComponent(String(params?.[name] ?? '')));
}

function queryOf(query: Values): string {
  const given = Object.entries(query ?? {}).filter(([, value]) => value !== undefined && value !== null);
  return given.length ? `?${new URLSearchParams(given.map(([name, value]) => [name, String(value)]))}` : '';
}
