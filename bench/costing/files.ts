import { splitTotal } from '@gantry/domain';
import { distribute, openMask, openRules, type RuleRow } from '@gantry/engine';
import { collectFindings, readSheets, writeSheet } from '@gantry/interchange';
import { matchRows } from '../../apps/server/src/features/costing/estimates/editions/estimates.match.rules.ts';
import { readElements } from '../../packages/interchange/src/xml/read-elements.ts';
import { actsOfRows } from './acts.ts';
import { figure, least, ms, ratio, ROWS, wrong } from './measure.ts';
import { codeOf, gge, kopecks, read } from './sample.ts';

const RULES = 500;

/** What needs no server. */
export async function overFiles(file: Buffer): Promise<void> {
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
  figure({
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
  await actsOfRows(takings, distributing, PARTS);
  const price = 35_000_000_00n;
  const sum = stored.reduce((all, { current }) => all + BigInt(current ?? 0), 0n);
  const shares = splitTotal(price, stored.map(({ current }) => BigInt(current ?? 0) * price), sum); // prettier-ignore
  wrong('kopecks of a contract price', Number(shares.reduce((all, part) => all + part, 0n) - price));
}
