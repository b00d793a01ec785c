import { expect, test } from 'vitest';
import { partsOf, scopeOf, vocabularyOf, workbookOf } from '../../testing/small-template.ts';
import { checkTemplate, fillTemplate } from '../fill-template.ts';

const vocabulary = vocabularyOf(['project', 'year', 'day'], { rows: vocabularyOf(['name']) });
const given = scopeOf({ project: 'House & <Co>', year: 2026, day: { minute: 0 }, rows: [{ name: 'A&B' }, { name: 'C' }] });
const formOf = (headers: string, cells: Record<string, string> = { A1: 'plain' }) =>
  workbookOf({ Form: cells }, { more: `<headerFooter differentFirst="1">${headers}</headerFooter>` });
const headerOf = async (headers: string) => {
  const bytes = await formOf(headers);
  expect((await checkTemplate(bytes, vocabulary)).faults).toEqual([]);
  const xml = (await partsOf((await fillTemplate(bytes, given, 'en-US')) as Buffer)).get('xl/worksheets/sheet1.xml') ?? '';
  return /<headerFooter[^>]*>(.*)<\/headerFooter>/.exec(xml)?.[1];
};

test.each([
  [
    '<oddHeader>&amp;L{{project}}&amp;R&amp;P / &amp;N</oddHeader>',
    '<oddHeader>&amp;LHouse &amp;&amp; &lt;Co&gt;&amp;R&amp;P / &amp;N</oddHeader>',
  ],
  ['<oddFooter>&amp;C&amp;12{{year | number}}</oddFooter>', '<oddFooter>&amp;C&amp;12 2\u00a0026</oddFooter>'],
  ['<firstHeader>{{#each rows}}{{name}}; {{/each}}</firstHeader>', '<firstHeader>A&amp;&amp;B; C; </firstHeader>'],
  [
    '<evenFooter>&amp;D</evenFooter><firstFooter>{{day | date}}</firstFooter>',
    '<evenFooter>&amp;D</evenFooter><firstFooter>01.01.1990</firstFooter>',
  ],
])('%s', async (headers, filled) => expect(await headerOf(headers)).toBe(filled));

test('a header is cut where office programs end it, and no code in two', async () => {
  const long = await headerOf(`<oddHeader>${'x'.repeat(254)}{{project}}{{project}}</oddHeader>`);
  expect(long).toBe(`<oddHeader>${'x'.repeat(254)}H</oddHeader>`);
  const cut = await headerOf(`<oddHeader>${'x'.repeat(248)}{{project}}</oddHeader>`);
  expect(cut).toBe(`<oddHeader>${'x'.repeat(248)}House </oddHeader>`);
});

test('faults of headers name their place, and a header alone makes a form', async () => {
  const bytes = await formOf(
    '<oddHeader>{{projcet}}</oddHeader><oddFooter>{{#each rows}}</oddFooter><firstHeader>{{image:logo}}</firstHeader>',
  );
  const { faults } = await checkTemplate(bytes, { ...vocabulary, drawings: new Set(['image:logo']) });
  expect(faults.map(({ code, cell }) => [code, cell])).toEqual([
    ['unknown_name', 'Form!oddHeader'],
    ['unclosed', 'Form!oddFooter'],
    ['drawing_in_text', 'Form!firstHeader'],
  ]);
});
