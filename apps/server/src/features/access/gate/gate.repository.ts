import { sql } from 'kysely';
import { personName } from '../../../database/person-name.ts';
import type { Db } from '../../../platform/postgres/database.ts';
import type { SessionOwner } from '../auth/auth.service.ts';
import { BY_KEY } from '../../../platform/postgres/named-statements.ts';

/** Whether a version is locked; undefined where there is none. */
export async function findLock(db: Db, spaceId: number, versionId: number): Promise<{ name: string; locked: boolean } | undefined> {
  return db
    .selectFrom('version')
    .select(['name', 'locked'])
    .where('space_id', '=', spaceId)
    .where('id', '=', versionId)
    .modifyEnd(BY_KEY)
    .executeTakeFirst();
}

/** The owner of an access token as the owner of a session, with what the token allows. */
export async function findTokenOwner(
  db: Db,
  tokenHash: Buffer,
): Promise<
  (SessionOwner & { token_id: number; token_space_id: number | null; token_rights: string[]; unused_seconds: number | null }) | null
> {
  const row = await db
    .selectFrom('access_token')
    .innerJoin('app_user', 'app_user.id', 'access_token.user_id')
    .select([
      sql<null>`null`.as('session_id'),
      'app_user.id as user_id',
      'app_user.login',
      personName().as('name'),
      'app_user.administrator',
      'app_user.privacy_version',
      sql<number>`0`.as('idle_seconds'),
      'access_token.id as token_id',
      'access_token.space_id as token_space_id',
      'access_token.rights as token_rights',
      sql<number | null>`extract(epoch from now() - access_token.last_used_at)::int`.as('unused_seconds'),
    ])
    .where('access_token.token_hash', '=', tokenHash)
    .where('access_token.expires_at', '>', sql<Date>`now()`)
    .where('app_user.status', '=', 'active')
    .modifyEnd(BY_KEY)
    .executeTakeFirst();
  return row ?? null;
}
