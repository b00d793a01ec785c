import type { Diff } from '@gantry/domain';
import type { Context } from '../../../platform/context.ts';
import { fail } from '../../../platform/fail.ts';
import { listDirectoriesFor } from '../../catalog/directory-relations/directory-relations.service.ts';
import type { Draft, EditResult } from '../edits/edits.service.ts';
import { getVersion } from '../version-heads/version-heads.service.ts';
import type { Note } from './version-directories.notes.rules.ts';
import { comesTo, type Value } from './version-directories.rules.ts';
import { catalogFor } from './version-directories.resources.service.ts';
import { settleWorks } from './version-directories.settle.service.ts';
import { openWishes } from './assign/version-directories.wishes.rules.ts';

const MINUTES_A_DAY = 480;

/** The outcome of an edit of values: number of values and works, and notes about the directories. */
export function counted({ revision, diff, result: notes }: EditResult<Note[]>) {
  return { revision, diff, ...touched(diff), notes, job_id: null as number | null };
}
export type Counted = ReturnType<typeof counted>;

/** Brings works of a version up to what the directories say, in an edit of another feature: some, or all that follow directories. */
export async function settle(draft: Draft, itemIds: readonly number[] | null): Promise<void> {
  await settleWorks(draft, itemIds);
}

/** How many values and works a change touches. */
export function touched(diff: Diff): { values: number; works: number } {
  const { added = [], updated = [], removed = [] } = diff.directoryValue ?? {};
  const works = new Set([...added, ...removed].flatMap(({ itemId }) => itemId ?? []));
  for (const { id } of diff.wbs?.updated ?? []) works.add(id);
  return { values: added.length + updated.length + removed.length, works: works.size };
}

/** A directory that holds at the schedule of a version, or the refusal. */
export async function getDirectoryFor(context: Context, versionId: number, directoryId: number) {
  const { schedule_id } = await getVersion(context, versionId);
  const directory = (await listDirectoriesFor(context, schedule_id)).get(directoryId);
  if (!directory) fail('version_directory.not_found', { id: directoryId });
  return directory;
}

/** The first volume that cannot be counted in the unit of its norm refuses the edit. */
export async function refuseMismatch(draft: Draft, values: readonly Value[]): Promise<void> {
  const catalog = await catalogFor(draft.tx, draft.key, values);
  const wishFor = openWishes(catalog);
  // Those of one row in one unit are counted alike.
  const kinds = new Map(values.map((value) => [`${value.directoryId} ${value.rowId} ${value.volumeUnit}`, value]));
  for (const value of kinds.values()) {
    const { wish } = wishFor(value, new Map());
    if (!comesTo(wish, value, MINUTES_A_DAY))
      fail('version_directory.unit_mismatch', { name: wish.name, unit: value.volumeUnit, norm: wish.taken.norm.unit });
  }
}
