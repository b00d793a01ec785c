import { readNumber } from '@gantry/domain';
import type { FormulaValue } from '../value.ts';
import { cellsOf, takes } from './define.ts';
import type { Fault, FormulaFunction } from './define.ts';

/** Texts grow by `&`, `replace` and `join`; beyond this the result is an error instead of a full memory. */
const FORMULA_TEXT_LIMIT = 20_000;

/** The text, or the fault of a text that grew beyond the limit. */
export function limitedText(text: string): string | Fault {
  return text.length <= FORMULA_TEXT_LIMIT ? text : { fault: 'formula.text_too_long', parameters: { limit: FORMULA_TEXT_LIMIT } };
}

function ofTexts(
  parameters: string[],
  result: 'text' | 'number' | 'flag',
  compute: (...texts: string[]) => FormulaValue | Fault,
): FormulaFunction {
  return {
    parameters,
    min: parameters.length,
    max: parameters.length,
    type: takes(['text'], result),
    empties: 'null',
    apply: (values) => compute(...(values as string[])),
  };
}

function cut(parameters: string[], compute: (text: string, ...numbers: number[]) => string): FormulaFunction {
  return {
    parameters,
    min: parameters.length,
    max: parameters.length,
    type: takes(['text', 'numeric'], 'text'),
    empties: 'null',
    apply: ([text, ...numbers]) => compute(text as string, ...(numbers as number[]).map((value) => Math.max(0, Math.trunc(value)))),
  };
}

const plain = (text: string) => text.toLowerCase();

/** Functions of texts; `contains`, `startswith` and `endswith` do not look at capitals, positions count from 1. */
export const TEXTS = {
  len: ofTexts(['text'], 'number', (text) => text.length),
  upper: ofTexts(['text'], 'text', (text) => limitedText(text.toUpperCase())),
  lower: ofTexts(['text'], 'text', (text) => limitedText(text.toLowerCase())),
  trim: ofTexts(['text'], 'text', (text) => text.trim()),
  contains: ofTexts(['text', 'part'], 'flag', (text, sought) => plain(text).includes(plain(sought))),
  startswith: ofTexts(['text', 'part'], 'flag', (text, sought) => plain(text).startsWith(plain(sought))),
  endswith: ofTexts(['text', 'part'], 'flag', (text, sought) => plain(text).endsWith(plain(sought))),
  replace: ofTexts(['text', 'part', 'instead'], 'text', (text, sought, instead) => {
    if (sought === '') return text;
    const pieces = text.split(sought);
    const length = text.length + (pieces.length - 1) * (instead.length - sought.length);
    return length <= FORMULA_TEXT_LIMIT
      ? pieces.join(instead)
      : { fault: 'formula.text_too_long', parameters: { limit: FORMULA_TEXT_LIMIT } };
  }),
  left: cut(['text', 'length'], (text, length) => text.slice(0, length)),
  right: cut(['text', 'length'], (text, length) => (length ? text.slice(-length) : '')),
  mid: cut(['text', 'position', 'length'], (text, position, length) =>
    text.slice(Math.max(0, position - 1), Math.max(0, position - 1) + length),
  ),
  fixed: {
    parameters: ['value', 'digits'],
    min: 2,
    max: 2,
    type: takes(['numeric'], 'text'),
    empties: 'null',
    apply: ([value, digits]) => (value as number).toFixed(Math.max(0, Math.min(15, Math.trunc(digits as number)))),
  },
  value: ofTexts(['text'], 'number', (text) => {
    const number = readNumber(text);
    return number !== null ? number : { fault: 'formula.bad_argument', parameters: { argument: 1 } };
  }),
  join: {
    parameters: ['list', 'separator'],
    min: 2,
    max: 2,
    type: (types) => {
      if (types[0] !== 'text[]') return { argument: 0, expected: 'text[]' };
      return types[1] === 'text' ? 'text' : { argument: 1, expected: 'text' };
    },
    empties: 'see',
    apply: ([list, separator]) => limitedText(cellsOf([list]).join(separator === null ? '' : String(separator))),
  },
} satisfies Record<string, FormulaFunction>;
