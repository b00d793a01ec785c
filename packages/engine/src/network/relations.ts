import { KIND, LINK, STATUS, type NetworkColumns } from './columns.ts';
import type { Hierarchy } from './hierarchy.ts';
import type { CalculationIssue } from './issue.ts';

/** Relations by what they do, as relation indexes. */
export type RelationsByRole = {
  /** Between two items that the passes schedule. */
  between: Int32Array;
  /** With a level of effort at one end or both. */
  ofEffort: Int32Array;
  /** With a row that has children at one end or both. */
  ofParents: number[];
  /** Left out by progress override: they lead into work that has started without waiting for them. */
  overridden: Int32Array;
};

/** Sorts relations by role; those to drafts or missing items become issues. */
export function relationsOfNodes(columns: NetworkColumns, hierarchy: Hierarchy, issues: CalculationIssue[]): RelationsByRole {
  const between = new Int32Array(columns.relationCount);
  let betweenCount = 0;
  const ofEffort: number[] = [];
  const ofParents: number[] = [];
  const overridden: number[] = [];
  for (let relation = 0; relation < columns.relationCount; relation++) {
    const from = columns.predecessor[relation];
    const to = columns.successor[relation];
    if (from < 0 || to < 0) issues.push({ kind: 'relation_to_unknown_item', relationId: columns.relationId[relation] });
    else if (columns.kind[from] === KIND.draft || columns.kind[to] === KIND.draft)
      issues.push({ kind: 'relation_to_draft', relationId: columns.relationId[relation] });
    else if (isRollup(columns, hierarchy, from) || isRollup(columns, hierarchy, to)) ofParents.push(relation);
    else if (columns.kind[from] === KIND.levelOfEffort || columns.kind[to] === KIND.levelOfEffort) ofEffort.push(relation);
    else if (isOverridden(columns, relation)) overridden.push(relation);
    else between[betweenCount++] = relation;
  }
  return {
    between: between.slice(0, betweenCount),
    ofEffort: Int32Array.from(ofEffort),
    ofParents,
    overridden: Int32Array.from(overridden),
  };
}

function isRollup(columns: NetworkColumns, hierarchy: Hierarchy, item: number): boolean {
  return hierarchy.isParent[item] === 1 || columns.kind[item] === KIND.sum || columns.kind[item] === KIND.wbsSummary;
}

/** Progress override ignores links into started work whose predecessor is not done yet or that are settled by actual dates. */
function isOverridden(columns: NetworkColumns, relation: number): boolean {
  if (columns.options.progressMode !== 'progress_override') return false;
  const type = columns.relationType[relation];
  const successor = columns.status[columns.successor[relation]];
  if (successor === STATUS.completed) return true;
  return successor === STATUS.inProgress && (type === LINK.fs || type === LINK.ss);
}
