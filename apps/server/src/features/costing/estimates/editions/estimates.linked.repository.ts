import { COST_PARTS, ESTIMATE_ROW_KINDS, usualPart } from '@gantry/domain';
import { sql } from 'kysely';
import type { Db } from '../../../../platform/postgres/database.ts';

const USUAL_PARTS = JSON.stringify(Object.fromEntries(ESTIMATE_ROW_KINDS.map((kind) => [kind, usualPart(kind)])));

/**
 * What works of a version take of estimates of a project, in minor units before they are rounded. A row counts as one piece, and by its parts
 * where a link takes some of them: links with a share take that, and one without takes what the others leave.
 */
export async function listTaken(
  db: Db,
  { spaceId, projectId, versionId }: { spaceId: number; projectId: number; versionId: number },
): Promise<{ estimate_id: number; taken: number }[]> {
  const { rows } = await sql<{ estimate_id: number; taken: number }>`
    with own as (
      select l.estimate_id, l.estimate_row_id, l.item_id, l.parts,
        case when l.share = '' then null when l.share like '%/%' then split_part(l.share, '/', 1)::numeric / split_part(l.share, '/', 2)::numeric
          else l.share::numeric end as share,
        bool_or(l.parts is not null) over (partition by l.estimate_id, l.estimate_row_id) as parted
      from cost_link l join estimate e on e.space_id = l.space_id and e.id = l.estimate_id
      where l.space_id = ${spaceId} and l.version_id = ${versionId} and e.project_id = ${projectId}),
    pieces as (
      select o.estimate_id, o.estimate_row_id, o.item_id, o.share, p.no, p.amount
      from own o join estimate_row r on r.space_id = ${spaceId} and r.estimate_id = o.estimate_id and r.id = o.estimate_row_id
        cross join lateral (
          select 0 as no, r.current::numeric as amount, null as part where not o.parted
          union all
          select u.no::int, u.amount::numeric, (${[...COST_PARTS]}::text[])[u.no] from unnest(r.parts) with ordinality u (amount, no)
            where o.parted and r.parts is not null
          union all
          select 0, r.current::numeric, ${USUAL_PARTS}::jsonb ->> r.kind where o.parted and r.parts is null) p
      where o.parts is null or o.parts ? p.part)
    select estimate_id::bigint as estimate_id, sum(amount * taken)::double precision as taken from (
      select estimate_id, amount, case when bool_or(item_id is not null and share is null)
          then 1 - coalesce(sum(share) filter (where item_id is null), 0) else coalesce(sum(share) filter (where item_id is not null), 0)
        end as taken
      from pieces group by estimate_id, estimate_row_id, no, amount) p
    group by estimate_id`.execute(db);
  return rows;
}
