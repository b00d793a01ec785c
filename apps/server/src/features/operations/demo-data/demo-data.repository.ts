import type { DemoAdded } from '@gantry/contract';
import { sql } from 'kysely';
import type { Row } from '../../../database/schema.generated.ts';
import type { Db, Tx } from '../../../platform/postgres/database.ts';

/** Something that the sample made: a facility, a person without an account, a unit or a board. */
type Thing = Partial<Pick<Row<'demo_thing'>, 'facility_id' | 'person_id' | 'measure_id' | 'preset_id'>>;

/** Keeps that the sample made things. */
export async function saveThings(tx: Tx, spaceId: number, things: readonly Thing[]): Promise<void> {
  for (const thing of things)
    await tx
      .insertInto('demo_thing')
      .values({ ...thing, space_id: spaceId })
      .onConflict((on) => on.doNothing())
      .execute();
}

/** Says that the facilities of a space are filled: what comes into them from now on, people add. */
export async function markFilled(tx: Tx, spaceId: number, at: Date): Promise<void> {
  await tx
    .updateTable('demo_thing')
    .set({ filled_at: at })
    .where('space_id', '=', spaceId)
    .where('facility_id', 'is not', null)
    .where('filled_at', 'is', null)
    .execute();
}

export async function listThings(db: Db, spaceId: number) {
  return db
    .selectFrom('demo_thing')
    .select(['facility_id', 'person_id', 'measure_id', 'preset_id'])
    .where('space_id', '=', spaceId)
    .orderBy('id')
    .execute();
}

export async function forgetThings(tx: Tx, spaceId: number): Promise<void> {
  await tx.deleteFrom('demo_thing').where('space_id', '=', spaceId).execute();
}

/** Facilities of the sample by their names now. */
export async function listFacilities(db: Db, spaceId: number): Promise<{ id: number; name: string }[]> {
  return db
    .selectFrom('demo_thing as t')
    .innerJoin('eps_node as n', (on) => on.onRef('n.space_id', '=', 't.space_id').onRef('n.id', '=', 't.facility_id'))
    .select(['n.id', 'n.name'])
    .where('t.space_id', '=', spaceId)
    .orderBy('n.id')
    .execute();
}

/** Units of the sample that no row of a directory is measured in. */
export async function listUnusedUnits(db: Db, spaceId: number): Promise<number[]> {
  const { rows } = await sql<{ id: number }>`
    select t.measure_id as id from demo_thing t where t.space_id = ${spaceId} and t.measure_id is not null and not exists (
      select from directory_row r where r.space_id = t.space_id and r.measure_id = t.measure_id)`.execute(db);
  return rows.map(({ id }) => id);
}

/** Whether jobs of some kinds wait or run in a space. */
export async function isAnyUnderWay(db: Db, spaceId: number, kinds: readonly string[]): Promise<boolean> {
  const job = await db
    .selectFrom('job')
    .select('id')
    .where('space_id', '=', spaceId)
    .where('kind', 'in', kinds)
    .where('finished_at', 'is', null)
    .limit(1)
    .executeTakeFirst();
  return job !== undefined;
}

/** What people added to filled facilities since then, by kinds. */
export async function countAdded(db: Db, spaceId: number): Promise<{ what: DemoAdded; count: number }[]> {
  const { rows } = await sql<{ what: DemoAdded; count: number }>`
    with recursive below (id, since) as (
      select facility_id, coalesce(filled_at, 'infinity') from demo_thing where space_id = ${spaceId} and facility_id is not null
      union
      select n.id, b.since from eps_node n join below b on n.parent_id = b.id where n.space_id = ${spaceId}
    ),
    added (what, node_id, at) as (
      select 'nodes', id, created_at from eps_node where space_id = ${spaceId}
      union all select 'versions', schedule_id, created_at from version where space_id = ${spaceId}
      union all select 'edits', v.schedule_id, e.at from version_edit e join version v on v.space_id = e.space_id and v.id = e.version_id
        where e.space_id = ${spaceId} and e.at > v.created_at
      union all select 'files', node_id, created_at from storage_item where space_id = ${spaceId} and deleted_at is null
      union all select 'files', project_id, created_at from bim_model_version where space_id = ${spaceId}
      union all select 'files', project_id, created_at from estimate where space_id = ${spaceId}
      union all select 'messages', node_id, created_at from comment where space_id = ${spaceId} and deleted_at is null
      union all select 'messages', c.node_id, m.created_at from chat_message m join chat c on c.space_id = m.space_id and c.id = m.chat_id
        where m.space_id = ${spaceId} and m.deleted_at is null
      union all select 'tasks', node_id, created_at from action_item where space_id = ${spaceId}
      union all select 'tasks', node_id, created_at from checklist where space_id = ${spaceId}
      union all select 'tasks', node_id, created_at from roadblock where space_id = ${spaceId}
      union all select 'tasks', b.node_id, i.created_at from kanban_item i join kanban_board b on b.space_id = i.space_id and b.id = i.board_id
        where i.space_id = ${spaceId} and i.deleted_at is null
    )
    select a.what, count(*) from added a join below b on b.id = a.node_id and a.at > b.since group by a.what order by a.what`.execute(db);
  return rows;
}
