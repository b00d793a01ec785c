/** Imports a real schedule and one of 100,000 activities through HTTP, and copies the same rows by COPY in the same run. */

import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pipeline } from 'node:stream/promises';
import { buffer } from 'node:stream/consumers';
import { Readable } from 'node:stream';
import pg from 'pg';
import { from as copyFrom, to as copyTo } from 'pg-copy-streams';
import { startEmbeddedPostgres } from '../apps/server/src/platform/embedded-postgres.ts';
import { createWorld, type Person } from '../apps/server/src/testing/world.ts';
import { syntheticXer } from './synthetic-xer.ts';

const ACTIVITIES = Number(process.argv[2] ?? 100_000);
const REAL = 'schedules/xer/cfpp-1895.xer';
const GATES = { realSeconds: 3, largeSeconds: 20, memoryMiB: 1024 };
const TABLES = ['calendar', 'wbs_item', 'relation', 'resource', 'assignment', 'attribute', 'attribute_value', 'imported_dates', 'settings'];

type Run = { name: string; seconds: number; copySeconds: number; ratio: number; rows: number; peakMiB: number; beforeMiB: number };

const folder = mkdtempSync(join(tmpdir(), 'gantry-bench-import-'));
const silent = { info() {}, warn() {}, error: (event: string, fields?: object) => console.error(event, fields) };
const cluster = await startEmbeddedPostgres(folder, silent);
const { host, user, database } = cluster.administration;
process.env['GANTRY_TEST_DATABASE_URL'] = `postgresql://${user}@/${database}?host=${encodeURIComponent(host)}`;
const runs: Run[] = [];
try {
  const world = await createWorld();
  const person = await world.person('bench');
  await person.space();
  await importOnce(person, 'warm-up', Buffer.from(syntheticXer(200)));
  const data = process.env['GANTRY_TEST_DATA'];
  if (data) runs.push(await importOnce(person, REAL, readFileSync(join(data, REAL))));
  else console.log(`GANTRY_TEST_DATA is not set: ${REAL} is not measured`);
  runs.push(await importOnce(person, `${ACTIVITIES} activities`, Buffer.from(syntheticXer(ACTIVITIES))));
  await world.close();

  async function importOnce(planner: Person, name: string, file: Buffer): Promise<Run> {
    const schedule = await planner.schedule(name.slice(0, 30));
    const before = process.memoryUsage().rss;
    let peak = before;
    const watch = setInterval(() => (peak = Math.max(peak, process.memoryUsage().rss)), 20);
    const begun = performance.now();
    const answer = await planner.importXer(schedule, file);
    const seconds = (performance.now() - begun) / 1000;
    clearInterval(watch);
    if (answer.status !== 200) throw new Error(JSON.stringify(answer.body).slice(0, 500));
    const versionId = (answer.body as { version_id: number }).version_id;
    const { copySeconds, rows } = await copyAgain(planner.spaceId, schedule, versionId);
    return { name, seconds, copySeconds, ratio: seconds / copySeconds, rows, peakMiB: peak / 2 ** 20, beforeMiB: before / 2 ** 20 };
  }

  /** Copies the rows of a version into another one by COPY, in one transaction and into the same tables. */
  async function copyAgain(spaceId: number, scheduleId: number, versionId: number): Promise<{ copySeconds: number; rows: number }> {
    const client = new pg.Client(world.database.administration);
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
  await cluster.stop();
  rmSync(folder, { recursive: true, force: true });
}

for (const { name, seconds, copySeconds, ratio, rows, peakMiB, beforeMiB } of runs)
  console.log(
    `${name}: ${seconds.toFixed(2)} s for ${rows} rows, COPY alone ${copySeconds.toFixed(2)} s (× ${ratio.toFixed(1)}), peak of server and bench ${peakMiB.toFixed(0)} MiB, ${beforeMiB.toFixed(0)} before`,
  );
mkdirSync(join(import.meta.dirname, 'results'), { recursive: true });
writeFileSync(join(import.meta.dirname, 'results/import.json'), `${JSON.stringify({ gates: GATES, runs }, null, 2)}\n`);
const late = runs.filter(({ name, seconds }) => seconds > (name === REAL ? GATES.realSeconds : GATES.largeSeconds));
const large = runs.filter(({ peakMiB }) => peakMiB > GATES.memoryMiB);
for (const { name } of late) console.log(`too slow: ${name}`);
for (const { name } of large) console.log(`too large: ${name}`);
process.exitCode = late.length + large.length ? 1 : 0;
