import type { CellEditorKind, CellWords } from './cell-editor.ts';

const NUMBER = /^[+-]?(\d+([.,]\d*)?|[.,]\d+)$/;

/** Reads a number with a comma or a point, thousands parted by spaces; null where it is none. */
export function readNumber(text: string): number | null {
  const bare = text.replace(/[\s\u00a0\u202f]/g, '');
  if (!NUMBER.test(bare)) return null;
  const value = Number(bare.replace(',', '.'));
  return Number.isFinite(value) ? value : null;
}

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
