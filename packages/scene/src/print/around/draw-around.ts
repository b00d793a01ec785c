import { filledSlot, picturesIn, PRINT_SLOTS, type PrintFormat, type PrintPicture, type PrintSlot } from '@gantry/domain';
import { type Alignment, drawRect, drawText, type Scene } from '../../drawing/scene.ts';
import { LAYER } from '../../gantt/colours.ts';
import { APPROVAL_ROW, LINE, linesOf, PIXELS_PER_MM, TEXT_SIZE } from '../measures.ts';
import type { PageParts, PagePictures, PageValues } from '../parts.ts';
import type { PrintedPlan } from '../plan.ts';

/** What stands in a slot of a page: lines of text, and pictures above them. */
export type FilledSlot = { lines: string[]; pictures: PrintPicture[] };
export type FilledSlots = Record<PrintSlot, FilledSlot>;

/** The texts of a page: of the first one its titles where they are not empty. */
export function slotsOf(format: PrintFormat, isFirst: boolean, values: PageValues): FilledSlots {
  const filled = PRINT_SLOTS.map((slot) => {
    const { text, pictures } = picturesIn((isFirst && format.titles[slot]) || format.headers[slot]);
    return [slot, { lines: linesOf(filledSlot(text, values)), pictures }];
  });
  return Object.fromEntries(filled) as FilledSlots;
}

const SIDES = [
  ['left', 'left'],
  ['centre', 'center'],
  ['right', 'right'],
] as const satisfies [string, Alignment][];
const GAP = 12;

/** A rectangle of a sheet, in its pixels. */
export type Box = { x: number; y: number; width: number; height: number };

/** Three texts side by side, pictures above them; one beside empty ones takes their room. `own` are pixels to a unit of the texts. */
export function drawSlots(
  parts: PageParts,
  { x, y, width, height }: Box,
  slots: FilledSlots,
  edge: 'upper' | 'lower',
  own: number,
  isFirst: boolean,
  pictureHeight: number,
  pictures: PagePictures,
): void {
  const filled = (side: 'left' | 'centre' | 'right') => slots[`${edge}_${side}`];
  const isEmpty = (side: 'left' | 'centre' | 'right') => filled(side).lines.length === 0 && filled(side).pictures.length === 0;
  const { fitter, roles } = parts;
  const fontOf = (side: 'left' | 'centre' | 'right') => (isFirst && edge === 'upper' && side === 'centre' ? 'strong' : 'regular');
  const wide = (side: 'left' | 'centre' | 'right'): number =>
    Math.max(0, ...filled(side).lines.map((line) => fitter.width(line, fontOf(side))));
  // Texts that do not meet stand whole, however little of the width a neighbour takes.
  const half = width / own / 2 - wide('centre') / 2 - GAP;
  const apart = !isEmpty('centre') && wide('left') <= half && wide('right') <= half;
  for (const [side, align] of SIDES) {
    const { lines, pictures: named } = filled(side);
    const alone = side === 'left' ? isEmpty('right') : side === 'right' ? isEmpty('left') : isEmpty('left') && isEmpty('right');
    const share = !isEmpty('centre') && (side !== 'centre' || !alone) ? 1 / 3 : alone ? 1 : 1 / 2;
    const text = lines.length * LINE * own;
    const high = text + (named.length > 0 ? pictureHeight : 0);
    const top = edge === 'upper' ? y : y + height - high;
    if (named.length > 0) drawPictures(parts, named, { x, y: top, width, height: pictureHeight }, align, pictures);
    const below = top + high - text;
    parts.put(x, below, width / own, text / own, own, (scene) => {
      const room = apart ? scene.width : scene.width * share - GAP;
      const at = align === 'left' ? 0 : align === 'right' ? scene.width : scene.width / 2;
      const font = fontOf(side);
      lines.forEach((line, index) =>
        drawText(scene, LAYER.text, roles.text, font, align, at, LINE * (index + 0.5), fitter.fit(line, room, font)),
      );
    });
  }
}

const BETWEEN = 2 * PIXELS_PER_MM;

function drawPictures(
  parts: PageParts,
  named: readonly PrintPicture[],
  box: Box,
  align: Alignment,
  { logo, qr, address }: PagePictures,
): void {
  const high = box.height - BETWEEN / 2;
  const widths = named.map((name) => (name === 'qr' ? (qr ? high : 0) : logo ? (logo.width / logo.height) * high : 0));
  const total = widths.reduce((sum, each) => sum + each, 0) + BETWEEN * (named.length - 1);
  let x = align === 'left' ? box.x : align === 'right' ? box.x + box.width - total : box.x + (box.width - total) / 2;
  named.forEach((name, index) => {
    const width = widths[index];
    if (name === 'logo' && logo)
      parts.picture({ raster: logo, x, y: box.y, width, height: high, ...(address !== undefined && { address }) });
    if (name === 'qr' && qr) drawCode(parts, x, box.y, high, qr);
    x += width + BETWEEN;
  });
}

/** Squares of light that readers of codes need around them. */
const QUIET = 2;

function drawCode({ put, roles }: PageParts, x: number, y: number, side: number, squares: NonNullable<PagePictures['qr']>): void {
  const count = squares.length + 2 * QUIET;
  put(x, y, count, count, side / count, (scene) => {
    drawRect(scene, LAYER.ground, roles.surface, 0, 0, count, count);
    squares.forEach((line, row) => {
      for (let from = 0; from < line.length; from++) {
        let to = from;
        while (to < line.length && line[to]) to++;
        drawRect(scene, LAYER.mark, roles.text, from + QUIET, row + QUIET, to - from, 1);
        from = Math.max(from, to - 1);
      }
    });
  });
}

/** How wide the table of those who agree may be. */
const APPROVALS_WIDE = 150 * PIXELS_PER_MM;
/** Sizes of its texts as shares of a line: the largest one that cuts none. */
const APPROVAL_SIZES = [0.46, 0.42, 0.38, 0.34, 0.3];
const APPROVAL_PAD = 3;
const APPROVAL_SHARES = [0.23, 0.23, 0.2, 0.17, 0.17];

/** Those who agree, a line each, with room to sign. */
export function drawApprovals(
  { put, fitter, roles }: PageParts,
  { approvals }: PrintFormat,
  { x, y, width }: Omit<Box, 'height'>,
  words: Pick<PrintedPlan['words'], 'approval'>,
): void {
  if (approvals.length === 0) return;
  const wide = Math.min(width, APPROVALS_WIDE);
  const heads = (['role', 'person', 'decision', 'date', 'signature'] as const).map((word) => words.approval(word));
  const lines = [heads, ...approvals.map(({ role, person, decision, date }) => [role, person, decision, date, ''])];
  const fits = (scale: number): boolean =>
    lines.every((line) =>
      line.every((text, column) => fitter.width(text, 'regular') <= (wide / scale) * APPROVAL_SHARES[column] - 2 * APPROVAL_PAD),
    );
  const sizes = APPROVAL_SIZES.map((share) => (APPROVAL_ROW * share) / TEXT_SIZE);
  const scale = sizes.find(fits) ?? sizes[sizes.length - 1];
  const row = APPROVAL_ROW / scale;
  put(x, y, wide / scale, row * lines.length + 1, scale, (scene: Scene) => {
    lines.forEach((line, index) => {
      drawRect(scene, LAYER.rowLine, roles.text, 0, index * row, scene.width, 1);
      let left = 0;
      line.forEach((text, column) => {
        const room = scene.width * APPROVAL_SHARES[column];
        drawRect(scene, LAYER.rowLine, roles.text, left, index * row, 1, row);
        const role = index === 0 ? roles['text-muted'] : roles.text;
        drawText(
          scene,
          LAYER.text,
          role,
          'regular',
          'left',
          left + APPROVAL_PAD,
          (index + 0.5) * row,
          fitter.fit(text, room - 2 * APPROVAL_PAD, 'regular'),
        );
        left += room;
      });
    });
    drawRect(scene, LAYER.rowLine, roles.text, scene.width - 1, 0, 1, row * lines.length + 1);
    drawRect(scene, LAYER.rowLine, roles.text, 0, row * lines.length, scene.width, 1);
  });
}

const DIAGONAL = 0.62;

/** A pale text from the lower left corner of a sheet to its upper right. */
export function drawWatermark(
  { put, fitter, roles }: PageParts,
  { width, height }: { width: number; height: number },
  text: string,
  share: number,
): void {
  if (text === '') return;
  const long = fitter.width(text, 'strong') + 2 * TEXT_SIZE;
  const high = 2 * TEXT_SIZE;
  const angle = -Math.atan2(height, width);
  const scale = Math.min((Math.hypot(width, height) * DIAGONAL) / long, (Math.min(width, height) * 0.5) / high);
  const [cos, sin] = [Math.cos(angle) * scale, Math.sin(angle) * scale];
  const x = width / 2 - (cos * long) / 2 + (sin * high) / 2;
  const y = height / 2 - (sin * long) / 2 - (cos * high) / 2;
  put(x, y, long, high, scale, (scene) => drawText(scene, LAYER.top, roles.text, 'strong', 'center', long / 2, high / 2, text), {
    turn: (angle * 180) / Math.PI,
    alpha: share / 100,
  });
}
