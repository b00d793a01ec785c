import { MINUTES_PER_DAY, formatMinute, oncePer } from '@gantry/domain';
import type { Formula, TypedExpression } from './check.ts';
import { isDateInRange } from './functions/dates.ts';
import { isFault } from './functions/define.ts';
import type { FormulaSurroundings } from './functions/define.ts';
import { limitedText } from './functions/text.ts';
import type { BinaryOperator, FormulaScope } from './text/syntax.ts';
import { elementOf, formulaError, isFormulaError } from './value.ts';
import type { FormulaCell, FormulaResult, FormulaType, FormulaValue } from './value.ts';

/** Where a formula gets its values: `read` gives one value, or a list for children, predecessors and successors. */
export type FormulaFrame = FormulaSurroundings & { read(scope: FormulaScope, name: string): FormulaResult };

/** Evaluates a compiled part of a formula. */
type Step = (frame: FormulaFrame) => FormulaResult;

const stepOnce = oncePer(stepOf);

/** A checked formula as a function: made once, then run for any number of rows. */
export const formulaStep = ({ root }: Formula): Step => stepOnce(root);

/** Evaluates a checked formula. Total: whatever the values are, the answer is a value or an error, never a throw. */
export function evaluateFormula(formula: Formula, frame: FormulaFrame): FormulaResult {
  return formulaStep(formula)(frame);
}

function stepOf(expression: TypedExpression): Step {
  switch (expression.node) {
    case 'literal': {
      const { value } = expression;
      return () => value;
    }
    case 'reference':
      return referenceStep(expression);
    case 'unary':
      return unaryStep(expression);
    case 'binary':
      return binaryStep(expression);
    case 'call':
      return callStep(expression);
  }
}

function unaryStep({ operator, operand }: TypedExpression & { node: 'unary' }): Step {
  const inner = stepOf(operand);
  const apply = {
    not: (value: FormulaValue) => !value,
    '%': (value: FormulaValue) => (value as number) / 100,
    '-': (value: FormulaValue) => -(value as number),
    '+': (value: FormulaValue) => value,
  }[operator];
  return (frame) => {
    const value = inner(frame);
    return value === null || isFormulaError(value) ? value : apply(value);
  };
}

/** An error in a cell that a formula reads is reported at the place where it reads it. */
function referenceStep(expression: TypedExpression & { node: 'reference' }): Step {
  const { scope, name, from, to } = expression;
  const isFine = elementOf(expression.type) === 'date' ? isDateInRange : Number.isFinite;
  const isBad = (cell: FormulaCell): boolean => typeof cell === 'number' && !isFine(cell);
  return (frame) => {
    const value = frame.read(scope, name);
    if (isFormulaError(value)) return { ...value, from, to };
    const wrong = Array.isArray(value) ? (value as readonly FormulaCell[]).some(isBad) : isBad(value as FormulaCell);
    return wrong ? formulaError('formula.not_a_number', expression) : value;
  };
}

function logicalStep(operator: BinaryOperator, leftStep: Step, rightStep: Step): Step {
  const decides = operator === 'or';
  return (frame) => {
    const left = leftStep(frame);
    if (isFormulaError(left) || left === decides) return left;
    const right = rightStep(frame);
    if (isFormulaError(right) || right === decides) return right;
    return left === null || right === null ? null : !decides;
  };
}

function binaryStep(expression: TypedExpression & { node: 'binary' }): Step {
  const [leftStep, rightStep] = [stepOf(expression.left), stepOf(expression.right)];
  if (expression.operator === 'and' || expression.operator === 'or') return logicalStep(expression.operator, leftStep, rightStep);
  const apply = operationOf(expression);
  return (frame) => {
    const left = leftStep(frame);
    if (isFormulaError(left)) return left;
    const right = rightStep(frame);
    return isFormulaError(right) ? right : apply(left, right);
  };
}

function operationOf(expression: TypedExpression & { node: 'binary' }): (left: FormulaValue, right: FormulaValue) => FormulaResult {
  const { operator } = expression;
  if (operator === '=') return (left, right) => left === right;
  if (operator === '<>') return (left, right) => left !== right;
  if (operator === '&')
    return (left, right) => {
      const text = limitedText(cellText(left as FormulaCell, expression.left.type) + cellText(right as FormulaCell, expression.right.type));
      return isFault(text) ? formulaError(text.fault, expression, text.parameters) : text;
    };
  return (left, right) => {
    if (left === null || right === null) return null;
    // Compares by code units rather than locale, so that results are equal on every machine.
    if (typeof left === 'string') return compare(operator, left < (right as string) ? -1 : left > (right as string) ? 1 : 0, 0);
    return numeric(expression, left as number, right as number);
  };
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

function callStep(expression: TypedExpression & { node: 'call' }): Step {
  const { definition } = expression;
  const parts = expression.arguments.map(stepOf);
  if ('choose' in definition) {
    // Kept, because the chosen argument has been looked at already: evaluating it again would double with every nesting.
    const seen: (FormulaResult | undefined)[] = parts.map(() => undefined);
    let at: FormulaFrame;
    const argument = (index: number): FormulaResult => {
      const known = seen[index];
      return known === undefined ? (seen[index] = parts[index](at)) : known;
    };
    return (frame) => {
      at = frame;
      seen.fill(undefined);
      const chosen = definition.choose(parts.length, argument);
      return chosen === null ? null : argument(chosen);
    };
  }
  return (frame) => {
    const values: FormulaValue[] = [];
    for (const part of parts) {
      const value = part(frame);
      if (isFormulaError(value)) return value;
      values.push(value);
    }
    if (definition.empties === 'null' && values.includes(null)) return null;
    const result = definition.apply(values, frame);
    if (isFault(result)) return formulaError(result.fault, expression, result.parameters);
    return typeof result === 'number' ? finite(result, expression) : result;
  };
}
