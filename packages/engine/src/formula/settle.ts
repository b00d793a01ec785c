import type { Formula } from './check.ts';
import { MANY_SCOPES, type FormulaScope } from './text/syntax.ts';
import { formulaError, isFormulaError } from './value.ts';
import type { FormulaCell, FormulaResult } from './value.ts';
import { type FormulaFrame, formulaStep } from './evaluate.ts';
import type { FormulaSheet } from './sheet.ts';
import type { OpenColumn, Places } from './results.ts';

/** Formulas over a sheet with what they have given so far. */
export type Calculation = {
  sheet: FormulaSheet;
  places: Places;
  formulas: ReadonlyMap<string, Formula>;
  columns: ReadonlyMap<string, OpenColumn>;
  /** Values of a field that no formula calculates, by place. */
  stored(name: string): (place: number) => FormulaCell;
};

/** Calculates one attribute for a place. */
type Evaluator = (place: number) => FormulaResult;

/** What calculates an attribute, for any number of rows. */
export function evaluatorOf({ sheet, places, formulas, columns, stored }: Calculation, name: string): Evaluator {
  const step = formulaStep(formulas.get(name)!);
  let place = 0;
  let item = 0;
  const readers = new Map<string, (place: number) => FormulaResult>();
  for (const { name: read } of formulas.get(name)!.dependencies) {
    const values = columns.get(read)?.values;
    readers.set(read, values ? (at) => values[at] ?? null : stored(read));
  }
  const frame: FormulaFrame = {
    read(scope, read) {
      const reader = readers.get(read)!;
      if (scope === 'self') return reader(place);
      const values: FormulaCell[] = [];
      for (const other of sheet.relatives(scope, item)) {
        const value = reader(places.of.get(other)!);
        if (isFormulaError(value)) return value;
        values.push(value as FormulaCell);
      }
      return MANY_SCOPES.has(scope) ? values : (values[0] ?? null);
    },
    get calendar() {
      return sheet.calendar(item);
    },
    dataDate: sheet.dataDate,
  };
  return (at) => {
    place = at;
    item = places.items[at];
    return step(frame);
  };
}

type Frame = { attribute: number; place: number; reads: number[]; next: number };

/**
 * Calculates the waiting cells of attributes that need each other. Depth first with a stack of its own: a chain over 100,000
 * predecessors must not overflow the call stack.
 */
export function settle(calculation: Calculation, names: readonly string[], waiting: (name: string) => Iterable<number>): void {
  const { sheet, places, formulas } = calculation;
  const rows = places.items.length;
  const columns = names.map((name) => calculation.columns.get(name)!.values);
  const evaluators = names.map((name) => evaluatorOf(calculation, name));
  const inner = names.map((name) =>
    formulas
      .get(name)!
      .dependencies.map((one) => ({ scope: one.scope, attribute: names.indexOf(one.name) }))
      .filter(({ attribute }) => attribute >= 0),
  );
  const readsOf = (attribute: number, place: number): number[] => {
    const reads: number[] = [];
    for (const { scope, attribute: read } of inner[attribute])
      for (const other of relativePlaces(sheet, places, scope, place)) reads.push(read * rows + other);
    return reads;
  };
  const open = new Map<number, number>();
  const stack: Frame[] = [];
  const push = (attribute: number, place: number) => {
    open.set(attribute * rows + place, stack.length);
    stack.push({ attribute, place, reads: readsOf(attribute, place), next: 0 });
  };
  const closeCycle = (ring: readonly Frame[]) => {
    const path = ring.map(({ attribute, place }) => `${names[attribute]}@${places.items[place]}`);
    for (const [index, { attribute, place }] of ring.entries()) {
      const text = formulas.get(names[attribute])!.text;
      const own = [...path.slice(index), ...path.slice(0, index + 1)].join(' → ');
      columns[attribute][place] = formulaError('formula.ring', { from: 0, to: text.length }, { path: own });
    }
  };
  for (const [start, name] of names.entries()) {
    for (const place of waiting(name)) {
      if (columns[start][place] !== undefined) continue;
      push(start, place);
      while (stack.length) {
        const frame = stack[stack.length - 1];
        const column = columns[frame.attribute];
        if (column[frame.place] !== undefined) {
          open.delete(frame.attribute * rows + frame.place);
          stack.pop();
        } else if (frame.next < frame.reads.length) {
          const key = frame.reads[frame.next++];
          const [attribute, other] = [Math.floor(key / rows), key % rows];
          if (columns[attribute][other] !== undefined) continue;
          const at = open.get(key);
          if (at === undefined) push(attribute, other);
          else closeCycle(stack.slice(at));
        } else column[frame.place] = evaluators[frame.attribute](frame.place);
      }
    }
  }
}

function relativePlaces(sheet: FormulaSheet, places: Places, scope: FormulaScope, place: number): readonly number[] {
  return scope === 'self' ? [place] : sheet.relatives(scope, places.items[place]).map((other) => places.of.get(other)!);
}
