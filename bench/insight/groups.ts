/**
 * One question over the works of many versions: works and money by executor. Ours reads the kept groups and adds them up; against PostgreSQL
 * over a narrow table that holds nothing else, and over the rows of works and assignments as they are kept. Then the same of the critical
 * works alone, by status, from the packed rows of versions that stand together. `--quick` takes a tenth.
 */
import { amountOf } from '@gantry/engine';
import { groupsOf, linesOfGroups } from '../../apps/server/src/features/insight/analytics/facts/analytics.groups.rules.ts';
import { analyticsThread } from '../../apps/server/src/features/insight/analytics/analytics.packed.service.ts';
import type { PackedFacts } from '../../apps/server/src/features/insight/analytics/analytics.thread.ts';
import { keysOf, rulesOf } from '../../apps/server/src/features/insight/analytics/facts/analytics.lines.rules.ts';
import { packLines, type PeriodLines } from '../../apps/server/src/features/insight/analytics/facts/analytics.pack.rules.ts';
import { keptRows } from '../../apps/server/src/features/insight/analytics/facts/analytics.kept.service.ts';
import { joinRows, packRows } from '../../apps/server/src/features/insight/analytics/facts/analytics.packed.rules.ts';
import { sumGroups } from '../../apps/server/src/features/insight/analytics/sums/analytics.grouped.service.ts';
import { makeVersion } from '../../e2e/caller.ts';
import { type GatedFigure, holdToGates, share } from '../gates.ts';
import { openStage } from '../teamwork/stage.ts';
import { start, tablesOfWorks } from './works.ts';

const VERSIONS = process.argv.includes('--quick') ? 2000 : 20_000;
const [WORKS, EXECUTORS, TURNS] = [250, 12, 5];
/** Versions whose groups are read at a time: all of them at once would stand in the memory twice. */
const AT_ONCE = 2000;
/** Versions that differ, each with costs of its own: as many as stand together in a bundle of 1 MB. The others are like them. */
const BUNDLE = 250;
/** Versions that stand by themselves are read 4 MB at a time. */
const IN_A_PART = 1000;
const COST_KEYS = keysOf(rulesOf('cost'));
const QUESTION = {
  filter: { join: 'and' as const, conditions: [{ column: 'critical', operator: 'eq' as const, value: true }] },
  dimension: 'status',
  keys: COST_KEYS,
};
const costSql = (version: string, work: string): string => `(800 + ${work} + ${version} % ${BUNDLE})`;
const STATUS_SQL = `case when i % 4 = 0 then 'in_progress' else 'not_started' end`;

const stage = await openStage();
const figures: GatedFigure[] = [];
try {
  const { client } = stage;
  await fillTables();
  const peers = {
    narrow: `select executor_id, count(*)::int as works, sum(planned_cost) as cost from bench_narrow group by 1 order by 1`,
    rows: `select w.executor_id, count(*)::int as works, sum(a.cost) as cost from bench_item w
      left join (select version_id, item_id, sum(planned_cost) as cost from bench_assignment group by 1, 2) a
        on a.version_id = w.version_id and a.item_id = w.id group by 1 order by 1`,
    some: `select status, count(*)::int as works, sum(planned_cost) as cost from bench_narrow where critical group by 1 order by 1`,
  };
  const taken: Record<'ours' | 'narrow' | 'rows' | 'some' | 'packed' | 'apart', number[]> = {
    ours: [],
    narrow: [],
    rows: [],
    some: [],
    packed: [],
    apart: [],
  };
  let differing = 0;
  for (let turn = 0; turn < TURNS; turn += 1) {
    const ours = await timed('ours', askOurs);
    const narrow = await timed('narrow', async () => (await client.query(peers.narrow)).rows);
    differing += narrow.filter(
      (row, at) => row.executor_id !== ours[at].executor_id || row.works !== ours[at].works || row.cost !== ours[at].cost,
    ).length;
    const some = await timed('some', async () => (await client.query(peers.some)).rows);
    for (const answers of [await timed('packed', askBundles), await timed('apart', askSome)])
      differing += some.filter(
        (row, at) => row.status !== answers[at]?.status || row.works !== answers[at].works || row.cost !== answers[at].cost,
      ).length;
    if (turn < 3) await timed('rows', async () => (await client.query(peers.rows)).rows);
  }
  const least = (of: keyof typeof taken): number => Math.min(...taken[of]);
  console.log(`the critical works by status from versions by themselves, before they stand together: ${least('apart').toFixed(0)} ms`);
  const name = `works and money by executor, ${(VERSIONS * WORKS).toLocaleString('en')} works`;
  figures.push(
    {
      name: `${name}, against a narrow table (${least('ours').toFixed(0)} ms)`,
      figure: least('ours') / least('narrow'),
      unit: '×',
      gate: 3,
    },
    { name: `${name}, p95`, figure: share(taken.ours, 0.95), unit: 'ms', gate: 2000, floor: least('narrow') },
    {
      name: `${name}, against works and assignments (${least('rows').toFixed(0)} ms)`,
      figure: least('ours') / least('rows'),
      unit: '×',
      gate: 0.1,
    },
    {
      name: `the critical works of them by status from bundles of packed rows, against a narrow table (${least('packed').toFixed(0)} ms)`,
      figure: least('packed') / least('some'),
      unit: '×',
      gate: 3,
    },
    { name: 'the same, p95', figure: share(taken.packed, 0.95), unit: 'ms', gate: 2000, floor: least('some') },
    { name: 'groups that differ from those of the narrow table', figure: differing, unit: '', gate: 0 },
  );

  async function timed<T>(of: keyof typeof taken, work: () => Promise<T>): Promise<T> {
    const begun = performance.now();
    const answer = await work();
    taken[of].push(performance.now() - begun);
    return answer;
  }
} finally {
  await analyticsThread.close();
  await stage.close();
}
holdToGates(figures);

/** As the server answers: kept groups of the versions, added up. */
async function askOurs() {
  const sums = new Map<string, { executor_id: number; works: number; units: number }>();
  for (let from = 0; from < VERSIONS; from += AT_ONCE) {
    const { rows } = await stage.client.query('select groups, month as lines from bench_fact where version_id > $1 and version_id <= $2', [
      from,
      from + AT_ONCE,
    ]);
    for (const { key, works, lines } of sumGroups(rows, 'executor', COST_KEYS)) {
      const sum = sums.get(key) ?? { executor_id: Number(key), works: 0, units: 0 };
      sum.works += works;
      sum.units += unitsIn(lines['cost_plan']);
      sums.set(key, sum);
    }
  }
  return [...sums.values()]
    .toSorted((a, b) => a.executor_id - b.executor_id)
    .map(({ executor_id, works, units }) => ({ executor_id, works, cost: amountOf(units, 2) }));
}

/** As the server answers: packed rows of the versions, of which its thread adds up those that pass a filter while the next are read. */
function askSome() {
  return askPacked(VERSIONS / IN_A_PART, async (part) => {
    const { rows } = await stage.client.query(
      'select version_id, rows, by_row as lines from bench_packed where version_id > $1 and version_id <= $2',
      [part * IN_A_PART, (part + 1) * IN_A_PART],
    );
    return rows.map(({ version_id, ...one }) => ({ ...one, versions: [[version_id]] }));
  });
}

/** The same where those of many versions stand together. */
function askBundles() {
  return askPacked(VERSIONS / BUNDLE, async (part) => {
    const { rows } = await stage.client.query('select rows, by_row as lines from bench_bundle where id = $1', [part + 1]);
    return rows.map((one) => ({ ...one, versions: [Array.from({ length: BUNDLE }, (_, index) => index)] }));
  });
}

async function askPacked(parts: number, readPart: (part: number) => Promise<{ rows: Buffer; lines: Buffer; versions: number[][] }[]>) {
  const read = async (part: number) => (part < parts ? readPart(part) : []);
  const kept: PackedFacts[] = [];
  let packed = await read(0);
  for (let part = 0; part < parts; part += 1) {
    const [next, { answers }] = await Promise.all([read(part + 1), analyticsThread.run({ packed, question: QUESTION })]);
    kept.push(...answers);
    packed = next;
  }
  return sumGroups(kept, QUESTION.dimension, COST_KEYS)
    .map(({ key, works, lines }) => ({ status: key, works, cost: amountOf(unitsIn(lines['cost_plan']), 2) }))
    .toSorted((a, b) => (a.status < b.status ? -1 : 1));
}

/** The versions, in the tables of works and assignments without their indexes, in a narrow one, and as counted. */
async function fillTables(): Promise<void> {
  const { client, person } = stage;
  const { spaceId, versionId } = await makeVersion(person, 1);
  const { rows } = await client.query(
    `select column_name from information_schema.columns where table_name = 'wbs_item' order by ordinal_position`,
  );
  const own: Record<string, string> = {
    version_id: 'v::bigint',
    id: 'i',
    executor_id: `(i % ${EXECUTORS})::bigint`,
    critical: 'i % 3 = 0',
    status: STATUS_SQL,
  };
  const columns = rows.map(({ column_name: name }) => (own[name] ? `${own[name]} as ${name}` : `t.${name}`)).join(', ');
  const all = `generate_series(1, ${VERSIONS}) v, generate_series(1, ${WORKS}) i`;
  await client.query(`create unlogged table bench_item as select ${columns} from wbs_item t, ${all} where t.version_id = ${versionId}`);
  await client.query('create unlogged table bench_assignment (like assignment including defaults)');
  await client.query(`insert into bench_assignment (space_id, version_id, id, item_id, resource_id, planned_units, actual_units, remaining_units,
    planned_cost, actual_cost, remaining_cost, lag_minutes, driving) select ${spaceId}, v, i, i, 1, 40, 0, 40, ${costSql('v', 'i')}, 0, ${costSql('v', 'i')}, 0, true from ${all}`);
  await client.query(
    `create unlogged table bench_narrow as select version_id, executor_id, critical, status, (${costSql('version_id', 'id')})::float8 as planned_cost from bench_item`,
  );
  await client.query('create unlogged table bench_fact (version_id bigint, groups jsonb, month bytea)');
  await client.query('alter table bench_fact alter month set storage external');
  await client.query('create unlogged table bench_packed (version_id bigint, rows bytea, by_row bytea)');
  await client.query('create unlogged table bench_bundle (id int, rows bytea, by_row bytea)');
  for (const table of ['bench_packed', 'bench_bundle'])
    await client.query(`alter table ${table} alter rows set storage external, alter by_row set storage external`);
  const packs = Array.from({ length: BUNDLE }, (_, variant) => ({ id: variant, ...countedVersion(variant) }));
  for (const { id: variant, heads, month, rows: own } of packs.map(({ packed, ...counted }) => ({ ...counted, rows: keptRows(packed) }))) {
    const like = `generate_series(1, ${VERSIONS}) v where v % ${BUNDLE} = ${variant}`;
    await client.query(`insert into bench_packed select v, $1, $2 from ${like}`, [own.rows, own.month]);
    await client.query(`insert into bench_fact select v, $1::jsonb, $2 from ${like}`, [
      JSON.stringify(heads),
      packLines(linesOfGroups('executor', heads), month),
    ]);
  }
  const bundle = keptRows(joinRows(packs.map(({ id, packed }) => ({ id, ...packed }))));
  await client.query(`insert into bench_bundle select i, $1, $2 from generate_series(1, ${VERSIONS / BUNDLE}) i`, [
    bundle.rows,
    bundle.month,
  ]);
  for (const [table, key] of Object.entries({ bench_packed: 'version_id', bench_fact: 'version_id', bench_bundle: 'id' }))
    await client.query(`create index on ${table} (${key})`);
  console.log(`packed rows of a bundle: ${((bundle.rows.length + bundle.month.length) / WORKS / BUNDLE).toFixed(1)} bytes a work`);
  await client.query('vacuum analyze bench_item, bench_assignment, bench_narrow, bench_fact, bench_packed, bench_bundle');
}

/** A version as counted, in all rows and by its executors. */
function countedVersion(variant: number) {
  const tables = tablesOfWorks(WORKS, variant, EXECUTORS);
  const facts = groupsOf(tables, start, 'executor');
  if (!facts) throw new Error('Executors tell works apart.');
  return { ...facts, packed: packRows(tables, start) };
}

function unitsIn(line: PeriodLines[string] | undefined): number {
  return (line?.units ?? []).reduce((sum, value) => sum + value, 0);
}
