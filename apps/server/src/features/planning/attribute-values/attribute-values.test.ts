import type { JsonValue, VersionRow } from '@gantry/domain';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import type { Draft } from '../edits/edits.service.ts';
import { openValueSetter } from './attribute-values.service.ts';

type Value = VersionRow<'attributeValue'>;
const ATTRIBUTES = [1, 2].map((id) => ({ id, name: `A${id}`, type: 'number', options: { unique: id === 1 } }));

/** A draft of two attributes, the first of them unique, that counts how often the values of all rows are read. */
function draftOf(values: Map<number, Value>) {
  const reads: number[] = [];
  let lastId = 1000;
  const draft = {
    mask: null,
    all: async () => ATTRIBUTES,
    rowsBy: async (_table: string, field: 'itemId' | 'attributeId', ids: readonly number[]) => {
      if (field === 'attributeId') reads.push(...ids);
      return [...values.values()].filter((row) => ids.includes(row[field]));
    },
    newId: () => ++lastId,
    insert: (_table: string, row: Value) => values.set(row.id, row),
    update: (_table: string, id: number, patch: Partial<Value>) => values.set(id, { ...(values.get(id) as Value), ...patch }),
    remove: (_table: string, id: number) => values.delete(id),
  };
  return { draft: draft as unknown as Draft, reads };
}

const ITEMS = [1, 2, 3, 4, 5, 6];
const value: fc.Arbitrary<JsonValue> = fc.option(fc.nat(4));

test('a unique attribute refuses what another row has at that moment, and its values are read once', async () => {
  const given = fc.uniqueArray(fc.record({ itemId: fc.constantFrom(...ITEMS), attributeId: fc.constantFrom(1, 2), value: fc.nat(4) }), {
    selector: ({ itemId, attributeId }) => `${itemId} ${attributeId}`,
  });
  const step = fc.record({ itemId: fc.constantFrom(1, 2, 3, 4), attributeId: fc.constantFrom(1, 2), value });
  await fc.assert(
    fc.asyncProperty(given, fc.array(step, { maxLength: 20 }), async (rows, steps) => {
      const values = new Map(rows.map((row, at) => [at + 1, { ...row, id: at + 1 }]));
      const { draft, reads } = draftOf(values);
      const set = await openValueSetter(draft, [1, 2, 3, 4]);
      for (const { itemId, attributeId, value: wanted } of steps) {
        const others = [...values.values()].filter((row) => row.attributeId === attributeId && row.itemId !== itemId);
        const isTaken = attributeId === 1 && wanted !== null && others.some((row) => row.value === wanted);
        expect((await set(itemId, attributeId, wanted))?.code ?? null).toBe(isTaken ? 'attribute.not_unique' : null);
        const own = [...values.values()].filter((row) => row.attributeId === attributeId && row.itemId === itemId);
        if (!isTaken) expect(own.map((row) => row.value)).toEqual(wanted === null ? [] : [wanted]);
      }
      expect(reads.length).toBeLessThanOrEqual(1);
    }),
    { numRuns: 200, seed: 3 },
  );
});
