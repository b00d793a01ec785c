import { compileFormula, type Formula, type FormulaName, formulaSchema } from './check.ts';
import { type FormulaError, formulaError, type FormulaScalar } from './value.ts';

const AMOUNTS = ['target', 'plan', 'early', 'late', 'fact', 'earned', 'remaining', 'forecast', 'pv', 'eac'] as const;
const ENDS = ['target', 'plan', 'fact', 'forecast'] as const;
const named = (base: string, lines: readonly string[], type: FormulaScalar): FormulaName[] =>
  lines.map((line) => ({ name: `${base}_${line}`, type }));
const of = (type: FormulaScalar, ...names: string[]): FormulaName[] => names.map((name) => ({ name, type }));

/** What formulas over figures may name: sums of a place over all its works; a formula of sums is a ratio of sums, never a sum of ratios. */
export const FORMULA_FIGURES: readonly FormulaName[] = [
  ...named('cost', AMOUNTS, 'money'),
  ...named('labour', AMOUNTS, 'number'),
  ...['starts', 'finishes'].flatMap((base) => named(base, ENDS, 'number')),
  ...['price', 'spent'].flatMap((base) => named(base, ['plan', 'fact', 'forecast'], 'money')),
  ...named('volume', ['target', 'plan', 'fact', 'remaining'], 'number'),
  ...of('number', 'works', 'not_started', 'in_progress', 'completed', 'critical', 'near_critical', 'negative_float', 'overdue'),
  ...of('number', 'late_against_target', 'without_target', 'slip_none', 'slip_1_5', 'slip_6_20', 'slip_over_20', 'milestones'),
  ...of('percentage', 'progress', 'progress_planned'),
  ...of('number', 'deviation_days', 'spit', 'spi', 'cpi', 'promised', 'kept'),
  ...of('date', 'start', 'finish', 'target_finish', 'data_date'),
];
/** The same as names that a formula is read against. */
export const FIGURE_SCHEMA = formulaSchema(FORMULA_FIGURES);

/** Reads and checks a formula over figures; `children` are what stands directly below the place, other relatives it has none. */
export function compileFigureFormula(text: string): { formula: Formula } | { error: FormulaError } {
  const compiled = compileFormula(text, FIGURE_SCHEMA);
  if ('error' in compiled) return compiled;
  const foreign = compiled.formula.dependencies.find(({ scope }) => scope !== 'self' && scope !== 'children');
  return foreign ? { error: formulaError('formula.unknown_scope', compiled.formula.root, { name: foreign.scope }) } : compiled;
}
