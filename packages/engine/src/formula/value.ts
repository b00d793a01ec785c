import type { AttributeType } from '@gantry/domain';

/** Kinds of single values: `percentage` is a fraction (0.4 = 40 %), `date` a `Minute`, `money` a number in the schedule's currency. */
export const FORMULA_SCALARS = ['number', 'text', 'date', 'flag', 'money', 'percentage'] as const;

/** Kind of a single value. */
export type FormulaScalar = (typeof FORMULA_SCALARS)[number];

/** Kind of the values of an attribute in formulas: the entry of a list is its text. */
export const FORMULA_TYPE_OF = {
  number: 'number',
  string: 'text',
  date: 'date',
  money: 'money',
  percentage: 'percentage',
  list: 'text',
  flag: 'flag',
} as const satisfies Record<AttributeType, FormulaScalar>;

/** Type of an expression: a scalar, a list of one kind of scalar, or `empty` (only the literal `empty` has it). */
export type FormulaType = FormulaScalar | `${FormulaScalar}[]` | 'empty';

/** A single value while a formula is evaluated; null = empty. */
export type FormulaCell = number | string | boolean | null;

/** What a formula gives when it succeeds. */
export type FormulaValue = FormulaCell | readonly FormulaCell[];

/** Why a formula cannot be read, checked or evaluated; the texts stand in the locales under the same codes. */
export const FORMULA_ERROR_CODES = [
  'formula.empty',
  'formula.too_long',
  'formula.too_deep',
  'formula.unexpected_character',
  'formula.unclosed_text',
  'formula.unclosed_name',
  'formula.unexpected',
  'formula.unexpected_end',
  'formula.unknown_name',
  'formula.unknown_function',
  'formula.unknown_scope',
  'formula.argument_count',
  'formula.argument_type',
  'formula.operand_type',
  'formula.result_type',
  'formula.division_by_zero',
  'formula.not_a_number',
  'formula.bad_argument',
  'formula.no_calendar',
  'formula.text_too_long',
  'formula.number_too_large',
  'formula.ring',
] as const;

export type FormulaErrorCode = (typeof FORMULA_ERROR_CODES)[number];

/** An error as a value: `from` and `to` are character offsets into the text of the formula that failed. */
export type FormulaError = { code: FormulaErrorCode; from: number; to: number; parameters: Record<string, string | number> };

/** A value or the error that took its place. */
export type FormulaResult = FormulaValue | FormulaError;

/** Tells the error from the value. */
export function isFormulaError(result: FormulaResult): result is FormulaError {
  return typeof result === 'object' && result !== null && 'code' in result;
}

/** An error at a stretch of the text. */
export function formulaError(
  code: FormulaErrorCode,
  span: { from: number; to: number },
  parameters: FormulaError['parameters'] = {},
): FormulaError {
  return { code, from: span.from, to: span.to, parameters };
}

/** Tells lists from single values. */
export function isList(type: FormulaType): type is `${FormulaScalar}[]` {
  return type.endsWith('[]');
}

/** The type of the elements of a list; of a single value its own. */
export function elementOf(type: FormulaType): FormulaScalar | 'empty' {
  return (isList(type) ? type.slice(0, -2) : type) as FormulaScalar | 'empty';
}

/** The list of a kind of value. */
export function listOf(type: FormulaScalar): `${FormulaScalar}[]` {
  return `${type}[]`;
}

/** Number, money and percentage: what arithmetic accepts. */
export function isNumeric(type: FormulaType): boolean {
  return type === 'number' || type === 'money' || type === 'percentage';
}

/**
 * The common type for branches of `if` and arguments of `min`: empty fits all, money absorbs numbers, a number absorbs a percentage; null
 * without one.
 */
export function commonType(a: FormulaType, b: FormulaType): FormulaType | null {
  if (a === b || b === 'empty') return a;
  if (a === 'empty') return b;
  if (!isNumeric(a) || !isNumeric(b)) return null;
  return a === 'money' || b === 'money' ? 'money' : 'number';
}
