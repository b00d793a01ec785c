import { sql } from 'kysely';
import type { Row } from '../../../database/schema.generated.ts';
import type { Db, Tx } from '../../../platform/postgres/database.ts';
import type { JudgedRow } from '../../planning/edits/edits.service.ts';
import { FACTS_VERSION, type FactHead, type VersionFacts } from './facts/analytics.facts.rules.ts';
import type { GroupHead, PackedGroups } from './facts/analytics.groups.rules.ts';
import type { KeptRows } from './facts/analytics.kept.service.ts';
import { BY_ROW } from './facts/analytics.packed.rules.ts';

/** Facts of a version as they are kept, with the revision that they were counted from. */
export type KeptFacts = Pick<Row<'version_fact'>, 'version_id' | 'revision' | 'conventions' | 'computed_at'> & {
  head: FactHead;
  groups: GroupHead[];
  /** Lines by weeks or months, as asked for; null where only sums are. */
  lines: Uint8Array | null;
  /** The transaction that wrote them. */
  written: string;
};
type Key = { spaceId: number; versionId: number; revision: number; conventions: string };

/** What was counted of some versions in the way of this program, in all or by a dimension, with the lines of one tier. */
export async function listFacts(
  db: Db,
  spaceId: number,
  versionIds: readonly number[],
  { tier, dimension }: { tier: 'week' | 'month' | null; dimension: string },
): Promise<KeptFacts[]> {
  const lines = tier === null ? sql`null::bytea` : sql.ref(tier);
  const { rows } = await sql<KeptFacts>`
    select version_id, revision, conventions, computed_at, head, groups, ${lines} as lines, xmin::text as written from version_fact
    where space_id = ${spaceId} and version_id = any(${[...versionIds]}::bigint[]) and dimension = ${dimension}
      and counting = ${FACTS_VERSION}`.execute(db);
  return rows;
}

type FactSize = Pick<KeptFacts, 'version_id' | 'revision' | 'conventions' | 'computed_at'> & {
  bytes: number;
  /** Nobody was noted to have asked for them for long. */
  unasked: boolean;
};
/** Days after which a question for a dimension is recorded again, and days without a question after which its facts are deleted. */
const ASKED_DAYS = { noted: 10, kept: 40 };

/** Notes that facts of some versions by a dimension were asked for. */
export async function noteAsked(tx: Tx, spaceId: number, versionIds: readonly number[], dimension: string): Promise<void> {
  await sql`update version_fact set asked_on = current_date where space_id = ${spaceId} and version_id = any(${[...versionIds]}::bigint[])
    and dimension = ${dimension}`.execute(tx);
}

/** Deletes facts by dimensions that nobody has asked for any more; those in all and row by row stay. */
export const unaskedFacts = (most: number) => sql`
  delete from version_fact where (space_id, version_id, dimension) in (select space_id, version_id, dimension from version_fact
    where dimension <> '' and dimension <> ${BY_ROW} and asked_on < current_date - ${ASKED_DAYS.kept}::int limit ${most} for update skip locked)`;

/** The same as `listFacts` without sums, groups and lines, with the bytes that these take. */
export async function listFactSizes(
  db: Db,
  spaceId: number,
  versionIds: readonly number[],
  { tier, dimension }: { tier: 'week' | 'month' | null; dimension: string },
): Promise<FactSize[]> {
  const bytes = sql`pg_column_size(groups)${tier === null ? sql`` : sql` + octet_length(${sql.ref(tier)})`}`;
  const { rows } = await sql<FactSize>`
    select version_id, revision, conventions, computed_at, ${bytes} as bytes, asked_on < current_date - ${ASKED_DAYS.noted}::int as unasked
    from version_fact
    where space_id = ${spaceId} and version_id = any(${[...versionIds]}::bigint[]) and dimension = ${dimension}
      and counting = ${FACTS_VERSION} order by version_id`.execute(db);
  return rows;
}

/** Those of some versions whose facts in all do not stand as they are known, or are gone. */
export async function listRewritten(
  db: Db,
  spaceId: number,
  versionIds: readonly number[],
  known: ReadonlyMap<number, KeptFacts>,
): Promise<number[]> {
  const written = versionIds.map((id) => known.get(id)?.written ?? null);
  const { rows } = await sql<{ version_id: number }>`
    select asked.version_id from unnest(${[...versionIds]}::bigint[], ${written}::text[]) as asked (version_id, written)
      left join version_fact f on f.space_id = ${spaceId} and f.version_id = asked.version_id and f.dimension = ''
        and f.counting = ${FACTS_VERSION}
    where f.xmin::text is distinct from asked.written`.execute(db);
  return rows.map(({ version_id }) => version_id);
}

/** All that is kept of a version in the way of this program; null where nothing is. */
export async function findWhole(db: Db, spaceId: number, versionId: number) {
  const { rows } = await sql<
    Omit<KeptFacts, 'groups' | 'lines' | 'written'> & { noted: VersionFacts['noted']; week: Buffer; month: Buffer }
  >`
    select version_id, revision, conventions, computed_at, head, noted, week, month from version_fact
    where space_id = ${spaceId} and version_id = ${versionId} and dimension = '' and counting = ${FACTS_VERSION}`.execute(db);
  return rows[0] ?? null;
}

/** Which of some rows have others below them. */
export async function listParents(db: Db, spaceId: number, versionId: number, ids: readonly number[]): Promise<Set<number>> {
  const { rows } = await sql<{ id: number }>`select distinct parent_id as id from wbs_item
    where space_id = ${spaceId} and version_id = ${versionId} and parent_id = any(${[...ids]}::bigint[])`.execute(db);
  return new Set(rows.map(({ id }) => id));
}

/** Keeps what was counted of a version in all, unless a later revision was counted meanwhile. */
export const saveFacts = (
  tx: Tx,
  key: Key,
  { head, noted, week, month }: Pick<VersionFacts, 'head' | 'noted'> & Record<'week' | 'month', Uint8Array>,
): Promise<void> => save(tx, key, { dimension: '', head, noted, groups: [], week, month });

/** The same by a dimension. */
export const saveGroups = (tx: Tx, key: Key, dimension: string, { heads, week, month }: PackedGroups): Promise<void> =>
  save(tx, key, { dimension, head: {}, noted: {}, groups: heads, week, month });

/** The same row by row. */
export const saveRows = (tx: Tx, key: Key, packed: KeptRows): Promise<void> =>
  save(tx, key, { dimension: BY_ROW, head: {}, noted: {}, groups: [], ...packed });

type Kept = { dimension: string; head: object; noted: object; groups: object; week: Uint8Array; month: Uint8Array; rows?: Uint8Array };

async function save(
  tx: Tx,
  { spaceId, versionId, revision, conventions }: Key,
  { dimension, head, noted, groups, week, month, rows }: Kept,
): Promise<void> {
  if (!(await isThere(tx, { spaceId, versionId }))) return;
  await sql`insert into version_fact (space_id, version_id, dimension, revision, counting, conventions, head, noted, groups, week, month, rows)
    values (${spaceId}, ${versionId}, ${dimension}, ${revision}, ${FACTS_VERSION}, ${conventions}, ${JSON.stringify(head)}, ${JSON.stringify(noted)},
      ${JSON.stringify(groups)}, ${week}, ${month}, ${rows ?? null})
    on conflict (space_id, version_id, dimension) do update set revision = excluded.revision, counting = excluded.counting,
      conventions = excluded.conventions, head = excluded.head, noted = excluded.noted, groups = excluded.groups, week = excluded.week, month = excluded.month,
      rows = excluded.rows, bundle_id = null, computed_at = excluded.computed_at, asked_on = current_date
    where version_fact.revision <= excluded.revision or version_fact.counting <> excluded.counting`.execute(tx);
}

/** Whether a version is not deleted, which nobody does until the transaction ends. */
const isThere = async (tx: Tx, { spaceId, versionId }: Pick<Key, 'spaceId' | 'versionId'>): Promise<boolean> =>
  (await sql`select from version where space_id = ${spaceId} and id = ${versionId} for key share`.execute(tx)).rows.length > 0;

export async function forgetFacts(tx: Tx, spaceId: number, versionIds: readonly number[]): Promise<void> {
  await sql`delete from version_fact where space_id = ${spaceId} and version_id = any(${[...versionIds]}::bigint[])`.execute(tx);
}

/** Whether the facts of a version by a dimension are those of its present revision, counted as `conventions` name it. */
export async function isCounted(
  db: Db,
  spaceId: number,
  { versionId, dimension, conventions }: { versionId: number; dimension: string; conventions: string },
): Promise<boolean> {
  const { rows } = await sql`
    select from version_fact f join version v on v.space_id = f.space_id and v.id = f.version_id and v.revision = f.revision
    where f.space_id = ${spaceId} and f.version_id = ${versionId} and f.dimension = ${dimension} and f.counting = ${FACTS_VERSION}
      and f.conventions = ${conventions}`.execute(db);
  return rows.length > 0;
}

/** Lists which of some versions an open job of a kind will count by a dimension, each with its job. */
export async function listAwaited(
  db: Db,
  spaceId: number,
  versionIds: readonly number[],
  { kind, dimension }: { kind: string; dimension: string },
): Promise<{ job_id: number; version_id: number }[]> {
  const { rows } = await sql<{ job_id: number; version_id: number }>`
    select j.id as job_id, awaited.id::bigint as version_id from job j, jsonb_array_elements_text(j.input -> 'versionIds') as awaited (id)
    where j.space_id = ${spaceId} and j.kind = ${kind} and j.status in ('waiting', 'running')
      and coalesce(j.input ->> 'dimension', '') = ${dimension} and awaited.id::bigint = any(${[...versionIds]}::bigint[])
    order by j.id`.execute(db);
  return rows;
}

/** Whether each of some attributes, by its id in the hierarchy or by its name, is one of a version among these. */
export async function hasAttributes(db: Db, spaceId: number, versionIds: readonly number[], names: readonly string[]): Promise<boolean> {
  const isNamed = (name: string) => (/^\d+$/.test(name) ? sql`source_id::text = ${String(Number(name))}` : sql`name = ${name}`);
  const there = names.map(
    (name) => sql`exists (select from attribute where space_id = ${spaceId} and version_id = any(${[...versionIds]}::bigint[])
      and ${isNamed(name)})`,
  );
  const { rows } = await sql<{ all: boolean }>`select ${sql.join(there, sql` and `)} as all`.execute(db);
  return rows[0].all;
}

/** Attributes of some versions, as rights judge them. */
export async function listAttributes(db: Db, spaceId: number, versionIds: readonly number[]) {
  const { rows } = await sql<JudgedRow & { version_id: number }>`
    select version_id, id, source_id as "sourceId", name, type, options from attribute
    where space_id = ${spaceId} and version_id = any(${[...versionIds]}::bigint[]) order by version_id, id`.execute(db);
  return rows.map(({ version_id, ...attribute }) => ({ version_id, attribute }));
}

/** How many rows some versions hold, and their names. */
export async function listSizes(db: Db, spaceId: number, versionIds: readonly number[]) {
  const { rows } = await sql<{ version_id: number; name: string; rows: number }>`
    select v.id as version_id, v.name, v.item_count as rows from version v
    where v.space_id = ${spaceId} and v.id = any(${[...versionIds]}::bigint[]) order by v.id`.execute(db);
  return rows;
}

/** The delays or milestones that the facts of some versions keep, in the order of the answer. */
export async function listNoted<T extends object>(
  db: Db,
  spaceId: number,
  versionIds: readonly number[],
  { of, by, most }: { of: 'delays' | 'milestones'; by: 'days' | 'date'; most: number },
): Promise<(T & { version_id: number })[]> {
  const order = by === 'days' ? sql`(n.value ->> 'days')::int desc` : sql`(n.value ->> 'date')::int`;
  const { rows } = await sql<{ version_id: number; noted: T }>`
    select f.version_id, n.value as noted from version_fact f, jsonb_array_elements(f.noted -> ${of}) n
    where f.space_id = ${spaceId} and f.version_id = any(${[...versionIds]}::bigint[]) and f.dimension = '' and f.counting = ${FACTS_VERSION}
    order by ${order}, f.version_id, (n.value ->> 'row_id')::bigint limit ${most}`.execute(db);
  return rows.map(({ version_id, noted }) => ({ ...noted, version_id }));
}

/** Names of people by their ids. */
export async function listNames(db: Db, ids: readonly number[]): Promise<Map<number, string>> {
  if (!ids.length) return new Map();
  const { rows } = await sql<{
    id: number;
    name: string;
  }>`select id, trim(first_name || ' ' || last_name) as name from app_user where id = any(${[...ids]}::bigint[])`.execute(db);
  return new Map(rows.map(({ id, name }) => [id, name]));
}

/** Whether a call sees the whole space. */
export async function seesWholeSpace(db: Db): Promise<boolean> {
  const { rows } = await sql<{ whole: boolean }>`select (select app_ids('app.nodes')) is null as whole`.execute(db);
  return rows[0]?.whole ?? false;
}

/** The nodes that count nothing above themselves. */
export async function listUncheckedNodes(db: Db, spaceId: number): Promise<number[]> {
  const rows = await db.selectFrom('eps_node').select('id').where('space_id', '=', spaceId).where('counts_above', '=', false).execute();
  return rows.map(({ id }) => id);
}
