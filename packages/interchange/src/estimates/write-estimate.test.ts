import { ESTIMATE_OUTPUTS } from '@gantry/domain';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { blankRow, type EstimateRow } from './estimate-file.ts';
import { readEstimate } from './read-estimate.ts';
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

test.each(ESTIMATE_OUTPUTS)('what is written as %s is read with the same rows and amounts', async (format) => {
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
