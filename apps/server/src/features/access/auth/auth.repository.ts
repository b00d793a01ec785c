import { type RawBuilder, sql } from 'kysely';
import { personName } from '../../../database/person-name.ts';
import type { Row } from '../../../database/schema.generated.ts';
import type { Db, Tx } from '../../../platform/postgres/database.ts';
import { BY_KEY } from '../../../platform/postgres/named-statements.ts';

/** The owner of a live session. */
export type SessionOwner = Pick<Row<'app_user'>, 'login' | 'administrator' | 'privacy_version'> & {
  /** Null where an access token calls. */
  session_id: number | null;
  user_id: number;
  name: string;
  idle_seconds: number;
};

export async function findSession(db: Db, by: { idHash: Buffer } | { tokenHash: Buffer }): Promise<SessionOwner | null> {
  const row = await db
    .selectFrom('session')
    .innerJoin('app_user', 'app_user.id', 'session.user_id')
    .select([
      'session.id as session_id',
      'app_user.id as user_id',
      'app_user.login',
      personName().as('name'),
      'app_user.administrator',
      'app_user.privacy_version',
      sql<number>`extract(epoch from now() - session.last_activity)::int`.as('idle_seconds'),
    ])
    .where('idHash' in by ? 'session.id_hash' : 'session.token_hash', '=', 'idHash' in by ? by.idHash : by.tokenHash)
    .where('session.expires_at', '>', sql<Date>`now()`)
    .where('app_user.status', '=', 'active')
    .modifyEnd(BY_KEY)
    .executeTakeFirst();
  return row ?? null;
}

/** Which of the sessions would still let a call in. 0 minutes: no session is ended by idleness. */
export async function listLiveSessions(db: Db, ids: readonly number[], idlenessMinutes: number): Promise<Set<number>> {
  const rows = await db
    .selectFrom('session')
    .innerJoin('app_user', 'app_user.id', 'session.user_id')
    .select('session.id')
    .where('session.id', '=', sql<number>`any(${[...ids]}::bigint[])`)
    .where('session.expires_at', '>', sql<Date>`now()`)
    .where('app_user.status', '=', 'active')
    .$if(idlenessMinutes > 0, (query) =>
      query.where('session.last_activity', '>=', sql<Date>`now() - make_interval(mins => ${idlenessMinutes})`),
    )
    .execute();
  return new Set(rows.map(({ id }) => id));
}

/** Whether a session was opened by another service, no longer ago than so many minutes. */
export async function isNewFromElsewhere(db: Db, id: number, minutes: number): Promise<boolean> {
  const row = await db
    .selectFrom('session')
    .select('id')
    .where('id', '=', id)
    .where('method', '<>', 'password')
    .where('created_at', '>=', sql<Date>`now() - make_interval(mins => ${minutes})`)
    .executeTakeFirst();
  return row !== undefined;
}

export async function findCredentials(
  db: Db,
  login: string,
): Promise<{ id: number; name: string; password_hash: string; status: string } | null> {
  const row = await db
    .selectFrom('app_user')
    .select(['id', personName().as('name'), 'password_hash', 'status'])
    .where((eb) => eb.or([eb(sql`lower(login)`, '=', login.toLowerCase()), eb(sql`lower(email)`, '=', login.toLowerCase())]))
    .executeTakeFirst();
  return row ?? null;
}

export async function saveSession(
  tx: Tx,
  session: Pick<Row<'session'>, 'id_hash' | 'token_hash' | 'user_id' | 'user_agent' | 'address' | 'method' | 'return_path'> & {
    hours: number;
    /** Seconds in which the page may fetch the token; null once it has been fetched. */
    token_seconds: number | null;
  },
): Promise<void> {
  const { hours, token_seconds, ...values } = session;
  const token_until = token_seconds === null ? null : sql<Date>`now() + make_interval(secs => ${token_seconds})`;
  await tx
    .insertInto('session')
    .values({ ...values, token_until, expires_at: sql<Date>`now() + make_interval(hours => ${hours})` })
    .execute();
}

/** Gives the page the token of its session; null when it was fetched before or the time is over. */
export async function takeToken(tx: Tx, id: number, token_hash: Buffer): Promise<{ user_id: number; return_path: string | null } | null> {
  const row = await tx
    .updateTable('session')
    .set({ token_hash, token_until: null })
    .where('id', '=', id)
    .where('token_until', '>', sql<Date>`now()`)
    .returning(['user_id', 'return_path'])
    .executeTakeFirst();
  return row ?? null;
}

export async function touchSession(tx: Tx, id: number): Promise<void> {
  await tx
    .updateTable('session')
    .set({ last_activity: sql<Date>`now()` })
    .where('id', '=', id)
    .execute();
}

/** Live sessions of a person, the one used last first. */
export async function listSessions(db: Db, userId: number) {
  return db
    .selectFrom('session')
    .select(['id', 'created_at', 'last_activity', 'expires_at', 'address', 'user_agent'])
    .where('user_id', '=', userId)
    .where('expires_at', '>', sql<Date>`now()`)
    .orderBy('last_activity', 'desc')
    .execute();
}

/** Notes that a session stands in a space; one that has ended meanwhile leaves no note. */
export async function saveVisit(tx: Tx, spaceId: number, sessionId: number): Promise<void> {
  const { rows } = await sql`select from session where id = ${sessionId} for key share`.execute(tx);
  if (!rows.length) return;
  await sql`insert into session_visit (space_id, session_id) values (${spaceId}, ${sessionId})
    on conflict (space_id, session_id) do update set at = excluded.at`.execute(tx);
}

/** Live sessions of members of a space that have stood in it, the one seen last first, or one of them. */
export async function listSessionsIn(db: Db, spaceId: number, sessionId?: number) {
  return db
    .selectFrom('session_visit')
    .innerJoin('session', 'session.id', 'session_visit.session_id')
    .innerJoin('space_user', (join) =>
      join.onRef('space_user.space_id', '=', 'session_visit.space_id').onRef('space_user.user_id', '=', 'session.user_id'),
    )
    .innerJoin('app_user', 'app_user.id', 'session.user_id')
    .select([
      'session.id',
      'session.user_id',
      personName().as('name'),
      'app_user.login',
      'session.created_at',
      'session_visit.at',
      'session.address',
      'session.user_agent',
      'session.method',
    ])
    .where('session_visit.space_id', '=', spaceId)
    .where((eb) => eb.and({ 'session_visit.session_id': sessionId }))
    .where('session.expires_at', '>', sql<Date>`now()`)
    .orderBy('session_visit.at', 'desc')
    .orderBy('session.id')
    .execute();
}

/** Ends sessions of a person: the one with an id, or all but one; answers how many. */
export async function deleteSessionsOf(tx: Tx, userId: number, which: { only: number } | { but: number | null }): Promise<number> {
  const { numDeletedRows } = await tx
    .deleteFrom('session')
    .where('user_id', '=', userId)
    .where((eb) => ('only' in which ? eb('id', '=', which.only) : which.but === null ? eb.lit(true) : eb('id', '!=', which.but)))
    .executeTakeFirst();
  return Number(numDeletedRows);
}

export async function deleteSession(tx: Tx, by: { idHash: Buffer } | { tokenHash: Buffer }): Promise<void> {
  await tx
    .deleteFrom('session')
    .where('idHash' in by ? 'id_hash' : 'token_hash', '=', 'idHash' in by ? by.idHash : by.tokenHash)
    .execute();
}

/** Counts a try under a key and answers how many there were in the window. */
export async function countTry(tx: Tx, key: string, windowSeconds: number): Promise<number> {
  const { rows } = await sql<{ tries: number }>`
    insert into sign_in_throttle as t (key, tries, window_start) values (${key}, 1, now())
    on conflict (key) do update set
      tries = case when t.window_start < excluded.window_start - make_interval(secs => ${windowSeconds}) then 1 else t.tries + 1 end,
      window_start = case when t.window_start < excluded.window_start - make_interval(secs => ${windowSeconds})
        then excluded.window_start else t.window_start end
    returning tries`.execute(tx);
  return rows[0].tries;
}

export async function forgetTries(tx: Tx, key: string): Promise<void> {
  await tx.deleteFrom('sign_in_throttle').where('key', '=', key).execute();
}

/** Uncounts a successful attempt; failed attempts of the same address stay counted. */
export async function takeBackTry(tx: Tx, key: string): Promise<void> {
  await tx
    .updateTable('sign_in_throttle')
    .set({ tries: sql<number>`greatest(tries - 1, 0)` })
    .where('key', '=', key)
    .execute();
}

/** A statement that deletes at most `most` ended sessions with their visits, the oldest first. */
export const endedSessions = (most: number): RawBuilder<unknown> => sql`
  delete from session where id in (
    select id from session where expires_at < now() order by expires_at limit ${most} for update skip locked)`;

/** A statement that deletes at most `most` counts of sign-in tries that are older than any window. */
export const oldTries = (most: number, windowSeconds: number): RawBuilder<unknown> => sql`
  delete from sign_in_throttle where key in (
    select key from sign_in_throttle where window_start < now() - make_interval(secs => ${windowSeconds}) limit ${most}
    for update skip locked)`;

/** A secret or a setting of the installation, if it has been made. */
export async function findSecret(db: Db, key: string): Promise<string | null> {
  const row = await db.selectFrom('installation').select('value').where('key', '=', key).executeTakeFirst();
  return (row?.value as string | undefined) ?? null;
}

/** A secret of the installation; the candidate where there is none yet. */
export async function findOrSaveSecret(tx: Tx, key: 'csrf_secret' | 'vapid_keys', candidate: string): Promise<string> {
  await tx
    .insertInto('installation')
    .values({ key, value: JSON.stringify(candidate) })
    .onConflict((conflict) => conflict.doNothing())
    .execute();
  const row = await tx.selectFrom('installation').select('value').where('key', '=', key).executeTakeFirstOrThrow();
  return row.value as string;
}

/** What the servers log; null: as the environment of each says. */
export async function saveLogLevels(tx: Tx, levels: string | null): Promise<void> {
  await tx
    .insertInto('installation')
    .values({ key: 'log_levels', value: JSON.stringify(levels) })
    .onConflict((conflict) => conflict.column('key').doUpdateSet((eb) => ({ value: eb.ref('excluded.value') })))
    .execute();
}

/** Logins and emails must be unique together, across two columns: this lock, held until the transaction ends, serializes changes of them. */
export async function lockNames(tx: Tx): Promise<void> {
  await tx
    .insertInto('installation')
    .values({ key: 'sign_in_names', value: 'null' })
    .onConflict((conflict) => conflict.column('key').doUpdateSet({ value: 'null' }))
    .execute();
}
