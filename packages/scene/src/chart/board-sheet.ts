import type { PrintFormat } from '@gantry/domain';
import { drawText, type Scene } from '../drawing/scene.ts';
import type { TextFitter } from '../drawing/text-fitter.ts';
import { type AroundWords, drawAbove, drawBelow, layOutAround } from '../print/around/lay-around.ts';
import { LINE, PIXELS_PER_MM } from '../print/measures.ts';
import type { PageParts, PagePictures, PageValues } from '../print/parts.ts';
import { toneOf } from './board-tiles.ts';
import { CHART_COLOUR, CHART_LAYER } from './chart-colours.ts';
import type { FigureCell } from './tables.ts';

/** Sheets by name, landscape, in millimetres. */
export const BOARD_PAPERS = { a4: [297, 210], a3: [420, 297], a2: [594, 420], a1: [841, 594], a0: [1189, 841] } as const;
export type BoardPaper = keyof typeof BOARD_PAPERS;

/** A sheet as schedules are printed on: its format, and what its slots, title block and approvals say. */
export type BoardFormat = { format: PrintFormat; values: PageValues; pictures: PagePictures; words: AroundWords };

const MARGIN = 10 * PIXELS_PER_MM;
const FOOT = 26;
const LEGEND_GAP = 18;

/** A rectangle of a sheet, in its pixels. */
export type Box = { x: number; y: number; width: number; height: number };

/** What a sheet leaves for the tiles of a page, and what is drawn around them. */
type BoardSheet = { wide: number; high: number; inner(page: number): Box; foot: number; around: Around | null };

/** Opens a sheet by its name or its format. */
export function sheetOf(sheet: BoardPaper | BoardFormat, legend: readonly FigureCell[], fitter: TextFitter): BoardSheet {
  if (typeof sheet === 'string') {
    const [wide, high] = BOARD_PAPERS[sheet].map((mm) => mm * PIXELS_PER_MM);
    const inner = { x: MARGIN, y: MARGIN, width: wide - 2 * MARGIN, height: high - 2 * MARGIN };
    return { wide, high, inner: () => inner, foot: FOOT, around: null };
  }
  const { format, values, pictures, words } = sheet;
  const laid = layOutAround(format);
  const { inner, own, upper, lower } = laid;
  const lines = format.legend === 'none' ? [] : legendLines(legend, inner.width / own, fitter);
  // Which page is the last one is known only when all are laid out.
  const hasRoom = (page: number): boolean => format.legend !== 'first' || page === 0;
  const legendHeight = lines.length === 0 ? 0 : (lines.length + 0.5) * LINE * own;
  const room = (page: number): Box => {
    const row = page === 0 ? 0 : 1;
    const taken = upper[row] + lower[row] + (hasRoom(page) ? legendHeight : 0);
    return { x: inner.x, y: inner.y + upper[row], width: inner.width, height: inner.height - taken };
  };
  const around: Around = (parts, page, pages) => {
    const row = page === 0 ? 0 : 1;
    const onPage = { ...values, page: String(page + 1), pages: String(pages), tile: '' };
    const place = { isFirst: page === 0, row, values: onPage } as const;
    drawAbove(parts, laid, place, pictures);
    if (hasRoom(page) && (format.legend !== 'last' || page === pages - 1)) {
      const top = inner.y + inner.height - lower[row] - legendHeight;
      parts.put(inner.x, top, inner.width / own, legendHeight / own, own, (scene) => drawLights(scene, lines));
    }
    drawBelow(parts, laid, place, pictures, words);
  };
  return { wide: laid.width, high: laid.height, inner: room, foot: 0, around };
}

/** Signs with their words, in lines that fit a width. */
function legendLines(legend: readonly FigureCell[], width: number, fitter: TextFitter): { cell: FigureCell; x: number }[][] {
  const lines: { cell: FigureCell; x: number }[][] = [];
  let x = width;
  for (const cell of legend) {
    const wide = fitter.width(cell.text, 'caption') + LEGEND_GAP;
    if (x + wide - LEGEND_GAP > width) {
      lines.push([]);
      x = 0;
    }
    lines[lines.length - 1].push({ cell, x });
    x += wide;
  }
  return lines;
}

function drawLights(scene: Scene, lines: ReturnType<typeof legendLines>): void {
  for (const [row, line] of lines.entries())
    for (const { cell, x } of line)
      drawText(scene, CHART_LAYER.text, CHART_COLOUR[toneOf(cell)], 'caption', 'left', x, LINE * (row + 0.75), cell.text);
}

type Around = (parts: PageParts, page: number, pages: number) => void;
