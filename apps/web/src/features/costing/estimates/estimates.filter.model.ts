import { type ColumnReader, compileFilter, conditionsOf, type RowFilter, type RowTest } from '@gantry/domain';
import type { GanttColumn } from '@gantry/scene';
import type { ConditionColumn } from '../../../ui/conditions/conditions.ts';
import type { EstimateSheet } from './estimates.model.ts';

const isNumber = ({ align }: GanttColumn): boolean => align === 'right';

/** The columns of an estimate that conditions can be about. */
export const conditionColumns = (columns: readonly GanttColumn[]): ConditionColumn[] =>
  columns
    .filter(({ editor }) => editor !== 'flag')
    .map((column) => ({ ...column, type: isNumber(column) ? 'number' : 'string', options: null }));

function readerOf(column: GanttColumn): ColumnReader {
  if (!isNumber(column)) return { kind: 'text', at: (row) => column.text(row) };
  return {
    kind: 'number',
    at(row) {
      const value = column.value?.(row);
      return typeof value === 'number' ? value : Number.NaN;
    },
  };
}

/**
 * The test of a filter by columns; null without complete conditions. Sums of headings are not compared, and a heading that has nothing in
 * the columns of the filter does not pass.
 */
export function columnTest(filter: RowFilter | null, columns: readonly GanttColumn[], { list }: EstimateSheet): RowTest | null {
  const reader = (id: string): ColumnReader | null => {
    const column = columns.find((each) => each.id === id);
    return column ? readerOf(column) : null;
  };
  const test = filter && compileFilter(filter, reader).test;
  if (!test) return null;
  const named = conditionsOf(filter).map(({ column }) => ({ column, operator: 'exists' as const, value: null }));
  const holds = compileFilter({ join: 'or', conditions: named }, reader).test;
  return (row) => test(row) && (list[row].kind !== 'section' || !holds || holds(row));
}

/** How many rows pass a test. */
export const countPassed = ({ list }: EstimateSheet, test: RowTest): number => list.reduce((sum, _row, at) => sum + (test(at) ? 1 : 0), 0);
