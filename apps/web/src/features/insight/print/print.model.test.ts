import { DEFAULT_PRINT_FORMAT, whyNotPrintable } from '@gantry/domain';
import { expect, test } from 'vitest';
import { isPortrait, marginAt, mostOfMargin, PAPER_NAMES, paperOf, sheetOf } from './print.model.ts';

test.each(PAPER_NAMES.flatMap((paper) => [true, false].map((portrait) => [paper, portrait] as const)))(
  '%s (portrait: %s) is a sheet that can be printed on, known by its size',
  (paper, portrait) => {
    const format = { ...DEFAULT_PRINT_FORMAT, ...sheetOf(paper, portrait) };
    expect(whyNotPrintable(format)).toBeNull();
    expect(paperOf(format)).toBe(paper);
    // A4 does not stand: its width would be less than the least one.
    expect(isPortrait(format)).toBe(portrait && paper !== 'A4');
  },
);

test('a size of its own is no paper', () => {
  expect(paperOf({ ...DEFAULT_PRINT_FORMAT, sheet_width: 900 })).toBeNull();
});

test.each([
  ['left', 100, 0, 42],
  ['right', 900, 0, 42],
  ['top', 0, 100, 29.7],
  ['bottom', 0, 950, 14.85],
] as const)('the %s margin follows the hand over the picture of the sheet', (side, x, y, mm) => {
  const box = { left: 0, top: 0, width: 1000, height: 1000 };
  expect(marginAt(DEFAULT_PRINT_FORMAT, side, box, { clientX: x, clientY: y })).toBeCloseTo(mm, 5);
});

test('margins leave room to print in, beside the frame of a title block too', () => {
  expect(mostOfMargin(DEFAULT_PRINT_FORMAT, 'right')).toBe(420 - 100 - 10);
  expect(mostOfMargin({ ...DEFAULT_PRINT_FORMAT, title_block: 'gost' }, 'right')).toBe(420 - 100 - 20);
});
