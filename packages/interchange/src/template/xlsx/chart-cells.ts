import type { TemplatePackage } from '../open-template.ts';
import { copyOf, elementOf, everyElement, NO_ELEMENT, readXml, textIn, type XmlNode } from '../xml-tree.ts';
import { cellText, sharedStrings } from './read-sheets.ts';
import { type CellRange, columnName, columnNumber, moveReferences, rangeOf, type SheetMaps } from './references.ts';
import type { TemplateSheet } from './template-sheet.ts';

const CHART = /^xl\/charts\/[^/]*\.xml$/i;
/** What charts keep of cells is for programs that do not calculate; of more cells they keep nothing. */
const MOST_CELLS = 20_000;

/** What a cell holds as a chart draws it; a date is a number. */
type Held = string | number | null;
type Area = CellRange & { sheet: string };

/** Charts of a workbook and the cells that they draw. */
export type ChartCells = {
  /** Returns a listener for the written cells of a row; null where no chart refers to the row. */
  watch(sheet: string, row: number): ((column: string, written: string) => void) | null;
  /** The charts with ranges where they stand now, and with what is in them. */
  charts(): [part: string, chart: XmlNode][];
};

/** Finds the cells that charts refer to. Where the filling leaves a sheet unchanged, their values come from the template. */
export function openChartCells(
  template: TemplatePackage,
  sheets: readonly TemplateSheet[],
  maps: SheetMaps,
  isWritten: (sheet: TemplateSheet) => boolean,
): ChartCells {
  const charts = [...template.parts.keys()].flatMap((part): [string, XmlNode][] => {
    const root = CHART.test(part) ? template.xml(part) : null;
    return root ? [[part, copyOf(root)]] : [];
  });
  const areas: Area[] = [];
  let count = 0;
  for (const [, root] of charts)
    for (const { node } of referencesIn(root)) {
      node.children = [moveReferences(textIn(node), { sheet: '', source: 0, runs: [] }, maps)];
      const area = areaOf(textIn(node));
      if (!area || (count += cellsIn(area)) > MOST_CELLS) continue;
      areas.push(area);
    }
  const strings = areas.length ? sharedStrings(template) : [];
  const values = new Map<string, Held | undefined>();
  const keyOf = (sheet: string, column: string, row: number): string => `${sheet.toLowerCase()}!${column}${row}`;
  const drawn = (sheet: string, row: number): Area[] =>
    areas.filter((area) => area.sheet === sheet.toLowerCase() && row >= area.top && row <= area.bottom);
  const isIn = (column: string, found: readonly Area[]): boolean => {
    const at = columnNumber(column);
    return found.some(({ left, right }) => at >= columnNumber(left) && at <= columnNumber(right));
  };
  for (const sheet of sheets)
    if (!isWritten(sheet))
      for (const [at, { cells }] of sheet.rows.entries()) {
        const found = drawn(sheet.name, at + 1);
        for (const { column, node } of found.length ? cells : [])
          if (isIn(column, found)) values.set(keyOf(sheet.name, column, at + 1), cellValue(node, strings));
      }
  const valuesOf = ({ sheet, left, top, right, bottom }: Area): (Held | undefined)[] => {
    const found: (Held | undefined)[] = [];
    for (let row = top; row <= bottom; row++)
      for (let column = columnNumber(left); column <= columnNumber(right); column++) {
        const key = keyOf(sheet, columnName(column), row);
        found.push(values.has(key) ? values.get(key) : null);
      }
    return found;
  };
  return {
    watch(sheet, row) {
      const found = drawn(sheet, row);
      if (!found.length) return null;
      return (column, written) => {
        if (!isIn(column, found)) return;
        values.set(keyOf(sheet, column, row), cellValue(readXml(Buffer.from(written)) ?? NO_ELEMENT, strings));
      };
    },
    charts() {
      const isKnown = new Set(areas.map(nameOf));
      for (const [, root] of charts)
        for (const { node, owner } of referencesIn(root)) {
          const area = areaOf(textIn(node));
          const cells = area && isKnown.has(nameOf(area)) ? valuesOf(area) : null;
          // The filling calculates no formulas, so a range with one has no cache.
          const cache = cells && !cells.includes(undefined) ? cacheOf(owner, cells as Held[]) : null;
          owner.children = owner.children.flatMap((child) => {
            if (typeof child === 'string' || !CACHE.test(child.name)) return child === node && cache ? [child, cache] : [child];
            return [];
          });
        }
      return charts;
    },
  };
}

const CACHE = /^c:(?:num|str|multiLvlStr)Cache$/;

/** Elements that hold a reference of a chart, with what owns them. */
const referencesIn = (root: XmlNode): { node: XmlNode; owner: XmlNode }[] =>
  [...everyElement(root)].flatMap((owner) => {
    const node = elementOf(owner, 'c:f');
    return node ? [{ node, owner }] : [];
  });

/** A range of one sheet; null where a reference is of several, or of a name. */
function areaOf(reference: string): Area | null {
  const [, quoted, plain, text = ''] = /^(?:'((?:[^']|'')+)'|([\p{L}_][\p{L}\p{N}_.]*))!([^,()!]+)$/u.exec(reference) ?? [];
  const range = rangeOf(text);
  return range && { ...range, sheet: (quoted?.replaceAll("''", "'") ?? plain).toLowerCase() };
}

const nameOf = ({ sheet, left, top, right, bottom }: Area): string => `${sheet} ${left} ${top} ${right} ${bottom}`;
/** Of a range that is the wrong way round, none. */
const cellsIn = ({ left, top, right, bottom }: Area): number =>
  Math.max(0, columnNumber(right) - columnNumber(left) + 1) * Math.max(0, bottom - top + 1);

/** What a cell holds; undefined where it is to be calculated. */
function cellValue(cell: XmlNode, strings: readonly string[]): Held | undefined {
  const { t: type = 'n' } = cell.attributes;
  if (elementOf(cell, 'f') || type === 'e') return undefined;
  const text = textIn(elementOf(cell, 'v') ?? NO_ELEMENT);
  if (type === 's' || type === 'inlineStr') return cellText(cell, strings);
  return type === 'n' && text !== '' ? Number(text) : text || null;
}

/** What a chart keeps of cells: numbers, or texts for names and categories. Empty cells have no point. */
function cacheOf({ name, children }: XmlNode, cells: readonly Held[]): XmlNode | null {
  const isNumbers = name === 'c:numRef';
  if (!isNumbers && name !== 'c:strRef') return null;
  const of = (kind: string, value: string): XmlNode => ({ name: kind, attributes: { val: value }, children: [] });
  const points = cells.flatMap((cell, index): XmlNode[] => {
    if (cell === null || (isNumbers && typeof cell !== 'number')) return [];
    const value: XmlNode = { name: 'c:v', attributes: {}, children: [String(cell)] };
    return [{ name: 'c:pt', attributes: { idx: String(index) }, children: [value] }];
  });
  const former = children.find((child): child is XmlNode => typeof child === 'object' && CACHE.test(child.name));
  const format = (former && elementOf(former, 'c:formatCode')) ?? { name: 'c:formatCode', attributes: {}, children: ['General'] };
  return {
    name: isNumbers ? 'c:numCache' : 'c:strCache',
    attributes: {},
    children: [...(isNumbers ? [format] : []), of('c:ptCount', String(cells.length)), ...points],
  };
}
