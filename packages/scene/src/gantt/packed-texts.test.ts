import fc from 'fast-check';
import { expect, it } from 'vitest';
import { packTexts, textAt } from './packed-texts.ts';

it('texts come back as they went in', () => {
  fc.assert(
    fc.property(fc.array(fc.string({ unit: 'binary', maxLength: 30 }), { maxLength: 20 }), (texts) => {
      const packed = packTexts(texts);
      expect(texts.map((_, index) => textAt(packed, index))).toEqual(texts.map((text) => text.toWellFormed()));
    }),
    { numRuns: 200, seed: 3 },
  );
});
