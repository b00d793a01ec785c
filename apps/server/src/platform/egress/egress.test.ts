import { createServer, type RequestListener, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterEach, describe, expect, test } from 'vitest';
import { isPublicAddress } from './egress.addresses.ts';
import { createSafeFetch, EgressRefused, type Resolve } from './egress.ts';

const servers: Server[] = [];
afterEach(async () => {
  for (const server of servers.splice(0)) {
    server.closeAllConnections();
    await new Promise((done) => server.close(done));
  }
});

/** A server of the loopback, and how often it was reached. */
async function serve(answer: RequestListener): Promise<{ origin: string; port: number; calls: () => number }> {
  let calls = 0;
  const server = createServer((request, response) => {
    calls += 1;
    answer(request, response);
  });
  servers.push(server);
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done));
  const { port } = server.address() as AddressInfo;
  return { origin: `http://127.0.0.1:${port}`, port, calls: () => calls };
}

const why = async (work: Promise<unknown>): Promise<string> => {
  try {
    await work;
    return 'went out';
  } catch (error) {
    return error instanceof EgressRefused ? error.reason : ((error as { code?: string }).code ?? String(error));
  }
};
const answering =
  (...addresses: string[]): Resolve =>
  async () =>
    addresses.map((address) => ({ address, family: address.includes(':') ? 6 : 4 }));

test.each([
  ['8.8.8.8', true],
  ['1.1.1.1', true],
  ['2606:4700:4700::1111', true],
  ['0.0.0.0', false],
  ['127.0.0.1', false],
  ['127.8.8.8', false],
  ['10.1.2.3', false],
  ['100.64.0.1', false],
  ['169.254.169.254', false],
  ['172.16.0.1', false],
  ['172.32.0.1', true],
  ['192.168.1.1', false],
  ['198.18.0.1', false],
  ['224.0.0.1', false],
  ['255.255.255.255', false],
  ['::', false],
  ['::1', false],
  ['::ffff:127.0.0.1', false],
  ['::ffff:8.8.8.8', false],
  ['64:ff9b::7f00:1', false],
  ['fe80::1', false],
  ['fd00::1', false],
  ['ff02::1', false],
  ['2002:7f00:1::', false],
  ['2001:0:7f00:1::', false],
  ['2001:db8::1', false],
  ['localhost', false],
])('%s is an address of the public internet: %s', (address, expected) => {
  expect(isPublicAddress(address)).toBe(expected);
});

describe('server-side request forgery', () => {
  test.each([
    'https://127.0.0.1/',
    'https://[::1]/',
    'https://[::ffff:127.0.0.1]/',
    'https://2130706433/',
    'https://0x7f.1/',
    'https://017700000001/',
    'https://169.254.169.254/latest/meta-data/',
    'https://localhost/',
  ])('%s is refused by its address, however it is written', async (url) => {
    expect(await why(createSafeFetch()(url))).toBe('address');
  });

  test('a name that answers with a private address, alone or among public ones, is refused before a connection is made', async () => {
    const { port, calls } = await serve((_request, response) => response.end('secret'));
    for (const addresses of [['127.0.0.1'], ['8.8.8.8', '10.0.0.1'], ['2606:4700:4700::1111', '::1']])
      expect(await why(createSafeFetch([], answering(...addresses))('https://sso.example/'))).toBe('address');
    expect(await why(createSafeFetch([`http://other.example:${port}`], answering('127.0.0.1'))(`http://sso.example:${port}/`))).toBe(
      'protocol',
    );
    expect(calls()).toBe(0);
  });

  test('a name is asked for once, and the connection goes to the address that was looked at', async () => {
    const { port } = await serve((request, response) => response.end(String(request.headers.host)));
    let asked = 0;
    const resolve: Resolve = async () => {
      asked += 1;
      return [{ address: asked === 1 ? '127.0.0.1' : '8.8.8.8', family: 4 }];
    };
    const response = await createSafeFetch([`http://sso.invalid:${port}`], resolve)(`http://sso.invalid:${port}/`);
    expect([await response.text(), asked]).toEqual([`sso.invalid:${port}`, 1]);
  });

  test('redirects are not followed', async () => {
    const secret = await serve((_request, response) => response.end('secret'));
    const { origin } = await serve((_request, response) => response.writeHead(302, { location: secret.origin }).end());
    expect(await why(createSafeFetch([origin, secret.origin])(origin))).toBe('redirect');
    expect(secret.calls()).toBe(0);
  });

  test('no plain HTTP, no odd port, no name with a password and no other protocol, unless the operator names the host', async () => {
    const out = createSafeFetch([], answering('8.8.8.8'));
    expect(await why(out('http://sso.example/'))).toBe('protocol');
    expect(await why(out('https://sso.example:8443/'))).toBe('port');
    expect(await why(out('https://evil.example@sso.example/'))).toBe('credentials');
    expect(await why(out('file:///etc/passwd'))).toBe('protocol');
    expect(await why(out('ftp://sso.example/'))).toBe('protocol');
    const { origin, port } = await serve((_request, response) => response.end('hello'));
    expect(await why(createSafeFetch([`http://127.0.0.1:${port + 1}`])(origin))).toBe('protocol');
    expect(await why(createSafeFetch(['127.0.0.1'])(origin))).toBe('protocol');
    expect(await (await createSafeFetch([origin])(origin)).text()).toBe('hello');
  });
});

test('an answer larger than 10 MB is cut off, and the caller may give up', async () => {
  const big = await serve((_request, response) => {
    const more = () => {
      while (response.write(Buffer.alloc(1024 * 1024)));
      response.once('drain', more);
    };
    more();
  });
  expect(await why(createSafeFetch([big.origin])(big.origin))).toBe('too_large');
  const silent = await serve(() => undefined);
  const gaveUp = new AbortController();
  const waiting = createSafeFetch([silent.origin])(silent.origin, { signal: gaveUp.signal });
  gaveUp.abort(new Error('enough'));
  await expect(waiting).rejects.toThrow('enough');
});

test('method, headers, body and answer travel as they are', async () => {
  const { origin } = await serve((request, response) => {
    const parts: Buffer[] = [];
    request.on('data', (part: Buffer) => parts.push(part));
    request.on('end', () =>
      response.writeHead(418, { 'x-kind': String(request.headers['x-kind']) }).end(`${request.method} ${Buffer.concat(parts).toString()}`),
    );
  });
  const response = await createSafeFetch([origin])(`${origin}/path`, { method: 'POST', headers: { 'x-kind': 'tea' }, body: 'leaves' });
  expect([response.status, response.headers.get('x-kind'), await response.text()]).toEqual([418, 'tea', 'POST leaves']);
});
