import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { amountText, COST_PARTS, type CostPart, splitTotal, usualPart } from '@gantry/domain';
import { estimateSummary } from './estimate-summary.ts';
import { readGge } from './read-gge.ts';
import { unpackResources } from './row-details.ts';

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

  it('takes of resources their amounts, and reads on behind what it leaves out', async () => {
    const left = '<Name>Sand</Name><Options><Mass>1.6</Mass><Deep><Name/></Deep></Options>';
    const material = `<Material>${left}<PriceTotalCur>4.10</PriceTotalCur>${left}<Transport><Code>T</Code><PriceTotalCur>1.00</PriceTotalCur></Transport></Material>`;
    const machine = `<Machine><Code>M-1</Code><PriceTotalCur>2.00</PriceTotalCur></Machine>`;
    const work = `<Item><WorkType>Прочее</WorkType><Cost><Num>1</Num><Code>A-1</Code><Name>Fill</Name><Unit>m3</Unit><QuantityTotal>2</QuantityTotal></Cost><Resources>${material}${machine}</Resources><Totals><Current>10.10</Current></Totals></Item>`;
    const { estimate, findings } = await readGge(Buffer.from(sample.replace(item(1, '10.10'), work)));
    expect(findings).toEqual([]);
    const [, filled, , last] = estimate!.rows;
    expect([filled.kind, filled.name, filled.unit, filled.quantity, filled.current]).toEqual(['work', 'Fill', 'm3', '2', 1010n]);
    expect(COST_PARTS.flatMap((part, at) => (filled.parts?.[at] ? [[part, filled.parts[at]]] : []))).toEqual([
      ['machines', 200n], ['materials', 410n], ['transport', 100n], ['other', 300n],
    ]); // prettier-ignore
    expect([last.kind, last.current]).toEqual(['machine', 2020n]);
  });

  const resource = (tag: string, n: number, inner = ''): string =>
    `<${tag}><Prefix>F</Prefix><Code>${n}</Code><Name>Thing\n ${n}</Name><Unit>h</Unit><Consumption>0.1</Consumption><ConsumptionTotal>${n},50</ConsumptionTotal><PricePerUnitCur>3</PricePerUnitCur><PriceTotalCur>${n}.25</PriceTotalCur><PricePerUnitBase>x</PricePerUnitBase><Coefficients><Coefficient><Name>Deep</Name></Coefficient></Coefficients>${inner}</${tag}>`;
  const withResources = (within: string, beside: string): string =>
    `<Item><WorkType>Прочее</WorkType><Cost><Num>1</Num><Name>Fill</Name><QuantityTotal>2</QuantityTotal><QuantityFormula> 1 +\n1 </QuantityFormula><Totals><Natural><LaborCosts>6869.60082</LaborCosts></Natural></Totals><ResourcesInternal>${within}</ResourcesInternal></Cost><Resources>${beside}</Resources><Totals><Current>10.10</Current></Totals></Item>`;

  it('keeps of a row its labour, its formula and its resources, those within the rate and those beside it', async () => {
    const within = `${resource('Worker', 1)}${resource('Machine', 2, resource('Machinist', 3))}`;
    const { estimate, findings } = await readGge(
      Buffer.from(sample.replace(item(1, '10.10'), withResources(within, resource('Material', 4)))),
    );
    expect(findings).toEqual([]);
    const details = estimate!.rows.map((row) => row.details);
    expect(details.filter(Boolean)).toHaveLength(1);
    expect(details[1]).toMatchObject({ hours: '6869.60082', formula: '1 + 1' });
    const read = unpackResources(Buffer.from(details[1]!.resources, 'base64'));
    expect(read[0]).toEqual({
      part: 'labour', code: 'F1', name: 'Thing 1', unit: 'h', quantity: '1.50', price: '3', amount: '1.25', basePrice: '', baseAmount: '',
    }); // prettier-ignore
    expect(read.map(({ part, code, amount }) => [part, code, amount])).toEqual([
      ['labour', 'F1', '1.25'], ['machines', 'F2', '2.25'], ['machinist', 'F3', '3.25'], ['materials', 'F4', '4.25'],
    ]); // prettier-ignore
  });

  it('keeps 200 resources of a row and says that there are more', async () => {
    const many = Array.from({ length: 203 }, (_none, at) => resource('Worker', at)).join('');
    const { estimate, findings } = await readGge(Buffer.from(sample.replace(item(1, '10.10'), withResources(many, ''))));
    expect(unpackResources(Buffer.from(estimate!.rows[1].details!.resources, 'base64'))).toHaveLength(200);
    expect(findings).toEqual([{ severity: 'warning', code: 'estimate.too_many_resources', parameters: { most: 200, count: 3 } }]);
  });

  it('keeps which elements of models a row is of, once each, and nothing that is no GUID', async () => {
    const elements = ['0aZ_$5678901234567890A', '1111111111111111111111', '0aZ_$5678901234567890A', 'x', '9111111111111111111111'];
    const bim = `<BIMData>${elements.map((guid) => `<Element><FileId>1</FileId><IfcGuid>${guid}</IfcGuid><IfcQuantity>1</IfcQuantity></Element>`).join('')}</BIMData></Item>`;
    const { estimate } = await readGge(Buffer.from(sample.replace('</Item>', bim)));
    expect(estimate!.rows.map(({ guids }) => guids)).toEqual([[], elements.slice(0, 2), [], []]);
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
    ['another kind', sample.replace('ЛС', 'ПСР'), 'estimate.kind_not_read'],
    ['entities', `<!DOCTYPE a [<!ENTITY x "y">]>${sample.slice(21)}`, 'xml.doctype'],
    ['depth', `<Construction>${'<a>'.repeat(5000)}`, 'xml.too_deep'],
    ['a cut file', sample.slice(0, 500), 'xml.breaks_off'],
  ])('answers %s with a finding', async (_name, text, code) => {
    const { findings } = await readGge(Buffer.from(text));
    expect(findings.map((finding) => finding.code)).toContain(code);
  });

  const entry = (tag: string, n: number, total: string): string =>
    `<${tag}><Building>${total}</Building><Total>${total}</Total><Name>Part ${n}</Name><Num>${n}</Num><Reason>01-0${n}</Reason></${tag}>`;
  const head = (type: string): string =>
    `<?xml version="1.0"?><Construction><Meta><File><Type>${type}</Type></File></Meta><Num>7</Num><Name>Line</Name>`;
  const summary = `${head('ССР')}<PriceLevel><BasicPrice>false</BasicPrice></PriceLevel><Summary><Total>1236.30</Total></Summary><Chapter1><ChapterName><ConstantNameChapter>Site</ConstantNameChapter></ChapterName>${entry('LocalEstimate', 2, '200.25')}${entry('ObjectEstimate', 1, '1000.03')}<Summary><Total>1200.28</Total></Summary></Chapter1><Chapter11><Calculation><Total>0</Total><Name/></Calculation></Chapter11><Chapter13>${entry('Addition', 3, '36.02')}</Chapter13></Construction>`;

  it('reads a summary estimate by chapters, in thousands, with what comes on top', async () => {
    const { estimate, findings } = await readGge(Buffer.from(summary));
    expect(findings).toEqual([]);
    expect(estimate!.rows.map(({ kind, number, code, parent, current }) => [kind, number, code, parent, current])).toEqual([
      ['section', '1', '', null, null],
      ['work', '2', '01-02', 0, 20_025_000n],
      ['work', '1', '01-01', 0, 100_003_000n],
      ['section', '13', '', null, null],
      ['percent', '3', '01-03', 3, 3_602_000n],
    ]);
    expect([estimate!.stated, estimate!.counted.current]).toEqual([{ base: null, current: 123_630_000n }, 123_630_000n]);
  });

  it('reads an object estimate at its level of prices, and says a total that its rows do not give', async () => {
    const object = `${head('ОСР')}<Object><Num>01-02</Num><Name>Yard</Name><PriceLevel><BasicPrice>1</BasicPrice></PriceLevel><Summary><Total>30.01</Total></Summary>${entry('LocalEstimate', 1, '10.00')}${entry('LocalEstimate', 2, '20.00')}</Object></Construction>`;
    const { estimate, findings } = await readGge(Buffer.from(object));
    expect(estimate).toMatchObject({
      number: '01-02',
      name: 'Yard',
      stated: { base: 3_001_000n, current: null },
      counted: { base: 3_000_000n },
    });
    expect(findings.map(({ code, field }) => [code, field])).toEqual([['estimate.total_differs', 'base']]);
  });

  it('reads a bill of quantities: works with what they need, without money', async () => {
    const bill = `${head('Ведомость объемов работ')}<Sections><Section><Num>1</Num><Name>Pit</Name><Works><Work><Num>4</Num><Type>работа</Type><Name>Base</Name><Unit>м3</Unit><Quantity>39.176</Quantity><Resources><Resource><Num>2</Num><Type>перевозка</Type><Name>Haul</Name><Unit>т</Unit><Quantity>64.64</Quantity></Resource></Resources></Work></Works></Section></Sections></Construction>`;
    const { estimate, findings } = await readGge(Buffer.from(bill));
    expect(findings).toEqual([]);
    expect(estimate!.rows.map(({ kind, number, quantity, parent, volumeCode }) => [kind, number, quantity, parent, volumeCode])).toEqual([
      ['section', '1', '', null, ''],
      ['work', '4', '39.176', 0, '4'],
      ['transport', '4.2', '64.64', 1, ''],
    ]);
    expect(estimate!.counted).toEqual({ base: null, current: null });
  });

  it.each([sample, summary])('never throws over 500 mutations', async (whole) => {
    const bytes = Buffer.from(whole);
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
    // Building and mounting by parts, as the file sums them up.
    const { rows } = estimate!;
    const part = (name: CostPart): string => {
      const at = COST_PARTS.indexOf(name);
      return amountText(
        rows.reduce((sum, row) => sum + (row.parts?.[at] ?? (usualPart(row.kind) === name ? (row.current ?? 0n) : 0n)), 0n),
        2,
      );
    };
    expect(part('labour')).toBe(amountText(888_089_073n + 3_291_318n, 2));
    expect(part('overhead')).toBe(amountText(1_008_514_383n + 3_408_477n, 2));
    expect(part('profit')).toBe(amountText(584_925_791n + 1_901_572n, 2));
    expect(part('machines')).toBe(amountText(31_972_163n + 831_667n, 2));
    expect(part('machinist')).toBe('20041.85');
    for (const row of rows) if (row.parts) expect(row.parts.reduce((sum, one) => sum + one, 0n)).toBe(row.current);
    const rim = await readGge(readFileSync(join(folder, 'LSR_RIM_09-01-01.gge')));
    expect([rim.findings, rim.estimate!.counted.current]).toEqual([[], 595722n]);
  });

  it.skipIf(!hasEstimates)(
    'gives the totals of summary and object estimates, and the rows of a bill (needs GANTRY_TEST_DATA)',
    async () => {
      const whole = await readGge(readFileSync(join(folder, 'SSR.gge')));
      const { rows, counted, stated } = whole.estimate!;
      expect([whole.findings, counted.current, stated.current]).toEqual([[], 4_346_319_972_000n, 4_346_319_972_000n]);
      const within = (chapters: (at: number) => boolean): bigint =>
        rows
          .filter(({ parent }) => parent !== null && chapters(Number(rows[parent].number)))
          .reduce((sum, { current }) => sum + current!, 0n);
      expect(within((at) => at <= 12)).toBe(3_523_911_339_000n);
      expect(within((at) => at === 13)).toBe(105_717_340_000n);
      expect(within((at) => at === 14)).toBe(716_691_293_000n);
      const object = await readGge(readFileSync(join(folder, 'OSR_01-02.gge')));
      expect([object.findings, object.estimate!.counted.base]).toEqual([[], 7_327_666_000n]);
      const bill = await readGge(readFileSync(join(folder, 'VOR.gge')));
      expect(bill.findings).toEqual([]);
      expect(bill.estimate!.rows.filter(({ kind }) => kind === 'work').length).toBeGreaterThan(4);
    },
  );
});

describe('a total split by the largest remainder', () => {
  it('is exact, ties to the earlier one', () => {
    expect(splitTotal(459430n, [459430n, 918860n, 1837720n], 7n)).toEqual([65633n, 131266n, 262531n]);
    expect(splitTotal(1n, [1n, 1n], 2n)).toEqual([1n, 0n]);
    expect(splitTotal(-100n, [-100n, -100n, -100n], 3n).reduce((sum, part) => sum + part, 0n)).toBe(-100n);
  });
});
