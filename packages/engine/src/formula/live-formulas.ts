import {
  type CalculatedAttribute,
  calculateFormulas,
  type FormulaCellKey,
  type FormulaResults,
  type FormulaSheet,
  recalculateFormulas,
} from './cells.ts';
import type { FormulaCell } from './value.ts';

/** Results of formulas that are kept up to date from one state of the rows to the next. */
export type LiveFormulas = {
  /**
   * Results for the rows as they are now. `shape` says which rows there are and how they are related: while it is the same,
   * only cells are calculated again that read something which has changed. Answers how many were.
   */
  update(sheet: FormulaSheet, shape: string): { results: FormulaResults; calculated: number };
};

/** Opens the results of some formulas; the first update calculates everything. */
export function openFormulas(attributes: readonly CalculatedAttribute[]): LiveFormulas {
  const own = new Set(attributes.map(({ name }) => name));
  const read = [...new Set(attributes.flatMap(({ formula }) => formula.dependencies.map(({ name }) => name)))].filter(
    (name) => !own.has(name),
  );
  let before: { shape: string; values: Map<string, FormulaCell[]>; results: FormulaResults; dataDate: number } | null = null;

  return {
    update(sheet, shape) {
      const values = new Map(read.map((name) => [name, sheet.items.map((item) => sheet.stored(item, name))]));
      if (before?.shape !== shape || before.dataDate !== sheet.dataDate) {
        const results = calculateFormulas(sheet, attributes);
        before = { shape, values, results, dataDate: sheet.dataDate };
        return { results, calculated: attributes.length * sheet.items.length };
      }
      const changed: FormulaCellKey[] = [];
      for (const [name, list] of values) {
        const old = before.values.get(name) as FormulaCell[];
        for (const [index, value] of list.entries()) if (value !== old[index]) changed.push({ item: sheet.items[index], name });
      }
      const calculated = changed.length ? recalculateFormulas(sheet, attributes, before.results, changed).length : 0;
      before = { ...before, values };
      return { results: before.results, calculated };
    },
  };
}
