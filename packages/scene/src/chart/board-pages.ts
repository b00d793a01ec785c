import type { PdfBlock } from '../drawing/pdf/pdf-tags.ts';
import { beginScene, cellPlace, drawRect, drawText, newScene, openPlace, openZone, type Scene } from '../drawing/scene.ts';
import type { Sheet, SheetPart, SheetPicture } from '../drawing/sheet.ts';
import type { TextFitter } from '../drawing/text-fitter.ts';
import { marginsOf, type PrintFormat } from '@gantry/domain';
import { drawSlots, drawWatermark, slotsOf } from '../print/draw-around.ts';
import { PIXELS_PER_MM, PIXELS_PER_POINT, slotHeights, TEXT_SIZE } from '../print/measures.ts';
import type { PageParts, PagePictures, PageValues } from '../print/parts.ts';
import { BOARD_GAP, BOARD_ROW, type BoardTile, drawBoardTile, readBlocks, readTable } from './board-tiles.ts';
import { CHART_COLOUR, CHART_LAYER } from './chart-colours.ts';
import { columnWidths, drawTableHead, drawTableRow, type FigureTable, TABLE_ROW } from './tables.ts';

/** A dashboard as it is printed: its name, facts about it, its tiles as they lie, and the words at the foot of a page. */
export type Board = {
  title: string;
  facts: readonly string[];
  tiles: readonly BoardTile[];
  foot(page: number, pages: number): string;
};

/** Sheets by name, landscape, in millimetres. */
export const BOARD_PAPERS = { a4: [297, 210], a3: [420, 297], a2: [594, 420], a1: [841, 594], a0: [1189, 841] } as const;
export type BoardPaper = keyof typeof BOARD_PAPERS;

/** A sheet as schedules are printed on: its size and margins, and the texts of its slots. */
export type BoardFormat = { format: PrintFormat; values: PageValues; pictures: PagePictures };

const MARGIN = 10 * PIXELS_PER_MM;
/** How wide a dashboard is laid out on A4; larger sheets hold more and are written larger. */
const WIDTH_ON_A4 = 1240;
const FOOT = 26;
const HEAD_LINE = 22;
const SECTION = 40;

/** The rows as which the title of a dashboard and its facts are read, before those of its tiles. */
const HEADING = 0;
const FACTS = 1;

type Draw = (scene: Scene, y: number) => readonly SheetPicture[];

type Box = { x: number; y: number; width: number; height: number };

/** What a sheet leaves for the tiles, and what is drawn around them. */
function sheetOf(sheet: BoardPaper | BoardFormat): { wide: number; high: number; inner: Box; foot: number; around: Around | null } {
  if (typeof sheet === 'string') {
    const [wide, high] = BOARD_PAPERS[sheet].map((mm) => mm * PIXELS_PER_MM);
    return { wide, high, inner: { x: MARGIN, y: MARGIN, width: wide - 2 * MARGIN, height: high - 2 * MARGIN }, foot: FOOT, around: null };
  }
  const { format, values, pictures } = sheet;
  const [wide, high] = [format.sheet_width * PIXELS_PER_MM, format.sheet_height * PIXELS_PER_MM];
  const { top, right, bottom, left } = marginsOf(format);
  const own = (format.text_size * PIXELS_PER_POINT) / TEXT_SIZE;
  const pictureHeight = format.picture_mm * PIXELS_PER_MM;
  const heights = [slotHeights(format.headers, null, own, pictureHeight), slotHeights(format.titles, format.headers, own, pictureHeight)];
  // Tiles begin at one height on all pages.
  const upper = Math.max(...heights.map((one) => one.upper));
  const lower = Math.max(...heights.map((one) => one.lower));
  const [x, y] = [left * PIXELS_PER_MM, top * PIXELS_PER_MM];
  const width = wide - (left + right) * PIXELS_PER_MM;
  const height = high - (top + bottom) * PIXELS_PER_MM;
  const around: Around = (parts, page, pages) => {
    const slots = slotsOf(format, page === 0, { ...values, page: String(page + 1), pages: String(pages), tile: '' });
    drawSlots(parts, { x, y, width, height: upper }, slots, 'upper', own, page === 0, pictureHeight, pictures);
    const foot = { x, y: y + height - lower, width, height: lower };
    drawSlots(parts, foot, slots, 'lower', own, page === 0, pictureHeight, pictures);
    drawWatermark(parts, { width: wide, height: high }, format.watermark.text, format.watermark.share);
  };
  return { wide, high, inner: { x, y: y + upper, width, height: height - upper - lower }, foot: 0, around };
}

type Around = (parts: PageParts, page: number, pages: number) => void;

/** Where the tiles of a page begin, and which they are: no tile is cut unless it is higher than a page. */
function pagesOf(tiles: readonly BoardTile[], rows: (page: number) => number): { from: number; tiles: BoardTile[] }[] {
  const pages: { from: number; tiles: BoardTile[] }[] = [];
  let rest = tiles.toSorted((a, b) => a.y - b.y || a.x - b.x);
  while (rest.length > 0) {
    const from = rest[0].y;
    const most = rows(pages.length);
    const fit = rest.filter(({ y, h }) => y + h <= from + most);
    const shown = fit.length > 0 ? fit : [{ ...rest[0], h: Math.min(rest[0].h, most) }];
    const gone = new Set<BoardTile>(fit.length > 0 ? fit : [rest[0]]);
    pages.push({ from, tiles: shown });
    rest = rest.filter((tile) => !gone.has(tile));
  }
  return pages;
}

/** Lays a dashboard out on pages: its tiles, then the tables of its pictures and those that their tile could not hold whole. */
export function layOutBoard(
  board: Board,
  paper: BoardPaper | BoardFormat,
  fitter: TextFitter,
): { pages: number; page(page: number): Sheet; blocks: readonly PdfBlock[] } {
  const { wide, high, inner, foot, around } = sheetOf(paper);
  const width = WIDTH_ON_A4 * Math.sqrt(wide / (BOARD_PAPERS.a4[0] * PIXELS_PER_MM));
  const scale = inner.width / width;
  const height = inner.height / scale - foot;
  const head = HEAD_LINE * (1.4 + board.facts.length);
  const column = (width + BOARD_GAP) / 12;
  const boards = pagesOf(board.tiles, (page) => Math.max(4, Math.floor((height - (page === 0 ? head : 0)) / BOARD_ROW)));
  const text = (scene: Scene, font: 'regular' | 'strong' | 'caption', y: number, words: string, muted = false) =>
    drawText(scene, CHART_LAYER.text, CHART_COLOUR[muted ? 'text-muted' : 'text'], font, 'left', 0, y, fitter.fit(words, width, font));
  // A tile that was cut is read as the whole one.
  const numberOf = (tile: BoardTile): number => board.tiles.findIndex(({ content }) => content === tile.content);
  const pages: Draw[] = boards.map(({ from, tiles }, index) => (scene) => {
    let top = 0;
    if (index === 0) {
      openPlace(scene, cellPlace(HEADING, 0), board.title);
      text(scene, 'strong', HEAD_LINE * 0.6, board.title);
      for (const [at, fact] of board.facts.entries()) {
        openPlace(scene, cellPlace(FACTS + at, 0), fact);
        text(scene, 'regular', HEAD_LINE * (1.5 + at), fact, true);
      }
      top = head;
    }
    return tiles.flatMap((tile) => {
      const box = {
        x: tile.x * column,
        y: top + (tile.y - from) * BOARD_ROW,
        width: tile.w * column - BOARD_GAP,
        height: tile.h * BOARD_ROW - BOARD_GAP,
      };
      const reading = { tile: numberOf(tile), withTable: tableBehind(tile.content, tile.h) === null };
      return drawBoardTile(scene, tile, box, fitter, reading);
    });
  });
  pages.push(...tablePages(board.tiles, width, height, fitter, text));
  if (pages.length === 0)
    pages.push((scene) => {
      openPlace(scene, cellPlace(HEADING, 0));
      text(scene, 'strong', HEAD_LINE * 0.6, board.title);
      return [];
    });
  const onSheet = ({ x, y, width: wide, height: high, ...picture }: SheetPicture): SheetPicture => ({
    ...picture,
    x: inner.x + x * scale,
    y: inner.y + y * scale,
    width: wide * scale,
    height: high * scale,
  });
  return {
    pages: pages.length,
    blocks: [{ from: HEADING, as: 'H1' }, { from: FACTS, as: 'P' }, ...readBlocks(board.tiles)],
    page(page) {
      const scene = newScene();
      beginScene(scene, width, height + foot);
      scene.about = { cell: -1, whole: '', columns: null };
      openZone(scene, 0, 0, width, height + foot);
      const pictures = pages[page](scene, 0).map(onSheet);
      openPlace(scene, null);
      const sheet = { width: wide, height: high, parts: [{ scene, x: inner.x, y: inner.y, scale }] as SheetPart[], pictures };
      if (around) {
        around(partsOf(sheet, fitter), page, pages.length);
      } else {
        const y = height + foot - 8;
        text(scene, 'caption', y, board.title, true);
        drawText(scene, CHART_LAYER.text, CHART_COLOUR['text-muted'], 'caption', 'right', width, y, board.foot(page + 1, pages.length));
      }
      return sheet;
    },
  };
}

/** What puts drawings around the tiles of a sheet; they are read by nobody. */
const partsOf = (sheet: Sheet & { pictures: SheetPicture[] }, fitter: TextFitter): PageParts => ({
  fitter,
  roles: CHART_COLOUR,
  picture: (picture) => void sheet.pictures.push(picture),
  link: () => undefined,
  put(x, y, width, height, scale, draw, more) {
    if (width <= 0 || height <= 0) return;
    const scene = newScene();
    beginScene(scene, width, height);
    openZone(scene, 0, 0, width, height);
    sheet.parts.push({ scene, x, y, scale, ...more });
    draw(scene);
  },
});

/** The tables that stand behind the pictures, as many beside each other as there is room for below. */
function tablePages(
  tiles: readonly BoardTile[],
  width: number,
  height: number,
  fitter: TextFitter,
  text: (scene: Scene, font: 'strong' | 'caption', y: number, words: string) => void,
): Draw[] {
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
  for (const [tile, { title, content, h }] of tiles.entries()) {
    const table = tableBehind(content, h);
    if (!table || table.rows.length === 0) continue;
    const widths = columnWidths(table, Math.min(width, 160 + table.head.length * 140), fitter);
    let at = 0;
    while (at < table.rows.length) {
      const free = height - used - SECTION - TABLE_ROW;
      const most = Math.floor((free < TABLE_ROW * Math.min(3, table.rows.length - at) ? height - SECTION - TABLE_ROW : free) / TABLE_ROW);
      const first = at;
      const rows = table.rows.slice(at, at + Math.max(1, most));
      at += rows.length;
      put(SECTION + TABLE_ROW * (rows.length + 1), (scene, y) => {
        openPlace(scene, null);
        text(scene, 'strong', y + SECTION * 0.7, title);
        let top = y + SECTION;
        drawRect(
          scene,
          CHART_LAYER.ground,
          CHART_COLOUR.header,
          0,
          top,
          widths.reduce((sum, one) => sum + one, 0),
          TABLE_ROW,
        );
        top += drawTableHead(scene, table, widths, 0, top, fitter, first === 0 ? readTable(tile) : null);
        for (const [index, row] of rows.entries()) {
          drawTableRow(scene, row, widths, 0, top, fitter, readTable(tile) + 1 + first + index);
          top += TABLE_ROW;
        }
      });
    }
  }
  return pages.map((draws) => (scene) => {
    for (const draw of draws) draw(scene);
    return [];
  });
}

function tableBehind(content: BoardTile['content'], h: number): FigureTable | null {
  if (content.kind === 'chart' || content.kind === 'timeline' || content.kind === 'flow') return content.table;
  if (content.kind !== 'table') return null;
  return (content.table.rows.length + 2) * TABLE_ROW > h * BOARD_ROW ? content.table : null;
}
