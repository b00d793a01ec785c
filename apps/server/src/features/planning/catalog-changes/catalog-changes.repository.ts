import type { CatalogProposal, CatalogSource } from '@gantry/contract';
import { type RawBuilder, sql } from 'kysely';
import { promisify } from 'node:util';
import { zstdCompress, zstdDecompress } from 'node:zlib';
import type { Row } from '../../../database/schema.generated.ts';
import type { Db, Tx } from '../../../platform/postgres/database.ts';
import type { ProposalContent } from './catalog-changes.rules.ts';

const compress = promisify(zstdCompress);
const decompress = promisify(zstdDecompress);

/** For each kind of source its table and the versions that use it. */
export const FOLLOWERS: Record<CatalogSource, { table: string; versions: (ids: number[]) => RawBuilder<unknown> }> = {
  directory: {
    table: 'directory',
    versions: (ids) => sql`select version_id from directory_value where space_id = v.space_id and directory_id = any(${ids}::bigint[])`,
  },
  relation: {
    table: 'directory_relation',
    versions: (ids) => sql`select d.version_id from directory_value d join directory_relation r
      on r.space_id = d.space_id and r.from_id = d.directory_id where d.space_id = v.space_id and r.id = any(${ids}::bigint[])`,
  },
  coefficient: {
    table: 'coefficient',
    versions: (ids) => sql`select d.version_id from directory_value d join directory_relation r
      on r.space_id = d.space_id and r.from_id = d.directory_id
      where d.space_id = v.space_id and (
        exists (select from unnest(${ids}::bigint[]) c (id) where r.options -> 'coefficient_ids' @> to_jsonb(c.id)) or exists (
        select 1 from directory_relation_row p
        where p.space_id = r.space_id and p.relation_id = r.id and p.coefficient_ids && ${ids}::bigint[]))`,
  },
  calendar: {
    table: 'node_calendar',
    versions: (ids) => sql`select version_id from calendar where space_id = v.space_id and source_id = any(${ids}::bigint[])`,
  },
  attribute: {
    table: 'node_attribute',
    versions: (ids) => sql`select version_id from attribute where space_id = v.space_id and source_id = any(${ids}::bigint[])`,
  },
  distribution: {
    table: 'eps_node',
    versions: (ids) => sql`
      with recursive below as (
        select id from eps_node where space_id = v.space_id and id = any(${ids}::bigint[])
        union all
        select c.id from eps_node c join below b on c.parent_id = b.id where c.space_id = v.space_id
      ) select w.id from below b join version w on w.space_id = v.space_id and w.schedule_id = b.id`,
  },
};

/** The name of a visible source; null without one. */
export async function findSourceName(db: Db, spaceId: number, source: CatalogSource, id: number): Promise<string | null> {
  const { rows } = await sql<{ name: string }>`
    select name from ${sql.table(FOLLOWERS[source].table)} where space_id = ${spaceId} and id = ${id}`.execute(db);
  return rows[0]?.name ?? null;
}

export type Follower = Pick<Row<'version'>, 'id' | 'name' | 'locked'> & { schedule_name: string };

/** Versions that follow one of some sources. */
export async function listFollowers(db: Db, spaceId: number, source: CatalogSource, ids: readonly number[]): Promise<Follower[]> {
  const { rows } = await sql<Follower>`
    select v.id, v.name, v.locked, n.name as schedule_name from version v
    join eps_node n on n.space_id = v.space_id and n.id = v.schedule_id
    where v.space_id = ${spaceId} and v.id in (${FOLLOWERS[source].versions([...ids])}) order by v.id`.execute(db);
  return rows;
}

export type ProposalSummary = Pick<CatalogProposal, 'works' | 'finish_before' | 'finish_after' | 'moved' | 'cost_before' | 'cost_after'>;

/** The subject of a proposal; `act_id` null: it stands alone. */
export type About = Pick<Row<'catalog_proposal'>, 'version_id' | 'source' | 'source_id' | 'act_id'>;

/** Stores a proposal and replaces an earlier one of the same source. */
export async function saveProposal(
  tx: Tx,
  spaceId: number,
  proposal: About & { revision: number; summary: ProposalSummary; content: ProposalContent },
): Promise<number> {
  const { summary, content, ...about } = proposal;
  await forgetProposal(tx, spaceId, about);
  const packed = await compress(Buffer.from(JSON.stringify(content)));
  const { id } = await tx
    .insertInto('catalog_proposal')
    .values({ ...about, space_id: spaceId, summary: JSON.stringify(summary), content: packed })
    .returning('id')
    .executeTakeFirstOrThrow();
  return id;
}

/** Forgets what was proposed to a version because of a source. */
export async function forgetProposal(tx: Tx, spaceId: number, of: About): Promise<void> {
  await tx
    .deleteFrom('catalog_proposal')
    .where('space_id', '=', spaceId)
    .where('version_id', '=', of.version_id)
    .where('source', '=', of.source)
    .where('source_id', '=', of.source_id)
    .where('act_id', of.act_id === null ? 'is' : '=', of.act_id)
    .execute();
}

export type ProposalRecord = Omit<CatalogProposal, keyof ProposalSummary | 'stale' | 'created_at'> & {
  revision: number;
  version_revision: number;
  summary: ProposalSummary;
  created_at: Date;
};

/** Selects proposals: standalone ones, those of an act, or with `reader` both, as far as the act is that person's. */
type Which = { id?: number; versionId?: number | undefined; actId?: number; reader?: number };

export async function listProposals(db: Db, spaceId: number, { id, versionId, actId, reader }: Which = {}): Promise<ProposalRecord[]> {
  const ofAct =
    actId !== undefined
      ? sql`p.act_id = ${actId}`
      : reader === undefined
        ? sql`p.act_id is null`
        : sql`(p.act_id is null or exists (select from catalog_act a where a.space_id = p.space_id and a.id = p.act_id and a.author_id = ${reader}))`;
  const { rows } = await sql<ProposalRecord>`
    select p.id, p.version_id, p.revision, p.source, p.source_id, p.summary, p.created_at, v.name as version_name, v.locked,
      v.revision as version_revision, v.schedule_id, n.name as schedule_name
    from catalog_proposal p join version v on v.space_id = p.space_id and v.id = p.version_id
    join eps_node n on n.space_id = v.space_id and n.id = v.schedule_id
    where p.space_id = ${spaceId} and ${ofAct} ${id === undefined ? sql`` : sql`and p.id = ${id}`}
      ${versionId === undefined ? sql`` : sql`and p.version_id = ${versionId}`} order by p.id`.execute(db);
  return rows;
}

export async function readContent(db: Db, spaceId: number, id: number): Promise<ProposalContent | null> {
  const row = await db
    .selectFrom('catalog_proposal')
    .select('content')
    .where('space_id', '=', spaceId)
    .where('id', '=', id)
    .executeTakeFirst();
  return row ? (JSON.parse((await decompress(row.content)).toString('utf8')) as ProposalContent) : null;
}

export async function deleteProposal(tx: Tx, spaceId: number, id: number): Promise<boolean> {
  const { numDeletedRows } = await tx
    .deleteFrom('catalog_proposal')
    .where('space_id', '=', spaceId)
    .where('id', '=', id)
    .where('act_id', 'is', null)
    .executeTakeFirst();
  return numDeletedRows > 0n;
}
