import type { CellEditorKind } from './cell-editor.ts';

const YES = ['true', '1', '+', 'x', 'yes', 'да', 'oui'];
const NO = ['false', '0', '-', '', 'no', 'нет', 'non'];

/** Yes or no: changed at once, without an element. */
export const flag: CellEditorKind = {
  element: 'none',
  read(text, { words }) {
    const typed = text.trim().toLowerCase();
    if (YES.includes(typed)) return { value: true };
    return NO.includes(typed) ? { value: false } : { refusal: words.refusal.choice };
  },
  write: (value) => String(value === true),
};
