import type { Formula } from './check.ts';
import { formulaGroups } from './order.ts';
import { type FormulaResults, openColumn, type OpenColumn, placesOf } from './results.ts';
import { type Calculation, evaluatorOf, settle } from './settle.ts';
import type { FormulaSheet } from './sheet.ts';
import type { FormulaScope } from './text/syntax.ts';
import type { FormulaCell } from './value.ts';

export type CalculatedAttribute = { name: string; formula: Formula };

/** One attribute of one row. */
export type FormulaCellKey = { item: number; name: string };

const INVERSE: Record<FormulaScope, FormulaScope> = {
  self: 'self',
  children: 'parent',
  parent: 'children',
  predecessors: 'successors',
  successors: 'predecessors',
};

function formulaTable(attributes: readonly CalculatedAttribute[]): Map<string, Formula> {
  return new Map(attributes.map((attribute) => [attribute.name, attribute.formula]));
}

/** Calculates every attribute on every row, whatever order they depend on each other in. */
export function calculateFormulas(sheet: FormulaSheet, attributes: readonly CalculatedAttribute[]): FormulaResults {
  const formulas = formulaTable(attributes);
  const places = placesOf(sheet.items);
  const columns = new Map(attributes.map(({ name }) => [name, openColumn(places)]));
  const known = new Map<string, readonly FormulaCell[]>();
  const stored = (name: string) => {
    const values = known.get(name) ?? sheet.column?.(name) ?? sheet.items.map(sheet.stored(name));
    known.set(name, values);
    return (place: number) => values[place];
  };
  const calculation: Calculation = { sheet, places, formulas, columns, stored };
  for (const { names, looped } of formulaGroups(formulas)) {
    if (looped) settle(calculation, names, () => sheet.items.keys());
    else {
      const { values } = columns.get(names[0])!;
      const evaluate = evaluatorOf(calculation, names[0]);
      for (let place = 0; place < values.length; place++) values[place] = evaluate(place);
    }
  }
  return columns;
}

/**
 * Cells whose value may change after the given cells changed. A given calculated cell is itself affected: when rows move or links change,
 * pass the calculated cells of the rows at both ends, before and after.
 */
export function affectedCells(
  attributes: readonly CalculatedAttribute[],
  relativesOf: FormulaSheet['relatives'],
  changed: readonly FormulaCellKey[],
): FormulaCellKey[] {
  const readers = new Map<string, { scope: FormulaScope; name: string }[]>();
  for (const { name, formula } of attributes) {
    for (const dependency of formula.dependencies) {
      const list = readers.get(dependency.name) ?? [];
      if (!list.length) readers.set(dependency.name, list);
      list.push({ scope: INVERSE[dependency.scope], name });
    }
  }
  const calculated = new Set(attributes.map((attribute) => attribute.name));
  const affected = changed.filter((key) => calculated.has(key.name));
  const seen = new Set(affected.map((key) => `${key.item}:${key.name}`));
  const queue = [...changed];
  for (let at = 0; at < queue.length; at++) {
    const { item, name } = queue[at];
    for (const reader of readers.get(name) ?? []) {
      for (const other of reader.scope === 'self' ? [item] : relativesOf(reader.scope, item)) {
        const id = `${other}:${reader.name}`;
        if (seen.has(id)) continue;
        seen.add(id);
        affected.push({ item: other, name: reader.name });
        queue.push({ item: other, name: reader.name });
      }
    }
  }
  return affected;
}

/** Brings results up to date after stored cells changed; answers the cells that were calculated again. */
export function recalculateFormulas(
  sheet: FormulaSheet,
  attributes: readonly CalculatedAttribute[],
  results: FormulaResults,
  changed: readonly FormulaCellKey[],
): FormulaCellKey[] {
  const formulas = formulaTable(attributes);
  const cells = affectedCells(attributes, sheet.relatives, changed);
  if (!cells.length) return cells;
  const columns = results as ReadonlyMap<string, OpenColumn>;
  const { places } = columns.get(cells[0].name)!;
  const waiting = new Map<string, number[]>();
  for (const { item, name } of cells) {
    const place = places.of.get(item)!;
    columns.get(name)!.values[place] = undefined;
    const list = waiting.get(name);
    if (list) list.push(place);
    else waiting.set(name, [place]);
  }
  const stored = (name: string) => {
    const read = sheet.stored(name);
    return (place: number) => read(places.items[place]);
  };
  const calculation: Calculation = { sheet, places, formulas, columns, stored };
  for (const { names } of formulaGroups(formulas))
    if (names.some((name) => waiting.has(name))) settle(calculation, names, (name) => waiting.get(name) ?? []);
  return cells;
}

/** The cycle of attributes that need each other on the same row, whatever the rows are: names from the first to itself again; null when there is none. */
export function findFormulaCycle(attributes: readonly CalculatedAttribute[]): string[] | null {
  const formulas = formulaTable(attributes);
  const done = new Set<string>();
  for (const { name: start } of attributes) {
    const path: string[] = [start];
    const pending: string[][] = [ownReads(formulas, start)];
    while (path.length) {
      const next = pending[pending.length - 1].pop();
      if (next === undefined) {
        done.add(path.pop()!);
        pending.pop();
      } else if (path.includes(next)) {
        return [...path.slice(path.indexOf(next)), next];
      } else if (!done.has(next)) {
        path.push(next);
        pending.push(ownReads(formulas, next));
      }
    }
  }
  return null;
}

function ownReads(formulas: ReadonlyMap<string, Formula>, name: string): string[] {
  const dependencies = formulas.get(name)?.dependencies ?? [];
  return dependencies
    .filter((dependency) => dependency.scope === 'self' && formulas.has(dependency.name))
    .map((dependency) => dependency.name);
}
