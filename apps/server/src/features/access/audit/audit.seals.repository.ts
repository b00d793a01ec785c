import { type RawBuilder, sql } from 'kysely';
import type { Row } from '../../../database/schema.generated.ts';
import type { Db } from '../../../platform/postgres/database.ts';

/** The audit of the installation itself, which belongs to no space. */
const INSTALLATION = 0;
const ofSpace = (spaceId: number) => (spaceId === INSTALLATION ? sql`a.space_id is null` : sql`a.space_id = ${spaceId}`);

export type Seal = Pick<Row<'audit_seal'>, 'number' | 'until' | 'rows' | 'hash' | 'signature'>;

/** One entry before a moment that no seal covers. The limit keeps it a look into the index for each space. */
const unsealedOf = (entries: RawBuilder<unknown>, sealed: RawBuilder<unknown>, until: Date) => sql`lateral (
  select from audit a where ${entries} and a.at < ${until}
    and a.at >= coalesce((select max(l.until) from audit_seal l where l.space_id = ${sealed}), '-infinity') limit 1) found`;

/** Two questions, since one for both kinds of entries would look through those of the installation for each space. */
export const unsealedAt = (until: Date) => sql<{ id: number }>`
  select s.id from space s cross join ${unsealedOf(sql`a.space_id = s.id`, sql`s.id`, until)}
  union all select ${INSTALLATION}::bigint from ${unsealedOf(ofSpace(INSTALLATION), sql`${INSTALLATION}`, until)}`;

/** Spaces with entries before a moment that no seal covers; 0 is the installation. */
export async function listUnsealed(db: Db, until: Date): Promise<number[]> {
  const { rows } = await unsealedAt(until).execute(db);
  return rows.map(({ id }) => id);
}

/** Seals of a space, the first one first. */
export const listSeals = (db: Db, spaceId: number): Promise<Seal[]> =>
  db
    .selectFrom('audit_seal')
    .select(['number', 'until', 'rows', 'hash', 'signature'])
    .where('space_id', '=', spaceId)
    .orderBy('number')
    .execute();

/** Entries that the seals of a space cover. */
export async function countSealed(db: Db, spaceId: number): Promise<number> {
  const { rows } = await sql<{ rows: number }>`
    select coalesce(sum(rows), 0)::float as rows from audit_seal where space_id = ${spaceId}`.execute(db);
  return rows[0].rows;
}

const FETCHED = 5000;

/** Entries between two moments as they are summed, in the order of their numbers. */
export async function* sealedLines(db: Db, spaceId: number, from: Date | null, until: Date): AsyncGenerator<string[]> {
  for (let after = 0; ;) {
    const { rows } = await sql<{ id: number; line: string }>`
      select a.id, json_build_array(a.id, extract(epoch from a.at)::text, a.actor_id, a.actor, a.on_behalf_of, a.address, a.request_id,
        a.action, a.object, a.details::text)::text as line
      from audit a where ${ofSpace(spaceId)} and a.id > ${after} and a.at < ${until}
        and (${from}::timestamptz is null or a.at >= ${from}) order by a.id limit ${FETCHED}`.execute(db);
    if (rows.length) yield rows.map(({ line }) => line);
    if (rows.length < FETCHED) return;
    after = rows[rows.length - 1].id;
  }
}
