import { z } from 'zod';
import { type ErrorCode, toSnake } from '@gantry/contract';
import { isEmpty, type JsonValue } from '@gantry/domain';
import type { Context, ContextOfJob } from '../../../platform/context.ts';
import { fail, Refused } from '../../../platform/fail.ts';
import type { JobKind } from '../../../platform/jobs/jobs.ts';
import { type DirectoryFollowers, readLinked } from '../../catalog/directories/directories.service.ts';
import { readVersion } from '../edits/edits.service.ts';
import { updateItems } from '../wbs/wbs.service.ts';
import { syncVersion } from './version-directories.change.service.ts';
import { countWorksOf, findDirectoryName } from './version-directories.repository.ts';
import type { Told } from './version-directories.settle.service.ts';

/** Up to this many works, in as many versions, follow while the caller waits in the same thread. */
const AT_ONCE = 100;
const FOLLOW = 'version_directory_follow';

/** Versions as they follow directories. One that is locked, or that its owner may not change, stays as it is. */
export const directoryFollowers: DirectoryFollowers = {
  async follow(context, directoryId, versionIds) {
    const isMany = versionIds.length > AT_ONCE;
    const works = isMany ? null : await context.read((db) => countWorksOf(db, context.spaceId, { versionIds, directoryId }));
    if (works !== null && works <= AT_ONCE) return followAll(context, directoryId, versionIds);
    const title = await context.read((db) => findDirectoryName(db, context.spaceId, directoryId));
    const { spaceId, userId } = context;
    const input = { directoryId, versionIds };
    const id = await context.write((tx) => context.jobs.enqueue(tx, { spaceId, userId, kind: FOLLOW, title, input }));
    const job = await context.jobs.finished(userId, id);
    if (job.status === 'cancelled') fail('job.cancelled');
    if (job.status !== 'done') fail((job.error?.code ?? 'job.failed') as ErrorCode, job.error?.parameters);
    return (job.result?.['versions'] ?? []) as number[];
  },
};

const stored = z.object({ directoryId: z.number(), versionIds: z.array(z.number()) });

/** The job in which many works follow a directory, each version by edits of its own. Done again it changes nothing more. */
export function directoryFollowJob(contextOf: ContextOfJob): JobKind<typeof stored> {
  return {
    kind: FOLLOW,
    input: stored,
    afterRestart: 'again',
    lane: 'long',
    needs: () => [{ right: 'structure.edit' }],
    async run(job) {
      const { directoryId, versionIds } = job.input;
      const reported = (share: number): Promise<void> => job.progress(share, 'version_directory.writing');
      return { versions: await followAll(await contextOf(job), directoryId, versionIds, reported) };
    },
  };
}

async function followAll(context: Context, directoryId: number, versionIds: readonly number[], reported?: Told): Promise<number[]> {
  const changed: number[] = [];
  for (const [index, versionId] of versionIds.entries()) {
    await reported?.(index / versionIds.length);
    try {
      if (await followIn(context, versionId, directoryId)) changed.push(versionId);
    } catch (error) {
      if (!(error instanceof Refused)) throw error;
    }
  }
  return changed;
}

async function followIn(context: Context, versionId: number, directoryId: number): Promise<boolean> {
  const { diff } = await syncVersion(context, versionId, { directory_id: directoryId });
  const carried = await carryLinked(context, versionId, directoryId);
  return !isEmpty(diff) || carried;
}

/** Puts the values of linked columns into the works that carry rows of the directory; where a work carries several, the first counts. */
async function carryLinked(context: Context, versionId: number, directoryId: number): Promise<boolean> {
  const { rowOf, attributes } = await readVersion(context, versionId, async ({ rows, rowsBy }) => {
    const values = await rowsBy('directoryValue', 'directoryId', [directoryId]);
    const first = new Map<number, number>();
    for (const { itemId, rowId, broughtById } of values)
      if (itemId !== null && broughtById === null && !first.has(itemId)) first.set(itemId, rowId);
    return {
      rowOf: first,
      attributes: new Map((await rows('attribute')).flatMap(({ id, sourceId }) => (sourceId ? [[sourceId, id] as const] : []))),
    };
  });
  const { links, values } = await readLinked(context, directoryId, [...new Set(rowOf.values())]);
  if (!links.length) return false;
  const items = [...rowOf].flatMap(([id, rowId]) => {
    const own: Record<string, JsonValue> = {};
    const ofAttributes: Record<string, JsonValue> = {};
    for (const [at, link] of links.entries()) {
      const value = values.get(rowId)?.[at] ?? null;
      if (value === null) continue;
      const attribute = link.kind === 'attribute' ? attributes.get(link.attribute_id) : undefined;
      if (link.kind === 'field') own[toSnake(link.field)] = value;
      else if (attribute !== undefined) ofAttributes[attribute] = value;
    }
    const filled = Object.keys(ofAttributes).length ? { ...own, attributes: ofAttributes } : own;
    return Object.keys(filled).length ? [{ id, ...filled }] : [];
  });
  return items.length > 0 && !isEmpty((await updateItems(context, versionId, items, true)).diff);
}
