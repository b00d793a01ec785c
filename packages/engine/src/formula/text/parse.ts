import { FORMULA_SCOPES } from './syntax.ts';
import type { BinaryOperator, Expression, FormulaScope } from './syntax.ts';
import { tokenize } from './tokens.ts';
import type { Token } from './tokens.ts';
import { formulaError } from '../value.ts';
import type { FormulaError } from '../value.ts';

/** Nesting of brackets and calls beyond this is refused, so that no text can overflow the stack. */
const FORMULA_MAX_DEPTH = 64;

/** Binding power of binary operators, loosest first; `^` alone binds to the right. */
const POWER: Record<BinaryOperator, number> = {
  or: 1,
  and: 2,
  '=': 4,
  '<>': 4,
  '<': 4,
  '<=': 4,
  '>': 4,
  '>=': 4,
  '&': 5,
  '+': 6,
  '-': 6,
  '*': 7,
  '/': 7,
  '^': 9,
};
const NOT_POWER = 3;
const SIGN_POWER = 8;

type Reader = { tokens: Token[]; at: number; depth: number };
type Parsed = { expression: Expression } | { error: FormulaError };

function fail(token: Token): { error: FormulaError } {
  const code = token.kind === 'end' ? 'formula.unexpected_end' : 'formula.unexpected';
  return { error: formulaError(code, token, { found: token.text }) };
}

function isOperator(token: Token, text: string): boolean {
  return token.kind === 'operator' && token.text === text;
}

function binaryOf(token: Token): BinaryOperator | null {
  if (token.kind !== 'operator' && token.kind !== 'name') return null;
  const text = token.text === '!=' ? '<>' : token.text.toLowerCase();
  return Object.hasOwn(POWER, text) ? (text as BinaryOperator) : null;
}

function parseArguments(reader: Reader): { list: Expression[]; to: number } | { error: FormulaError } {
  const list: Expression[] = [];
  if (isOperator(reader.tokens[reader.at], ')')) return { list, to: reader.tokens[reader.at++].to };
  for (;;) {
    const argument = parseExpression(reader, 0);
    if ('error' in argument) return argument;
    list.push(argument.expression);
    const token = reader.tokens[reader.at];
    if (isOperator(token, ')')) {
      reader.at++;
      return { list, to: token.to };
    }
    if (!isOperator(token, ',') && !isOperator(token, ';')) return fail(token);
    reader.at++;
  }
}

function parseName(reader: Reader, token: Token): Parsed {
  const next = reader.tokens[reader.at];
  if (token.kind === 'name' && isOperator(next, '(')) {
    reader.at++;
    const read = parseArguments(reader);
    if ('error' in read) return read;
    return {
      expression: { node: 'call', name: token.text.toLowerCase(), nameTo: token.to, arguments: read.list, from: token.from, to: read.to },
    };
  }
  if (token.kind === 'name' && isOperator(next, '.')) {
    const scope = token.text.toLowerCase();
    if (!(FORMULA_SCOPES as readonly string[]).includes(scope))
      return { error: formulaError('formula.unknown_scope', token, { name: token.text }) };
    const name = reader.tokens[reader.at + 1];
    if (name.kind !== 'name' && name.kind !== 'quoted_name') return fail(name);
    reader.at += 2;
    return { expression: { node: 'reference', scope: scope as FormulaScope, name: name.text, from: token.from, to: name.to } };
  }
  if (token.kind === 'name') {
    const word = token.text.toLowerCase();
    if (word === 'true' || word === 'false') {
      return { expression: { node: 'literal', literal: 'flag', value: word === 'true', from: token.from, to: token.to } };
    }
    if (word === 'empty') return { expression: { node: 'literal', literal: 'empty', value: null, from: token.from, to: token.to } };
  }
  return { expression: { node: 'reference', scope: 'self', name: token.text, from: token.from, to: token.to } };
}

function parsePrimary(reader: Reader): Parsed {
  const token = reader.tokens[reader.at++];
  if (token.kind === 'number') {
    const value = Number(token.text);
    if (!Number.isFinite(value)) return { error: formulaError('formula.number_too_large', token) };
    return { expression: { node: 'literal', literal: 'number', value, from: token.from, to: token.to } };
  }
  if (token.kind === 'text') return { expression: { node: 'literal', literal: 'text', value: token.text, from: token.from, to: token.to } };
  if (isOperator(token, '(')) {
    const inner = parseExpression(reader, 0);
    if ('error' in inner) return inner;
    const close = reader.tokens[reader.at];
    if (!isOperator(close, ')')) return fail(close);
    reader.at++;
    return { expression: { ...inner.expression, from: token.from, to: close.to } };
  }
  if (isOperator(token, '-') || isOperator(token, '+')) {
    const operand = parseExpression(reader, SIGN_POWER);
    if ('error' in operand) return operand;
    const operator = token.text as '-' | '+';
    return { expression: { node: 'unary', operator, operand: operand.expression, from: token.from, to: operand.expression.to } };
  }
  if (token.kind === 'name' && token.text.toLowerCase() === 'not') {
    const operand = parseExpression(reader, NOT_POWER);
    if ('error' in operand) return operand;
    return { expression: { node: 'unary', operator: 'not', operand: operand.expression, from: token.from, to: operand.expression.to } };
  }
  if (token.kind === 'quoted_name' || (token.kind === 'name' && binaryOf(token) === null)) return parseName(reader, token);
  reader.at--;
  return fail(token);
}

function parseExpression(reader: Reader, power: number): Parsed {
  if (++reader.depth > FORMULA_MAX_DEPTH) {
    return { error: formulaError('formula.too_deep', reader.tokens[reader.at], { limit: FORMULA_MAX_DEPTH }) };
  }
  let left = parsePrimary(reader);
  while ('expression' in left) {
    const token = reader.tokens[reader.at];
    const start = left.expression.from;
    if (isOperator(token, '%')) {
      reader.at++;
      left = { expression: { node: 'unary', operator: '%', operand: left.expression, from: start, to: token.to } };
      continue;
    }
    const operator = binaryOf(token);
    if (!operator || POWER[operator] <= power) break;
    reader.at++;
    const right = parseExpression(reader, operator === '^' ? POWER['^'] - 1 : POWER[operator]);
    if ('error' in right) {
      left = right;
      break;
    }
    left = {
      expression: { node: 'binary', operator, left: left.expression, right: right.expression, from: start, to: right.expression.to },
    };
  }
  reader.depth--;
  return left;
}

/** Reads a formula; the error carries the place of the first token that does not fit. */
export function parseFormula(text: string): Parsed {
  const { tokens, error } = tokenize(text);
  if (error) return { error };
  if (tokens.length === 1) return { error: formulaError('formula.empty', tokens[0]) };
  const reader: Reader = { tokens, at: 0, depth: 0 };
  const parsed = parseExpression(reader, 0);
  if ('error' in parsed) return parsed;
  const rest = reader.tokens[reader.at];
  return rest.kind === 'end' ? parsed : fail(rest);
}
