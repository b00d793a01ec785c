import { formatMinute, minuteOf, parseMinute } from '@gantry/domain';
import { compileCalendar } from '../../time/calendar.ts';
import { compileFormula, formulaSchema } from '../check.ts';
import { evaluateFormula } from '../evaluate.ts';
import type { FormulaFrame } from '../evaluate.ts';
import { isFormulaError } from '../value.ts';
import type { FormulaCell, FormulaResult } from '../value.ts';
import { formulaCalendar } from '../working-days.ts';

const SHIFT = [{ start: 9 * 60, finish: 17 * 60 }];

/** Names of the formulas in the tests: one of every type, and an empty one of each. */
export const SCHEMA = formulaSchema([
  { name: 'n', type: 'number' },
  { name: 'm', type: 'number' },
  { name: 'money', type: 'money' },
  { name: 'paid', type: 'money' },
  { name: 'part', type: 'percentage' },
  { name: 'start', type: 'date' },
  { name: 'finish', type: 'date' },
  { name: 'text', type: 'text' },
  { name: 'flag', type: 'flag' },
  { name: 'no number', type: 'number' },
  { name: 'no text', type: 'text' },
  { name: 'no date', type: 'date' },
  { name: 'no flag', type: 'flag' },
]);

const OWN: Record<string, FormulaCell> = {
  n: 12,
  m: -3.5,
  money: 5000,
  paid: 1250,
  part: 0.25,
  start: minuteOf(2025, 3, 3, 9),
  finish: minuteOf(2025, 3, 14, 17),
  text: 'Pour slab 3',
  flag: true,
};

/** Three children, the last without values; one predecessor; no successors. */
const CHILDREN: Record<string, FormulaCell[]> = {
  n: [4, 6, null],
  m: [1, 3, null],
  money: [100, 300, null],
  part: [1, 0.5, null],
  start: [minuteOf(2025, 3, 5), minuteOf(2025, 3, 1), null],
  text: ['dig', 'pour', null],
  flag: [true, false, null],
};

const FRAME: FormulaFrame = {
  read: (scope, name) => {
    if (scope === 'self' || scope === 'parent') return scope === 'self' ? (OWN[name] ?? null) : null;
    if (scope === 'children') return CHILDREN[name] ?? [];
    return scope === 'predecessors' && name === 'n' ? [7] : [];
  },
  calendar: formulaCalendar(compileCalendar({ week: [SHIFT, SHIFT, SHIFT, SHIFT, SHIFT, [], []], exceptions: [] }), 480),
  dataDate: parseMinute('2025-03-10')!,
};

/** Value of a formula on the row of the tests, or its error. */
export function valueOf(text: string, frame: Partial<FormulaFrame> = {}): FormulaResult {
  const compiled = compileFormula(text, SCHEMA);
  return 'error' in compiled ? compiled.error : evaluateFormula(compiled.formula, { ...FRAME, ...frame });
}

/** Type of a formula, or the code of its error in brackets. */
export function typeOf(text: string): string {
  const compiled = compileFormula(text, SCHEMA);
  return 'error' in compiled ? `(${compiled.error.code.replace('formula.', '')})` : compiled.formula.type;
}

/** The value of a formula as text: texts in quotes, dates as they are written, errors as their code in brackets. */
export function valueText(formula: string): string {
  const value = valueOf(formula);
  if (isFormulaError(value)) return `(${value.code.replace('formula.', '')})`;
  if (value === null) return 'empty';
  if (typeof value === 'string') return JSON.stringify(value);
  return typeof value === 'number' && typeOf(formula) === 'date' ? formatMinute(value) : String(value);
}
