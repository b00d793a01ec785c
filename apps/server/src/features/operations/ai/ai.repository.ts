import type { AiAccepted, AiProposal } from '@gantry/contract';
import { sql } from 'kysely';
import type { Row } from '../../../database/schema.generated.ts';
import type { Db, Tx } from '../../../platform/postgres/database.ts';
import type { VersionKey } from '../../planning/version-heads/version-heads.service.ts';
import type { Example, LearntRelation, LearntRow } from './ai.examples.rules.ts';

/** What another way of reading found is read anew. */
const READING = 2;
/** So many examples are written by one statement. */
export const EXAMPLES_AT_ONCE = 500;

/** What of the rows of a version is learnt from. */
export async function listLearnt(db: Db, { spaceId, versionId }: VersionKey): Promise<{ rows: LearntRow[]; relations: LearntRelation[] }> {
  const { rows } =
    await sql<LearntRow>`select w.id, w.parent_id as "parentId", w.position, w.type, w.name, w.duration_minutes as "durationMinutes", w.volume,
      w.volume_unit as "volumeUnit", d.carried
    from wbs_item w left join (
      select distinct on (item_id) item_id, jsonb_build_object('directory_id', directory_id, 'row_id', row_id, 'crew', crew, 'rule', rule,
        'volume', volume, 'volumeUnit', volume_unit, 'unit', unit) as carried
      from directory_value where space_id = ${spaceId} and version_id = ${versionId} and item_id is not null and brought_by_id is null
      order by item_id, id
    ) d on d.item_id = w.id
    where w.space_id = ${spaceId} and w.version_id = ${versionId}`.execute(db);
  const relations = await sql<LearntRelation>`select predecessor_id as "predecessorId", successor_id as "successorId", type,
    lag_minutes as "lagMinutes" from relation where space_id = ${spaceId} and version_id = ${versionId}`.execute(db);
  return { rows, relations: relations.rows };
}

/** Versions of which other revisions than the present ones were read, and how many rows they hold. */
export async function listUnread(db: Db, spaceId: number, versionIds: readonly number[]): Promise<{ version_id: number; rows: number }[]> {
  const { rows } = await sql<{ version_id: number; rows: number }>`
    select v.id as version_id, v.item_count as rows from version v
    left join ai_reading r on r.space_id = v.space_id and r.version_id = v.id and r.reading = ${READING} and r.revision = v.revision
    where v.space_id = ${spaceId} and v.id = any(${[...versionIds]}::bigint[]) and r.version_id is null order by v.item_count, v.id`.execute(
    db,
  );
  return rows;
}

/** An example as its row is written. */
export type WrittenExample = Pick<Example, 'name' | 'stem' | 'path' | 'volume' | 'unit'> & {
  item_id: number;
  children: string;
  relations: string;
};

/** Keeps what a revision of a version holds to learn from, in place of what was kept of it. `examples`: texts of JSON, each of a list. */
export async function putExamples(
  tx: Tx,
  { spaceId, versionId }: VersionKey,
  revision: number,
  examples: readonly string[],
): Promise<void> {
  const { rows } = await sql<{ current: boolean }>`select coalesce(r.reading = ${READING} and r.revision > ${revision}, false) as current
    from version v left join ai_reading r on r.space_id = v.space_id and r.version_id = v.id
    where v.space_id = ${spaceId} and v.id = ${versionId} for key share of v`.execute(tx);
  // The version is gone, or somebody has read a later revision of it.
  if (!rows.length || rows[0].current) return;
  await sql`insert into ai_reading (space_id, version_id, revision, reading) values (${spaceId}, ${versionId}, ${revision}, ${READING})
    on conflict (space_id, version_id) do update set revision = excluded.revision, reading = excluded.reading`.execute(tx);
  await sql`delete from ai_example where space_id = ${spaceId} and version_id = ${versionId}`.execute(tx);
  for (const some of examples)
    await tx
      .insertInto('ai_example')
      .values((JSON.parse(some) as WrittenExample[]).map((example) => ({ ...example, space_id: spaceId, version_id: versionId })))
      .execute();
}

/** Distinct stems of the examples of some versions, one a line: a single text is cheap to hand to another thread. */
export async function readStems(db: Db, spaceId: number, versionIds: readonly number[], most: number): Promise<string> {
  const { rows } = await sql<{ stems: string | null }>`select string_agg(stem, E'\\n') as stems from (
    select distinct stem from ai_example where space_id = ${spaceId} and version_id = any(${[...versionIds]}::bigint[]) limit ${most}
  ) known`.execute(db);
  return rows[0].stems ?? '';
}

/** Examples of some stems; those of one version first, then the newest. */
export async function listExamples(
  db: Db,
  { spaceId, versionId }: VersionKey,
  versionIds: readonly number[],
  stems: readonly string[],
  most: number,
) {
  const { rows } = await sql<
    Omit<Example, 'itemId'> & { itemId: number; version_id: number; schedule_id: number; schedule: string }
  >`select e.item_id as "itemId", e.name, e.stem, e.path, e.volume, e.unit, e.children, e.relations, e.version_id, v.schedule_id, n.name as schedule
    from (
      select x.*, row_number() over (partition by x.stem order by (x.version_id = ${versionId}) desc, x.version_id desc, x.item_id desc) as place
      from ai_example x where x.space_id = ${spaceId} and x.version_id = any(${[...versionIds]}::bigint[]) and x.stem = any(${[...stems]}::text[])
    ) e
    join version v on v.space_id = ${spaceId} and v.id = e.version_id
    join eps_node n on n.space_id = ${spaceId} and n.id = v.schedule_id
    where e.place <= ${most} order by (e.version_id = ${versionId}) desc, e.version_id desc, e.item_id desc`.execute(db);
  return rows;
}

type Kept = Pick<AiProposal, 'rows' | 'relations' | 'examples' | 'model'>;

/**
 * Keeps a proposal; one of the same person for the same row that nobody has accepted is superseded by it, and stays in its place where it is
 * the same. What nobody has accepted goes after 90 days.
 */
export async function saveProposal(
  tx: Tx,
  { spaceId, versionId }: VersionKey,
  of: { itemId: number; rowName: string; revision: number; authorId: number; author: string },
  proposed: Kept,
): Promise<number> {
  await sql`delete from ai_proposal where space_id = ${spaceId} and applied is null and at < now() - interval '90 days'`.execute(tx);
  const text = JSON.stringify(proposed);
  const open = await sql<{ id: number; same: boolean }>`select id,
      revision = ${of.revision} and row_name = ${of.rowName} and proposed = ${text}::jsonb as same from ai_proposal
    where space_id = ${spaceId} and version_id = ${versionId} and item_id = ${of.itemId} and author_id = ${of.authorId}
      and applied is null and closed is null order by id desc limit 1`.execute(tx);
  const last = open.rows[0];
  if (last?.same) return last.id;
  if (last) await closeProposals(tx, spaceId, [last.id], 'superseded');
  const { rows } = await sql<{ id: number }>`insert into ai_proposal
    (space_id, version_id, item_id, row_name, revision, proposed, author_id, author)
    values (${spaceId}, ${versionId}, ${of.itemId}, ${of.rowName}, ${of.revision}, ${text}::jsonb, ${of.authorId}, ${of.author})
    returning id`.execute(tx);
  return rows[0].id;
}

/** Closes those of some proposals that are open; answers how many were. */
export async function closeProposals(tx: Tx, spaceId: number, ids: readonly number[], as: 'rejected' | 'superseded'): Promise<number> {
  const { numAffectedRows = 0n } = await sql`update ai_proposal set closed = ${as}
    where space_id = ${spaceId} and id = any(${[...ids]}::bigint[]) and applied is null and closed is null`.execute(tx);
  return Number(numAffectedRows);
}

export async function findProposal(db: Db, spaceId: number, id: number): Promise<Row<'ai_proposal'> | null> {
  return (await db.selectFrom('ai_proposal').selectAll().where('space_id', '=', spaceId).where('id', '=', id).executeTakeFirst()) ?? null;
}

/** Keeps what was accepted of a proposal; the other open ones for its row are superseded. */
export async function saveApplied(
  tx: Tx,
  { space_id, version_id, item_id, id }: Pick<Row<'ai_proposal'>, 'space_id' | 'version_id' | 'item_id' | 'id'>,
  applied: Pick<AiAccepted, 'rows' | 'relations'>,
  revision: number,
): Promise<void> {
  await sql`update ai_proposal set applied = ${JSON.stringify(applied)}::jsonb, applied_revision = ${revision}, closed = null
    where space_id = ${space_id} and id = ${id}`.execute(tx);
  await sql`update ai_proposal set closed = 'superseded' where space_id = ${space_id} and version_id = ${version_id}
    and item_id = ${item_id} and id <> ${id} and applied is null and closed is null`.execute(tx);
}

type Asked = { itemId: number | null; before: number | null; most: number };

/** Proposals for a version, or for one of its rows, the newest first. */
export async function listProposals(db: Db, { spaceId, versionId }: VersionKey, { itemId, before, most }: Asked) {
  const { rows } = await sql<
    Pick<Row<'ai_proposal'>, 'id' | 'version_id' | 'item_id' | 'row_name' | 'at' | 'author' | 'applied_revision' | 'closed'> & {
      rows: number;
      model: string | null;
    }
  >`select id, version_id, item_id, row_name, at, author, applied_revision, closed, proposed ->> 'model' as model, jsonb_array_length(coalesce(applied, proposed) -> 'rows') as rows
    from ai_proposal where space_id = ${spaceId} and version_id = ${versionId} and (${itemId}::bigint is null or item_id = ${itemId})
      and (${before}::bigint is null or id < ${before}) order by id desc limit ${most}`.execute(db);
  return rows;
}

/** Works that finish after their target, and those without float, by how bad it is. */
export async function listBehind(
  db: Db,
  { spaceId, versionId }: VersionKey,
  most: number,
): Promise<{ late: number[]; negative: number[] }> {
  const late = await sql<{
    id: number;
  }>`select id from wbs_item where space_id = ${spaceId} and version_id = ${versionId} and type in ('task', 'work')
    and status <> 'completed' and finish > target_finish order by finish - target_finish desc, id limit ${most}`.execute(db);
  const negative = await sql<{ id: number }>`select id from wbs_item where space_id = ${spaceId} and version_id = ${versionId}
    and type <> 'sum' and status <> 'completed' and total_float_minutes < 0 order by total_float_minutes, id limit ${most}`.execute(db);
  return { late: late.rows.map(({ id }) => id), negative: negative.rows.map(({ id }) => id) };
}

/** What is left of the longest path: how many works, the first and the last of them. */
export async function findDriving(db: Db, { spaceId, versionId }: VersionKey, most: number) {
  const { rows } = await sql<{
    id: number;
    name: string;
  }>`select id, name from wbs_item where space_id = ${spaceId} and version_id = ${versionId}
    and longest_path and type <> 'sum' and status <> 'completed' order by start, finish, id`.execute(db);
  return { count: rows.length, first: rows[0]?.name ?? '', last: rows.at(-1)?.name ?? '', ids: rows.slice(0, most).map(({ id }) => id) };
}
