import type { Activity } from '@gantry/contract';
import { type Headline, itemOfHeadline } from '@gantry/domain';
import type { Context } from '../../../platform/context.ts';
import type { Db } from '../../../platform/postgres/database.ts';
import { fail } from '../../../platform/fail.ts';
import { describeEdit, headlinesOf } from '../edits/undo/edits.history.service.ts';
import { type ActivityFilter, type ActivityKey, listActivities, listNamesOfRows } from './activities.repository.ts';

type Found = Awaited<ReturnType<typeof listActivities>>[number];

/** An activity by its id. */
export function keyOf(id: string): ActivityKey {
  const [versionId, revision] = id.split('-').map(Number);
  return { versionId, revision };
}

const nameOf = ({ version_id, revision }: Found): string => `${version_id}-${revision}`;

/** What was done in the space of the call. */
export async function listFeed(context: Context, filter: ActivityFilter, limit: number): Promise<Activity[]> {
  return context.read(async (db) => shown(context, db, await listActivities(db, context.spaceId, filter, limit)));
}

async function shown(context: Context, db: Db, found: readonly Found[]): Promise<Activity[]> {
  const about = new Map<string, Headline>();
  for (const [versionId, edits] of Map.groupBy(found, ({ version_id }) => version_id)) {
    const headlines = await headlinesOf(context, db, versionId, edits);
    for (const edit of edits) {
      const headline = headlines.get(edit.revision);
      if (headline) about.set(nameOf(edit), headline);
    }
  }
  const items = found.flatMap((edit) => {
    const headline = about.get(nameOf(edit));
    const id = headline && itemOfHeadline(headline);
    return id == null ? [] : [{ versionId: edit.version_id, id, of: nameOf(edit) }];
  });
  const rows = await listNamesOfRows(db, context.spaceId, items);
  const rowOf = new Map(items.map(({ versionId, id, of }) => [of, rows.get(`${versionId}-${id}`)]));
  return found.map(({ at, row_count, diff_bytes: _bytes, ...edit }, index) => {
    const id = nameOf(found[index]);
    return { ...edit, id, at: at.toISOString(), rows: row_count, about: about.get(id) ?? null, row: rowOf.get(id) ?? null };
  });
}

/** One thing that was done, with how many rows of each table it touched. */
export async function getActivity(context: Context, id: string) {
  const key = keyOf(id);
  const [activity] = await context.read(async (db) => shown(context, db, await listActivities(db, context.spaceId, {}, 1, key)));
  if (!activity) fail('activity.not_found', { id });
  return { ...activity, tables: await describeEdit(context, key.versionId, key.revision) };
}
