import { MINUTES_PER_DAY, formatMinute } from '@gantry/domain';
import type { Formula, TypedExpression } from './check.ts';
import { isDateInRange } from './functions/dates.ts';
import { isFault } from './functions/define.ts';
import type { FormulaSurroundings } from './functions/define.ts';
import { limitedText } from './functions/text.ts';
import type { BinaryOperator, FormulaScope } from './syntax.ts';
import { elementOf, formulaError, isFormulaError } from './value.ts';
import type { FormulaCell, FormulaResult, FormulaType, FormulaValue } from './value.ts';

/** Where a formula gets its values: `read` gives one value, or a list for children, predecessors and successors. */
export type FormulaFrame = FormulaSurroundings & { read(scope: FormulaScope, name: string): FormulaResult };

/** Evaluates a checked formula. Total: whatever the values are, the answer is a value or an error, never a throw. */
export function evaluateFormula(formula: Formula, frame: FormulaFrame): FormulaResult {
  return evaluate(formula.root, frame);
}

function evaluate(expression: TypedExpression, frame: FormulaFrame): FormulaResult {
  switch (expression.node) {
    case 'literal':
      return expression.value;
    case 'reference':
      return reference(frame.read(expression.scope, expression.name), expression);
    case 'unary': {
      const value = evaluate(expression.operand, frame);
      if (value === null || isFormulaError(value)) return value;
      if (expression.operator === 'not') return !value;
      if (expression.operator === '%') return (value as number) / 100;
      return expression.operator === '-' ? -(value as number) : value;
    }
    case 'binary':
      return binary(expression, frame);
    case 'call':
      return call(expression, frame);
  }
}

/** An error in a cell that a formula reads is reported at the place where it reads it. */
function reference(value: FormulaResult, expression: TypedExpression): FormulaResult {
  if (isFormulaError(value)) return { ...value, from: expression.from, to: expression.to };
  const isDate = elementOf(expression.type) === 'date';
  for (const cell of Array.isArray(value) ? value : [value]) {
    const isBad = typeof cell === 'number' && (isDate ? !isDateInRange(cell) : !Number.isFinite(cell));
    if (isBad) return formulaError('formula.not_a_number', expression);
  }
  return value;
}

function logical(expression: TypedExpression & { node: 'binary' }, frame: FormulaFrame): FormulaResult {
  const decides = expression.operator === 'or';
  const left = evaluate(expression.left, frame);
  if (isFormulaError(left) || left === decides) return left;
  const right = evaluate(expression.right, frame);
  if (isFormulaError(right) || right === decides) return right;
  return left === null || right === null ? null : !decides;
}

function binary(expression: TypedExpression & { node: 'binary' }, frame: FormulaFrame): FormulaResult {
  if (expression.operator === 'and' || expression.operator === 'or') return logical(expression, frame);
  const left = evaluate(expression.left, frame);
  if (isFormulaError(left)) return left;
  const right = evaluate(expression.right, frame);
  if (isFormulaError(right)) return right;
  if (expression.operator === '=') return left === right;
  if (expression.operator === '<>') return left !== right;
  if (expression.operator === '&') {
    const text = limitedText(cellText(left as FormulaCell, expression.left.type) + cellText(right as FormulaCell, expression.right.type));
    return isFault(text) ? formulaError(text.fault, expression, text.parameters) : text;
  }
  if (left === null || right === null) return null;
  // By code units, not by locale: the same plan gives the same values on every machine.
  if (typeof left === 'string') return compare(expression.operator, left < (right as string) ? -1 : left > (right as string) ? 1 : 0, 0);
  return numeric(expression, left as number, right as number);
}

function numeric(expression: TypedExpression & { node: 'binary' }, left: number, right: number): FormulaResult {
  switch (expression.operator) {
    case '+':
    case '-':
      return sum(expression, left, right);
    case '*':
      return finite(left * right, expression);
    case '/':
      return right === 0 ? formulaError('formula.division_by_zero', expression) : finite(left / right, expression);
    case '^':
      return finite(left ** right, expression);
    default:
      return compare(expression.operator, left, right);
  }
}

/** Dates count in minutes, the numbers added to them and their differences in calendar days. */
function sum(expression: TypedExpression & { node: 'binary' }, left: number, right: number): FormulaResult {
  const sign = expression.operator === '-' ? -1 : 1;
  const isLeftDate = expression.left.type === 'date';
  const isRightDate = expression.right.type === 'date';
  if (isLeftDate && isRightDate) return (left - right) / MINUTES_PER_DAY;
  if (!isLeftDate && !isRightDate) return finite(left + sign * right, expression);
  const date = isLeftDate ? left + sign * right * MINUTES_PER_DAY : right + left * MINUTES_PER_DAY;
  return isDateInRange(date) ? Math.round(date) : formulaError('formula.not_a_number', expression);
}

function compare(operator: BinaryOperator, left: number, right: number): boolean {
  if (operator === '<') return left < right;
  if (operator === '<=') return left <= right;
  return operator === '>' ? left > right : left >= right;
}

function finite(value: number, expression: TypedExpression): FormulaResult {
  return Number.isFinite(value) ? value : formulaError('formula.not_a_number', expression);
}

function cellText(value: FormulaCell, type: FormulaType): string {
  if (value === null) return '';
  if (type === 'date') return formatMinute(value as number).slice(0, 10);
  return String(value);
}

function call(expression: TypedExpression & { node: 'call' }, frame: FormulaFrame): FormulaResult {
  const { definition } = expression;
  if ('choose' in definition) {
    // Kept, because the chosen argument has been looked at already: evaluating it again would double with every nesting.
    const seen = new Map<number, FormulaResult>();
    const argument = (index: number): FormulaResult => {
      const known = seen.get(index);
      if (known !== undefined) return known;
      const value = evaluate(expression.arguments[index], frame);
      seen.set(index, value);
      return value;
    };
    const chosen = definition.choose(expression.arguments.length, argument);
    return chosen === null ? null : argument(chosen);
  }
  const values: FormulaValue[] = [];
  for (const part of expression.arguments) {
    const value = evaluate(part, frame);
    if (isFormulaError(value)) return value;
    values.push(value);
  }
  if (definition.empties === 'null' && values.includes(null)) return null;
  const result = definition.apply(values, frame);
  if (isFault(result)) return formulaError(result.fault, expression, result.parameters);
  return typeof result === 'number' ? finite(result, expression) : result;
}
