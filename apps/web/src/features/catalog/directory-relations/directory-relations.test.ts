import type { DirectoryRelationRow } from '@gantry/contract';
import { expect, test } from 'vitest';
import { pairChanges, readCoefficients, readPairs } from './directory-relations.model.ts';

const COEFFICIENTS = new Map([
  [1, 'K1'],
  [2, 'Winter'],
]);
const side = { id: 1, code: 'A', name: 'A', unit: 'm²' };
const PAIR: DirectoryRelationRow = {
  id: 5,
  row_a: side,
  row_b: side,
  quantity: 2,
  coefficient_ids: [],
  options: { note: 'old', optional: false },
};

test('coefficients are named by their codes; one that nobody knows refuses all', () => {
  expect(readCoefficients('winter, K1', COEFFICIENTS)).toEqual([2, 1]);
  expect(readCoefficients('', COEFFICIENTS)).toEqual([]);
  expect(readCoefficients('K1; summer', COEFFICIENTS)).toBeNull();
});

test('edits of a row keep the options that were not touched', () => {
  const edits = [
    { row: 0, columnId: 'optional', value: true },
    { row: 0, columnId: 'quantity', value: 3 },
    { row: 0, columnId: 'coefficients', value: 'summer' },
  ];
  expect(pairChanges(edits, [PAIR], COEFFICIENTS, (key) => key)).toEqual({
    changes: [{ id: 5, quantity: 3, options: { note: 'old', optional: true } }],
    refused: [{ row: 0, columnId: 'coefficients', text: 'coefficient.not_found' }],
  });
});

test('a pasted table of codes becomes pairs; lines that name no rows are told by their numbers', () => {
  const known = (code: string): number | undefined => ({ a: 1, b: 2 })[code.toLowerCase()];
  expect(readPairs('A\tB\t2,5\tnote\n\nb;a\nA;nobody;1\nA;B;-1', known, known)).toEqual({
    add: [
      { row_a_id: 1, row_b_id: 2, quantity: 2.5, coefficient_ids: [], options: { note: 'note', optional: false } },
      { row_a_id: 2, row_b_id: 1, quantity: 1, coefficient_ids: [], options: { note: '', optional: false } },
    ],
    wrong: [4, 5],
  });
});
