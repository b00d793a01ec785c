import { ITEM_TYPES } from '@gantry/domain';
import { childrenFirst, type RowTree } from '@gantry/engine';
import type { GanttRows } from '@gantry/scene';
import type { ScheduleDocument } from '../document/document.ts';

const SUMMARY = ITEM_TYPES.indexOf('sum');
const DRAFT = ITEM_TYPES.indexOf('draft');

function marks(types: Uint8Array, type: number): Uint8Array {
  const marked = new Uint8Array(types.length);
  for (let row = 0; row < types.length; row += 1) if (types[row] === type) marked[row] = 1;
  return marked;
}

/** The tree of rows as they stand, for the engine's roll-up: in preorder, children are behind their parents. */
export function treeOfRows({ count, level, type }: Pick<GanttRows, 'count' | 'level' | 'type'>): Required<RowTree> {
  const parent = new Int32Array(count);
  const order = new Int32Array(count);
  const open: number[] = [];
  for (let row = 0; row < count; row += 1) {
    while (open.length && level[open[open.length - 1]] >= level[row]) open.pop();
    parent[row] = open.length ? open[open.length - 1] : -1;
    order[row] = count - 1 - row;
    open.push(row);
  }
  return { parent, order, isDraft: marks(type, DRAFT), isSummary: marks(type, SUMMARY) };
}

/** The tree of the rows of a document by their slots; free slots are drafts at the top. */
export function treeOfDocument({ tables: { wbs } }: ScheduleDocument): Required<RowTree> {
  const parent = new Int32Array(wbs.size).fill(-1);
  const types = new Uint8Array(wbs.size).fill(DRAFT);
  const [parents, own] = [wbs.numbers.get('parentId') as Int32Array, wbs.numbers.get('type') as Uint8Array];
  for (const slot of wbs.slotOf.values()) {
    parent[slot] = wbs.slotOf.get(parents[slot]) ?? -1;
    types[slot] = own[slot];
  }
  const tree = { parent, isDraft: marks(types, DRAFT), isSummary: marks(types, SUMMARY) };
  return { ...tree, order: childrenFirst(tree) };
}
