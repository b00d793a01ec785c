import type { GanttRows } from './rows.ts';

/**
 * Order of the rows with siblings sorted at every level: place → row, a preorder again.
 * `compare` sees two rows; equal ones keep their order.
 */
export function sortSiblings(rows: GanttRows, compare: (a: number, b: number) => number): Int32Array {
  const { count, end } = rows;
  const order = new Int32Array(count);
  const pending = new Int32Array(count);
  const siblings: number[] = [];
  let top = 0;
  const push = (from: number, to: number): void => {
    siblings.length = 0;
    for (let row = from; row < to; row = end[row]) siblings.push(row);
    if (siblings.length <= 12) insertionSort(siblings, compare);
    else siblings.sort(compare);
    for (let i = siblings.length - 1; i >= 0; i--) pending[top++] = siblings[i];
  };
  push(0, count);
  let place = 0;
  while (top > 0) {
    const row = pending[--top];
    order[place++] = row;
    if (end[row] > row + 1) push(row + 1, end[row]);
  }
  return order;
}

function insertionSort(list: number[], compare: (a: number, b: number) => number): void {
  for (let i = 1; i < list.length; i++) {
    const value = list[i];
    let at = i;
    while (at > 0 && compare(list[at - 1], value) > 0) {
      list[at] = list[at - 1];
      at--;
    }
    list[at] = value;
  }
}
