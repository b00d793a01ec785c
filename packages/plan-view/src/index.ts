export { clearContext, filterRows, type RowSort, sortRows, type Steps } from './arrange/arrange.ts';
export { findCells, findPattern, type FoundCell, isReplaceable, replaced } from './arrange/find.ts';
export { type GroupingWords, groupLevels } from './arrange/group-levels.ts';
export { groupPlan } from './arrange/group-plan.ts';
export { groupRows, startOfPeriod } from './arrange/group-rows.ts';
export { choicesOf, type ColumnInfo, columnInfos, columnsFor, fieldsOfCell, isTyped } from './columns/columns.ts';
export {
  addBlock,
  applyDiff,
  type GivenValues,
  newDocument,
  numberAt,
  rowOf,
  type ScheduleDocument,
  setFields,
  textAt,
  type Touched,
  valueOf,
} from './document/document.ts';
export { limitsOutside, type PlanColumns, planColumns, recordsOfColumns } from './document/plan-columns.ts';
export {
  externalEnds,
  fillValues,
  findTasks,
  layCalendars,
  layLinks,
  layRows,
  nameOf,
  type ScheduleRows,
  titleOf,
  type WorkingTimes,
} from './rows/rows.ts';
export { blankRow, type TextColumn, viewOfRows } from './rows/view-of-rows.ts';
export { type LoadState, type ScheduleView } from './rows/view.ts';
export { attributeColumns, attributeFinder, attributesKey, fileValues, ruleOfRow, splitAttributes } from './values/attributes.ts';
export { attachIndicators, formulaResults, metRule, unreadableHere } from './values/formulas.ts';
export { readPredecessors, rowNamed, type TypedPredecessor } from './values/predecessors.ts';
export { snapMoment } from './values/snap.ts';
export { readersOf, sumBelow, TICKS } from './values/readers.ts';
