import type { StoredItem } from '@gantry/contract';
import { sql } from 'kysely';
import { personName } from '../../../database/person-name.ts';
import type { Row } from '../../../database/schema.generated.ts';
import type { Db, Tx } from '../../../platform/postgres/database.ts';
import { COUNTED_FIRST } from '../../planning/version-heads/version-heads.service.ts';

/** What the storage keeps of a file, before it has an id. */
export type NewBlob = Omit<Row<'storage_blob'>, 'id' | 'space_id'>;

export type NewItem = Pick<Row<'storage_item'>, 'node_id' | 'row_id' | 'row_code' | 'name' | 'taken_at' | 'client_key'> & {
  created_by: number;
};

/** A file with where its content lies. */
export type KeptItem = Pick<Row<'storage_blob'>, 'id' | 'file_key' | 'bytes' | 'crc32' | 'media' | 'thumb_key' | 'view_key'> &
  Pick<Row<'storage_item'>, 'node_id' | 'row_id' | 'name' | 'created_by' | 'deleted_at' | 'created_at'>;

/** Works of a version by id and code. */
export type Works = { version_id: number; ids: readonly number[]; codes: readonly string[] };

/** Whether what a table keeps for a work in every version belongs to one of these: the row with its code, else the one with its id. */
export const ofWorks = (table: string, spaceId: number, { version_id, ids, codes }: Works) =>
  sql<boolean>`(${sql.ref(`${table}.row_code`)} = any(${[...codes]}) or (${sql.ref(`${table}.row_id`)} = any(${[...ids]}) and
    ${sql.ref(`${table}.row_code`)} not in (select code from wbs_item where space_id = ${spaceId} and version_id = ${version_id})))`;

/** Which files a list shows: of a node, of works, or photos of many nodes. */
export type Wanted = {
  nodeIds: readonly number[];
  rows?: Works;
  /** Of these works of a version and of all below them. */
  below?: { versionId: number; ids: readonly number[] };
  photos?: boolean;
  /** These alone. */
  only?: readonly number[];
  /** In microseconds, as the database keeps times. */
  before?: { at: number; id: number };
  limit: number;
};

/** Ids of the files of works and of all below them, as `ofWorks` finds them: the works stay in the database. */
const belowWorks = (spaceId: number, nodeIds: readonly number[], { versionId, ids }: NonNullable<Wanted['below']>) => {
  const there = sql`f.space_id = ${spaceId} and f.node_id = any(${[...nodeIds]}) and f.deleted_at is null`;
  return sql`
    with recursive below as (
      select id, code from wbs_item where space_id = ${spaceId} and version_id = ${versionId} and id = any(${[...ids]})
      union
      select w.id, w.code from wbs_item w join below on w.parent_id = below.id where w.space_id = ${spaceId} and w.version_id = ${versionId}
    )
    select f.id from storage_item f join below on below.code = f.row_code where ${there}
    union
    select f.id from storage_item f join below on below.id = f.row_id where ${there}
      and f.row_code not in (select code from wbs_item where space_id = ${spaceId} and version_id = ${versionId})`;
};

/** Files, newest first; photos by when they were taken. The work of a file is looked up in the actual version of its schedule. */
export async function listItems(db: Db, spaceId: number, wanted: Wanted): Promise<(StoredItem & { sorted_at: number })[]> {
  const { nodeIds, rows: works, below, photos = false, only, before, limit } = wanted;
  const at = photos ? sql`i.taken_at` : sql`i.created_at`;
  const { rows } = await sql<StoredItem & { sorted_at: number; taken_at: Date; created_at: Date }>`
    select i.id, i.node_id, n.name as node_name, i.row_id, i.row_code, r.name as row_name, i.name, b.bytes, b.media, b.width, b.height,
           i.taken_at, i.created_at, i.created_by as author_id,
           coalesce(${personName('u')}, '') as author,
           (extract(epoch from ${at}) * 1000000)::bigint as sorted_at
    from storage_item i
    join storage_blob b on b.space_id = i.space_id and b.id = i.blob_id
    join eps_node n on n.space_id = i.space_id and n.id = i.node_id
    left join app_user u on u.id = i.created_by
    left join lateral (
      select w.name from version v join wbs_item w on w.space_id = v.space_id and w.version_id = v.id and w.id = i.row_id
      where i.row_id is not null and v.space_id = i.space_id and v.schedule_id = i.node_id
      order by v.kind = 'actual' desc, w.code = i.row_code desc, v.id desc limit 1
    ) r on true
    where i.space_id = ${spaceId} and i.deleted_at is null and i.node_id = any(${[...nodeIds]}) ${works ? sql`and ${ofWorks('i', spaceId, works)}` : sql``}
      ${below ? sql`and i.id in (${belowWorks(spaceId, nodeIds, below)})` : sql``}
      ${photos ? sql`and b.thumb_key is not null` : sql``} ${only ? sql`and i.id = any(${[...only]})` : sql``}
      ${before ? sql`and (${at}, i.id) < (timestamptz 'epoch' + ${before.at}::bigint * interval '1 microsecond', ${before.id}::bigint)` : sql``}
    order by ${at} desc, i.id desc limit ${limit}`.execute(db);
  return rows.map((row) => ({ ...row, taken_at: row.taken_at.toISOString(), created_at: row.created_at.toISOString() }));
}

/** A work of a version; null where it is not there. */
export async function findWork(
  db: Db,
  spaceId: number,
  versionId: number,
  id: number,
): Promise<{ id: number; code: string; name: string } | null> {
  const { rows } = await sql<{ id: number; code: string; name: string }>`
    select id, code, name from wbs_item where space_id = ${spaceId} and version_id = ${versionId} and id = ${id}`.execute(db);
  return rows[0] ?? null;
}

/** Whether a photo is stored at works of a node. */
export async function hasPhotos(db: Db, spaceId: number, nodeId: number, works: Works): Promise<boolean> {
  const { rows } = await sql`
    select 1 from storage_item i join storage_blob b on b.space_id = i.space_id and b.id = i.blob_id
    where i.space_id = ${spaceId} and i.node_id = ${nodeId} and i.deleted_at is null and b.thumb_key is not null
      and ${ofWorks('i', spaceId, works)} limit 1`.execute(db);
  return rows.length > 0;
}

/** The schedule of a version; null where there is none in reach. */
export async function scheduleOfVersion(db: Db, spaceId: number, versionId: number): Promise<number | null> {
  const row = await db
    .selectFrom('version')
    .select('schedule_id')
    .where('space_id', '=', spaceId)
    .where('id', '=', versionId)
    .executeTakeFirst();
  return row?.schedule_id ?? null;
}

export async function nameOfNode(db: Db, spaceId: number, id: number): Promise<string> {
  const row = await db.selectFrom('eps_node').select('name').where('space_id', '=', spaceId).where('id', '=', id).executeTakeFirst();
  return row?.name ?? '';
}

/** The code of a work, of the versions of a schedule that have it in the one that counts first. */
export async function findRowCode(db: Db, spaceId: number, scheduleId: number, rowId: number): Promise<string | null> {
  const { rows } = await sql<{ code: string }>`
    select w.code from version v join wbs_item w on w.space_id = v.space_id and w.version_id = v.id and w.id = ${rowId}
    where v.space_id = ${spaceId} and v.schedule_id = ${scheduleId} order by ${COUNTED_FIRST} limit 1`.execute(db);
  return rows[0]?.code ?? null;
}

const kept = sql`i.id, i.node_id, i.row_id, i.name, i.created_by, i.deleted_at, i.created_at,
  b.file_key, b.bytes, b.crc32, b.media, b.thumb_key, b.view_key`;

/** Files by their ids, in the order of ids; deleted ones too. */
export async function findItems(db: Db, spaceId: number, ids: readonly number[]): Promise<KeptItem[]> {
  const { rows } = await sql<KeptItem>`
    select ${kept} from storage_item i join storage_blob b on b.space_id = i.space_id and b.id = i.blob_id
    where i.space_id = ${spaceId} and i.id = any(${[...ids]}) order by i.id`.execute(db);
  return rows;
}

/** Extensions of the files that the space takes; none: any. */
export async function findFileTypes(db: Db, spaceId: number): Promise<string[]> {
  const { rows } = await sql<{ file_types: string[] }>`select file_types from space where id = ${spaceId}`.execute(db);
  return rows[0]?.file_types ?? [];
}

/**
 * What the files of the space take in bytes, each content once, as triggers keep it, and what it lets them take itself, in MB; null: nothing
 * said. With `lock` nobody else keeps anything meanwhile.
 */
export async function findUse(db: Db, spaceId: number, lock: boolean): Promise<{ used: number; quota: number | null }> {
  const { rows } = await sql<{ used: number; quota: number | null }>`
    select storage_bytes as used, storage_quota_mb as quota from space where id = ${spaceId} ${lock ? sql`for no key update` : sql``}`.execute(
    db,
  );
  return rows[0] ?? { used: 0, quota: null };
}

/** The content that is stored already with this hash. */
export async function findBlob(
  db: Db,
  spaceId: number,
  sha256: string,
  bytes: number,
): Promise<{ id: number; taken_at: Date | null } | null> {
  const row = await db
    .selectFrom('storage_blob')
    .select(['id', 'taken_at'])
    .where('space_id', '=', spaceId)
    .where('sha256', '=', sha256)
    .where('bytes', '=', bytes)
    .executeTakeFirst();
  return row ?? null;
}

/** Keeps a content; null where another upload has just kept the same. */
export async function saveBlob(tx: Tx, spaceId: number, blob: NewBlob): Promise<number | null> {
  const row = await tx
    .insertInto('storage_blob')
    .values({ ...blob, space_id: spaceId })
    .onConflict((conflict) => conflict.doNothing())
    .returning('id')
    .executeTakeFirst();
  return row?.id ?? null;
}

/** Shows a content at a place; one that was sent before under the same key answers that one's id. */
export async function saveItem(tx: Tx, spaceId: number, blobId: number, item: NewItem): Promise<number> {
  const { id } = await tx
    .insertInto('storage_item')
    .values({ ...item, space_id: spaceId, blob_id: blobId })
    .onConflict((conflict) => conflict.columns(['space_id', 'created_by', 'client_key', 'name']).doUpdateSet({ name: item.name }))
    .returning('id')
    .executeTakeFirstOrThrow();
  return id;
}

export async function markDeleted(tx: Tx, spaceId: number, id: number, by: number | null): Promise<void> {
  await tx
    .updateTable('storage_item')
    .set({ deleted_by: by, deleted_at: by === null ? null : sql<Date>`now()` })
    .where('space_id', '=', spaceId)
    .where('id', '=', id)
    .execute();
}

export async function saveArchive(
  tx: Tx,
  spaceId: number,
  archive: { key: string; user_id: number; name: string; items: number[] },
): Promise<void> {
  await tx
    .deleteFrom('storage_archive')
    .where('space_id', '=', spaceId)
    .where('expires_at', '<', sql<Date>`now()`)
    .execute();
  await tx
    .insertInto('storage_archive')
    .values({ ...archive, space_id: spaceId })
    .execute();
}

export async function findArchive(db: Db, spaceId: number, userId: number, key: string): Promise<{ name: string; items: number[] } | null> {
  const row = await db
    .selectFrom('storage_archive')
    .select(['name', 'items'])
    .where('space_id', '=', spaceId)
    .where('user_id', '=', userId)
    .where('key', '=', key)
    .where('expires_at', '>', sql<Date>`now()`)
    .executeTakeFirst();
  return row ? { ...row, items: row.items.map(Number) } : null;
}

/**
 * The spaces that have something whose time is over: files deleted 30 days ago, uploads without a part for a day. Those where a file was
 * deleted since the last sweep too: their contents that nothing shows any more are looked for.
 */
export async function listSpacesToSweep(db: Db, everyMs: number): Promise<number[]> {
  const { rows } = await sql<{ space_id: string }>`
    select space_id from storage_item where deleted_at < now() - interval '30 days'
    union select space_id from storage_item where deleted_at > now() - make_interval(secs => ${(2 * everyMs) / 1000})
    union select space_id from storage_upload where changed_at < now() - interval '1 day'`.execute(db);
  return rows.map(({ space_id }) => Number(space_id));
}

/** Forgets what was deleted longer ago than 30 days, then contents that nothing shows; answers where those are stored. */
export async function sweepItems(tx: Tx, spaceId: number): Promise<string[]> {
  await sql`delete from storage_item where space_id = ${spaceId} and deleted_at < now() - interval '30 days'`.execute(tx);
  const { rows } = await sql<{ keys: (string | null)[] }>`
    delete from storage_blob b where b.space_id = ${spaceId}
      and not exists (select 1 from storage_item i where i.space_id = b.space_id and i.blob_id = b.id)
      and not exists (select 1 from chat_file f where f.space_id = b.space_id and f.blob_id = b.id)
    returning array[b.file_key, b.thumb_key, b.view_key] as keys`.execute(tx);
  return rows.flatMap(({ keys }) => keys.filter((key) => key !== null));
}

/** Where contents of a space are stored, those behind one in the order of their ids. */
export async function listKeys(db: Db, spaceId: number, behind: number, limit: number): Promise<{ id: number; keys: string[] }[]> {
  const rows = await db
    .selectFrom('storage_blob')
    .select(['id', 'file_key', 'thumb_key', 'view_key'])
    .where('space_id', '=', spaceId)
    .where('id', '>', behind)
    .orderBy('id')
    .limit(limit)
    .execute();
  return rows.map(({ id, file_key, thumb_key, view_key }) => ({ id, keys: [file_key, thumb_key, view_key].filter((key) => key !== null) }));
}
