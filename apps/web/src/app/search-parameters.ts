import type { ActivityAddress } from '../features/planning/activities/activities.model.ts';
import type { BoardSearch } from '../pages/kanban/board-search.ts';

/** Text of a query parameter; numbers are read as the text they were. */
export function text(value: unknown): string | undefined {
  return typeof value === 'string' || typeof value === 'number' ? String(value) : undefined;
}

/** The three parameters of the screens that list WBS rows. */
type RowSearch = { filter?: string; filter_indicator?: string; target?: string; figure?: string };
export const rowSearch = (search: Record<string, unknown>): RowSearch => ({
  figure: text(search['figure']),
  filter: text(search['filter']),
  filter_indicator: text(search['filter_indicator']),
  target: text(search['target']),
});

/** Which works figures are about. */
export const worksSearch = (search: Record<string, unknown>): { works_filter?: string; works_indicator?: string } => ({
  works_filter: text(search['works_filter']),
  works_indicator: text(search['works_indicator']),
});

/** Which cards of a board are shown. */
export const boardSearch = (search: Record<string, unknown>): BoardSearch =>
  Object.fromEntries(
    ['text', 'label', 'person', 'mine', 'overdue'].flatMap((name) => (text(search[name]) ? [[name, text(search[name])]] : [])),
  );

/** Where to go after signing in. */
export const redirectSearch = (search: Record<string, unknown>): { redirect?: string } => ({ redirect: text(search['redirect']) });

/** Which activities are listed, and in which order. */
export const activitySearch = (search: Record<string, unknown>): ActivityAddress => ({
  node: text(search['node']),
  author: text(search['author']),
  kind: text(search['kind']),
  from: text(search['from']),
  until: text(search['until']),
  order: text(search['order']),
});
