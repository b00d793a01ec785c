import { expect, test } from 'vitest';
import { documentOf, linesOf, paragraphOf, partsOf, scopeOf, tableRowOf } from '../../testing/small-template.ts';
import { fillTemplate } from '../fill-template.ts';

const lines = async (body: string, given: Parameters<typeof scopeOf>[0]): Promise<string[]> => {
  const filled = await fillTemplate(await documentOf(body), scopeOf(given), 'en-US');
  return linesOf((await partsOf(filled as Buffer)).get('word/document.xml') ?? '');
};

test('a value is text whatever is in it, and a row that a condition makes different is written each time', async () => {
  const rows = [
    { name: 'A <w:b/> & "B"', late: 2 },
    { name: '{{name}}', late: 0 },
  ];
  const row = tableRowOf('{{#each rows}}{{name}}', '{{#if late>0}}late{{:else}}on time{{/if}}{{/each}}');
  expect(await lines(`<w:tbl>${row}</w:tbl>`, { rows })).toEqual(['A &lt;w:b/&gt; &amp; &quot;B&quot;', 'late', '{{name}}', 'on time']);
});

test('a cell of marks alone keeps a paragraph; lists in a row of a list are their own', async () => {
  const inner = `<w:tbl>${tableRowOf('{{#each parts}}{{name}}{{/each}}')}</w:tbl>`;
  const row = `<w:tr><w:tc>${paragraphOf('{{#each rows}}')}</w:tc><w:tc>${paragraphOf('{{name}}', ' \uE0F7')}${inner}</w:tc><w:tc>${paragraphOf('{{/each}}')}</w:tc></w:tr>`;
  const rows = [
    { name: 'One', parts: [{ name: 'a' }, { name: 'b' }] },
    { name: 'Two', parts: [{ name: 'c' }] },
  ];
  const filled = await fillTemplate(await documentOf(`<w:tbl>${row}</w:tbl>`), scopeOf({ rows }), 'en-US');
  const xml = (await partsOf(filled as Buffer)).get('word/document.xml') ?? '';
  expect(xml.match(/<w:tc>(?:<w:p\/>|<w:p><\/w:p>)<\/w:tc>/g)).toHaveLength(4);
  expect(linesOf(xml)).toEqual(['One \uE0F7', 'ab', 'Two \uE0F7', 'c']);
});
