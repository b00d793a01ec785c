/**
 * Imports a real schedule and one of 100,000 activities through HTTP, copies the same rows by COPY in the same run, and exports the
 * versions again: untouched, they must equal their files.
 */

import { api } from '@gantry/contract';
import type { ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pipeline } from 'node:stream/promises';
import { buffer } from 'node:stream/consumers';
import { Readable } from 'node:stream';
import pg from 'pg';
import { from as copyFrom, to as copyTo } from 'pg-copy-streams';
import { startEmbeddedPostgres } from '../apps/server/src/platform/postgres/embedded-postgres.ts';
import { type Caller, signIn } from '../e2e/caller.ts';
import { DEMO } from '../e2e/product.ts';
import { peakOf, startServer } from './server-process.ts';
import { syntheticXer } from './synthetic-xer.ts';
import { holdToGates } from './gates.ts';

const ACTIVITIES = Number(process.argv[2] ?? 100_000);
const REAL = 'schedules/xer/cfpp-1895.xer';
const GATES = { realSeconds: 3, largeSeconds: 20, memoryMiB: 1024, exportSeconds: 30 };
const TABLES = ['calendar', 'wbs_item', 'relation', 'resource', 'assignment', 'attribute', 'attribute_value', 'imported_dates', 'settings'];

type Run = {
  name: string;
  seconds: number;
  copySeconds: number;
  ratio: number;
  rows: number;
  peakMiB: number;
  exportSeconds: number;
  exportPeakMiB: number;
};

const folder = mkdtempSync(join(tmpdir(), 'gantry-bench-import-'));
const silent = { info() {}, warn() {}, error: (event: string, fields?: object) => console.error(event, fields) };
const cluster = await startEmbeddedPostgres(join(folder, 'database'), silent);
const { host, user, database } = cluster.administration;
const databaseUrl = `postgresql://${user}@/${database}?host=${encodeURIComponent(host)}`;
const runs: Run[] = [];
let server: ChildProcess | null = null;
try {
  const started = await startServer(folder, databaseUrl);
  server = started.child;
  const { url, child } = started;
  const person = await signIn(url);
  const { token } = await person.call(api.auth.login, { body: DEMO });
  const space = await person.call(api.spaces.create, { body: { name: 'Bench' } });
  const member = person.inSpace(space.id);
  await importOnce(member, 'warm-up', Buffer.from(syntheticXer(200)));
  const data = process.env['GANTRY_TEST_DATA'];
  if (data) runs.push(await importOnce(member, REAL, readFileSync(join(data, REAL))));
  else console.log(`GANTRY_TEST_DATA is not set: ${REAL} is not measured`);
  runs.push(await importOnce(member, `${ACTIVITIES} activities`, Buffer.from(syntheticXer(ACTIVITIES))));

  async function importOnce(planner: Caller, name: string, file: Buffer): Promise<Run> {
    const facility = await planner.call(api.facilities.create, { body: { name } });
    const project = await planner.call(api.projects.create, { body: { name, facility_id: facility.id } });
    const schedule = await planner.call(api.projects.createSchedule, { params: { id: project.id }, body: { name } });
    const form = new FormData();
    form.append('file', new Blob([new Uint8Array(file)]), 'bench.xer');
    const begun = performance.now();
    const answer = await fetch(`${url}/api/v1/schedules/${schedule.id}/versions/upload/synchronous`, {
      method: 'POST',
      body: form,
      headers: { authorization: `Bearer ${token}`, 'x-space-id': String(space.id) },
    });
    const seconds = (performance.now() - begun) / 1000;
    const body = (await answer.json()) as { version_id: number };
    if (!answer.ok) throw new Error(JSON.stringify(body).slice(0, 500));
    const peakMiB = peakOf(child.pid as number);
    const { copySeconds, rows } = await copyAgain(space.id, schedule.id, body.version_id);
    const exportSeconds = await exportAgain(planner, body.version_id, file);
    return {
      name,
      seconds,
      copySeconds,
      ratio: seconds / copySeconds,
      rows,
      peakMiB,
      exportSeconds,
      exportPeakMiB: peakOf(child.pid as number),
    };
  }

  /** Exports a version as XER, fetches the file and compares it with the one that came; answers the seconds until it was fetched. */
  async function exportAgain(planner: Caller, versionId: number, file: Buffer): Promise<number> {
    const begun = performance.now();
    const { job_id } = await planner.call(api.exports.version, { params: { id: versionId, x: 'xer' }, body: {} });
    for (;;) {
      const job = await planner.call(api.jobs.get, { params: { id: job_id } });
      if (job.status === 'done') {
        const headers = { authorization: `Bearer ${token}`, 'x-space-id': String(space.id) };
        const answer = await fetch(`${url}/api/v1/download?key=${job.result?.['download_key'] as string}`, { headers });
        const bytes = Buffer.from(await answer.arrayBuffer());
        const exportSeconds = (performance.now() - begun) / 1000;
        if (!bytes.equals(file)) throw new Error('an untouched version is not its file');
        return exportSeconds;
      }
      if (job.status === 'failed') throw new Error(JSON.stringify(job.error));
      await new Promise((resolve) => setTimeout(resolve, 50));
    }
  }

  /** Copies the rows of a version into another one by COPY, in one transaction and into the same tables. */
  async function copyAgain(spaceId: number, scheduleId: number, versionId: number): Promise<{ copySeconds: number; rows: number }> {
    const client = new pg.Client({ connectionString: databaseUrl });
    await client.connect();
    const { rows: made } = await client.query<{ id: number }>(
      'insert into version (space_id, schedule_id, name) values ($1, $2, $3) returning id',
      [spaceId, scheduleId, 'Copy'],
    );
    const target = made[0].id;
    const parts: { table: string; columns: string; bytes: Buffer }[] = [];
    let rows = 0;
    for (const table of TABLES) {
      const { rows: fields } = await client.query<{ name: string }>(
        "select column_name as name from information_schema.columns where table_name = $1 and column_name <> 'version_id' order by ordinal_position",
        [table],
      );
      const columns = fields.map((field) => `"${field.name}"`).join(', ');
      const select = `select ${columns}, ${target} from ${table} where space_id = ${spaceId} and version_id = ${versionId}`;
      const out = client.query(copyTo(`copy (${select}) to stdout`));
      const bytes = await buffer(out);
      rows += out.rowCount ?? 0;
      parts.push({ table, columns, bytes });
    }
    const begun = performance.now();
    await client.query('begin');
    for (const { table, columns, bytes } of parts)
      await pipeline(Readable.from([bytes]), client.query(copyFrom(`copy ${table} (${columns}, version_id) from stdin`)));
    await client.query('commit');
    const copySeconds = (performance.now() - begun) / 1000;
    await client.end();
    return { copySeconds, rows };
  }
} finally {
  if (server) {
    server.kill('SIGTERM');
    await once(server, 'exit');
  }
  await cluster.stop();
  rmSync(folder, { recursive: true, force: true });
}

for (const { name, seconds, copySeconds, ratio, rows, peakMiB, exportSeconds, exportPeakMiB } of runs)
  console.log(
    `${name}: ${seconds.toFixed(2)} s for ${rows} rows, COPY alone ${copySeconds.toFixed(2)} s (× ${ratio.toFixed(1)}), peak of the server ${peakMiB.toFixed(0)} MiB; out again in ${exportSeconds.toFixed(2)} s (${(exportSeconds / seconds).toFixed(2)} × the import), peak ${exportPeakMiB.toFixed(0)} MiB`,
  );
mkdirSync(join(import.meta.dirname, 'results'), { recursive: true });
writeFileSync(join(import.meta.dirname, 'results/import.json'), `${JSON.stringify({ gates: GATES, runs }, null, 2)}\n`);
holdToGates(
  runs.flatMap(({ name, seconds, exportSeconds, peakMiB, copySeconds }) => [
    { name: `${name}, in`, figure: seconds, unit: 's', gate: name === REAL ? GATES.realSeconds : GATES.largeSeconds, floor: copySeconds },
    { name: `${name}, out`, figure: exportSeconds, unit: 's', gate: GATES.exportSeconds, floor: copySeconds },
    { name: `${name}, peak of the server`, figure: peakMiB, unit: 'MiB', gate: GATES.memoryMiB },
  ]),
);
