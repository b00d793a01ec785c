import { z } from 'zod';
import type { Context } from '../../../platform/context.ts';
import { fail } from '../../../platform/fail.ts';
import { listCounted, listNamed } from './batch.repository.ts';

/** A version of a batch under the name that its files and findings bear. */
export const batchVersion = z.object({ id: z.number(), name: z.string() });
type BatchVersion = z.output<typeof batchVersion>;

/** The named versions and the actual or newest version of the named schedules that have rows; refused when one is missing. */
export async function versionsOf(context: Context, asked: { schedule_ids: number[]; version_ids: number[] }): Promise<BatchVersion[]> {
  const [named, counted] = await context.read(
    async (db) =>
      [await listNamed(db, context.spaceId, asked.version_ids), await listCounted(db, context.spaceId, asked.schedule_ids)] as const,
  );
  const versions = new Map<number, BatchVersion>();
  const take = ({ id, name, schedule, item_count }: (typeof named)[number]): void => {
    if (id !== null && item_count && !versions.has(id)) versions.set(id, { id, name: `${schedule} - ${name}` });
  };
  const versionOf = new Map(named.map((row) => [row.id, row]));
  for (const id of asked.version_ids) take(versionOf.get(id) ?? fail('version.not_found', { id }));
  const countedOf = new Map(counted.map((row) => [row.schedule_id, row]));
  for (const id of asked.schedule_ids) take(countedOf.get(id) ?? fail('node.not_found', { id }));
  return [...versions.values()];
}
