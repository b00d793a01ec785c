import { conditionName, type IndicatorRule } from '@gantry/domain';
import type { FormulaResults } from './results.ts';
import type { FormulaAttribute } from './row-formulas.ts';

/** An indicator as rows are judged by it. */
export type RowIndicator = { id: number; rules: readonly IndicatorRule[] };

/** Converts indicator conditions to attributes that are calculated beside those of rows. */
export function conditionsOf(indicators: readonly RowIndicator[]): FormulaAttribute[] {
  return indicators.flatMap(({ id, rules }) =>
    rules.map(({ condition }, index) => ({ id: 0, name: conditionName(id, index), type: 'flag' as const, formula: condition })),
  );
}

/** Returns the index of the first rule of an indicator that a row meets; -1 for none. A condition with an error is not met. */
export function ruleReader(indicator: RowIndicator, results: FormulaResults): (row: number) => number {
  const columns = indicator.rules.map((_rule, index) => results.get(conditionName(indicator.id, index)));
  return (row) => columns.findIndex((column) => column?.get(row) === true);
}
