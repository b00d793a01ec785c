import { sql } from 'kysely';
import type { Row } from '../../../database/schema.generated.ts';
import type { Db, Tx } from '../../../platform/postgres/database.ts';

/** A form with who added it and where it is offered, as far as the reader sees nodes. */
export type FormRow = Omit<Row<'report_form'>, 'space_id'> & { author: string; nodes: { id: number; name: string }[] };

/** Forms of a space by name: all of them, one, or those offered at some nodes. */
export async function listForms(
  db: Db,
  spaceId: number,
  { id = null, nodes = null }: { id?: number | null; nodes?: readonly number[] | null } = {},
): Promise<FormRow[]> {
  const { rows } = await sql<FormRow>`
    select f.id, f.name, f.kind, f.file_key, f.bytes, f.warnings, f.created_by, f.created_at,
      coalesce(nullif(trim(u.first_name || ' ' || u.last_name), ''), u.login, '') as author,
      coalesce((select jsonb_agg(jsonb_build_object('id', n.id, 'name', n.name) order by n.name, n.id)
        from report_form_node a join eps_node n on n.space_id = a.space_id and n.id = a.node_id
        where a.space_id = f.space_id and a.form_id = f.id), '[]'::jsonb) as nodes
    from report_form f left join app_user u on u.id = f.created_by
    where f.space_id = ${spaceId}
      and (${id}::bigint is null or f.id = ${id})
      and (${nodes ? [...nodes] : null}::bigint[] is null or exists (select from report_form_node a
        where a.space_id = f.space_id and a.form_id = f.id and a.node_id = any(${nodes ? [...nodes] : null}::bigint[])))
    order by lower(f.name), f.id`.execute(db);
  return rows;
}

export async function isNameTaken(db: Db, spaceId: number, name: string, but: number | null): Promise<boolean> {
  const { rows } = await sql<{ taken: boolean }>`select exists (select from report_form
    where space_id = ${spaceId} and lower(name) = lower(${name}) and id is distinct from ${but}::bigint) as taken`.execute(db);
  return rows[0].taken;
}

type NewForm = Pick<Row<'report_form'>, 'name' | 'kind' | 'file_key' | 'bytes' | 'warnings' | 'created_by'>;

export async function addForm(tx: Tx, spaceId: number, { warnings, ...form }: NewForm): Promise<number> {
  const values = { space_id: spaceId, ...form, warnings: JSON.stringify(warnings) as never };
  return (await tx.insertInto('report_form').values(values).returning('id').executeTakeFirstOrThrow()).id;
}

export async function renameForm(tx: Tx, spaceId: number, id: number, name: string): Promise<void> {
  await tx.updateTable('report_form').set({ name }).where('space_id', '=', spaceId).where('id', '=', id).execute();
}

export async function deleteForm(tx: Tx, spaceId: number, id: number): Promise<void> {
  await tx.deleteFrom('report_form').where('space_id', '=', spaceId).where('id', '=', id).execute();
}

export async function attachForm(tx: Tx, spaceId: number, formId: number, nodeId: number): Promise<void> {
  await tx
    .insertInto('report_form_node')
    .values({ space_id: spaceId, form_id: formId, node_id: nodeId })
    .onConflict((conflict) => conflict.doNothing())
    .execute();
}

export async function detachForm(tx: Tx, spaceId: number, formId: number, nodeId: number): Promise<void> {
  await tx
    .deleteFrom('report_form_node')
    .where('space_id', '=', spaceId)
    .where('form_id', '=', formId)
    .where('node_id', '=', nodeId)
    .execute();
}

/** Files of the forms of a space that is being deleted. */
export async function listFormFiles(db: Db, spaceId: number): Promise<string[]> {
  const rows = await db.selectFrom('report_form').select('file_key').where('space_id', '=', spaceId).execute();
  return rows.map(({ file_key }) => file_key);
}
