import type { Cells } from './write/cells.ts';

/** Rows that a model asks for: table → key of the row → cells. */
export type ModelRows = Map<string, Map<string, Cells>>;

/** Puts a row into the rows of a model. */
export type PutRow = (table: string, key: string, cells: Cells) => void;

/** Keys of one project's things while its rows are written. */
export type ProjectKeys = {
  project: string;
  /** Keys of WBS rows and of activities by item id; an item is in one of the two or left out. */
  wbs: Map<number, string>;
  tasks: Map<number, string>;
  resources: Map<number, { table: 'RSRC' | 'ROLES'; key: string }>;
  assignments: Map<number, string>;
};
