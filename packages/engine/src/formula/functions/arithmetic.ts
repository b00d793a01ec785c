import { takes } from './define.ts';
import type { FormulaFunction } from './define.ts';

function numeric(parameters: string[], min: number, compute: (...values: number[]) => number): FormulaFunction {
  return {
    parameters,
    min,
    max: parameters.length,
    type: takes(['numeric'], 'first'),
    empties: 'null',
    apply: (values) => compute(...(values as number[])),
  };
}

/** Decimal places are shifted as text: 1.005 × 100 is 100.49999999999999 in binary. */
function shift(value: number, places: number): number {
  const [mantissa, exponent = '0'] = String(value).split('e');
  return Number(`${mantissa}e${Number(exponent) + places}`);
}

function rounding(round: (value: number) => number): (value: number, digits?: number) => number {
  return (value, digits = 0) => {
    const places = Math.max(-15, Math.min(15, Math.trunc(digits)));
    return shift(round(shift(value, places)), -places);
  };
}

/** Functions of numbers. `round` rounds a half away from zero. */
export const ARITHMETIC = {
  abs: numeric(['value'], 1, Math.abs),
  sign: numeric(['value'], 1, Math.sign),
  sqrt: numeric(['value'], 1, Math.sqrt),
  round: numeric(
    ['value', 'digits'],
    1,
    rounding((value) => Math.sign(value) * Math.round(Math.abs(value))),
  ),
  floor: numeric(['value', 'digits'], 1, rounding(Math.floor)),
  ceiling: numeric(['value', 'digits'], 1, rounding(Math.ceil)),
  mod: {
    parameters: ['value', 'divisor'],
    min: 2,
    max: 2,
    type: takes(['numeric'], 'first'),
    empties: 'null',
    apply: ([value, divisor]) => {
      if (divisor === 0) return { fault: 'formula.division_by_zero' };
      return (value as number) - (divisor as number) * Math.floor((value as number) / (divisor as number));
    },
  },
} satisfies Record<string, FormulaFunction>;
