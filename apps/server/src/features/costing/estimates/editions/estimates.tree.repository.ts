import { sql } from 'kysely';
import type { Tx } from '../../../../platform/postgres/database.ts';
import type { EstimateKey } from '../estimates.repository.ts';

/** The number of an estimate within what an object or a summary estimate says of it, as `ЛСР-01-02-03 К1`. */
const named = sql`regexp_replace(regexp_replace(upper(r.code), '^(ОСР|ЛСР)[- ]*', ''), ' .*$', '')`;
/** Rows that stand for whole estimates: they have no unit and no quantity. */
const stands = sql`r.kind = 'work' and r.unit = '' and r.quantity = '' and r.code <> ''`;

/** Puts a new estimate below the one of its project that names its number, and below it those that it names and that stand below none. */
export async function placeInTree(tx: Tx, { spaceId, estimateId, projectId }: EstimateKey, number: string): Promise<void> {
  const own = number.toUpperCase().replace(/^(?:ОСР|ЛСР)[- ]*/, '');
  if (own !== '')
    await sql`update estimate set parent_id = (
        select r.estimate_id from estimate_row r join estimate e on e.space_id = r.space_id and e.id = r.estimate_id
        where r.space_id = ${spaceId} and e.project_id = ${projectId} and e.format = 'gge' and e.status = 'ready' and e.id <> ${estimateId}
          and ${stands} and ${named} = ${own} order by e.id desc limit 1)
      where space_id = ${spaceId} and id = ${estimateId}`.execute(tx);
  await sql`update estimate c set parent_id = ${estimateId}
    where c.space_id = ${spaceId} and c.project_id = ${projectId} and c.parent_id is null and c.id <> ${estimateId} and c.number <> ''
      and c.id not in (with recursive up as (
          select id, parent_id, 1 as depth from estimate where space_id = ${spaceId} and id = ${estimateId}
          union all
          select e.id, e.parent_id, up.depth + 1 from estimate e join up on e.id = up.parent_id where e.space_id = ${spaceId} and up.depth < 64)
        select id from up)
      and exists (select from estimate_row r where r.space_id = ${spaceId} and r.estimate_id = ${estimateId} and ${stands}
        and ${named} = regexp_replace(upper(c.number), '^(ОСР|ЛСР)[- ]*', ''))`.execute(tx);
}
