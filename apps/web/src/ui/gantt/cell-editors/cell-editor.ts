import type { Minute } from '@gantry/domain';
import type { CellOption, CellValue } from '@gantry/scene';

/** Words and habits of the user's language that cells are read and written with. */
export type CellWords = {
  /** Month names in every form that users type ('март', 'марта'), January first. */
  months: readonly (readonly string[])[];
  /** Names of duration units in all their forms; the first is written. */
  units: { minute: readonly string[]; hour: readonly string[]; day: readonly string[]; week: readonly string[]; month: readonly string[] };
  decimalComma: boolean;
  refusal: { number: string; date: string; duration: string; percentage: string; choice: string };
};

/** How long a working day, week and month are, in minutes: durations in those units. */
export type DurationSizes = { day: Minute; week: Minute; month: Minute };

/** Eight hours, five days, twenty days. */
export const USUAL_SIZES: DurationSizes = { day: 480, week: 2400, month: 9600 };

/** Input of an editor for its cell. */
export type CellContext = {
  words: CellWords;
  sizes: DurationSizes;
  options: readonly CellOption[];
  /** What a percentage that is typed as an amount is a share of; null where nothing. */
  whole?: number | null;
};

/** The value of a typed or pasted text, or its refusal. */
export type Parsed = { value: CellValue } | { refusal: string };

/** A way to edit a cell: from text, to text, and with which element. */
export type CellEditorKind = {
  element: 'input' | 'select' | 'none';
  read(text: string, context: CellContext): Parsed;
  write(value: CellValue, context: CellContext): string;
};
