import { NO_DATE } from '@gantry/domain';
import type { TaskStatus } from '@gantry/domain';

/** The tree of rows as parent indexes (−1 at the top), in any order. Rows without children bring values, the others get them. */
export type RowTree = { parent: Int32Array; isDraft: Uint8Array };

/** Rows so that children stand before their parents; rows of a ring of parents are left out. */
export function childrenFirst(tree: RowTree): Int32Array {
  const count = tree.parent.length;
  const open = new Int32Array(count);
  for (const parent of tree.parent) if (parent >= 0) open[parent]++;
  const order = new Int32Array(count);
  let end = 0;
  for (let row = 0; row < count; row++) if (open[row] === 0) order[end++] = row;
  for (let at = 0; at < end; at++) {
    const parent = tree.parent[order[at]];
    if (parent >= 0 && --open[parent] === 0) order[end++] = parent;
  }
  return order.slice(0, end);
}

/** Marks the rows that have a child which is not a draft. */
function parentRows(tree: RowTree): Uint8Array {
  const isParent = new Uint8Array(tree.parent.length);
  for (let row = 0; row < isParent.length; row++) if (!tree.isDraft[row] && tree.parent[row] >= 0) isParent[tree.parent[row]] = 1;
  return isParent;
}

/** Sums of the leaves below each parent; leaves keep their value, drafts give none. */
export function sumToParents(tree: RowTree, values: Float64Array): Float64Array {
  const isParent = parentRows(tree);
  const sums = values.map((value, row) => (isParent[row] ? 0 : value));
  for (const row of childrenFirst(tree)) if (tree.parent[row] >= 0 && !tree.isDraft[row]) sums[tree.parent[row]] += sums[row];
  return sums;
}

/** Earliest starts (`min`) or latest finishes (`max`) of the leaves below each parent; NO_DATE where there is none. */
export function extremeToParents(tree: RowTree, dates: Int32Array, side: 'min' | 'max'): Int32Array {
  const isParent = parentRows(tree);
  const result = dates.map((date, row) => (isParent[row] ? NO_DATE : date));
  for (const row of childrenFirst(tree)) {
    const parent = tree.parent[row];
    if (parent < 0 || tree.isDraft[row] || result[row] === NO_DATE) continue;
    const isBetter = side === 'min' ? result[row] < result[parent] : result[row] > result[parent];
    if (result[parent] === NO_DATE || isBetter) result[parent] = result[row];
  }
  return result;
}

/** Progress of parents: the mean of the leaves by weight; where the weights add up to nothing, the plain mean. */
export function progressToParents(tree: RowTree, progress: Float64Array, weights: Float64Array): Float64Array {
  const isParent = parentRows(tree);
  const done = sumToParents(
    tree,
    progress.map((value, row) => value * weights[row]),
  );
  const whole = sumToParents(tree, weights);
  const plain = sumToParents(tree, progress);
  const leaves = sumToParents(
    tree,
    Float64Array.from(progress, () => 1),
  );
  return progress.map((value, row) => {
    if (!isParent[row]) return value;
    return whole[row] > 0 ? done[row] / whole[row] : leaves[row] > 0 ? plain[row] / leaves[row] : 0;
  });
}

/** Status of parents: completed when every leaf is, not started when none is; leaves keep theirs. */
export function statusToParents(tree: RowTree, status: readonly TaskStatus[]): TaskStatus[] {
  const isParent = parentRows(tree);
  const count = (wanted: TaskStatus) =>
    sumToParents(
      tree,
      Float64Array.from(status, (value, row) => (!isParent[row] && value === wanted ? 1 : 0)),
    );
  const completed = count('completed');
  const waiting = count('not_started');
  const leaves = sumToParents(
    tree,
    Float64Array.from(status, () => 1),
  );
  return status.map((value, row) => {
    if (!isParent[row]) return value;
    if (completed[row] === leaves[row]) return 'completed';
    return waiting[row] === leaves[row] ? 'not_started' : 'in_progress';
  });
}
