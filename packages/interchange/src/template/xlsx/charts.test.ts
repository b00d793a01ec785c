import { expect, test } from 'vitest';
import { partsOf, scopeOf, vocabularyOf, workbookOf } from '../../testing/small-template.ts';
import { checkTemplate, fillTemplate } from '../fill-template.ts';

const rows = vocabularyOf(['name', 'cost', 'start']);
const vocabulary = vocabularyOf([], { rows });
const given = scopeOf({
  rows: [
    { name: 'Walls & roof', cost: 3, start: { minute: 1440 } },
    { name: 'Floor', cost: null, start: null },
    { name: 'Stairs', cost: 5.5, start: { minute: 2880 } },
  ],
});
const sheet = {
  A1: 'Work', B1: 'Cost', C1: 'Twice',
  A2: '{{#each rows}}{{name}}', B2: '{{cost}}', C2: '=B2*2', D2: '{{/each}}',
  A3: 'Sum', B3: 7,
}; // prettier-ignore
const chartOf = (references: string): string =>
  `<c:chartSpace xmlns:c="c"><c:chart><c:plotArea><c:barChart><c:ser>${references}</c:ser></c:barChart></c:plotArea></c:chart></c:chartSpace>`;
const numbers = (
  range: string,
  cache = '<c:numCache><c:formatCode>0.0</c:formatCode><c:ptCount val="1"/><c:pt idx="0"><c:v>99</c:v></c:pt></c:numCache>',
) => `<c:val><c:numRef><c:f>${range}</c:f>${cache}</c:numRef></c:val>`;
const texts = (range: string) => `<c:cat><c:strRef><c:f>${range}</c:f><c:strCache><c:ptCount val="1"/></c:strCache></c:strRef></c:cat>`;
const filled = async (chart: string, cells: Record<string, string | number> = sheet) => {
  const bytes = await workbookOf({ 'Form 1': cells, Beside: { A1: 'x', A2: 2, A3: 4 } }, { parts: { 'xl/charts/chart1.xml': chart } });
  expect((await checkTemplate(bytes, vocabulary)).faults).toEqual([]);
  return (await partsOf((await fillTemplate(bytes, given, 'en-US')) as Buffer)).get('xl/charts/chart1.xml') ?? '';
};
const points = (list: Record<number, string | number>) =>
  Object.entries(list)
    .map(([at, value]) => `<c:pt idx="${at}"><c:v>${value}</c:v></c:pt>`)
    .join('');

test('a chart keeps what is in its cells now, and an empty cell has no point', async () => {
  const chart = await filled(chartOf(texts("'Form 1'!$A$2:$A$2") + numbers("'Form 1'!$B$2:$B$2")));
  expect(chart).toContain(
    `<c:f>'Form 1'!$A$2:$A$4</c:f><c:strCache><c:ptCount val="3"/>${points({ 0: 'Walls &amp; roof', 1: 'Floor', 2: 'Stairs' })}</c:strCache>`,
  );
  expect(chart).toContain(
    `<c:f>'Form 1'!$B$2:$B$4</c:f><c:numCache><c:formatCode>0.0</c:formatCode><c:ptCount val="3"/>${points({ 0: 3, 2: 5.5 })}</c:numCache>`,
  );
});

test('a cell below a loop is read where it came to stand, and one of another sheet as it is', async () => {
  const chart = await filled(chartOf(texts("'Form 1'!$A$3") + numbers("'Form 1'!$B$3", '') + numbers('Beside!$A$2:$A$3')));
  expect(chart).toContain(`<c:f>'Form 1'!$A$5</c:f><c:strCache><c:ptCount val="1"/>${points({ 0: 'Sum' })}</c:strCache>`);
  expect(chart).toContain(`<c:formatCode>General</c:formatCode><c:ptCount val="1"/>${points({ 0: 7 })}</c:numCache>`);
  expect(chart).toContain(
    `<c:f>Beside!$A$2:$A$3</c:f><c:numCache><c:formatCode>0.0</c:formatCode><c:ptCount val="2"/>${points({ 0: 2, 1: 4 })}`,
  );
});

test('what formulas come to, ranges of several areas and names are left to who calculates', async () => {
  for (const range of ["'Form 1'!$C$2:$C$2", "('Form 1'!$A$2,'Form 1'!$B$3)", 'Costs'])
    expect(await filled(chartOf(numbers(range))), range).not.toContain('Cache');
});

test('columns that a loop repeats are read too', async () => {
  const across = { A1: '{{#each rows across}}{{name}}{{/each}}', A2: '{{cost}}' };
  const chart = await filled(chartOf(texts("'Form 1'!$A$1:$A$1") + numbers("'Form 1'!$A$2:$A$2")), across);
  expect(chart).toContain(
    `'Form 1'!$A$1:$C$1</c:f><c:strCache><c:ptCount val="3"/>${points({ 0: 'Walls &amp; roof', 1: 'Floor', 2: 'Stairs' })}`,
  );
  expect(chart).toContain(`<c:ptCount val="3"/>${points({ 0: 3, 2: 5.5 })}</c:numCache>`);
});

test('a range that is the wrong way round makes no room for one of a whole sheet', async () => {
  const [wrong, whole] = ['Beside!$XFD$1:$A$1048576', 'Beside!$A$1:$XFD$1048576'];
  const chart = await filled(chartOf(texts(wrong) + numbers(whole)));
  expect(chart).toContain(`<c:f>${whole}</c:f></c:numRef>`);
});
