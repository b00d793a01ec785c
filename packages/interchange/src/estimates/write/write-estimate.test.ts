import { COST_PARTS, ESTIMATE_FORMS, splitTotal, usualPart } from '@gantry/domain';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { blankRow, dividedInto, type EstimateRow } from '../estimate-file.ts';
import { readEstimate } from '../read-estimate.ts';
import { writeEstimate } from './write-estimate.ts';

const read = async (bytes: Uint8Array, name: string) => {
  const buffer = Buffer.from(bytes);
  const source = async function* () {
    yield buffer;
  };
  return readEstimate(source, buffer, { name, codePage: null, mapping: { currency: 'EUR', digits: 2 } });
};

const name = fc
  .stringMatching(/^[A-Za-zäа-я][A-Za-zäа-я0-9 &<>"']{0,12}[a-z]$/)
  .filter((text) => !/^(?:total|subtotal|sum|итого|всего)/i.test(text));
const work = fc.record({
  name,
  unit: fc.constantFrom('m3', '100 м2'),
  quantity: fc.constantFrom('2', '1.5', '10'),
  current: fc.bigInt({ min: -(10n ** 9n), max: 10n ** 10n }),
});
const sections = fc.array(fc.record({ name, works: fc.array(work, { minLength: 1, maxLength: 4 }) }), { minLength: 1, maxLength: 4 });

function rowsOf(drawn: { name: string; works: { name: string; unit: string; quantity: string; current: bigint }[] }[]): EstimateRow[] {
  const rows: EstimateRow[] = [];
  for (const [at, section] of drawn.entries()) {
    const parent = rows.push({ ...blankRow(null, 'section'), number: String(at + 1), name: section.name }) - 1;
    for (const [place, one] of section.works.entries())
      rows.push({ ...blankRow(parent, 'work'), number: `${at + 1}.${place + 1}`, ...one });
  }
  return rows;
}

test.each(ESTIMATE_FORMS)('what is written as %s is read with the same rows and amounts', async (format) => {
  await fc.assert(
    fc.asyncProperty(sections, async (drawn) => {
      const rows = rowsOf(drawn);
      const { estimate } = await read(
        await writeEstimate({ number: '7', name: 'Hall', currency: 'EUR', digits: 2, rows }, format),
        `a.${format}`,
      );
      const seen = (list: readonly EstimateRow[] | undefined) =>
        list?.map((row) => [
          row.parent,
          row.kind,
          row.name.replaceAll(/\s+/g, ' '),
          row.unit,
          Number(row.quantity),
          format === 'x83' ? null : row.current,
        ]);
      expect(seen(estimate?.rows)).toEqual(seen(rows));
    }),
    { numRuns: 30 },
  );
});

/** Parts that a form can write; what it has no place for is in the rest. */
const WRITTEN = {
  xlsx: COST_PARTS,
  csv: COST_PARTS,
  gge: COST_PARTS,
  bc3: ['labour', 'machines', 'materials'],
} as const;

test.each(['xlsx', 'csv', 'gge', 'bc3'] as const)('parts of amounts come back from %s, and add up to the rows', async (format) => {
  await fc.assert(
    fc.asyncProperty(sections, fc.array(fc.nat(9), { minLength: 8, maxLength: 8 }), async (drawn, weights) => {
      const rows = rowsOf(drawn).map((row) => {
        if (row.current === null) return row;
        const whole = BigInt(weights.reduce((sum, weight) => sum + weight, 0) + 1);
        const split = splitTotal(row.current, [...weights, 1].map((weight) => (row.current ?? 0n) * BigInt(weight)), whole); // prettier-ignore
        return { ...row, parts: dividedInto(row.current, row.kind, Object.fromEntries(COST_PARTS.map((part, at) => [part, split[at]]))) };
      });
      const { estimate } = await read(await writeEstimate({ number: '7', name: 'Hall', currency: 'EUR', digits: 2, rows }, format), 'a');
      const kept: readonly string[] = WRITTEN[format];
      const shown = (list: readonly EstimateRow[] | undefined) =>
        list?.map(({ parts }) => COST_PARTS.map((part, at) => (kept.includes(part) && part !== 'other' ? (parts?.[at] ?? 0n) : 0n)));
      expect(shown(estimate?.rows)).toEqual(shown(rows));
      for (const row of estimate?.rows ?? []) if (row.parts) expect(row.parts.reduce((sum, part) => sum + part, 0n)).toBe(row.current);
    }),
    { numRuns: 30 },
  );
});

test('an estimate at two levels of prices comes back from GGE as it was, with its parts and rows without an amount', async () => {
  const level = fc.option(fc.array(fc.bigInt({ min: -(10n ** 6n), max: 10n ** 9n }), { minLength: COST_PARTS.length, maxLength: COST_PARTS.length }), { nil: null }); // prettier-ignore
  const row = fc.record({
    kind: fc.constantFrom('work', 'material', 'machine', 'equipment', 'transport'),
    name, base: level, current: level, quantity: fc.constantFrom('2', '1.50', '0.125'), code: fc.constantFrom('ФЕРм08-01', '01-1', ''),
  }); // prettier-ignore
  await fc.assert(
    fc.asyncProperty(fc.array(row, { minLength: 1, maxLength: 6 }), async (drawn) => {
      const rows: EstimateRow[] = [{ ...blankRow(null, 'section'), number: '1', name: 'All' }];
      for (const [at, { kind, base, current, ...one }] of drawn.entries()) {
        // Elements beside works have a place for their own amount, what carries them, overheads and profit.
        const kept = new Set<string>(kind === 'work' ? COST_PARTS : [usualPart(kind), 'transport', 'overhead', 'profit']);
        const money = (level: bigint[] | null) => {
          const parts = level && Object.fromEntries(COST_PARTS.map((part, place) => [part, kept.has(part) ? level[place] : 0n]));
          const whole = parts && Object.values(parts).reduce((sum, part) => sum + part, 0n);
          return [whole, dividedInto(whole, kind, parts ?? {})] as const;
        };
        const [[baseOf, baseParts], [currentOf, parts]] = [money(base), money(current)];
        rows.push({ ...blankRow(0, kind), ...one, number: String(at + 1), base: baseOf, baseParts, current: currentOf, parts });
      }
      const { estimate, findings } = await read(await writeEstimate({ number: '7', name: 'Hall', currency: 'RUB', digits: 2, rows }, 'gge'), 'a.gge');
      // Parts of works are written as resources that have the name of the work.
      expect([findings, estimate?.rows.map((one) => ({ ...one, details: null }))]).toEqual([[], rows]);
    }),
  ); // prettier-ignore
});
