import type { TitleField } from '@gantry/domain';

/** Words that blocks bear beside the names of their fields. */
export const TITLE_WORDS = [
  'change',
  'quantity',
  'sheet_short',
  'document_number',
  'signature_short',
  'date_short',
  'stage_short',
  'sheets_short',
  'agreed',
  'instead_of',
  'signature_date',
  'inventory',
] as const;
export type TitleWord = (typeof TITLE_WORDS)[number];

/** What a cell shows: what people have written, a word of the form, or the number of this sheet or of all. */
export type TitleContent =
  | { field: TitleField; named?: true }
  | { word: TitleWord }
  | { count: 'page' | 'pages' | 'both'; named?: true }
  | null;

/** A cell of a block; lengths in millimetres from its upper left corner, `size` is the height of capitals. */
export type TitleCell = {
  x: number;
  y: number;
  width: number;
  height: number;
  content: TitleContent;
  size: number;
  align: 'left' | 'center';
  /** Its frame is a thick line. */
  strong: boolean;
  /** Reads from below upwards. */
  turned?: boolean;
};

/** A block; it stands in the lower right corner of the frame. */
export type TitleBlock = { width: number; height: number; cells: readonly TitleCell[] };

/** Cells left of the frame, with y counted from its lower edge upwards. */
export type TitleForm = { first: TitleBlock; further: TitleBlock; margin: readonly TitleCell[] };

/** A cell whose text stands in the middle. */
export function cell(x: number, y: number, width: number, height: number, content: TitleContent, size = 2.5, strong = true): TitleCell {
  return { x, y, width, height, content, size, align: 'center', strong };
}
