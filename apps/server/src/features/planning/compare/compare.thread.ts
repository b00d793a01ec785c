import { columnsOf, type Difference } from '@gantry/contract';
import { type Lineage, VERSION_TABLE_NAMES, type VersionTable } from '@gantry/domain';
import { serveThread } from '../../../platform/workers.thread.ts';
import type { Row, Side } from './compare.align.rules.ts';
import { compareSides } from './compare.rules.ts';

/** Versions to compare: rows as arrays of values in the order of the fields, dates in minutes. */
export type CompareInput = { versionId: number; lineage: Lineage; rows: Record<VersionTable, unknown[][]> }[];

function sideOf({ versionId, lineage, rows }: CompareInput[number]): Side {
  const tables = VERSION_TABLE_NAMES.map((table) => {
    const names = columnsOf(table).map(({ name }) => name);
    const records = rows[table].map((values) => {
      const record: Record<string, unknown> = {};
      for (let index = 0; index < names.length; index += 1) record[names[index]] = values[index];
      return record;
    });
    return [table, records as Row[]];
  });
  return { versionId, lineage, rows: Object.fromEntries(tables) as Side['rows'] };
}

serveThread<CompareInput, Difference[]>((input) => compareSides(input.map(sideOf)));
