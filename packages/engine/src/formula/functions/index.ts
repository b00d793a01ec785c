import { AGGREGATES } from './aggregates.ts';
import { ARITHMETIC } from './arithmetic.ts';
import { DATES } from './dates.ts';
import type { FormulaFunction } from './define.ts';
import { LOGIC } from './logic.ts';
import { TEXTS } from './text.ts';

const TABLE = { ...LOGIC, ...ARITHMETIC, ...AGGREGATES, ...DATES, ...TEXTS } satisfies Record<string, FormulaFunction>;

/** Every function of the formula language by its lower-case name. */
export const FORMULA_FUNCTIONS: ReadonlyMap<string, FormulaFunction> = new Map<string, FormulaFunction>(Object.entries(TABLE));
