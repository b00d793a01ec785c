import { takeAcross } from '../across.ts';
import { balancedOnly, blocksOf, type ItemMarks, unbalanced } from '../blocks.ts';
import { fault, type TemplateFault } from '../faults.ts';
import { OPENING, readTemplateText, type TemplateToken } from '../grammar.ts';
import type { TemplatePackage } from '../open-template.ts';
import { relationsOf } from '../relations.ts';
import type { Vocabulary } from '../vocabulary.ts';
import { elementOf, elementsIn, elementsOf, everyElement, NO_ELEMENT, textIn, type XmlNode } from '../xml-tree.ts';
import { checkSheet, checkTables } from './check-sheet.ts';
import { checkHeaders, headersOf } from './headers.ts';
import { columnName, columnNumber, shiftFormula } from './references.ts';
import type { TemplateCell, TemplateColumns, TemplateRow, TemplateSheet } from './template-sheet.ts';

/** A template is a form, not a list. */
const LONGEST_SHEET = 20_000;

/** Reads the sheets of a workbook with all faults of their texts. */
export function readTemplateSheets(template: TemplatePackage, vocabulary: Vocabulary, faults: TemplateFault[]): TemplateSheet[] {
  const strings = sharedStrings(template);
  return sheetParts(template).flatMap(({ name, part }) => {
    const root = template.xml(part);
    const data = root && elementOf(root, 'sheetData');
    if (!root || !data) return [];
    const own: TemplateFault[] = [];
    const sheet = readSheet(name, part, root, data, strings, own);
    if (sheet.blocks) checkSheet(sheet, vocabulary, own);
    checkHeaders(sheet, vocabulary, own);
    if (sheet.columns) checkTables(template, sheet, own);
    faults.push(...own);
    return [sheet];
  });
}

/** Names of sheets with their parts, in the order of the workbook. */
export function sheetParts(template: TemplatePackage): { name: string; part: string }[] {
  const sheets = elementOf(template.xml('xl/workbook.xml') ?? NO_ELEMENT, 'sheets') ?? NO_ELEMENT;
  const targets = new Map(relationsOf(template, 'xl/workbook.xml').map(({ id, target }) => [id, target]));
  return elementsOf(sheets, 'sheet').flatMap(({ attributes }) => {
    const part = targets.get(attributes['r:id'] ?? '');
    return part ? [{ name: attributes['name'] ?? '', part }] : [];
  });
}

/** Texts of cells by number; notes on how they are spoken are left out. */
export function sharedStrings(template: TemplatePackage): string[] {
  const root = template.xml('xl/sharedStrings.xml') ?? NO_ELEMENT;
  return elementsOf(root, 'si').map(stringOf);
}

const stringOf = (node: XmlNode): string =>
  elementsIn(node)
    .map((child) => (child.name === 't' ? textIn(child) : child.name === 'r' ? stringOf(child) : ''))
    .join('');

function readSheet(
  name: string,
  part: string,
  root: XmlNode,
  data: XmlNode,
  strings: readonly string[],
  faults: TemplateFault[],
): TemplateSheet {
  const rows: TemplateRow[] = [];
  const shared = new Map<string, { formula: string; row: number; column: number }>();
  let last = 0;
  let marked = headersOf(root).length > 0;
  const across = new Map<number, TemplateToken[]>();
  for (const node of elementsOf(data, 'row')) {
    const number = Number(node.attributes['r'] ?? last + 1);
    if (!(number > last && number <= LONGEST_SHEET)) {
      // A list as it stands is kept, a form that long is none.
      const isForm = [...everyElement(data)].some((cell) => cell.name === 'c' && cellText(cell, strings).includes(OPENING));
      if (isForm) faults.push({ ...fault('sheet_too_long', { most: String(LONGEST_SHEET) }), cell: name });
      return { name, part, root, rows: [], blocks: null, columns: null };
    }
    while (rows.length < number - 1) rows.push({ node: null, cells: [] });
    last = number;
    let column = 0;
    const cells = elementsOf(node, 'c').map((cell): TemplateCell => {
      // A sheet has columns up to XFD: what reads as a later one is no place.
      const letters = /^[A-Z]{1,3}(?![A-Z])/i.exec(cell.attributes['r'] ?? '')?.[0]?.toUpperCase();
      column = letters ? columnNumber(letters) : column + 1;
      const place = `${name}!${letters ?? ''}${number}`;
      const text = cellText(cell, strings);
      const found: TemplateFault[] = [];
      const tokens = text.includes(OPENING) ? readTemplateText(text, found) : null;
      for (const one of found) faults.push({ ...one, cell: place });
      if (tokens) marked = true;
      return {
        column: letters ?? '',
        node: cell,
        tokens,
        written: [],
        formula: formulaOf(cell, { row: number, column }, shared),
      };
    });
    for (const [at, marks] of takeAcross(cells.map(({ tokens }) => tokens))?.entries() ?? []) {
      const own = columnNumber(cells[at].column);
      if (marks.length) across.set(own, [...(across.get(own) ?? []), ...marks]);
    }
    for (const cell of cells) cell.written = balancedOnly(cell.tokens ?? []);
    rows.push({ node, cells });
  }
  if (!marked) return { name, part, root, rows, blocks: null, columns: null };
  const blocks = blocksOf(rows.map(marksOfRow), (index, one) => faults.push({ ...one, cell: `${name}!${index + 1}:${index + 1}` }));
  const columns = across.size
    ? readColumns(rows, across, (column, one) => faults.push({ ...one, cell: `${name}!${column}:${column}` }))
    : null;
  return { name, part, root, rows, blocks, columns };
}

/** The columns of a sheet up to the last that has a cell, with the loops over them. */
function readColumns(
  rows: readonly TemplateRow[],
  marks: ReadonlyMap<number, TemplateToken[]>,
  report: (column: string, fault: TemplateFault) => void,
): TemplateColumns {
  const count = Math.max(...rows.flatMap(({ cells }) => cells.map(({ column }) => columnNumber(column))));
  const items = Array.from({ length: count }, (_, at): ItemMarks => marks.get(at + 1) ?? []);
  return { count, blocks: blocksOf(items, (index, one) => report(columnName(index + 1), one)) };
}

/** Marks that reach beyond their cell: loops and conditions over rows. */
const marksOfRow = ({ cells }: TemplateRow): ItemMarks => cells.flatMap(({ tokens }) => (tokens ? unbalanced(tokens) : []));

/** The text of a cell that holds one; of numbers and formulas it is empty. */
export function cellText(cell: XmlNode, strings: readonly string[]): string {
  const type = cell.attributes['t'];
  if (type === 's') return strings[Number(textIn(elementOf(cell, 'v') ?? NO_ELEMENT))] ?? '';
  if (type === 'inlineStr') return stringOf(elementOf(cell, 'is') ?? NO_ELEMENT);
  return '';
}

/** The formula of a cell, written out where it is shared. */
function formulaOf(
  cell: XmlNode,
  at: { row: number; column: number },
  shared: Map<string, { formula: string; row: number; column: number }>,
): string | null {
  const node = elementOf(cell, 'f');
  if (!node) return null;
  const text = textIn(node);
  const { t: type, si: id = '' } = node.attributes;
  if (type !== 'shared') return text || null;
  if (text) shared.set(id, { formula: text, ...at });
  const source = shared.get(id);
  return source ? shiftFormula(source.formula, at.row - source.row, at.column - source.column) : null;
}
