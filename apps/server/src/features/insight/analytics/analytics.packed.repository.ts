import { sql } from 'kysely';
import type { Row } from '../../../database/schema.generated.ts';
import type { Db, Tx } from '../../../platform/postgres/database.ts';
import { FACTS_VERSION } from './facts/analytics.facts.rules.ts';
import type { KeptRows } from './facts/analytics.kept.service.ts';
import { BY_ROW } from './facts/analytics.packed.rules.ts';

type Tier = 'week' | 'month' | null;
/** Packed rows with the lines of one tier, or without any. */
export type Packed = { rows: Buffer; lines: Buffer | null };
/** What packed rows of a version are of, and the bytes that they take. */
export type PackedSize = Pick<Row<'version_fact'>, 'version_id' | 'revision' | 'conventions' | 'computed_at' | 'bundle_id'> & {
  bytes: number;
  /** Bytes of all versions of its bundle. */
  bundle_bytes: number | null;
};

const BYTES = sql`(octet_length(f.rows) + octet_length(f.month))::int`;
const linesOf = (tier: Tier) => (tier === null ? sql`null::bytea` : sql.ref(tier));

/** What is kept of some versions row by row. */
export async function listPackedSizes(db: Db, spaceId: number, versionIds: readonly number[]): Promise<PackedSize[]> {
  const { rows } = await sql<PackedSize>`
    select f.version_id, f.revision, f.conventions, f.computed_at, f.bundle_id, ${BYTES} as bytes, b.bytes as bundle_bytes
    from version_fact f left join fact_bundle b on b.space_id = f.space_id and b.id = f.bundle_id
    where f.space_id = ${spaceId} and f.version_id = any(${[...versionIds]}::bigint[]) and f.dimension = ${BY_ROW}
      and f.counting = ${FACTS_VERSION} order by f.version_id`.execute(db);
  return rows;
}

/** The packed rows of some versions. */
export async function listPacked(db: Db, spaceId: number, versionIds: readonly number[], tier: Tier) {
  const { rows } = await sql<Packed & { version_id: number }>`
    select version_id, rows, ${linesOf(tier)} as lines from version_fact
    where space_id = ${spaceId} and version_id = any(${[...versionIds]}::bigint[]) and dimension = ${BY_ROW}
      and counting = ${FACTS_VERSION}`.execute(db);
  return rows;
}

/** Packed rows of several versions that stand together; undefined where others have taken their place meanwhile. */
export async function readBundle(db: Db, spaceId: number, id: number, tier: Tier): Promise<Packed | undefined> {
  const { rows } =
    await sql<Packed>`select rows, ${linesOf(tier)} as lines from fact_bundle where space_id = ${spaceId} and id = ${id}`.execute(db);
  return rows[0];
}

/** Packed rows that stand alone and take few bytes, project by project. */
export async function listApart(db: Db, spaceId: number, most: number) {
  const { rows } = await sql<{ version_id: number; bytes: number }>`
    select f.version_id, ${BYTES} as bytes
    from version_fact f join version v on v.space_id = f.space_id and v.id = f.version_id
      join eps_node n on n.space_id = v.space_id and n.id = v.schedule_id
    where f.space_id = ${spaceId} and f.dimension = ${BY_ROW} and f.counting = ${FACTS_VERSION} and f.bundle_id is null and ${BYTES} <= ${most}
    order by n.parent_id, f.version_id`.execute(db);
  return rows;
}

type Whole = Record<keyof KeptRows, Buffer<ArrayBuffer>> & Pick<PackedSize, 'version_id' | 'revision' | 'conventions'>;
/** The packed rows of some versions with the lines of all tiers. */
export async function listWhole(db: Db, spaceId: number, versionIds: readonly number[]): Promise<Whole[]> {
  const { rows } = await sql<Whole>`select version_id, revision, conventions, rows, week, month from version_fact
    where space_id = ${spaceId} and version_id = any(${[...versionIds]}::bigint[]) and dimension = ${BY_ROW}
      and counting = ${FACTS_VERSION} order by version_id`.execute(db);
  return rows;
}

/** Stores the packed rows of several versions as one bundle. A version that was recounted meanwhile does not join it. */
export async function saveBundle(tx: Tx, spaceId: number, of: readonly Whole[], { rows, week, month }: KeptRows): Promise<void> {
  const bytes = of.reduce((sum, one) => sum + one.rows.length + one.month.length, 0);
  await sql`with made as (
      insert into fact_bundle (space_id, bytes, rows, week, month) values (${spaceId}, ${bytes}, ${rows}, ${week}, ${month}) returning id
    )
    update version_fact f set bundle_id = made.id
    from made, unnest(${of.map((one) => one.version_id)}::bigint[], ${of.map((one) => one.revision)}::int[],
      ${of.map((one) => one.conventions)}::text[]) as counted (version_id, revision, conventions)
    where f.space_id = ${spaceId} and f.version_id = counted.version_id and f.dimension = ${BY_ROW} and f.counting = ${FACTS_VERSION}
      and f.revision = counted.revision and f.conventions = counted.conventions`.execute(tx);
}

/** Takes bundles apart of which less than half still holds. */
export async function dropThinBundles(tx: Tx, spaceId: number): Promise<void> {
  await sql`delete from fact_bundle b where b.space_id = ${spaceId} and b.bytes > 2 * coalesce((
      select sum(${BYTES}) from version_fact f where f.space_id = b.space_id and f.bundle_id = b.id
    ), 0)`.execute(tx);
}
