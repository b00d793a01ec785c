import { expect, test } from 'vitest';
import { OFFICE, READS_PDF, textsOfPdf, throughOffice } from '../../testing/office.ts';
import { documentOf, paragraphOf, partsOf, scopeOf, tableRowOf, vocabularyOf } from '../../testing/small-template.ts';
import { checkTemplate, fillTemplate } from '../fill-template.ts';

const works = vocabularyOf(['name']);
const vocabulary = vocabularyOf(['report', 'schedule'], { versions: vocabularyOf(['schedule'], { works }) });
const given = scopeOf({
  report: 'Monthly',
  schedule: 'All',
  versions: [
    { schedule: 'Hall', works: [{ name: 'Dig' }, { name: 'Pour' }] },
    { schedule: 'Tower & yard', works: [{ name: 'Frame' }] },
  ],
});
const OFFICE_NS = 'http://schemas.openxmlformats.org/officeDocument/2006/relationships';
const section = (more: string, headers = ''): string =>
  `<w:sectPr>${headers}<w:type w:val="nextPage"/><w:pgSz w:w="11906" w:h="16838"${more}/></w:sectPr>`;
/** A paragraph with which a section ends. */
const breakOf = (text: string, of: string): string => `<w:p><w:pPr>${of}</w:pPr>${text && `<w:r><w:t>${text}</w:t></w:r>`}</w:p>`;
const header = `<w:headerReference xmlns:r="${OFFICE_NS}" w:type="default" r:id="rId7"/>`;
const landscape = section(' w:orient="landscape"', header);
const relations = (...list: [string, string, string][]): string =>
  `<Relationships xmlns="http://schemas.openxmlformats.org/package/2006/relationships">${list
    .map(([id, type, target]) => `<Relationship Id="${id}" Type="${OFFICE_NS}/${type}" Target="${target}"/>`)
    .join('')}</Relationships>`;
const parts = {
  'word/_rels/document.xml.rels': relations(['rId7', 'header', 'header1.xml']),
  'word/header1.xml': `<w:hdr xmlns:w="http://schemas.openxmlformats.org/wordprocessingml/2006/main">${paragraphOf('Of {{schedule}}')}</w:hdr>`,
  'word/_rels/header1.xml.rels': relations(['rId1', 'hyperlink', 'nothing']),
};
const table = `<w:tbl>${tableRowOf('{{#each works}}{{name}}', '{{/each}}')}</w:tbl>`;
const filledParts = async (body: string) => {
  const bytes = await documentOf(body, parts);
  expect((await checkTemplate(bytes, vocabulary)).faults).toEqual([]);
  return partsOf((await fillTemplate(bytes, given, 'en-US')) as Buffer);
};
const sectionsIn = (xml: string) => [...xml.matchAll(/w:orient="(\w+)"/g)].map(([, turn]) => turn);
const textsIn = (xml: string) => [...xml.matchAll(/<w:t[ >][^<]*?>?([^<>]*)<\/w:t>/g)].map(([, text]) => text).filter(Boolean);

/** A first page upright, then a page across for each version; the end of the loop stands behind the break. */
const body =
  paragraphOf('Report {{report}}') +
  breakOf('{{#each versions}}', section(' w:orient="portrait"')) +
  paragraphOf('Version {{schedule}}') +
  table +
  breakOf('', landscape) +
  paragraphOf('{{/each}}') +
  section(' w:orient="portrait"');

test('a section is repeated whole: its sheet, and headers that name its own version', async () => {
  const filled = await filledParts(body);
  const xml = filled.get('word/document.xml') ?? '';
  // The break before the loop stands once; the empty section behind it is no page.
  expect(sectionsIn(xml)).toEqual(['portrait', 'landscape', 'landscape']);
  expect(textsIn(xml)).toEqual(['Report Monthly', 'Version Hall', 'Dig', 'Pour', 'Version Tower &amp; yard', 'Frame']);
  expect(xml).not.toContain('{{');
  const ids = [...xml.matchAll(/headerReference [^>]*r:id="(\w+)"/g)].map(([, id]) => id);
  const targets = ids.map(
    (id) => new RegExp(`Id="${id}"[^>]*Target="/([^"]+)"`).exec(filled.get('word/_rels/document.xml.rels') ?? '')?.[1] ?? '',
  );
  expect(targets.map((part) => textsIn(filled.get(part) ?? ''))).toEqual([['Of Hall'], ['Of Tower &amp; yard']]);
  for (const part of targets) {
    expect(filled.get('[Content_Types].xml')).toContain(`PartName="/${part}"`);
    expect(filled.get(`${part.replace('word/', 'word/_rels/')}.rels`)).toContain('Target="nothing"');
  }
});

test('the end of a loop may bear the break itself, and what stands behind it keeps its own section', async () => {
  const filled = await filledParts(
    paragraphOf('{{#each versions}}') +
      paragraphOf('Version {{schedule}}') +
      breakOf('{{/each}}', landscape) +
      paragraphOf('Signed') +
      section(' w:orient="portrait"'),
  );
  const xml = filled.get('word/document.xml') ?? '';
  expect(sectionsIn(xml)).toEqual(['landscape', 'landscape', 'portrait']);
  expect(textsIn(xml)).toEqual(['Version Hall', 'Version Tower &amp; yard', 'Signed']);
});

test.skipIf(!OFFICE || !READS_PDF)('LibreOffice shows a page a version, with its header', { timeout: 120_000 }, async () => {
  const pdf = await throughOffice(
    (await fillTemplate(await documentOf(body, { ...parts, 'word/_rels/header1.xml.rels': relations() }), given, 'en-US')) as Buffer,
    'docx',
    'pdf',
  );
  const pages = (await textsOfPdf(pdf)).split('\f').map((page) => page.split(/\s*\n\s*/).filter(Boolean));
  expect(pages.filter((page) => page.length)).toEqual([
    ['Report Monthly'],
    ['Of Hall', 'Version Hall', 'Dig', 'Pour'],
    ['Of Tower & yard', 'Version Tower & yard', 'Frame'],
  ]);
});
