/** What values of directories are, for threads that read and write files: no database behind this door. */
export { withEntries } from './directories.rows.rules.ts';
export { type Definition, indexLists, type ListIndex, readCell, writeCell } from './directories.values.rules.ts';
export { inTreeOrder, unpackRows } from './directories.rows.rules.ts';
