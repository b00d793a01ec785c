import type { CellEditorKind, CellWords } from './cell-editor.ts';
import { readTyped } from '../../../lib/numbers.ts';

/** Writes a number with the language's decimal mark. */
export function writeNumber(value: number, words: CellWords): string {
  const text = String(value);
  return words.decimalComma ? text.replace('.', ',') : text;
}

/** Numbers; an empty text is none. */
export const number: CellEditorKind = {
  element: 'input',
  read(text, { words }) {
    if (text.trim() === '') return { value: null };
    const value = readTyped(text);
    return value === null ? { refusal: words.refusal.number } : { value };
  },
  write: (value, { words }) => (typeof value === 'number' ? writeNumber(value, words) : ''),
};
