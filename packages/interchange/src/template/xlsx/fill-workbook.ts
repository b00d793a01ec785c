import type { Language } from '@gantry/domain';
import type { TemplateBlock } from '../blocks.ts';
import { openDrawings, type TemplateDrawings } from '../drawings/drawing-parts.ts';
import { type PlacedDrawing, placeOnSheet } from '../drawings/place-on-sheet.ts';
import { OPENING } from '../grammar.ts';
import type { TemplatePackage } from '../open-template.ts';
import { relationsOf } from '../relations.ts';
import type { TemplateScope } from '../vocabulary.ts';
import { copyOf, elementOf, elementsOf, everyElement, readXml, textIn, type XmlNode, writeXml } from '../xml-tree.ts';
import { openChartCells } from './chart-cells.ts';
import { fillSheet } from './fill-sheet.ts';
import { calculateOnLoad, forget } from './recalculated.ts';
import { moveRanges, moveReferences, type SheetMaps } from './references.ts';
import { layOutTemplateRows, MOST_COLUMNS, type RowMap, type SheetMap } from './row-map.ts';
import type { TemplateSheet } from './template-sheet.ts';

/** Fills a workbook: answers the parts that changed, null for those that are gone. Others stay byte for byte. */
export function fillWorkbook(
  template: TemplatePackage,
  sheets: readonly TemplateSheet[],
  scope: TemplateScope,
  {
    language,
    drawings,
    count,
    tooLarge,
  }: { language: Language; drawings: TemplateDrawings; count(bytes: number): void; tooLarge(): never },
): Map<string, Uint8Array | null> {
  const changed = new Map<string, Uint8Array | null>();
  const laid = new Map<string, SheetMap>();
  for (const { name, rows, blocks, columns } of sheets)
    laid.set(name.toLowerCase(), {
      rows: layOutTemplateRows(blocks ?? plain(rows.length), rows.length, [scope], tooLarge),
      columns: columns && layOutTemplateRows(columns.blocks, columns.count, [scope], tooLarge, MOST_COLUMNS),
    });
  const maps: SheetMaps = (name) => laid.get(name.toLowerCase());
  const parts = openDrawings(template, { drawings, language, tooLarge });
  const showsDate = dateStyles(template);
  const written = new Set(sheets.filter((sheet) => sheet.blocks ?? refersToMoved(sheet, maps)));
  const charts = openChartCells(template, sheets, maps, (sheet) => written.has(sheet));
  for (const sheet of written) {
    const map = maps(sheet.name);
    if (!map) continue;
    const placed: PlacedDrawing[] = [];
    const draw = (one: PlacedDrawing): void => void placed.push(one);
    const filled = fillSheet(sheet, map, { language, scope, maps, count, showsDate, draw, watch: charts.watch });
    const beside = relationsOf(template, sheet.part);
    for (const { type, target } of beside) moveBeside(template, type, target, map, changed);
    const own = { part: sheet.part, drawing: beside.find(({ type }) => type === 'drawing')?.target ?? null };
    const done = placeOnSheet(filled, own, placed, parts, (part) => readXml(changed.get(part) ?? template.parts.get(part) ?? NO_BYTES));
    if (done.drawing) changed.set(done.drawing.part, done.drawing.bytes);
    changed.set(sheet.part, writeXml(done.sheet));
  }
  const workbook = template.xml('xl/workbook.xml');
  if (workbook) changed.set('xl/workbook.xml', writeXml(recalculated(workbook, maps)));
  for (const [part, chart] of charts.charts()) changed.set(part, writeXml(chart));
  for (const name of template.parts.keys()) {
    if (/^xl\/pivotCache\/pivotCacheDefinition\d*\.xml$/i.test(name)) movePivotSource(template, name, maps, changed);
    if (name === 'xl/calcChain.xml') forget(template, name, changed);
  }
  emptyStrings(template, changed);
  parts.finish(changed);
  return changed;
}

const NO_BYTES = new Uint8Array();
const plain = (rows: number): TemplateBlock[] => Array.from({ length: rows }, (_, index) => ({ kind: 'item', index }));

/** Whether a sheet without placeholders has formulas whose cells have moved. */
const refersToMoved = (sheet: TemplateSheet, maps: SheetMaps): boolean =>
  sheet.rows.some(({ cells }, at) =>
    cells.some(
      ({ formula }) => formula !== null && moveReferences(formula, { sheet: sheet.name, source: at + 1, runs: [] }, maps) !== formula,
    ),
  );

/** Named ranges where they stand now; everything is calculated when the workbook is opened. */
function recalculated(workbook: XmlNode, maps: SheetMaps): XmlNode {
  const copy = copyOf(workbook);
  for (const node of elementsOf(elementOf(copy, 'definedNames') ?? copy, 'definedName'))
    node.children = [moveReferences(textIn(node), { sheet: '', source: 0, runs: [] }, maps)];
  calculateOnLoad(copy);
  return copy;
}

/** Tables, notes and drawings of a sheet. */
function moveBeside(template: TemplatePackage, type: string, part: string, map: SheetMap, changed: Map<string, Uint8Array | null>): void {
  const root = template.xml(part);
  if (!root || !['table', 'comments', 'drawing', 'threadedComment'].includes(type)) return;
  const copy = copyOf(root);
  for (const node of everyElement(copy)) {
    if (type === 'drawing') moveAnchor(node, map);
    else if (node.attributes['ref'] !== undefined) {
      const moved = moveRanges(node.attributes['ref'], map);
      node.attributes['ref'] = type === 'table' ? moved || node.attributes['ref'] : moved.split(':')[0] || node.attributes['ref'];
    }
  }
  changed.set(part, writeXml(copy));
}

/** Rows and columns of anchors count from 0. */
function moveAnchor(node: XmlNode, { rows, columns }: SheetMap): void {
  if (node.name !== 'xdr:from' && node.name !== 'xdr:to') return;
  const move = (name: 'xdr:row' | 'xdr:col', map: RowMap | null): void => {
    const line = elementOf(node, name);
    const place = line && map?.locate(Number(textIn(line)) + 1, null);
    if (line && place) line.children = [String((node.name === 'xdr:from' ? place.first : place.last) - 1)];
  };
  move('xdr:row', rows);
  move('xdr:col', columns);
}

function movePivotSource(template: TemplatePackage, part: string, maps: SheetMaps, changed: Map<string, Uint8Array | null>): void {
  const root = template.xml(part);
  if (!root) return;
  const copy = copyOf(root);
  copy.attributes['refreshOnLoad'] = '1';
  for (const { name, attributes } of everyElement(copy)) {
    const map = maps(attributes['sheet'] ?? '');
    if (name === 'worksheetSource' && map && attributes['ref']) attributes['ref'] = moveRanges(attributes['ref'], map) || attributes['ref'];
  }
  changed.set(part, writeXml(copy));
}

/** Texts with placeholders stand in cells of their own now; nothing of them is left in the file. */
function emptyStrings(template: TemplatePackage, changed: Map<string, Uint8Array | null>): void {
  const root = template.xml('xl/sharedStrings.xml');
  if (!root) return;
  const children = root.children.map((child) =>
    typeof child === 'object' && textIn(child).includes(OPENING)
      ? { ...child, children: [{ name: 't', attributes: {}, children: [] }] }
      : child,
  );
  changed.set('xl/sharedStrings.xml', writeXml({ ...root, children }));
}

/** Number formats that workbooks know as dates without saying so. */
const isDateFormat = (id: number): boolean =>
  (id >= 14 && id <= 22) || (id >= 27 && id <= 36) || (id >= 45 && id <= 47) || (id >= 50 && id <= 58);

/** Which styles of cells show a number as a date. */
function dateStyles(template: TemplatePackage): (style: string) => boolean {
  const styles = template.xml('xl/styles.xml');
  if (!styles) return () => false;
  const formats = new Map(
    elementsOf(elementOf(styles, 'numFmts') ?? styles, 'numFmt').map(({ attributes }) => [
      attributes['numFmtId'],
      attributes['formatCode'] ?? '',
    ]),
  );
  const dated = elementsOf(elementOf(styles, 'cellXfs') ?? styles, 'xf').map(({ attributes: { numFmtId: id = '0' } }) => {
    const code = formats.get(id);
    return code === undefined ? isDateFormat(Number(id)) : /[dmyhs]/i.test(code.replace(/"[^"]*"|\\.|\[[^\]]*\]/g, ''));
  });
  return (style) => dated[Number(style)] ?? false;
}
