import { type RawBuilder, sql } from 'kysely';

/**
 * The row of a version that each `row_id` and `row_code` of some entries means: the one with the code, else the one with the id. Codes have
 * no index: two joins by equal values read the version twice for all entries together, a join by either would read it for each entry.
 */
export const worksOfEntries = (
  entries: RawBuilder<unknown>,
  { spaceId, versionId }: { spaceId: number; versionId: number | null },
): RawBuilder<unknown> => sql`
  select distinct on (m.row_id, m.row_code) m.row_id, m.row_code, m.id from (
    select e.row_id, e.row_code, w.id, w.code from ${entries} e
    join wbs_item w on w.space_id = ${spaceId} and w.version_id = ${versionId} and w.code = e.row_code where e.row_code <> ''
    union all
    select e.row_id, e.row_code, w.id, w.code from ${entries} e
    join wbs_item w on w.space_id = ${spaceId} and w.version_id = ${versionId} and w.id = e.row_id
  ) m
  order by m.row_id, m.row_code, (m.code = m.row_code and m.row_code <> '') desc, (m.id = m.row_id) desc, m.id`;
