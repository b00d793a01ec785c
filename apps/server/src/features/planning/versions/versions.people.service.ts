import { nextOffset, type PageOfRows } from '@gantry/contract';
import type { Context } from '../../../platform/context.ts';
import { readVersion } from '../edits/edits.service.ts';
import { listAttributesWithUse, listVersionUsers } from './versions.people.repository.ts';
import { getVersion } from '../version-heads/version-heads.service.ts';

/** Lists people who may open a version, latest editors first, a page of them. */
export async function listUsersOf(context: Context, versionId: number, page: PageOfRows) {
  await getVersion(context, versionId);
  const { rows, total } = await context.read((db) => listVersionUsers(db, { spaceId: context.spaceId, versionId }, page));
  const users = rows.map(({ id, name, login, role, edits, last_edit_at: at }) => ({
    id,
    name,
    login,
    role,
    edits,
    last_edit_at: at?.toISOString() ?? null,
  }));
  return { users, total, next: nextOffset(page, total) };
}

/** Attributes that rows of a version carry. */
export async function listAttributesOf(context: Context, versionId: number) {
  return readVersion(context, versionId, async ({ db, key, mask }) =>
    (await listAttributesWithUse(db, key)).filter(({ id }) => !mask?.hidden.has(id)),
  );
}
