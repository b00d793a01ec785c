import type { PdfBlock } from '../drawing/pdf/pdf-tags.ts';
import { beginScene, cellPlace, drawText, newScene, openPlace, openZone, type Scene } from '../drawing/scene.ts';
import type { Sheet, SheetPart, SheetPicture } from '../drawing/sheet.ts';
import type { TextFitter } from '../drawing/text-fitter.ts';
import { PIXELS_PER_MM } from '../print/measures.ts';
import type { PageParts } from '../print/parts.ts';
import { BOARD_PAPERS, type BoardFormat, type BoardPaper, type Box, sheetOf } from './board-sheet.ts';
import { type BoardDraw, tableBehind, tablePages } from './board-tables.ts';
import { BOARD_GAP, BOARD_ROW, type BoardTile, drawBoardTile, readBlocks } from './board-tiles.ts';
import { CHART_COLOUR, CHART_LAYER } from './chart-colours.ts';
import type { FigureCell } from './tables.ts';

/** A dashboard as it is printed: its name, facts about it, its tiles as they lie, and the words at the foot of a page. */
export type Board = {
  title: string;
  facts: readonly string[];
  tiles: readonly BoardTile[];
  /** What the signs in the tiles mean: those that occur. */
  legend?: readonly FigureCell[];
  foot(page: number, pages: number): string;
};

/** How wide a dashboard is laid out on A4; larger sheets hold more and are written larger. */
const WIDTH_ON_A4 = 1240;
const HEAD_LINE = 22;

/** The rows as which the title of a dashboard and its facts are read, before those of its tiles. */
const HEADING = 0;
const FACTS = 1;

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
  const { wide, high, inner, foot, around } = sheetOf(paper, board.legend ?? [], fitter);
  const width = WIDTH_ON_A4 * Math.sqrt(wide / (BOARD_PAPERS.a4[0] * PIXELS_PER_MM));
  const scale = inner(0).width / width;
  const heightOf = (page: number): number => inner(page).height / scale - foot;
  const head = HEAD_LINE * (1.4 + board.facts.length);
  const column = (width + BOARD_GAP) / 12;
  const boards = pagesOf(board.tiles, (page) => Math.max(4, Math.floor((heightOf(page) - (page === 0 ? head : 0)) / BOARD_ROW)));
  const text = (scene: Scene, font: 'regular' | 'strong' | 'caption', y: number, words: string, muted = false) =>
    drawText(scene, CHART_LAYER.text, CHART_COLOUR[muted ? 'text-muted' : 'text'], font, 'left', 0, y, fitter.fit(words, width, font));
  // A tile that was cut is read as the whole one.
  const numberOf = (tile: BoardTile): number => board.tiles.findIndex(({ content }) => content === tile.content);
  const pages: BoardDraw[] = boards.map(({ from, tiles }, index) => (scene) => {
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
      const reading = { tile: numberOf(tile), withTable: tableBehind(tile, column, fitter) === null };
      return drawBoardTile(scene, tile, box, fitter, reading);
    });
  });
  pages.push(...tablePages(board.tiles, { width, height: heightOf(pages.length), column }, fitter, text));
  if (pages.length === 0)
    pages.push((scene) => {
      openPlace(scene, cellPlace(HEADING, 0));
      text(scene, 'strong', HEAD_LINE * 0.6, board.title);
      return [];
    });
  const onSheet =
    (room: Box) =>
    ({ x, y, width: wide, height: high, ...picture }: SheetPicture): SheetPicture => ({
      ...picture,
      x: room.x + x * scale,
      y: room.y + y * scale,
      width: wide * scale,
      height: high * scale,
    });
  return {
    pages: pages.length,
    blocks: [{ from: HEADING, as: 'H1' }, { from: FACTS, as: 'P' }, ...readBlocks(board.tiles)],
    page(page) {
      const scene = newScene();
      const [room, height] = [inner(page), heightOf(page)];
      beginScene(scene, width, height + foot);
      scene.about = { cell: -1, whole: '', columns: null };
      openZone(scene, 0, 0, width, height + foot);
      const pictures = pages[page](scene, 0).map(onSheet(room));
      openPlace(scene, null);
      const sheet = { width: wide, height: high, parts: [{ scene, x: room.x, y: room.y, scale }] as SheetPart[], pictures };
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
