import type { ModelFailure, ModelFinding } from '@gantry/contract';
import { sql } from 'kysely';
import type { Row } from '../../../database/schema.generated.ts';
import { type Db, storableJson, type Tx } from '../../../platform/postgres/database.ts';
import type { ModelRow } from './models.extract.rules.ts';
import { lockInSpace } from '../../../platform/postgres/locks.ts';
import { columnsNamed, insertions } from '../../../platform/postgres/insertions.ts';

/** A model of a project. */
export type ModelKey = { spaceId: number; projectId: number; modelId: number };
export type VersionRow = Row<'bim_model_version'> & { author: string | null };

export async function listModelRows(db: Db, spaceId: number, projectId: number) {
  return db
    .selectFrom('bim_model')
    .select(['id', 'name', 'current_version_id'])
    .where('space_id', '=', spaceId)
    .where('project_id', '=', projectId)
    .orderBy('name')
    .orderBy('id')
    .execute();
}

export async function findModel(db: Db, { spaceId, projectId, modelId }: ModelKey) {
  const models = db.selectFrom('bim_model').select(['id', 'name', 'current_version_id']).where('space_id', '=', spaceId);
  return (await models.where('project_id', '=', projectId).where('id', '=', modelId).executeTakeFirst()) ?? null;
}

/** Versions of models, the newest first. */
export async function listVersionRows(db: Db, spaceId: number, modelIds: readonly number[]): Promise<VersionRow[]> {
  const { rows } = await sql<VersionRow>`select v.*, nullif(trim(concat_ws(' ', u.first_name, u.last_name)), '') as author
    from bim_model_version v left join app_user u on u.id = v.created_by
    where v.space_id = ${spaceId} and v.model_id = any(${[...modelIds]}::bigint[]) order by v.number desc`.execute(db);
  return rows;
}

/** Bytes that the models of a space take; a lock keeps others from storing at the same time. */
export async function usedByModels(tx: Tx, spaceId: number): Promise<number> {
  await lockInSpace(tx, spaceId, 'bim');
  const { rows } = await sql<{ used: number }>`select coalesce(sum(source_bytes + coalesce(geometry_bytes, 0)), 0)::bigint as used
    from bim_model_version where space_id = ${spaceId}`.execute(tx);
  return rows[0].used;
}

export async function insertModel(tx: Tx, values: { space_id: number; project_id: number; name: string; created_by: number }) {
  return (await tx.insertInto('bim_model').values(values).returning('id').executeTakeFirstOrThrow()).id;
}

export type NewVersion = {
  file_name: string;
  source_key: string;
  source_bytes: number;
  source_sha256: string;
  code_page: string | null;
  converter: string;
  created_by: number;
};

/** Adds the next version of a model, which waits for its conversion. */
export async function insertVersion(tx: Tx, { spaceId, projectId, modelId }: ModelKey, version: NewVersion): Promise<number> {
  await sql`select 1 from bim_model where space_id = ${spaceId} and id = ${modelId} for update`.execute(tx);
  const { rows } = await sql<{ next: number }>`select coalesce(max(number), 0) + 1 as next from bim_model_version
    where space_id = ${spaceId} and model_id = ${modelId}`.execute(tx);
  const values = { space_id: spaceId, project_id: projectId, model_id: modelId, number: rows[0].next, status: 'waiting' as const };
  return (
    await tx
      .insertInto('bim_model_version')
      .values({ ...values, ...version })
      .returning('id')
      .executeTakeFirstOrThrow()
  ).id;
}

export async function findVersionRow(db: Db, spaceId: number, versionId: number): Promise<Row<'bim_model_version'> | null> {
  const found = db.selectFrom('bim_model_version').selectAll().where('space_id', '=', spaceId).where('id', '=', versionId);
  return (await found.executeTakeFirst()) ?? null;
}

export async function updateVersion(
  tx: Tx,
  spaceId: number,
  versionId: number,
  {
    failure,
    findings,
    ...plain
  }: Partial<
    Pick<
      Row<'bim_model_version'>,
      'status' | 'job_id' | 'geometry_key' | 'geometry_bytes' | 'schema_name' | 'program' | 'element_count' | 'converter'
    >
  > & { failure?: ModelFailure | null; findings?: ModelFinding[] },
): Promise<boolean> {
  const changed = await tx
    .updateTable('bim_model_version')
    .set({
      ...plain,
      ...(failure === undefined ? {} : { failure: failure && storableJson(failure) }),
      ...(findings === undefined ? {} : { findings: storableJson(findings) }),
    })
    .where('space_id', '=', spaceId)
    .where('id', '=', versionId)
    .executeTakeFirst();
  return changed.numUpdatedRows > 0n;
}

/** Shows a version from now on, unless a newer one is shown already. */
export async function showVersion(tx: Tx, spaceId: number, { id, model_id, number }: Pick<VersionRow, 'id' | 'model_id' | 'number'>) {
  await sql`update bim_model m set current_version_id = ${id} where m.space_id = ${spaceId} and m.id = ${model_id}
    and not exists (select 1 from bim_model_version v where v.space_id = m.space_id and v.id = m.current_version_id and v.number > ${number})`.execute(
    tx,
  );
}

export async function renameModelRow(tx: Tx, { spaceId, modelId }: ModelKey, name: string): Promise<void> {
  await tx.updateTable('bim_model').set({ name }).where('space_id', '=', spaceId).where('id', '=', modelId).execute();
}

export async function deleteModelRow(tx: Tx, { spaceId, modelId }: ModelKey): Promise<void> {
  await tx.deleteFrom('bim_model').where('space_id', '=', spaceId).where('id', '=', modelId).execute();
}

export async function deleteModelsOfSpace(tx: Tx, spaceId: number): Promise<void> {
  await tx.deleteFrom('bim_model').where('space_id', '=', spaceId).execute();
}

export async function discardFile(tx: Tx, spaceId: number, key: string): Promise<void> {
  await sql`insert into bim_discarded_file (space_id, file_key) values (${spaceId}, ${key}) on conflict do nothing`.execute(tx);
}

/** Files that nothing names any more. */
export async function listDiscarded(db: Db, spaceId: number): Promise<string[]> {
  const rows = await db.selectFrom('bim_discarded_file').select('file_key').where('space_id', '=', spaceId).execute();
  return rows.map(({ file_key }) => file_key);
}

export async function forgetDiscarded(tx: Tx, spaceId: number, keys: readonly string[]): Promise<void> {
  await sql`delete from bim_discarded_file where space_id = ${spaceId} and file_key = any(${[...keys]}::text[])`.execute(tx);
}

export async function listSpacesWithDiscarded(db: Db): Promise<number[]> {
  const rows = await db.selectFrom('bim_discarded_file').select('space_id').distinct().execute();
  return rows.map(({ space_id }) => space_id);
}

/** Forgets what was read of a version, before it is read again. */
export async function clearContent(tx: Tx, spaceId: number, versionId: number): Promise<void> {
  for (const table of ['bim_place', 'bim_property_set', 'bim_element', 'bim_attribute'] as const)
    await tx.deleteFrom(table).where('space_id', '=', spaceId).where('model_version_id', '=', versionId).execute();
}

/** Ready versions of a model before the one that is shown, but the newest `kept` of them, of which there are elements or places still. */
export async function listOldContent(db: Db, spaceId: number, modelId: number, kept: number): Promise<number[]> {
  const { rows } = await sql<{ id: number }>`
    select o.id from (select v.id from bim_model m join bim_model_version v on v.space_id = m.space_id and v.model_id = m.id
        where m.space_id = ${spaceId} and m.id = ${modelId} and v.id < m.current_version_id and v.status = 'ready'
        order by v.number desc offset ${kept}) o
    where exists (select from bim_element e where e.space_id = ${spaceId} and e.model_version_id = o.id)
      or exists (select from bim_place p where p.space_id = ${spaceId} and p.model_version_id = o.id)`.execute(db);
  return rows.map(({ id }) => id);
}

const ELEMENT =
  'number entity guid category name object_type tag place storey parent layers materials class_codes class_names sets has_geometry area volume length volume_source';
const INTO = {
  place: ['bim_place', columnsNamed(['number', 'parent', 'guid', 'category', 'name', 'elevation'])],
  set: ['bim_property_set', columnsNamed(['number', 'name', 'is_quantity', 'content'], ['content'], storableJson)],
  element: ['bim_element', columnsNamed(ELEMENT.split(' '))],
  attribute: ['bim_attribute', columnsNamed(['number', 'set_name', 'name', 'kind', 'elements', 'samples'])],
} as const;

/** Stores rows of a version, all of one table. */
export async function insertContent(
  tx: Tx,
  { spaceId, projectId, versionId }: { spaceId: number; projectId: number; versionId: number },
  table: ModelRow['table'],
  rows: readonly ModelRow['row'][],
): Promise<void> {
  const [name, columns] = INTO[table];
  const place = { space_id: spaceId, project_id: projectId, model_version_id: versionId };
  for (const insertion of insertions(name, columns, rows, { place, lossy: true })) await insertion.execute(tx);
}
