import { sql } from 'kysely';
import { personName } from '../../../database/person-name.ts';
import type { Row } from '../../../database/schema.generated.ts';
import type { Db, Tx } from '../../../platform/postgres/database.ts';

export type PresetRow = Pick<Row<'preset'>, 'id' | 'kind' | 'owner_id' | 'name' | 'shared' | 'content'> & {
  owner: string;
  active: boolean;
};

/** Key of an active preset: person, kind and subject. */
export type ActiveKey = Omit<Row<'active_preset'>, 'preset_id'>;

/** A person's presets of a kind and those that others share, in their order, then by name; with `each`, each is active by itself. */
export async function listPresets(db: Db, key: ActiveKey, each: boolean): Promise<PresetRow[]> {
  const target = each ? sql`p.id::text` : sql`${key.target}`;
  const { rows } = await sql<PresetRow>`
    select p.id, p.kind, p.owner_id, ${personName('u')} as owner, p.name, p.shared, p.content, a.preset_id is not null as active
    from preset p join app_user u on u.id = p.owner_id
    left join active_preset a on a.space_id = p.space_id and a.preset_id = p.id and a.user_id = ${key.user_id} and a.target = ${target}
    where p.space_id = ${key.space_id} and p.kind = ${key.kind} and (p.owner_id = ${key.user_id} or p.shared)
    order by p.owner_id <> ${key.user_id} and ${each}, case when ${each} then p.position end, lower(p.name), p.id`.execute(db);
  return rows;
}

export async function findPreset(db: Db, spaceId: number, kind: string, id: number) {
  return db
    .selectFrom('preset')
    .select(['id', 'owner_id', 'name', 'shared', 'content'])
    .where('space_id', '=', spaceId)
    .where('kind', '=', kind)
    .where('id', '=', id)
    .executeTakeFirst();
}

/** Whether a preset of a kind has a name already: one of an owner, or of anybody in the space. */
export async function isNameTaken(db: Db, preset: { spaceId: number; kind: string; ownerId?: number; name: string; except: number }) {
  const { ownerId } = preset;
  const row = await db
    .selectFrom('preset')
    .select('id')
    .where('space_id', '=', preset.spaceId)
    .where('kind', '=', preset.kind)
    .$if(ownerId !== undefined, (query) => query.where('owner_id', '=', ownerId as number))
    .where(sql`lower(name)`, '=', preset.name.toLowerCase())
    .where('id', '<>', preset.except)
    .executeTakeFirst();
  return row !== undefined;
}

export async function savePreset(tx: Tx, preset: Omit<Row<'preset'>, 'id' | 'created_at' | 'updated_at'>): Promise<number> {
  const { id } = await tx
    .insertInto('preset')
    .values({ ...preset, content: JSON.stringify(preset.content) })
    .returning('id')
    .executeTakeFirstOrThrow();
  return id;
}

export async function updatePreset(
  tx: Tx,
  spaceId: number,
  id: number,
  change: Partial<Pick<Row<'preset'>, 'name' | 'shared' | 'content'>>,
): Promise<void> {
  const { content, ...rest } = change;
  await tx
    .updateTable('preset')
    .set({ ...rest, ...(content === undefined ? {} : { content: JSON.stringify(content) }), updated_at: sql`now()` })
    .where('space_id', '=', spaceId)
    .where('id', '=', id)
    .execute();
}

export async function deletePreset(tx: Tx, spaceId: number, id: number): Promise<void> {
  await tx.deleteFrom('preset').where('space_id', '=', spaceId).where('id', '=', id).execute();
}

/** Ends that others have a preset active. */
export async function deactivateForOthers(tx: Tx, spaceId: number, id: number, ownerId: number): Promise<void> {
  await tx
    .deleteFrom('active_preset')
    .where('space_id', '=', spaceId)
    .where('preset_id', '=', id)
    .where('user_id', '<>', ownerId)
    .execute();
}

/** Makes a preset the active one, null none. */
export async function saveActive(tx: Tx, key: ActiveKey, presetId: number | null): Promise<void> {
  if (presetId === null) {
    await tx
      .deleteFrom('active_preset')
      .where('space_id', '=', key.space_id)
      .where('user_id', '=', key.user_id)
      .where('kind', '=', key.kind)
      .where('target', '=', key.target)
      .execute();
    return;
  }
  await tx
    .insertInto('active_preset')
    .values({ ...key, preset_id: presetId })
    .onConflict((conflict) => conflict.columns(['space_id', 'user_id', 'kind', 'target']).doUpdateSet({ preset_id: presetId }))
    .execute();
}

type Owned = { spaceId: number; kind: string; ownerId: number };

export async function findNamed(db: Db, { spaceId, kind, ownerId }: Owned, name: string) {
  return db
    .selectFrom('preset')
    .select(['id', 'content'])
    .where('space_id', '=', spaceId)
    .where('kind', '=', kind)
    .where('owner_id', '=', ownerId)
    .where(sql`lower(name)`, '=', name.toLowerCase())
    .executeTakeFirst();
}

export async function listNames(db: Db, { spaceId, kind, ownerId }: Owned): Promise<Pick<PresetRow, 'id' | 'name'>[]> {
  return db
    .selectFrom('preset')
    .select(['id', 'name'])
    .where('space_id', '=', spaceId)
    .where('kind', '=', kind)
    .where('owner_id', '=', ownerId)
    .execute();
}

export async function deleteOwn(tx: Tx, { spaceId, kind, ownerId }: Owned, ids: readonly number[]): Promise<void> {
  await sql`delete from preset where space_id = ${spaceId} and kind = ${kind} and owner_id = ${ownerId}
    and id = any(${[...ids]}::bigint[])`.execute(tx);
}

export async function countPresets(db: Db, { spaceId, kind, ownerId }: Owned): Promise<number> {
  const { count } = await db
    .selectFrom('preset')
    .select(sql<number>`count(*)::int`.as('count'))
    .where('space_id', '=', spaceId)
    .where('kind', '=', kind)
    .where('owner_id', '=', ownerId)
    .executeTakeFirstOrThrow();
  return count;
}

/** The presets of an owner in their order, which nobody else changes meanwhile. */
export async function lockOrder(tx: Tx, { spaceId, kind, ownerId }: Owned): Promise<number[]> {
  const rows = await tx
    .selectFrom('preset')
    .select('id')
    .where('space_id', '=', spaceId)
    .where('kind', '=', kind)
    .where('owner_id', '=', ownerId)
    .orderBy('position')
    .orderBy('id')
    .forNoKeyUpdate()
    .execute();
  return rows.map(({ id }) => id);
}

/** Numbers presets densely in the order given. */
export async function savePositions(tx: Tx, spaceId: number, ids: readonly number[]): Promise<void> {
  await sql`update preset set position = o.index - 1
    from unnest(${[...ids]}::bigint[]) with ordinality as o (id, index)
    where preset.space_id = ${spaceId} and preset.id = o.id`.execute(tx);
}
