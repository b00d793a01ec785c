/** A line of a preview: what changes, then its fields before and after; `note` is why it is refused. */
export type ChangeLine = { type: 'row'; label: string; note?: string } | { type: 'field'; field: string; before: unknown; after: unknown };

/** Something that changes, with its fields before and after. */
type Change = { label: string; fields: readonly { field: string; before: unknown; after: unknown }[] };

/** Lines of changes, each over its fields. */
export const linesOf = <C extends Change>(changes: readonly C[], noteOf?: (change: C) => string): ChangeLine[] =>
  changes.flatMap((change) => [
    { type: 'row' as const, label: change.label, ...(noteOf ? { note: noteOf(change) } : {}) },
    ...change.fields.map((field) => ({ type: 'field' as const, ...field })),
  ]);
