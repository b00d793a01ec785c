import { createServer } from 'node:http';
import { connect } from 'node:net';
import { once } from 'node:events';
import { expect, test } from 'vitest';
import { cutWhenStalled } from '../../../platform/http/http.ts';
import { outlet } from './wbs.snapshot.service.ts';

const ROW = Buffer.from('12850;Section A;Formwork of walls;2026-11-02T08:00;2026-11-06T17:00;0;480;\n');

test('what a reader has not taken of a snapshot waits compressed', async () => {
  const { out, body } = outlet('zstd');
  for (let block = 0; block < 32; block++) {
    out.write(Buffer.alloc(1024 * 1024, ROW));
    await new Promise((next) => setImmediate(next));
  }
  await expect.poll(() => out.writableLength + out.readableLength).toBe(0);
  expect(body.readableLength).toBeLessThan(1024 * 1024);
});

test('a reader that takes nothing is cut off, one that goes on reading is not', async () => {
  const server = createServer((_request, response) => {
    // Longer than a busy machine keeps this process, which is also the reader, from running.
    cutWhenStalled(response, 2000);
    response.end(Buffer.alloc(64 * 1024 * 1024));
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  const address = server.address();
  if (typeof address !== 'object' || !address) throw new Error('no port');
  try {
    const open = () => {
      const socket = connect(address.port, '127.0.0.1');
      socket.write('GET / HTTP/1.1\r\nhost: a\r\nconnection: close\r\n\r\n');
      return socket;
    };
    let taken = 0;
    const reader = open().on('data', (bytes) => (taken += bytes.length));
    await once(reader, 'end');
    expect(taken).toBeGreaterThan(64 * 1024 * 1024);
    const silent = open();
    silent.on('error', () => undefined).pause();
    const [ended] = await once(server, 'connection');
    await once(ended, 'close');
  } finally {
    server.close();
    server.closeAllConnections();
  }
});
