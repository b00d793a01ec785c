import { expect, it } from 'vitest';
import { fileName, tablesFile, tablesIn } from './save-tables.ts';

const TABLES = [
  {
    name: 'Cost: plan/fact',
    rows: [
      ['Month', 'Plan'],
      ['May 2026', '1 200,5'],
      ['=HYPERLINK("x")', '\u2212 40 %'],
    ],
  },
  { name: 'Cost: plan/fact', rows: [['Works'], ['7']] },
  // A table without a head has its title there.
  { name: 'Works', rows: [['Works'], ['7']] },
];

it('writes tables below each other, numbers as numbers, and nothing as a formula', async () => {
  const text = await (await tablesFile(TABLES, 'csv')).text();
  const lines = text.replace('\ufeff', '').trim().split('\r\n');
  expect(lines[0]).toBe('Cost: plan/fact');
  expect(lines.find((line) => line.includes('HYPERLINK'))).toMatch(/^"?'=/);
  expect(lines.slice(-2)).toEqual(['Works', '7']);
});

it('writes a sheet for each table, each under a name of its own', async () => {
  const { readXlsx } = await import('hucre/xlsx');
  const bytes = new Uint8Array(await (await tablesFile(TABLES, 'xlsx')).arrayBuffer());
  const { sheets } = await readXlsx(bytes);
  expect(sheets.map(({ name }) => name)).toEqual(['Cost  plan fact', 'Cost  plan fact 2', 'Works']);
  expect(sheets[1].rows).toEqual([['Works'], [7]]);
  expect(sheets[0].rows[2][0]).toBe('=HYPERLINK("x")');
});

it('keeps the whole numbers behind rounded texts, which a spreadsheet shows as they are seen', async () => {
  const seen = [
    { text: '1\u00a0200.5', exact: 1200.456_789 },
    { text: '32 %', exact: 0.324_56 },
    // The unit of a formula, whose value is no share.
    { text: '32 %', exact: 32.4 },
    { text: '\u22127 дн.', exact: -7.25 },
    { text: '+19 "м"', exact: 19.4 },
    { text: '–', exact: null },
    { text: '305\u00a0214\u00a0892\u00a0RUB', exact: 305_214_892.375 },
  ];
  const [table] = [
    {
      name: 'Cost',
      rows: [
        ['Month', ...seen.map((_, at) => `${at}`)],
        ['May', ...seen],
      ],
    },
  ];
  const { readXlsx } = await import('hucre/xlsx');
  const { formatValue } = await import('hucre');
  const bytes = new Uint8Array(await (await tablesFile([table], 'xlsx')).arrayBuffer());
  const [sheet] = (await readXlsx(bytes, { readStyles: true })).sheets;
  const values = [1200.456_789, 0.324_56, 32.4, -7.25, 19.4, '–', 305_214_892.375];
  expect(sheet.rows[1]).toEqual(['May', ...values]);
  const formats = values.map((_, at) => sheet.cells?.get(`1,${at + 1}`)?.style?.numFmt ?? '');
  expect([formats[1], formats[2]]).toEqual(['#,##0 %', '#,##0" %"']);
  const shown = values.map((value, at) => (formats[at] && at !== 2 ? formatValue(value, formats[at]) : value));
  expect(shown).toEqual(['1,200.5', '32 %', 32.4, '-7 дн.', '+19 м', '–', '305,214,892\u00a0RUB']);
  const [, line] = (await (await tablesFile([table], 'csv')).text()).trim().split('\r\n');
  expect(line).toBe('May;1200.456789;0.32456;32.4;-7.25;19.4;–;305214892.375');
});

it('reads the tables that stand in an element', () => {
  const element = document.createElement('div');
  element.innerHTML = '<table><tr><th>Month</th><th>Plan</th></tr><tr><th>May</th><td data-exact="11.75"> 12 </td></tr></table>';
  expect(tablesIn(element, 'Cost')).toEqual([
    {
      name: 'Cost',
      rows: [
        ['Month', 'Plan'],
        ['May', { text: '12', exact: 11.75 }],
      ],
    },
  ]);
  expect(fileName('A/B c?')).toBe('A B c');
});
