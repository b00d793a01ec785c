import type { Language } from '@gantry/domain';
import type { Cell } from '../../table/columns.ts';
import { escapeXml } from '../../xml/write-elements.ts';
import { renderText, soleValue } from '../render.ts';
import type { TemplateScope } from '../vocabulary.ts';
import { elementOf, elementsIn, type XmlNode, xmlOf } from '../xml-tree.ts';
import type { TemplateCell, TemplateSheet } from './read-sheets.ts';
import { moveRanges, moveReferences, rangeOf, rangeText, type RowMaps } from './references.ts';
import type { RowMap } from './row-map.ts';

/** How the workbook writes: the language, which styles show dates, and what counts the bytes of the result. */
export type SheetWriting = { language: Language; maps: RowMaps; showsDate(style: string): boolean; count(bytes: number): void };

/** The serial number of 1990-01-01 in workbooks. */
const DAY_OF_1990 = 32_874;
const MINUTES_A_DAY = 1440;

/** Writes a sheet with its rows where they came to stand. */
export function fillSheet(sheet: TemplateSheet, map: RowMap, writing: SheetWriting): Buffer {
  const { root, name } = sheet;
  const pieces: string[] = ['<?xml version="1.0" encoding="UTF-8" standalone="yes"?>\n'];
  const put = (text: string): void => {
    pieces.push(text);
    writing.count(text.length);
  };
  const attributes = Object.entries(root.attributes).map(([key, value]) => ` ${key}="${escapeXml(value)}"`);
  put(`<${root.name}${attributes.join('')}>`);
  for (const node of elementsIn(root)) {
    if (node.name === 'sheetData') writeRows(sheet, map, writing, put);
    else {
      const moved = movedElement(node, name, map, writing.maps);
      if (moved) put(xmlOf(moved));
    }
  }
  put(`</${root.name}>`);
  return Buffer.from(pieces.join(''));
}

function writeRows({ rows, name }: TemplateSheet, map: RowMap, writing: SheetWriting, put: (text: string) => void): void {
  // What is the same in every copy is written once.
  const fixed = new Map<TemplateCell, string>();
  put('<sheetData>');
  for (const [at, { source, runs, scopes }] of map.out.entries()) {
    const { node, cells } = rows[source - 1];
    if (!node) continue;
    const own = Object.entries(node.attributes).map(([key, value]) =>
      key === 'r' || key === 'spans' ? '' : ` ${key}="${escapeXml(value)}"`,
    );
    const written = cells.map((cell) => {
      const place = `${cell.column}${at + 1}`;
      if (cell.tokens) return valueCell(cell, place, scopes, writing);
      if (cell.formula !== null) {
        const moved = moveReferences(cell.formula, { sheet: name, source, runs }, writing.maps);
        return `<c r="${place}"${styleOf(cell.node)}>${formulaElement(cell.node, moved, map)}</c>`;
      }
      let inner = fixed.get(cell);
      if (inner === undefined) fixed.set(cell, (inner = xmlOf({ ...cell.node, attributes: without(cell.node.attributes, 'r') }).slice(2)));
      return `<c r="${place}"${inner}`;
    });
    put(`<row r="${at + 1}"${own.join('')}>${written.join('')}</row>`);
  }
  put('</sheetData>');
}

const without = (attributes: Record<string, string>, name: string): Record<string, string> =>
  Object.fromEntries(Object.entries(attributes).filter(([key]) => key !== name));

const styleOf = ({ attributes }: XmlNode): string => (attributes['s'] === undefined ? '' : ` s="${escapeXml(attributes['s'])}"`);

function formulaElement(cell: XmlNode, text: string, map: RowMap): string {
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
function movedElement(node: XmlNode, sheet: string, map: RowMap, maps: RowMaps): XmlNode | null {
  switch (node.name) {
    case 'dimension':
      return null;
    case 'mergeCells':
      return counted(
        node,
        node.children.flatMap((child) => (typeof child === 'object' ? copies(child, map) : [])),
      );
    case 'hyperlinks':
      return counted(
        node,
        node.children.flatMap((child) => (typeof child === 'object' ? copies(child, map) : [])),
        false,
      );
    default:
      return movedTree(node, sheet, map, maps);
  }
}

function counted(node: XmlNode, children: XmlNode[], counts = true): XmlNode | null {
  if (!children.length) return null;
  return { ...node, attributes: counts ? { ...node.attributes, count: String(children.length) } : node.attributes, children };
}

/** What belongs to cells of a run stands again in each run. */
function copies(node: XmlNode, map: RowMap): XmlNode[] {
  const range = rangeOf(node.attributes['ref'] ?? '');
  if (!range) return [node];
  const { left, top, right, bottom } = range;
  const lower = new Map(map.runsOf(bottom));
  return [...map.runsOf(top)].flatMap(([key, { first }]) => {
    const last = lower.get(key)?.last;
    return last === undefined ? [] : [{ ...node, attributes: { ...node.attributes, ref: rangeText(left, first, right, last) } }];
  });
}

/** Attributes that name ranges, and elements whose text is a formula or ranges. */
const RANGES: ReadonlySet<string> = new Set(['ref', 'sqref', 'activeCell', 'topLeftCell']);

function movedTree(node: XmlNode, sheet: string, map: RowMap, maps: RowMaps): XmlNode | null {
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
