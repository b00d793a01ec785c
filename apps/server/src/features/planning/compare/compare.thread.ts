import type { ValueQuestion } from '@gantry/contract';
import { type Lineage, NO_DATE, VERSION_TABLE_NAMES, type VersionTable } from '@gantry/domain';
import { documentOfValues, layOutRows, recordsOf, withDays } from '@gantry/plan-view';
import { workerData } from 'node:worker_threads';
import { fail } from '../../../platform/fail.ts';
import { serveThread } from '../../../platform/jobs/workers.thread.ts';
import { type Connection, type Db, openDatabase } from '../../../platform/postgres/database.ts';
import { type Onlooker, openVersion, valuesOf } from '../edits/edits.service.ts';
import type { Row } from './compare.align.rules.ts';
import { answerFrom, type CompareAnswers, type CompareAsked, type CompareOutcome, forgetOldest } from './compare.answers.rules.ts';
import { compareWhole } from './compare.rows.rules.ts';
import { compareValues, type ValueSide } from './compare.values.rules.ts';

/** A version whose rows the thread reads; dates in minutes. */
export type ComparedSide = { versionId: number; lineage: Lineage; dataDate: number };

/** Versions of a space as somebody sees them, and what is asked of their comparison; `name` is the same for the same comparison. */
export type CompareInput = {
  name: string;
  spaceId: number;
  who: Onlooker;
  sides: ComparedSide[];
  measured: { values: ValueQuestion; withSame: boolean } | null;
  asked: CompareAsked;
};

type RawSide = ComparedSide & { rows: Record<VersionTable, unknown[][]> };

const database = openDatabase({ ...(workerData as Connection), max: 1, application_name: 'gantry comparisons' }, () => undefined);

/** Caches the last comparisons, so that a filter does not repeat one. Their keys contain the revisions, so an entry never becomes outdated. */
const kept = new Map<string, CompareOutcome>();

serveThread<CompareInput, CompareAnswers[keyof CompareAnswers]>(async (input) => {
  let outcome = kept.get(input.name);
  // Whole versions are read beside what is kept.
  if (!outcome) forgetOldest(kept, false);
  outcome ??= await compare(input);
  kept.delete(input.name);
  kept.set(input.name, outcome);
  forgetOldest(kept, true);
  return answerFrom(outcome, input.asked);
});

async function compare({ spaceId, who, sides, measured }: CompareInput): Promise<CompareOutcome> {
  const read: ValueSide[] = [];
  await database.read({ spaceId, userId: null }, async (db) => {
    for (const side of sides) read.push(sideOf(await readSide(db, spaceId, who, side)));
  });
  return measured ? { values: compareValues(read, measured.values, measured.withSame) } : { whole: compareWhole(read) };
}

async function readSide(db: Db, spaceId: number, who: Onlooker, side: ComparedSide): Promise<RawSide> {
  const reader = await openVersion(db, { spaceId, versionId: side.versionId }, who);
  if (!reader) fail('version.not_found', { id: side.versionId });
  return { ...side, rows: await valuesOf(reader.values, VERSION_TABLE_NAMES) };
}

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
