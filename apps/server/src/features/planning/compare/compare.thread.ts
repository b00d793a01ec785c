import { columnsOf, type ComparedRow, type Difference, type ValueQuestion } from '@gantry/contract';
import { type Lineage, NO_DATE, VERSION_TABLE_NAMES, type VersionTable } from '@gantry/domain';
import { documentOfValues, layRows } from '@gantry/plan-view';
import { serveThread } from '../../../platform/jobs/workers.thread.ts';
import type { Row } from './compare.align.rules.ts';
import { compareWhole } from './compare.rows.rules.ts';
import { compareValues, type ComparedValues, type ValueSide } from './compare.values.rules.ts';

/** A version as it goes to the thread: rows as arrays of values in the order of the fields, dates in minutes. */
export type RawSide = { versionId: number; lineage: Lineage; dataDate: number; rows: Record<VersionTable, unknown[][]> };

/** Versions to compare: all that differs, or one measure by periods. */
export type CompareInput = { sides: RawSide[]; values?: ValueQuestion; withSame?: boolean };
export type CompareOutcome = { whole?: { differences: Difference[]; rows: ComparedRow[] }; values?: ComparedValues };

function sideOf({ rows, ...side }: RawSide): ValueSide {
  const tables = VERSION_TABLE_NAMES.map((table) => {
    const names = columnsOf(table).map(({ name }) => name);
    const values = rows[table];
    const records = values.map((list) => {
      const record: Record<string, unknown> = {};
      for (let index = 0; index < names.length; index += 1) record[names[index]] = list[index];
      return record;
    });
    if (table === 'wbs') return [table, withRolledUp(records as Row[], values)];
    return [table, (table === 'daySeries' ? records.map(byDays) : records) as Row[]];
  });
  return { ...side, rows: Object.fromEntries(tables) as ValueSide['rows'] };
}

/** Phases are compared by what they show of the rows below them. */
function withRolledUp(records: Row[], values: readonly unknown[][]): Row[] {
  const { rows, rowOfId } = layRows(documentOfValues({ versionId: 0, revision: 0 }, { wbs: values }), () => false);
  const date = (minute: number) => (minute === NO_DATE ? null : minute);
  return records.map((record) => {
    const at = rowOfId.get(record.id);
    if (at === undefined || record['type'] !== 'sum') return record;
    return { ...record, start: date(rows.start[at]), finish: date(rows.finish[at]), progress: rows.progress[at] };
  });
}

/** Values of days stand with their days, so that each is compared with its own. */
function byDays({ firstDay, values, ...row }: Record<string, unknown>): Record<string, unknown> {
  const days = (values as (number | null)[]).flatMap((value, index) =>
    value === null ? [] : [{ day: (firstDay as number) + index, value }],
  );
  return { ...row, firstDay: 0, values: days };
}

serveThread<CompareInput, CompareOutcome>(({ sides, values, withSame }) => {
  const read = sides.map(sideOf);
  return values ? { values: compareValues(read, values, withSame) } : { whole: compareWhole(read) };
});
