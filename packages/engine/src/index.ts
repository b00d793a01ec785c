export { compileCalendar, type CalendarPool, type CompiledCalendar, ELAPSED } from './time/calendar.ts';
export { addWork, endOfWork, startOfWork, workBefore, workBetween } from './time/work.ts';
export { columnsOf, emptyColumns, FLAG, KIND, LAG, LIMIT, LINK, STATUS, type NetworkColumns } from './network/columns.ts';
export { compileNetwork, type Network } from './network/network.ts';
export type { CalculationIssue } from './network/issue.ts';
export { calculate, calculateColumns } from './timetable/calculate.ts';
export {
  bringUpToDate,
  openTimetable,
  recalculate,
  recalculateWhole,
  shownDatesAfter,
  timetableItem,
  timetableResult,
  type Recalculation,
  type Timetable,
} from './timetable/incremental.ts';
export { explain, type DrivingStep, type ExplainedItem, type StartCause } from './timetable/explain.ts';
export { EDITABLE_COLUMNS } from './timetable/edits.ts';
export type { EditableColumn, Edit, ValueEdit } from './timetable/edits.ts';
export { calculateTogether, type PlanToPlanRelation } from './timetable/together.ts';
export { markSplits, type ContourSpan } from './timetable/msproject/splits.ts';
export { impliedByRelations, type GivenDates } from './timetable/audit.ts';
export { DRIVER, NO_FLOAT, type CalculationLog, type CalculationResult } from './timetable/result.ts';
export * from './formula/value.ts';
export { FORMULA_SCOPES, type FormulaScope } from './formula/text/syntax.ts';
export {
  compileFormula,
  formulaSchema,
  type Formula,
  type FormulaDependency,
  type FormulaName,
  type FormulaSchema,
} from './formula/check.ts';
export { evaluateFormula, type FormulaFrame } from './formula/evaluate.ts';
export type { FormulaCalendar } from './formula/functions/define.ts';
export * from './formula/cells.ts';
export type { FormulaResults } from './formula/results.ts';
export type { FormulaSheet } from './formula/sheet.ts';
export {
  compileAttributes,
  type FormulaAttribute,
  formulaCell,
  ROW_FORMULA_FIELDS,
  MONEY_FORMULA_FIELDS,
  rowFormulaSchema,
  rowFormulaSheet,
  type RowSource,
  storedResult,
} from './formula/row-formulas.ts';
export { conditionsOf, type RowIndicator, ruleReader } from './formula/indicators.ts';
export { compileFigureFormula, FIGURE_SCHEMA, FORMULA_FIGURES } from './formula/figure-formulas.ts';
export { type LiveFormulas, openFormulas } from './formula/live-formulas.ts';
export { completeFormula, quoteFormulaName, type FormulaCompletion, type FormulaSuggestion } from './formula/complete.ts';
export { SCENARIOS } from './progress/index.ts';
export type { Scenario, ScenarioNumber } from './progress/scenario.ts';
export {
  DEFAULT_PROGRESS_OPTIONS,
  type DailySeries,
  type ProgressFacts,
  type ProgressOptions,
  type StartedWork,
} from './progress/started-work.ts';
export { laidBy, priceByFacts, workingDays } from './facts/days.ts';
export {
  type ByDay,
  FACT_MEASURES,
  factOf,
  type FactMeasure,
  type FactProgress,
  type OwnTotals,
  progressByFacts,
  remainingUnits,
  type Reported,
  totalsOf,
} from './facts/law.ts';
export { costOfDays, costOverSpan, pricesOf, rateOn, valueAt } from './facts/rates.ts';
export { amountsByItem, NO_AMOUNTS, withScenarios } from './progress/plan-scenarios.ts';
export { applyScenario, factsOfItem, forecastStartedWork, isScenarioNumber, type Forecast } from './progress/forecast.ts';
export { seededRandom, type RandomSource } from './leveling/random.ts';
export { DEFAULT_LEVELING, levelPlan, type LevelingOptions, type LevelingResult } from './leveling/level.ts';
export { levelingFloors } from './leveling/floors.ts';
export type { LevelingBudget } from './leveling/improve.ts';
export type { LevelingPriority } from './leveling/order.ts';
export type { LevelingCause, LevelingDelay, OverAllocation } from './leveling/explain.ts';
export {
  amountOf,
  shapeOfDistribution,
  spreadLike,
  spreadOfDays,
  spreadOverSpan,
  totalBefore,
  totalOf,
  unitsOf,
  type Spread,
  type SpreadShape,
  type SpreadSpan,
} from './spread/spread.ts';
export { CURVE_POINTS, isCurve } from './spread/by-curve.ts';
export { sharedRoom, type Room } from './spread/room.ts';
export { spreadOneSeries, spreadSeries, type SpreadDates, type SpreadSeries, type SpreadSource } from './spread/assignment.ts';
export { byPeriod, nextPeriod, periodStart, sumSpreads, type PeriodValue } from './rollup/periods.ts';
export type { LoadPlan } from './load/assignment-days.ts';
export { loadExtent, loadOf, loadOfItems, type LoadQuestion, type ResourceLoad } from './load/load.ts';
export { sCurve, type CurvePoint } from './rollup/s-curve.ts';
export {
  amountsToParents,
  childrenFirst,
  extremeToParents,
  progressToParents,
  rollUp,
  type RolledColumns,
  type RowTree,
  statusToParents,
  sumToParents,
} from './rollup/parents.ts';
export { earnedSchedule, type EarnedSchedule } from './rollup/earned-schedule.ts';
export { earnedValue, sumEarnedValue, type EarnedValue, type EarnedValueInput, type EstimateMethod } from './rollup/earned-value.ts';
export { HEALTH_CHECKS, type HealthCheckId } from './health/index.ts';
export type { HealthCheck, HealthFix, HealthMeasure, HealthThreshold } from './health/check.ts';
export type { HealthAmounts, HealthBaseline } from './health/context.ts';
export { checkHealth, type HealthFinding, type HealthOptions } from './health/run.ts';
export { formulaCalendar } from './formula/working-days.ts';
export type { Distribution, DistributionKind } from './risk/distributions/distribution.ts';
export { simulateRisk, type DateSpread, type ItemRisk, type RiskDriver, type RiskOptions, type RiskResult } from './risk/simulate.ts';
export type { DurationRisk, IgnoredRisk, RiskCorrelation, RiskEvent } from './risk/variables.ts';
export { histogram, percentile, shareUpTo, type DateBar } from './risk/statistics.ts';
export { costByNorm, type NormNode, type NormWork, plainUnit, sumOfMoney, workByNorm } from './norms/norms.ts';
export { dimensionOf, unitRatio } from './norms/units.ts';
export { paymentsOf, type Payments, type PaymentTerms } from './figures/payments.ts';
export { distribute, exceedsWhole, fractionOf } from './money/distribute.ts';
export type { Fraction, Taking } from './money/distribute.ts';
export { likeness, likenessTo } from './money/likeness.ts';
export { looksLike, normalForm, openMask, type Mask } from './money/masks.ts';
export { amountAtPrice, amountOfQuantity, PROFILE_RULES, type ProfileRule } from './money/profiles.ts';
export { conditionOf, openRules, type RuleRow, type RuleWhen, type OpenRule } from './money/rule-matching.ts';
