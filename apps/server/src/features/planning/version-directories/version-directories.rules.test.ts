import type { TakenNorm, VersionRow } from '@gantry/domain';
import { describe, expect, test } from 'vitest';
import type { CatalogRow, CatalogRule, DirectoryCatalog } from '../../catalog/directory-relations/directory-relations.service.ts';
import { notesOf, openNotes } from './version-directories.notes.rules.ts';
import { assignedAmounts, comesTo, resourceFields, ruledDuration, type Value } from './version-directories.rules.ts';
import { openWishes } from './assign/version-directories.wishes.rules.ts';

type Given = { unit?: string; price?: number; labour?: number; output?: number | null; brings?: [row: number, quantity: number][] };

function catalogOf(rows: readonly (Given | null)[]): DirectoryCatalog {
  const row = (id: number): CatalogRow | null => {
    const given = rows[id - 1];
    if (!given) return null;
    const { unit = 'm3', price = 0, labour = 0, output = null } = given;
    const norm = { unit, labourHours: labour, machineHours: 0, outputPerDay: output, price };
    return { directoryId: 1, id, code: `C${id}`, name: `Row ${id}`, norm, part: null, factor: null };
  };
  const rule = (rowId: number, quantity: number, at: number): CatalogRule => ({
    relationId: 1,
    relationRowId: at + 1,
    directoryId: 1,
    rowId,
    quantity,
    coefficients: [],
    optional: false,
    asResource: true,
    durationRule: 'labour',
  });
  return {
    places: () => rows.map((_, at) => ({ directoryId: 1, id: at + 1 })),
    row: (_directoryId, id) => row(id),
    rules: (_directoryId, id) => (rows[id - 1]?.brings ?? []).map(([rowId, quantity], at) => rule(rowId, quantity, id * 10 + at)),
  };
}

const top = (rowId: number, fields: Partial<Value> = {}): Value => ({
  ...({ id: 1, itemId: 1, directoryId: 1, rowId, code: '', name: '', volume: 10, volumeUnit: '', crew: 1, rule: 'labour' } as Value),
  norm: {
    norm: { unit: 'm3', labourHours: 0, machineHours: 0, outputPerDay: null, price: 0 },
    part: null,
    quantity: 1,
    coefficients: [],
  } satisfies TakenNorm,
  ...fields,
});

describe('a wish', () => {
  test('ends where rows bring each other in a cycle, and says which', () => {
    const wishFor = openWishes(catalogOf([{ brings: [[2, 1]] }, { brings: [[3, 1]] }, { brings: [[1, 1]] }]));
    const { wish, notes } = wishFor(top(1), new Map());
    expect(wish.children[0].children[0].children).toEqual([]);
    expect(notes).toEqual([{ code: 'version_directory.ring', parameters: { path: 'Row 1 → Row 2 → Row 3 → Row 1' } }]);
  });

  test('leaves out what a pair leads to and is gone; what a work took of it stays', () => {
    const catalog = catalogOf([{ brings: [[2, 1]] }, null]);
    const fresh = openWishes(catalog)(top(1), new Map());
    expect(fresh).toMatchObject({
      wish: { children: [] },
      notes: [{ code: 'version_directory.pair_gone', parameters: { name: 'Row 1' } }],
    });
    const child = top(2, { id: 2, broughtById: 1, relationRowId: 11, name: 'Old' });
    const kept = openWishes(catalog)(top(1), new Map([[1, [child]]]));
    expect(kept.wish.children).toMatchObject([{ name: 'Old', asTaken: true }]);
    expect(kept.notes).toEqual([{ code: 'version_directory.row_gone', parameters: { name: 'Old' } }]);
  });

  test('is made once for values alike', () => {
    const wishFor = openWishes(catalogOf([{ brings: [[2, 1]] }, {}]));
    expect(wishFor(top(1), new Map()).wish).toBe(wishFor(top(1, { id: 7, itemId: 9, volume: 3 }), new Map()).wish);
  });
});

test.each([
  ['no output a day', { output: null }, { rule: 'output' }, 'version_directory.no_output'],
  ['an output of 0', { output: 0 }, { rule: 'output' }, 'version_directory.no_output'],
  ['another kind of unit', {}, { volumeUnit: 't' }, 'version_directory.unit_changed'],
] as const)('%s is said, with the number of works, and rules no duration', (_what, row, value, code) => {
  const notes = openNotes();
  for (const id of [1, 2]) {
    const one = top(1, { id, ...value });
    const { wish } = openWishes(catalogOf([row]))(one, new Map());
    const done = comesTo(wish, one, 480);
    expect(done?.minutes ?? null).toBeNull();
    for (const note of notesOf(wish, one, done)) notes.add(note);
  }
  expect(notes.list()).toMatchObject([{ code, parameters: { name: 'Row 1', works: 2 } }]);
});

test('no amount is beyond what a column holds', () => {
  const tiny = `0,${'0'.repeat(310)}1 m3`;
  const wishFor = openWishes(
    catalogOf([
      { unit: `${'9'.repeat(200)} m3`, price: 1e300, labour: 1e300, brings: [[2, 1e300]] },
      { unit: tiny, price: 1e300 },
    ]),
  );
  for (const rowId of [1, 2]) {
    const one = top(rowId, { volume: 1e12, volumeUnit: 'l' });
    const { wish } = wishFor(one, new Map());
    const done = comesTo(wish, one, 480);
    const amounts = done && assignedAmounts(wish, done.work, one);
    const row = { status: 'in_progress', durationMinutes: 0, remainingMinutes: 2 ** 31 - 1 } as VersionRow<'wbs'>;
    const { patch } = ruledDuration(row, done?.minutes ?? null, null);
    const numbers = [amounts?.units, amounts?.cost, resourceFields(wish).pricePerUnit, ...Object.values(patch)];
    for (const number of numbers) expect(Number.isFinite(number ?? 0)).toBe(true);
    for (const minutes of Object.values(patch)) expect(minutes).toBeLessThan(2 ** 31);
  }
});
