import { marginsOf, type PrintFormat } from '@gantry/domain';
import { APPROVAL_ROW, PIXELS_PER_MM, PIXELS_PER_POINT, slotHeights, TEXT_SIZE } from '../measures.ts';
import type { PageParts, PagePictures, PageValues } from '../parts.ts';
import type { PrintedPlan } from '../plan.ts';
import { type Box, drawApprovals, drawSlots, drawWatermark, slotsOf } from './draw-around.ts';
import { blockOf, drawTitles } from './draw-titles.ts';

/** What a format leaves of its sheets for what is printed, and the heights above and below it: of the first sheets, and of the others. */
export type LaidAround = {
  format: PrintFormat;
  width: number;
  height: number;
  /** Between the margins, and what of it is printed in: less where a title block brings a frame. */
  frame: Box;
  inner: Box;
  /** Pixels to a unit of the texts that were chosen. */
  own: number;
  upper: readonly [number, number];
  lower: readonly [number, number];
};

/** The words of what stands around. */
export type AroundWords = Pick<PrintedPlan['words'], 'titleWord' | 'titleField' | 'approval'>;

/** Padding inside the frame of a title block, in pixels. */
const FRAME_PAD = 1.5 * PIXELS_PER_MM;
/** Gap above a title block, in pixels. */
const FOOT_GAP = 2 * PIXELS_PER_MM;
/** Gap left of a title block, in pixels. */
const BESIDE_BLOCK = 4 * PIXELS_PER_MM;

/** Lays out what stands around the contents of every sheet of a format: titles, headers, who agrees, the title block. */
export function layOutAround(format: PrintFormat): LaidAround {
  const margins = marginsOf(format);
  const width = format.sheet_width * PIXELS_PER_MM;
  const height = format.sheet_height * PIXELS_PER_MM;
  const frame = {
    x: margins.left * PIXELS_PER_MM,
    y: margins.top * PIXELS_PER_MM,
    width: width - (margins.left + margins.right) * PIXELS_PER_MM,
    height: height - (margins.top + margins.bottom) * PIXELS_PER_MM,
  };
  const pad = format.title_block === 'none' ? 0 : FRAME_PAD;
  const inner = { x: frame.x + pad, y: frame.y + pad, width: frame.width - 2 * pad, height: frame.height - 2 * pad };
  const own = (format.text_size * PIXELS_PER_POINT) / TEXT_SIZE;
  const pictureHeight = format.picture_mm * PIXELS_PER_MM;
  const heads = slotHeights(format.headers, null, own, pictureHeight);
  const titles = slotHeights(format.titles, format.headers, own, pictureHeight);
  const approvals = format.approvals.length === 0 ? 0 : (format.approvals.length + 1.5) * APPROVAL_ROW;
  const [first, further] = [true, false].map((isFirst) => {
    const block = (blockOf(format, isFirst)?.height ?? 0) * PIXELS_PER_MM;
    return block + (block > 0 ? FOOT_GAP : 0);
  });
  return {
    format,
    width,
    height,
    frame,
    inner,
    own,
    upper: [Math.max(heads.upper, titles.upper), heads.upper],
    lower: [Math.max(approvals + Math.max(heads.lower, titles.lower), first), Math.max(heads.lower, further)],
  };
}

/** A page among all: `row` is 0 on the first row of sheets. */
type PageAround = { isFirst: boolean; row: 0 | 1; values: PageValues };

/** Draws what stands above the contents of a page. */
export function drawAbove(
  parts: PageParts,
  { format, inner, own, upper }: LaidAround,
  { isFirst, row, values }: PageAround,
  pictures: PagePictures,
): void {
  const box = { x: inner.x, y: inner.y, width: inner.width, height: upper[row] };
  drawSlots(parts, box, slotsOf(format, isFirst, values), 'upper', own, isFirst, format.picture_mm * PIXELS_PER_MM, pictures);
}

/** Draws what stands below the contents: the title block, left of it who agrees and the texts of the slots; and over all the watermark. */
export function drawBelow(
  parts: PageParts,
  { format, width, height, frame, inner, own, lower }: LaidAround,
  { isFirst, row, values }: PageAround,
  pictures: PagePictures,
  words: AroundWords,
): void {
  const below = lower[row];
  const block = blockOf(format, isFirst);
  const wide = inner.width - (block ? block.width * PIXELS_PER_MM + BESIDE_BLOCK : 0);
  const foot = { x: inner.x, y: inner.y + inner.height - below, width: wide, height: below };
  drawSlots(parts, foot, slotsOf(format, isFirst, values), 'lower', own, isFirst, format.picture_mm * PIXELS_PER_MM, pictures);
  if (isFirst) drawApprovals(parts, format, foot, words);
  drawTitles(parts, format, frame, isFirst, words, values);
  drawWatermark(parts, { width, height }, format.watermark.text, format.watermark.share);
}
