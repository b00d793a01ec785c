import type { CatalogChange, CatalogProposal, CatalogSource } from '@gantry/contract';
import { type RawBuilder, sql } from 'kysely';
import { promisify } from 'node:util';
import { zstdCompress, zstdDecompress } from 'node:zlib';
import type { Row } from '../../../database/schema.generated.ts';
import type { Db, Tx } from '../../../platform/postgres/database.ts';
import type { ProposalContent } from './catalog-changes.rules.ts';

const compress = promisify(zstdCompress);
const decompress = promisify(zstdDecompress);

type Sources = { spaceId: number; ids: readonly number[] };

/** For each kind of source its table, and whether a version `v` of the space uses some of them. */
export const FOLLOWERS: Record<CatalogSource, { table: string; isUsed: (sources: Sources) => RawBuilder<unknown> }> = {
  directory: {
    table: 'directory',
    isUsed: ({ spaceId, ids }) => sql`exists (
      select from directory_value d where d.space_id = ${spaceId} and d.version_id = v.id and d.directory_id = any(${[...ids]}::bigint[]))`,
  },
  relation: {
    table: 'directory_relation',
    isUsed: ({ spaceId, ids }) => sql`exists (
      select from directory_value d where d.space_id = ${spaceId} and d.version_id = v.id and d.directory_id = any(array(
        select r.from_id from directory_relation r where r.space_id = ${spaceId} and r.id = any(${[...ids]}::bigint[]))))`,
  },
  coefficient: {
    table: 'coefficient',
    isUsed: ({ spaceId, ids }) => sql`exists (
      select from directory_value d where d.space_id = ${spaceId} and d.version_id = v.id and d.directory_id = any(array(
        select r.from_id from directory_relation r where r.space_id = ${spaceId} and (
          exists (select from unnest(${[...ids]}::bigint[]) c (id) where r.options -> 'coefficient_ids' @> to_jsonb(c.id)) or exists (
          select from directory_relation_row p
          where p.space_id = r.space_id and p.relation_id = r.id and p.coefficient_ids && ${[...ids]}::bigint[])))))`,
  },
  calendar: {
    table: 'node_calendar',
    isUsed: ({ spaceId, ids }) => sql`exists (
      select from calendar c where c.space_id = ${spaceId} and c.version_id = v.id and c.source_id = any(${[...ids]}::bigint[]))`,
  },
  attribute: {
    table: 'node_attribute',
    isUsed: ({ spaceId, ids }) => sql`exists (
      select from attribute a where a.space_id = ${spaceId} and a.version_id = v.id and a.source_id = any(${[...ids]}::bigint[]))`,
  },
  distribution: {
    table: 'eps_node',
    isUsed: ({ spaceId, ids }) => sql`v.schedule_id in (
      with recursive below as (
        select id from eps_node where space_id = ${spaceId} and id = any(${[...ids]}::bigint[])
        union all
        select c.id from eps_node c join below b on c.parent_id = b.id where c.space_id = ${spaceId}
      ) select id from below)`,
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
    where v.space_id = ${spaceId} and ${FOLLOWERS[source].isUsed({ spaceId, ids })} order by v.id`.execute(db);
  return rows;
}

/** How many versions follow one of some sources; counted up to `most`. */
export async function countFollowers(
  db: Db,
  spaceId: number,
  source: CatalogSource,
  { ids, most }: { ids: readonly number[]; most: number },
): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    select count(*)::int as count from (
      select from version v where v.space_id = ${spaceId} and ${FOLLOWERS[source].isUsed({ spaceId, ids })} limit ${most}) f`.execute(db);
  return rows[0].count;
}

/** Versions by their ids. */
export async function listVersions(db: Db, spaceId: number, ids: readonly number[]): Promise<Follower[]> {
  if (!ids.length) return [];
  const { rows } = await sql<Follower>`
    select v.id, v.name, v.locked, n.name as schedule_name from version v
    join eps_node n on n.space_id = v.space_id and n.id = v.schedule_id
    where v.space_id = ${spaceId} and v.id = any(${[...ids]}::bigint[]) order by v.id`.execute(db);
  return rows;
}

export type ProposalSummary = Pick<CatalogProposal, 'works' | 'finish_before' | 'finish_after' | 'moved' | 'cost_before' | 'cost_after'>;
/**
 * With it is kept how many works the content names, and how many bytes its change and each piece of works take in it. In those of releases
 * before, which backups may hold, the content is one piece.
 */
type KeptSummary = ProposalSummary & { listed?: number; pieces?: number[] };

/** The subject of a proposal; `act_id` null: it stands alone. */
export type About = Pick<Row<'catalog_proposal'>, 'version_id' | 'source' | 'source_id' | 'act_id'>;

/** So many that a page of works reads one or two pieces. */
const WORKS_A_PIECE = 1000;

const pack = async (part: unknown): Promise<Buffer> => compress(Buffer.from(JSON.stringify(part)));

/** Stores a proposal and replaces an earlier one of the same source. */
export async function saveProposal(
  tx: Tx,
  spaceId: number,
  proposal: About & { revision: number; summary: ProposalSummary; content: ProposalContent },
): Promise<number> {
  const { summary, content, ...about } = proposal;
  await forgetProposal(tx, spaceId, about);
  const { changes, ...change } = content;
  // As one text a large one would be longer than texts can be.
  const packed = [await pack(change)];
  for (let at = 0; at < changes.length; at += WORKS_A_PIECE) packed.push(await pack(changes.slice(at, at + WORKS_A_PIECE)));
  const kept: KeptSummary = { ...summary, listed: changes.length, pieces: packed.map(({ length }) => length) };
  const { id } = await tx
    .insertInto('catalog_proposal')
    .values({ ...about, space_id: spaceId, summary: JSON.stringify(kept), content: Buffer.concat(packed) })
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
  summary: KeptSummary;
  created_at: Date;
};

/** Selects proposals: standalone ones, those of an act, or with `reader` both, as far as the act is that person's; `most` of them, by version. */
type Which = { id?: number; versionId?: number | undefined; actId?: number; reader?: number; most?: number };

export async function listProposals(
  db: Db,
  spaceId: number,
  { id, versionId, actId, reader, most }: Which = {},
): Promise<ProposalRecord[]> {
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
      ${versionId === undefined ? sql`` : sql`and p.version_id = ${versionId}`}
    order by ${most === undefined ? sql`p.id` : sql`p.version_id limit ${most}`}`.execute(db);
  return rows;
}

type Kept = Pick<ProposalRecord, 'id' | 'summary'>;

/** The change of a proposal, and the works that own its rows. */
export async function readChange(db: Db, spaceId: number, { id, summary }: Kept): Promise<Omit<ProposalContent, 'changes'>> {
  return readPiece(db, spaceId, id, { from: 0, length: summary.pieces?.[0] });
}

/** A page of the works of a proposal, and how many there are; pieces that hold none of the page are not read. */
export async function readWorks(
  db: Db,
  spaceId: number,
  { id, summary }: Kept,
  { offset, limit }: { offset: number; limit: number },
): Promise<{ total: number; changes: CatalogChange[] }> {
  if (!summary.pieces) {
    const { changes } = await readPiece<ProposalContent>(db, spaceId, id, { from: 0 });
    return { total: changes.length, changes: changes.slice(offset, offset + limit) };
  }
  const [change, ...pieces] = summary.pieces;
  const first = Math.floor(offset / WORKS_A_PIECE);
  const found: CatalogChange[] = [];
  let from = change;
  for (const [at, length] of pieces.entries()) {
    if (at >= first && at * WORKS_A_PIECE < offset + limit)
      found.push(...(await readPiece<CatalogChange[]>(db, spaceId, id, { from, length })));
    from += length;
  }
  const skipped = offset - first * WORKS_A_PIECE;
  return { total: summary.listed ?? 0, changes: found.slice(skipped, skipped + limit) };
}

/** A piece of the content of a proposal; without a length all of it. */
async function readPiece<T>(
  db: Db,
  spaceId: number,
  id: number,
  { from, length }: { from: number; length?: number | undefined },
): Promise<T> {
  const piece = length === undefined ? sql`content` : sql`substring(content from ${from + 1}::int for ${length}::int)`;
  const { rows } = await sql<{ piece: Buffer }>`
    select ${piece} as piece from catalog_proposal where space_id = ${spaceId} and id = ${id}`.execute(db);
  return JSON.parse((await decompress(rows[0].piece)).toString('utf8')) as T;
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
