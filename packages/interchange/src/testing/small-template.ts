import { collectFindings } from '../findings.ts';
import { readZip } from '../zip/read-zip.ts';
import { writeZip } from '../zip/write-zip.ts';
import type { TemplateScope, Vocabulary } from '../template/vocabulary.ts';
import type { Cell } from '../table/columns.ts';
import { escapeXml } from '../xml/write-elements.ts';

const HEAD = '<?xml version="1.0" encoding="UTF-8" standalone="yes"?>\n';
const MAIN =
  'xmlns="http://schemas.openxmlformats.org/spreadsheetml/2006/main" xmlns:r="http://schemas.openxmlformats.org/officeDocument/2006/relationships"';
const RELS = 'xmlns="http://schemas.openxmlformats.org/package/2006/relationships"';
const OFFICE = 'http://schemas.openxmlformats.org/officeDocument/2006/relationships';
const WORD = 'xmlns:w="http://schemas.openxmlformats.org/wordprocessingml/2006/main"';

const zipped = (parts: Record<string, string>): Promise<Buffer> =>
  writeZip(Object.entries(parts).map(([name, text]) => ({ name, bytes: Buffer.from(HEAD + text) })));

const kindsOf = (...overrides: [string, string][]): string =>
  `<Types xmlns="http://schemas.openxmlformats.org/package/2006/content-types"><Default Extension="rels" ContentType="application/vnd.openxmlformats-package.relationships+xml"/><Default Extension="xml" ContentType="application/xml"/>${overrides.map(([name, type]) => `<Override PartName="${name}" ContentType="application/vnd.openxmlformats-officedocument.${type}+xml"/>`).join('')}</Types>`;

const relation = (id: string, type: string, target: string): string =>
  `<Relationship Id="${id}" Type="${OFFICE}/${type}" Target="${target}"/>`;

/** A workbook of sheets of cells: a text with `=` first is a formula; `more` stands behind the rows of the first sheet. */
export function workbookOf(
  sheets: Record<string, Record<string, string | number>>,
  { more = '', names = '', parts = {} }: { more?: string; names?: string; parts?: Record<string, string> } = {},
): Promise<Buffer> {
  const all = Object.entries(sheets);
  const sheetXml = all.map(([, cells], at) => {
    const rows = Map.groupBy(Object.entries(cells), ([place]) => Number(/\d+$/.exec(place)?.[0]));
    const written = [...rows]
      .sort(([a], [b]) => a - b)
      .map(([row, list]) => `<row r="${row}">${list.map(([place, value]) => cellOf(place, value)).join('')}</row>`);
    return `<worksheet ${MAIN}><sheetData>${written.join('')}</sheetData>${at === 0 ? more : ''}</worksheet>`;
  });
  const list = all.map(([name], at) => `<sheet name="${escapeXml(name)}" sheetId="${at + 1}" r:id="rId${at + 1}"/>`).join('');
  return zipped({
    '[Content_Types].xml': kindsOf(
      ['/xl/workbook.xml', 'spreadsheetml.sheet.main'],
      ...all.map((_sheet, at): [string, string] => [`/xl/worksheets/sheet${at + 1}.xml`, 'spreadsheetml.worksheet']),
    ),
    '_rels/.rels': `<Relationships ${RELS}>${relation('rId1', 'officeDocument', 'xl/workbook.xml')}</Relationships>`,
    'xl/workbook.xml': `<workbook ${MAIN}><sheets>${list}</sheets>${names && `<definedNames>${names}</definedNames>`}</workbook>`,
    'xl/_rels/workbook.xml.rels': `<Relationships ${RELS}>${all.map((_sheet, at) => relation(`rId${at + 1}`, 'worksheet', `worksheets/sheet${at + 1}.xml`)).join('')}</Relationships>`,
    ...Object.fromEntries(sheetXml.map((text, at) => [`xl/worksheets/sheet${at + 1}.xml`, text])),
    ...parts,
  });
}

function cellOf(place: string, value: string | number): string {
  if (typeof value === 'number') return `<c r="${place}"><v>${value}</v></c>`;
  if (value.startsWith('=')) return `<c r="${place}"><f>${escapeXml(value.slice(1))}</f><v>0</v></c>`;
  return `<c r="${place}" t="inlineStr"><is><t>${escapeXml(value)}</t></is></c>`;
}

/** A document of this body. */
export const documentOf = (body: string, parts: Record<string, string> = {}): Promise<Buffer> =>
  zipped({
    '[Content_Types].xml': kindsOf(['/word/document.xml', 'wordprocessingml.document.main']),
    '_rels/.rels': `<Relationships ${RELS}>${relation('rId1', 'officeDocument', 'word/document.xml')}</Relationships>`,
    'word/document.xml': `<w:document ${WORD}><w:body>${body}</w:body></w:document>`,
    ...parts,
  });

/** A paragraph of runs. */
export const paragraphOf = (...runs: string[]): string =>
  `<w:p>${runs.map((run) => `<w:r><w:rPr><w:b/></w:rPr><w:t xml:space="preserve">${escapeXml(run)}</w:t></w:r>`).join('')}</w:p>`;

/** A row of a table. */
export const tableRowOf = (...cells: string[]): string =>
  `<w:tr>${cells.map((cell) => `<w:tc>${paragraphOf(cell)}</w:tc>`).join('')}</w:tr>`;

type Given = { [name: string]: Cell | Given[] };

/** Values of a template from plain objects. */
export const scopeOf = (given: Given): TemplateScope => ({
  value: (path) => (path in given && !Array.isArray(given[path]) ? given[path] : undefined),
  list: (path) => (Array.isArray(given[path]) ? given[path].map(scopeOf) : undefined),
});

/** A vocabulary of names; of lists with those of their rows. */
export const vocabularyOf = (values: string[], lists: Record<string, Vocabulary> = {}, attributes: string[] = []): Vocabulary => ({
  values: new Set(values),
  lists: new Map(Object.entries(lists)),
  attributes: new Set(attributes),
});

/** The parts of a written file as texts, by name. */
export const partsOf = async (bytes: Uint8Array): Promise<Map<string, string>> =>
  new Map((await readZip(bytes, collectFindings()))?.map(({ name, bytes: content }) => [name, content.toString()]));

/** Cells of a written sheet: formulas with `=`, numbers, texts. */
export function cellsOfSheet(xml: string): Record<string, string> {
  const found = [...xml.matchAll(/<c r="([A-Z]+\d+)"[^>]*?(?:\/>|>(.*?)<\/c>)/g)];
  return Object.fromEntries(
    found.map(([, place, inner = '']) => [
      place,
      /<f[^>]*>(.*?)<\/f>/.exec(inner)?.[1].replace(/^/, '=') ??
        /<v>(.*?)<\/v>/.exec(inner)?.[1] ??
        /<t[^>]*>(.*?)<\/t>/.exec(inner)?.[1] ??
        '',
    ]),
  );
}

/** Texts of the paragraphs of a written document, in order. */
export const linesOf = (xml: string): string[] =>
  [...xml.matchAll(/<w:p>(.*?)<\/w:p>/g)].map(([, inner]) =>
    [...inner.matchAll(/<w:t(?: [^>]*[^/])?>(.*?)<\/w:t>/g)].map(([, text]) => text).join(''),
  );
