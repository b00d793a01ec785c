import type { CellEditorKind } from './cell-editor.ts';

/** One of the column's options, found by its value or its label. */
export const select: CellEditorKind = {
  element: 'select',
  read(text, { words, options }) {
    const wanted = text.trim().toLowerCase();
    const option =
      options.find(({ value }) => String(value) === text.trim()) ?? options.find(({ label }) => label.toLowerCase() === wanted);
    return option ? { value: option.value } : { refusal: words.refusal.choice };
  },
  write: (value) => (value === null ? '' : String(value)),
};
