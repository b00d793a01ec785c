import type { Row } from '../../../database/schema.generated.ts';
import type { Db, Tx } from '../../../platform/postgres/database.ts';

type Logo = Row<'print_logo'>;

/** Pictures of a space without their bytes, newest first. */
export function listLogos(db: Db, spaceId: number): Promise<Pick<Logo, 'id' | 'name' | 'width' | 'height' | 'owner_id'>[]> {
  return db
    .selectFrom('print_logo')
    .select(['id', 'name', 'width', 'height', 'owner_id'])
    .where('space_id', '=', spaceId)
    .orderBy('id', 'desc')
    .execute();
}

export async function findLogo(db: Db, spaceId: number, id: number): Promise<Logo | null> {
  return (await db.selectFrom('print_logo').selectAll().where('space_id', '=', spaceId).where('id', '=', id).executeTakeFirst()) ?? null;
}

/** Pictures of a space with their bytes, newest first; a space has few. */
export const findAllLogos = (db: Db, spaceId: number): Promise<Logo[]> =>
  db.selectFrom('print_logo').selectAll().where('space_id', '=', spaceId).orderBy('id', 'desc').execute();

export async function saveLogo(tx: Tx, logo: Omit<Logo, 'id'>): Promise<number> {
  return (await tx.insertInto('print_logo').values(logo).returning('id').executeTakeFirstOrThrow()).id;
}

export async function deleteLogo(tx: Tx, spaceId: number, id: number): Promise<void> {
  await tx.deleteFrom('print_logo').where('space_id', '=', spaceId).where('id', '=', id).execute();
}
