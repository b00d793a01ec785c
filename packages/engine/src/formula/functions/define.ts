import type { Minute } from '@gantry/domain';
import { elementOf, isList, isNumeric } from '../value.ts';
import type { FormulaCell, FormulaErrorCode, FormulaType, FormulaValue } from '../value.ts';

/** Working-time queries of formulas; days are the calendar's own working days. */
export type FormulaCalendar = {
  /** Working days from one moment to another, fractions included; negative when `to` lies before `from`. */
  workingDaysBetween(from: Minute, to: Minute): number;
  /** The moment at which so many working days have passed. */
  addWorkingDays(from: Minute, days: number): Minute;
};

/** Context of a call beside its arguments; `null` calendar = the item has none. */
export type FormulaSurroundings = { calendar: FormulaCalendar | null; dataDate: Minute };

/** A call that cannot answer; the evaluator adds the place. */
export type Fault = { fault: FormulaErrorCode; parameters?: Record<string, string | number> };

/** A wrong argument: its index from 0 and the expected type. */
export type TypeFault = { argument: number; expected: string };

/** One function of the language: its shape for the editor, its type rule and its meaning. */
export type FormulaFunction = {
  /** Parameter names as the editor shows them; the last one may repeat when `max` is larger. */
  parameters: readonly string[];
  min: number;
  max: number;
  type(types: readonly FormulaType[]): FormulaType | TypeFault;
} & (
  | {
      /** `null` = empty as soon as one argument is empty; `see` = the function is given the empties. */
      empties: 'null' | 'see';
      apply(values: readonly FormulaValue[], surroundings: FormulaSurroundings): FormulaValue | Fault;
    }
  /** Evaluates only the arguments it needs; `error` counts as an answer that can be looked at. */
  | { choose(count: number, argument: (index: number) => FormulaValue | { code: string }): number | null }
);

/** Tells the fault from the value. */
export function isFault(value: FormulaValue | Fault): value is Fault {
  return typeof value === 'object' && value !== null && 'fault' in value;
}

/** A type rule of fixed parameters: each argument must be of the kind named at its place, `result` comes out. */
export function takes(
  kinds: readonly ('numeric' | 'text' | 'date' | 'any' | 'list')[],
  result: FormulaType | 'first',
): FormulaFunction['type'] {
  return (types) => {
    for (let i = 0; i < types.length; i++) {
      const kind = kinds[Math.min(i, kinds.length - 1)];
      if (!fits(types[i], kind)) return { argument: i, expected: kind };
    }
    if (result !== 'first') return result;
    return types[0] === 'empty' ? 'number' : types[0];
  };
}

function fits(type: FormulaType, kind: 'numeric' | 'text' | 'date' | 'any' | 'list'): boolean {
  if (kind === 'list') return isList(type);
  if (isList(type)) return false;
  if (type === 'empty' || kind === 'any') return true;
  return kind === 'numeric' ? isNumeric(type) : type === kind;
}

/** All single values in the arguments, lists opened, empties left out. */
export function cellsOf(values: readonly FormulaValue[]): Exclude<FormulaCell, null>[] {
  const cells: Exclude<FormulaCell, null>[] = [];
  for (const value of values) {
    if (!Array.isArray(value)) {
      if (value !== null) cells.push(value as Exclude<FormulaCell, null>);
    } else for (const cell of value as readonly FormulaCell[]) if (cell !== null) cells.push(cell);
  }
  return cells;
}

/** The common element type of lists and single values, as the aggregates need it. */
export function elementTypes(types: readonly FormulaType[]): FormulaType[] {
  return types.map(elementOf);
}
