import { expect, test } from 'vitest';
import { OFFICE, throughOffice } from '../../testing/office.ts';
import { cellsOfSheet, partsOf, scopeOf, vocabularyOf, workbookOf } from '../../testing/small-template.ts';
import { checkTemplate, fillTemplate } from '../fill-template.ts';

const months = vocabularyOf(['period', 'name', 'number']);
const rows = vocabularyOf(['name', 'cost.total', 'cost.m1', 'cost.m2', 'cost.m3']);
const vocabulary = vocabularyOf(['title'], { months, rows });
const given = scopeOf({
  title: 'Matrix',
  months: [1, 2, 3].map((number) => ({ period: `m${number}`, name: `M${number}`, number })),
  rows: [
    { name: 'Walls', 'cost.m1': 1, 'cost.m2': 2, 'cost.m3': 3 },
    { name: 'Roof', 'cost.m1': 10, 'cost.m2': 20, 'cost.m3': 30 },
  ],
});

/** Rows over months: two columns a month, sums to the right and below. */
const cells = {
  A1: '{{title}}', B1: '{{#each months across}}{{name}}', C1: 'Double{{/each}}', D1: 'Sum', E1: 'Sum of all',
  A2: '{{#each rows}}{{name}}', B2: '{{cost.each}}', C2: '=B2*2', D2: '=SUM(B2:B2)', E2: '=SUM(B2:C2)', F2: '{{/each}}',
  A3: 'Sum', B3: '=SUM(B2:B2)', C3: '=B3/$E3*18', D3: '=SUM(B3:B3)', E3: '=SUM($B$2:$C$2)',
}; // prettier-ignore
const matrix = () =>
  workbookOf(
    { Form: cells, Other: { A1: '=SUM(Form!B2:C2)', A2: '=Form!D3', A3: '=SUM(Form!B:B)' } },
    {
      more: '<mergeCells count="2"><mergeCell ref="B4:C4"/><mergeCell ref="A5:D5"/></mergeCells>',
      names: '<definedName name="Row">Form!$B$1:$C$1</definedName>',
    },
  );

test('repeats columns over months, and every reference follows in both directions', async () => {
  const bytes = await matrix();
  expect((await checkTemplate(bytes, vocabulary)).faults).toEqual([]);
  const parts = await partsOf((await fillTemplate(bytes, given, 'en-US')) as Buffer);
  const xml = parts.get('xl/worksheets/sheet1.xml') ?? '';
  expect(cellsOfSheet(xml)).toEqual({
    A1: 'Matrix', B1: 'M1', C1: 'Double', D1: 'M2', E1: 'Double', F1: 'M3', G1: 'Double', H1: 'Sum', I1: 'Sum of all',
    A2: 'Walls', B2: '1', C2: '=B2*2', D2: '2', E2: '=D2*2', F2: '3', G2: '=F2*2', H2: '=SUM(B2:F2)', I2: '=SUM(B2:G2)', J2: '',
    A3: 'Roof', B3: '10', C3: '=B3*2', D3: '20', E3: '=D3*2', F3: '30', G3: '=F3*2', H3: '=SUM(B3:F3)', I3: '=SUM(B3:G3)', J3: '',
    A4: 'Sum', B4: '=SUM(B2:B3)', C4: '=B4/$I4*18', D4: '=SUM(D2:D3)', E4: '=D4/$I4*18', F4: '=SUM(F2:F3)', G4: '=F4/$I4*18',
    H4: '=SUM(B4:F4)', I4: '=SUM($B$2:$G$3)',
  }); // prettier-ignore
  expect([...xml.matchAll(/mergeCell ref="([^"]+)"/g)].map(([, ref]) => ref)).toEqual(['B5:C5', 'D5:E5', 'F5:G5', 'A6:H6']);
  expect(cellsOfSheet(parts.get('xl/worksheets/sheet2.xml') ?? '')).toEqual({
    A1: '=SUM(Form!B2:G3)',
    A2: '=Form!H4',
    A3: '=SUM(Form!B:F)',
  });
  expect(parts.get('xl/workbook.xml')).toContain('Form!$B$1:$G$1');
});

test.skipIf(!OFFICE)('LibreOffice calculates columns that were repeated', { timeout: 120_000 }, async () => {
  const text = (await throughOffice((await fillTemplate(await matrix(), given, 'en-US')) as Buffer, 'xlsx', 'csv')).toString();
  expect(text.split('\n').slice(0, 4)).toEqual([
    'Matrix,M1,Double,M2,Double,M3,Double,Sum,Sum of all',
    'Walls,1,2,2,4,3,6,12,18',
    'Roof,10,20,20,40,30,60,120,180',
    'Sum,11,1,22,2,33,3,69,198',
  ]);
});

test('a column without rows in its list stands once and empty', async () => {
  const empty = scopeOf({ title: 'None', months: [], rows: [] });
  const parts = await partsOf((await fillTemplate(await matrix(), empty, 'en-US')) as Buffer);
  expect(cellsOfSheet(parts.get('xl/worksheets/sheet1.xml') ?? '')).toMatchObject({ A1: 'None', B1: '', C1: 'Double', D2: '=SUM(B2:B2)' });
});

test('says what is wrong with loops over columns, all at once', async () => {
  const bytes = await workbookOf(
    {
      Form: {
        A1: '{{#each months across}}{{name}}', A2: 'beside{{/each}}',
        B3: '{{#each month across}}{{nmae}}', C3: '{{/each}}',
        D4: '{{#each rows across}}{{cost.each}}{{/each}}',
        E5: '{{cost.each}}', F5: '{{title | plural "one"}}', G5: '{{chart:curve}} {{image:}}',
      },
    },
    { more: '<mergeCells count="1"><mergeCell ref="B6:D6"/></mergeCells>' },
  ); // prettier-ignore
  const { faults } = await checkTemplate(bytes, vocabulary);
  expect(faults.map(({ code, cell }) => `${code} ${cell ?? ''}`).sort()).toEqual(
    [
      'across_alone Form!A1',
      'unknown_name Form!B:B',
      'unknown_name Form!B3',
      'unknown_name Form!D4',
      'unknown_name Form!E5',
      'plural_forms Form!F5',
      'unknown_name Form!G5',
      'drawing Form!G5',
      'merge_in_loop Form!B6',
    ].sort(),
  );
});

test('a cell that names a column no sheet has takes the next one, and fills no memory', async () => {
  const bytes = await workbookOf({ Form: { ...cells, AINESTR3: 'x' } });
  expect((await checkTemplate(bytes, vocabulary)).faults).toEqual([]);
  const xml = (await partsOf((await fillTemplate(bytes, given, 'en-US')) as Buffer)).get('xl/worksheets/sheet1.xml') ?? '';
  expect(cellsOfSheet(xml)).toMatchObject({ A1: 'Matrix', A2: 'Walls', A3: 'Roof' });
});
