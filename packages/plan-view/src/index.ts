export { clearContext, collatorOf, filterRows, inOneGo, ROWS_A_TEST, type RowSort, sortRows, type Steps } from './arrange/arrange.ts';
export { findCells, findPattern, type FoundCell, isReplaceable, replaced } from './arrange/find.ts';
export { type GroupingWords, groupLevels } from './arrange/group-levels.ts';
export { groupPlan } from './arrange/group-plan.ts';
export { groupRows, startOfPeriod } from './arrange/group-rows.ts';
export { choicesOf, type ColumnInfo, columnInfos, columnsFor, fieldsOfCell, isTyped } from './columns/columns.ts';
export type { ColumnTexts, SpaceChoices } from './columns/column-types.ts';
export { timeWords } from './columns/time-words.ts';
export {
  addBlock,
  applyDiff,
  documentOfValues,
  type GivenValues,
  newDocument,
  numberAt,
  rowOf,
  rowsOf,
  type ScheduleDocument,
  setFields,
  textAt,
  type Touched,
  valueOf,
} from './document/document.ts';
export { limitsOutside, type PlanColumns, planColumns, recordsOfColumns } from './document/plan-columns.ts';
export { recordsOf, withDays } from './document/records.ts';
export {
  daysOfPlannedPrice,
  isPrice,
  layOutPrices,
  PRICE_MEASURES,
  type PricedDays,
  type PriceMeasure,
  pricesByDay,
} from './facts/prices.ts';
export { type CountedPart, type CountedRow, seriesOfFacts, type WorkOfDays } from './facts/series-of-facts.ts';
export { type DrawnWork, drawnWorks, type FlowStroke } from './flow/draw.ts';
export { firstPlaceAttribute, flowOf } from './flow/flow.ts';
export type { Flow, FlowAxis, FlowSegment, Stretch } from './flow/flow-model.ts';
export { type Chainage, chainageText, chainageTicks } from './flow/distance/chainage.ts';
export { type DistanceChoice, timeLocationOf } from './flow/distance/time-location.ts';
export { slopedDurations, slopeFactor } from './flow/slope.ts';
export {
  type Balance,
  balanceOf,
  type BalanceWork,
  daysBetween,
  flowAt,
  type FlowMeasures,
  type KeptBecause,
  measuresOf,
} from './flow/balance.ts';
export { bufferChange, buffersOf, type FlowBuffer, type FlowRelation, gapChange, movedPlace, reorderOf } from './flow/buffers.ts';
export { findingsOf, FLOW_FINDINGS, type FlowFinding } from './flow/findings.ts';
export { changedRecords, type FlowChange, holdsFinish, isOfValues, leavesFinish, NO_CHANGE, splitMinutes } from './flow/flow-change.ts';
export { crewsAtTakt } from './flow/crews.ts';
export { openFlowTrial, type TriedDates } from './flow/flow-trial.ts';
export { type CrewClash, crewClashesOf, type FlowPace, pacesOf } from './flow/pace.ts';
export { filterInWords, type FilterWords } from './arrange/filter-words.ts';
export { ALL_HOURS, stripOf, stripPeriod } from './print/load-strip.ts';
export { printedPlan, type PrintedExtras, type PrintedRows, type PrintWords } from './print/printed-plan.ts';
export {
  externalEnds,
  fillValues,
  findRows,
  findTasks,
  layOutCalendars,
  layOutLinks,
  layOutRows,
  nameOf,
  type ScheduleRows,
  titleOf,
  type WorkingTimes,
} from './rows/rows.ts';
export { blankRow, shownRow, type TextColumn, type GivenCalendar, viewOfRows } from './rows/view-of-rows.ts';
export { type LoadState, type ScheduleView } from './rows/view.ts';
export {
  attributeColumns,
  attributeFinder,
  attributesKey,
  fileValues,
  resultsOf,
  ruleOfRow,
  sheetOf,
  splitAttributes,
  valueIn,
} from './values/attributes.ts';
export { attachColumns, type OutsideColumn } from './values/columns-outside.ts';
export { doubledCodes } from './values/codes.ts';
export { asFormula, attachIndicators, FORMULA_TABLES, formulaResults, metRule, unreadableHere } from './values/formulas.ts';
export {
  type AmountTables,
  calendarsOf,
  type LaidAmount,
  layOutAmounts,
  layOutEach,
  shapeOfMeasure,
  type LaidMeasure,
  MEASURE_DECIMALS,
} from './values/laid-amounts.ts';
export { type LaidSeries } from './values/laid-dates.ts';
export { readPredecessors, rowNamed, type TypedPredecessor } from './values/predecessors.ts';
export { type ReadRows, readersOf, type RelatedOutside, TICKS } from './values/readers.ts';
export { snapMoment } from './values/snap.ts';
export { targetsOf } from './values/targets.ts';
export { isSum, SUM_COLUMNS, type SumColumn } from './values/sums.ts';
export { type Appearance, AS_IT_IS, type Deciding, decidingWork, isEarly, lookOf, USUAL_LOOKS } from './models/appearance.ts';
export {
  dayOf,
  daysLate,
  type ElementState,
  lastDay,
  type ModelWork,
  PLAYER_MODES,
  type PlayerMode,
  type PlayerRelations,
  playerRange,
  playOn,
  type Span,
  stateOn,
} from './models/player.ts';
export {
  holds,
  type MatchRule,
  matchRules,
  RULE_JOINS,
  RULE_TESTS,
  type RuleField,
  type RuleOutcome,
  type ValuesOf,
} from './models/rules.ts';
export { openReport, type ReportQuestion, type ReportRow, type ReportScope } from './report/report-scope.ts';
export { reportPeriods, type ReportTime, spanOfPeriod } from './report/report-periods.ts';
export { reportCurve, reportResources } from './report/report-lists.ts';
export { type VersionValues, viewOfValues } from './rows/view-of-values.ts';
