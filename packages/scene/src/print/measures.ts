import { picturesIn, type PrintSlots } from '@gantry/domain';

/** Pixels of a sheet: 96 an inch, as everywhere in drawings. */
export const PIXELS_PER_MM = 96 / 25.4;
export const PIXELS_PER_POINT = 96 / 72;

/** Size of the texts of rows in units of the chart, and of the captions. */
export const TEXT_SIZE = 13;
export const CAPTION_SIZE = 11;
/** A line of a slot, a row, and the two rows of the time scale, in units of the chart. */
export const LINE = 17;
export const ROW = 22;
export const HEADER = 40;
/** The strip of a load under the rows, in units of the chart. */
export const STRIP = 96;

const MOST_LINES = 6;

/** The lines of a text of a slot. */
export const linesOf = (text: string): string[] => (text === '' ? [] : text.split('\n').slice(0, MOST_LINES));

/** A line of the table of those who agree, in pixels of the sheet. */
export const APPROVAL_ROW = 5.5 * PIXELS_PER_MM;

/** How high the texts and pictures above and below are, in pixels of the sheet; an empty slot takes what stands in `otherwise`. */
export function slotHeights(
  slots: PrintSlots,
  otherwise: PrintSlots | null,
  own: number,
  pictureHeight: number,
): { upper: number; lower: number } {
  const high = (name: keyof PrintSlots): number => {
    const { text, pictures } = picturesIn(slots[name] || (otherwise?.[name] ?? ''));
    return linesOf(text).length * LINE * own + (pictures.length > 0 ? pictureHeight : 0);
  };
  const most = (...names: (keyof PrintSlots)[]): number => Math.max(...names.map(high));
  const spaced = (height: number): number => (height === 0 ? 0 : height + 0.5 * LINE * own);
  return {
    upper: spaced(most('upper_left', 'upper_centre', 'upper_right')),
    lower: spaced(most('lower_left', 'lower_centre', 'lower_right')),
  };
}
