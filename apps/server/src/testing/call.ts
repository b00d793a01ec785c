import type { Call, Endpoint, ErrorBody, Output } from '@gantry/contract';

/** The answer of a call. */
export type Answer<T = unknown> = { status: number; headers: Headers; body: T };

/** The body of an answer: the endpoint's output or the errors of a refusal. */
export type Said<E extends Endpoint> = Omit<Output<E>, 'success'> &
  Pick<ErrorBody, 'errors' | 'error_message' | 'request_id'> & { success: boolean };

/** Options of a test call beside its input. */
export type CallOptions = {
  spaceId?: number | null;
  /** `cookie` brings the CSRF header as the page does; `no_csrf` leaves it out; `bearer` calls as scripts do. */
  by?: 'cookie' | 'no_csrf' | 'bearer' | 'nobody';
  headers?: Record<string, string>;
  /** Another spelling of the path. */
  path?: string;
  raw?: NonNullable<RequestInit['body']>;
};

/** Cookies and token of a session. */
export type Keys = { cookies: Map<string, string>; token: string };

/** The address of a call with its parameters filled in. */
export function addressOf(endpoint: Endpoint, call: Call<Endpoint>, path: string = endpoint.path): string {
  const params = (call.params ?? {}) as Record<string, unknown>;
  const query = Object.entries((call.query ?? {}) as Record<string, unknown>).filter(([, value]) => value !== undefined);
  const filled = path.replace(/\{(\w+)\}/g, (_match, name: string) => encodeURIComponent(String(params[name])));
  return query.length
    ? `${filled}?${new URLSearchParams(query.map(([name, value]): [string, string] => [name, String(value)])).toString()}`
    : filled;
}

/** Makes a call over HTTP and keeps the cookies that it sets. */
export async function send<E extends Endpoint>(
  base: string,
  keys: Keys | null,
  endpoint: E,
  call: Partial<Call<E>>,
  options: CallOptions = {},
): Promise<Answer<Said<E>>> {
  const headers = new Headers(options.headers);
  const by = options.by ?? 'cookie';
  if (keys && by === 'bearer') headers.set('authorization', `Bearer ${keys.token}`);
  else if (keys && by !== 'nobody') {
    headers.set('cookie', [...keys.cookies].map(([name, value]) => `${name}=${value}`).join('; '));
    if (by === 'cookie') headers.set('x-xsrf-token', keys.cookies.get('__Host-XSRF-TOKEN') ?? keys.cookies.get('XSRF-TOKEN') ?? '');
  }
  if (options.spaceId) headers.set('x-space-id', String(options.spaceId));
  const body = options.raw ?? (call.body === undefined ? undefined : JSON.stringify(call.body));
  if (call.body !== undefined && !options.raw) headers.set('content-type', 'application/json');
  const response = await fetch(base + addressOf(endpoint, call, options.path), {
    method: endpoint.method,
    headers,
    body,
    redirect: 'manual',
  });
  for (const line of response.headers.getSetCookie()) keepCookie(keys, line);
  const text = await response.text();
  return { status: response.status, headers: response.headers, body: (text.startsWith('{') ? JSON.parse(text) : text) as Said<E> };
}

function keepCookie(keys: Keys | null, line: string): void {
  const [, name, value] = /^([^=]+)=([^;]*)/.exec(line) ?? [];
  if (!keys || !name) return;
  if (value) keys.cookies.set(name, decodeURIComponent(value));
  else keys.cookies.delete(name);
}

/** The session, the server and the space of whoever asks. */
type Asking = { keys: { cookies: ReadonlyMap<string, string> }; base(): string; spaceId: number };

/** Status and bytes that a call answers with. A token among the headers stands in place of the session. */
export async function answerBytes(person: Asking, endpoint: Endpoint, call: Call<Endpoint>, headers: Record<string, string> = {}) {
  const cookie = [...person.keys.cookies].map(([name, value]) => `${name}=${value}`).join('; ');
  const response = await fetch(person.base() + addressOf(endpoint, call), {
    method: endpoint.method,
    headers: {
      ...(headers['authorization'] ? {} : { cookie, 'x-xsrf-token': person.keys.cookies.get('XSRF-TOKEN') ?? '' }),
      'x-space-id': String(person.spaceId),
      ...(call.body === undefined ? {} : { 'content-type': 'application/json' }),
      ...headers,
    },
    body: call.body === undefined ? undefined : JSON.stringify(call.body),
  });
  return { status: response.status, bytes: Buffer.from(await response.arrayBuffer()) };
}
