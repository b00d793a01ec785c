import { commonType, isList, isNumeric } from '../value.ts';
import type { FormulaType, FormulaValue } from '../value.ts';
import { cellsOf, elementTypes } from './define.ts';
import type { Fault, FormulaFunction, TypeFault } from './define.ts';

function sameElements(types: readonly FormulaType[], accepts: (type: FormulaType) => boolean, expected: string): FormulaType | TypeFault {
  let result: FormulaType = 'empty';
  for (const [index, type] of elementTypes(types).entries()) {
    const next = commonType(result, type);
    if ((type !== 'empty' && !accepts(type)) || !next) return { argument: index, expected: result === 'empty' ? expected : result };
    result = next;
  }
  return result === 'empty' ? 'number' : result;
}

const addable = (type: FormulaType) => isNumeric(type);
const ordered = (type: FormulaType) => isNumeric(type) || type === 'date';

function aggregate(
  accepts: (type: FormulaType) => boolean,
  expected: string,
  compute: (cells: number[]) => number | null,
): FormulaFunction {
  return {
    parameters: ['values'],
    min: 1,
    max: 99,
    type: (types) => sameElements(types, accepts, expected),
    empties: 'see',
    apply: (values) => compute(cellsOf(values) as number[]),
  };
}

/** Kahan's sum: thousands of children keep the last digit whatever their order. */
function exactSum(values: readonly number[]): number {
  let sum = 0;
  let lost = 0;
  for (const value of values) {
    const corrected = value - lost;
    const next = sum + corrected;
    lost = next - sum - corrected;
    sum = next;
  }
  return sum;
}

function extreme(pick: (a: number, b: number) => number): (cells: number[]) => number | null {
  return (cells) => (cells.length ? cells.reduce((best, cell) => pick(best, cell)) : null);
}

function median(cells: number[]): number | null {
  if (!cells.length) return null;
  const sorted = cells.toSorted((a, b) => a - b);
  const middle = sorted.length >> 1;
  return sorted.length % 2 ? sorted[middle] : (sorted[middle - 1] + sorted[middle]) / 2;
}

/** Values and weights side by side; pairs with an empty on either side are left out. */
function pairs(values: readonly FormulaValue[]): [number, number][] | Fault {
  const [a, b] = values as [readonly (number | null)[], readonly (number | null)[]];
  if (a.length !== b.length) return { fault: 'formula.bad_argument', parameters: { argument: 2 } };
  return a.map((value, i) => [value, b[i]]).filter((pair): pair is [number, number] => pair[0] !== null && pair[1] !== null);
}

function twoLists(result: (first: FormulaType, second: FormulaType) => FormulaType): FormulaFunction['type'] {
  return (types) => {
    const elements = elementTypes(types);
    const bad = types.findIndex((type, i) => !isList(type) || !isNumeric(elements[i]));
    return bad < 0 ? result(elements[0], elements[1]) : { argument: bad, expected: 'number[]' };
  };
}

function flags(decide: (cells: boolean[]) => boolean): FormulaFunction {
  return {
    parameters: ['values'],
    min: 1,
    max: 99,
    type: (types) => {
      const bad = elementTypes(types).findIndex((type) => type !== 'flag' && type !== 'empty');
      return bad < 0 ? 'flag' : { argument: bad, expected: 'flag' };
    },
    empties: 'see',
    apply: (values) => decide(cellsOf(values) as boolean[]),
  };
}

/** Functions over lists and any number of values. Empties are left out; of nothing the sum and the count are 0, the rest is empty. */
export const AGGREGATES = {
  sum: aggregate(addable, 'number', exactSum),
  min: aggregate(ordered, 'number', extreme(Math.min)),
  max: aggregate(ordered, 'number', extreme(Math.max)),
  avg: aggregate(ordered, 'number', (cells) => (cells.length ? exactSum(cells) / cells.length : null)),
  median: aggregate(ordered, 'number', median),
  count: {
    parameters: ['values'],
    min: 1,
    max: 99,
    type: () => 'number',
    empties: 'see',
    apply: (values) => cellsOf(values).length,
  },
  any: flags((cells) => cells.includes(true)),
  all: flags((cells) => !cells.includes(false)),
  sumproduct: {
    parameters: ['values', 'weights'],
    min: 2,
    max: 2,
    type: twoLists((a, b) => (a === 'money' || b === 'money' ? 'money' : 'number')),
    empties: 'see',
    apply: (values) => {
      const found = pairs(values);
      return 'fault' in found ? found : exactSum(found.map(([value, weight]) => value * weight));
    },
  },
  weightedavg: {
    parameters: ['values', 'weights'],
    min: 2,
    max: 2,
    type: twoLists((a) => a),
    empties: 'see',
    apply: (values) => {
      const found = pairs(values);
      if ('fault' in found) return found;
      const weight = exactSum(found.map((pair) => pair[1]));
      return weight === 0 ? null : exactSum(found.map(([value, share]) => value * share)) / weight;
    },
  },
} satisfies Record<string, FormulaFunction>;
