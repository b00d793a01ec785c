import { type Minute } from '@gantry/domain';
import type { CellEditorKind, CellWords, DurationSizes } from './cell-editor.ts';
import { writeNumber } from './number.ts';
import { readTyped } from '../../../lib/numbers.ts';

function unitSize(unit: string, { units }: CellWords, sizes: DurationSizes): number {
  const is = (forms: readonly string[], latin: readonly string[]): boolean =>
    latin.includes(unit) || forms.some((form) => form.toLowerCase() === unit);
  if (is(units.minute, ['m', 'min'])) return 1;
  if (is(units.hour, ['h', 'hr'])) return 60;
  if (is(units.day, ['d'])) return sizes.day;
  if (is(units.week, ['w', 'wk'])) return sizes.week;
  return is(units.month, ['mo', 'mon']) ? sizes.month : 0;
}

/** Reads `5d`, `4h`, `1,5w`, `2d 4h`, `30 min`, a bare number as days; null where it is no duration. */
export function readDuration(text: string, words: CellWords, sizes: DurationSizes): Minute | null {
  const bare = text.trim().toLowerCase();
  const days = readTyped(bare);
  if (days !== null) return days < 0 ? null : Math.round(days * sizes.day);
  const pattern = /(\d+(?:[.,]\d+)?)\s*([^\d\s.,]+)\.?\s*/guy;
  let sum = 0;
  let at = 0;
  for (let match = pattern.exec(bare); match; match = pattern.exec(bare)) {
    const size = unitSize(match[2], words, sizes);
    if (size === 0) return null;
    sum += (readTyped(match[1]) ?? 0) * size;
    at = pattern.lastIndex;
  }
  return at === bare.length && at > 0 ? Math.round(sum) : null;
}

/** Durations in working minutes, typed in units. */
export const duration: CellEditorKind = {
  element: 'input',
  read(text, { words, sizes }) {
    const value = readDuration(text, words, sizes);
    return value === null ? { refusal: words.refusal.duration } : { value };
  },
  write(value, { words, sizes }) {
    if (typeof value !== 'number') return '';
    if (value % 6 !== 0) return `${value}${words.units.minute[0]}`;
    const days = value / sizes.day;
    // Two decimals of a day are still readable; less even ones are written in hours.
    if (Number.isInteger(Math.round(days * 1e6) / 1e4)) return `${writeNumber(days, words)}${words.units.day[0]}`;
    return `${writeNumber(value / 60, words)}${words.units.hour[0]}`;
  },
};
