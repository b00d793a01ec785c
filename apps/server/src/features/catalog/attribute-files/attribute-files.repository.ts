import { sql } from 'kysely';
import type { Row } from '../../../database/schema.generated.ts';
import type { Db, Tx } from '../../../platform/postgres/database.ts';
import { lockInSpace } from '../../../platform/postgres/locks.ts';

export async function saveFile(tx: Tx, spaceId: number, userId: number, name: string, content: Buffer): Promise<string> {
  const { rows } = await sql<{ key: string }>`insert into attribute_file (space_id, name, content, created_by)
    values (${spaceId}, ${name}, ${content}, ${userId}) returning key`.execute(tx);
  return rows[0].key;
}

/** What the files of a space take, in bytes; nobody else stores one before the transaction ends. */
export async function usedBytes(tx: Tx, spaceId: number): Promise<number> {
  await lockInSpace(tx, spaceId, 'attribute files');
  const { rows } = await sql<{ used: number }>`
    select coalesce(sum(octet_length(content)), 0)::bigint as used from attribute_file where space_id = ${spaceId}`.execute(tx);
  return rows[0].used;
}

export type StoredFile = Pick<Row<'attribute_file'>, 'name' | 'created_by'> & { size: number };

/** A file without its content, which may be large. */
export async function findFile(db: Db, spaceId: number, key: string): Promise<StoredFile | null> {
  const { rows } = await sql<StoredFile>`select name, created_by, octet_length(content) as size from attribute_file
    where space_id = ${spaceId} and key = ${key}::uuid`.execute(db);
  return rows[0] ?? null;
}

/** Some bytes of a file from one on; null where the file is there no more. */
export async function readPiece(db: Db, spaceId: number, key: string, from: number, bytes: number): Promise<Buffer | null> {
  const { rows } = await sql<{ piece: Buffer }>`select substring(content from ${from + 1}::int for ${bytes}::int) as piece
    from attribute_file where space_id = ${spaceId} and key = ${key}::uuid`.execute(db);
  return rows[0]?.piece ?? null;
}

/** An attribute that has a file as its value, and the node whose rules speak of it. */
export type UseOfFile = { nodeId: number; id: number; sourceId: number | null; name: string };

/** As the index of values that name files has it. */
const NAMES_FILE = sql`v.value #>> '{}' like '________-____-____-____-____________/%'`;

/** Where the caller's part of the structure has a file as a value: of a node, or of a row where plans are read too. */
export async function listUses(db: Db, spaceId: number, key: string, inPlans: boolean): Promise<UseOfFile[]> {
  const named = sql`left(v.value #>> '{}', 37) = ${`${key.toLowerCase()}/`}`;
  const { rows } = await sql<UseOfFile>`
    select n.id as "nodeId", a.id, a.id as "sourceId", a.name
    from node_attribute a
    join node_value v on v.space_id = a.space_id and v.attribute_id = a.id
    join eps_node n on n.space_id = v.space_id and n.id = v.node_id
    where a.space_id = ${spaceId} and a.type = 'file' and ${named}
    union
    select o.schedule_id, a.id, a.source_id, a.name
    from version o
    join attribute a on a.space_id = o.space_id and a.version_id = o.id
    join attribute_value v on v.space_id = a.space_id and v.version_id = a.version_id and v.attribute_id = a.id
    where ${inPlans} and o.space_id = ${spaceId} and a.options ->> 'type' = 'file' and ${NAMES_FILE} and ${named}`.execute(db);
  return rows;
}
