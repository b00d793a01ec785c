import { expect, test } from 'vitest';
import { copiedUp, newBody, readSize, withoutStorey, writtenSize } from './primitive-models.model.ts';

test.each([
  ['box', '4; 0,2', { kind: 'box', width: 4, depth: 0.2 }],
  ['box', '4', null],
  ['box', '4; 0', null],
  ['cylinder', '0.3', { kind: 'cylinder', radius: 0.3 }],
  ['cylinder', '', null],
  [
    'prism',
    '0 0; 4 0; 4 -3,5;',
    {
      kind: 'prism',
      points: [
        [0, 0],
        [4, 0],
        [4, -3.5],
      ],
    },
  ],
  ['prism', '0 0; 4 0', null],
  ['prism', '0 0; 4; 4 3', null],
] as const)('the size of a %s typed as %o is %o', (kind, text, expected) => {
  const shape = readSize(kind, text);
  expect(shape).toEqual(expected);
  if (shape) expect(readSize(kind, writtenSize(shape))).toEqual(shape);
});

test('a storey goes with its bodies, those above keep theirs; a storey is copied up with keys of its own', () => {
  const storeys = ['A', 'B', 'C'].map((name, at) => ({ name, elevation: at * 3 }));
  const items = [0, 1, 2].map((storey) => ({ ...newBody([], 'x'), key: `body-${storey}`, storey }));
  const left = withoutStorey(storeys, items, 1);
  expect(left.storeys.map(({ name }) => name)).toEqual(['A', 'C']);
  expect(left.items.map(({ key, storey }) => [key, storey])).toEqual([
    ['body-0', 0],
    ['body-2', 1],
  ]);
  const copied = copiedUp(items, 0);
  expect(copied.map(({ storey }) => storey)).toEqual([0, 1, 2, 1]);
  expect(new Set(copied.map(({ key }) => key)).size).toBe(4);
});
