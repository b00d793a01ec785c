import { cellPlace, drawFrame, drawLine, drawRound, drawText, openPlace, type Scene } from '../drawing/scene.ts';
import type { PdfBlock } from '../drawing/pdf/pdf-tags.ts';
import type { SheetPicture } from '../drawing/sheet.ts';
import type { TextFitter } from '../drawing/text-fitter.ts';
import { CHART_COLOUR, CHART_LAYER, type ChartColour } from './chart-colours.ts';
import { drawFlow, flowHeight, type FlowPicture, layOutFlow } from './flow-chart.ts';
import { drawLineChart, type LineChart } from './line-chart.ts';
import { columnParts, columnWidths, drawTableHead, drawTableRow, type FigureCell, type FigureTable, TABLE_ROW } from './tables.ts';
import { type BoardPhoto, drawPhotos, photosHeight } from './photos.ts';
import { drawTrend, type Trend, TREND_SIZE } from './trend.ts';
import { drawTimeline, type Timeline, timelineHeight } from './timeline.ts';

/** What a tile of a dashboard shows. Pictures carry their table, which stands behind them on paper. */
export type BoardContent =
  /** `exact` is the number that `value` rounds; `below` warns, `note` explains; `trend` has the values of earlier data dates, and what the last one but one was in words. */
  | {
      kind: 'number';
      value: string;
      exact?: number | null;
      light: FigureCell | null;
      below: string;
      note?: string;
      trend?: { values: Trend; text: string } | null;
    }
  | { kind: 'table'; table: FigureTable }
  | { kind: 'chart'; chart: LineChart; names: readonly string[]; sentence: string; table: FigureTable }
  | { kind: 'timeline'; timeline: Timeline; sentence: string; table: FigureTable }
  | { kind: 'flow'; flow: FlowPicture; sentence: string; table: FigureTable }
  | { kind: 'photos'; photos: readonly BoardPhoto[] }
  | { kind: 'text'; text: string; muted: boolean };

/** Where a tile lies in the grid of twelve columns, what it is called and what it shows. */
export type BoardTile = { x: number; y: number; w: number; h: number; title: string; content: BoardContent };

/** The height of a row of the grid with the gap below it, and the gap. */
export const BOARD_ROW = 40;
export const BOARD_GAP = 8;
const TITLE = 26;
const PAD = 10;
const LINE = 18;
const SAMPLE = 20;
const LEAST_CHART = 120;
/** Room of the sign that a table has more columns. */
const MORE = 18;

/** What of the width of a tile, with the gap behind it, is for its content. */
export const innerWidth = (width: number): number => width - BOARD_GAP - 2 * PAD;

/** Rows as which the parts of a tile are read, counted from that of its title. */
const READ = { title: 0, content: 1, table: 2 } as const;
/** More than a table has rows. */
const READ_ROWS = 1_000_000;
/** The row as which the title of a tile is read. */
export const readRow = (tile: number): number => (tile + 1) * READ_ROWS;
/** The row as which the head of its table is read. */
export const readTable = (tile: number): number => readRow(tile) + READ.table;

/** What the tiles of a dashboard are read as, each in its order. */
export function readBlocks(tiles: readonly Pick<BoardTile, 'title' | 'content'>[]): PdfBlock[] {
  return tiles.flatMap(({ content }, tile): PdfBlock[] => {
    const [row, table] = [readRow(tile), { from: readTable(tile), as: 'Table' as const }];
    const title = { from: row, as: 'H2' as const };
    const from = row + READ.content;
    if (content.kind === 'table') return [title, table];
    if (content.kind === 'photos')
      return [
        title,
        ...content.photos.map(({ name, about }, at): PdfBlock => ({ from: from + at, as: 'Figure', words: `${name}, ${about}` })),
      ];
    if (content.kind === 'number' || content.kind === 'text') return [title, { from, as: 'P' }];
    return [title, { from, as: 'Figure', words: content.sentence }, table];
  });
}

type Box = { x: number; y: number; width: number; height: number };

const write = (scene: Scene, role: ChartColour, font: 'regular' | 'strong' | 'caption', x: number, y: number, text: string): void =>
  drawText(scene, CHART_LAYER.text, CHART_COLOUR[role], font, 'left', x, y, text);

/** The rows of the grid that a tile needs to show all that it has at a width. */
export function rowsNeeded({ content, title }: Pick<BoardTile, 'content' | 'title'>, width: number, fitter: TextFitter): number {
  const head = title ? TITLE : PAD;
  const inner = width - 2 * PAD;
  const tall = {
    number: () => 40,
    table: () => (content.kind === 'table' ? tableHeight(content.table) : 0),
    chart: () => (content.kind === 'chart' ? LEAST_CHART + legendRows(content.names, inner, fitter) * LINE + LINE : 0),
    timeline: () => (content.kind === 'timeline' ? timelineHeight(content.timeline) + LINE : 0),
    flow: () => (content.kind === 'flow' ? flowHeight(layOutFlow(content.flow, inner, 0)) + LINE : 0),
    photos: () => (content.kind === 'photos' ? photosHeight(content.photos.length, inner) : 0),
    text: () => (content.kind === 'text' ? textLines(content.text, inner, fitter).length * LINE : 0),
  }[content.kind]();
  return Math.ceil((head + tall + PAD + BOARD_GAP) / BOARD_ROW);
}

const tableHeight = ({ head, rows }: FigureTable): number => (rows.length + (head.some(Boolean) ? 1 : 0)) * TABLE_ROW;
const textLines = (text: string, width: number, fitter: TextFitter): string[] =>
  text.split('\n').flatMap((line) => [...fitter.wrap(line, width, 'regular', 40)]);

/** How a tile is read: by its number, and whether its table is read where it stands here. */
type TileReading = { tile: number; withTable: boolean };

/** Draws a tile: its frame, its title and what it shows; answers its photos, which lie above the drawing. */
export function drawBoardTile(
  scene: Scene,
  { title, content }: Pick<BoardTile, 'title' | 'content'>,
  box: Box,
  fitter: TextFitter,
  { tile, withTable }: TileReading,
): SheetPicture[] {
  const at = (part: number, column = 0): number => cellPlace(readRow(tile) + part, column);
  drawRound(scene, CHART_LAYER.ground, CHART_COLOUR.surface, box.x, box.y, box.width, box.height, 4);
  drawFrame(scene, CHART_LAYER.rule, CHART_COLOUR.frame, box.x, box.y, box.width, box.height, 1);
  const inner = { x: box.x + PAD, y: box.y + (title ? TITLE : PAD), width: box.width - 2 * PAD, height: 0 };
  inner.height = box.y + box.height - PAD / 2 - inner.y;
  openPlace(scene, at(READ.title), title);
  if (title) write(scene, 'text-muted', 'caption', inner.x, box.y + 15, fitter.fit(title, inner.width, 'caption'));
  openPlace(scene, at(READ.content));
  if (content.kind === 'number') drawNumber(scene, content, inner, fitter);
  else if (content.kind === 'table') drawTable(scene, content.table, inner, fitter, withTable ? readTable(tile) : null);
  else if (content.kind === 'photos') return drawPhotos(scene, content.photos, inner, fitter, (photo) => at(READ.content + photo));
  else if (content.kind === 'chart') drawChartTile(scene, content, inner, fitter);
  else if (content.kind === 'flow' || content.kind === 'timeline') {
    const room = { ...inner, height: inner.height - LINE };
    if (content.kind === 'flow') drawFlow(scene, content.flow, room, fitter);
    else drawTimeline(scene, content.timeline, room, fitter);
    write(scene, 'text-muted', 'caption', inner.x, inner.y + inner.height - LINE / 2, fitter.fit(content.sentence, inner.width, 'caption'));
  } else
    for (const [index, line] of textLines(content.text, inner.width, fitter).entries())
      write(scene, content.muted ? 'text-muted' : 'text', 'regular', inner.x, inner.y + LINE * (index + 0.5), line);
  return [];
}

function drawNumber(
  scene: Scene,
  { value, light, below, note = '', trend = null }: Extract<BoardContent, { kind: 'number' }>,
  box: Box,
  fitter: TextFitter,
): void {
  const y = box.y + 14;
  write(scene, 'text', 'strong', box.x, y, fitter.fit(value, box.width, 'strong'));
  const from = box.x + fitter.width(value, 'strong') + 12;
  if (light) write(scene, toneOf(light), 'regular', from, y, fitter.fit(light.text, box.x + box.width - from, 'regular'));
  const { width, height } = TREND_SIZE;
  const drawn = trend !== null && drawTrend(scene, trend.values, box.x, y + LINE - height / 2);
  if (drawn) write(scene, 'text-muted', 'caption', box.x + width + 8, y + LINE, fitter.fit(trend.text, box.width - width - 8, 'caption'));
  const under = y + (drawn ? 2 : 1) * LINE;
  if (below || note) write(scene, below ? 'error' : 'text-muted', 'caption', box.x, under, fitter.fit(below || note, box.width, 'caption'));
}

/** The colour of a cell by its tone. */
export const toneOf = ({ tone }: FigureCell): ChartColour => (tone === undefined ? 'text' : tone === 'muted' ? 'text-muted' : tone);

/** A table, or as many of its columns as stand whole, with a sign that there are more: they stand behind. */
function drawTable(scene: Scene, whole: FigureTable, box: Box, fitter: TextFitter, read: number | null): void {
  const parts = columnParts(whole, box.width, fitter);
  const [table] = parts.length > 1 ? columnParts(whole, box.width - MORE, fitter) : parts;
  const width = parts.length > 1 ? box.width - MORE : box.width;
  const widths = columnWidths(table, width, fitter);
  if (parts.length > 1) write(scene, 'text-muted', 'caption', box.x + width + 4, box.y + TABLE_ROW / 2, '…');
  const reading = (row: number) => (read === null ? null : { row: read + row, columns: null });
  let y = box.y + drawTableHead(scene, table, widths, box.x, box.y, fitter, reading(0));
  for (const [index, row] of table.rows.entries()) {
    if (y + TABLE_ROW > box.y + box.height + PAD) return;
    drawTableRow(scene, row, widths, box.x, y, fitter, reading(1 + index));
    y += TABLE_ROW;
  }
}

function legendPlaces(names: readonly string[], width: number, fitter: TextFitter): { x: number; row: number }[] {
  let [x, row] = [0, 0];
  return names.map((name) => {
    const wide = SAMPLE + 6 + fitter.width(name, 'caption') + 16;
    if (x > 0 && x + wide > width) [x, row] = [0, row + 1];
    const place = { x, row };
    x += wide;
    return place;
  });
}
const legendRows = (names: readonly string[], width: number, fitter: TextFitter): number =>
  (legendPlaces(names, width, fitter).at(-1)?.row ?? -1) + 1;

function drawChartTile(
  scene: Scene,
  { chart, names, sentence }: Extract<BoardContent, { kind: 'chart' }>,
  box: Box,
  fitter: TextFitter,
): void {
  const rows = legendRows(names, box.width, fitter);
  const height = box.height - (rows + 1) * LINE;
  drawLineChart(scene, chart, { x: box.x, y: box.y, width: box.width, height });
  for (const [index, { x, row }] of legendPlaces(names, box.width, fitter).entries()) {
    const { style } = chart.lines[index];
    const y = box.y + height + (row + 0.5) * LINE;
    const left = box.x + x;
    drawLine(
      scene,
      CHART_LAYER.line,
      CHART_COLOUR[style.colour],
      [left, y, left + SAMPLE, y],
      chart.bars ? 6 : style.width,
      chart.bars ? 'solid' : style.dash,
    );
    write(scene, 'text', 'caption', left + SAMPLE + 6, y, fitter.fit(names[index], box.width - x - SAMPLE - 6, 'caption'));
  }
  write(scene, 'text-muted', 'caption', box.x, box.y + box.height - LINE / 2, fitter.fit(sentence, box.width, 'caption'));
}
