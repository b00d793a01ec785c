import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { amountText, splitTotal } from '@gantry/domain';
import { estimateSummary } from './estimate-summary.ts';
import { readGge } from './read-gge.ts';

const folder = join(process.env['GANTRY_TEST_DATA'] ?? '', 'estimates/gge');
const hasEstimates = process.env['GANTRY_TEST_DATA'] !== undefined && existsSync(folder);

const item = (n: number, current: string): string =>
  `<Item><WorkType>Прочее</WorkType><Machine><Num>${n}</Num><Code>A-${n}</Code><Name>Waste</Name><Unit>t</Unit><ConsumptionTotal>2</ConsumptionTotal></Machine><Totals><Current>${current}</Current></Totals></Item>`;
const sample = `<?xml version="1.0"?><Construction><Meta><File><Type>ЛС</Type></File></Meta><Object><Estimate><Num>1-2</Num><Name>Waste</Name><EstimatePrice><Total>30.30</Total></EstimatePrice><Sections><Section><Code>1</Code><Name>All</Name><Items>${item(1, '10.10')}<FreeString>note</FreeString>${item(2, '20.20')}</Items></Section></Sections></Estimate></Object></Construction>`;

describe('local estimates (GGE XML)', () => {
  it('reads sections, rows in order and exact amounts', async () => {
    const { estimate, findings } = await readGge(Buffer.from(sample));
    expect(findings).toEqual([]);
    expect(estimate!.rows.map(({ kind, number, code, parent, current }) => [kind, number, code, parent, current])).toEqual([
      ['section', '1', '', null, null],
      ['machine', '1', 'A-1', 0, 1010n],
      ['text', '', '', 0, null],
      ['machine', '2', 'A-2', 0, 2020n],
    ]);
    expect(JSON.parse(estimateSummary({ estimate, findings }))).toMatchObject({
      estimate: { number: '1-2', counted: { current: '30.30' } },
    });
  });

  it('reports a total that the rows do not give', async () => {
    const { findings } = await readGge(Buffer.from(sample.replace('30.30', '30.31')));
    expect(findings).toEqual([
      { severity: 'warning', code: 'estimate.total_differs', field: 'current', parameters: { stated: '30.31', counted: '30.30' } },
    ]);
  });

  it.each([
    ['nothing', '', 'file.is_empty'],
    ['text', 'Dear Sir', 'file.not_xml'],
    ['another XML', '<Project/>', 'estimate.unknown_format'],
    ['another kind', sample.replace('ЛС', 'ССР'), 'estimate.kind_not_read'],
    ['entities', `<!DOCTYPE a [<!ENTITY x "y">]>${sample.slice(21)}`, 'xml.doctype'],
    ['depth', `<Construction>${'<a>'.repeat(5000)}`, 'xml.too_deep'],
    ['a cut file', sample.slice(0, 500), 'xml.malformed'],
  ])('answers %s with a finding', async (_name, text, code) => {
    const { findings } = await readGge(Buffer.from(text));
    expect(findings.map((finding) => finding.code)).toContain(code);
  });

  it('never throws over 500 mutations', async () => {
    const bytes = Buffer.from(sample);
    let seed = 19;
    const next = (below: number): number => (seed = (seed * 48271) % 2147483647) % below;
    for (let i = 0; i < 500; i++) {
      const copy = Buffer.from(bytes);
      for (let n = 0; n < 1 + (i % 5); n++) copy[next(copy.length)] = next(256);
      expect(Array.isArray((await readGge(copy.subarray(0, 1 + next(copy.length)))).findings)).toBe(true);
      expect(Array.isArray((await readGge(copy)).findings)).toBe(true);
    }
  });

  it.skipIf(!hasEstimates)('gives the totals of the ministry to the kopeck (needs GANTRY_TEST_DATA)', async () => {
    const { estimate, findings } = await readGge(readFileSync(join(folder, 'LSR_BIM_3.01_primer1.gge')));
    expect(findings).toEqual([]);
    const { base, current } = estimate!.counted;
    expect([amountText(base!, 2), amountText(current!, 2)]).toEqual(['1806575.55', '36150662.20']);
    expect(estimate!.stated).toEqual(estimate!.counted);
    expect(amountText(estimate!.rows.find(({ number, kind }) => number === '1' && kind === 'work')!.current!, 2)).toBe('56463.95');
    const rim = await readGge(readFileSync(join(folder, 'LSR_RIM_09-01-01.gge')));
    expect([rim.findings, rim.estimate!.counted.current]).toEqual([[], 595722n]);
  });
});

describe('a total split by the largest remainder', () => {
  it('is exact, ties to the earlier one', () => {
    expect(splitTotal(459430n, [459430n, 918860n, 1837720n], 7n)).toEqual([65633n, 131266n, 262531n]);
    expect(splitTotal(1n, [1n, 1n], 2n)).toEqual([1n, 0n]);
    expect(splitTotal(-100n, [-100n, -100n, -100n], 3n).reduce((sum, part) => sum + part, 0n)).toBe(-100n);
  });
});
