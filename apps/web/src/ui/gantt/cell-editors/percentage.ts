import type { CellEditorKind } from './cell-editor.ts';
import { writeNumber } from './number.ts';
import { readTyped } from '../../../lib/numbers.ts';

/** Percentages: 0…1 inside, 0…100 on the screen, with or without the sign. */
export const percentage: CellEditorKind = {
  element: 'input',
  read(text, { words }) {
    const value = readTyped(text.trim().replace(/%$/, ''));
    return value === null || value < 0 || value > 100 ? { refusal: words.refusal.percentage } : { value: value / 100 };
  },
  write: (value, { words }) => (typeof value === 'number' ? writeNumber(Math.round(value * 10_000) / 100, words) : ''),
};
