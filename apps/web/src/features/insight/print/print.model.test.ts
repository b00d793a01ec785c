import { DEFAULT_PRINT_FORMAT, whyNotPrintable } from '@gantry/domain';
import { expect, test } from 'vitest';
import { isPortrait, PAPER_NAMES, paperOf, sheetOf } from './print.model.ts';

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
