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

/** What people added to filled facilities since then, by kinds. Each kind is counted node by node, so that what lies elsewhere is not read. */
export async function countAdded(db: Db, spaceId: number): Promise<{ what: DemoAdded; count: number }[]> {
  const space = sql`${spaceId}::bigint`;
  const { rows } = await sql<{ what: DemoAdded; count: number }>`
    with recursive below (id, since) as (
      select facility_id, coalesce(filled_at, 'infinity') from demo_thing where space_id = ${space} and facility_id is not null
      union
      select n.id, b.since from eps_node n join below b on n.parent_id = b.id where n.space_id = ${space}
    )
    select a.what, sum(a.count)::bigint as count from below b cross join lateral (
      values ('nodes', (select count(*) from eps_node n where n.space_id = ${space} and n.id = b.id and n.created_at > b.since)),
        ('versions', (select count(*) from version v where v.space_id = ${space} and v.schedule_id = b.id and v.created_at > b.since)),
        ('edits', (select count(*) from version v join version_edit e on e.space_id = v.space_id and e.version_id = v.id
          where v.space_id = ${space} and v.schedule_id = b.id and e.at > greatest(v.created_at, b.since))),
        ('files', (select count(*) from storage_item i
          where i.space_id = ${space} and i.node_id = b.id and i.deleted_at is null and i.created_at > b.since)),
        ('files', (select count(*) from bim_model m join bim_model_version v on v.space_id = m.space_id and v.model_id = m.id
          where m.space_id = ${space} and m.project_id = b.id and v.created_at > b.since)),
        ('files', (select count(*) from estimate e where e.space_id = ${space} and e.project_id = b.id and e.created_at > b.since)),
        ('messages', (select count(*) from comment c
          where c.space_id = ${space} and c.node_id = b.id and c.deleted_at is null and c.created_at > b.since)),
        ('messages', (select count(*) from chat c join chat_message m on m.space_id = c.space_id and m.chat_id = c.id
          where c.space_id = ${space} and c.node_id = b.id and m.deleted_at is null and m.created_at > b.since)),
        ('tasks', (select count(*) from action_item i where i.space_id = ${space} and i.node_id = b.id and i.created_at > b.since)),
        ('tasks', (select count(*) from checklist c where c.space_id = ${space} and c.node_id = b.id and c.created_at > b.since)),
        ('tasks', (select count(*) from roadblock r where r.space_id = ${space} and r.node_id = b.id and r.created_at > b.since)),
        ('tasks', (select count(*) from kanban_board k join kanban_item i on i.space_id = k.space_id and i.board_id = k.id
          where k.space_id = ${space} and k.node_id = b.id and i.deleted_at is null and i.created_at > b.since))
    ) a (what, count) where a.count > 0 group by a.what order by a.what`.execute(db);
  return rows;
}
