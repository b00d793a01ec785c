import { sql } from 'kysely';
import { personName } from '../../../database/person-name.ts';
import type { Db, Tx } from '../../../platform/postgres/database.ts';
import type { VersionKey } from '../version-heads/version-heads.service.ts';

/** Seconds without a sign of life after which a page counts as gone, because its server died. */
const GONE_SECONDS = 60;

export type Place = { connection: string; userId: number; versionId: number; itemId: number | null };

/** Writes down where a page stands; answers the version where it stood before. */
export async function savePlace(tx: Tx, spaceId: number, place: Place): Promise<number | null> {
  const before = await findPlace(tx, spaceId, place.connection);
  await sql`
    insert into presence (space_id, connection, version_id, user_id, row_id)
    values (${spaceId}, ${place.connection}, ${place.versionId}, ${place.userId}, ${place.itemId})
    on conflict (space_id, connection) do update set version_id = excluded.version_id, row_id = excluded.row_id, seen_at = now(),
      since = case when presence.version_id = excluded.version_id then presence.since else now() end`.execute(tx);
  await tx
    .deleteFrom('presence')
    .where('seen_at', '<', sql<Date>`now() - make_interval(secs => ${GONE_SECONDS})`)
    .execute();
  return before?.version_id ?? null;
}

async function findPlace(db: Db, spaceId: number, connection: string) {
  return db
    .selectFrom('presence')
    .select('version_id')
    .where('space_id', '=', spaceId)
    .where('connection', '=', connection)
    .executeTakeFirst();
}

/** Moves pages of a version to other rows; answers those that are known there. */
export async function movePlaces(
  tx: Tx,
  { spaceId, versionId }: VersionKey,
  places: readonly { connection: string; itemId: number | null }[],
): Promise<Set<string>> {
  const { rows } = await sql<{ connection: string }>`
    update presence set row_id = moved.row_id, seen_at = now()
    from unnest(${places.map(({ connection }) => connection)}::uuid[], ${places.map(({ itemId }) => itemId)}::int[]) as moved (connection, row_id)
    where presence.space_id = ${spaceId} and presence.version_id = ${versionId} and presence.connection = moved.connection
    returning presence.connection`.execute(tx);
  return new Set(rows.map(({ connection }) => connection));
}

/** Forgets a page; answers the version that it left. */
export async function deletePlace(tx: Tx, spaceId: number, connection: string): Promise<number | null> {
  const row = await tx
    .deleteFrom('presence')
    .where('space_id', '=', spaceId)
    .where('connection', '=', connection)
    .returning('version_id')
    .executeTakeFirst();
  return row?.version_id ?? null;
}

export async function renewPlaces(tx: Tx, spaceId: number, connections: readonly string[]): Promise<void> {
  await tx
    .updateTable('presence')
    .set({ seen_at: sql<Date>`now()` })
    .where('space_id', '=', spaceId)
    .where('connection', 'in', connections)
    .execute();
}

/** Pages that have a version open, or one of them. */
export async function listPresent(db: Db, key: VersionKey, connection?: string) {
  return db
    .selectFrom('presence')
    .innerJoin('app_user', 'app_user.id', 'presence.user_id')
    .select(['connection', 'user_id', 'row_id', 'since', personName().as('name'), 'avatar_key'])
    .where('space_id', '=', key.spaceId)
    .where('version_id', '=', key.versionId)
    .where((eb) => eb.and({ connection }))
    .where('seen_at', '>', sql<Date>`now() - make_interval(secs => ${GONE_SECONDS})`)
    .orderBy('since')
    .orderBy('connection')
    .execute();
}
