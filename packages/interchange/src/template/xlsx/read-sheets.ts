import { balancedOnly, blocksOf, type ItemMarks, type TemplateBlock, unbalanced } from '../blocks.ts';
import { fault, type TemplateFault } from '../faults.ts';
import { OPENING, readTemplateText, type TemplateToken } from '../grammar.ts';
import type { TemplatePackage } from '../open-template.ts';
import { checkToken, listVocabulary, type Vocabulary } from '../vocabulary.ts';
import { elementOf, elementsIn, elementsOf, everyElement, textIn, type XmlNode } from '../xml-tree.ts';
import { columnNumber, rangeOf, shiftFormula } from './references.ts';

/** A cell of a template: a text with placeholders, a formula, or what stands as it is. */
export type TemplateCell = {
  column: string;
  node: XmlNode;
  tokens: TemplateToken[] | null;
  /** The tokens that are written in the cell: without marks of loops over rows. */
  written: TemplateToken[];
  formula: string | null;
};
export type TemplateRow = { node: XmlNode | null; cells: TemplateCell[] };

/** A sheet of a template; `rows` from the first to the last, empty ones too; `blocks` null: it has no placeholders. */
export type TemplateSheet = { name: string; part: string; root: XmlNode; rows: TemplateRow[]; blocks: TemplateBlock[] | null };

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
    faults.push(...own);
    return [sheet];
  });
}

/** Names of sheets with their parts, in the order of the workbook. */
export function sheetParts(template: TemplatePackage): { name: string; part: string }[] {
  const sheets = elementOf(template.xml('xl/workbook.xml') ?? NOTHING, 'sheets') ?? NOTHING;
  const targets = new Map(relationsOf(template, 'xl/workbook.xml').map(({ id, target }) => [id, target]));
  return elementsOf(sheets, 'sheet').flatMap(({ attributes }) => {
    const part = targets.get(attributes['r:id'] ?? '');
    return part ? [{ name: attributes['name'] ?? '', part }] : [];
  });
}
const NOTHING: XmlNode = { name: '', attributes: {}, children: [] };

/** The parts that a part names, by the id and the last word of the type. */
export function relationsOf(template: TemplatePackage, part: string): { id: string; type: string; target: string }[] {
  const slash = part.lastIndexOf('/');
  const rels = template.xml(`${part.slice(0, slash)}/_rels/${part.slice(slash + 1)}.rels`) ?? NOTHING;
  return elementsOf(rels, 'Relationship').map(({ attributes: { Id: id = '', Type: type = '', Target: target = '' } }) => ({
    id,
    type: type.split('/').at(-1) ?? '',
    target: target.startsWith('/') ? target.slice(1) : resolved(part.slice(0, slash), target),
  }));
}

function resolved(folder: string, target: string): string {
  const names = folder.split('/');
  for (const name of target.split('/')) {
    if (name === '..') names.pop();
    else if (name !== '.') names.push(name);
  }
  return names.join('/');
}

/** Texts of cells by number; notes on how they are spoken are left out. */
export function sharedStrings(template: TemplatePackage): string[] {
  const root = template.xml('xl/sharedStrings.xml') ?? NOTHING;
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
  let marked = false;
  for (const node of elementsOf(data, 'row')) {
    const number = Number(node.attributes['r'] ?? last + 1);
    if (!(number > last && number <= LONGEST_SHEET)) {
      // A list as it stands is kept, a form that long is none.
      const isForm = [...everyElement(data)].some((cell) => cell.name === 'c' && textOfCell(cell, strings).includes(OPENING));
      if (isForm) faults.push({ ...fault('sheet_too_long', { most: String(LONGEST_SHEET) }), cell: name });
      return { name, part, root, rows: [], blocks: null };
    }
    while (rows.length < number - 1) rows.push({ node: null, cells: [] });
    last = number;
    let column = 0;
    const cells = elementsOf(node, 'c').map((cell): TemplateCell => {
      const letters = /^[A-Z]+/i.exec(cell.attributes['r'] ?? '')?.[0]?.toUpperCase();
      column = letters ? columnNumber(letters) : column + 1;
      const place = `${name}!${letters ?? ''}${number}`;
      const text = textOfCell(cell, strings);
      const found: TemplateFault[] = [];
      const tokens = text.includes(OPENING) ? readTemplateText(text, found) : null;
      for (const one of found) faults.push({ ...one, cell: place });
      if (tokens) marked = true;
      return {
        column: letters ?? '',
        node: cell,
        tokens,
        written: tokens ? balancedOnly(tokens) : [],
        formula: formulaOf(cell, { row: number, column }, shared),
      };
    });
    rows.push({ node, cells });
  }
  if (!marked) return { name, part, root, rows, blocks: null };
  const blocks = blocksOf(rows.map(marksOfRow), (index, one) => faults.push({ ...one, cell: `${name}!${index + 1}:${index + 1}` }));
  return { name, part, root, rows, blocks };
}

/** Marks that reach beyond their cell: loops and conditions over rows. */
const marksOfRow = ({ cells }: TemplateRow): ItemMarks => cells.flatMap(({ tokens }) => (tokens ? unbalanced(tokens) : []));

function textOfCell(cell: XmlNode, strings: readonly string[]): string {
  const type = cell.attributes['t'];
  if (type === 's') return strings[Number(textIn(elementOf(cell, 'v') ?? NOTHING))] ?? '';
  if (type === 'inlineStr') return stringOf(elementOf(cell, 'is') ?? NOTHING);
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

/** Checks names where they stand, and that no merge is cut by a loop. */
function checkSheet({ name, root, rows, blocks }: TemplateSheet, vocabulary: Vocabulary, faults: TemplateFault[]): void {
  const loops: string[] = [];
  const walk = (list: readonly TemplateBlock[], around: readonly Vocabulary[], within: string): void => {
    for (const [at, block] of list.entries()) {
      if (block.kind === 'item') {
        loops[block.index + 1] = within;
        checkRow(rows[block.index], around, (column, one) => faults.push({ ...one, cell: `${name}!${column}${block.index + 1}` }));
      } else if (block.kind === 'each') {
        const own = listVocabulary(block.each.list, around);
        walk(block.blocks, own ? [own, ...around] : around, `${within}/${at}`);
      } else {
        walk(block.blocks, around, `${within}/${at}+`);
        walk(block.otherwise, around, `${within}/${at}-`);
      }
    }
  };
  walk(blocks ?? [], [vocabulary], '');
  for (const { attributes } of elementsOf(elementOf(root, 'mergeCells') ?? NOTHING, 'mergeCell')) {
    const range = rangeOf(attributes['ref'] ?? '');
    if (range && (loops[range.top] ?? '') !== (loops[range.bottom] ?? ''))
      faults.push({ ...fault('merge_in_loop', { name: attributes['ref'] ?? '' }), cell: `${name}!${range.left}${range.top}` });
  }
}

function checkRow({ cells }: TemplateRow, around: readonly Vocabulary[], report: (column: string, fault: TemplateFault) => void): void {
  for (const { column, tokens } of cells) {
    if (!tokens) continue;
    const found: TemplateFault[] = [];
    checkTokens(tokens, around, found);
    for (const one of found) report(column, one);
  }
}

/** Checks the names of a text; its own loops stand around what is in them. Marks of loops over rows are known where they stand. */
export function checkTokens(tokens: readonly TemplateToken[], around: readonly Vocabulary[], faults: TemplateFault[]): void {
  const open: (readonly Vocabulary[])[] = [around];
  const marks = new Set(unbalanced(tokens));
  for (const token of tokens) {
    const now = open.at(-1) ?? around;
    // The loop of a row knows its own list: it is looked up from within.
    checkToken(token, now, faults);
    if (marks.has(token)) continue;
    if (token.kind === 'each') {
      const own = listVocabulary(token.list, now);
      open.push(own ? [own, ...now] : now);
    } else if (token.kind === 'end' && token.of === 'each' && open.length > 1) open.pop();
  }
}
