import { type CalculatedAttribute, calculateFormulas, type FormulaCellKey, recalculateFormulas } from './cells.ts';
import type { FormulaResults } from './results.ts';
import type { FormulaSheet } from './sheet.ts';
import type { FormulaCell } from './value.ts';

/** Results of formulas that are kept up to date from one state of the rows to the next. */
export type LiveFormulas = {
  /**
   * Updates results to the present rows. `changed` names rows whose stored values may have changed: only dependent cells are recalculated.
   * Null recalculates everything, after changes of rows, relations, calendars or data date. Returns the number of calculated cells.
   */
  update(sheet: FormulaSheet, changed: Iterable<number> | null): { results: FormulaResults; calculated: number };
};

/** Opens the results of some formulas; the first update calculates everything. */
export function openFormulas(attributes: readonly CalculatedAttribute[]): LiveFormulas {
  const own = new Set(attributes.map(({ name }) => name));
  const read = [...new Set(attributes.flatMap(({ formula }) => formula.dependencies.map(({ name }) => name)))].filter(
    (name) => !own.has(name),
  );
  let before: { places: ReadonlyMap<number, number>; values: Map<string, FormulaCell[]>; results: FormulaResults } | null = null;

  return {
    update(sheet, changed) {
      if (!before || !changed) {
        const known = keepingValues(sheet);
        const results = calculateFormulas(known.sheet, attributes);
        const values = new Map(read.map((name) => [name, known.valuesOf(name)]));
        before = { places: new Map(sheet.items.map((item, place) => [item, place])), values, results };
        return { results, calculated: attributes.length * sheet.items.length };
      }
      const cells: FormulaCellKey[] = [];
      const rows = [...changed];
      for (const [name, values] of before.values) {
        const valueOf = sheet.stored(name);
        for (const item of rows) {
          const place = before.places.get(item);
          if (place === undefined) continue;
          const value = valueOf(item);
          if (value === values[place]) continue;
          values[place] = value;
          cells.push({ item, name });
        }
      }
      const calculated = cells.length ? recalculateFormulas(sheet, attributes, before.results, cells).length : 0;
      return { results: before.results, calculated };
    },
  };
}

/** Caches field values of a sheet. */
function keepingValues(sheet: FormulaSheet) {
  const known = new Map<string, FormulaCell[]>();
  const valuesOf = (name: string): FormulaCell[] => {
    let values = known.get(name);
    if (!values) known.set(name, (values = sheet.items.map(sheet.stored(name))));
    return values;
  };
  return { valuesOf, sheet: { ...sheet, column: valuesOf } };
}
