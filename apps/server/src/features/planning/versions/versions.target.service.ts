import { naturalKeys, pairRows, sharedIdsUpTo, type WbsRow } from '@gantry/domain';
import type { Context } from '../../../platform/context.ts';
import { fail } from '../../../platform/fail.ts';
import { edit, readVersion } from '../edits/edits.service.ts';
import { lineageOfVersion } from './versions.copy.service.ts';
import { getVersion, listVersionsOf } from '../version-heads/version-heads.service.ts';

/** Takes the dates of another version (of the schedule's target version, when none is named) as target dates, or clears them. */
export async function updateTargetDates(
  context: Context,
  versionId: number,
  asked: { version_id?: number; ids?: number[]; clear: boolean },
) {
  const { schedule_id } = await getVersion(context, versionId);
  const sourceId = asked.clear ? null : (asked.version_id ?? (await targetOf(context, schedule_id)));
  const source = sourceId === null ? null : await readItems(context, sourceId);
  const done = await edit(context, versionId, asked.clear ? 'version.clear_target_dates' : 'version.target_dates', async (draft) => {
    const rows = await draft.all('wbs');
    const wanted = asked.ids && new Set(asked.ids);
    const here = { versionId, lineage: await lineageOfVersion(draft.tx, draft.key) };
    const pairs = source && pairRows(keyed(source.rows), keyed(rows), sharedIdsUpTo(source, here));
    const others = new Map(source?.rows.map((row) => [row.id, row]));
    let count = 0;
    for (const row of rows) {
      if (wanted && !wanted.has(row.id)) continue;
      const other = others.get(pairs?.get(row.id) ?? 0);
      const dates = { targetStart: other?.start ?? null, targetFinish: other?.finish ?? null };
      if (row.targetStart === dates.targetStart && row.targetFinish === dates.targetFinish) continue;
      draft.update('wbs', row.id, dates);
      count += 1;
    }
    return count;
  });
  return { revision: done.revision, diff: done.diff, rows: done.result };
}

async function targetOf(context: Context, scheduleId: number): Promise<number> {
  const target = (await listVersionsOf(context, scheduleId)).find(({ kind }) => kind === 'target');
  return target?.id ?? fail('version.without_target');
}

async function readItems(context: Context, versionId: number) {
  return readVersion(context, versionId, async ({ db, key, rows }) => ({
    versionId,
    rows: await rows('wbs'),
    lineage: await lineageOfVersion(db, key),
  }));
}

function keyed(rows: WbsRow[]) {
  const keys = naturalKeys(rows);
  return rows.map(({ id }) => ({ id, key: keys.get(id) ?? null }));
}
