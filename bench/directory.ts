/**
 * Uploads a directory of 100,000 rows and 10 columns through HTTP: to the preview, to the rows in the directory, once more with
 * nothing to change, with a new price in every row, out as a file, and as the page loads it. COPY of the same rows in the same run is the floor.
 */

import { api } from '@gantry/contract';
import { writeSheet } from '@gantry/interchange';
import type { ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { buffer } from 'node:stream/consumers';
import { pipeline } from 'node:stream/promises';
import pg from 'pg';
import { from as copyFrom, to as copyTo } from 'pg-copy-streams';
import { startEmbeddedPostgres } from '../apps/server/src/platform/postgres/embedded-postgres.ts';
import { type Caller, signIn } from '../e2e/caller.ts';
import { DEMO } from '../e2e/product.ts';
import { peakOf, startServer } from './server-process.ts';
import { holdToGates } from './gates.ts';

const ROWS = Number(process.argv[2] ?? 100_000);
const GATES = { uploadSeconds: 10, memoryMiB: 1536 };
const TYPES = ['number', 'money', 'date', 'flag', 'percentage', 'number', 'string', 'string', 'number', 'measure'] as const;

const folder = mkdtempSync(join(tmpdir(), 'gantry-bench-directory-'));
const silent = { info() {}, warn() {}, error: (event: string, fields?: object) => console.error(event, fields) };
const cluster = await startEmbeddedPostgres(join(folder, 'database'), silent);
const { host, user, database } = cluster.administration;
const databaseUrl = `postgresql://${user}@/${database}?host=${encodeURIComponent(host)}`;
let server: ChildProcess | null = null;
try {
  const started = await startServer(folder, databaseUrl);
  server = started.child;
  const { url, child } = started;
  const person = await signIn(url);
  const { token } = await person.call(api.auth.login, { body: DEMO });
  const space = await person.call(api.spaces.create, { body: { name: 'Bench' } });
  const planner = person.inSpace(space.id);
  const epsId = (await planner.call(api.facilities.create, { body: { name: 'Plant' } })).id;
  for (const sign of ['m', 'm²', 'm³']) await planner.call(api.measures.create, { body: { name: sign, sign } });
  const columns = TYPES.map((type, index) => ({ name: `Column ${index + 1}`, type }));
  const small = await planner.call(api.directories.create, { params: { epsId }, body: { name: 'Warm-up', columns } });
  await upload(small.id, await fileOf(200));

  const { id: directoryId } = await planner.call(api.directories.create, { params: { epsId }, body: { name: 'Works', columns } });
  const file = await fileOf(ROWS);
  const first = await upload(directoryId, file);
  const peakMiB = peakOf(child.pid as number);
  const begunLoad = performance.now();
  const loaded = await planner.call(api.directories.rows, { params: { epsId, directoryId } });
  const loadSeconds = secondsSince(begunLoad);
  if (loaded.ids.length !== ROWS || loaded.valid.includes(0)) throw new Error('the directory does not hold the rows of the file');
  const again = await upload(directoryId, file);
  if (again.counts.unchanged !== ROWS) throw new Error(`uploaded twice, the file changes something: ${JSON.stringify(again.counts)}`);
  const priced = await upload(directoryId, await fileOf(ROWS, 1));
  if (priced.counts.changed !== ROWS) throw new Error(`new prices: ${JSON.stringify(priced.counts)}`);
  const begunExport = performance.now();
  const { job_id } = await planner.call(api.directoryFiles.export, { params: { epsId, directoryId }, body: {} });
  await ended(planner, job_id);
  const exportSeconds = secondsSince(begunExport);
  const copySeconds = await copyAgain(space.id, epsId, directoryId);
  const run = {
    rows: ROWS,
    columns: TYPES.length,
    fileMiB: file.length / (1 << 20),
    previewSeconds: first.previewSeconds,
    acceptSeconds: first.acceptSeconds,
    seconds: first.previewSeconds + first.acceptSeconds,
    copySeconds,
    ratio: (first.previewSeconds + first.acceptSeconds) / copySeconds,
    againSeconds: again.previewSeconds,
    pricedSeconds: priced.previewSeconds + priced.acceptSeconds,
    loadSeconds,
    exportSeconds,
    peakMiB,
    peakAtEndMiB: peakOf(child.pid as number),
  };
  console.log(
    `${ROWS} rows × ${TYPES.length} columns: preview ${run.previewSeconds.toFixed(2)} s, accepted in ${run.acceptSeconds.toFixed(2)} s, ` +
      `together ${run.seconds.toFixed(2)} s; COPY alone ${copySeconds.toFixed(2)} s (× ${run.ratio.toFixed(1)}); ` +
      `the same file again ${run.againSeconds.toFixed(2)} s; a new price in every row ${run.pricedSeconds.toFixed(2)} s; loaded in ${loadSeconds.toFixed(2)} s; out as XLSX in ${exportSeconds.toFixed(2)} s; ` +
      `peak of the server ${peakMiB.toFixed(0)} MiB, with all that followed ${run.peakAtEndMiB.toFixed(0)} MiB`,
  );
  mkdirSync(join(import.meta.dirname, 'results'), { recursive: true });
  writeFileSync(join(import.meta.dirname, 'results/directory.json'), `${JSON.stringify({ gates: GATES, run }, null, 2)}\n`);
  holdToGates([
    { name: 'preview and acceptance', figure: run.seconds, unit: 's', gate: GATES.uploadSeconds, floor: copySeconds },
    { name: 'peak of the server', figure: peakMiB, unit: 'MiB', gate: GATES.memoryMiB },
  ]);

  /** Uploads a file to its preview and, where it changes something, accepts it. */
  async function upload(target: number, bytes: Uint8Array) {
    const form = new FormData();
    form.append('directory_id', String(target));
    form.append('file', new Blob([new Uint8Array(bytes)]), 'bench.xlsx');
    const begun = performance.now();
    const answer = await fetch(`${url}/api/v1/eps/${epsId}/directory/upload`, {
      method: 'POST',
      body: form,
      headers: { authorization: `Bearer ${token}`, 'x-space-id': String(space.id) },
    });
    const started = (await answer.json()) as { job_id: number };
    if (!answer.ok) throw new Error(JSON.stringify(started).slice(0, 500));
    const uploadId = Number((await ended(planner, started.job_id))['upload_id']);
    const params = { epsId, uploadId };
    const { counts } = await planner.call(api.directoryFiles.proposal, { params });
    const shown = await planner.call(api.directoryFiles.changes, { params, query: { part: counts.added ? 'added' : 'refused' } });
    if (counts.refused) throw new Error(`refused: ${JSON.stringify(shown.changes.slice(0, 3))}`);
    const previewSeconds = secondsSince(begun);
    const accepted = performance.now();
    if (counts.added || counts.changed) {
      const { job_id: acceptJob } = await planner.call(api.directoryFiles.accept, { params, body: { parts: ['added', 'changed'] } });
      await ended(planner, acceptJob);
    }
    return { counts, previewSeconds, acceptSeconds: secondsSince(accepted) };
  }
} finally {
  if (server) {
    server.kill('SIGTERM');
    await once(server, 'exit');
  }
  await cluster.stop();
  rmSync(folder, { recursive: true, force: true });
}

/** A file of so many rows; `dearer` is added to each price. */
function fileOf(count: number, dearer = 0): Promise<Uint8Array> {
  const headers = ['Code', 'Name', 'Unit', 'Parent code', ...TYPES.map((_type, index) => `Column ${index + 1}`)];
  const rows = Array.from({ length: count }, (_none, index) => [
    `W-${index}`,
    `Work number ${index}`,
    ['m', 'm²', 'm³'][index % 3],
    index % 100 ? `W-${index - (index % 100)}` : null,
    index * 1.5,
    index / 7 + dearer,
    { minute: (index % 9000) * 1440 + 480 },
    index % 2 === 0,
    (index % 100) / 100,
    index,
    `text ${index}`,
    `a longer text, such as notes are, of ${index}`,
    index % 977,
    index / 3,
  ]);
  return writeSheet('Works', { headers, rows });
}

async function ended(planner: Caller, id: number): Promise<Record<string, unknown>> {
  for (;;) {
    const job = await planner.call(api.jobs.get, { params: { id } });
    if (job.status === 'done') return job.result ?? {};
    if (job.status !== 'waiting' && job.status !== 'running') throw new Error(JSON.stringify(job.error));
    await new Promise((done) => setTimeout(done, 100));
  }
}

function secondsSince(begun: number): number {
  return (performance.now() - begun) / 1000;
}

/** Copies the rows of the directory into another one by COPY, in one transaction and into the same table. */
async function copyAgain(spaceId: number, epsId: number, directoryId: number): Promise<number> {
  const client = new pg.Client({ connectionString: databaseUrl });
  await client.connect();
  const { rows: made } = await client.query<{ id: number }>(
    "insert into directory (space_id, node_id, name, kind) values ($1, $2, 'Copy', 'general') returning id",
    [spaceId, epsId],
  );
  const columns = 'id, parent_id, position, code, name, measure_id, cells, donors';
  const select = `select space_id, ${made[0].id}, ${columns} from directory_row where space_id = ${spaceId} and directory_id = ${directoryId}`;
  const bytes = await buffer(client.query(copyTo(`copy (${select}) to stdout`)));
  const begun = performance.now();
  await client.query('begin');
  await pipeline(Readable.from([bytes]), client.query(copyFrom(`copy directory_row (space_id, directory_id, ${columns}) from stdin`)));
  await client.query('commit');
  const seconds = secondsSince(begun);
  await client.end();
  return seconds;
}
