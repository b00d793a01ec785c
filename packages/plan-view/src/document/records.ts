import { type AnyRow, eachDay, fieldsOf, runOfDays, type VersionTable } from '@gantry/domain';

/** Rows as they travel, arrays of values in the order of the fields (of all, or of some), read by the names of their fields; dates are minutes. */
export function recordsOf(table: VersionTable, values: readonly unknown[][], only?: ReadonlySet<string>): AnyRow[] {
  const names = fieldsOf(table).flatMap(({ name }) => (!only || only.has(name) ? [name] : []));
  return values.map((list) => {
    const record: Record<string, unknown> = {};
    for (let index = 0; index < names.length; index += 1) record[names[index]] = list[index];
    return record as AnyRow;
  });
}

/** Values of days stand with their days, so that each is read, and compared, with its own. */
export function withDays(row: AnyRow): AnyRow {
  const days: { day: number; value: number }[] = [];
  const run = runOfDays(row['days']);
  if (run) eachDay(run, (day, value) => days.push({ day, value }));
  return { ...row, firstDay: 0, lastDay: 0, lastAmountDay: 0, total: 0, days };
}
