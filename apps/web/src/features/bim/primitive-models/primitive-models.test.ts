import { expect, test } from 'vitest';
import { drawnBetween, drawnThrough, outlineOf, PLAN_RATIO, snapped, windowOf } from './primitive-models.plan.model.ts';
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

test('a body that is drawn has its middle, or the first corner of a prism, as its place', () => {
  expect(drawnBetween('box', [1, 5], [4, 3])).toEqual({ x: 2.5, y: 4, shape: { kind: 'box', width: 3, depth: 2 } });
  expect(drawnBetween('cylinder', [1, 1], [4, 5])).toEqual({ x: 1, y: 1, shape: { kind: 'cylinder', radius: 5 } });
  expect([drawnBetween('box', [1, 1], [1, 4]), drawnBetween('cylinder', [1, 1], [1, 1])]).toEqual([null, null]);
  const corners = [[2, 1], [2, 1], [6, 1], [6, 4]] as const; // prettier-ignore
  expect(drawnThrough(corners)).toEqual({ x: 2, y: 1, shape: { kind: 'prism', points: [[0, 0], [4, 0], [4, 3]] } }); // prettier-ignore
  expect([drawnThrough(corners.slice(0, 3)), drawnThrough([[0, 0], [1, 1], [2, 2]])]).toEqual([null, null]); // prettier-ignore
});

test('the plan shows bodies as they lie, turned, and all of them', () => {
  const box = { x: 10, y: 0, rotation: 90, shape: { kind: 'box' as const, width: 4, depth: 2 } };
  expect(outlineOf(box).map(([x, y]) => [Math.round(x), Math.round(y)])).toEqual([[11, -2], [11, 2], [9, 2], [9, -2]]); // prettier-ignore
  expect(snapped([1.24, -0.3], 0.5)).toEqual([1, -0.5]);
  const far = { ...box, x: 100, y: 40 };
  const seen = windowOf([box, far]);
  expect(seen.width / seen.height).toBeCloseTo(PLAN_RATIO);
  for (const body of [box, far])
    for (const [x, y] of outlineOf(body))
      expect(x > seen.left && x < seen.left + seen.width && y > seen.bottom && y < seen.bottom + seen.height).toBe(true);
  expect(windowOf([]).width).toBe(20);
});
