import { expect, test } from 'vitest';
import { documentOf, linesOf, paragraphOf, partsOf, scopeOf, tableRowOf, vocabularyOf } from '../../testing/small-template.ts';
import { checkTemplate, fillTemplate } from '../fill-template.ts';

const months = vocabularyOf(['period', 'name']);
const rows = vocabularyOf(['name', 'cost.total', 'cost.m1', 'cost.m2']);
const vocabulary = vocabularyOf([], { months, rows });
const given = scopeOf({
  months: ['m1', 'm2'].map((period) => ({ period, name: period.toUpperCase() })),
  rows: [
    { name: 'Walls', 'cost.m1': 1, 'cost.m2': 2 },
    { name: 'Roof', 'cost.m1': 10, 'cost.m2': 20 },
  ],
});
const grid = (...widths: number[]): string => `<w:tblGrid>${widths.map((width) => `<w:gridCol w:w="${width}"/>`).join('')}</w:tblGrid>`;
const spanning = (span: number, text: string): string =>
  `<w:tr><w:tc><w:tcPr><w:gridSpan w:val="${span}"/></w:tcPr>${paragraphOf(text)}</w:tc></w:tr>`;
const table = `<w:tbl>${grid(3000, 2000, 1000)}${spanning(3, 'Months')}${tableRowOf('Work', '{{#each months across}}{{name}}{{/each}}', 'End')}${tableRowOf('{{#each rows}}{{name}}', '{{cost.each}}', '.{{/each}}')}</w:tbl>`;

test('a table repeats its columns and its rows; the table stays as wide as it was', async () => {
  const bytes = await documentOf(table);
  expect((await checkTemplate(bytes, vocabulary)).faults).toEqual([]);
  const xml = (await partsOf((await fillTemplate(bytes, given, 'en-US')) as Buffer)).get('word/document.xml') ?? '';
  expect(linesOf(xml)).toEqual(['Months', 'Work', 'M1', 'M2', 'End', 'Walls', '1', '2', '.', 'Roof', '10', '20', '.']);
  expect([...xml.matchAll(/gridCol w:w="(\d+)"/g)].map(([, width]) => width)).toEqual(['3000', '1000', '1000', '1000']);
  expect(xml).toContain('<w:gridSpan w:val="4"/>');
});

test('a cell that spans a part of the loop is refused, and a list that is none', async () => {
  const wide = `<w:tbl>${grid(1, 1, 1)}${tableRowOf('{{#each months across}}a', 'b{{/each}}', 'c')}<w:tr><w:tc>${paragraphOf('x')}</w:tc><w:tc><w:tcPr><w:gridSpan w:val="2"/></w:tcPr>${paragraphOf('y')}</w:tc></w:tr></w:tbl>`;
  const unknown = `<w:tbl>${tableRowOf('{{#each moths across}}a{{/each}}')}</w:tbl>`;
  const { faults } = await checkTemplate(await documentOf(wide + unknown + paragraphOf('{{#each rows across}}b{{/each}}')), vocabulary);
  expect(faults.map(({ code, paragraph, parameters }) => [code, paragraph, parameters['name'] ?? parameters['suggestion'] ?? ''])).toEqual([
    ['merge_in_loop', 1, '2–3'],
    ['unknown_name', 6, 'moths'],
    ['across_alone', 7, ''],
  ]);
});
