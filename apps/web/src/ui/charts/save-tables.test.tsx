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

it('reads the tables that stand in an element', () => {
  const element = document.createElement('div');
  element.innerHTML = '<table><tr><th>Month</th><th>Plan</th></tr><tr><th>May</th><td> 12 </td></tr></table>';
  expect(tablesIn(element, 'Cost')).toEqual([
    {
      name: 'Cost',
      rows: [
        ['Month', 'Plan'],
        ['May', '12'],
      ],
    },
  ]);
  expect(fileName('A/B c?')).toBe('A B c');
});
