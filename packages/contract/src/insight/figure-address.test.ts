import fc from 'fast-check';
import { expect, test } from 'vitest';
import { readFigure, writeFigure } from './figure-address.ts';
import { figure } from './figures.ts';

test('10,000 random figures come back from their addresses as they were, through whatever reads addresses', () => {
  const text = fc.string({ unit: 'grapheme', maxLength: 40 });
  const date = fc.integer({ min: 0, max: 40_000 }).map((days) => new Date(days * 86_400_000).toISOString().slice(0, 10));
  const asked = fc.record(
    {
      kind: fc.constantFrom(...figure.shape.kind.options),
      line: fc.string({ unit: 'grapheme', minLength: 1, maxLength: 30 }),
      measure: fc.constantFrom('cost', 'labour', 'count'),
      item: text,
      from: date,
      to: date,
      group: fc.oneof(
        fc.constantFrom('part', 'executor', 'curator', 'status', 'wbs:2'),
        text.filter((name) => /^.+$/.test(name)).map((name) => `attribute:${name}`),
      ),
      key: text,
      sight: fc.constant('money'),
      filter: fc.integer({ min: 1 }),
      indicator: fc.integer({ min: 1 }),
      below: fc.integer({ min: 1 }),
    },
    { requiredKeys: ['kind', 'line'] },
  );
  fc.assert(
    fc.property(asked, (drawn) => {
      const address = new URL(`http://here/1/schedule/2?figure=${writeFigure(drawn)}`);
      expect(readFigure(address.searchParams.get('figure') ?? undefined)).toEqual(drawn);
    }),
    { numRuns: 10_000 },
  );
});
