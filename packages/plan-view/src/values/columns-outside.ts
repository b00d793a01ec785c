import type { ScheduleDocument } from '../document/document.ts';

/** A column whose cells come from beside the version; by the ids of rows. */
export type OutsideColumn = { id: string; cells: ReadonlyMap<number, string> };

const attached = new WeakMap<ScheduleDocument, readonly OutsideColumn[]>();

/** Says which columns from beside an open version stand in its grid; each is titled by its id. */
export const attachColumns = (document: ScheduleDocument, columns: readonly OutsideColumn[]): void => void attached.set(document, columns);

/** The columns from beside an open version. */
export const columnsOutside = (document: ScheduleDocument): readonly OutsideColumn[] => attached.get(document) ?? [];
