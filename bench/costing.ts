/**
 * Costing over an estimate of 50,000 rows: reading the file, matching its next edition, 500 rules, amounts over 100,000 links, acts; then
 * through HTTP rules, links and the update of costs on a plan. Each figure stands beside what the machine needs for the least of it.
 * `node bench/costing.ts [ROWS] [files|http]`: all of it, or what needs no server, or what goes through one
 */

import { api } from '@gantry/contract';
import { splitTotal } from '@gantry/domain';
import { distribute, openMask, openRules, type RuleRow } from '@gantry/engine';
import { collectFindings, readEstimate, readSheets, writeSheet } from '@gantry/interchange';
import type { ChildProcess } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { executedOf } from '../apps/server/src/features/costing/acts/acts.rules.ts';
import { matchRows } from '../apps/server/src/features/costing/estimates/editions/estimates.match.rules.ts';
import { startEmbeddedPostgres } from '../apps/server/src/platform/postgres/embedded-postgres.ts';
import { makeVersion, signIn } from '../e2e/caller.ts';
import { readElements } from '../packages/interchange/src/xml/read-elements.ts';
import { type GatedFigure, holdToGates } from './gates.ts';
import { startServer } from './server-process.ts';

const ROWS = Number(process.argv[2] ?? 50_000);
/** Null: both. */
const PART = process.argv[3] ?? null;
const RULES = 500;
const WORKS = 61;
const figures: GatedFigure[] = [];
const ms = async (work: () => unknown): Promise<number> => {
  const began = performance.now();
  await work();
  return performance.now() - began;
};
/** The shorter of two runs: a busy machine only ever adds. */
const least = async (work: () => unknown): Promise<number> => Math.min(await ms(work), await ms(work));
const ratio = (name: string, figure: number, floor: number, gate: number): void =>
  void figures.push({ name, figure: figure / floor, unit: 'times the floor', gate, floor: 1 });
const wrong = (name: string, count: number): void => void figures.push({ name, figure: count, unit: 'wrong', gate: 0 });

const kopecks = (at: number): bigint => BigInt(100_000 + ((at * 7919) % 9_000_000));
const amount = (units: bigint): string => `${units / 100n}.${String(units % 100n).padStart(2, '0')}`;
const codeOf = (at: number): string =>
  `${String(1 + (at % 40)).padStart(2, '0')}-${String(at % 97).padStart(2, '0')}-${String(at % 1000).padStart(3, '0')}`;

/** A local estimate by resources with sections of a hundred rows; `change` gives other amounts and numbers to some. */
function gge(change: (at: number) => { name?: string; number?: number }): Buffer {
  const parts: string[] = [];
  let total = 0n;
  for (let at = 0; at < ROWS; at += 1) {
    const { name = `Concreting of structure ${at} of axis ${at % 61}`, number = at + 1 } = change(at);
    if (at % 100 === 0)
      parts.push(`${at ? '</Items></Section>' : ''}<Section><Code>${at / 100 + 1}</Code><Name>Section ${at / 100 + 1}</Name><Items>`);
    total += kopecks(at);
    parts.push(
      `<Item><WorkType>Строительные</WorkType><Cost><Num>${number}</Num><Code>${codeOf(at)}</Code><Name>${name}</Name><Unit>100 м2</Unit><QuantityTotal>${1 + (at % 50)}</QuantityTotal></Cost><Totals><Current>${amount(kopecks(at))}</Current></Totals></Item>`,
    );
  }
  return Buffer.from(
    `<?xml version="1.0" encoding="UTF-8"?><Construction><Meta><File><Type>ЛС</Type></File></Meta><Object><Estimate><Num>77</Num><Name>Bench</Name><EstimatePrice><Total>${amount(total)}</Total></EstimatePrice><Sections>${parts.join('')}</Items></Section></Sections></Estimate></Object></Construction>`,
  );
}
const read = async (bytes: Buffer, name: string) => {
  const source = async function* () {
    yield bytes;
  };
  const { estimate } = await readEstimate(source, bytes.subarray(0, 65_536), { name, codePage: null });
  if (!estimate) throw new Error('the estimate of the benchmark cannot be read');
  return estimate;
};

const file = gge(() => ({}));
if (PART !== 'http') await overFiles();
if (PART !== 'files') await throughHttp();
holdToGates(figures);

/** What needs no server. */
async function overFiles(): Promise<void> {
  const chunks = async function* () {
    yield file;
  };
  const elements = await least(() => readElements(chunks(), {}, collectFindings(), { depth: 64, nodes: 30_000_000, textLength: 1 << 20 }));
  let estimate = await read(file, 'a.gge');
  const parsing = await least(async () => (estimate = await read(file, 'a.gge')));
  ratio(`read a GGE of ${(file.length / 2 ** 20).toFixed(0)} MB, against its elements`, parsing, elements, 2.5);

  const headers = ['No.', 'Code', 'Name', 'Unit', 'Quantity', 'Price', 'Amount', 'a', 'b', 'c', 'd', 'e'];
  const rows = Array.from({ length: ROWS }, (_none, at) => [String(at + 1), codeOf(at), `Row ${at}`, 'm3', 2, 10.5, 21, 'x', 'y', 1, 2, 3]);
  const sheet = Buffer.from(await writeSheet('Estimate', { headers, rows }));
  const source = async function* () {
    yield sheet;
  };
  const table = await least(() => readSheets(source()));
  ratio('read an XLSX of 12 columns', await least(() => read(sheet, 'a.xlsx')), table, 1.5);

  const first = matchRows([], estimate.rows, 0);
  const stored = first.rows.map(({ row }) => row);
  const changedFile = await read(
    gge((at) => (at % 100 === 7 ? { name: `Concreting of structure ${at} anew` } : {})),
    'b.gge',
  );
  ratio('match an edition with 1 % changed', await least(() => matchRows(stored, changedFile.rows, first.lastId)), parsing, 1.4);
  const shuffled = await read(
    gge((at) => ({ number: ROWS - at })),
    'c.gge',
  );
  const kept = matchRows(stored, shuffled.rows, first.lastId);
  const known = new Map(stored.map((row) => [row.name, row.id]));
  figures.push({
    name: 'ids lost where all numbers are others',
    figure: kept.rows.filter(({ row }) => row.kind === 'work' && known.get(row.name) !== row.id).length / ROWS,
    unit: 'of all',
    gate: 0.01,
  });

  const ruleRows = estimate.rows.map(
    (row): RuleRow => ({ code: row.code, name: row.name, unit: row.unit, section: '', estimate: '77', volume_code: '', number: row.number, kind: row.kind, quantity: 1, amount: 1 }),
  ); // prettier-ignore
  const rules = Array.from({ length: RULES }, (_none, at) => ({
    code: `${String(1 + (at % 40)).padStart(2, '0')}-${String(at % 97).padStart(2, '0')}-*|!*-999`,
    name: at % 3 ? '*structure*' : '*axis #*',
    unit: '100 м2',
  }));
  let naive = 0;
  const loop = await ms(() => {
    const masks = rules.map((rule) => [openMask(rule.code), openMask(rule.name), openMask(rule.unit)] as const);
    for (const [code, name, unit] of masks)
      for (const row of ruleRows) if (code?.test(row.code) && name?.test(row.name) && unit?.test(row.unit)) naive += 1;
  });
  let hits = 0;
  ratio(
    `${RULES} rules over ${ROWS} rows`,
    await least(() => (hits = openRules(ruleRows, rules).reduce((sum, rule) => sum + rule.hits, 0))),
    loop,
    0.35,
  );
  wrong('rules against a plain loop', Math.abs(hits - naive));

  const LINKS = 2 * ROWS;
  const PARTS = 9;
  const doubles = await least(() => {
    let sum = 0;
    for (let part = 0; part < PARTS; part += 1)
      for (let at = 0; at < LINKS; at += 1) sum += Math.round((100_000 + at) * (1 + (at % 7))) / 13;
    return sum;
  });
  const takings = [1n, 2n].map((weight) => ({ share: null, weight }));
  let off = 0n;
  const distributing = await least(() => {
    off = 0n;
    for (let at = 0; at < ROWS * PARTS; at += 1) {
      const { amounts, rest } = distribute(kopecks(at), takings);
      off += amounts[0] + amounts[1] + rest - kopecks(at);
    }
  });
  const allowed = Math.max(6 * doubles, 400);
  ratio(`distribute ${LINKS} links × ${PARTS} parts`, distributing, allowed, 1);
  wrong('minor units that do not add up', Number(off));
  const once9 = distributing / PARTS;
  ratio(
    `an act of ${ROWS} rows`,
    await least(() => {
      for (let at = 0; at < ROWS; at += 1)
        executedOf(
          { quantity: 30_000_000n, amount: kopecks(at) },
          takings.map((taking) => ({ taking, done: { over: 1n, under: 3n } })),
        );
    }),
    once9,
    4,
  );
  const price = 35_000_000_00n;
  const sum = stored.reduce((all, { current }) => all + BigInt(current ?? 0), 0n);
  const shares = splitTotal(price, stored.map(({ current }) => BigInt(current ?? 0) * price), sum); // prettier-ignore
  wrong('kopecks of a contract price', Number(shares.reduce((all, part) => all + part, 0n) - price));
}

/** Rules, the update of costs and opening, as a person has them. */
async function throughHttp(): Promise<void> {
  const folder = mkdtempSync(join(tmpdir(), 'gantry-bench-costing-'));
  const silent = { info() {}, warn() {}, error: (event: string, fields?: object) => console.error(event, fields) };
  const cluster = await startEmbeddedPostgres(join(folder, 'database'), silent);
  const { host, user, database } = cluster.administration;
  let server: ChildProcess | null = null;
  try {
    const started = await startServer(folder, `postgresql://${user}@/${database}?host=${encodeURIComponent(host)}`);
    server = started.child;
    const { member, versionId: version } = await makeVersion(await signIn(started.url), WORKS);
    const { nodes } = await member.call(api.eps.tree);
    const project = nodes.find(({ kind }) => kind === 'project')?.id ?? 0;
    const form = new FormData();
    form.append('project_id', String(project));
    form.append('file', new Blob([new Uint8Array(file)]), 'a.gge');
    const { estimate_id, job_id } = (await (await member.ask('/api/v1/cost-estimates/upload', { method: 'POST', body: form })).json()) as {
      estimate_id: number;
      job_id: number;
    };
    for (let job = await member.call(api.jobs.get, { params: { id: job_id } }); job.finished_at === null;) {
      await new Promise((next) => setTimeout(next, 200));
      job = await member.call(api.jobs.get, { params: { id: job_id } });
    }
    const { id: set_id } = await member.call(api.complianceRules.createSet, { body: { eps_id: project, name: 'Bench' } });
    const rule = { when: { name: '* of axis *' }, to: { kind: 'path' as const, attribute: '', value: 'Row {2}' } };
    await member.call(api.complianceRules.create, { body: { set_id, ...rule } });
    const reading = await least(async () => {
      for (let offset: number | null = 0; offset !== null;)
        ({ next: offset } = await member.call(api.estimates.rows, { params: { id: estimate_id }, query: { offset } }));
    });
    const apply = (dry_run: boolean) => member.call(api.complianceRules.apply, { params: { versionId: version }, body: { dry_run } });
    // As everywhere the shorter of two: the first also loads what tries rules.
    ratio('try rules over HTTP, against reading the rows', await least(() => apply(true)), reading, 2.5);
    const { coverage, linked } = await apply(false);
    wrong('rows that the rule should have linked', ROWS - linked);
    const parts = Object.values(coverage.parts).reduce((all, { amount: part }) => all + BigInt(part.replace('.', '')), 0n);
    wrong('kopecks that coverage loses', Number(parts - BigInt(coverage.total.amount.replace('.', ''))));
    const update = (dry_run: boolean) => member.call(api.versions.updateCosts, { params: { id: version }, body: { dry_run } });
    ratio('preview costs over HTTP, against reading the rows', await least(() => update(true)), reading, 2.5);
    const done = await update(false);
    const sum = Array.from({ length: ROWS }, (_none, at) => kopecks(at)).reduce((all, one) => all + one, 0n);
    wrong('kopecks that works lose', Number(BigInt(done.estimates?.linked.replace('.', '') ?? '0') - sum));
  } finally {
    server?.kill();
    await cluster.stop();
    rmSync(folder, { recursive: true, force: true });
  }
}
