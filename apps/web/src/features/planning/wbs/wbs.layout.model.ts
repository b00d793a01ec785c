import type { GridLayout } from '@gantry/contract';

/** The grid as it stands for somebody who has set nothing: its width ends at a column. */
export const DEFAULT_LAYOUT: GridLayout = {
  columns: ['code', 'name', 'durationMinutes', 'start', 'finish', 'progress', 'totalFloatMinutes', 'predecessors'],
  frozen: ['code', 'name'],
  widths: {},
  gridWidth: 720,
  pixelsPerDay: 8,
  panes: 'both',
  showLinks: true,
  sort: null,
};

/** The list of columns with one of them put where another stands; null = last. */
export function movedColumn(columns: readonly string[], id: string, onto: string | null): string[] {
  const left = columns.filter((column) => column !== id);
  if (onto === null || onto === id) return onto === id ? [...columns] : [...left, id];
  const forward = columns.indexOf(onto) > columns.indexOf(id);
  left.splice(left.indexOf(onto) + (forward ? 1 : 0), 0, id);
  return left;
}

/** A click on a header: sorted up, then down, then as in the plan. */
export function nextSort(sort: GridLayout['sort'], column: string): GridLayout['sort'] {
  if (sort?.column !== column) return { column, direction: 1 };
  return sort.direction === 1 ? { column, direction: -1 } : null;
}

/** The list of columns with one shown that was not, or hidden; a column comes back where the usual order has it. */
export function toggledColumn(columns: readonly string[], id: string, usual: readonly string[]): string[] {
  if (columns.includes(id)) return columns.length > 1 ? columns.filter((column) => column !== id) : [...columns];
  const place = usual.indexOf(id);
  const before = columns.findIndex((column) => usual.indexOf(column) > place);
  return before < 0 ? [...columns, id] : [...columns.slice(0, before), id, ...columns.slice(before)];
}
