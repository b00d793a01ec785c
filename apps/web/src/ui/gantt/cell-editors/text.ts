import type { CellEditorKind } from './cell-editor.ts';

/** Plain texts. */
export const text: CellEditorKind = {
  element: 'input',
  read: (typed) => ({ value: typed }),
  write: (value) => (value === null ? '' : String(value)),
};
