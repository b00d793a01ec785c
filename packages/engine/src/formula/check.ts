import type { TypeFault } from './functions/define.ts';
import { FORMULA_FUNCTIONS } from './functions/index.ts';
import type { FormulaFunction } from './functions/define.ts';
import { parseFormula } from './text/parse.ts';
import { MANY_SCOPES } from './text/syntax.ts';
import type { BinaryOperator, Expression, FormulaScope, UnaryOperator } from './text/syntax.ts';
import { commonType, formulaError, isList, isNumeric, listOf } from './value.ts';
import type { FormulaError, FormulaScalar, FormulaType } from './value.ts';

/** A field or attribute that formulas may name. */
export type FormulaName = { name: string; type: FormulaScalar };

/** Names that formulas of a schedule may reference, ignoring case. */
export type FormulaSchema = { find(name: string): FormulaName | null; names: readonly FormulaName[] };

type Span = { from: number; to: number };

/** An expression whose types are settled; the evaluator trusts it. */
export type TypedExpression = Span & { type: FormulaType } & (
    | { node: 'literal'; value: number | string | boolean | null }
    | { node: 'reference'; scope: FormulaScope; name: string }
    | { node: 'unary'; operator: UnaryOperator; operand: TypedExpression }
    | { node: 'binary'; operator: BinaryOperator; left: TypedExpression; right: TypedExpression }
    | { node: 'call'; definition: FormulaFunction; arguments: TypedExpression[] }
  );

/** One cell group that a formula reads: an attribute of the item itself or of its relatives. */
export type FormulaDependency = { scope: FormulaScope; name: string };

/** A formula that has been read and checked: ready to evaluate any number of times. */
export type Formula = { text: string; type: FormulaType; root: TypedExpression; dependencies: readonly FormulaDependency[] };

type Checked = { typed: TypedExpression } | { error: FormulaError };

/** Builds the schema of a list of names. */
export function formulaSchema(names: readonly FormulaName[]): FormulaSchema {
  const byName = new Map(names.map((entry) => [entry.name.toLowerCase(), entry]));
  return { names, find: (name) => byName.get(name.toLowerCase()) ?? null };
}

/** Type of `+` and `-`: numbers, money with numbers, date ± number of calendar days, date − date in calendar days. */
function sumType(operator: '+' | '-', left: FormulaType, right: FormulaType): FormulaType | null {
  if (left === 'date' && right === 'date') return operator === '-' ? 'number' : null;
  if (left === 'date') return right === 'number' || right === 'empty' ? 'date' : null;
  if (right === 'date') return operator === '+' && (left === 'number' || left === 'empty') ? 'date' : null;
  return numericType(left, right);
}

function numericType(left: FormulaType, right: FormulaType): FormulaType | null {
  if ((left !== 'empty' && !isNumeric(left)) || (right !== 'empty' && !isNumeric(right))) return null;
  const common = commonType(left, right);
  return common === 'empty' ? 'number' : common;
}

function productType(left: FormulaType, right: FormulaType): FormulaType | null {
  if (left === 'money' && right === 'money') return null;
  const common = numericType(left, right);
  return common === 'percentage' && left === right ? 'percentage' : common;
}

/** Money by money and number by money are plain ratios; money by number stays money. */
function quotientType(left: FormulaType, right: FormulaType): FormulaType | null {
  if (!numericType(left, right)) return null;
  if (left === 'money') return right === 'money' ? 'number' : 'money';
  return 'number';
}

function binaryType(operator: BinaryOperator, left: FormulaType, right: FormulaType): FormulaType | null {
  if (isList(left) || isList(right)) return null;
  switch (operator) {
    case '+':
    case '-':
      return sumType(operator, left, right);
    case '*':
      return productType(left, right);
    case '/':
      return quotientType(left, right);
    case '^':
      return left === 'money' || right === 'money' || !numericType(left, right) ? null : 'number';
    case '&':
      return 'text';
    case 'and':
    case 'or':
      return (left === 'flag' || left === 'empty') && (right === 'flag' || right === 'empty') ? 'flag' : null;
    case '=':
    case '<>':
      return commonType(left, right) ? 'flag' : null;
    default:
      return commonType(left, right) && left !== 'flag' && right !== 'flag' ? 'flag' : null;
  }
}

function unaryType(operator: UnaryOperator, operand: FormulaType): FormulaType | null {
  if (operator === 'not') return operand === 'flag' || operand === 'empty' ? 'flag' : null;
  if (operator === '%') return operand === 'number' || operand === 'empty' ? 'percentage' : null;
  if (operand === 'empty') return 'number';
  return isNumeric(operand) ? operand : null;
}

function isTypeFault(type: FormulaType | TypeFault): type is TypeFault {
  return typeof type === 'object';
}

function checkCall(expression: Expression & { node: 'call' }, schema: FormulaSchema): Checked {
  const definition = FORMULA_FUNCTIONS.get(expression.name);
  const nameSpan = { from: expression.from, to: expression.nameTo };
  if (!definition) return { error: formulaError('formula.unknown_function', nameSpan, { name: expression.name }) };
  const count = expression.arguments.length;
  if (count < definition.min || count > definition.max) {
    const parameters = { name: expression.name, found: count, min: definition.min, max: definition.max };
    return { error: formulaError('formula.argument_count', nameSpan, parameters) };
  }
  const typed: TypedExpression[] = [];
  for (const argument of expression.arguments) {
    const checked = checkExpression(argument, schema);
    if ('error' in checked) return checked;
    typed.push(checked.typed);
  }
  const type = definition.type(typed.map((argument) => argument.type));
  if (isTypeFault(type)) {
    const found = typed[type.argument];
    return { error: formulaError('formula.argument_type', found, { name: expression.name, expected: type.expected, found: found.type }) };
  }
  return { typed: { node: 'call', definition, arguments: typed, type, from: expression.from, to: expression.to } };
}

function checkExpression(expression: Expression, schema: FormulaSchema): Checked {
  const { from, to } = expression;
  switch (expression.node) {
    case 'literal':
      return { typed: { node: 'literal', value: expression.value, type: expression.literal, from, to } };
    case 'reference': {
      const found = schema.find(expression.name);
      if (!found) return { error: formulaError('formula.unknown_name', expression, { name: expression.name }) };
      const type = MANY_SCOPES.has(expression.scope) ? listOf(found.type) : found.type;
      return { typed: { node: 'reference', scope: expression.scope, name: found.name, type, from, to } };
    }
    case 'unary': {
      const operand = checkExpression(expression.operand, schema);
      if ('error' in operand) return operand;
      const type = unaryType(expression.operator, operand.typed.type);
      if (!type)
        return { error: formulaError('formula.operand_type', expression, { operator: expression.operator, found: operand.typed.type }) };
      return { typed: { node: 'unary', operator: expression.operator, operand: operand.typed, type, from, to } };
    }
    case 'binary': {
      const left = checkExpression(expression.left, schema);
      if ('error' in left) return left;
      const right = checkExpression(expression.right, schema);
      if ('error' in right) return right;
      const type = binaryType(expression.operator, left.typed.type, right.typed.type);
      if (!type) {
        const parameters = { operator: expression.operator, left: left.typed.type, right: right.typed.type };
        return { error: formulaError('formula.operand_type', expression, parameters) };
      }
      return { typed: { node: 'binary', operator: expression.operator, left: left.typed, right: right.typed, type, from, to } };
    }
    case 'call':
      return checkCall(expression, schema);
  }
}

function collect(expression: TypedExpression, found: Map<string, FormulaDependency>): void {
  if (expression.node === 'reference')
    found.set(`${expression.scope}.${expression.name}`, { scope: expression.scope, name: expression.name });
  else if (expression.node === 'unary') collect(expression.operand, found);
  else if (expression.node === 'binary') {
    collect(expression.left, found);
    collect(expression.right, found);
  } else if (expression.node === 'call') for (const argument of expression.arguments) collect(argument, found);
}

/** Reads and checks a formula against the names it may use; `expected` is the type of the attribute that it fills. */
export function compileFormula(
  text: string,
  schema: FormulaSchema,
  expected: FormulaScalar | null = null,
): { formula: Formula } | { error: FormulaError } {
  const parsed = parseFormula(text);
  if ('error' in parsed) return parsed;
  const checked = checkExpression(parsed.expression, schema);
  if ('error' in checked) return checked;
  const root = checked.typed;
  const isFitting = expected === null ? !isList(root.type) : commonType(expected, root.type) !== null;
  if (!isFitting) return { error: formulaError('formula.result_type', root, { expected: expected ?? 'one value', found: root.type }) };
  const found = new Map<string, FormulaDependency>();
  collect(root, found);
  return { formula: { text, type: root.type, root, dependencies: [...found.values()] } };
}
