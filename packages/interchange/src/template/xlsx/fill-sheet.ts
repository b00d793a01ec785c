import type { Language } from '@gantry/domain';
import type { Cell } from '../../table/columns.ts';
import { escapeXml } from '../../xml/write-elements.ts';
import { renderText, soleValue } from '../render.ts';
import type { TemplateScope } from '../vocabulary.ts';
import { elementOf, elementsIn, type XmlNode, xmlOf } from '../xml-tree.ts';
import { cellDrawings, type PlacedDrawing } from '../drawings/place-on-sheet.ts';
import type { ChartCells } from './chart-cells.ts';
import { fillHeaders, HEADERS } from './headers.ts';
import { columnName, columnNumber, moveRanges, moveReferences, rangeOf, rangeText, type SheetMaps } from './references.ts';
import { MOST_COLUMNS, type RowMap, type RowOut, type SheetMap } from './row-map.ts';
import type { TemplateCell, TemplateSheet } from './template-sheet.ts';

/** How the workbook writes: the language, what its values are, which styles show dates, what counts the bytes of the result, what hears of pictures and of the cells that charts draw. */
export type SheetWriting = {
  language: Language;
  scope: TemplateScope;
  maps: SheetMaps;
  showsDate(style: string): boolean;
  count(bytes: number): void;
  draw(drawing: PlacedDrawing): void;
  watch: ChartCells['watch'];
};

/** The serial number of 1990-01-01 in workbooks. */
const DAY_OF_1990 = 32_874;
const MINUTES_A_DAY = 1440;

/** Writes a sheet with its rows where they came to stand. */
export function fillSheet(sheet: TemplateSheet, map: SheetMap, writing: SheetWriting): XmlNode {
  const { root, name } = sheet;
  const children = root.children.flatMap((child): (XmlNode | string)[] => {
    if (typeof child === 'string') return [child];
    if (child.name === 'sheetData') return [{ ...child, children: [], written: writeRows(sheet, map, writing) }];
    if (child.name === HEADERS) return [fillHeaders(child, writing.scope, writing.language)];
    const moved = movedElement(child, name, map, writing.maps);
    return moved ? [moved] : [];
  });
  return { ...root, children };
}

/** Rows as text: a tree of a million cells would fill the memory. */
function writeRows({ rows, name }: TemplateSheet, map: SheetMap, writing: SheetWriting): string[] {
  const pieces: string[] = ['<sheetData>'];
  const put = (text: string): void => {
    pieces.push(text);
    writing.count(text.length);
  };
  // What is the same in every copy is written once.
  const fixed = new Map<TemplateCell, string>();
  const write = (cell: TemplateCell, { source, runs, scopes }: RowOut, place: string, column: RowOut | null): string => {
    if (cell.tokens) {
      const own = column ? [...column.scopes.slice(0, -1), ...scopes] : scopes;
      for (const drawing of cellDrawings(cell.written, place, own)) writing.draw(drawing);
      return valueCell(cell, place, own, writing);
    }
    if (cell.formula !== null) {
      const moved = moveReferences(cell.formula, { sheet: name, source, runs, column }, writing.maps);
      return `<c r="${place}"${styleOf(cell.node)}>${formulaElement(cell.node, moved, map)}</c>`;
    }
    let inner = fixed.get(cell);
    if (inner === undefined) fixed.set(cell, (inner = xmlOf({ ...cell.node, attributes: without(cell.node.attributes, 'r') }).slice(2)));
    return `<c r="${place}"${inner}`;
  };
  for (const [at, row] of map.rows.out.entries()) {
    const { node, cells } = rows[row.source - 1];
    if (!node) continue;
    const own = Object.entries(node.attributes).map(([key, value]) =>
      key === 'r' || key === 'spans' ? '' : ` ${key}="${escapeXml(value)}"`,
    );
    const watched = writing.watch(name, at + 1);
    const inRow = (cell: TemplateCell, column: RowOut | null, letters: string): string => {
      const text = write(cell, row, `${letters}${at + 1}`, column);
      watched?.(letters, text);
      return text;
    };
    const written = map.columns ? overColumns(cells, map.columns, inRow) : cells.map((cell) => inRow(cell, null, cell.column));
    put(`<row r="${at + 1}"${own.join('')}>${written.join('')}</row>`);
  }
  put('</sheetData>');
  return pieces;
}

function overColumns(
  cells: readonly TemplateCell[],
  columns: RowMap,
  write: (cell: TemplateCell, column: RowOut | null, letters: string) => string,
): string[] {
  const byColumn = new Map(cells.map((cell) => [columnNumber(cell.column), cell]));
  return columns.out.map((column, at) => {
    const cell = byColumn.get(column.source);
    return cell ? write(cell, column, columnName(at + 1)) : '';
  });
}

const without = (attributes: Record<string, string>, name: string): Record<string, string> =>
  Object.fromEntries(Object.entries(attributes).filter(([key]) => key !== name));

const styleOf = ({ attributes }: XmlNode): string => (attributes['s'] === undefined ? '' : ` s="${escapeXml(attributes['s'])}"`);

function formulaElement(cell: XmlNode, text: string, map: SheetMap): string {
  const { t: type, ref } = elementOf(cell, 'f')?.attributes ?? {};
  if (type !== 'array' || ref === undefined) return `<f>${escapeXml(text)}</f>`;
  return `<f t="array" ref="${escapeXml(moveRanges(ref, map))}">${escapeXml(text)}</f>`;
}

/** A cell that is one placeholder keeps the kind of its value; values are never formulas. */
function valueCell(
  { node, written }: TemplateCell,
  place: string,
  scopes: readonly TemplateScope[],
  { language, showsDate }: SheetWriting,
): string {
  const sole = soleValue(written, scopes);
  const open = `<c r="${place}"${styleOf(node)}`;
  if (typeof sole === 'number') return Number.isFinite(sole) ? `${open}><v>${sole}</v></c>` : `${open}/>`;
  if (typeof sole === 'boolean') return `${open} t="b"><v>${sole ? 1 : 0}</v></c>`;
  if (isDate(sole) && showsDate(node.attributes['s'] ?? '0')) return `${open}><v>${DAY_OF_1990 + sole.minute / MINUTES_A_DAY}</v></c>`;
  const text = renderText(written, scopes, language).trim();
  return text === '' ? `${open}/>` : `${open} t="inlineStr"><is><t xml:space="preserve">${escapeXml(text)}</t></is></c>`;
}

const isDate = (cell: Cell | undefined): cell is { minute: number } => cell !== null && typeof cell === 'object';

/** What of a sheet names cells, moved to where they stand now; null where nothing is left of it. */
function movedElement(node: XmlNode, sheet: string, map: SheetMap, maps: SheetMaps): XmlNode | null {
  switch (node.name) {
    case 'dimension':
      return null;
    case 'cols':
      return map.columns ? { ...node, children: movedWidths(node, map.columns) } : node;
    case 'mergeCells':
      return counted(
        node,
        elementsIn(node).flatMap((child) => copies(child, map)),
      );
    case 'hyperlinks':
      return counted(
        node,
        elementsIn(node).flatMap((child) => copies(child, map)),
        false,
      );
    default:
      return movedTree(node, sheet, map, maps);
  }
}

/** Widths of columns: each copy has that of its column. */
function movedWidths(node: XmlNode, { out }: RowMap): XmlNode[] {
  const most = out.reduce((last, { source }) => Math.max(last, source), 0);
  const known = elementsIn(node).map((own) => ({ own, min: Number(own.attributes['min']), max: Number(own.attributes['max']) }));
  const at = (own: XmlNode, min: number, max: number): XmlNode => ({
    ...own,
    attributes: { ...own.attributes, min: String(min), max: String(max) },
  });
  const within = out.flatMap(({ source }, index) => {
    const width = known.find(({ min, max }) => source >= min && source <= max);
    return width ? [at(width.own, index + 1, index + 1)] : [];
  });
  const shift = out.length - most;
  const behind = known.flatMap(({ own, min, max }) =>
    max > most && Math.max(min, most + 1) + shift <= MOST_COLUMNS
      ? [at(own, Math.max(min, most + 1) + shift, Math.min(MOST_COLUMNS, max + shift))]
      : [],
  );
  return [...within, ...behind];
}

function counted(node: XmlNode, children: XmlNode[], counts = true): XmlNode | null {
  if (!children.length) return null;
  return { ...node, attributes: counts ? { ...node.attributes, count: String(children.length) } : node.attributes, children };
}

/** What belongs to cells of a run stands again in each run. */
function copies(node: XmlNode, { rows, columns }: SheetMap): XmlNode[] {
  const range = rangeOf(node.attributes['ref'] ?? '');
  if (!range) return [node];
  const down = runsOver(rows, range.top, range.bottom);
  const over = columns ? runsOver(columns, columnNumber(range.left), columnNumber(range.right)) : null;
  return down.flatMap(([first, last]) =>
    (over?.map(([left, right]) => [columnName(left), columnName(right)] as const) ?? [[range.left, range.right] as const]).map(
      ([left, right]) => ({ ...node, attributes: { ...node.attributes, ref: rangeText(left, first, right, last) } }),
    ),
  );
}

/** From where to where a span of rows or columns stands in each run of its loop. */
function runsOver(map: RowMap, from: number, to: number): [number, number][] {
  const ends = new Map(map.runsOf(to));
  return [...map.runsOf(from)].flatMap(([key, { first }]): [number, number][] => {
    const last = ends.get(key)?.last;
    return last === undefined ? [] : [[first, last]];
  });
}

/** Attributes that name ranges, and elements whose text is a formula or ranges. */
const RANGES: ReadonlySet<string> = new Set(['ref', 'sqref', 'activeCell', 'topLeftCell']);

function movedTree(node: XmlNode, sheet: string, map: SheetMap, maps: SheetMaps): XmlNode | null {
  const attributes: Record<string, string> = {};
  for (const [key, value] of Object.entries(node.attributes)) {
    const moved = RANGES.has(key) ? moveRanges(value, map) : value;
    // A range of which nothing is left takes its element along.
    if (RANGES.has(key) && moved === '') return null;
    attributes[key] = key === 'activeCell' || key === 'topLeftCell' ? moved.split(':')[0] : moved;
  }
  const kind = node.name.replace(/^.*:/, '');
  const children = node.children.flatMap((child): (XmlNode | string)[] => {
    if (typeof child === 'string') {
      if (kind === 'formula' || kind === 'formula1' || kind === 'formula2' || kind === 'f')
        return [moveReferences(child, { sheet, source: 0, runs: [] }, maps)];
      return kind === 'sqref' ? [moveRanges(child, map)] : [child];
    }
    const moved = movedTree(child, sheet, map, maps);
    return moved ? [moved] : [];
  });
  return { ...node, attributes, children };
}
