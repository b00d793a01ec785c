import type { VersionKind } from '@gantry/domain';
import { sql } from 'kysely';
import type { Row } from '../../../database/schema.generated.ts';
import { type Db, storableJson, type Tx } from '../../../platform/postgres/database.ts';

export async function findVersionNamed(db: Db, spaceId: number, scheduleId: number, name: string): Promise<number | null> {
  const row = await db
    .selectFrom('version')
    .select('id')
    .where('space_id', '=', spaceId)
    .where('schedule_id', '=', scheduleId)
    .where('name', '=', name)
    .executeTakeFirst();
  return row?.id ?? null;
}

/** Names of versions of a schedule that are a name, or the name with a number behind it. */
export async function listNumberedNames(db: Db, spaceId: number, scheduleId: number, name: string): Promise<Set<string>> {
  const { rows } = await sql<{ name: string }>`
    select name from version where space_id = ${spaceId} and schedule_id = ${scheduleId}
      and (name = ${name} or starts_with(name, ${`${name} (`}))`.execute(db);
  return new Set(rows.map((row) => row.name));
}

export async function saveVersion(
  tx: Tx,
  version: Pick<Row<'version'>, 'space_id' | 'schedule_id' | 'name' | 'data_date'> & Partial<Pick<Row<'version'>, 'source'>>,
): Promise<number> {
  const { id } = await tx
    .insertInto('version')
    .values({ ...version, source: version.source ? storableJson(version.source) : null })
    .returning('id')
    .executeTakeFirstOrThrow();
  return id;
}

export async function updateVersion(
  tx: Tx,
  spaceId: number,
  id: number,
  fields: Partial<Pick<Row<'version'>, 'name' | 'locked' | 'kind'>>,
): Promise<boolean> {
  const { numUpdatedRows } = await tx
    .updateTable('version')
    .set({ ...fields, updated_at: new Date() })
    .where('space_id', '=', spaceId)
    .where('id', '=', id)
    .executeTakeFirst();
  return numUpdatedRows > 0n;
}

/** Lets one change of the kinds of a schedule's versions wait for another. */
export async function lockSchedule(tx: Tx, spaceId: number, scheduleId: number): Promise<void> {
  await tx.selectFrom('eps_node').select('id').where('space_id', '=', spaceId).where('id', '=', scheduleId).forNoKeyUpdate().execute();
}

/** Turns whichever version of a schedule is of a kind back into an ordinary one. */
export async function demote(tx: Tx, spaceId: number, scheduleId: number, kind: VersionKind): Promise<void> {
  await tx
    .updateTable('version')
    .set({ kind: 'version' })
    .where('space_id', '=', spaceId)
    .where('schedule_id', '=', scheduleId)
    .where('kind', '=', kind)
    .execute();
}

export async function deleteVersion(tx: Tx, spaceId: number, id: number): Promise<boolean> {
  const { numDeletedRows } = await tx.deleteFrom('version').where('space_id', '=', spaceId).where('id', '=', id).executeTakeFirst();
  return numDeletedRows > 0n;
}

/** Ids of all versions of a space. */
export async function listVersionIds(db: Db, spaceId: number): Promise<number[]> {
  const rows = await db.selectFrom('version').select('id').where('space_id', '=', spaceId).orderBy('id').execute();
  return rows.map(({ id }) => id);
}
