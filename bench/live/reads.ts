/**
 * How long the loop that answers people stands still while whole versions are read, in versions of 100,000 rows by default: each kind of
 * read, one after another for some seconds. Exits with 1 on a miss.
 *   node bench/live/reads.ts [rows] [seconds of each kind]
 */
import { api, COLUMNS_TYPE } from '@gantry/contract';
import type { ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { setTimeout } from 'node:timers/promises';
import pg from 'pg';
import { startEmbeddedPostgres } from '../../apps/server/src/platform/postgres/embedded-postgres.ts';
import { signIn } from '../../e2e/caller.ts';
import { type GatedFigure, holdToGates } from '../gates.ts';
import { startServer } from '../server-process.ts';
import { fill } from './version.ts';

const ROWS = Number(process.argv[2] ?? 100_000);
const SECONDS = Number(process.argv[3] ?? 6);
/** The 99th of a hundred measurements of the loop, each taken every 5 ms. */
const P99_MS = 50;
/** The longest of all. */
const LONGEST_MS = 100;

const folder = mkdtempSync(join(tmpdir(), 'gantry-bench-reads-'));
const silent = { info() {}, warn() {}, error: (event: string, fields?: object) => console.error(event, fields) };
const cluster = await startEmbeddedPostgres(join(folder, 'database'), silent);
const { host, user, database } = cluster.administration;
const client = new pg.Client(cluster.administration);
const file = join(folder, 'loop.json');
let server: ChildProcess | null = null;

/** What the loop of the server did since it was last asked. */
async function loopOf(child: ChildProcess): Promise<{ p99: number; longest: number }> {
  rmSync(file, { force: true });
  child.kill('SIGUSR2');
  while (!existsSync(file) || !readFileSync(file, 'utf8')) await setTimeout(20);
  return JSON.parse(readFileSync(file, 'utf8')) as { p99: number; longest: number };
}

const figures: GatedFigure[] = [];
try {
  const { url, child } = await startServer(folder, `postgresql://${user}@/${database}?host=${encodeURIComponent(host)}`, {
    NODE_OPTIONS: `--import ${resolve(import.meta.dirname, 'loop.ts')}`,
    GANTRY_LOOP_FILE: file,
  });
  server = child;
  await client.connect();
  const person = await signIn(url);
  const version = await fill(client, person, ROWS);
  const member = person.inSpace(version.spaceId);
  const params = { id: version.versionId };
  const { schedule_id } = await member.call(api.versions.get, { params });
  const { parent_id: projectId } = await member.call(api.schedules.get, { params: { id: schedule_id } });
  await member.call(api.versions.copyTo, { params: { ...params, scheduleId: schedule_id }, body: { name: 'Copy' } });
  const ids = async () => (await member.call(api.versions.list, { params: { id: schedule_id }, query: {} })).versions.map(({ id }) => id);
  while ((await ids()).length < 2) await setTimeout(100);
  const versionIds = await ids();
  const condition = { column: 'name', operator: 'like' as const, value: '77' };
  const kinds: [string, () => Promise<unknown>][] = [
    ['nothing', () => setTimeout(50)],
    ['a page of rows', () => member.call(api.wbs.list, { params, query: { limit: 1000 } })],
    ['a sorted page of rows', () => member.call(api.wbs.list, { params, query: { limit: 100, sort: 'name' } })],
    ['a filtered page of rows', () => member.call(api.wbs.filter, { params, body: { join: 'and', conditions: [condition], limit: 100 } })],
    [
      'a page of rows of a project',
      () => member.call(api.gwbs.list, { params: { id: projectId ?? 0 }, query: { limit: 1000, sort: 'name' } }),
    ],
    [
      'the columns of a version',
      async () => {
        const answer = await member.ask(`/api/v1/versions/${version.versionId}/wbs`, { headers: { accept: COLUMNS_TYPE } });
        if (!answer.ok) throw new Error(`${answer.status}`);
        await answer.arrayBuffer();
      },
    ],
    ['checks of a version', () => member.call(api.health.read, { params })],
    ['formulas of a version', () => member.call(api.attributeCalculate.calculateVersion, { params, body: {} })],
    [
      'a change of a fifth of its rows',
      async () => {
        const items = version.works.slice(0, ROWS / 5).map((id) => ({ id, name: `Row ${id} at ${performance.now()}` }));
        await member.call(api.wbs.updateMany, { params, body: { items } });
      },
    ],
    [
      'a comparison of two versions',
      async () => {
        // What is compared is kept by revisions.
        await member.call(api.wbs.update, { params: { ...params, wbsId: version.works[0] }, body: { name: `Row ${performance.now()}` } });
        await member.call(api.compare.compare, {
          params: { id: schedule_id },
          body: { version_ids: versionIds, origin: 'all', search: '' },
        });
      },
    ],
  ];
  for (const [name, read] of kinds) {
    await loopOf(child);
    let times = 0;
    const begun = performance.now();
    for (; performance.now() - begun < SECONDS * 1000; times += 1) await read();
    const each = (performance.now() - begun) / times;
    const { p99, longest } = await loopOf(child);
    console.log(`${name}: ${each.toFixed(0)} ms each`);
    figures.push({ name: `loop beside ${name}, p99`, figure: p99, unit: 'ms', gate: P99_MS, floor: figures[0]?.figure ?? null });
    figures.push({
      name: `loop beside ${name}, longest`,
      figure: longest,
      unit: 'ms',
      gate: LONGEST_MS,
      floor: figures[1]?.figure ?? null,
    });
  }
  holdToGates(figures);
} finally {
  await client.end().catch(() => undefined);
  if (server && server.exitCode === null) {
    server.kill('SIGTERM');
    await once(server, 'exit');
  }
  await cluster.stop();
  rmSync(folder, { recursive: true, force: true });
}
