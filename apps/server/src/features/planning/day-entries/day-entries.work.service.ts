import { type FieldRow, MOST_FIELD_DAYS, MOST_FIELD_WORKS } from '@gantry/contract';
import { dayOf, minuteAt } from '@gantry/domain';
import type { Context } from '../../../platform/context.ts';
import { fail } from '../../../platform/fail.ts';
import { holdsAt } from '../../access/roles/roles.access.service.ts';
import { daysOfWorks } from '../day-values/day-values.service.ts';
import { readVersion } from '../edits/edits.service.ts';
import { listReportedRows, whereReporting } from '../reports/reports.service.ts';
import { listPaths } from './day-entries.repository.ts';

const dayAt = (text: string): number => dayOf(minuteAt(`${text}T00:00`));

/** Works on which the caller reports: those that are not done, and those that were done in the days asked; those nearest to these days. */
export async function readOwnWork(
  caller: Context,
  { from, to }: { from: string; to: string },
  most = MOST_FIELD_WORKS,
): Promise<{ rows: FieldRow[]; more: boolean }> {
  if (to < from || dayAt(to) - dayAt(from) >= MOST_FIELD_DAYS) fail('entry.wrong_period', { most: MOST_FIELD_DAYS });
  const context = await whereReporting(caller);
  const { rows: shown, more } = await context.read((db) => listReportedRows(db, context, { most, near: { from, to }, open: true }));
  const rows: FieldRow[] = [];
  for (const [versionId, ofVersion] of Map.groupBy(shown, ({ version_id }) => version_id)) {
    const [{ schedule_id }] = ofVersion;
    const [mayReport, mayStore] = await context.read(async (db) => [
      await holdsAt(context, db, schedule_id, 'plan.report'),
      await holdsAt(context, db, schedule_id, 'files.edit'),
    ]);
    if (!mayReport) continue;
    const ids = ofVersion.map(({ id }) => id);
    const days = await readVersion(context, versionId, async (reader) => ({
      paths: await listPaths(reader.db, context.spaceId, versionId, ids),
      works: await daysOfWorks(context, reader, ids, { from, to }),
    }));
    for (const row of ofVersion) {
      const work = days.works.of.get(row.id);
      if (!work) continue;
      rows.push({
        schedule_id,
        schedule_name: row.schedule_name,
        version_id: versionId,
        row_id: row.id,
        row_code: row.code,
        row_name: row.name,
        path: days.paths.get(row.id) ?? [],
        progress: row.progress,
        status: row.status as FieldRow['status'],
        start: row.start,
        finish: row.finish,
        open_from: days.works.openFrom,
        may_store: mayStore,
        ...work,
      });
    }
  }
  return { rows, more };
}
