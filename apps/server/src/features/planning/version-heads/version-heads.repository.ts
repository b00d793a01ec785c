import { CALCULATION_STATUS, type CalculationStatus } from '@gantry/domain';
import { type RawBuilder, sql } from 'kysely';
import type { Row } from '../../../database/schema.generated.ts';
import type { Db, Tx } from '../../../platform/postgres/database.ts';
import { BY_KEY } from '../../../platform/postgres/named-statements.ts';

/** Which version of which space. */
export type VersionKey = { spaceId: number; versionId: number };

const HEAD = [
  'id',
  'schedule_id',
  'name',
  'locked',
  'revision',
  'chain',
  'last_id',
  'item_count',
  'calculation_status',
  'data_date',
] as const;
/** What an edit needs to know of its version. */
export type VersionHead = Pick<Row<'version'>, (typeof HEAD)[number]>;

/** The columns of a head, in statements of other features that read one together with content. */
export const headColumns = sql.join(HEAD.map((column) => sql.ref(column)));

export async function findVersionHead(db: Db, key: VersionKey): Promise<VersionHead | null> {
  const row = await db
    .selectFrom('version')
    .select(HEAD)
    .where('space_id', '=', key.spaceId)
    .where('id', '=', key.versionId)
    .modifyEnd(BY_KEY)
    .executeTakeFirst();
  return row ?? null;
}

/** The version's head, locked until the transaction ends: edits of one version come one after the other. Rows that only name the version may be written meanwhile. */
export async function lockVersionHead(tx: Tx, key: VersionKey): Promise<VersionHead | null> {
  const row = await tx
    .selectFrom('version')
    .select(HEAD)
    .where('space_id', '=', key.spaceId)
    .where('id', '=', key.versionId)
    .forNoKeyUpdate()
    .modifyEnd(BY_KEY)
    .executeTakeFirst();
  return row ?? null;
}

/** Changes a head and the tables that belong to it in one statement: one round trip for each edit. */
export async function updateVersionHead(
  tx: Tx,
  key: VersionKey,
  fields: Partial<Omit<VersionHead, 'id' | 'schedule_id' | 'name' | 'locked'>> & { calculation?: string | null; source?: string | null },
  besides: readonly RawBuilder<unknown>[] = [],
): Promise<void> {
  const update = tx
    .updateTable('version')
    .set({ ...fields, updated_at: sql<Date>`now()` })
    .where('space_id', '=', key.spaceId)
    .where('id', '=', key.versionId);
  const named = besides.map((one, index) => sql`${sql.ref(`besides_${index}`)} as (${one})`);
  await (named.length ? sql`with ${sql.join(named)} ${update}`.execute(tx) : update.execute());
}

/** Gives a version a number behind its name where another one of its schedule has taken it meanwhile. */
export async function settleName(tx: Tx, key: VersionKey): Promise<void> {
  const own = tx.selectFrom('version').where('space_id', '=', key.spaceId);
  const version = await own.select(['schedule_id', 'name']).where('id', '=', key.versionId).executeTakeFirstOrThrow();
  // Taken last, so that a long import does not hold up the others of its schedule.
  await tx
    .selectFrom('eps_node')
    .select('id')
    .where('space_id', '=', key.spaceId)
    .where('id', '=', version.schedule_id)
    .forNoKeyUpdate()
    .execute();
  const others = own.select('name').where('schedule_id', '=', version.schedule_id).where('id', '!=', key.versionId);
  const taken = new Set((await others.execute()).map(({ name }) => name));
  if (!taken.has(version.name)) return;
  // A number that the name got when it was given counts on.
  const stem = version.name.replace(/ \(\d+\)$/, '');
  const given = taken.has(stem) ? stem : version.name;
  let number = 2;
  while (taken.has(`${given} (${number})`)) number += 1;
  await tx
    .updateTable('version')
    .set({ name: `${given} (${number})` })
    .where('space_id', '=', key.spaceId)
    .where('id', '=', key.versionId)
    .execute();
}

/** Sets the status without an edit. */
export async function saveStatus(tx: Tx, key: VersionKey, status: CalculationStatus): Promise<void> {
  await tx
    .updateTable('version')
    .set({ calculation_status: status })
    .where('space_id', '=', key.spaceId)
    .where('id', '=', key.versionId)
    .execute();
}

/** Sets the status back to calculated where the version still has the revision that was, else to not calculated; answers which. */
export async function restoreStatus(tx: Tx, key: VersionKey, calculatedRevision: number | null): Promise<CalculationStatus> {
  const { calculated, notCalculated } = CALCULATION_STATUS;
  const row = await tx
    .updateTable('version')
    .set({
      calculation_status: sql<CalculationStatus>`case when revision = ${calculatedRevision}::int then ${calculated}::int else ${notCalculated}::int end`,
    })
    .where('space_id', '=', key.spaceId)
    .where('id', '=', key.versionId)
    .returning('calculation_status')
    .executeTakeFirst();
  return row?.calculation_status ?? notCalculated;
}

/** The revision that the last calculation read; null where there was none, or what it read outside of the version has changed since. */
export async function findCalculatedAt(db: Db, key: VersionKey): Promise<number | null> {
  const row = await db
    .selectFrom('version')
    .select(
      sql<number | null>`case when calculation ->> 'unsettled' is null then (calculation ->> 'inputRevision')::int end`.as('revision'),
    )
    .where('space_id', '=', key.spaceId)
    .where('id', '=', key.versionId)
    .executeTakeFirst();
  return row?.revision ?? null;
}

/** Marks versions as not calculated that were; answers which. No undo makes any of them calculated again. */
export async function unsettleStatus(tx: Tx, spaceId: number, ids: readonly number[]): Promise<number[]> {
  await tx
    .updateTable('version')
    .set({ calculation: sql`calculation || '{"unsettled": true}'::jsonb` })
    .where('space_id', '=', spaceId)
    .where('id', 'in', [...ids])
    .where('calculation', 'is not', null)
    .execute();
  const rows = await tx
    .updateTable('version')
    .set({ calculation_status: CALCULATION_STATUS.notCalculated })
    .where('space_id', '=', spaceId)
    .where('id', 'in', [...ids])
    .where('calculation_status', '=', CALCULATION_STATUS.calculated)
    .returning('id')
    .execute();
  return rows.map(({ id }) => id);
}

/** Calculations of any space that have moved dates which other versions wait for, and whose marks nobody has made for so many seconds. */
export async function listMoved(
  db: Db,
  seconds: number,
): Promise<{ spaceId: number; versionId: number; moved: number[]; calculated: number }[]> {
  const { rows } = await sql<{ spaceId: number; versionId: number; moved: number[]; calculated: number }>`
    select space_id as "spaceId", id as "versionId", calculation -> 'moved' as moved, (calculation ->> 'inputRevision')::int as calculated
    from version where calculation ? 'moved' and updated_at < now() - make_interval(secs => ${seconds}) order by id limit 100`.execute(db);
  return rows;
}

/** The marks of a calculation are made. */
export async function forgetMoved(tx: Tx, key: VersionKey, calculated: number): Promise<void> {
  await tx
    .updateTable('version')
    .set({ calculation: sql`calculation - 'moved'` })
    .where('space_id', '=', key.spaceId)
    .where('id', '=', key.versionId)
    .where(sql<boolean>`(calculation ->> 'inputRevision')::int = ${calculated}::int`)
    .execute();
}

/** Ends a status "calculating" that nobody works on; whether there was one. */
export async function settleStatus(tx: Tx, key: VersionKey): Promise<boolean> {
  const { numUpdatedRows } = await tx
    .updateTable('version')
    .set({ calculation_status: CALCULATION_STATUS.notCalculated })
    .where('space_id', '=', key.spaceId)
    .where('id', '=', key.versionId)
    .where('calculation_status', '=', CALCULATION_STATUS.calculating)
    .executeTakeFirst();
  return numUpdatedRows > 0n;
}

/** How far versions of some spaces are, for the installation itself. */
export async function listRevisions(
  db: Db,
  spaceIds: readonly number[],
  ids: readonly number[],
): Promise<{ id: number; revision: number }[]> {
  const { rows } = await sql<{ id: number; revision: number }>`
    select id, revision from version where space_id = any(${[...spaceIds]}) and id = any(${[...ids]})`.execute(db);
  return rows;
}
