import type { ComparedRow, Difference, ValueQuestion } from '@gantry/contract';
import { type Lineage, NO_DATE, VERSION_TABLE_NAMES, type VersionTable } from '@gantry/domain';
import { documentOfValues, layOutRows, recordsOf, withDays } from '@gantry/plan-view';
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
    const records = recordsOf(table, rows[table]);
    if (table === 'wbs') return [table, withRolledUp(records, rows[table])];
    return [table, table === 'daySeries' ? records.map(withDays) : records];
  });
  return { ...side, rows: Object.fromEntries(tables) as ValueSide['rows'] };
}

/** Phases are compared by what they show of the rows below them. */
function withRolledUp(records: Row[], values: readonly unknown[][]): Row[] {
  const { rows, rowOfId } = layOutRows(documentOfValues({ versionId: 0, revision: 0 }, { wbs: values }), () => false);
  const date = (minute: number) => (minute === NO_DATE ? null : minute);
  return records.map((record) => {
    const at = rowOfId.get(record.id);
    if (at === undefined || record['type'] !== 'sum') return record;
    return { ...record, start: date(rows.start[at]), finish: date(rows.finish[at]), progress: rows.progress[at] };
  });
}

serveThread<CompareInput, CompareOutcome>(({ sides, values, withSame }) => {
  const read = sides.map(sideOf);
  return values ? { values: compareValues(read, values, withSame) } : { whole: compareWhole(read) };
});
