import type { GanttColumn } from '@gantry/scene';
import type { Steps } from './arrange.ts';
import type { ScheduleView } from '../rows/view.ts';

/** A cell whose text has what is looked for. */
export type FoundCell = { row: number; column: string; text: string };

const ROWS_A_STEP = 512;
const MOST = 10_000;

const escaped = (text: string): string => text.replace(/[.*+?^${}()|[\]\\]/g, '\\$&');

/** What to look for, as a pattern; `words` = whole words alone. */
export function findPattern(text: string, matchCase: boolean, words: boolean): RegExp | null {
  if (text === '') return null;
  const body = words ? `(?<![\\p{L}\\p{N}])${escaped(text)}(?![\\p{L}\\p{N}])` : escaped(text);
  return new RegExp(body, matchCase ? 'gu' : 'giu');
}

/** Cells of the columns shown whose text has a pattern, top to bottom. Rows that a filter hides are left out. */
export function* findCells(
  { rows }: Pick<ScheduleView, 'rows'>,
  columns: readonly GanttColumn[],
  pattern: RegExp,
  hidden: Uint8Array | null,
  order: Int32Array | null,
): Steps<FoundCell[]> {
  const found: FoundCell[] = [];
  for (let place = 0; place < rows.count && found.length < MOST; place += 1) {
    if (place % ROWS_A_STEP === ROWS_A_STEP - 1) yield;
    const row = order ? order[place] : place;
    if (hidden?.[row] === 1) continue;
    for (const column of columns) {
      const text = column.text(row);
      pattern.lastIndex = 0;
      if (text !== '' && pattern.test(text)) found.push({ row, column: column.id, text });
    }
  }
  return found;
}

/** Columns whose text can be replaced in. */
export const isReplaceable = (columnId: string): boolean => columnId === 'name' || columnId === 'code';

/** A text with what was looked for exchanged, taken as it stands. */
export const replaced = (text: string, pattern: RegExp, by: string): string => text.replace(pattern, () => by);
