import { type ReportCell, type ReportColumn, type ReportDocument, type ReportTable, sumsOf } from '@gantry/domain';
import type { PdfBlock } from '../drawing/pdf/pdf-tags.ts';
import { beginScene, cellPlace, drawRect, drawText, newScene, openPlace, openZone, type Scene } from '../drawing/scene.ts';
import type { Sheet } from '../drawing/sheet.ts';
import type { TextFitter } from '../drawing/text-fitter.ts';
import { COLOUR, LAYER } from '../gantt/colours.ts';
import { LINE, PIXELS_PER_MM } from './measures.ts';

/** How texts of a report are written, and the words beside its pages. */
export type ReportWriting = { text(cell: ReportCell, column: ReportColumn): string; page(page: number, pages: number): string };

/** A sheet of A4, landscape, in pixels, with what is left free around. */
const [WIDTH, HEIGHT, MARGIN] = [297 * PIXELS_PER_MM, 210 * PIXELS_PER_MM, 12 * PIXELS_PER_MM];
/** Texts are drawn larger than they are printed: at most and at least so much of their size. */
const [LARGEST, LEAST] = [0.72, 0.4];
const PAD = 5;
/** What a character takes on the average. */
const CHARACTER = 7;
const MOST_LINES = 4;
const INDENT = 12;

/** Draws at a height; `row` is where its texts are read, null: nowhere. */
type Place = (scene: Scene, y: number, row: number | null) => void;
type Piece = {
  height: number;
  draw: Place;
  /** What stands again where a page begins in the midst of a table. */
  head: Piece | null;
  /** What the piece begins for those who are read to; a row goes on with the table of the head above it. */
  as?: PdfBlock['as'];
  /** True where the piece was read on a page before. */
  isAgain?: boolean;
};

type Room = { width: number; height: number; scale: number };

/** Tables with many columns are written smaller. */
function roomOf({ tables }: ReportDocument): Room {
  const needed = Math.max(1, ...tables.map(({ columns }) => columns.reduce((sum, { width }) => sum + width * CHARACTER + 2 * PAD, 0)));
  const scale = Math.max(LEAST, Math.min(LARGEST, (WIDTH - 2 * MARGIN) / needed));
  return { width: (WIDTH - 2 * MARGIN) / scale, height: (HEIGHT - 2 * MARGIN) / scale - LINE, scale };
}

/** Lays a report out on pages of A4: rows are never cut, heads of tables stand on each page and are read once. */
export function layOutReport(
  report: ReportDocument,
  writing: ReportWriting,
  fitter: TextFitter,
): { pages: number; page(page: number): Sheet; blocks: readonly PdfBlock[] } {
  const room = roomOf(report);
  const { width, height, scale } = room;
  const pieces = piecesOf(report, writing, fitter, width);
  const pages = breakPages(pieces, height);
  const rows = new Map(pieces.map((piece, row) => [piece, row]));
  return {
    pages: pages.length,
    blocks: pieces.flatMap(({ as }, from) => (as && as !== 'Figure' ? [{ from, as }] : [])),
    page(page) {
      const scene = newScene();
      beginScene(scene, width, height + LINE);
      scene.about = { cell: -1, whole: '', columns: null };
      openZone(scene, 0, 0, width, height + LINE);
      let y = 0;
      for (const piece of pages[page] ?? []) {
        piece.draw(scene, y, piece.isAgain ? null : (rows.get(piece) ?? null));
        y += piece.height;
      }
      openPlace(scene, null);
      const text = writing.page(page + 1, pages.length);
      drawText(scene, LAYER.text, COLOUR['text-muted'], 'caption', 'right', width, height + LINE / 2, text);
      drawText(
        scene,
        LAYER.text,
        COLOUR['text-muted'],
        'caption',
        'left',
        0,
        height + LINE / 2,
        fitter.fit(report.title, width / 2, 'caption'),
      );
      return { width: WIDTH, height: HEIGHT, parts: [{ scene, x: MARGIN, y: MARGIN, scale }] };
    },
  };
}

function breakPages(pieces: readonly Piece[], height: number): Piece[][] {
  const pages: Piece[][] = [[]];
  let used = 0;
  for (const [at, piece] of pieces.entries()) {
    // A head stays with the row below it.
    const next = pieces[at + 1];
    const needed = piece.height + (next?.head === piece ? next.height : 0);
    if (used > 0 && used + needed > height) {
      pages.push(piece.head ? [{ ...piece.head, isAgain: true }] : []);
      used = piece.head?.height ?? 0;
    }
    (pages.at(-1) as Piece[]).push(piece);
    used += piece.height;
  }
  return pages;
}

function piecesOf(report: ReportDocument, writing: ReportWriting, fitter: TextFitter, room: number): Piece[] {
  const line = (text: string, as: 'H1' | 'H2' | 'P', height = LINE): Piece => ({
    height,
    head: null,
    as,
    draw(scene, y, row) {
      const font = as === 'P' ? 'regular' : 'strong';
      openPlace(scene, row === null ? null : cellPlace(row, 0), text);
      drawText(scene, LAYER.text, COLOUR.text, font, 'left', 0, y + height / 2, fitter.fit(text, room, font));
    },
  });
  const gap: Piece = { height: LINE * 0.7, head: null, draw: () => undefined };
  return [
    line(report.title, 'H1', LINE * 1.6),
    ...report.facts.map(({ label, value }) => line(`${label}: ${value}`, 'P')),
    ...report.tables.flatMap((table) => [
      { ...gap },
      ...(table.title ? [line(table.title, 'H2', LINE * 1.4)] : []),
      ...tablePieces(table, report.words, writing, fitter, room),
    ]),
    ...report.signatures.map((signature) => line(`${signature} ______________________________`, 'P', LINE * 2.4)),
  ];
}

function tablePieces(
  table: ReportTable,
  words: ReportDocument['words'],
  writing: ReportWriting,
  fitter: TextFitter,
  room: number,
): Piece[] {
  const { columns, lines } = table;
  const all = columns.reduce((sum, { width }) => sum + width, 0) || 1;
  const widths = columns.map(({ width }) => (width / all) * room);
  const tree = columns.findIndex(({ kind, width }) => kind === 'text' && width >= 20);
  const row = (texts: readonly string[], { strong = false, level = 1, ground = false, head = null as Piece | null }): Piece => {
    const font = strong ? 'strong' : 'regular';
    const indent = (at: number): number => (at === tree ? (level - 1) * INDENT : 0);
    // Headings and texts break between words; numbers stand whole or shrink to a sign that they do not fit.
    const wrapped = texts.map((text, at) => fitter.wrap(text, Math.max(1, widths[at] - 2 * PAD - indent(at)), font, MOST_LINES));
    const height = Math.max(1, ...wrapped.map((cut) => cut.length)) * LINE + PAD;
    return {
      height,
      head,
      draw(scene, y, read) {
        if (ground) drawRect(scene, LAYER.ground, COLOUR.header, 0, y, room, height);
        let x = 0;
        for (const [at, cut] of wrapped.entries()) {
          const right = !ground && isRight(columns[at]);
          let rest = texts[at];
          for (const [number, text] of cut.entries()) {
            // A line that was cut is read with what it had no room for.
            const isWhole = rest.trimStart().startsWith(text);
            openPlace(scene, read === null ? null : cellPlace(read, at), isWhole ? text : rest.trimStart());
            rest = rest.trimStart().slice(text.length);
            drawText(
              scene,
              LAYER.text,
              COLOUR.text,
              font,
              right ? 'right' : 'left',
              right ? x + widths[at] - PAD : x + PAD + indent(at),
              y + PAD / 2 + LINE * (number + 0.5),
              text,
            );
          }
          drawRect(scene, LAYER.line, COLOUR['line-strong'], x, y, 0.7, height);
          x += widths[at];
        }
        drawRect(scene, LAYER.line, COLOUR['line-strong'], room - 0.7, y, 0.7, height);
        for (const edge of [y, y + height]) drawRect(scene, LAYER.line, COLOUR['line-strong'], 0, edge, room, 0.7);
      },
    };
  };
  const head: Piece = {
    ...row(
      columns.map(({ title }) => title),
      { strong: true, ground: true },
    ),
    as: 'Table',
  };
  const pieces = lines.map(({ cells, level, strong }) =>
    row(
      columns.map((column, at) => writing.text(cells[at] ?? null, column)),
      { strong, level, head },
    ),
  );
  const sums = sumsOf(table);
  const total = columns.map((column, at) => (at === 0 ? words.total : writing.text(sums[at], column)));
  const nothing: Piece = {
    height: LINE * 1.5,
    head: null,
    as: 'P',
    draw(scene, y, read) {
      openPlace(scene, read === null ? null : cellPlace(read, 0), words.nothing);
      drawText(scene, LAYER.text, COLOUR['text-muted'], 'regular', 'left', 0, y + LINE, words.nothing);
    },
  };
  return [head, ...pieces, ...(lines.length ? (sums.some((sum) => sum !== null) ? [row(total, { strong: true, head })] : []) : [nothing])];
}

const isRight = ({ kind }: ReportColumn): boolean => kind === 'number' || kind === 'money' || kind === 'percent';
