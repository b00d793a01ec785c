import { type Language, type ReportCell, type ReportColumn, type ReportDocument, type ReportTable, sumsOf } from '@gantry/domain';
import { formatValue } from '../template/formats.ts';
import { escapeXml } from '../xml/write-elements.ts';
import { writeZip } from '../zip/write-zip.ts';

const HEAD = '<?xml version="1.0" encoding="UTF-8" standalone="yes"?>\n';
const WORD = 'http://schemas.openxmlformats.org/wordprocessingml/2006/main';
const TYPES = 'application/vnd.openxmlformats-officedocument.wordprocessingml';
/** Twentieths of a point: a sheet of A4 with margins of 15 mm. */
const [SHORT, LONG, MARGIN] = [11_906, 16_838, 850];
const PORTRAIT_COLUMNS = 6;
const INDENT = 200;

/** A value of a report as text. */
export function reportText(cell: ReportCell, { kind }: Pick<ReportColumn, 'kind'>, language: Language): string {
  const name = kind === 'money' || kind === 'percent' ? kind : null;
  return formatValue(cell, name && { name, decimals: null }, language);
}

/** Writes a report as a document with tables whose heads stand again on each page. */
export async function writeReportDocx(report: ReportDocument, language: Language): Promise<Uint8Array> {
  const most = Math.max(1, ...report.tables.map(({ columns }) => columns.length));
  const [width, height, orientation] = most > PORTRAIT_COLUMNS ? [LONG, SHORT, ' w:orient="landscape"'] : [SHORT, LONG, ''];
  const body = [
    paragraph(report.title, { style: 'Title' }),
    ...report.facts.map(({ label, value }) => paragraph(`${label}: ${value}`)),
    ...report.tables.flatMap((table) => tableOf(table, report.words, language, width - 2 * MARGIN)),
    paragraph(''),
    ...report.signatures.flatMap((signature) => [paragraph(''), paragraph(`${signature} ______________________________`)]),
    `<w:sectPr><w:pgSz w:w="${width}" w:h="${height}"${orientation}/><w:pgMar w:top="${MARGIN}" w:right="${MARGIN}" w:bottom="${MARGIN}" w:left="${MARGIN}" w:header="400" w:footer="400" w:gutter="0"/></w:sectPr>`,
  ];
  const parts: Record<string, string> = {
    '[Content_Types].xml': `<Types xmlns="http://schemas.openxmlformats.org/package/2006/content-types"><Default Extension="rels" ContentType="application/vnd.openxmlformats-package.relationships+xml"/><Default Extension="xml" ContentType="application/xml"/><Override PartName="/word/document.xml" ContentType="${TYPES}.document.main+xml"/><Override PartName="/word/styles.xml" ContentType="${TYPES}.styles+xml"/></Types>`,
    '_rels/.rels': relations('officeDocument', 'word/document.xml'),
    'word/_rels/document.xml.rels': relations('styles', 'styles.xml'),
    'word/styles.xml': `<w:styles xmlns:w="${WORD}"><w:docDefaults><w:rPrDefault><w:rPr><w:rFonts w:ascii="Arial" w:hAnsi="Arial" w:cs="Arial"/><w:sz w:val="18"/></w:rPr></w:rPrDefault></w:docDefaults><w:style w:type="paragraph" w:styleId="Title"><w:name w:val="Title"/><w:rPr><w:b/><w:sz w:val="28"/></w:rPr></w:style><w:style w:type="paragraph" w:styleId="Heading1"><w:name w:val="heading 1"/><w:rPr><w:b/><w:sz w:val="22"/></w:rPr></w:style></w:styles>`,
    'word/document.xml': `<w:document xmlns:w="${WORD}"><w:body>${body.join('')}</w:body></w:document>`,
  };
  return writeZip(Object.entries(parts).map(([name, text]) => ({ name, bytes: Buffer.from(HEAD + text) })));
}

const relations = (type: string, target: string): string =>
  `<Relationships xmlns="http://schemas.openxmlformats.org/package/2006/relationships"><Relationship Id="rId1" Type="http://schemas.openxmlformats.org/officeDocument/2006/relationships/${type}" Target="${target}"/></Relationships>`;

type Look = { style?: string; strong?: boolean; right?: boolean; indent?: number };

function paragraph(text: string, { style, strong = false, right = false, indent = 0 }: Look = {}): string {
  const properties = [
    style ? `<w:pStyle w:val="${style}"/>` : '',
    indent ? `<w:ind w:left="${indent}"/>` : '',
    right ? '<w:jc w:val="right"/>' : '',
  ].join('');
  const run = text && `<w:r>${strong ? '<w:rPr><w:b/></w:rPr>' : ''}<w:t xml:space="preserve">${escapeXml(text)}</w:t></w:r>`;
  return `<w:p>${properties && `<w:pPr>${properties}</w:pPr>`}${run}</w:p>`;
}

const LINE = '<w:{0} w:val="single" w:sz="4" w:color="9AA4B2"/>';
const BORDERS = ['top', 'left', 'bottom', 'right', 'insideH', 'insideV'].map((side) => LINE.replace('{0}', side)).join('');

function tableOf(table: ReportTable, words: ReportDocument['words'], language: Language, room: number): string[] {
  const { columns, lines } = table;
  const all = columns.reduce((sum, { width }) => sum + width, 0) || 1;
  const widths = columns.map(({ width }) => Math.floor((width / all) * room));
  const cell = (at: number, text: string, look: Look, shade = ''): string =>
    `<w:tc><w:tcPr><w:tcW w:w="${widths[at]}" w:type="dxa"/>${shade}</w:tcPr>${paragraph(text, look)}</w:tc>`;
  const head = columns
    .map(({ title }, at) => cell(at, title, { strong: true }, '<w:shd w:val="clear" w:color="auto" w:fill="E8EBEF"/>'))
    .join('');
  const tree = columns.findIndex(({ kind, width }) => kind === 'text' && width >= 20);
  const rows = lines.map(
    ({ cells, level, strong }) =>
      `<w:tr><w:trPr><w:cantSplit/></w:trPr>${columns
        .map((column, at) =>
          cell(at, reportText(cells[at] ?? null, column, language), {
            strong,
            right: isRight(column),
            indent: at === tree ? (level - 1) * INDENT : 0,
          }),
        )
        .join('')}</w:tr>`,
  );
  const sums = sumsOf(table);
  const total = columns
    .map((column, at) => cell(at, at === 0 ? words.total : reportText(sums[at], column, language), { strong: true, right: at > 0 }))
    .join('');
  return [
    paragraph(table.title, { style: 'Heading1' }),
    `<w:tbl><w:tblPr><w:tblW w:w="${room}" w:type="dxa"/><w:tblBorders>${BORDERS}</w:tblBorders><w:tblLayout w:type="fixed"/></w:tblPr><w:tblGrid>${widths.map((width) => `<w:gridCol w:w="${width}"/>`).join('')}</w:tblGrid><w:tr><w:trPr><w:tblHeader/></w:trPr>${head}</w:tr>${rows.join('')}${lines.length && sums.some((sum) => sum !== null) ? `<w:tr>${total}</w:tr>` : ''}</w:tbl>`,
    lines.length ? '' : paragraph(words.nothing),
  ];
}

const isRight = ({ kind }: ReportColumn): boolean => kind === 'number' || kind === 'money' || kind === 'percent';
