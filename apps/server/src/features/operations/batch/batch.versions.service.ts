import { z } from 'zod';
import type { Context } from '../../../platform/context.ts';
import { findActual, getVersion } from '../../planning/version-heads/version-heads.service.ts';
import { getNode } from '../../structure/eps/eps.service.ts';

/** A version of a batch under the name that its files and findings bear. */
export const batchVersion = z.object({ id: z.number(), name: z.string() });
type BatchVersion = z.output<typeof batchVersion>;

/** The named versions and the actual or newest version of the named schedules that have rows; refused when one is missing. */
export async function versionsOf(context: Context, asked: { schedule_ids: number[]; version_ids: number[] }): Promise<BatchVersion[]> {
  const versions: BatchVersion[] = [];
  const take = (scheduleName: string, version: { id: number; name: string; item_count: number } | null): void => {
    if (version?.item_count && !versions.some(({ id }) => id === version.id))
      versions.push({ id: version.id, name: `${scheduleName} - ${version.name}` });
  };
  for (const id of asked.version_ids) {
    const version = await getVersion(context, id);
    take((await getNode(context, version.schedule_id, 'schedule')).name, version);
  }
  for (const id of asked.schedule_ids) take((await getNode(context, id, 'schedule')).name, await findActual(context, id));
  return versions;
}
