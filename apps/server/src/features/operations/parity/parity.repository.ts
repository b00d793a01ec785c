import type { Db } from '../../../platform/postgres/database.ts';

/** What the import stored about a version's file. */
export type ImportSource = {
  file?: string;
  program?: string;
  options?: Record<string, unknown>;
  /** Rows with relations to projects that the version does not hold. */
  external_items?: number[];
};

/** The import source of a version; null when there is no such version. */
export async function findSource(db: Db, spaceId: number, versionId: number): Promise<ImportSource | null> {
  const row = await db
    .selectFrom('version')
    .select('source')
    .where('space_id', '=', spaceId)
    .where('id', '=', versionId)
    .executeTakeFirst();
  return row ? (row.source ?? {}) : null;
}

/** Names of the edits behind the import. */
export async function listEditNames(db: Db, spaceId: number, versionId: number): Promise<string[]> {
  const rows = await db
    .selectFrom('version_edit')
    .select('name')
    .distinct()
    .where('space_id', '=', spaceId)
    .where('version_id', '=', versionId)
    .where('revision', '>', 1)
    .where('undone_by', 'is', null)
    .where('undoes', 'is', null)
    .execute();
  return rows.map(({ name }) => name);
}
