import type { Activity } from '@gantry/contract';
import type { Context } from '../../../platform/context.ts';
import { fail } from '../../../platform/fail.ts';
import { describeEdit } from '../edits/undo/edits.history.service.ts';
import { type ActivityFilter, listActivities } from './activities.repository.ts';

const out = ({ at, row_count, ...row }: Awaited<ReturnType<typeof listActivities>>[number]): Activity => ({
  ...row,
  id: `${row.version_id}-${row.revision}`,
  at: at.toISOString(),
  rows: row_count,
});

/** What was done in the space of the call, newest first. */
export async function listFeed(context: Context, filter: ActivityFilter, limit: number): Promise<Activity[]> {
  return (await context.read((db) => listActivities(db, context.spaceId, filter, limit))).map(out);
}

/** One thing that was done, with how many rows of each table it touched. */
export async function getActivity(context: Context, id: string) {
  const [versionId, revision] = id.split('-').map(Number);
  const [row] = await context.read((db) => listActivities(db, context.spaceId, {}, 1, { versionId, revision }));
  if (!row) fail('activity.not_found', { id });
  return { ...out(row), tables: await describeEdit(context, versionId, revision) };
}
