import { expect, test } from 'vitest';
import { OFFICE, READS_PDF, textsOfPdf, throughOffice } from '../../testing/office.ts';
import { documentOf, paragraphOf, partsOf, scopeOf, vocabularyOf, workbookOf } from '../../testing/small-template.ts';
import { checkTemplate, fillTemplate } from '../fill-template.ts';
import type { TemplateDrawings } from './drawing-parts.ts';

const PNG = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAoAAAAFCAIAAADzBuo/AAAAFElEQVR4nGNkaPjPgBswMtATDGFpADrhAouV9RKbAAAAAElFTkSuQmCC',
  'base64',
);
const drawings: TemplateDrawings = {
  image: (_kind, name) => (name === 'gone.png' ? null : { bytes: PNG, mediaType: 'image/png', width: 10, height: 5 }),
  charts: new Map([
    [
      's_curve',
      {
        title: 'Curve & <sum>',
        kind: 'line' as const,
        list: 'curve',
        category: 'month',
        series: [
          { path: 'plan', title: 'Plan' },
          { path: 'fact', title: 'Fact' },
        ],
      },
    ],
  ]),
};
const vocabulary = {
  ...vocabularyOf(['title'], { curve: vocabularyOf(['month', 'plan', 'fact']) }),
  drawings: new Set(['image:logo', 'chart:s_curve']),
};
const given = scopeOf({
  title: 'T',
  curve: [
    { month: { minute: 0 }, plan: 10, fact: 8 },
    { month: { minute: 44_640 }, plan: 30, fact: null },
  ],
});
const filled = async (bytes: Uint8Array) => {
  expect((await checkTemplate(bytes, vocabulary)).faults).toEqual([]);
  return (await fillTemplate(bytes, given, 'en-US', drawings)) as Buffer;
};

test('a sheet draws a logo in its box and a chart of its own numbers; a picture that is gone is left out', async () => {
  const bytes = await workbookOf(
    { Form: { A1: '{{image:logo 40x40}}', B2: 'Of {{title}} {{chart:s_curve 100x50}}', C3: '{{image:logo("gone.png")}}' } },
    { more: '<pageMargins left="0" right="0" top="0" bottom="0" header="0" footer="0"/><extLst/>' },
  );
  const parts = await partsOf(await filled(bytes));
  expect(parts.get('xl/worksheets/sheet1.xml')).toMatch(/<pageMargins[^>]*\/><drawing [^>]*r:id="gantry1"\/><extLst\/>/);
  const drawing = parts.get('xl/drawings/gantry1.xml') ?? '';
  expect(drawing.match(/<xdr:oneCellAnchor/g)).toHaveLength(2);
  // 40 mm wide, and half as high, as the picture is.
  expect(drawing).toContain(
    '<xdr:col>0</xdr:col><xdr:colOff>0</xdr:colOff><xdr:row>0</xdr:row><xdr:rowOff>0</xdr:rowOff></xdr:from><xdr:ext cx="1440000" cy="720000"/>',
  );
  expect(drawing).toContain('descr="Curve &amp; &lt;sum&gt;"');
  const chart = parts.get('xl/charts/gantry1.xml') ?? '';
  expect([...chart.matchAll(/<c:v>(.*?)<\/c:v>/g)].map(([, text]) => text)).toEqual([
    'Plan', '01.1990', '02.1990', '10', '30', 'Fact', '01.1990', '02.1990', '8',
  ]); // prettier-ignore
  expect(parts.get('[Content_Types].xml')).toContain('PartName="/xl/charts/gantry1.xml"');
  expect(parts.get('xl/drawings/_rels/gantry1.xml.rels')).toContain('Target="/xl/media/gantry1.png"');
});

test('a document draws them in its lines', async () => {
  const parts = await partsOf(
    await filled(await documentOf(paragraphOf('Logo {{ima', 'ge:logo}} here') + paragraphOf('{{chart:s_curve}}'))),
  );
  const xml = parts.get('word/document.xml') ?? '';
  expect(xml.match(/<w:drawing>/g)).toHaveLength(2);
  expect(xml).toMatch(/Logo <\/w:t><w:drawing>.*<\/w:drawing><w:t/);
  expect(xml).toContain('> here</w:t>');
  expect(parts.get('word/_rels/document.xml.rels')).toContain('Target="/word/charts/gantry1.xml"');
});

test('a drawing in a loop within one text is refused', async () => {
  const bytes = await documentOf(
    paragraphOf('{{#each curve}}{{image:logo}}{{/each}} {{#if title}}{{chart:s_curve}}{{/if}} {{image:logo}}'),
  );
  expect((await checkTemplate(bytes, vocabulary)).faults.map(({ code }) => code)).toEqual(['drawing_in_text', 'drawing_in_text']);
});

test('a loop that draws a chart a row ends where a report would be too large', async () => {
  const many = scopeOf({ curve: Array.from({ length: 1001 }, () => ({ month: { minute: 0 }, plan: 1, fact: 1 })) });
  const looped = await workbookOf({ Form: { A1: '{{#each curve}}{{image:logo}}', B1: '{{/each}}' } });
  await expect(fillTemplate(looped, many, 'en-US', drawings)).rejects.toThrow('too large');
});

test('a form that draws more than a report may is refused when it is uploaded', async () => {
  const cells = Object.fromEntries(Array.from({ length: 1001 }, (_, at) => [`A${at + 1}`, '{{image:logo}}']));
  expect((await checkTemplate(await workbookOf({ Form: cells }), vocabulary)).faults.map(({ code }) => code)).toEqual(['too_large']);
});

test('a list without rows draws no chart', async () => {
  const bytes = await documentOf(paragraphOf('{{chart:s_curve}}'));
  const done = (await fillTemplate(bytes, scopeOf({ curve: [] }), 'en-US', drawings)) as Buffer;
  expect((await partsOf(done)).get('word/document.xml')).not.toContain('w:drawing');
});

test.skipIf(!OFFICE || !READS_PDF).each(['xlsx', 'docx'] as const)(
  'LibreOffice draws the chart of a filled %s with its texts',
  { timeout: 120_000 },
  async (kind) => {
    const bytes = await (kind === 'xlsx'
      ? workbookOf({ Form: { A1: '{{chart:s_curve}}' } })
      : documentOf(paragraphOf('{{chart:s_curve}}')));
    const texts = await textsOfPdf(await throughOffice(await filled(bytes), kind, 'pdf'));
    for (const text of ['Curve & <sum>', 'Plan', 'Fact', '30']) expect(texts).toContain(text);
  },
);
