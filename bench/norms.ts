/**
 * Gives 10,000 works of a version a directory row with five resources each, through HTTP: own volumes, an update without changes, an update
 * after all prices changed, undo, removal. Floor: COPY of the same rows in the same run.
 */

import { api } from '@gantry/contract';
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
import { syntheticXer } from './synthetic-xer.ts';
import { holdToGates } from './gates.ts';

const WORKS = Number(process.argv[2] ?? 10_000);
const EACH = 5;
const TYPES = 200;
const RESOURCES = 400;
/** Small versions are given and copied so often, in turn: one reading of a fraction of a second is chance. */
const ROUNDS = WORKS < 2_000 ? 3 : 1;
/** What another call waits for anyway, in seconds. */
const LEAST_WAITED = 0.1;
/**
 * Giving is reading, counting, writing and keeping the way back; COPY but writes the rows. Another call waits for a small part of the
 * time that the work takes, as it is done in another thread.
 */
const GATES = { timesCopy: 6, shareWaited: 0.05 };

const folder = mkdtempSync(join(tmpdir(), 'gantry-bench-norms-'));
const silent = { info() {}, warn() {}, error: (event: string, fields?: object) => console.error(event, fields) };
const cluster = await startEmbeddedPostgres(join(folder, 'database'), silent);
const { host, user, database } = cluster.administration;
const databaseUrl = `postgresql://${user}@/${database}?host=${encodeURIComponent(host)}`;
const client = new pg.Client({ connectionString: databaseUrl });
let server: ChildProcess | null = null;
try {
  const started = await startServer(folder, databaseUrl);
  server = started.child;
  const { url, child } = started;
  await client.connect();
  const person = await signIn(url);
  const { token } = await person.call(api.auth.login, { body: DEMO });
  const space = await person.call(api.spaces.create, { body: { name: 'Bench' } });
  const planner = person.inSpace(space.id);
  const facility_id = (await planner.call(api.facilities.create, { body: { name: 'Plant' } })).id;
  const project = await planner.call(api.projects.create, { body: { name: 'Project', facility_id } });
  const schedule = await planner.call(api.projects.createSchedule, { params: { id: project.id }, body: { name: 'Schedule' } });
  const types = await directory(space.id, schedule.id, 'work_types', TYPES, 'm3');
  const resources = await directory(space.id, schedule.id, 'resources', RESOURCES, 'man-h');
  const relation = await planner.call(api.directoryRelations.create, { body: { name: 'R', from_id: types, to_id: resources } });
  const add = Array.from({ length: TYPES * EACH }, (_none, index) => ({
    row_a_id: 1 + Math.floor(index / EACH),
    row_b_id: 1 + ((index * 7) % RESOURCES),
    quantity: 0.1 + (index % 37) / 8,
  }));
  await planner.call(api.directoryRelations.updateRows, { params: { id: relation.id }, body: { add } });

  await give(await version(300));
  const earlier: { given: Awaited<ReturnType<typeof give>>; copySeconds: number }[] = [];
  for (let round = 1; round < ROUNDS; round++) {
    const id = await version(WORKS);
    earlier.push({ given: await give(id), copySeconds: await copyAgain(id) });
  }
  const versionId = await version(WORKS);
  const params = { id: versionId };
  const last = await give(versionId);
  const peakMiB = peakOf(child.pid as number);
  const counts = await client.query<{ values: number; assignments: number }>(
    `select (select count(*)::int from directory_value where version_id = $1 and item_id is not null) as values,
       (select count(*)::int from assignment where version_id = $1) as assignments`,
    [versionId],
  );
  const [{ values, assignments }] = counts.rows;
  if (values !== WORKS * (EACH + 1) || assignments !== values) throw new Error(`not all works took their row: ${values}, ${assignments}`);
  const idle = await watched(() => new Promise((done) => setTimeout(done, 1000)));
  const rounds = [...earlier, { given: last, copySeconds: await copyAgain(versionId) }];
  const assigned = {
    seconds: Math.min(...rounds.map(({ given }) => given.seconds)),
    waitMs: Math.min(...rounds.map(({ given }) => given.waitMs)),
  };
  const copySeconds = Math.min(...rounds.map((round) => round.copySeconds));

  const indicator = await watched(() => planner.call(api.versionDirectories.indicator, { params }));
  if (!indicator.answer.up_to_date) throw new Error('what has just been taken is not up to date');
  const again = await job(() => planner.call(api.versionDirectories.recalculate, { params }));
  if (again.result['values'] !== 0) throw new Error('brought up to date twice, something changes');
  await client.query(
    `update directory_row r set cells = jsonb_set(cells, array[a.id::text], to_jsonb(100 + r.id)) from directory_attribute a
     where r.directory_id = $1 and a.directory_id = $1 and a.role = 'price'`,
    [resources],
  );
  const stale = await watched(() => planner.call(api.versionDirectories.indicator, { params }));
  if (stale.answer.outdated_works !== WORKS) throw new Error(`outdated: ${stale.answer.outdated_works}`);
  const priced = await job(() => planner.call(api.versionDirectories.recalculate, { params }));
  const undone = await watched(() => planner.call(api.edits.undo, { params, body: {} }));
  const removed = await job(() => planner.call(api.versionDirectories.remove, { params: { ...params, directoryId: types } }));
  const run = {
    works: WORKS,
    values,
    assignSeconds: assigned.seconds,
    copySeconds,
    timesCopy: assigned.seconds / copySeconds,
    againSeconds: again.seconds,
    pricedSeconds: priced.seconds,
    removedSeconds: removed.seconds,
    indicatorSeconds: indicator.seconds,
    undoSeconds: undone.seconds,
    waitMs: Math.max(...[assigned, again, priced, removed, indicator, stale].map(({ waitMs }) => waitMs)),
    undoWaitMs: undone.waitMs,
    peakMiB,
  };
  const s = (seconds: number): string => `${seconds.toFixed(2)} s`;
  console.log(
    `${WORKS} works × ${EACH} resources (${values} values, ${assignments} assignments): given in ${s(run.assignSeconds)}, ` +
      `COPY alone ${s(copySeconds)} (× ${run.timesCopy.toFixed(1)}); nothing to change ${s(run.againSeconds)}; new prices ${s(run.pricedSeconds)}; ` +
      `taken away ${s(run.removedSeconds)}; indicator ${s(run.indicatorSeconds)}; undone in ${s(run.undoSeconds)}; ` +
      `longest wait of another call ${run.waitMs.toFixed(0)} ms (undo ${run.undoWaitMs.toFixed(0)} ms); peak of the server ${peakMiB.toFixed(0)} MiB`,
  );
  mkdirSync(join(import.meta.dirname, 'results'), { recursive: true });
  writeFileSync(join(import.meta.dirname, 'results/norms.json'), `${JSON.stringify({ gates: GATES, run }, null, 2)}\n`);
  holdToGates([
    {
      name: 'norms given',
      figure: run.assignSeconds,
      unit: 's',
      gate: GATES.timesCopy * copySeconds,
      floor: copySeconds,
    },
    {
      name: 'longest wait of another call',
      figure: run.waitMs / 1000,
      unit: 's',
      gate: Math.max(LEAST_WAITED, GATES.shareWaited * run.assignSeconds),
      floor: idle.waitMs / 1000,
    },
  ]);

  /** A version of so many works. */
  async function version(count: number): Promise<number> {
    const form = new FormData();
    form.append('file', new Blob([syntheticXer(count)]), 'bench.xer');
    const answer = await fetch(`${url}/api/v1/schedules/${schedule.id}/versions/upload/synchronous`, {
      method: 'POST',
      body: form,
      headers: { authorization: `Bearer ${token}`, 'x-space-id': String(space.id) },
    });
    const imported = (await answer.json()) as { version_id: number };
    if (!answer.ok) throw new Error(JSON.stringify(imported).slice(0, 500));
    return imported.version_id;
  }

  /** Gives all works of a version a row by one call. */
  async function give(id: number) {
    const { rows } = await client.query<{ id: number }>("select id from wbs_item where version_id = $1 and type <> 'sum' order by id", [
      id,
    ]);
    const items = rows.map((row, index) => ({ id: row.id, volume: 1 + (index % 997) / 4 }));
    return job(() => planner.call(api.versionDirectories.assign, { params: { id }, body: { directory_id: types, row_id: 1, items } }));
  }

  async function job(start: () => Promise<{ job_id: number | null }>) {
    const done = await watched(async () => ended(planner, (await start()).job_id ?? 0));
    return { ...done, result: done.answer };
  }

  /** The duration of some work, and the longest wait of another call meanwhile. */
  async function watched<T>(work: () => Promise<T>): Promise<{ answer: T; seconds: number; waitMs: number }> {
    let waitMs = 0;
    let going = true;
    const pinging = (async () => {
      while (going) {
        const begun = performance.now();
        await fetch(`${url}/api/v1/health-check`);
        waitMs = Math.max(waitMs, performance.now() - begun);
        await new Promise((done) => setTimeout(done, 5));
      }
    })();
    const begun = performance.now();
    const answer = await work();
    const seconds = (performance.now() - begun) / 1000;
    going = false;
    await pinging;
    return { answer, seconds, waitMs };
  }
} finally {
  await client.end();
  if (server) {
    server.kill('SIGTERM');
    await once(server, 'exit');
  }
  await cluster.stop();
  rmSync(folder, { recursive: true, force: true });
}

async function ended(planner: Caller, id: number): Promise<Record<string, unknown>> {
  for (;;) {
    const found = await planner.call(api.jobs.get, { params: { id } });
    if (found.status === 'done') return found.result ?? {};
    if (found.status !== 'waiting' && found.status !== 'running') throw new Error(JSON.stringify(found.error));
    await new Promise((done) => setTimeout(done, 25));
  }
}

/** A directory of so many rows with a price each, past the calls. */
async function directory(spaceId: number, nodeId: number, kind: string, count: number, sign: string): Promise<number> {
  const { rows } = await client.query<{ id: string }>(
    'insert into directory (space_id, node_id, name, kind, last_id, row_count) values ($1, $2, $3, $3, $4 + 1, $4) returning id',
    [spaceId, nodeId, kind, count],
  );
  const measure = await client.query<{ id: number }>('insert into measure (space_id, name, sign) values ($1, $2, $2) returning id', [
    spaceId,
    sign,
  ]);
  await client.query(
    "insert into directory_attribute (space_id, directory_id, id, position, name, type, role) values ($1, $2, $3, 1, 'Price', 'number', 'price')",
    [spaceId, rows[0].id, count + 1],
  );
  await client.query(
    `insert into directory_row (space_id, directory_id, id, position, code, name, measure_id, cells)
     select $1, $2, n, n, 'C' || n, 'Row number ' || n, $3, jsonb_build_object($4::text, n / 8.0) from generate_series(1, $5::int) n`,
    [spaceId, rows[0].id, measure.rows[0].id, String(count + 1), count],
  );
  return Number(rows[0].id);
}

/** Writes the values and assignments of a version anew by COPY, in one transaction and into the same tables. */
async function copyAgain(versionId: number): Promise<number> {
  const packed: { table: string; bytes: Buffer }[] = [];
  for (const table of ['assignment', 'directory_value'])
    packed.push({
      table,
      bytes: await buffer(client.query(copyTo(`copy (select * from ${table} where version_id = ${versionId}) to stdout`))),
    });
  await client.query('begin');
  await client.query(`delete from directory_value where version_id = ${versionId}`);
  await client.query(`delete from assignment where version_id = ${versionId}`);
  const begun = performance.now();
  for (const { table, bytes } of packed) await pipeline(Readable.from([bytes]), client.query(copyFrom(`copy ${table} from stdin`)));
  await client.query('set constraints all immediate');
  const seconds = (performance.now() - begun) / 1000;
  await client.query('rollback');
  return seconds;
}
