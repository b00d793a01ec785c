import type { DirectoryValue } from '@gantry/contract';
import { expect, test } from 'vitest';
import { linesOfValues, totalsOf } from './version-directories.model.ts';

const value = (id: number, parent_id: number | null, labour_hours: number, cost: number): DirectoryValue =>
  ({ id, parent_id, labour_hours, machine_hours: 0, cost, code: `V${id}` }) as DirectoryValue;

test('values stand below what brought them; hours hold those below, money is each value’s own', () => {
  const values = [value(3, 2, 4, 10), value(1, null, 10, 100), value(2, 1, 10, 50), value(9, 404, 1, 1)];
  expect(linesOfValues(values).map(({ value: { id }, depth }) => [id, depth])).toEqual([
    [1, 0],
    [2, 1],
    [3, 2],
    [9, 0],
  ]);
  expect(totalsOf(values)).toEqual({ labour: 11, machine: 0, cost: 161 });
});
