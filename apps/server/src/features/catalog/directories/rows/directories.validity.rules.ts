import type { DirectoryAttribute, DirectoryCell, DirectoryRow, DirectoryRowChange, DirectoryValueProblem } from '@gantry/contract';
import { cellProblem, type Definition, indexLists, type ListIndex, readCell } from './directories.values.rules.ts';

/** What values of a directory name outside of it. */
export type Surroundings = { measures: ReadonlySet<number>; people: ReadonlySet<number>; donors: ReadonlyMap<number, ReadonlySet<number>> };

/** A value that is not valid; `column` null: the code or the unit of the row. */
export type Broken = { row: DirectoryRow; column: DirectoryAttribute | null; value: DirectoryCell; problem: DirectoryValueProblem };

/** Tells of every value that is not valid, row by row; codes and unique values that repeat are told of all but the first. */
export function eachBroken(
  definition: Definition,
  rows: readonly DirectoryRow[],
  around: Surroundings,
  notify: (broken: Broken) => void,
): void {
  const lists = indexLists(definition.lists);
  const codes = new Set<string>();
  const seen = new Map(definition.columns.filter(({ unique }) => unique).map(({ id }) => [id, new Set<DirectoryCell>()]));
  for (const row of rows) {
    const code = row.code.toLowerCase();
    if (code && codes.has(code)) notify({ row, column: null, value: row.code, problem: 'code_twice' });
    codes.add(code);
    if (row.measure_id !== null && !around.measures.has(row.measure_id))
      notify({ row, column: null, value: row.measure_id, problem: 'measure' });
    for (const column of definition.columns) {
      const value = row.cells[column.id] ?? null;
      const problem = problemOf(column, value, row, lists, around);
      const values = seen.get(column.id);
      const isTwice = value !== null && values?.has(value);
      values?.add(value);
      if (problem ?? isTwice) notify({ row, column, value, problem: problem ?? 'not_unique' });
    }
  }
}

function problemOf(
  column: DirectoryAttribute,
  value: DirectoryCell,
  row: DirectoryRow,
  lists: ListIndex,
  around: Surroundings,
): DirectoryValueProblem | null {
  if (column.donor) {
    const donor = row.donors[column.donor.directory_id];
    if (donor !== undefined && !around.donors.get(column.donor.directory_id)?.has(donor)) return 'donor';
  }
  if (value === null) return column.required ? 'required' : null;
  const problem = cellProblem(column, value, lists);
  if (problem) return problem;
  return column.type === 'person' && !around.people.has(value as number) ? 'person' : null;
}

/** Ids of rows with a value that is not valid. */
export function brokenRows(definition: Definition, rows: readonly DirectoryRow[], around: Surroundings): Set<number> {
  const broken = new Set<number>();
  eachBroken(definition, rows, around, ({ row }) => broken.add(row.id));
  return broken;
}

/** The change that mends a value: what it can be read as, the default, else none at all; undefined where only a person can say. */
export function fixFor(
  { row, column, value, problem }: Broken,
  definition: Definition,
  codes: ReadonlySet<string>,
): DirectoryRowChange | undefined {
  if (problem === 'measure') return { do: 'update', id: row.id, measure_id: null };
  if (problem === 'code_twice') {
    let number = 2;
    while (codes.has(`${row.code}-${number}`.toLowerCase())) number += 1;
    return { do: 'update', id: row.id, code: `${row.code}-${number}` };
  }
  if (!column) return undefined;
  if (problem === 'donor') return { do: 'update', id: row.id, donors: { [String(column.donor?.directory_id)]: null } };
  if (column.donor || problem === 'not_unique') return undefined;
  const read = problem === 'required' || problem === 'person' ? undefined : readCell(column, value, indexLists(definition.lists));
  const next = read ?? (column.default_value as DirectoryCell | null);
  if (next === null && column.required) return undefined;
  return { do: 'update', id: row.id, cells: { [String(column.id)]: next } };
}
