import type { SeatKind } from '@gantry/domain';
import { sql } from 'kysely';
import { personName } from '../../../database/person-name.ts';
import type { Row } from '../../../database/schema.generated.ts';
import type { Db, Tx } from '../../../platform/postgres/database.ts';
import { setForTransaction } from '../../../platform/postgres/settings.ts';
import { BY_KEY } from '../../../platform/postgres/named-statements.ts';
import { lockInSpace, lockInstallation } from '../../../platform/postgres/locks.ts';
import { inBlocks } from '../../../platform/postgres/insertions.ts';

export type LicenseRow = Omit<Row<'license'>, 'loaded_by'>;

/** Licences of a space and of the installation; with null those of the installation only. */
export async function listLicenses(db: Db, spaceId: number | null): Promise<LicenseRow[]> {
  return db
    .selectFrom('license')
    .select(['id', 'space_id', 'lid', 'token', 'active', 'loaded_at'])
    .where((eb) => (spaceId === null ? eb('space_id', 'is', null) : eb.or([eb('space_id', 'is', null), eb('space_id', '=', spaceId)])))
    .orderBy('loaded_at', 'desc')
    .orderBy('id', 'desc')
    .modifyEnd(BY_KEY)
    .execute();
}

/** Licences of some spaces and of the installation; the transaction must be the installation's own. */
export async function listLicensesIn(db: Db, spaceIds: readonly number[]): Promise<LicenseRow[]> {
  return db
    .selectFrom('license')
    .select(['id', 'space_id', 'lid', 'token', 'active', 'loaded_at'])
    .where((eb) => eb.or([eb('space_id', 'is', null), eb('space_id', '=', sql<number>`any(${[...spaceIds]}::bigint[])`)]))
    .orderBy('id')
    .execute();
}

/** Every licence of the installation and its spaces; the transaction must be the installation's own. */
export async function listAllLicenses(db: Db): Promise<LicenseRow[]> {
  return db.selectFrom('license').select(['id', 'space_id', 'lid', 'token', 'active', 'loaded_at']).orderBy('id').execute();
}

/** Stores a licence; null when one with its name was loaded before in any space. */
export async function saveLicense(tx: Tx, row: Omit<Row<'license'>, 'id' | 'active' | 'loaded_at'>): Promise<number | null> {
  const saved = await tx
    .insertInto('license')
    .values(row)
    .onConflict((conflict) => conflict.doNothing())
    .returning('id')
    .executeTakeFirst();
  return saved?.id ?? null;
}

const ofScope = (spaceId: number | null) => sql<boolean>`space_id is not distinct from ${spaceId}::bigint`;

/** Makes one licence the active one of its scope; with null none. */
export async function setActiveLicense(tx: Tx, spaceId: number | null, id: number | null): Promise<void> {
  await tx.updateTable('license').set({ active: false }).where(ofScope(spaceId)).where('active', '=', true).execute();
  if (id !== null) await tx.updateTable('license').set({ active: true }).where(ofScope(spaceId)).where('id', '=', id).execute();
}

export async function deleteLicense(tx: Tx, spaceId: number | null, id: number): Promise<void> {
  await tx.deleteFrom('license').where(ofScope(spaceId)).where('id', '=', id).execute();
}

/** Which installation this is, and the latest moment that it has seen. */
export async function readClock(db: Db): Promise<{ installation: string; seen_at: Date }> {
  return db.selectFrom('license_clock').select(['installation', 'seen_at']).executeTakeFirstOrThrow();
}

/** Notes how late it is; the moment that was noted never becomes an earlier one. */
export async function noteClock(tx: Tx, now: Date): Promise<void> {
  await tx
    .updateTable('license_clock')
    .set({ seen_at: sql<Date>`greatest(seen_at, ${now}::timestamptz)` })
    .execute();
}

/** Lets the rest of a transaction write for the installation itself. */
export async function asInstallation(tx: Tx): Promise<void> {
  await setForTransaction(tx, { 'app.system': 'on' });
}

/** Lets the rest of a transaction write in a space. */
export async function standIn(tx: Tx, spaceId: number): Promise<void> {
  await setForTransaction(tx, { 'app.space_id': String(spaceId) });
}

/** Serialises the assignment of seats until the transaction ends, so that the second caller counts the first one's seat. */
export async function lockSeats(tx: Tx, spaceId: number | null, kind: SeatKind | 'licenses'): Promise<void> {
  const name = `license ${kind}`;
  await (spaceId === null ? lockInstallation(tx, name) : lockInSpace(tx, spaceId, name));
}

/** Kinds of seats that somebody has in a space. */
export async function listSeatsOf(db: Db, spaceId: number, userId: number): Promise<string[]> {
  const rows = await db.selectFrom('seat').select('kind').where('space_id', '=', spaceId).where('user_id', '=', userId).execute();
  return rows.map(({ kind }) => kind);
}

/** Rows of a space; with null those of all spaces that a corporate licence covers. */
const covered = (spaceId: number | null) =>
  spaceId === null
    ? sql<boolean>`space_id not in (select l.space_id from license l where l.active and l.space_id is not null)`
    : sql<boolean>`space_id = ${spaceId}`;

/** How many people have a seat of each kind in a space; with null in all spaces that a corporate licence covers, each person once. */
export async function countSeats(db: Db, spaceId: number | null, but: number | null = null): Promise<Record<SeatKind, number>> {
  await setForTransaction(db, { 'app.seats': 'on' });
  const { rows } = await sql<{ kind: SeatKind; people: number }>`
    select kind, count(distinct user_id)::int as people from seat
    where user_id is distinct from ${but}::bigint and ${covered(spaceId)} group by kind`.execute(db);
  await setForTransaction(db, { 'app.seats': '' });
  return { users: 0, estimate: 0, bim: 0, ...Object.fromEntries(rows.map(({ kind, people }) => [kind, people])) };
}

export async function saveSeat(tx: Tx, spaceId: number, userId: number, kind: SeatKind): Promise<void> {
  await tx
    .insertInto('seat')
    .values({ space_id: spaceId, user_id: userId, kind })
    .onConflict((conflict) => conflict.doNothing())
    .execute();
}

/** Gives a seat to each active member of a space, or with null of every space that the corporate licence covers. */
export async function seatEverybody(tx: Tx, spaceId: number | null): Promise<void> {
  const { rows } = await sql<{ space_id: number; user_id: number }>`
    select space_id, user_id from space_user
    where status = 'active' and ${covered(spaceId)} and user_id in (select u.id from app_user u where u.status = 'active')`.execute(tx);
  for (const some of inBlocks(rows, 3))
    await tx
      .insertInto('seat')
      .values(some.map((member) => ({ ...member, kind: 'users' as const })))
      .onConflict((conflict) => conflict.doNothing())
      .execute();
}

/** Empties the seats that a licence covers: of all kinds and people, or of one. */
export async function deleteSeats(tx: Tx, spaceId: number | null, which: { userId?: number; kind?: SeatKind } = {}): Promise<number> {
  const { numDeletedRows } = await tx
    .deleteFrom('seat')
    .where(covered(spaceId))
    .where((eb) => eb.and({ user_id: which.userId, kind: which.kind }))
    .executeTakeFirst();
  return Number(numDeletedRows);
}

/** Empties the seats of a person in all spaces; the transaction must be the installation's own. */
export async function deleteSeatsOf(tx: Tx, userId: number): Promise<void> {
  await tx.deleteFrom('seat').where('user_id', '=', userId).execute();
}

/** Who has seats in a space. */
export async function listSeatHolders(
  db: Db,
  spaceId: number,
): Promise<{ user_id: number; name: string; kind: SeatKind; taken_at: Date }[]> {
  return db
    .selectFrom('seat')
    .innerJoin('app_user', 'app_user.id', 'seat.user_id')
    .select(['seat.user_id', personName().as('name'), 'seat.kind', 'seat.taken_at'])
    .where('seat.space_id', '=', spaceId)
    .orderBy('seat.kind')
    .orderBy('name')
    .execute();
}
