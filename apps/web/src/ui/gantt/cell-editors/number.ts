import { readNumber } from '@gantry/domain';
import type { CellEditorKind, CellWords } from './cell-editor.ts';

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
    const value = readNumber(text);
    return value === null ? { refusal: words.refusal.number } : { value };
  },
  write: (value, { words }) => (typeof value === 'number' ? writeNumber(value, words) : ''),
};
