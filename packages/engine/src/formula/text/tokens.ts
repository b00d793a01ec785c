import { formulaError } from '../value.ts';
import type { FormulaError } from '../value.ts';

/** `name` is an identifier or a `[name in brackets]`; `end` stands once, after the last token. */
type TokenKind = 'number' | 'text' | 'name' | 'quoted_name' | 'operator' | 'end';

/** A token and the characters it was read from. */
export type Token = { kind: TokenKind; text: string; from: number; to: number };

/** Longer formulas are refused: the parser and the evaluator recurse over operators, and the length bounds their depth. */
const FORMULA_MAX_LENGTH = 4000;

const SPACE = /\s+/y;
const NUMBER = /(?:\d+(?:\.\d+)?|\.\d+)(?:[eE][+-]?\d+)?/y;
const NAME = /[\p{L}_][\p{L}\p{N}_]*/uy;
const OPERATOR = /<>|!=|<=|>=|[-+*/^%&=<>(),;.]/y;

function matchAt(pattern: RegExp, text: string, at: number): string | null {
  pattern.lastIndex = at;
  return pattern.exec(text)?.[0] ?? null;
}

/** Reads `"…"` with `""` for a quote, or `[…]` with `]]` for a bracket; null when it is not closed. */
function readQuoted(text: string, from: number, close: string): { value: string; to: number } | null {
  let value = '';
  for (let at = from + 1; at < text.length; at++) {
    if (text[at] !== close) {
      value += text[at];
    } else if (text[at + 1] === close) {
      value += close;
      at++;
    } else {
      return { value, to: at + 1 };
    }
  }
  return null;
}

/** Cuts the text into tokens; stops at the first character that cannot stand in a formula. */
export function tokenize(text: string): { tokens: Token[]; error: FormulaError | null } {
  const tokens: Token[] = [];
  if (text.length > FORMULA_MAX_LENGTH) {
    return {
      tokens,
      error: formulaError('formula.too_long', { from: FORMULA_MAX_LENGTH, to: text.length }, { limit: FORMULA_MAX_LENGTH }),
    };
  }
  let at = 0;
  while (at < text.length) {
    const from = at;
    const space = matchAt(SPACE, text, at);
    if (space) {
      at += space.length;
      continue;
    }
    if (text[at] === '"' || text[at] === '[') {
      const isText = text[at] === '"';
      const quoted = readQuoted(text, at, isText ? '"' : ']');
      if (!quoted) {
        return { tokens, error: formulaError(isText ? 'formula.unclosed_text' : 'formula.unclosed_name', { from, to: text.length }) };
      }
      tokens.push({ kind: isText ? 'text' : 'quoted_name', text: quoted.value, from, to: quoted.to });
      at = quoted.to;
      continue;
    }
    const number = matchAt(NUMBER, text, at);
    const name = number ? null : matchAt(NAME, text, at);
    const operator = number || name ? null : matchAt(OPERATOR, text, at);
    const found = number ?? name ?? operator;
    if (!found) {
      const character = String.fromCodePoint(text.codePointAt(at)!);
      return { tokens, error: formulaError('formula.unexpected_character', { from, to: from + character.length }, { character }) };
    }
    at += found.length;
    tokens.push({ kind: number ? 'number' : name ? 'name' : 'operator', text: found, from, to: at });
  }
  tokens.push({ kind: 'end', text: '', from: text.length, to: text.length });
  return { tokens, error: null };
}
