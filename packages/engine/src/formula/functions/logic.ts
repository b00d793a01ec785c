import { commonType } from '../value.ts';
import type { FormulaType } from '../value.ts';
import type { FormulaFunction, TypeFault } from './define.ts';

function common(types: readonly FormulaType[], indexes: number[]): FormulaType | TypeFault {
  let result: FormulaType = 'empty';
  for (const index of indexes) {
    const next = commonType(result, types[index]);
    if (!next) return { argument: index, expected: result };
    result = next;
  }
  return result;
}

/** Choices. An empty condition counts as not met. `if` takes any number of condition–value pairs and a last value for the rest. */
export const LOGIC = {
  if: {
    parameters: ['condition', 'then', 'else'],
    min: 2,
    max: 99,
    type: (types) => {
      const values: number[] = [];
      for (let i = 0; i < types.length; i++) {
        const isCondition = i % 2 === 0 && i < types.length - 1;
        if (!isCondition) values.push(i);
        else if (types[i] !== 'flag' && types[i] !== 'empty') return { argument: i, expected: 'flag' };
      }
      return common(types, values);
    },
    choose: (count, argument) => {
      let i = 0;
      for (; i + 1 < count; i += 2) {
        const condition = argument(i);
        if (typeof condition === 'object' && condition !== null) return i;
        if (condition === true) return i + 1;
      }
      return i < count ? i : null;
    },
  },
  ifempty: {
    parameters: ['value', 'instead'],
    min: 2,
    max: 99,
    type: (types) => common(types, [...types.keys()]),
    choose: (count, argument) => {
      for (let i = 0; i < count; i++) if (argument(i) !== null) return i;
      return null;
    },
  },
  iferror: {
    parameters: ['value', 'instead'],
    min: 2,
    max: 2,
    type: (types) => common(types, [0, 1]),
    choose: (_count, argument) => {
      const value = argument(0);
      return typeof value === 'object' && value !== null && 'code' in value ? 1 : 0;
    },
  },
  isempty: {
    parameters: ['value'],
    min: 1,
    max: 1,
    type: () => 'flag',
    empties: 'see',
    apply: ([value]) => value === null || (Array.isArray(value) && value.every((cell) => cell === null)),
  },
} satisfies Record<string, FormulaFunction>;
