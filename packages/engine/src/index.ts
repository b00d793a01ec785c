export {};
export * from './formula/value.ts';
export { FORMULA_SCOPES, type FormulaScope } from './formula/syntax.ts';
export { compileFormula, formulaSchema, type Formula, type FormulaDependency, type FormulaName, type FormulaSchema } from './formula/check.ts';
export { evaluateFormula, type FormulaFrame } from './formula/evaluate.ts';
export type { FormulaCalendar } from './formula/functions/define.ts';
export * from './formula/cells.ts';
export { completeFormula, quoteFormulaName, type FormulaCompletion, type FormulaSuggestion } from './formula/complete.ts';
