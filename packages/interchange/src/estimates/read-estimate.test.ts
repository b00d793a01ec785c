import { amountText } from '@gantry/domain';
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { writeSheet } from '../table/write-sheet.ts';
import { type AnyEstimateRead, readEstimate } from './read-estimate.ts';
import { unpackResources } from './row-details.ts';
import { exactOf, type TableMapping } from './read-table-estimate.ts';

const folder = join(process.env['GANTRY_TEST_DATA'] ?? '', 'estimates');
const has = process.env['GANTRY_TEST_DATA'] !== undefined && existsSync(folder);
const read = (bytes: Buffer | string, mapping?: TableMapping): Promise<AnyEstimateRead> => {
  const buffer = Buffer.from(bytes);
  return readEstimate(() => buffer, buffer.subarray(0, 65_536), { name: 'file', codePage: null, ...(mapping ? { mapping } : {}) });
};
const real = (name: string) => read(readFileSync(join(folder, name)));
const total = ({ estimate }: AnyEstimateRead): string => amountText(estimate?.counted.current ?? -1n, 2);
const after = ({ estimate }: AnyEstimateRead) =>
  Object.fromEntries((estimate?.summary ?? []).map(({ key, amount }) => [key, amountText(amount, 2)]));
const codes = ({ findings }: AnyEstimateRead) => findings.map(({ code }) => code);

const item = (n: string, inner: string): string => `<Item RNoPart="${n}">${inner}</Item>`;
const gaeb = (items: string, totals: string, phase = '84'): string =>
  `<?xml version="1.0"?><GAEB xmlns="http://www.gaeb.de/GAEB_DA_XML/DA84/3.3"><Award><DP>${phase}</DP><AwardInfo><Cur>EUR</Cur></AwardInfo><BoQ><BoQInfo><LblBoQ>Hall</LblBoQ><Totals>${totals}</Totals></BoQInfo><BoQBody><BoQCtgy RNoPart="01"><LblTx><p><span>Earth</span></p></LblTx><BoQBody><Itemlist>${items}</Itemlist></BoQBody></BoQCtgy></BoQBody></BoQ></Award></GAEB>`;

describe('a file beyond 256 MB', () => {
  const large = (text: string) =>
    readEstimate(() => Buffer.from(text), Buffer.from(text), { name: 'file', bytes: 300 << 20, codePage: null }).then(codes);
  it('is refused, but for GGE XML, of which little is kept', async () => {
    for (const text of [gaeb('', ''), '~V|Me|FIEBDC-3/2007|', 'No;Name;Amount\n1;Wall;3'])
      expect(await large(text)).toEqual(['file.too_large']);
    expect(await large('<Construction><Meta><File><Type>x</Type></File></Meta></Construction>')).toEqual(['estimate.kind_not_read']);
  });
});

describe('GAEB DA XML', () => {
  it('has numbers by their path, counts what is offered, and each rate of tax by itself', async () => {
    const one = item('0010', '<Qty>10.000</Qty><QU>m3</QU><UP>43.350</UP><IT>433.50</IT>');
    const answer = await read(
      gaeb(
        `${one}${item('0020', '<NotOffered>Yes</NotOffered><Qty>5</Qty>')}${item('0030', '<Qty>3</Qty><UP>0.335</UP>')}`,
        '<Total>434.51</Total><VATPart VATPcnt="19.00"><TotalNetPart>433.50</TotalNetPart></VATPart><VATAmount>82.37</VATAmount>',
      ),
    );
    expect(answer.estimate?.rows.map(({ kind, number, name, current }) => [kind, number, name, current])).toEqual([
      ['section', '01', 'Earth', null],
      ['work', '01.0010', '', 43350n],
      ['work', '01.0020', '', null],
      ['work', '01.0030', '', 101n],
    ]);
    // 433.50 × 19 % = 82.365: halves go away from zero.
    expect([after(answer)['tax'], codes(answer)]).toEqual(['82.37', ['estimate.not_counted']]);
  });
  it('has hours of work that is paid by the hour', async () => {
    const items = `${item('0010', '<HourIt>Yes</HourIt><Qty>20.000</Qty><QU>Std</QU>')}${item('0020', '<Qty>20.000</Qty><QU>Std</QU>')}`;
    const { estimate } = await read(gaeb(items, ''));
    expect(estimate!.rows.map(({ details }) => details?.hours)).toEqual([undefined, '20.000', undefined]);
  });
  it('refuses invoices and other phases', async () => {
    expect(codes(await read(gaeb('', '', '89')))).toContain('estimate.is_invoice');
    expect(codes(await read(gaeb('', '', '99')))).toContain('estimate.kind_not_read');
  });
  it.skipIf(!has)('gives the totals of samples to the cent (needs GANTRY_TEST_DATA)', async () => {
    const components = await real('gaeb/components.x84');
    expect([total(components), after(components), codes(components)]).toEqual([
      '550.00',
      { after_discount: '533.50', tax: '89.37', gross: '622.87' },
      ['estimate.discount_left', 'estimate.not_counted'],
    ]);
    const realistic = await real('gaeb/realistic.x84');
    expect([total(realistic), after(realistic)['after_discount'], after(realistic)['tax'], after(realistic)['gross']]).toEqual([
      '9649.00',
      '9166.55',
      '1741.64',
      '10908.19',
    ]);
    const supplement = await real('gaeb/nachtrag.x86');
    expect(total(supplement)).toBe('4575.00');
    expect(supplement.findings).toContainEqual({
      severity: 'info',
      code: 'estimate.offered',
      parameters: { offered: '300.00', approved: '4275.00' },
    });
    expect([total(await real('gaeb/priced.x84')), total(await real('gaeb/contract.x86'))]).toEqual(['1450.00', '3475.00']);
    expect(codes(await real('gaeb/invoice.x89'))).toContain('estimate.is_invoice');
    for (const name of ['boq.x83', 'markup.x83', 'description.x80', 'nonconforming.x83', 'confirmation.x87'])
      expect((await real(`gaeb/${name}`)).estimate?.rows.length, name).toBeGreaterThan(0);
  });
});

const bc3 = (concepts: string): string => `~V|Me|FIEBDC-3/2007|||ANSI|\n~K|\\2\\3\\3\\2\\2\\2\\2\\EUR\\|0\\13\\6\\\\21|\n${concepts}`;

describe('FIEBDC-3', () => {
  it('counts measurements before yields, passes over cycles and says what is missing', async () => {
    const answer = await read(
      bc3(
        '~C|R##||All|20|\n~C|A#||Part|20|\n~C|W|m3|Wall|10|\n~D|R##|A#\\1\\1\\Z\\1\\1\\|\n~D|A#|W\\1\\5\\R##\\1\\1\\|\n~M|A#\\W|1|2|\\|\n',
      ),
    );
    expect(answer.estimate?.rows.map(({ kind, number, quantity, current }) => [kind, number, quantity, current])).toEqual([
      ['section', '1', '', null],
      ['work', '1.1', '2', 2000n],
    ]);
    expect(codes(answer)).toEqual(['estimate.yield_differs', 'estimate.cycle', 'estimate.missing_concept']);
    expect(after(answer)).toEqual({ overheads: '2.60', profit: '1.20', net: '23.80', tax: '5.00', gross: '28.80' });
  });
  it('keeps of what an item is made and how it was measured', async () => {
    const concepts =
      '~C|R##||All|1|\n~C|W|m3|Wall|1|\n~C|L|h|Mason|10.5||1|\n~C|%A|%|Tools|2|\n~D|R##|W\\1\\2\\|\n~D|W|L\\1\\0.5\\%A\\1\\0.02\\|\n~M|R##\\W|1|2|\\North\\1\\0.5\\2\\\\\\South\\1\\1\\\\\\|\n';
    const { estimate } = await read(bc3(concepts));
    const { formula, hours, resources } = estimate!.rows[0].details!;
    expect([formula, hours]).toEqual(['1*0.5*2+1*1', '']);
    const none = { basePrice: '', baseAmount: '' };
    expect(unpackResources(Buffer.from(resources, 'base64'))).toEqual([
      { part: 'labour', code: 'L', name: 'Mason', unit: 'h', quantity: '1', price: '10.5', amount: '10.50', ...none },
      { part: 'other', code: '%A', name: 'Tools', unit: '%', quantity: '0.02', price: '', amount: '', ...none },
    ]);
  });
  it('reads the page that it names', async () => {
    const text = bc3('~C|R##||Ca\xa4a|0|\n').replace('ANSI', '850');
    expect((await read(Buffer.from(text, 'latin1'))).estimate?.name).toBe('Caña');
  });
  it.skipIf(!has)('gives the totals of the sample (needs GANTRY_TEST_DATA)', async () => {
    const answer = await real('bc3/test.bc3');
    expect([total(answer), after(answer)]).toEqual([
      '296.00',
      { overheads: '38.48', profit: '17.76', net: '352.24', tax: '73.97', gross: '426.21' },
    ]);
    expect(answer.findings.map(({ parameters }) => parameters?.['stated'])).toEqual(['500250.23', '5.00', '1000400.48']);
  });
});

const TABLE =
  'Смета;;;;\n№ п/п;Шифр;Наименование работ;Ед. изм.;Кол-во;Цена;Сумма\n1;;Раздел;;;;\n1.1;Е1-1;Грунт;100 м3;1,5;1 000,10;1500,15\n1.2;Е1-2;Песок;м3;2;10;20,01\n;;Итого;;;;1520,16\n';

describe('tables', () => {
  it.each([
    ['1 234,56', '1234.56'], ['1.234,56', '1234.56'], ['1,234.56', '1234.56'], ['12,5', '12.5'], ['1.234.567', '1234567'], ['-3', '-3'],
    ['0.1234567891', '0.12345678'], ['abc', null], ['1e-7', '0.00000010'],
  ])('read %s as %s', (text, exact) => expect(exactOf(text)).toBe(exact)); // prettier-ignore

  it('find their header, headings and totals, and say where a row does not add up', async () => {
    const answer = await read(TABLE);
    expect(answer.estimate?.rows.map(({ kind, parent, code, current }) => [kind, parent, code, current])).toEqual([
      ['section', null, '', null],
      ['work', 0, 'Е1-1', 150015n],
      ['work', 0, 'Е1-2', 2001n],
    ]);
    expect([amountText(answer.estimate!.stated.current!, 2), total(answer), codes(answer)]).toEqual([
      '1520.16',
      '1520.16',
      ['estimate.row_differs'],
    ]);
    expect(answer.preview).toMatchObject({ headerRow: 1, columns: { name: 2, quantity: 4, price: 5, amount: 6 } });
  });
  it('take the columns that a person names', async () => {
    const text = 'a;b;c\nWall;2;5\n';
    expect(codes(await read(text))).toContain('estimate.no_column');
    expect(total(await read(text, { headerRow: 0, columns: { name: 0, quantity: 1, price: 2 } }))).toBe('10.00');
  });
  it('of a workbook count the same', async () => {
    const bytes = await writeSheet('BoQ', {
      headers: ['Item', 'Description', 'Qty', 'Rate', 'Amount'],
      rows: [['1', 'Wall', 3, 0.1, 0.3]],
    });
    expect(total(await read(Buffer.from(bytes)))).toBe('0.30');
  });
  it.skipIf(!has)('of the samples have rows (needs GANTRY_TEST_DATA)', async () => {
    expect(total(await real('ifc5d/sample_cost_schedule_house_FR.csv'))).toMatch(/^\d+\.\d\d$/);
  });
});

it('a file that is no estimate is named by its root, or by the formats that are read', async () => {
  const why = async (bytes: Buffer | string) => (await read(bytes)).findings.map(({ code, value }) => [code, value]).at(-1);
  expect(await why('<Project/>')).toEqual(['estimate.unknown_format', 'Project']);
  // Without a root there is no value for a text to name.
  expect(await why(Buffer.from([0x50, 0x4b, 3, 4, 0, 0, 1]))).toEqual(['estimate.not_recognised', undefined]);
  expect(await why(Buffer.from([1, 2, 0, 255, 3]))).toEqual(['estimate.not_recognised', undefined]);
  expect(await why('~V|Me|FIEBDC-3/2007|||ANSI|\n')).toEqual(['estimate.not_recognised', undefined]);
});
