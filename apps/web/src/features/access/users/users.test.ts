import { expect, test } from 'vitest';
import { keptInside, wholeCut } from './users.avatar.model.ts';

test('the part of a picture that is shown begins as the largest square in its middle', () => {
  expect(wholeCut({ width: 400, height: 300 })).toEqual({ x: 200, y: 150, side: 300 });
});

test.each([
  ['moved past an edge', { x: 0, y: 900, side: 100 }, { x: 50, y: 250, side: 100 }],
  ['larger than the picture', { x: 200, y: 150, side: 900 }, { x: 200, y: 150, side: 300 }],
  ['smaller than makes sense', { x: 200, y: 150, side: 1 }, { x: 200, y: 150, side: 60 }],
  ['grown at an edge', { x: 50, y: 150, side: 200 }, { x: 100, y: 150, side: 200 }],
])('and stays inside it where it is %s', (_what, cut, expected) => {
  expect(keptInside(cut, { width: 400, height: 300 })).toEqual(expected);
});
