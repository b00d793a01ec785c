import type { FormulaSchema } from './check.ts';
import { FORMULA_FUNCTIONS } from './functions/index.ts';
import { FORMULA_SCOPES } from './text/syntax.ts';
import { tokenize } from './text/tokens.ts';
import type { Token } from './text/tokens.ts';
import type { FormulaScalar } from './value.ts';

/** One completion at the caret; `insert` replaces the characters `from`…`to` of the answer. */
export type FormulaSuggestion =
  | { kind: 'name'; label: string; insert: string; type: FormulaScalar }
  | { kind: 'function'; label: string; insert: string; parameters: readonly string[] }
  | { kind: 'scope' | 'word'; label: string; insert: string };

/** Completion data at the caret: suggestions, and the enclosing call. */
export type FormulaCompletion = {
  from: number;
  to: number;
  suggestions: FormulaSuggestion[];
  call: { name: string; parameters: readonly string[]; argument: number } | null;
};

const WORDS = ['and', 'or', 'not', 'true', 'false', 'empty'];
const PLAIN_NAME = /^[\p{L}_][\p{L}\p{N}_]*$/u;

/** The name as a formula writes it: in brackets where it is not a plain word, or would be read as one of the language's own. */
export function quoteFormulaName(name: string): string {
  const isReserved = WORDS.includes(name.toLowerCase());
  return PLAIN_NAME.test(name) && !isReserved ? name : `[${name.replaceAll(']', ']]')}]`;
}

function isOperator(token: Token | undefined, text: string): boolean {
  return token?.kind === 'operator' && token.text === text;
}

function openCall(tokens: readonly Token[]): FormulaCompletion['call'] {
  const open: { name: string | null; argument: number }[] = [];
  for (const [i, token] of tokens.entries()) {
    if (isOperator(token, '(')) open.push({ name: tokens[i - 1]?.kind === 'name' ? tokens[i - 1].text.toLowerCase() : null, argument: 0 });
    else if (isOperator(token, ')')) open.pop();
    else if ((isOperator(token, ',') || isOperator(token, ';')) && open.length) open[open.length - 1].argument++;
  }
  const inner = open.findLast((entry) => entry.name !== null && FORMULA_FUNCTIONS.has(entry.name));
  return inner ? { name: inner.name!, parameters: FORMULA_FUNCTIONS.get(inner.name!)!.parameters, argument: inner.argument } : null;
}

/** Completes a formula at the caret, even when it cannot be parsed yet. */
export function completeFormula(text: string, caret: number, schema: FormulaSchema): FormulaCompletion {
  const before = text.slice(0, caret);
  const { tokens, error } = tokenize(before);
  const call = openCall(tokens);
  const isOpenText = error?.code === 'formula.unclosed_text';
  const real = tokens.filter((token) => token.kind !== 'end');
  const last = real.at(-1);
  const isOpenName = error?.code === 'formula.unclosed_name';
  const isTyping = !error && last?.kind === 'name' && last.to === caret;
  if (isOpenText || (error && !isOpenName)) return { from: caret, to: caret, suggestions: [], call };
  const from = isOpenName ? error.from : isTyping ? last.from : caret;
  const typed = (isOpenName ? before.slice(from + 1) : before.slice(from)).toLowerCase();
  const previous = isTyping ? real.at(-2) : last;
  const isAfterDot = isOperator(previous, '.');
  const isOperandPlace = previous === undefined || previous.kind === 'operator' || WORDS.slice(0, 3).includes(previous.text.toLowerCase());
  const fits = (label: string) => label.toLowerCase().includes(typed);
  const suggestions: FormulaSuggestion[] = [];
  if (isOperandPlace && !isOperator(previous, ')') && !isOperator(previous, '%')) {
    for (const { name, type } of schema.names)
      if (fits(name)) suggestions.push({ kind: 'name', label: name, insert: quoteFormulaName(name), type });
    if (!isAfterDot && !isOpenName) {
      for (const scope of FORMULA_SCOPES) if (fits(scope)) suggestions.push({ kind: 'scope', label: scope, insert: `${scope}.` });
      for (const [name, { parameters }] of FORMULA_FUNCTIONS) {
        if (fits(name)) suggestions.push({ kind: 'function', label: name, insert: `${name}(`, parameters });
      }
      for (const word of WORDS.slice(2)) if (fits(word)) suggestions.push({ kind: 'word', label: word, insert: word });
    }
  } else if (!isOpenName) {
    for (const word of WORDS.slice(0, 2)) if (fits(word)) suggestions.push({ kind: 'word', label: word, insert: ` ${word} ` });
  }
  const rank = (label: string) => (label.toLowerCase().startsWith(typed) ? 0 : 1);
  suggestions.sort((a, b) => rank(a.label) - rank(b.label));
  return { from, to: caret, suggestions, call };
}
