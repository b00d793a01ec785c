import type { Db, Tx } from '../../../platform/postgres/database.ts';
import type { VersionKey } from '../version-heads/version-heads.service.ts';

/** Stores a part of a version's packed source file. */
export async function savePart(tx: Tx, { spaceId, versionId }: VersionKey, part: number, content: Uint8Array): Promise<void> {
  const bytes = Buffer.from(content.buffer, content.byteOffset, content.byteLength);
  await tx.insertInto('version_source').values({ space_id: spaceId, version_id: versionId, part, content: bytes }).execute();
}

/** A piece of the packed file that a version came from; null behind the last one. */
export async function findPart(db: Db, { spaceId, versionId }: VersionKey, part: number): Promise<Buffer | null> {
  const row = await db
    .selectFrom('version_source')
    .select('content')
    .where('space_id', '=', spaceId)
    .where('version_id', '=', versionId)
    .where('part', '=', part)
    .executeTakeFirst();
  return row?.content ?? null;
}

/** Gives a version the file that another came from. */
export async function copyParts(tx: Tx, from: VersionKey, to: VersionKey): Promise<void> {
  await tx
    .insertInto('version_source')
    .columns(['space_id', 'version_id', 'part', 'content'])
    .expression((build) =>
      build
        .selectFrom('version_source')
        .select(({ val }) => [val(to.spaceId).as('space_id'), val(to.versionId).as('version_id'), 'part', 'content'])
        .where('space_id', '=', from.spaceId)
        .where('version_id', '=', from.versionId),
    )
    .execute();
}

/** Forgets the file that a version came from. */
export async function deleteParts(tx: Tx, { spaceId, versionId }: VersionKey): Promise<void> {
  await tx.deleteFrom('version_source').where('space_id', '=', spaceId).where('version_id', '=', versionId).execute();
}
