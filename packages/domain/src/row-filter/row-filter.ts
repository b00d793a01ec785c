import { FILTER_OPERATORS, type FilterOperator, type WbsColumnType } from '../enumerations.ts';
import type { JsonValue } from '../json.ts';
import { OPERATORS } from './operators/index.ts';
import type { ColumnReader, OperatorMember, RowTest } from './operators/operator.ts';

/** One comparison of a column; dates as `2025-03-03`, durations in working minutes, shares from 0 to 1. */
export type RowCondition = { column: string; operator: FilterOperator; value: JsonValue };

/** Conditions and groups of conditions, of which all or any must hold. */
export type RowFilter = { join: 'and' | 'or'; conditions: (RowCondition | RowFilter)[] };

/** The way to read a column of the rows at hand; null where they have none of this name. */
export type ReaderOf = (column: string) => ColumnReader | null;

/** The test of a filter, null without complete conditions; conditions on unknown columns are in `ignored`. */
export function compileFilter(filter: RowFilter, readerOf: ReaderOf): { test: RowTest | null; ignored: RowCondition[] } {
  const ignored: RowCondition[] = [];
  return { test: compileGroup(filter, readerOf, ignored), ignored };
}

function compileGroup(filter: RowFilter, readerOf: ReaderOf, ignored: RowCondition[]): RowTest | null {
  const tests = filter.conditions.flatMap((part) => {
    if ('conditions' in part) return compileGroup(part, readerOf, ignored) ?? [];
    const reader = readerOf(part.column);
    if (!reader) {
      ignored.push(part);
      return [];
    }
    return OPERATORS[part.operator].test(reader, part.value) ?? [];
  });
  if (tests.length === 0) return null;
  if (tests.length === 1) return tests[0];
  return filter.join === 'and' ? (row) => tests.every((test) => test(row)) : (row) => tests.some((test) => test(row));
}

export function valuesTakenBy(operator: FilterOperator): OperatorMember['takes'] {
  return OPERATORS[operator].takes;
}

const KIND_OF_TYPE: Record<WbsColumnType, ColumnReader['kind']> = {
  number: 'number',
  string: 'text',
  date: 'minute',
  money: 'number',
  percentage: 'number',
  predecessors: 'text',
  executor: 'number',
  curator: 'number',
  status: 'text',
  in_scope: 'text',
  start_limit: 'text',
  finish_limit: 'text',
  duration: 'number',
  item_type: 'text',
  calendar: 'number',
  flag: 'text',
  list: 'text',
  colour: 'number',
  specialty: 'number',
  progress_by: 'text',
};

/** How cells of a column type are compared. */
export const readerKindOf = (type: WbsColumnType): ColumnReader['kind'] => KIND_OF_TYPE[type];

/** Column types with values from a list, which have no order. */
const CHOSEN: ReadonlySet<WbsColumnType> = new Set([
  'executor',
  'curator',
  'status',
  'in_scope',
  'start_limit',
  'finish_limit',
  'item_type',
  'calendar',
  'specialty',
  'progress_by',
  'flag',
]);
const FOR_CHOSEN: readonly FilterOperator[] = ['eq', 'ne', 'filter_by_list', 'exists', 'not_exists'];

/** The operators that make sense for a column type. */
export function operatorsFor(type: WbsColumnType): FilterOperator[] {
  if (type === 'colour') return ['colors', 'exists', 'not_exists'];
  if (CHOSEN.has(type)) return [...FOR_CHOSEN];
  const kind = readerKindOf(type);
  return FILTER_OPERATORS.filter((operator) => operator !== 'colors' && OPERATORS[operator].kinds.includes(kind));
}

/** All conditions of a filter, including nested groups. */
export function conditionsOf(filter: RowFilter): RowCondition[] {
  return filter.conditions.flatMap((part) => ('conditions' in part ? conditionsOf(part) : part));
}
