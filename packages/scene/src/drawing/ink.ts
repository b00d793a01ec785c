/** Lines of one colour on another, for shapes that are told apart without colours. */
export type Hatch = { ink: string; paper: string; lines: 'rising' | 'falling' | 'crossed' | 'dotted' };

/** What a role is painted with: a colour as `#rrggbb`, or lines of one. */
export type Ink = string | Hatch;

/** The side of the square that a hatch repeats, in pixels of a drawing. */
export const HATCH_STEP = 6;

/** Squares of hatches are smaller on paper than in drawings: sheets are seen from near. */
export const HATCH_SCALE = 0.6;

/** The lines of a square of a hatch, each `x1 y1 x2 y2`; those at its corners are continued by the squares beside. */
export function hatchLines(lines: Hatch['lines']): readonly (readonly [number, number, number, number])[] {
  const step = HATCH_STEP;
  const rising = [
    [-1, step + 1, step + 1, -1],
    [-1, 1, 1, -1],
    [step - 1, step + 1, step + 1, step - 1],
  ] as const;
  const falling = rising.map(([x1, y1, x2, y2]) => [x1, step - y1, x2, step - y2] as const);
  if (lines === 'rising') return rising;
  if (lines === 'falling') return falling;
  if (lines === 'crossed') return [...rising, ...falling];
  return [[step / 2 - 0.6, step / 2, step / 2 + 0.6, step / 2]];
}

/** The colour of an ink where nothing is hatched, such as of texts. */
export const plainInk = (ink: Ink): string => (typeof ink === 'string' ? ink : ink.ink);
