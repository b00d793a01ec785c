import type { Pipe, PipeDefinition, PipelineSettings } from '@gantry/contract';
import { sql } from 'kysely';
import type { Row } from '../../../database/schema.generated.ts';
import type { Db, Tx } from '../../../platform/postgres/database.ts';

const pipeOut = (row: Row<'pipe'>): Pipe => ({
  id: row.id,
  name: row.name,
  main: { schedule_id: row.main_schedule_id, attribute: row.main_attribute, separator: row.main_separator },
  supply: { schedule_id: row.supply_schedule_id, attribute: row.supply_attribute, separator: row.supply_separator },
  need: { end: row.need_end, days: row.need_days },
});

/** The pipes of a project in the order that they were made in. */
export async function listPipes(db: Db, spaceId: number, projectId: number): Promise<Pipe[]> {
  const rows = await db
    .selectFrom('pipe')
    .selectAll()
    .where('space_id', '=', spaceId)
    .where('project_id', '=', projectId)
    .orderBy('id')
    .execute();
  return rows.map(pipeOut);
}

export async function findPipe(db: Db, spaceId: number, id: number): Promise<{ projectId: number; pipe: Pipe } | null> {
  const row = await db.selectFrom('pipe').selectAll().where('space_id', '=', spaceId).where('id', '=', id).executeTakeFirst();
  return row ? { projectId: row.project_id, pipe: pipeOut(row) } : null;
}

const columnsOf = ({ name, main, supply, need }: PipeDefinition) => ({
  name,
  main_schedule_id: main.schedule_id,
  main_attribute: main.attribute,
  main_separator: main.separator,
  supply_schedule_id: supply.schedule_id,
  supply_attribute: supply.attribute,
  supply_separator: supply.separator,
  need_end: need.end,
  need_days: need.days,
});

export async function savePipe(tx: Tx, spaceId: number, projectId: number, pipe: PipeDefinition): Promise<number> {
  const values = { space_id: spaceId, project_id: projectId, ...columnsOf(pipe) };
  return (await tx.insertInto('pipe').values(values).returning('id').executeTakeFirstOrThrow()).id;
}

export async function updatePipe(tx: Tx, spaceId: number, id: number, pipe: PipeDefinition): Promise<void> {
  await tx.updateTable('pipe').set(columnsOf(pipe)).where('space_id', '=', spaceId).where('id', '=', id).execute();
}

export async function deletePipe(tx: Tx, spaceId: number, id: number): Promise<void> {
  await tx.deleteFrom('pipe').where('space_id', '=', spaceId).where('id', '=', id).execute();
}

export async function findSettings(db: Db, spaceId: number, projectId: number): Promise<PipelineSettings | null> {
  const row = await db
    .selectFrom('pipeline_setting')
    .select('content')
    .where('space_id', '=', spaceId)
    .where('project_id', '=', projectId)
    .executeTakeFirst();
  return row?.content ?? null;
}

export async function putSettings(tx: Tx, spaceId: number, projectId: number, settings: PipelineSettings): Promise<void> {
  await sql`insert into pipeline_setting (space_id, project_id, content) values (${spaceId}, ${projectId}, ${JSON.stringify(settings)}::jsonb)
    on conflict (space_id, project_id) do update set content = excluded.content`.execute(tx);
}

/** Who let which package out of which stage. */
export async function listApprovals(db: Db, spaceId: number, projectId: number) {
  return db
    .selectFrom('pipe_approval')
    .select(['schedule_id', 'code', 'user_name'])
    .where('space_id', '=', spaceId)
    .where('project_id', '=', projectId)
    .execute();
}

export async function putApproval(
  tx: Tx,
  { spaceId, projectId, scheduleId, code }: { spaceId: number; projectId: number; scheduleId: number; code: string },
  userName: string | null,
): Promise<void> {
  await sql`delete from pipe_approval where space_id = ${spaceId} and project_id = ${projectId} and schedule_id = ${scheduleId}
    and code = ${code}`.execute(tx);
  if (userName !== null)
    await sql`insert into pipe_approval (space_id, project_id, schedule_id, code, user_name)
      values (${spaceId}, ${projectId}, ${scheduleId}, ${code}, ${userName})`.execute(tx);
}
