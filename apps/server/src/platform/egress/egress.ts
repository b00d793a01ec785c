import { lookup } from 'node:dns/promises';
import { type IncomingMessage, request as requestPlain } from 'node:http';
import { request as requestTls } from 'node:https';
import { isIP, type LookupFunction } from 'node:net';
import { isPublicAddress } from './egress.addresses.ts';

/** Resolves all addresses of a host in one query. */
export type Resolve = (host: string) => Promise<{ address: string; family: number }[]>;

/** What a call out of the server needs. */
export type EgressInit = {
  method?: string;
  headers?: Record<string, string>;
  body?: string | Uint8Array;
  signal?: AbortSignal;
  /** How long it may take; left out: ten seconds. */
  limitMs?: number;
};

/** Calls another server at an address that was checked. */
export type SafeFetch = (url: string | URL, init?: EgressInit) => Promise<Response>;

/** The reason why an outgoing call was refused or its answer rejected. */
export class EgressRefused extends Error {
  readonly reason: 'address' | 'protocol' | 'port' | 'credentials' | 'redirect' | 'too_large' | 'timeout';
  constructor(reason: EgressRefused['reason'], host: string) {
    super(`The call to ${host} was refused: ${reason}`);
    this.name = 'EgressRefused';
    this.reason = reason;
  }
}

const LIMIT_MS = 10_000;
const LIMIT_BYTES = 10 * 1024 * 1024;

/**
 * The only way out of the server over HTTP. A host is resolved once, each of its addresses must be public, and the connection goes
 * to just those, so that a name cannot answer otherwise the second time. No redirects, TLS, ports 443 and 80, 10 seconds where no other limit is given, 10 MB.
 * `allowed` frees single hosts: `sso.corp.example` may be private and on any port, `http://sso.corp.example:8080` also without TLS.
 */
export function createSafeFetch(allowed: readonly string[] = [], resolve: Resolve = (host) => lookup(host, { all: true })): SafeFetch {
  return async (input, init = {}) => {
    const url = new URL(input);
    const free = isAllowed(allowed, url);
    if (url.username || url.password) throw new EgressRefused('credentials', url.host);
    if (url.protocol !== 'https:' && !(url.protocol === 'http:' && free)) throw new EgressRefused('protocol', url.host);
    if (url.port && !free) throw new EgressRefused('port', url.host);
    const timeout = AbortSignal.timeout(init.limitMs ?? LIMIT_MS);
    const signal = init.signal ? AbortSignal.any([init.signal, timeout]) : timeout;
    try {
      const addresses = await within(signal, addressesOf(url, resolve));
      if (!free && !addresses.every(({ address }) => isPublicAddress(address))) throw new EgressRefused('address', url.host);
      return await within(signal, exchange(url, init, addresses, signal));
    } catch (error) {
      throw timeout.aborted ? new EgressRefused('timeout', url.host) : error;
    }
  };
}

/** Whether the operator has named the host, and where TLS is missing its whole origin. */
function isAllowed(allowed: readonly string[], url: URL): boolean {
  return allowed.some((entry) => {
    if (entry.includes('://')) return URL.canParse(entry) && new URL(entry).origin === url.origin;
    return url.protocol === 'https:' && (entry.toLowerCase() === url.hostname || entry.toLowerCase() === url.host);
  });
}

async function addressesOf({ hostname }: URL, resolve: Resolve): Promise<{ address: string; family: number }[]> {
  const literal = hostname.replace(/^\[|\]$/g, '');
  const family = isIP(literal);
  const found = family ? [{ address: literal, family }] : await resolve(hostname);
  if (!found.length) throw new EgressRefused('address', hostname);
  return found;
}

function within<T>(signal: AbortSignal, work: Promise<T>): Promise<T> {
  return Promise.race([
    work,
    new Promise<never>((_done, fail) => {
      if (signal.aborted) fail(signal.reason as Error);
      signal.addEventListener('abort', () => fail(signal.reason as Error), { once: true });
    }),
  ]);
}

function exchange(url: URL, init: EgressInit, addresses: { address: string; family: number }[], signal: AbortSignal): Promise<Response> {
  // The connection resolves the host again: it gets the addresses that were checked.
  const known: LookupFunction = (_host, options, answer) =>
    options.all ? answer(null, addresses) : answer(null, addresses[0].address, addresses[0].family);
  return new Promise((done, fail) => {
    const call = (url.protocol === 'https:' ? requestTls : requestPlain)(url, {
      method: init.method ?? 'GET',
      headers: { ...init.headers, 'accept-encoding': 'identity' },
      lookup: known,
      agent: false,
      signal,
    });
    call.once('error', fail);
    call.once('response', (response) => done(take(url, response)));
    call.end(init.body);
  });
}

async function take(url: URL, response: IncomingMessage): Promise<Response> {
  const status = response.statusCode ?? 0;
  if (status >= 300 && status < 400) {
    response.destroy();
    throw new EgressRefused('redirect', url.host);
  }
  const parts: Buffer[] = [];
  let bytes = 0;
  for await (const part of response as AsyncIterable<Buffer>) {
    bytes += part.length;
    if (bytes > LIMIT_BYTES) {
      response.destroy();
      throw new EgressRefused('too_large', url.host);
    }
    parts.push(part);
  }
  const headers = Object.entries(response.headers).flatMap(([name, value]) =>
    [value ?? []].flat().map((one): [string, string] => [name, one]),
  );
  return new Response(status === 204 ? null : Buffer.concat(parts), { status, headers });
}
