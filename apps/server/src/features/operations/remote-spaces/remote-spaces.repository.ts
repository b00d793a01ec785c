import { sql } from 'kysely';
import { personName } from '../../../database/person-name.ts';
import type { Row } from '../../../database/schema.generated.ts';
import type { Db, Tx } from '../../../platform/postgres/database.ts';

export type Paired = Pick<Row<'remote_installation'>, 'id' | 'name' | 'base_url' | 'public_key'>;

export const listInstallations = (db: Db) =>
  db
    .selectFrom('remote_installation')
    .leftJoin('app_user', 'app_user.id', 'remote_installation.paired_by')
    .selectAll('remote_installation')
    .select(personName().as('author'))
    .orderBy('remote_installation.name')
    .orderBy('remote_installation.id')
    .execute();

export const findInstallation = (db: Db, id: number): Promise<Paired | undefined> =>
  db.selectFrom('remote_installation').select(['id', 'name', 'base_url', 'public_key']).where('id', '=', id).executeTakeFirst();

/** Writes a paired installation down; one that was paired before keeps its number and takes the new address. */
export async function saveInstallation(
  tx: Tx,
  row: Pick<Row<'remote_installation'>, 'name' | 'base_url' | 'public_key' | 'paired_by' | 'paired_at'>,
): Promise<number> {
  const { name, base_url, paired_by, paired_at } = row;
  const { id } = await tx
    .insertInto('remote_installation')
    .values(row)
    .onConflict((on) => on.column('public_key').doUpdateSet({ name, base_url, paired_by, paired_at }))
    .returning('id')
    .executeTakeFirstOrThrow();
  return id;
}

export async function deleteInstallation(tx: Tx, id: number): Promise<string | null> {
  const gone = await tx.deleteFrom('remote_installation').where('id', '=', id).returning('name').executeTakeFirst();
  return gone?.name ?? null;
}

export async function touchInstallation(tx: Tx, id: number, now: Date): Promise<void> {
  await tx
    .updateTable('remote_installation')
    .set({ last_seen_at: now })
    .where('id', '=', id)
    .where((eb) => eb.or([eb('last_seen_at', 'is', null), eb('last_seen_at', '<', new Date(now.getTime() - 60_000))]))
    .execute();
}

export async function savePairing(tx: Tx, pairing: Row<'remote_pairing'>, now: Date): Promise<void> {
  await tx.deleteFrom('remote_pairing').where('until', '<', now).execute();
  await tx.insertInto('remote_pairing').values(pairing).execute();
}

/** Takes a code of a pairing, which works once. */
export const takePairing = (tx: Tx, id: string, now: Date) =>
  tx.deleteFrom('remote_pairing').where('id', '=', id).where('until', '>', now).returning('made_by').executeTakeFirst();

/** Whether a request is the first of its name. */
export async function takeNonce(tx: Tx, nonce: string, now: Date): Promise<boolean> {
  await tx
    .deleteFrom('remote_nonce')
    .where('at', '<', new Date(now.getTime() - 3_600_000))
    .execute();
  const { numInsertedOrUpdatedRows: made } = await tx
    .insertInto('remote_nonce')
    .values({ nonce, at: now })
    .onConflict((on) => on.doNothing())
    .executeTakeFirst();
  return (made ?? 0n) > 0n;
}

export const listConsents = (db: Db, spaceId: number, now: Date) =>
  db
    .selectFrom('remote_consent as c')
    .innerJoin('remote_installation as r', 'r.id', 'c.remote_id')
    .innerJoin('app_user as u', 'u.id', 'c.given_by')
    .select(['c.id', 'c.remote_id', 'r.name as installation', 'c.until', 'c.claimed_at', personName('u').as('given_by')])
    .where('c.space_id', '=', spaceId)
    .where('c.until', '>', now)
    .orderBy('c.until', 'desc')
    .execute();

export async function saveConsent(
  tx: Tx,
  consent: Pick<Row<'remote_consent'>, 'space_id' | 'remote_id' | 'code_id' | 'given_by' | 'until'>,
  now: Date,
): Promise<number> {
  await tx.deleteFrom('remote_consent').where('space_id', '=', consent.space_id).where('until', '<', now).execute();
  const { id } = await tx.insertInto('remote_consent').values(consent).returning('id').executeTakeFirstOrThrow();
  return id;
}

export async function deleteConsent(tx: Tx, spaceId: number, id: number): Promise<boolean> {
  const { numDeletedRows } = await tx.deleteFrom('remote_consent').where('space_id', '=', spaceId).where('id', '=', id).executeTakeFirst();
  return numDeletedRows > 0n;
}

/** Takes the code of a consent to an installation, which works once. Only the code is known; where two spaces had the same one, it opens neither. */
export async function takeConsent(tx: Tx, remoteId: number, codeId: string, now: Date) {
  const [found, another] = await tx
    .selectFrom('remote_consent')
    .select(['space_id', 'id'])
    .where('code_id', '=', codeId)
    .where('remote_id', '=', remoteId)
    .where('until', '>', now)
    .execute();
  if (!found || another) return undefined;
  return tx
    .updateTable('remote_consent')
    .set({ claimed_at: now })
    .where('space_id', '=', found.space_id)
    .where('id', '=', found.id)
    .where('claimed_at', 'is', null)
    .where('until', '>', now)
    .returning(['id', 'space_id', 'given_by', 'until'])
    .executeTakeFirst();
}

/** A consent to an installation that stands, of a space that is there. */
export const findConsent = (db: Db, remoteId: number, id: number, now: Date) =>
  db
    .selectFrom('remote_consent as c')
    .innerJoin('space as s', 's.id', 'c.space_id')
    .select(['c.id', 'c.space_id', 'c.given_by', 'c.until'])
    .where('c.id', '=', id)
    .where('c.remote_id', '=', remoteId)
    .where('c.claimed_at', 'is not', null)
    .where('c.until', '>', now)
    .where('s.deleting', '=', false)
    .executeTakeFirst();

export const listGrants = (db: Db, userId: number, now: Date) =>
  db
    .selectFrom('remote_grant as g')
    .innerJoin('remote_installation as r', 'r.id', 'g.remote_id')
    .selectAll('g')
    .select('r.name as installation')
    .where('g.user_id', '=', userId)
    .where('g.until', '>', now)
    .orderBy('r.name')
    .orderBy('g.name')
    .execute();

export async function saveGrant(tx: Tx, grant: Omit<Row<'remote_grant'>, 'id'>): Promise<number> {
  const { user_id: _user, remote_id: _remote, remote_space_id: _space, ...changed } = grant;
  const { id } = await tx
    .insertInto('remote_grant')
    .values(grant)
    .onConflict((on) => on.columns(['user_id', 'remote_id', 'remote_space_id']).doUpdateSet(changed))
    .returning('id')
    .executeTakeFirstOrThrow();
  return id;
}

export async function deleteGrant(tx: Tx, userId: number, id: number): Promise<boolean> {
  const { numDeletedRows } = await tx.deleteFrom('remote_grant').where('user_id', '=', userId).where('id', '=', id).executeTakeFirst();
  return numDeletedRows > 0n;
}

export async function saveCopy(
  tx: Tx,
  copy: Pick<Row<'remote_copy'>, 'user_id' | 'remote_id' | 'remote_space_id' | 'consent' | 'folder'>,
): Promise<number> {
  const { id } = await tx.insertInto('remote_copy').values(copy).returning('id').executeTakeFirstOrThrow();
  return id;
}

export const findCopy = (db: Db, id: number) => db.selectFrom('remote_copy').selectAll().where('id', '=', id).executeTakeFirst();

export async function updateCopy(
  tx: Tx,
  id: number,
  change: Partial<Pick<Row<'remote_copy'>, 'snapshot' | 'manifest_id' | 'counter' | 'key_wrapped' | 'ended_at' | 'done'>>,
): Promise<void> {
  await tx.updateTable('remote_copy').set(change).where('id', '=', id).execute();
}

export async function countMoved(tx: Tx, id: number, bytes: number): Promise<void> {
  await sql`update remote_copy set moved_bytes = moved_bytes + ${bytes} where id = ${id}`.execute(tx);
}

/** Folders that may hold objects of the same space elsewhere: of copies that are done or were not finished. */
export async function listFolders(db: Db, { remote_id, remote_space_id, id }: { remote_id: number; remote_space_id: number; id: number }) {
  const rows = await db
    .selectFrom('remote_copy')
    .select('folder')
    .where('remote_id', '=', remote_id)
    .where('remote_space_id', '=', remote_space_id)
    .where('id', '<>', id)
    .orderBy('id', 'desc')
    .limit(5)
    .execute();
  return rows.map(({ folder }) => folder);
}

/** The greatest counter of a manifest that a copy of the same space was made of; null: there is none. */
export async function findGreatestCounter(db: Db, { remote_id, remote_space_id }: { remote_id: number; remote_space_id: number }) {
  const row = await db
    .selectFrom('remote_copy')
    .select((eb) => eb.fn.max('counter').as('counter'))
    .where('remote_id', '=', remote_id)
    .where('remote_space_id', '=', remote_space_id)
    .where('done', '=', true)
    .executeTakeFirst();
  return row?.counter ?? null;
}

/**
 * Forgets copies that were not finished and ended before a moment; answers the folders that are nobody's now. A server that fell between
 * the end of a job and that of its copy wrote no end: the job says it then.
 */
export async function takeUnfinished(tx: Tx, kind: string, before: Date): Promise<string[]> {
  const { rows } = await sql<{ folder: string }>`
    delete from remote_copy where not done and (ended_at < ${before} or ended_at is null and not exists (
      select 1 from job where kind = ${kind} and (input ->> 'copyId')::bigint = remote_copy.id
        and (status in ('waiting', 'running') or finished_at >= ${before})))
    returning folder`.execute(tx);
  return rows.map(({ folder }) => folder);
}
