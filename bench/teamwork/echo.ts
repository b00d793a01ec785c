/**
 * The least that a chat over two servers can be: a row, a notification, a text to each socket. Rights, numbers and what is pushed to whom
 * are left out. `node echo.ts DATABASE_URL` prints its port.
 */

import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';
import pg from 'pg';
import { WebSocketServer } from 'ws';

const connectionString = process.argv[2];
const pool = new pg.Pool({ connectionString, max: 16 });
const listener = new pg.Client({ connectionString });
const http = createServer((request, response) => {
  void (async () => {
    const body = await text(request);
    const { rows } = await pool.query('insert into bench_echo (body) values ($1) returning id', [body]);
    await pool.query(`select pg_notify('bench_echo', $1)`, [body]);
    response.end(JSON.stringify(rows[0]));
  })();
});
const sockets = new WebSocketServer({ server: http });
await listener.connect();
await listener.query('listen bench_echo');
listener.on('notification', ({ payload = '' }) => {
  for (const socket of sockets.clients) socket.send(payload);
});
http.listen(0, '127.0.0.1');
await once(http, 'listening');
console.log(`port ${(http.address() as AddressInfo).port}`);
process.on('SIGTERM', () => process.exit(0));
