import type { ReplacementRule } from '@gantry/domain';
import { sql } from 'kysely';
import { personName } from '../../../database/person-name.ts';
import type { Db, Tx } from '../../../platform/postgres/database.ts';

export type KeptRule = ReplacementRule & { id: number };
type Stored = Omit<ReplacementRule, 'name'>;

/** Rules of a schedule by name, or one of them. */
export async function listRules(db: Db, spaceId: number, nodeId: number, id?: number): Promise<KeptRule[]> {
  const rows = await db
    .selectFrom('replacement')
    .select(['id', 'name', 'rule'])
    .where('space_id', '=', spaceId)
    .where('node_id', '=', nodeId)
    .$if(id !== undefined, (query) => query.where('id', '=', id ?? 0))
    .orderBy(sql`lower(name)`)
    .execute();
  return rows.map(({ id: own, name, rule }) => ({ id: own, name, ...rule }));
}

const stored = ({ rows, what, window, remaining_only }: ReplacementRule): string =>
  JSON.stringify({ rows, what, window, remaining_only } satisfies Stored);

/** Nobody else saves a rule of the schedule meanwhile: two that are saved at once could form a cycle. */
export async function lockRules(tx: Tx, spaceId: number, nodeId: number): Promise<void> {
  await tx.selectFrom('eps_node').select('id').where('space_id', '=', spaceId).where('id', '=', nodeId).forUpdate().execute();
}

export async function addRule(tx: Tx, spaceId: number, nodeId: number, rule: ReplacementRule): Promise<number> {
  const { id } = await tx
    .insertInto('replacement')
    .values({ space_id: spaceId, node_id: nodeId, name: rule.name, rule: stored(rule) })
    .returning('id')
    .executeTakeFirstOrThrow();
  return id;
}

export async function changeRule(tx: Tx, spaceId: number, { id, ...rule }: KeptRule): Promise<void> {
  await tx
    .updateTable('replacement')
    .set({ name: rule.name, rule: stored(rule) })
    .where('space_id', '=', spaceId)
    .where('id', '=', id)
    .execute();
}

export async function deleteRule(tx: Tx, spaceId: number, nodeId: number, id: number): Promise<boolean> {
  const { numDeletedRows } = await tx
    .deleteFrom('replacement')
    .where('space_id', '=', spaceId)
    .where('node_id', '=', nodeId)
    .where('id', '=', id)
    .executeTakeFirst();
  return numDeletedRows > 0n;
}

/** Names of people who are or were in the space. */
export async function namesOfPeople(db: Db, spaceId: number, ids: readonly number[]): Promise<ReadonlyMap<number, string>> {
  const { rows } = await sql<{ id: number; name: string }>`
    select m.user_id as id, ${personName('u')} as name from space_user m join app_user u on u.id = m.user_id
    where m.space_id = ${spaceId} and m.user_id = any(${[...ids]})`.execute(db);
  return new Map(rows.map(({ id, name }) => [id, name]));
}
