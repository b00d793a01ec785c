import { parentPort, workerData } from 'node:worker_threads';
import { createApp } from './app.ts';
import type { Env } from './platform/env/env.ts';
import { type HeavyAnswer, type HeavyCall, injected } from './platform/http/heavy.ts';
import type { Connection } from './platform/postgres/database.ts';
import { createLog } from './platform/log.ts';
import { openTraces } from './platform/traces/traces.ts';

/** What the thread that answers heavy calls is started with. */
export type HeavyThreadInput = { env: Env; connection: Connection };

/** It answers a few calls at once. */
const CONNECTIONS = 4;

const { env, connection } = workerData as HeavyThreadInput;
const log = createLog({ thread: 'heavy' }, undefined, env.logLevel);
await openTraces(env.traces, log);
// Calls that came meanwhile wait in the port.
const app = await createApp(env, { ...connection, max: CONNECTIONS }, log, { jobs: 'elsewhere', calls: 'heavy' });

parentPort?.on('message', async (call: HeavyCall) => {
  const { statusCode, headers, rawPayload } = await app.http.inject(injected(call));
  // The memory itself is handed over; what a pool of buffers lent is copied.
  const body = rawPayload.byteLength === rawPayload.buffer.byteLength ? rawPayload : new Uint8Array(rawPayload);
  const answer: HeavyAnswer = { id: call.id, status: statusCode, headers, body };
  parentPort?.postMessage(answer, [body.buffer as ArrayBuffer]);
});
