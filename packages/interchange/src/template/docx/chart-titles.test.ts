import { expect, test } from 'vitest';
import { documentOf, paragraphOf, partsOf, scopeOf, vocabularyOf } from '../../testing/small-template.ts';
import type { TemplateDrawings } from '../drawings/drawing-parts.ts';
import { checkTemplate, fillTemplate } from '../fill-template.ts';

const RELATIONS = 'xmlns="http://schemas.openxmlformats.org/package/2006/relationships"';
const OFFICE = 'http://schemas.openxmlformats.org/officeDocument/2006/relationships';
const BOOK = 'embeddings/Microsoft_Excel_Sheet.xlsx';
const to = (target: string): string =>
  `<Relationships ${RELATIONS}><Relationship Id="r1" Type="${OFFICE}/package" Target="${target}"/></Relationships>`;
const cached = (kind: string): string => `<c:${kind}><c:f>Sheet1!$A$2</c:f><c:${kind}Cache/></c:${kind}>`;
const chartOf = (...title: string[]): string =>
  `<c:chartSpace xmlns:c="c" xmlns:a="a" xmlns:r="r"><c:chart><c:title><c:tx><c:rich>${title.map((text) => `<a:t>${text}</a:t>`).join('')}</c:rich></c:tx></c:title>` +
  `<c:plotArea><c:lineChart><c:grouping val="standard"/><c:ser><c:idx val="4"/><c:order val="4"/><c:tx>${cached('strRef')}</c:tx><c:spPr>OWN</c:spPr>` +
  `<c:cat>${cached('strRef')}</c:cat><c:val>${cached('numRef')}</c:val><c:smooth val="1"/></c:ser><c:axId val="1"/></c:lineChart></c:plotArea></c:chart>` +
  '<c:externalData r:id="r1"/></c:chartSpace>';
const templateOf = (title: string[], more: Record<string, string> = {}) =>
  documentOf(paragraphOf('Of {{title}}'), {
    'word/charts/chart1.xml': chartOf(...title),
    'word/charts/_rels/chart1.xml.rels': to(`../${BOOK}`),
    [`word/${BOOK}`]: 'bytes of a workbook',
    ...more,
  });
const drawings: TemplateDrawings = {
  image: () => null,
  charts: new Map([
    [
      's_curve',
      {
        title: 'Curve',
        kind: 'line',
        list: 'curve',
        category: 'month',
        series: ['plan', 'fact'].map((path) => ({ path, title: path.toUpperCase() })),
      },
    ],
  ]),
};
const vocabulary = {
  ...vocabularyOf(['title'], { curve: vocabularyOf(['month', 'plan', 'fact']) }),
  drawings: new Set(['image:logo', 'chart:s_curve']),
};
const curve = [
  { month: { minute: 0 }, plan: 10, fact: 8 },
  { month: { minute: 44_640 }, plan: 30, fact: null },
];

test('a chart of a document shows what its title names, in its own looks, and no workbook stands behind it', async () => {
  const bytes = await templateOf(['{{cha', 'rt:s_curve}} of {{title}}']);
  expect((await checkTemplate(bytes, vocabulary)).faults).toEqual([]);
  const parts = await partsOf((await fillTemplate(bytes, scopeOf({ title: 'House', curve }), 'en-US', drawings)) as Buffer);
  const xml = parts.get('word/charts/chart1.xml') ?? '';
  expect([...xml.matchAll(/<c:v>(.*?)<\/c:v>/g)].map(([, text]) => text)).toEqual([
    'PLAN', '01.1990', '02.1990', '10', '30', 'FACT', '01.1990', '02.1990', '8',
  ]); // prettier-ignore
  expect(xml).toContain('<a:t>Curve of House</a:t>');
  expect(xml.match(/OWN/g)).toHaveLength(1);
  expect(xml).toMatch(/<c:idx val="1"\/><c:order val="1"\/><c:tx>.*<\/c:val><c:smooth val="1"\/><\/c:ser><c:axId/);
  expect(xml).not.toContain('externalData');
  expect([...parts.keys()].filter((name) => name.includes('embeddings'))).toEqual([]);
  expect(parts.get('word/charts/_rels/chart1.xml.rels')).not.toContain('xlsx');
});

test('a workbook that stands behind no such chart is refused, and one that something else bears as well', async () => {
  const codesOf = async (bytes: Uint8Array) => (await checkTemplate(bytes, vocabulary)).faults.map(({ code }) => code);
  expect(await codesOf(await templateOf(['Costs']))).toEqual(['embedded']);
  const shared = { 'word/_rels/document.xml.rels': to(BOOK) };
  expect(await codesOf(await templateOf(['{{chart:s_curve}}'], shared))).toEqual(['embedded']);
});

test('says what is wrong with titles of charts, with their part', async () => {
  const faultsOf = async (title: string) =>
    (await checkTemplate(await templateOf([title]), vocabulary)).faults.map(({ code, cell, parameters: { suggestion } }) =>
      [code, cell, suggestion].filter(Boolean).join(' '),
    );
  expect(await faultsOf('{{chart:s_curv}}')).toEqual(['unknown_name word/charts/chart1.xml chart:s_curve']);
  expect(await faultsOf('{{chart:s_curve}} {{chart:s_curve}}')).toEqual(['drawing word/charts/chart1.xml']);
});
