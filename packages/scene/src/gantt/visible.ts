import type { GanttRows } from './rows.ts';

/** Which rows stand on the screen's list, top to bottom; both arrays are as long as there are rows. */
export type VisibleRows = {
  count: number;
  /** Place in the list → row. */
  rowAt: Int32Array;
  /** Row → place in the list, -1 where folded away or filtered out. */
  indexOf: Int32Array;
};

/** An empty list with room for `count` rows. */
export function newVisible(count: number): VisibleRows {
  return { count: 0, rowAt: new Int32Array(count), indexOf: new Int32Array(count) };
}

/**
 * Fills the list: one pass that skips folded subtrees.
 * `order` puts siblings in another order (see `sortSiblings`), `hidden` marks rows that a filter took out with 1.
 */
export function listVisible(rows: GanttRows, into: VisibleRows, order: Int32Array | null = null, hidden: Uint8Array | null = null): void {
  const { rowAt, indexOf } = into;
  const { collapsed, end, count } = rows;
  if (!order && !hidden && collapsed.indexOf(1) < 0) {
    for (let row = 0; row < count; row++) {
      rowAt[row] = row;
      indexOf[row] = row;
    }
    into.count = count;
    return;
  }
  indexOf.fill(-1);
  let shown = 0;
  let place = 0;
  while (place < count) {
    const row = order ? order[place] : place;
    if (hidden && hidden[row] === 1) {
      place++;
      continue;
    }
    rowAt[shown] = row;
    indexOf[row] = shown++;
    place += collapsed[row] === 1 ? end[row] - row : 1;
  }
  into.count = shown;
}

/** Folds or unfolds every row with children; `depth` unfolds only the levels above it. */
export function foldAll(rows: GanttRows, folded: boolean, depth = 0): void {
  for (let row = 0; row < rows.count; row++) {
    if (rows.end[row] > row + 1) rows.collapsed[row] = folded && rows.level[row] >= depth ? 1 : 0;
  }
}

/** Unfolds the ancestors of a row; true where anything changed. */
export function reveal(rows: GanttRows, row: number): boolean {
  let changed = false;
  let level = rows.level[row];
  for (let at = row - 1; at >= 0 && level > 0; at--) {
    if (rows.level[at] >= level) continue;
    level = rows.level[at];
    if (rows.collapsed[at] === 1) {
      rows.collapsed[at] = 0;
      changed = true;
    }
  }
  return changed;
}
