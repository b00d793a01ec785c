import { type Endpoint, ERRORS, endpoints, type Input } from '@gantry/contract';
import { vi } from 'vitest';
import type { z } from 'zod';
import { push } from '../lib/push/push.ts';

type ErrorCode = keyof typeof ERRORS;

/** A refusal as a handler throws it; the page sees it as the server would answer it. */
class FakeRefusal extends Error {
  readonly code: ErrorCode;
  readonly parameters: Record<string, unknown>;

  constructor(code: ErrorCode, parameters: Record<string, unknown>) {
    super(code);
    this.code = code;
    this.parameters = parameters;
  }
}

type Given<E extends Endpoint> = Omit<z.input<E['output']>, 'success'>;
type Answer<E extends Endpoint> = Given<E> | ((input: Input<E>) => Given<E> | Promise<Given<E>>);
type Received = { endpoint: Endpoint; input: Input<Endpoint>; headers: Headers; form: FormData | null };

const ALL = endpoints().map(({ endpoint }) => endpoint);
/** Matches the path of an endpoint; how many literal segments it has decides between two that match. */
const patternOf = (path: string): RegExp => new RegExp(`^${path.replaceAll('.', '\\.').replace(/\{(\w+)\}/g, '(?<$1>[^/]+)')}$`);

const state: {
  answers: Map<Endpoint, (input: Input<Endpoint>) => unknown>;
  received: Received[];
  problems: string[];
  sockets: FakeSocket[];
} = {
  answers: new Map(),
  received: [],
  problems: [],
  sockets: [],
};

/** Answers an endpoint from now on. */
export function answer<E extends Endpoint>(endpoint: E, how: Answer<E>): void {
  state.answers.set(endpoint, (input) => (typeof how === 'function' ? how(input) : how));
}

/** Refuses an endpoint from now on. */
export function refuse(endpoint: Endpoint, code: ErrorCode, parameters: Record<string, unknown> = {}): void {
  state.answers.set(endpoint, () => {
    throw new FakeRefusal(code, parameters);
  });
}

/** A refusal, for an answer that refuses some calls alone: to be thrown. */
export const refusal = (code: ErrorCode, parameters: Record<string, unknown> = {}): Error => new FakeRefusal(code, parameters);

/** What the page asked of an endpoint, in order, as the contract reads it. */
export const asked = <E extends Endpoint>(endpoint: E): Input<E>[] => receivedBy(endpoint).map(({ input }) => input as Input<E>);

/** The same with headers and the form of an upload. */
export const receivedBy = (endpoint: Endpoint): Received[] => state.received.filter((one) => one.endpoint === endpoint);

/** Publishes an event of the push channel to the page. */
export function publish(event: string, data: Record<string, unknown>): void {
  push.attend({ space_id: 1, version_id: null });
  for (const socket of state.sockets) socket.onmessage?.(new MessageEvent('message', { data: JSON.stringify({ event, data }) }));
}

/** Stands at the edge of HTTP for the tests of a file. */
export function startFakeServer(): void {
  vi.stubGlobal('fetch', fakeFetch);
  vi.stubGlobal('WebSocket', FakeSocket);
}

/** Forgets everything, and answers what went wrong since the last time: calls without an answer, answers and inputs that break the contract. */
export function resetFakeServer(): string[] {
  const { problems } = state;
  push.stop();
  Object.assign(state, { answers: new Map(), received: [], problems: [], sockets: [] });
  return problems;
}

class FakeSocket {
  onopen: (() => void) | null = null;
  onclose: ((event: CloseEvent) => void) | null = null;
  onmessage: ((event: MessageEvent) => void) | null = null;
  readonly readyState = 1;

  constructor() {
    state.sockets.push(this);
  }
  send(): void {}
  close(): void {
    state.sockets = state.sockets.filter((other) => other !== this);
  }
}

async function fakeFetch(address: string, init: RequestInit): Promise<Response> {
  const url = new URL(address, 'http://gantry.test');
  const found = endpointAt(init.method ?? 'GET', url.pathname);
  if (!found) return wrong(`${init.method} ${url.pathname} is not in the contract`);
  const { endpoint, params } = found;
  const form = init.body instanceof FormData ? init.body : null;
  const body = typeof init.body === 'string' ? (JSON.parse(init.body) as unknown) : {};
  const input: Record<string, unknown> = {};
  for (const [part, value] of Object.entries({ params, query: Object.fromEntries(url.searchParams), ...(form ? {} : { body }) })) {
    const parsed = endpoint[part as 'params'].safeParse(value);
    if (!parsed.success) return wrong(`${endpoint.method} ${endpoint.path}, ${part}: ${parsed.error.message}`);
    input[part] = parsed.data;
  }
  const asInput = input as Input<Endpoint>;
  state.received.push({ endpoint, input: asInput, headers: new Headers(init.headers), form });
  const how = state.answers.get(endpoint);
  if (!how) return wrong(`${endpoint.method} ${endpoint.path} has no answer in this test`);
  try {
    const given = await Promise.race([how(asInput), ended(init.signal)]);
    if (given instanceof Blob) return new Response(given);
    const parsed = endpoint.output.safeParse({ success: true, ...(given as object) });
    if (!parsed.success) return wrong(`the answer of ${endpoint.method} ${endpoint.path}: ${parsed.error.message}`);
    return Response.json({ success: true, ...(given as object) });
  } catch (error) {
    if (!(error instanceof FakeRefusal)) throw error;
    const { code, parameters } = error;
    return Response.json({ success: false, error_message: code, errors: [{ code, message: code, parameters }] }, { status: ERRORS[code] });
  }
}

function endpointAt(method: string, path: string): { endpoint: Endpoint; params: Record<string, string> } | null {
  const matches = ALL.flatMap((endpoint) => {
    const match = endpoint.method === method ? patternOf(endpoint.path).exec(path) : null;
    return match ? [{ endpoint, params: { ...match.groups } }] : [];
  });
  // A literal path wins over one with a parameter in its place.
  return matches.sort((a, b) => Object.keys(a.params).length - Object.keys(b.params).length)[0] ?? null;
}

/** Ends a call that its caller gives up, as a browser does. */
const ended = (signal: AbortSignal | null | undefined): Promise<never> =>
  new Promise((_resolve, reject) => signal?.addEventListener('abort', () => reject(signal.reason as Error)));

function wrong(problem: string): Response {
  state.problems.push(problem);
  return Response.json({ success: false, error_message: 'server.unknown', errors: [] }, { status: 500 });
}
