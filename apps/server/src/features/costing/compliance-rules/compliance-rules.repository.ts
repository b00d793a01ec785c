import type { RuleBody } from '@gantry/contract';
import { sql } from 'kysely';
import type { Row } from '../../../database/schema.generated.ts';
import type { Db, Tx } from '../../../platform/postgres/database.ts';

export type SetRow = Row<'compliance_set'>;
export type RuleRecord = Row<'compliance_rule'>;

/** Sets of some nodes by their place. */
export const listSets = (db: Db, spaceId: number, nodes: readonly number[]): Promise<SetRow[]> =>
  db
    .selectFrom('compliance_set')
    .selectAll()
    .where('space_id', '=', spaceId)
    .where('node_id', 'in', [0, ...nodes])
    .orderBy('position')
    .orderBy('id')
    .execute();

/** Rules of some sets in the order in which they are applied. */
export const listRules = (db: Db, spaceId: number, sets: readonly number[]): Promise<RuleRecord[]> =>
  db
    .selectFrom('compliance_rule')
    .selectAll()
    .where('space_id', '=', spaceId)
    .where('set_id', 'in', [0, ...sets])
    .orderBy('set_id')
    .orderBy('position')
    .orderBy('id')
    .execute();

/** How many rules each set of a node has; without those that have none. */
export async function countRules(db: Db, spaceId: number, nodeId: number): Promise<Map<number, number>> {
  const { rows } = await sql<{ set_id: number; count: number }>`select r.set_id, count(*)::int as count from compliance_set s
      join compliance_rule r on r.space_id = s.space_id and r.set_id = s.id
    where s.space_id = ${spaceId} and s.node_id = ${nodeId} group by r.set_id`.execute(db);
  return new Map(rows.map(({ set_id, count }) => [set_id, count]));
}

export async function findSet(db: Db, spaceId: number, id: number): Promise<SetRow | null> {
  const found = db.selectFrom('compliance_set').selectAll().where('space_id', '=', spaceId).where('id', '=', id);
  return (await found.executeTakeFirst()) ?? null;
}

export async function findRule(db: Db, spaceId: number, id: number): Promise<RuleRecord | null> {
  const found = db.selectFrom('compliance_rule').selectAll().where('space_id', '=', spaceId).where('id', '=', id);
  return (await found.executeTakeFirst()) ?? null;
}

export async function addSet(tx: Tx, spaceId: number, set: { node_id: number; name: string; active: boolean }): Promise<number> {
  const present = await listSets(tx, spaceId, [set.node_id]);
  const values = { ...set, space_id: spaceId, position: Math.max(0, ...present.map(({ position }) => position)) + 1 };
  return (await tx.insertInto('compliance_set').values(values).returning('id').executeTakeFirstOrThrow()).id;
}

type SetChange = Partial<Pick<SetRow, 'name' | 'active'>>;
export async function updateSet(tx: Tx, spaceId: number, id: number, change: SetChange): Promise<void> {
  await tx.updateTable('compliance_set').set(change).where('space_id', '=', spaceId).where('id', '=', id).execute();
}

export async function deleteSet(tx: Tx, spaceId: number, id: number): Promise<void> {
  await tx.deleteFrom('compliance_set').where('space_id', '=', spaceId).where('id', '=', id).execute();
}

export type NewRule = { name: string; active: boolean; body: RuleBody };

/** Adds rules at the end of a set, in their order; answers their ids. */
export async function addRules(tx: Tx, spaceId: number, set: Pick<SetRow, 'id' | 'node_id'>, rules: readonly NewRule[]): Promise<number[]> {
  const rows = await sql<{ last: number }>`select coalesce(max(position), 0) as last from compliance_rule
    where space_id = ${spaceId} and set_id = ${set.id}`.execute(tx);
  const [{ last }] = rows.rows;
  const ids: number[] = [];
  for (let from = 0; from < rules.length; from += AT_ONCE) {
    const values = rules.slice(from, from + AT_ONCE).map(({ body, ...rule }, at) => ({
      ...rule, space_id: spaceId, set_id: set.id, node_id: set.node_id, position: last + from + at + 1, body: JSON.stringify(body),
    })); // prettier-ignore
    ids.push(...(await tx.insertInto('compliance_rule').values(values).returning('id').execute()).map(({ id }) => id));
  }
  return ids;
}
const AT_ONCE = 1000;

export async function updateRule(tx: Tx, spaceId: number, id: number, { body, ...fields }: Partial<NewRule>): Promise<void> {
  const change = { ...fields, ...(body ? { body: JSON.stringify(body) } : {}) };
  if (!Object.keys(change).length) return;
  await tx.updateTable('compliance_rule').set(change).where('space_id', '=', spaceId).where('id', '=', id).execute();
}

export async function deleteRules(tx: Tx, spaceId: number, setId: number, ids?: readonly number[]): Promise<void> {
  const of = tx.deleteFrom('compliance_rule').where('space_id', '=', spaceId).where('set_id', '=', setId);
  await (ids ? of.where('id', 'in', [0, ...ids]) : of).execute();
}

/** Numbers the sets of a node, or the rules of a set, in a given order from 1. */
export async function putOrder(
  tx: Tx,
  spaceId: number,
  table: 'compliance_set' | 'compliance_rule',
  ids: readonly number[],
): Promise<void> {
  await sql`update ${sql.table(table)} t set position = o.place from unnest(${[...ids]}::bigint[]) with ordinality as o (id, place)
    where t.space_id = ${spaceId} and t.id = o.id and t.position <> o.place`.execute(tx);
}
