/**
 * Values by days of a version of many works: room on disk, the stream of the version with and without days, the day grid, a pasted block of
 * 10,000 cells, one cell, and a calculation by volumes with and without days. Arguments: works, days, parts (calls, phones, page,
 * distributions, load, field). What is held against another is the shortest of its runs: the
 * machine has other work. Floors are the bare statements of the same rows in the same run.
 */

import { api, COLUMNS_TYPE, type DayCells } from '@gantry/contract';
import { packDays } from '@gantry/domain';
import type { ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import pg from 'pg';
import { startEmbeddedPostgres } from '../../apps/server/src/platform/postgres/embedded-postgres.ts';
import { type Caller, makeVersion, signIn } from '../../e2e/caller.ts';
import { DEMO } from '../../e2e/product.ts';
import { startServer } from '../server-process.ts';
import { measureDistributions } from './distributions.ts';
import { measureField } from './field.ts';
import { measureLoad } from './load.ts';
import { measurePage } from './page.ts';
import { measurePhones } from './phones.ts';
import { type GatedFigure, holdToGates, share } from '../gates.ts';

const WORKS = Number(process.argv[2] ?? 100_000);
const DAYS = Number(process.argv[3] ?? 200);
/** Parts to measure, by name; all where none is named. */
const PARTS = process.argv.slice(4);
/** Bytes around the packed days of a series, rows and indexes: what 100 MB for 100,000 works of 200 days leave beside the days themselves. */
const AROUND = 192;
const VARIANTS = 997;
const FIRST_DAY = 12_845;
/** Both versions are kept calculated: a run takes some 30 ms, and other work of the machine as long. */
const CALCULATIONS = 60;
/** Rows of one statement. */
const AT_ONCE = 10_000;
/** Of a large plan each run takes seconds, and varies less. */
const TIMES = WORKS > 20_000 ? 3 : 5;
const STREAMS = 6;

type Works = Awaited<ReturnType<typeof makeWorks>>;

const folder = mkdtempSync(join(tmpdir(), 'gantry-bench-days-'));
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
async function times(count: number, work: (at: number) => Promise<unknown>): Promise<number[]> {
  const list: number[] = [];
  for (let at = 0; at < count; at += 1) list.push(await timed(() => work(at)));
  return list;
}

/** The shortest run with days against the shortest without; the runs alternate, so that other work of the machine meets both. */
async function inTurn(work: (of: Works) => Promise<unknown>, plain: Works, days: Works, count = TIMES): Promise<number> {
  const runs = { plain: [] as number[], days: [] as number[] };
  for (let at = 0; at < count; at += 1) {
    runs.plain.push(await timed(() => work(plain)));
    runs.days.push(await timed(() => work(days)));
  }
  return Math.min(...runs.days) / Math.min(...runs.plain);
}

/** A version of as many works as asked for, in a space of its own. */
async function makeWorks(person: Caller) {
  const { member, spaceId, versionId, itemIds } = await makeVersion(person, 1);
  const first = itemIds[0];
  await copyRow(first, WORKS, { spaceId, versionId });
  const lastId = first + WORKS * 3;
  const text = 'update version set last_id = $3, item_count = $4 where space_id = $1 and id = $2';
  await client.query(text, [spaceId, versionId, lastId, WORKS]);
  return { member, spaceId, versionId, first, lastId };
}

/** Copies a work so often with numbers of its own, some thousands at a time, so that no statement holds all of them. */
async function copyRow(first: number, count: number, { spaceId, versionId }: { spaceId: number; versionId: number }): Promise<void> {
  const { rows } = await client.query<{ column_name: string }>(
    `select column_name from information_schema.columns where table_name = 'wbs_item' and is_generated = 'NEVER' order by ordinal_position`,
  );
  const own: Record<string, string> = {
    id: 'n',
    position: 'n',
    code: `'R' || n`,
    name: `'Row ' || n`,
    status: `'in_progress'`,
    actual_start: `'2025-03-03T08:00:00'::timestamp`,
    progress: '0.3',
    extra: `'{"progressScenario": 6}'::jsonb`,
  };
  const names = rows.map(({ column_name: name }) => name);
  const values = names.map((name) => own[name] ?? `w."${name}"`);
  for (let from = first + 1; from < first + count; from += AT_ONCE)
    await client.query(
      `insert into wbs_item (${names.map((name) => `"${name}"`).join(', ')}) select ${values.join(', ')}
       from wbs_item w, generate_series($4::int, $5::int) n where w.space_id = $1 and w.version_id = $2 and w.id = $3`,
      [spaceId, versionId, first, from, Math.min(from + AT_ONCE, first + count) - 1],
    );
}

try {
  const started = await startServer(folder, databaseUrl);
  server = started.child;
  await client.connect();
  const person = await signIn(started.url);
  const plain = await makeWorks(person);
  const days = await makeWorks(person);
  const { member, spaceId, versionId, first, lastId } = days;
  await client.query('vacuum analyze wbs_item');
  const { token } = await person.call(api.auth.login, { body: DEMO });
  const stream = async (of: Works): Promise<number> => {
    const answer = await fetch(started.url + api.wbs.list.path.replace('{id}', String(of.versionId)), {
      headers: { authorization: `Bearer ${token}`, 'x-space-id': String(of.spaceId), accept: COLUMNS_TYPE, 'accept-encoding': 'identity' },
    });
    if (!answer.ok) throw new Error(`the stream answers ${answer.status}`);
    return (await answer.arrayBuffer()).byteLength;
  };
  const calculate = (of: Works) => of.member.call(api.timetable.calculateNow, { params: { id: of.versionId } });
  const set = (cells: Partial<DayCells>[]) =>
    member.call(api.dayValues.setDays, { params: { id: versionId }, body: { cells: cells as DayCells[], skip_refused: true } });

  const variants = Array.from({ length: VARIANTS }, (_, variant) => {
    const values = Array.from({ length: DAYS }, (_day, at) => {
      const noise = 1 + 0.3 * Math.sin(variant * 12.9898 + at * 78.233);
      return at % 7 > 4 && at < DAYS - 1 ? null : Math.round(40 * noise * 10) / 10;
    });
    return {
      bytes: Buffer.from(packDays({ firstDay: FIRST_DAY, values })),
      total: values.reduce<number>((sum, one) => sum + (one ?? 0), 0),
    };
  });
  await client.query('create temp table variant (n int primary key, days bytea, total float8)');
  await client.query('insert into variant select * from unnest($1::int[], $2::bytea[], $3::float8[])', [
    variants.map((_, n) => n),
    variants.map(({ bytes }) => bytes),
    variants.map(({ total }) => total),
  ]);
  const parts = Array.from({ length: Math.ceil(WORKS / AT_ONCE) }, (_, part) => part * AT_ONCE);
  for (const [at, mode] of ['plan', 'fact'].entries())
    for (const part of parts)
      await client.query(
        `insert into day_series (space_id, version_id, id, item_id, measure, mode, first_day, last_day, last_amount_day, total, days)
       select $1, $2, $3::int + ($4::int + 1) * $5::int + i, $3::int + i, 'volume', $6, $7::int, $7::int + $8::int - 1, $7::int + $8::int - 1, v.total, v.days
       from generate_series($10::int, $11::int) i join variant v on v.n = (i * 7 + $4::int) % $9::int`,
        [spaceId, versionId, first, at, WORKS, mode, FIRST_DAY, DAYS, VARIANTS, part, Math.min(part + AT_ONCE, WORKS) - 1],
      );
  await client.query('vacuum analyze day_series');

  const figures: GatedFigure[] = [];
  const isMeasured = (part: string): boolean => PARTS.length === 0 || PARTS.includes(part);
  if (isMeasured('calls')) await measureCalls();
  if (isMeasured('phones')) figures.push(...(await measurePhones(client, person, { member, spaceId, versionId, first })));
  if (isMeasured('page')) figures.push(...(await measurePage(started.url, { member, spaceId, versionId }, await makeVersion(person, 9))));
  if (isMeasured('distributions'))
    figures.push(...(await measureDistributions(client, { member, spaceId, versionId }, { works: WORKS, first, lastId })));
  if (isMeasured('load'))
    figures.push(...(await measureLoad(client, started.url, plain, { works: WORKS, first: plain.first, lastId: plain.lastId })));
  if (isMeasured('field')) figures.push(...(await measureField(started.url, person)));
  holdToGates(figures);
  mkdirSync(join(import.meta.dirname, '../results'), { recursive: true });
  if (PARTS.length === 0)
    writeFileSync(join(import.meta.dirname, '../results/days.json'), `${JSON.stringify({ works: WORKS, days: DAYS, figures }, null, 2)}\n`);

  async function measureCalls(): Promise<void> {
    const [{ size }] = (await client.query<{ size: string }>(`select pg_total_relation_size('day_series') as size`)).rows;
    const ofBytes = ((variants.reduce((sum, { bytes }) => sum + bytes.length, 0) / VARIANTS) * WORKS * 2) / 1e6;
    figures.push({
      name: 'plan and fact of all works on disk',
      figure: Number(size) / 1e6,
      unit: 'MB',
      gate: ofBytes + (AROUND * WORKS * 2) / 1e6,
      floor: ofBytes,
    });
    const bytes = { plain: await stream(plain), days: await stream(days) };
    const streams = await inTurn(stream, plain, days, STREAMS);
    await calculate(plain);
    await calculate(days);
    const calculations = await inTurn(calculate, plain, days, CALCULATIONS);
    figures.push(
      { name: 'the stream of the version with days against without', figure: streams, unit: '', gate: 1.25, floor: 1 },
      { name: 'its bytes a series beyond', figure: (bytes.days - bytes.plain) / WORKS / 2, unit: 'B', gate: 60, floor: null },
      { name: 'a calculation with all days against without', figure: calculations, unit: '', gate: 1.1, floor: 1 },
    );

    const tile = (at: number) =>
      member.call(api.dayValues.grid, {
        params: { id: versionId },
        query: { from: '2025-03-03', to: '2025-04-03', offset: (at * 256) % Math.max(1, WORKS - 256), limit: 256 },
      });
    const firstTile = await timed(() => tile(0));
    const read = (at: number) =>
      client.query('select * from day_series where space_id = $1 and version_id = $2 and item_id between $3 and $3 + 255', [
        spaceId,
        versionId,
        first + at * 256,
      ]);
    const floorOfTile = share(await times(TIMES, read), 0.5);
    figures.push(
      { name: 'first numbers of the grid', figure: firstTile, unit: 'ms', gate: 1000, floor: floorOfTile },
      {
        name: 'the next tile, p95',
        figure: share(await times(TIMES * 3, (at) => tile(at + 1)), 0.95),
        unit: 'ms',
        gate: 150,
        floor: floorOfTile,
      },
    );

    const lastDay = new Date(Date.UTC(2025, 2, 3 + DAYS - 1)).toISOString().slice(0, 10);
    const sums = () =>
      member.call(api.dayValues.sums, { params: { id: versionId }, query: { ids: String(first), from: '2025-03-03', to: lastDay } });
    const firstSums = await timed(sums);
    const all = 'select mode, days from day_series where space_id = $1 and version_id = $2';
    const floorOfSums = await timed(() => client.query(all, [spaceId, versionId]));
    figures.push({ name: 'sums of all works by days, counted first', figure: firstSums, unit: 'ms', gate: 2500, floor: floorOfSums });

    const rows = Math.min(50, WORKS);
    const block = (value: number) =>
      Array.from({ length: rows }, (_, row) => ({
        item_id: first + row,
        measure: 'volume' as const,
        mode: 'plan' as const,
        first_day: '2025-03-03',
        values: Array.from({ length: 10_000 / rows }, (_day, at) => Math.round((value + ((row * 31 + at * 17) % 400) / 10) * 10) / 10),
      }));
    const floorOfPaste = share(
      await times(TIMES, (at) =>
        client.query(
          'update day_series set days = days, total = total + $4 where space_id = $1 and version_id = $2 and item_id between $3 and $3 + 49',
          [spaceId, versionId, first + 200, at],
        ),
      ),
      0.5,
    );
    const pastes = await times(TIMES, (at) => set(block(100 + at)));
    const [{ diff_bytes: packed }] = (
      await client.query<{ diff_bytes: string }>(
        'select diff_bytes from version_edit where space_id = $1 and version_id = $2 order by revision desc limit 1',
        [spaceId, versionId],
      )
    ).rows;
    const PUSHED = 128 * 1024;
    figures.push(
      { name: '10,000 pasted cells are answered', figure: share(pastes, 0.5), unit: 'ms', gate: 1000, floor: floorOfPaste },
      { name: 'their change, packed', figure: Number(packed) / 1000, unit: 'kB', gate: 40, floor: null },
      { name: 'pages that load the version again for it', figure: Number(packed) > PUSHED ? 1 : 0, unit: '', gate: 0, floor: null },
    );
    const cell = (at: number) =>
      set([{ item_id: first + 60 + (at % 40), measure: 'volume', mode: 'plan', first_day: '2025-03-10', values: [at + 1] }]);
    const headOf = () => member.call(api.versions.get, { params: { id: versionId } });
    await headOf();
    const calls = { cell: [] as number[], head: [] as number[] };
    // In turn, so that other work of the machine meets both.
    for (let at = 0; at < 60; at += 1) {
      calls.cell.push(await timed(() => cell(at)));
      calls.head.push(await timed(headOf));
    }
    const floorOfCall = share(calls.head, 0.95);
    figures.push(
      { name: 'one cell, p95', figure: share(calls.cell, 0.95), unit: 'ms', gate: 60, floor: floorOfCall },
      {
        name: 'one cell against a call that reads the head of its version, medians',
        figure: share(calls.cell, 0.5) / share(calls.head, 0.5),
        unit: '',
        gate: 3,
        floor: 1,
      },
    );
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
