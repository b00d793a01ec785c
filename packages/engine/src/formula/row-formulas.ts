import { type AttributeType, formatMinute, type JsonValue, type Minute, parseMinute } from '@gantry/domain';
import type { CalculatedAttribute } from './cells.ts';
import type { FormulaSheet } from './sheet.ts';
import { compileFormula, formulaSchema, type FormulaSchema } from './check.ts';
import type { FormulaCalendar } from './functions/define.ts';
import type { FormulaScope } from './text/syntax.ts';
import { FORMULA_TYPE_OF, type FormulaCell, type FormulaError, type FormulaResult, type FormulaScalar, isFormulaError } from './value.ts';

/** Row fields that formulas may reference; durations and floats in working days. */
export const ROW_FORMULA_FIELDS = [
  ['code', 'code', 'text'],
  ['name', 'name', 'text'],
  ['type', 'type', 'text'],
  ['status', 'status', 'text'],
  ['start', 'start', 'date'],
  ['finish', 'finish', 'date'],
  ['actual_start', 'actualStart', 'date'],
  ['actual_finish', 'actualFinish', 'date'],
  ['early_start', 'earlyStart', 'date'],
  ['early_finish', 'earlyFinish', 'date'],
  ['late_start', 'lateStart', 'date'],
  ['late_finish', 'lateFinish', 'date'],
  ['target_start', 'targetStart', 'date'],
  ['target_finish', 'targetFinish', 'date'],
  ['deadline', 'deadline', 'date'],
  ['expected_finish', 'expectedFinish', 'date'],
  ['duration', 'durationMinutes', 'number'],
  ['remaining', 'remainingMinutes', 'number'],
  ['total_float', 'totalFloatMinutes', 'number'],
  ['free_float', 'freeFloatMinutes', 'number'],
  ['progress', 'progress', 'percentage'],
  ['critical', 'critical', 'flag'],
  ['planned_cost', 'plannedCost', 'money'],
  ['actual_cost', 'actualCost', 'money'],
  ['planned_units', 'plannedUnits', 'number'],
  ['actual_units', 'actualUnits', 'number'],
] as const satisfies readonly (readonly [name: string, field: string, type: FormulaScalar])[];

const FIELD_OF = new Map<string, string>(ROW_FORMULA_FIELDS.map(([name, field]) => [name, field]));
const IN_DAYS: ReadonlySet<string> = new Set(['durationMinutes', 'remainingMinutes', 'totalFloatMinutes', 'freeFloatMinutes']);

/** An attribute as formulas see it: `name` is what they call it. */
export type FormulaAttribute = { id: number; name: string; type: AttributeType; formula: string | null };

/** Fields of rows that tell money, by the name that formulas give them. */
export const MONEY_FORMULA_FIELDS: ReadonlySet<string> = new Set(
  ROW_FORMULA_FIELDS.flatMap(([name, , type]) => (type === 'money' ? [name] : [])),
);

/** What formulas of rows may name: the fields of rows, without `money` those that tell none, then the attributes. */
export function rowFormulaSchema(attributes: readonly FormulaAttribute[], money = true): FormulaSchema {
  const fields = ROW_FORMULA_FIELDS.filter(([name]) => money || !MONEY_FORMULA_FIELDS.has(name));
  return formulaSchema([
    ...attributes.filter(({ name }) => !FIELD_OF.has(name.toLowerCase())).map(({ name, type }) => ({ name, type: FORMULA_TYPE_OF[type] })),
    ...fields.map(([name, , type]) => ({ name, type })),
  ]);
}

/** Parses and checks formulas of attributes; invalid ones are reported. */
export function compileAttributes(
  attributes: readonly FormulaAttribute[],
  schema: FormulaSchema,
): { calculated: (CalculatedAttribute & { id: number })[]; faults: { id: number; error: FormulaError }[] } {
  const calculated: (CalculatedAttribute & { id: number })[] = [];
  const faults: { id: number; error: FormulaError }[] = [];
  for (const { id, name, type, formula } of attributes) {
    if (formula === null) continue;
    const compiled = compileFormula(formula, schema, FORMULA_TYPE_OF[type]);
    if ('error' in compiled) faults.push({ id, error: compiled.error });
    else calculated.push({ id, name, formula: compiled.formula });
  }
  return { calculated, faults };
}

/** The rows of a version as their formulas need them; dates in minutes. */
export type RowSource = {
  ids: readonly number[];
  parentOf(id: number): number | null;
  relations: readonly { predecessorId: number; successorId: number }[];
  /** How the values of a field are read. */
  field(field: string): (id: number) => FormulaCell;
  /** How the values of an attribute are read that no formula calculates, as they are stored. */
  attribute(attributeId: number): (id: number) => JsonValue;
  calendar(id: number): FormulaCalendar | null;
  minutesPerDay(id: number): number;
  dataDate: Minute;
};

/** The sheet that formulas of rows stand on. */
export function rowFormulaSheet(source: RowSource, attributes: readonly FormulaAttribute[]): FormulaSheet {
  const byName = new Map(attributes.map((attribute) => [attribute.name, attribute]));
  const lists = relativesOf(source);
  return {
    items: source.ids,
    relatives: (scope, item) => lists(scope).get(item) ?? NONE,
    stored(name) {
      const field = FIELD_OF.get(name);
      if (field !== undefined) {
        const read = source.field(field);
        if (!IN_DAYS.has(field)) return read;
        return (item) => {
          const value = read(item);
          return typeof value === 'number' ? value / source.minutesPerDay(item) : value;
        };
      }
      const attribute = byName.get(name);
      if (!attribute) return () => null;
      const read = source.attribute(attribute.id);
      return (item) => formulaCell(attribute.type, read(item));
    },
    calendar: source.calendar,
    dataDate: source.dataDate,
  };
}

const NONE: readonly number[] = [];

/** Relatives by scope, gathered when one is first asked for. */
function relativesOf(source: RowSource): (scope: FormulaScope) => ReadonlyMap<number, readonly number[]> {
  const known = new Map<FormulaScope, Map<number, number[]>>();
  const gather = (pairs: Iterable<readonly [number, number]>): Map<number, number[]> => {
    const lists = new Map<number, number[]>();
    for (const [of, other] of pairs) {
      const list = lists.get(of);
      if (list) list.push(other);
      else lists.set(of, [other]);
    }
    return lists;
  };
  const parents = (): (readonly [number, number])[] =>
    source.ids.flatMap((id) => {
      const parent = source.parentOf(id);
      return parent === null ? [] : [[id, parent] as const];
    });
  const pairsOf: Record<FormulaScope, () => Iterable<readonly [number, number]>> = {
    self: () => [],
    parent: parents,
    children: () => parents().map(([id, parent]) => [parent, id] as const),
    predecessors: () => source.relations.map(({ predecessorId, successorId }) => [successorId, predecessorId] as const),
    successors: () => source.relations.map(({ predecessorId, successorId }) => [predecessorId, successorId] as const),
  };
  return (scope) => {
    let lists = known.get(scope);
    if (!lists) known.set(scope, (lists = gather(pairsOf[scope]())));
    return lists;
  };
}

/** A stored value as formulas compute with it. */
export function formulaCell(type: AttributeType, value: JsonValue): FormulaCell {
  if (value === null || typeof value === 'object') return null;
  if (type === 'date') return typeof value === 'string' ? parseMinute(value) : null;
  const scalar = FORMULA_TYPE_OF[type];
  if (scalar === 'text') return String(value);
  if (scalar === 'flag') return typeof value === 'boolean' ? value : null;
  const number = typeof value === 'number' ? value : typeof value === 'string' && value.trim() ? Number(value) : Number.NaN;
  return Number.isFinite(number) ? number : null;
}

export function storedResult(type: AttributeType, result: FormulaResult | undefined): JsonValue {
  if (result === undefined || result === null || isFormulaError(result) || typeof result === 'object') return null;
  return type === 'date' && typeof result === 'number' ? formatMinute(result) : result;
}
