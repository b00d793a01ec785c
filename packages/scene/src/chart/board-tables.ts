import { drawRect, openPlace, type Scene } from '../drawing/scene.ts';
import type { SheetPicture } from '../drawing/sheet.ts';
import type { TextFitter } from '../drawing/text-fitter.ts';
import { BOARD_ROW, type BoardTile, innerWidth, readTable } from './board-tiles.ts';
import { CHART_COLOUR, CHART_LAYER } from './chart-colours.ts';
import { columnParts, columnWidths, drawTableHead, drawTableRow, type FigureTable, TABLE_ROW, wholeWidth } from './tables.ts';

/** Draws a page from a height on; answers its photos. */
export type BoardDraw = (scene: Scene, y: number) => readonly SheetPicture[];

const SECTION = 40;

/** The tables that stand behind the pictures, as many below each other as there is room for. */
export function tablePages(
  tiles: readonly BoardTile[],
  { width, height, column }: { width: number; height: number; column: number },
  fitter: TextFitter,
  text: (scene: Scene, font: 'strong' | 'caption', y: number, words: string) => void,
): BoardDraw[] {
  const pages: ((scene: Scene) => void)[][] = [];
  let used = height;
  const put = (needed: number, draw: (scene: Scene, y: number) => void): void => {
    if (used + needed > height) {
      pages.push([]);
      used = 0;
    }
    const y = used;
    pages[pages.length - 1].push((scene) => draw(scene, y));
    used += needed;
  };
  const putPart = (tile: number, title: string, table: FigureTable): void => {
    const widths = columnWidths(table, Math.min(width, Math.max(160 + table.head.length * 140, wholeWidth(table, fitter))), fitter);
    let at = 0;
    while (at < table.rows.length) {
      const free = height - used - SECTION - TABLE_ROW;
      const most = Math.floor((free < TABLE_ROW * Math.min(3, table.rows.length - at) ? height - SECTION - TABLE_ROW : free) / TABLE_ROW);
      const first = at;
      const rows = table.rows.slice(at, at + Math.max(1, most));
      at += rows.length;
      const reading = (row: number) => ({ row: readTable(tile) + row, columns: table.columns ?? null });
      put(SECTION + TABLE_ROW * (rows.length + 1), (scene, y) => {
        openPlace(scene, null);
        text(scene, 'strong', y + SECTION * 0.7, title);
        let top = y + SECTION;
        const wide = widths.reduce((sum, one) => sum + one, 0);
        drawRect(scene, CHART_LAYER.ground, CHART_COLOUR.header, 0, top, wide, TABLE_ROW);
        top += drawTableHead(scene, table, widths, 0, top, fitter, first === 0 ? reading(0) : null);
        for (const [index, row] of rows.entries()) {
          drawTableRow(scene, row, widths, 0, top, fitter, reading(1 + first + index));
          top += TABLE_ROW;
        }
      });
    }
  };
  for (const [at, tile] of tiles.entries()) {
    const table = tableBehind(tile, column, fitter);
    if (table && table.rows.length > 0) for (const part of columnParts(table, width, fitter)) putPart(at, tile.title, part);
  }
  return pages.map((draws) => (scene) => {
    for (const draw of draws) draw(scene);
    return [];
  });
}

/** The table of a tile that stands behind it: that of a picture, and one that its tile is too low or too narrow for. */
export function tableBehind({ content, w, h }: BoardTile, column: number, fitter: TextFitter): FigureTable | null {
  if (content.kind === 'chart' || content.kind === 'timeline' || content.kind === 'flow') return content.table;
  if (content.kind !== 'table') return null;
  const { table } = content;
  const isCut = (table.rows.length + 2) * TABLE_ROW > h * BOARD_ROW || columnParts(table, innerWidth(w * column), fitter).length > 1;
  return isCut ? table : null;
}
