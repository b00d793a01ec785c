import type { Minute } from '@gantry/domain';
import type { FormulaCalendar } from './functions/define.ts';
import type { FormulaScope } from './text/syntax.ts';
import type { FormulaCell } from './value.ts';

/** The rows that formulas stand on; identifiers are the caller's own. */
export type FormulaSheet = {
  items: readonly number[];
  /** Relatives of a row in a scope, in order; `parent` gives at most one, `self` is never asked. */
  relatives(scope: FormulaScope, item: number): readonly number[];
  /** How the values of a field are read that no formula calculates. */
  stored(name: string): (item: number) => FormulaCell;
  /** All values of the field in item order, if available. */
  column?(name: string): readonly FormulaCell[];
  calendar(item: number): FormulaCalendar | null;
  dataDate: Minute;
};
