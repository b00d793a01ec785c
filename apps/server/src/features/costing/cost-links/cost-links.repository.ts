import type { CostSettings } from '@gantry/contract';
import { sql } from 'kysely';
import type { Db, Tx } from '../../../platform/postgres/database.ts';

export async function findCostSettings(db: Db, spaceId: number, scheduleId: number): Promise<CostSettings | null> {
  const row = await db
    .selectFrom('cost_setting')
    .select('options')
    .where('space_id', '=', spaceId)
    .where('schedule_id', '=', scheduleId)
    .executeTakeFirst();
  return row?.options ?? null;
}

export async function putCostSettings(tx: Tx, spaceId: number, scheduleId: number, options: CostSettings): Promise<void> {
  await sql`insert into cost_setting (space_id, schedule_id, options) values (${spaceId}, ${scheduleId}, ${JSON.stringify(options)}::jsonb)
    on conflict (space_id, schedule_id) do update set options = excluded.options`.execute(tx);
}

export type VersionKey = { spaceId: number; versionId: number };

/** How many links with rows of estimates a version has. */
export async function countLinks(db: Db, { spaceId, versionId }: VersionKey): Promise<number> {
  const { rows } = await sql<{ count: number }>`select count(*)::int as count from cost_link
    where space_id = ${spaceId} and version_id = ${versionId}`.execute(db);
  return rows[0].count;
}

export type WorkInPlan = { id: number; code: string; name: string; path: string; unit: string };

/** Works of a version that can carry rows, with the unit of their volume and the names of the phases above them, as `Building/Walls`. */
export async function listNamedWorks(db: Db, { spaceId, versionId }: VersionKey): Promise<WorkInPlan[]> {
  type Item = { id: number; parent_id: number | null; code: string; name: string; type: string; unit: string };
  const { rows } = await sql<Item>`select id, parent_id, code, name, type, volume_unit as unit from wbs_item
    where space_id = ${spaceId} and version_id = ${versionId}`.execute(db);
  const byId = new Map(rows.map((row) => [row.id, row]));
  const paths = new Map<number, string>();
  const pathOf = (id: number | null): string => {
    const item = id === null ? undefined : byId.get(id);
    if (!item) return '';
    const known = paths.get(item.id) ?? [pathOf(item.parent_id), item.name].filter(Boolean).join('/');
    paths.set(item.id, known);
    return known;
  };
  const works = rows.filter(({ type }) => type !== 'sum');
  return works.map(({ id, parent_id, code, name, unit }) => ({ id, code, name, unit, path: pathOf(parent_id) }));
}

/** Those of some codes that rows of a version's plan have. */
export async function listCodesOfWorks(db: Db, { spaceId, versionId }: VersionKey, codes: readonly string[]): Promise<string[]> {
  const { rows } = await sql<{ code: string }>`select distinct code from wbs_item
    where space_id = ${spaceId} and version_id = ${versionId} and code = any(${[...codes]}::text[])`.execute(db);
  return rows.map(({ code }) => code);
}

/** A text that is another one as soon as a row of the plan, its code, name, unit or place is. */
export async function stateOfWorks(db: Db, { spaceId, versionId }: VersionKey): Promise<string> {
  const { rows } = await sql<{
    state: string;
  }>`select count(*) || ' ' || coalesce(sum(hashtextextended(concat_ws(E'\\n', code, name, type, parent_id, volume_unit), id)), 0) as state
    from wbs_item where space_id = ${spaceId} and version_id = ${versionId}`.execute(db);
  return rows[0].state;
}

/** Works that elements of models are linked with, and with how many of the elements each, the most first. */
export async function listWorksOfElements(
  db: Db,
  { spaceId, versionId }: VersionKey,
  guids: readonly string[],
): Promise<{ item_id: number; count: number }[]> {
  if (!guids.length) return [];
  const { rows } = await sql<{ item_id: number; count: number }>`select item_id, count(distinct guid)::int as count from bim_relation
    where space_id = ${spaceId} and version_id = ${versionId} and guid = any(${[...guids]}::text[]) and not parted
    group by item_id order by count desc, item_id limit 50`.execute(db);
  return rows;
}

export type LinkedVersion = { version_id: number; name: string; links: number };

/** The newest version of a schedule that has links with rows of estimates; null: none has, or the one that asks has some itself. */
export async function findLinkedVersion(db: Db, { spaceId, versionId }: VersionKey, scheduleId: number): Promise<LinkedVersion | null> {
  const { rows } = await sql<LinkedVersion>`select v.id::bigint as version_id, v.name,
      (select count(*)::int from cost_link l where l.space_id = v.space_id and l.version_id = v.id) as links
    from version v where v.space_id = ${spaceId} and v.schedule_id = ${scheduleId}
      and exists (select from cost_link l where l.space_id = v.space_id and l.version_id = v.id)
      and not exists (select from cost_link own where own.space_id = ${spaceId} and own.version_id = ${versionId})
    order by v.id desc limit 1`.execute(db);
  return rows[0] ?? null;
}

export type FormerWork = { code: string; name: string; count: number };

/** Links of a code that are counted, those of the newest versions: copies of a version have its links too. */
const MOST_FORMER = 10_000;

/** Codes and names of works that rows of a code are linked with in versions that the caller sees, the commonest first. */
export async function listFormerWorks(db: Db, spaceId: number, rowCode: string, most = MOST_FORMER): Promise<FormerWork[]> {
  const { rows } = await sql<FormerWork>`select w.code, w.name, count(*)::int as count from (
      select l.version_id, l.item_id from cost_link l join version v on v.space_id = l.space_id and v.id = l.version_id
      where l.space_id = ${spaceId} and l.row_code = ${rowCode} and l.item_id is not null and l.row_code <> ''
      order by l.version_id desc limit ${most}) l
    join wbs_item w on w.space_id = ${spaceId} and w.version_id = l.version_id and w.id = l.item_id
    group by w.code, w.name order by count desc limit 50`.execute(db);
  return rows;
}
