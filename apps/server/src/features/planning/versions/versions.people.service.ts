import type { Context } from '../../../platform/context.ts';
import { readVersion } from '../edits/edits.service.ts';
import { listAttributesWithUse, listVersionUsers } from './versions.people.repository.ts';
import { getVersion } from '../version-heads/version-heads.service.ts';

/** Lists people who may open a version, latest editors first. */
export async function listUsersOf(context: Context, versionId: number) {
  await getVersion(context, versionId);
  const rows = await context.read((db) => listVersionUsers(db, { spaceId: context.spaceId, versionId }));
  return rows.map(({ last_edit_at, ...user }) => ({
    ...user,
    last_edit_at: last_edit_at?.toISOString() ?? null,
  }));
}

/** Attributes that rows of a version carry. */
export async function listAttributesOf(context: Context, versionId: number) {
  return readVersion(context, versionId, async ({ db, key, mask }) =>
    (await listAttributesWithUse(db, key)).filter(({ id }) => !mask?.hidden.has(id)),
  );
}
