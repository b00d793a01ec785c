import type { CellEditorKind, CellWords } from './cell-editor.ts';
import { readTyped } from '../../../lib/numbers.ts';

/** Writes a number with the language's decimal mark. */
export function writeNumber(value: number, words: CellWords): string {
  const text = String(value);
  return words.decimalComma ? text.replace('.', ',') : text;
}

/** Amounts are kept to millionths. */
const MILLIONTHS = 1e6;

/** Numbers; an empty text is none, and a percentage is that share of what the cell belongs to. */
export const number: CellEditorKind = {
  element: 'input',
  read(text, { words, whole = null }) {
    const typed = text.trim();
    if (typed === '') return { value: null };
    const share = whole !== null && typed.endsWith('%') ? readTyped(typed.slice(0, -1)) : null;
    const value = share === null || whole === null ? readTyped(typed) : Math.round((share / 100) * whole * MILLIONTHS) / MILLIONTHS;
    return value === null ? { refusal: words.refusal.number } : { value };
  },
  write: (value, { words }) => (typeof value === 'number' ? writeNumber(value, words) : ''),
};
