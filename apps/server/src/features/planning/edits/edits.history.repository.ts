import type { Diff } from '@gantry/domain';
import { sql } from 'kysely';
import { promisify } from 'node:util';
import { zstdDecompress } from 'node:zlib';
import type { Db, Tx } from '../../../platform/database.ts';
import type { VersionKey } from '../version-heads/version-heads.service.ts';
import { AUTOMATIC_EDIT } from './edits.rules.ts';

const decompress = promisify(zstdDecompress);

const EDIT_COLUMNS = [
  'revision',
  'version_edit.name',
  'author_id',
  'at',
  'version_edit.kind',
  'row_count',
  'undoes',
  'redoes',
  'undone_by',
  'diff_bytes',
  'first_name',
  'last_name',
  'login',
] as const;

const editsOf = (db: Db, key: VersionKey) =>
  db
    .selectFrom('version_edit')
    .innerJoin('app_user', 'app_user.id', 'version_edit.author_id')
    .select(EDIT_COLUMNS)
    .where('space_id', '=', key.spaceId)
    .where('version_id', '=', key.versionId);

export async function listEdits(db: Db, key: VersionKey, limit: number) {
  return editsOf(db, key).orderBy('revision', 'desc').limit(limit).execute();
}

export async function listEditsSince(db: Db, key: VersionKey, since: number) {
  return editsOf(db, key).where('revision', '>', since).orderBy('revision').execute();
}

export async function findEdit(db: Db, key: VersionKey, revision: number) {
  return (await editsOf(db, key).where('revision', '=', revision).executeTakeFirst()) ?? null;
}

/** The Diff of a revision, unpacked. */
export async function readDiff(db: Db, key: VersionKey, revision: number): Promise<Diff | null> {
  const row = await db
    .selectFrom('version_edit')
    .select('diff')
    .where('space_id', '=', key.spaceId)
    .where('version_id', '=', key.versionId)
    .where('revision', '=', revision)
    .executeTakeFirst();
  return row ? (JSON.parse((await decompress(row.diff)).toString('utf8')) as Diff) : null;
}

/** The newest action of a person that can be taken back: not taken back yet, not itself a taking back, not the filling that the version began with. */
export async function findUndoable(db: Db, key: VersionKey, authorId: number): Promise<{ revision: number; name: string } | null> {
  const row = await db
    .selectFrom('version_edit')
    .select(['revision', 'name'])
    .where('space_id', '=', key.spaceId)
    .where('version_id', '=', key.versionId)
    .where('author_id', '=', authorId)
    .where('undoes', 'is', null)
    .where('undone_by', 'is', null)
    .where('row_count', '>', 0)
    .where('name', '<>', AUTOMATIC_EDIT)
    .where('revision', '>', 1)
    .orderBy('revision', 'desc')
    .limit(1)
    .executeTakeFirst();
  return row ?? null;
}

/** The newest taking back of a person that can be restored: they have not acted anew since. */
export async function findRedoable(db: Db, key: VersionKey, authorId: number): Promise<{ revision: number; name: string } | null> {
  const { rows } = await sql<{ revision: number; name: string }>`
    select e.revision, e.name from version_edit e
    where e.space_id = ${key.spaceId} and e.version_id = ${key.versionId} and e.author_id = ${authorId}
      and e.undoes is not null and e.undone_by is null
      and not exists (select from version_edit n where n.space_id = e.space_id and n.version_id = e.version_id and n.author_id = e.author_id
                      and n.revision > e.revision and n.undoes is null and n.redoes is null and n.name <> ${AUTOMATIC_EDIT})
    order by e.revision desc limit 1`.execute(db);
  return rows[0] ?? null;
}

export async function markUndone(tx: Tx, key: VersionKey, revision: number, by: number): Promise<void> {
  await tx
    .updateTable('version_edit')
    .set({ undone_by: by })
    .where('space_id', '=', key.spaceId)
    .where('version_id', '=', key.versionId)
    .where('revision', '=', revision)
    .execute();
}

/** A link in the chain of takings back and restorings of one action. */
export type EditLink = {
  revision: number;
  name: string;
  author_id: number;
  undoes: number | null;
  redoes: number | null;
  undone_by: number | null;
};

const LINK = ['revision', 'name', 'author_id', 'undoes', 'redoes', 'undone_by'] as const;

/** The newest link of the chain that an action began: what takes the action back, or restores it, acts on this one. */
export async function findLastLink(db: Db, key: VersionKey, revision: number): Promise<EditLink | null> {
  const { rows } = await sql<EditLink>`
    with recursive chain as (
      select ${sql.join(LINK.map((name) => sql.ref(name)))} from version_edit
      where space_id = ${key.spaceId} and version_id = ${key.versionId} and revision = ${revision} and revision > 1
      union all
      select ${sql.join(LINK.map((name) => sql`e.${sql.ref(name)}`))} from version_edit e join chain c on e.revision = c.undone_by
      where e.space_id = ${key.spaceId} and e.version_id = ${key.versionId})
    select * from chain order by revision desc limit 1`.execute(db);
  return rows[0] ?? null;
}

/** The action that a chain of takings back and restorings began with, by any of its links. */
export async function findRoot(db: Db, key: VersionKey, revision: number): Promise<number> {
  const { rows } = await sql<{ root: number }>`
    with recursive chain as (
      select revision, coalesce(undoes, redoes) as target from version_edit
      where space_id = ${key.spaceId} and version_id = ${key.versionId} and revision = ${revision}
      union all
      select e.revision, coalesce(e.undoes, e.redoes) from version_edit e join chain c on e.revision = c.target
      where e.space_id = ${key.spaceId} and e.version_id = ${key.versionId})
    select min(revision) as root from chain`.execute(db);
  return rows[0].root;
}

/** Links of a person from a revision on that can be taken back, or that can be restored, newest first. */
export async function listLinksSince(
  db: Db,
  key: VersionKey,
  authorId: number,
  revision: number,
  way: 'undo' | 'redo',
): Promise<EditLink[]> {
  return db
    .selectFrom('version_edit')
    .select(LINK)
    .where('space_id', '=', key.spaceId)
    .where('version_id', '=', key.versionId)
    .where('author_id', '=', authorId)
    .where('revision', '>=', revision)
    .where('revision', '>', 1)
    .where('undone_by', 'is', null)
    .where('row_count', '>', 0)
    .where('name', '<>', AUTOMATIC_EDIT)
    .where('undoes', way === 'undo' ? 'is' : 'is not', null)
    .orderBy('revision', 'desc')
    .execute();
}

/** Forgets what was changed and how; answers how many lines went. The first line, how the version came to be, stays. */
export async function deleteHistory(tx: Tx, key: VersionKey): Promise<number> {
  const { numDeletedRows } = await tx
    .deleteFrom('version_edit')
    .where('space_id', '=', key.spaceId)
    .where('version_id', '=', key.versionId)
    .where('revision', '>', 1)
    .executeTakeFirst();
  return Number(numDeletedRows);
}
