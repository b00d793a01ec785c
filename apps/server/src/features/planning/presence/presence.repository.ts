import { personName } from '../../../database/person-name.ts';
import type { Db } from '../../../platform/postgres/database.ts';

/** How a person is shown to those who stand beside them. */
export async function findPerson(db: Db, userId: number) {
  return db
    .selectFrom('app_user')
    .select([personName().as('name'), 'avatar_key'])
    .where('id', '=', userId)
    .executeTakeFirst();
}
