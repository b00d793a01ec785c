import type { DirectoryDiff } from '@gantry/contract';
import { sql } from 'kysely';
import { promisify } from 'node:util';
import { zstdCompress, zstdDecompress } from 'node:zlib';
import type { Db, Tx } from '../../../platform/database.ts';
import type { DirectoryKey } from './directories.repository.ts';

const compress = promisify(zstdCompress);
const decompress = promisify(zstdDecompress);

/** What a directory takes over from donors by itself: nobody's action, so nobody takes it back. */
export const FOLLOWED = 'follow';

export type DirectoryEdit = {
  revision: number;
  name: string;
  author_id: number;
  kind: 'add' | 'update' | 'delete';
  row_count: number;
  undoes: number | null;
};

/** A diff as it is kept. */
export const packDiff = (diff: DirectoryDiff): Promise<Buffer> => compress(Buffer.from(JSON.stringify(diff)));

export async function saveEdit(tx: Tx, { spaceId, directoryId }: DirectoryKey, edit: DirectoryEdit, packed: Buffer): Promise<void> {
  await tx
    .insertInto('directory_edit')
    .values({ ...edit, space_id: spaceId, directory_id: directoryId, undone_by: null, diff: packed, diff_bytes: packed.length })
    .execute();
}

export async function listEdits(db: Db, { spaceId, directoryId }: DirectoryKey, limit: number) {
  const { rows } = await sql<DirectoryEdit & { undone_by: number | null; at: Date; author: string }>`
    select e.revision, e.name, e.author_id, e.kind, e.row_count, e.undoes, e.undone_by, e.at, trim(u.first_name || ' ' || u.last_name) as author
    from directory_edit e join app_user u on u.id = e.author_id
    where e.space_id = ${spaceId} and e.directory_id = ${directoryId} order by e.revision desc limit ${limit}`.execute(db);
  return rows;
}

/** Diffs after a revision in their order, those of somebody else alone where `but` names a person. */
export async function listDiffsSince(
  db: Db,
  { spaceId, directoryId }: DirectoryKey,
  since: number,
  but: number | null = null,
): Promise<{ revision: number; author_id: number; author: string; diff: DirectoryDiff }[]> {
  const { rows } = await sql<{ revision: number; author_id: number; author: string; diff: Buffer }>`
    select e.revision, e.author_id, trim(u.first_name || ' ' || u.last_name) as author, e.diff
    from directory_edit e join app_user u on u.id = e.author_id
    where e.space_id = ${spaceId} and e.directory_id = ${directoryId} and e.revision > ${since} and e.author_id is distinct from ${but}::bigint
    order by e.revision`.execute(db);
  return Promise.all(rows.map(async (row) => ({ ...row, diff: await unpack(row.diff) })));
}

/** How large the diffs after a revision are, packed. */
export async function sizeSince(db: Db, { spaceId, directoryId }: DirectoryKey, since: number): Promise<{ edits: number; bytes: number }> {
  const { rows } = await sql<{ edits: number; bytes: number }>`
    select count(*) as edits, coalesce(sum(diff_bytes), 0)::bigint as bytes from directory_edit
    where space_id = ${spaceId} and directory_id = ${directoryId} and revision > ${since}`.execute(db);
  return rows[0];
}

const unpack = async (packed: Buffer): Promise<DirectoryDiff> => JSON.parse((await decompress(packed)).toString('utf8')) as DirectoryDiff;

export async function readDiff(db: Db, { spaceId, directoryId }: DirectoryKey, revision: number): Promise<DirectoryDiff> {
  const row = await db
    .selectFrom('directory_edit')
    .select('diff')
    .where('space_id', '=', spaceId)
    .where('directory_id', '=', directoryId)
    .where('revision', '=', revision)
    .executeTakeFirstOrThrow();
  return unpack(row.diff);
}

/** The action that is to be taken back: the newest of a person, or the named one. */
export async function findUndoable(
  db: Db,
  { spaceId, directoryId }: DirectoryKey,
  authorId: number,
  revision?: number,
): Promise<{ revision: number; name: string } | null> {
  const named = revision === undefined ? sql`` : sql`and revision = ${revision}`;
  const { rows } = await sql<{ revision: number; name: string }>`
    select revision, name from directory_edit
    where space_id = ${spaceId} and directory_id = ${directoryId} and author_id = ${authorId} and undoes is null and undone_by is null
      and name <> ${FOLLOWED} ${named} order by revision desc limit 1`.execute(db);
  return rows[0] ?? null;
}

/** The newest taking back of a person after which they have done nothing anew. */
export async function findRedoable(
  db: Db,
  { spaceId, directoryId }: DirectoryKey,
  authorId: number,
): Promise<{ revision: number; name: string; undoes: number } | null> {
  const { rows } = await sql<{ revision: number; name: string; undoes: number }>`
    select e.revision, e.name, e.undoes from directory_edit e
    where e.space_id = ${spaceId} and e.directory_id = ${directoryId} and e.author_id = ${authorId} and e.undoes is not null and e.undone_by is null
      and not exists (select from directory_edit n where n.space_id = e.space_id and n.directory_id = e.directory_id and n.author_id = e.author_id
                      and n.revision > e.revision and n.undoes is null and n.undone_by is null and n.name <> ${FOLLOWED}
                      and not exists (select from directory_edit r where r.space_id = n.space_id and r.directory_id = n.directory_id and r.undone_by = n.revision))
    order by e.revision desc limit 1`.execute(db);
  return rows[0] ?? null;
}

export async function markUndone(tx: Tx, { spaceId, directoryId }: DirectoryKey, revision: number, by: number): Promise<void> {
  await tx
    .updateTable('directory_edit')
    .set({ undone_by: by })
    .where('space_id', '=', spaceId)
    .where('directory_id', '=', directoryId)
    .where('revision', '=', revision)
    .execute();
}
