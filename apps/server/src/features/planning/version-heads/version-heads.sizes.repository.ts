import { sql } from 'kysely';
import type { Db } from '../../../platform/postgres/database.ts';

/**
 * Whether a space has more nodes, versions or members than `nodes`, more rows of directories or estimates than `rows`, or a version of more
 * works than `works`. Each table is read no further than to the row that decides.
 */
export async function isSpaceLarge(db: Db, spaceId: number, { nodes, rows, works }: { nodes: number; rows: number; works: number }) {
  const { rows: found } = await sql<{ is_large: boolean }>`
    select exists (select from eps_node where space_id = ${spaceId} offset ${nodes})
      or exists (select from version where space_id = ${spaceId} offset ${nodes})
      or exists (select from space_user where space_id = ${spaceId} offset ${nodes})
      or exists (select from directory_row where space_id = ${spaceId} offset ${rows})
      or exists (select from estimate_row where space_id = ${spaceId} offset ${rows})
      or exists (select from version where space_id = ${spaceId} and item_count > ${works}) as is_large`.execute(db);
  return found[0].is_large;
}
