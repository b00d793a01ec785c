import type { Minute } from '@gantry/domain';
import type { Formula } from './check.ts';
import { evaluateFormula } from './evaluate.ts';
import type { FormulaCalendar } from './functions/define.ts';
import type { FormulaScope } from './syntax.ts';
import { MANY_SCOPES } from './syntax.ts';
import { formulaError, isFormulaError } from './value.ts';
import type { FormulaCell, FormulaResult } from './value.ts';

/** A calculated attribute or indicator: its name and its formula. */
export type CalculatedAttribute = { name: string; formula: Formula };

/** The rows that formulas stand on; identifiers are the caller's own. */
export type FormulaSheet = {
  items: readonly number[];
  /** Relatives of a row in a scope, in order; `parent` gives at most one, `self` is never asked. */
  relatives(scope: FormulaScope, item: number): readonly number[];
  /** The value of a field that no formula calculates. */
  stored(item: number, name: string): FormulaCell;
  calendar(item: number): FormulaCalendar | null;
  dataDate: Minute;
};

/** One attribute of one row. */
export type FormulaCellKey = { item: number; name: string };

/** Results by attribute name, then by item. */
export type FormulaResults = Map<string, Map<number, FormulaResult>>;

const INVERSE: Record<FormulaScope, FormulaScope> = {
  self: 'self',
  children: 'parent',
  parent: 'children',
  predecessors: 'successors',
  successors: 'predecessors',
};

type Frame = { key: FormulaCellKey; reads: FormulaCellKey[]; next: number };

function relatives(sheet: FormulaSheet, scope: FormulaScope, item: number): readonly number[] {
  return scope === 'self' ? [item] : sheet.relatives(scope, item);
}

/** The calculated cells that a cell reads; stored fields need no order. */
function readsOf(sheet: FormulaSheet, formulas: ReadonlyMap<string, Formula>, key: FormulaCellKey): FormulaCellKey[] {
  const reads: FormulaCellKey[] = [];
  for (const { scope, name } of formulas.get(key.name)!.dependencies) {
    if (formulas.has(name)) for (const item of relatives(sheet, scope, key.item)) reads.push({ item, name });
  }
  return reads;
}

function evaluateCell(
  sheet: FormulaSheet,
  formulas: ReadonlyMap<string, Formula>,
  results: FormulaResults,
  key: FormulaCellKey,
): FormulaResult {
  const cell = (item: number, name: string): FormulaResult => {
    const known = results.get(name);
    return known ? (known.get(item) ?? null) : sheet.stored(item, name);
  };
  const read = (scope: FormulaScope, name: string): FormulaResult => {
    if (scope === 'self') return cell(key.item, name);
    const values: FormulaCell[] = [];
    for (const item of sheet.relatives(scope, key.item)) {
      const value = cell(item, name);
      if (isFormulaError(value)) return value;
      values.push(value as FormulaCell);
    }
    return MANY_SCOPES.has(scope) ? values : (values[0] ?? null);
  };
  return evaluateFormula(formulas.get(key.name)!, { read, calendar: sheet.calendar(key.item), dataDate: sheet.dataDate });
}

/** Depth first with a stack of its own: a chain over 100,000 predecessors must not overflow the call stack. */
function settle(sheet: FormulaSheet, formulas: ReadonlyMap<string, Formula>, results: FormulaResults, start: FormulaCellKey): void {
  const open = new Map<string, number>();
  const stack: Frame[] = [];
  const push = (key: FormulaCellKey) => {
    open.set(`${key.item}:${key.name}`, stack.length);
    stack.push({ key, reads: readsOf(sheet, formulas, key), next: 0 });
  };
  push(start);
  while (stack.length) {
    const frame = stack[stack.length - 1];
    if (results.get(frame.key.name)!.has(frame.key.item)) {
      open.delete(`${frame.key.item}:${frame.key.name}`);
      stack.pop();
    } else if (frame.next < frame.reads.length) {
      const key = frame.reads[frame.next++];
      const at = open.get(`${key.item}:${key.name}`);
      if (results.get(key.name)!.has(key.item)) continue;
      if (at === undefined) push(key);
      else closeRing(stack.slice(at), formulas, results);
    } else {
      results.get(frame.key.name)!.set(frame.key.item, evaluateCell(sheet, formulas, results, frame.key));
    }
  }
}

/** Every cell of the ring gets the same error with the whole path, starting and ending with itself. */
function closeRing(ring: Frame[], formulas: ReadonlyMap<string, Formula>, results: FormulaResults): void {
  const names = ring.map((frame) => frame.key);
  for (const [index, { item, name }] of names.entries()) {
    const path = [...names.slice(index), ...names.slice(0, index + 1)].map((key) => `${key.name}@${key.item}`).join(' → ');
    results.get(name)!.set(item, formulaError('formula.ring', { from: 0, to: formulas.get(name)!.text.length }, { path }));
  }
}

function formulaTable(attributes: readonly CalculatedAttribute[]): Map<string, Formula> {
  return new Map(attributes.map((attribute) => [attribute.name, attribute.formula]));
}

/** Calculates every attribute on every row, whatever order they depend on each other in. */
export function calculateFormulas(sheet: FormulaSheet, attributes: readonly CalculatedAttribute[]): FormulaResults {
  const formulas = formulaTable(attributes);
  const results: FormulaResults = new Map(attributes.map((attribute) => [attribute.name, new Map()]));
  for (const { name } of attributes) {
    for (const item of sheet.items) if (!results.get(name)!.has(item)) settle(sheet, formulas, results, { item, name });
  }
  return results;
}

/**
 * Cells whose value may change when the given cells changed. A calculated cell among the given ones is itself affected:
 * when rows move or links change, give the calculated cells of the rows at both ends, before and after.
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
  for (const { item, name } of cells) results.get(name)!.delete(item);
  for (const { item, name } of cells) if (!results.get(name)!.has(item)) settle(sheet, formulas, results, { item, name });
  return cells;
}

/** The ring of attributes that need each other on the same row, whatever the rows are: names from the first to itself again; null when there is none. */
export function findFormulaRing(attributes: readonly CalculatedAttribute[]): string[] | null {
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
