import { columnsOf } from '@gantry/contract';
import type { AnyRow, VersionTable } from '@gantry/domain';

/** Rows as they travel, arrays of values in the order of the fields, read by the names of their fields; dates are minutes. */
export function recordsOf(table: VersionTable, values: readonly unknown[][]): AnyRow[] {
  const names = columnsOf(table).map(({ name }) => name);
  return values.map((list) => {
    const record: Record<string, unknown> = {};
    for (let index = 0; index < names.length; index += 1) record[names[index]] = list[index];
    return record as AnyRow;
  });
}

/** Values of days stand with their days, so that each is read, and compared, with its own. */
export function withDays({ firstDay, values, ...row }: AnyRow): AnyRow {
  const days = (values as (number | null)[]).flatMap((value, index) =>
    value === null ? [] : [{ day: (firstDay as number) + index, value }],
  );
  return { ...row, firstDay: 0, values: days };
}
