import { takeAcross } from '../across.ts';
import { blocksOf, type ItemMarks, type TemplateBlock } from '../blocks.ts';
import { fault, type TemplateFault } from '../faults.ts';
import type { TemplateToken } from '../grammar.ts';
import type { TemplateScope } from '../vocabulary.ts';
import { elementOf, elementsIn, elementsOf, everyElement, type XmlNode } from '../xml-tree.ts';
import { placesOf } from '../xlsx/check-sheet.ts';
import { layOutTemplateRows, type RowOut } from '../xlsx/row-map.ts';

/** A cell of a row with the columns that it spans, counted from 1. */
type SpannedCell = { cell: XmlNode; from: number; to: number };

/** A table of a document whose columns are repeated by loops. */
type TableColumns = {
  table: XmlNode;
  rows: { row: XmlNode; cells: SpannedCell[] }[];
  count: number;
  blocks: TemplateBlock[];
  faults: TemplateFault[];
};

/** The columns of a table as they come out, for its grid and its rows; `shrink` keeps the table as wide as it was. */
export type LaidColumns = {
  columns: readonly RowOut[];
  around: number;
  places: readonly string[];
  shrink: number;
};

/** What tables of a document have at most. */
const MOST_TABLE_COLUMNS = 63;
const spanOf = (cell: XmlNode): number => {
  const span = elementOf(elementOf(cell, 'w:tcPr') ?? cell, 'w:gridSpan')?.attributes['w:val'];
  return Math.max(1, Number(span ?? 1) || 1);
};

/** The cells of a row with the columns that they span. */
export function cellsOf(row: XmlNode): SpannedCell[] {
  let at = 1;
  return elementsOf(row, 'w:tc').map((cell) => {
    const from = at;
    at += spanOf(cell);
    return { cell, from, to: at - 1 };
  });
}

/** Takes the loops over columns out of the tables of a part; inner tables first. */
export function readTableColumns(
  root: XmlNode,
  read: ReadonlyMap<XmlNode, { tokens: TemplateToken[] | null }>,
): ReadonlyMap<XmlNode, TableColumns> {
  const found = new Map<XmlNode, TableColumns>();
  const tables = [...everyElement(root)].filter(({ name }) => name === 'w:tbl');
  for (const table of tables.toReversed()) {
    const marks: TemplateToken[][] = [];
    const rows = elementsOf(table, 'w:tr').map((row) => {
      const cells = cellsOf(row);
      const texts = cells.flatMap(({ cell, from }) =>
        [...everyElement(cell)].flatMap((node) => {
          const tokens = read.get(node)?.tokens;
          return tokens ? [{ from, tokens }] : [];
        }),
      );
      for (const [at, own] of takeAcross(texts.map(({ tokens }) => tokens))?.entries() ?? [])
        if (own.length) marks[texts[at].from] = [...(marks[texts[at].from] ?? []), ...own];
      return { row, cells };
    });
    if (!marks.length) continue;
    const faults: TemplateFault[] = [];
    const count = Math.max(...rows.map(({ cells }) => cells.at(-1)?.to ?? 0));
    const items = Array.from({ length: count }, (_, at): ItemMarks => marks[at + 1] ?? []);
    found.set(table, { table, rows, count, blocks: blocksOf(items, (_index, one) => void faults.push(one)), faults });
  }
  return found;
}

/** Cells that span a part of a loop over columns cannot be repeated. */
export function cutSpans({ rows, blocks }: TableColumns): TemplateFault[] {
  const places = placesOf(blocks);
  const isCut = ({ from, to }: SpannedCell): boolean => {
    const own = new Set(Array.from({ length: to - from + 1 }, (_, at) => places[from + at] ?? ''));
    const begins = (places[from] ?? '') === '' || places[from - 1] !== places[from];
    const ends = (places[to] ?? '') === '' || places[to + 1] !== places[to];
    return own.size > 1 && !(begins && ends);
  };
  return rows.flatMap(({ cells }) => cells.filter(isCut).map(({ from, to }) => fault('merge_in_loop', { name: `${from}–${to}` })));
}

/** Lays out the columns of a table for the places around it. */
export function layOutColumns(
  { table, rows, count, blocks }: TableColumns,
  scopes: readonly TemplateScope[],
  laid: Map<XmlNode, LaidColumns>,
  tooMany: () => never,
): void {
  const columns = layOutTemplateRows(blocks, count, scopes, tooMany, MOST_TABLE_COLUMNS).out;
  const places = placesOf(blocks);
  const grid = elementOf(table, 'w:tblGrid');
  const widths = grid ? elementsOf(grid, 'w:gridCol').map(({ attributes }) => Number(attributes['w:w'] ?? 0) || 0) : [];
  const widthOf = (column: number): number => (places[column] ? (widths[column - 1] ?? 0) : 0);
  const before = Array.from({ length: count }, (_, at) => widthOf(at + 1)).reduce((sum, width) => sum + width, 0);
  const after = columns.reduce((sum, { source }) => sum + widthOf(source), 0);
  const own = { columns, around: scopes.length, places, shrink: after > before && before > 0 ? before / after : 1 };
  if (grid) laid.set(grid, own);
  for (const { row } of rows) laid.set(row, own);
}

/** Writes the grid of a table, or one of its rows, with its columns repeated. */
export function overColumns(node: XmlNode, laid: LaidColumns, fill: (cell: XmlNode, own: readonly TemplateScope[]) => XmlNode): XmlNode {
  const { columns, around, places, shrink } = laid;
  if (node.name === 'w:tblGrid') {
    const known = elementsOf(node, 'w:gridCol');
    const children = columns.flatMap(({ source }) => (known[source - 1] ? [narrowed(known[source - 1], places[source] ? shrink : 1)] : []));
    return { ...node, children };
  }
  const cells = cellsOf(node);
  const done = new Set<XmlNode>();
  const written = columns.flatMap(({ source, scopes }) => {
    const found = cells.find(({ from }) => from === source);
    if (!found || done.has(found.cell)) return [];
    const { cell, from, to } = found;
    const isWithin = Array.from({ length: to - from + 1 }, (_, at) => places[from + at]).every((place) => place && place === places[from]);
    const own = scopes.slice(0, scopes.length - around);
    if (isWithin) return [sized(fill(cell, own), null, shrink)];
    // What spans a whole loop stands once, over all its copies.
    done.add(cell);
    const wide = columns.filter((column) => column.source >= from && column.source <= to).length;
    return [sized(fill(cell, []), to > from ? wide : null, 1)];
  });
  return { ...node, children: [...elementsIn(node).filter(({ name }) => name !== 'w:tc'), ...written] };
}

const narrowed = (node: XmlNode, by: number): XmlNode => ({
  ...node,
  attributes: { ...node.attributes, 'w:w': String(Math.round((Number(node.attributes['w:w'] ?? 0) || 0) * by)) },
});

/** A cell of so many columns, narrowed as they are. */
function sized(cell: XmlNode, span: number | null, by: number): XmlNode {
  const properties = elementOf(cell, 'w:tcPr');
  if (!properties) return cell;
  const children = elementsIn(properties).map((child) => {
    if (child.name === 'w:tcW' && child.attributes['w:type'] !== 'pct') return narrowed(child, by);
    return child.name === 'w:gridSpan' && span !== null ? { ...child, attributes: { ...child.attributes, 'w:val': String(span) } } : child;
  });
  return { ...cell, children: cell.children.map((child) => (child === properties ? { ...properties, children } : child)) };
}
