import { sql } from 'kysely';
import type { Db, Tx } from '../../../platform/database.ts';

export async function saveFile(tx: Tx, spaceId: number, userId: number, name: string, content: Buffer): Promise<string> {
  const { rows } = await sql<{ key: string }>`insert into attribute_file (space_id, name, content, created_by)
    values (${spaceId}, ${name}, ${content}, ${userId}) returning key`.execute(tx);
  return rows[0].key;
}

export async function findFile(db: Db, spaceId: number, key: string): Promise<{ name: string; content: Buffer } | null> {
  const { rows } = await sql<{ name: string; content: Buffer }>`select name, content from attribute_file
    where space_id = ${spaceId} and key = ${key}::uuid`.execute(db);
  return rows[0] ?? null;
}
