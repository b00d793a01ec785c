import type { GridLayout } from '@gantry/contract';

/** Room of the splitter inside the grid's width. */
const SPLITTER = 4;
/** Where the usual columns end: behind the finish, the total float and the predecessors. */
const ENDS = [552, 716, 856];

/** The grid's width for a window: as many whole columns as leave the chart more than a half. */
export function usualGridWidth(windowWidth: number): number {
  const most = windowWidth * 0.55;
  return (ENDS.findLast((end) => end <= most) ?? ENDS[0]) + SPLITTER;
}

/** The usual columns, as they stand in a window of 1440 px. */
export const DEFAULT_LAYOUT: GridLayout = {
  columns: ['code', 'name', 'durationMinutes', 'start', 'finish', 'progress', 'totalFloatMinutes', 'predecessors'],
  frozen: ['code', 'name'],
  widths: {},
  gridWidth: 720,
  pixelsPerDay: 8,
  panes: 'both',
  showLinks: true,
  colourBy: null,
  barText: null,
  sort: null,
};

/** Moves a column to another's place; null = last. */
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

/** What of a layout each schedule has for itself: its scale and the widths that its texts need. */
export type OwnLook = Partial<Pick<GridLayout, 'pixelsPerDay' | 'widths'>>;

/** A change of the layout, parted into what is kept for the schedule and what for all. */
export function partedChange({ pixelsPerDay, widths, ...shared }: Partial<GridLayout>): { own: OwnLook; shared: Partial<GridLayout> } {
  return { own: { ...(pixelsPerDay && { pixelsPerDay }), ...(widths && { widths }) }, shared };
}
