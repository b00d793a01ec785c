import type { PrintSlots } from '@gantry/domain';

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

const MOST_LINES = 6;

/** The lines of a text of a slot. */
export const linesOf = (text: string): string[] => (text === '' ? [] : text.split('\n').slice(0, MOST_LINES));

/** How many lines stand above and below, at the most; an empty slot takes the text of `otherwise`. */
export function slotLines(slots: PrintSlots, otherwise?: PrintSlots): { upper: number; lower: number } {
  const most = (...names: (keyof PrintSlots)[]): number =>
    Math.max(...names.map((name) => linesOf(slots[name] || (otherwise?.[name] ?? '')).length));
  return { upper: most('upper_left', 'upper_centre', 'upper_right'), lower: most('lower_left', 'lower_centre', 'lower_right') };
}
