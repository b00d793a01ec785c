import { generateKeyBetween, generateNKeysBetween } from 'fractional-indexing';
import { type RawBuilder, sql } from 'kysely';
import type { Db } from './database.ts';

/**
 * Keys that put `count` things behind one of them (first: null) among those of `scope`, a condition on a table with columns `id` and
 * `rank`. The caller locks the parent first, so keys are unique. Null where `afterId` is not in the scope, or not `standing` there.
 */
export async function ranksBehind(
  db: Db,
  table: string,
  scope: RawBuilder<boolean>,
  afterId: number | null,
  count: number,
  standing: RawBuilder<boolean> = sql`true`,
): Promise<string[] | null> {
  const from = sql`${sql.table(table)} where ${scope}`;
  if (afterId === null) {
    const { rows } = await sql<{ rank: string | null }>`select min(rank) as rank from ${from}`.execute(db);
    return generateNKeysBetween(null, rows[0]?.rank ?? null, count);
  }
  const { rows } = await sql<{ rank: string; next: string | null }>`
    select a.rank, (select min(rank) from ${from} and rank > a.rank) as next
    from (select rank from ${from} and id = ${afterId} and ${standing}) a`.execute(db);
  return rows.length ? generateNKeysBetween(rows[0].rank, rows[0].next, count) : null;
}

/** Keys that put things behind all others of a scope. */
export async function ranksAtEnd(db: Db, table: string, scope: RawBuilder<boolean>, count: number): Promise<string[]> {
  const { rows } = await sql<{ rank: string | null }>`select max(rank) as rank from ${sql.table(table)} where ${scope}`.execute(db);
  return generateNKeysBetween(rows[0]?.rank ?? null, null, count);
}

/** Keys of things that nobody has ordered, in the order that they have anyway. Whatever `ranksAmong` puts between two of them never equals one. */
export function naturalRanks(count: number): string[] {
  // Each goes behind the one before, so that those of fewer things begin those of more.
  const more = count - natural.length;
  if (more > 0) natural.push(...generateNKeysBetween(natural.at(-1) ?? null, null, more));
  return natural.slice(0, count);
}
const natural: string[] = [];

/**
 * Keys behind one among keys that are known; null: before all. None is a natural rank, so that no thing that is added later gets the
 * same.
 */
export function ranksAmong(ranks: Iterable<string>, after: string | null, count: number): string[] {
  let next: string | null = null;
  for (const rank of ranks) if ((after === null || rank > after) && (next === null || rank < next)) next = rank;
  return generateNKeysBetween(after, next ?? generateKeyBetween(after, null), count);
}
