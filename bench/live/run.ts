/**
 * The live schedule, in a version of 100,000 rows by default: from an edit to its dates on every open page, F9 from cold and with nothing
 * changed, edits a second of one version, and 200 planners at 40 edits a second with their dates calculated.
 *   node bench/live/run.ts [rows] [seconds of each load]
 * The server is a process of its own before the built-in PostgreSQL. Each figure has a floor in the same run; exits with 1 on a miss.
 */
import { api } from '@gantry/contract';
import { CALCULATION_STATUS } from '@gantry/domain';
import type { ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout } from 'node:timers/promises';
import pg from 'pg';
import { startEmbeddedPostgres } from '../../apps/server/src/platform/postgres/embedded-postgres.ts';
import { type Caller, signIn } from '../../e2e/caller.ts';
import { DEMO } from '../../e2e/product.ts';
import { holdToGates, type GatedFigure, share } from '../gates.ts';
import { startServer } from '../server-process.ts';
import { type Page, openPage } from './page.ts';
import { fill, type Version } from './version.ts';

const ROWS = Number(process.argv[2] ?? 100_000);
const SECONDS = Number(process.argv[3] ?? 10);
const SMALL = 3_000;
const GATES = { datesMs: 100, coldMs: 1000, unchangedMs: 100, editsPerSecond: 120, planners: 200, plannersPerSecond: 40, plannersMs: 150 };
const EDITS = 60;
const PAGES = 4;
const WRITERS = 12;

const folder = mkdtempSync(join(tmpdir(), 'gantry-bench-live-'));
const silent = { info() {}, warn() {}, error: (event: string, fields?: object) => console.error(event, fields) };
const cluster = await startEmbeddedPostgres(join(folder, 'database'), silent);
const { host, user, database } = cluster.administration;
const databaseUrl = `postgresql://${user}@/${database}?host=${encodeURIComponent(host)}`;
const client = new pg.Client(cluster.administration);
let server: ChildProcess | null = null;

async function timed(work: () => Promise<unknown>): Promise<number> {
  const begun = performance.now();
  await work();
  return performance.now() - begun;
}

const path = ({ versionId }: Version, rest: string): string => `/api/v1/versions/${versionId}/${rest}`;
const PREFER = { prefer: 'calculate' };

async function change(
  person: Caller,
  version: Version,
  wbsId: number,
  minutes: number,
  headers: Record<string, string> = {},
): Promise<void> {
  const answer = await person.ask(path(version, `wbs/${wbsId}`), {
    method: api.wbs.update.method,
    headers: { 'content-type': 'application/json', ...headers },
    body: new TextEncoder().encode(JSON.stringify({ duration_minutes: minutes })),
  });
  const text = await answer.text();
  if (!answer.ok) throw new Error(`${answer.status} ${text}`);
}

async function calculate(person: Caller, version: Version, data_date?: string): Promise<void> {
  const answer = await person.ask(path(version, 'timetable/calculate'), {
    method: api.timetable.calculate.method,
    headers: { 'content-type': 'application/json', ...PREFER },
    body: new TextEncoder().encode(JSON.stringify(data_date === undefined ? {} : { data_date })),
  });
  const { job_id: job } = (await answer.json()) as { job_id: number | null };
  if (!answer.ok) throw new Error(String(answer.status));
  for (let status = ''; job !== null && status !== 'done'; await setTimeout(20))
    ({ status } = await person.call(api.jobs.get, { params: { id: job } }));
}

async function untilCalculated(person: Caller, { versionId }: Version): Promise<void> {
  while ((await person.call(api.timetable.state, { params: { id: versionId } })).status !== CALCULATION_STATUS.calculated)
    await setTimeout(50);
}

/** Edits of one version by some writers for a while: how many a second, and how long each took. */
async function load(person: Caller, version: Version, writers: number, perSecond: number | null, headers: Record<string, string>) {
  const until = performance.now() + SECONDS * 1000;
  const times: number[] = [];
  let at = 0;
  const next = (): number => version.works[(at++ * 7919) % version.works.length];
  const writer = async (index: number): Promise<void> => {
    const pause = perSecond === null ? 0 : (writers / perSecond) * 1000;
    await setTimeout(pause * (index / writers));
    for (let due = performance.now(); performance.now() < until; due += pause) {
      if (pause) await setTimeout(Math.max(0, due - performance.now()));
      times.push(await timed(() => change(person, version, next(), 480 * (1 + (at % 9)), headers)));
    }
  };
  const begun = performance.now();
  await Promise.all(Array.from({ length: writers }, (_, index) => writer(index)));
  return { perSecond: times.length / ((performance.now() - begun) / 1000), times };
}

/** What the database alone needs for a changed row with its commit, and for all rows of a version. */
async function floors({ spaceId, versionId, works }: Version): Promise<{ writeMs: number; readMs: number }> {
  const writes: number[] = [];
  for (let at = 0; at < EDITS; at += 1)
    writes.push(
      await timed(() =>
        client.query('update wbs_item set name = name where space_id = $1 and version_id = $2 and id = $3', [
          spaceId,
          versionId,
          works[at],
        ]),
      ),
    );
  const reads = [0, 1].map(
    () => () => timed(() => client.query('select * from wbs_item where space_id = $1 and version_id = $2', [spaceId, versionId])),
  );
  return { writeMs: share(writes, 0.95), readMs: Math.min(await reads[0](), await reads[1]()) };
}

const figures: GatedFigure[] = [];
let pages: Page[] = [];
try {
  let started = await startServer(folder, databaseUrl);
  server = started.child;
  await client.connect();
  const person = await signIn(started.url);
  const filling = performance.now();
  const [large, small] = [await fill(client, person, ROWS), await fill(client, person, SMALL)];
  console.log(`${ROWS} and ${SMALL} rows made: ${((performance.now() - filling) / 1000).toFixed(1)} s`);
  let member = person.inSpace(large.spaceId);
  const first = await timed(() => calculate(member, large, '2026-03-02T00:00'));
  console.log(`${ROWS} rows: first calculation, every row written: ${(first / 1000).toFixed(1)} s`);
  const floor = await floors(large);

  // Cold: another process, which has calculated nothing yet.
  await change(member, large, large.works[5], 960);
  server.kill('SIGTERM');
  await once(server, 'exit');
  started = await startServer(folder, databaseUrl);
  server = started.child;
  const again = await signIn(started.url);
  member = again.inSpace(large.spaceId);
  const { token } = await again.call(api.auth.login, { body: DEMO });
  await calculate(again.inSpace(small.spaceId), small, '2026-03-02T00:00');
  const cold = await timed(() => calculate(member, large));
  console.log(`F9 from cold: ${cold.toFixed(0)} ms`);
  figures.push({ name: 'F9 from cold', figure: cold, unit: 'ms', gate: GATES.coldMs, floor: floor.readMs });
  const unchanged: number[] = [];
  for (let at = 0; at < 20; at += 1) unchanged.push(await timed(() => calculate(member, large)));
  console.log(`F9 with nothing changed: p50 ${share(unchanged, 0.5).toFixed(0)} ms`);
  figures.push({
    name: 'F9 with nothing changed, p95',
    figure: share(unchanged, 0.95),
    unit: 'ms',
    gate: GATES.unchangedMs,
    floor: floor.writeMs,
  });

  pages = await Promise.all(Array.from({ length: PAGES }, () => openPage(started.url, token, large)));
  const toDates = async (ids: readonly number[], days: (at: number) => number): Promise<number[]> => {
    const times: number[] = [];
    for (const [at, id] of ids.entries()) {
      const heard = Promise.all(pages.map((page) => page.nextDates()));
      times.push(await timed(async () => Promise.all([change(member, large, id, 480 * days(at), PREFER), heard])));
    }
    return times;
  };
  const apart = Array.from({ length: EDITS }, (_, at) => large.works[(at * 7919 + 13) % large.works.length]);
  const dates = await toDates(apart, (at) => 2 + (at % 7));
  console.log(`an edit to its dates on ${PAGES} pages: p50 ${share(dates, 0.5).toFixed(0)} ms`);
  figures.push({
    name: `an edit to its dates on ${PAGES} pages, p95`,
    figure: share(dates, 0.95),
    unit: 'ms',
    gate: GATES.datesMs,
    floor: floor.writeMs,
  });
  // Each of these moves the finish, and with it late dates and floats of all rows, which a job writes afterwards.
  const critical = await toDates(large.critical.slice(0, EDITS / 3), () => 3);
  const floats = await timed(() => untilCalculated(member, large));
  console.log(
    `an edit that moves the finish: p50 ${share(critical, 0.5).toFixed(0)} ms, late dates of all rows ${(floats / 1000).toFixed(1)} s later`,
  );
  figures.push({
    name: `an edit that moves the finish to its dates on ${PAGES} pages, p95`,
    figure: share(critical, 0.95),
    unit: 'ms',
    gate: GATES.datesMs,
    floor: floor.writeMs,
  });
  for (const page of pages) page.close();

  const planners = again.inSpace(small.spaceId);
  const alone = await load(planners, small, WRITERS, null, {});
  const persecond = alone.perSecond;
  console.log(`one version, ${WRITERS} writers: ${persecond.toFixed(0)} edits/s, p95 ${share(alone.times, 0.95).toFixed(0)} ms`);
  figures.push({
    name: `time of an edit where ${WRITERS} write one version`,
    figure: 1000 / persecond,
    unit: 'ms',
    gate: 1000 / GATES.editsPerSecond,
    floor: floor.writeMs,
  });
  pages = await Promise.all(Array.from({ length: 16 }, () => openPage(started.url, token, small)));
  const many = await load(planners, small, GATES.planners, GATES.plannersPerSecond, PREFER);
  console.log(
    `${GATES.planners} planners, dates calculated: ${many.perSecond.toFixed(0)} edits/s, p50 ${share(many.times, 0.5).toFixed(0)} ms`,
  );
  figures.push({
    name: `${GATES.planners} planners at ${GATES.plannersPerSecond} edits/s, p95`,
    figure: share(many.times, 0.95),
    unit: 'ms',
    gate: GATES.plannersMs,
    floor: floor.writeMs,
  });
  await setTimeout(1500);
  const heads = pages.map((page) => page.revision());
  if (new Set(heads).size !== 1) throw new Error(`pages stand at different revisions: ${heads.join(' ')}`);
  holdToGates(figures);
} finally {
  for (const page of pages) page.close();
  await client.end().catch(() => undefined);
  if (server && server.exitCode === null) {
    server.kill('SIGTERM');
    await once(server, 'exit');
  }
  await cluster.stop();
  rmSync(folder, { recursive: true, force: true });
}
