import type { Client } from 'pg';
import { type Caller, makeVersion } from '../../e2e/caller.ts';

const CHAIN = 100;

export type Version = { spaceId: number; versionId: number; works: number[]; critical: number[] };

/** A version of chains of works, each below a summary of its own; the first is twice as long as the others and sets the finish. */
export async function fill(client: Client, person: Caller, rows: number): Promise<Version> {
  const { spaceId, versionId, itemIds } = await makeVersion(person, 1);
  const first = itemIds[0];
  const key = [spaceId, versionId];
  // In parts with fresh statistics between: checks of foreign keys by stale ones walk the whole version for every row.
  const insert = (which: string) =>
    client.query(
      `insert into wbs_item select made.* from wbs_item w, generate_series($3::int + 1, $3::int + $4::int - 1) n,
         lateral jsonb_populate_record(w, jsonb_build_object('id', n, 'position', n, 'code', 'R' || n, 'name', 'Row ' || n,
         'type', case when (n - $3) % ${CHAIN} = 0 then 'sum' else 'task' end,
         'parent_id', case when (n - $3) % ${CHAIN} = 0 then null else n - (n - $3) % ${CHAIN} end,
         'duration_minutes', case when (n - $3) % ${CHAIN} = 0 then 0 when n - $3 < ${CHAIN} then 960 else 480 end,
         'remaining_minutes', case when (n - $3) % ${CHAIN} = 0 then 0 when n - $3 < ${CHAIN} then 960 else 480 end)) made
       where w.space_id = $1 and w.version_id = $2 and w.id = $3 and (n - $3) % ${CHAIN} ${which}`,
      [...key, first, rows],
    );
  const own = [...key, first];
  await client.query(
    `update wbs_item set type = 'sum', duration_minutes = 0, remaining_minutes = 0 where space_id = $1 and version_id = $2 and id = $3`,
    own,
  );
  await insert('= 0');
  await client.query('analyze wbs_item');
  await insert('between 1 and 5');
  await client.query('analyze wbs_item');
  await insert(`between 6 and ${CHAIN}`);
  await client.query('analyze wbs_item');
  const relate = (which: string) =>
    client.query(
      `insert into relation (space_id, version_id, id, predecessor_id, successor_id, type, lag_minutes, driving)
       select $1, $2, $3::int + $4::int + n, n, n + 1, 'fs', 0, false from generate_series($3::int + 1, $3::int + $4::int - 2) n
       where (n - $3) % ${CHAIN} not in (0, ${CHAIN - 1}) and (n - $3) % ${CHAIN} ${which}`,
      [...own, rows],
    );
  await relate('= 1');
  await client.query('analyze relation');
  await relate('> 1');
  await client.query('analyze relation');
  await client.query('update version set last_id = $3, item_count = $4 where space_id = $1 and id = $2', [...key, first + rows * 3, rows]);
  const works = Array.from({ length: rows }, (_, at) => first + at).filter((id) => (id - first) % CHAIN !== 0);
  return { spaceId, versionId, works: works.slice(CHAIN - 1), critical: works.slice(0, CHAIN - 1) };
}
