import { NO_DATE } from '@gantry/domain';
import type { TaskStatus } from '@gantry/domain';

/** The tree of rows as parent indexes (−1 at the top), in any order. Rows without children bring values, the others get them. */
export type RowTree = {
  parent: Int32Array;
  isDraft: Uint8Array;
  /** Marks summaries: one without rows below it keeps its values and brings none. */
  isSummary?: Uint8Array;
  /** Rows so that children stand before their parents, where that is known. */
  order?: Int32Array;
};

/** Rows so that children stand before their parents; rows of a cycle of parents are left out. */
export function childrenFirst(tree: RowTree): Int32Array {
  if (tree.order) return tree.order;
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
  const sums = values.slice();
  for (let row = 0; row < sums.length; row++) if (isParent[row]) sums[row] = 0;
  for (const row of childrenFirst(tree)) if (tree.parent[row] >= 0 && !tree.isDraft[row]) sums[tree.parent[row]] += sums[row];
  return sums;
}

/** Earliest starts (`min`) or latest finishes (`max`) of the leaves below each parent; NO_DATE where there is none. */
export function extremeToParents(tree: RowTree, dates: Int32Array, side: 'min' | 'max'): Int32Array {
  const isParent = parentRows(tree);
  const result = dates.slice();
  for (let row = 0; row < result.length; row++) if (isParent[row]) result[row] = NO_DATE;
  for (const row of childrenFirst(tree)) {
    const parent = tree.parent[row];
    if (parent < 0 || tree.isDraft[row] || result[row] === NO_DATE) continue;
    const isBetter = side === 'min' ? result[row] < result[parent] : result[row] > result[parent];
    if (result[parent] === NO_DATE || isBetter) result[parent] = result[row];
  }
  return result;
}

/** Amounts of each row with those of all rows below it; drafts bring none, NaN where there is no amount at all. */
export function amountsToParents(tree: RowTree, amounts: Float64Array): Float64Array {
  const sums = amounts.slice();
  for (const row of childrenFirst(tree)) {
    const parent = tree.parent[row];
    if (parent < 0 || tree.isDraft[row] || Number.isNaN(sums[row])) continue;
    sums[parent] = Number.isNaN(sums[parent]) ? sums[row] : sums[parent] + sums[row];
  }
  return sums;
}

/** Progress of parents: the mean of the leaves by weight; where the weights add up to nothing, the plain mean. */
export function progressToParents(tree: RowTree, progress: Float64Array, weights: Float64Array): Float64Array {
  const { parent, isDraft } = tree;
  const isParent = parentRows(tree);
  const count = progress.length;
  const [done, whole, plain, leaves] = [new Float64Array(count), new Float64Array(count), new Float64Array(count), new Int32Array(count)];
  const result = new Float64Array(count);
  for (let row = 0; row < count; row++) result[row] = isParent[row] ? 0 : progress[row];
  for (const row of childrenFirst(tree)) {
    if (!isParent[row]) {
      done[row] = progress[row] * weights[row];
      whole[row] = weights[row];
      plain[row] = progress[row];
      leaves[row] = 1;
    } else result[row] = whole[row] > 0 ? done[row] / whole[row] : leaves[row] > 0 ? plain[row] / leaves[row] : 0;
    const above = parent[row];
    if (above < 0 || isDraft[row]) continue;
    done[above] += done[row];
    whole[above] += whole[row];
    plain[above] += plain[row];
    leaves[above] += leaves[row];
  }
  return result;
}

/** Values of rows that parents show of what is below them; `weight` is the duration of each row, `float` its total float where it has one. */
export type RolledColumns = { start: Int32Array; finish: Int32Array; progress: Float64Array; weight: Float64Array; float: Int32Array };

/** Gives each parent the dates, the least float and the progress of what is below it, in place. The one answer to what a phase shows. */
export function rollUp(tree: RowTree, { start, finish, progress, weight, float }: RolledColumns): void {
  const work = { ...tree, order: childrenFirst(tree), isDraft: bringsNothing(tree) };
  start.set(extremeToParents(work, start, 'min'));
  finish.set(extremeToParents(work, finish, 'max'));
  float.set(extremeToParents(work, float, 'min'));
  progress.set(progressToParents(work, progress, weight));
}

/** Drafts, and summaries that have nothing but such rows below them. */
function bringsNothing(tree: RowTree): Uint8Array {
  const { parent, isDraft, isSummary } = tree;
  if (!isSummary) return isDraft;
  const result = isDraft.slice();
  for (let row = 0; row < result.length; row++) result[row] |= isSummary[row];
  for (const row of childrenFirst(tree)) if (!result[row] && parent[row] >= 0 && !isDraft[parent[row]]) result[parent[row]] = 0;
  return result;
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
