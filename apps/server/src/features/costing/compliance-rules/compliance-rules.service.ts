import type { ComplianceRule, ComplianceRuleIn, ComplianceSet, RuleBody } from '@gantry/contract';
import { MOST_RULES, ruleBody } from '@gantry/contract';
import type { SpaceRight } from '@gantry/domain';
import type { Context } from '../../../platform/context.ts';
import { fail } from '../../../platform/fail.ts';
import type { Db, Tx } from '../../../platform/postgres/database.ts';
import { holdsAt } from '../../access/roles/roles.access.service.ts';
import { getNode, pathIn } from '../../structure/eps/eps.service.ts';
import {
  addRules,
  addSet,
  countRules,
  deleteRules,
  deleteSet,
  findRule,
  findSet,
  listRules,
  listSets,
  putOrder,
  type RuleRecord,
  type SetRow,
  updateRule,
  updateSet,
} from './compliance-rules.repository.ts';
import { requireRule } from './compliance-rules.rules.ts';

async function requireAt(context: Context, db: Db, nodeId: number, right: SpaceRight): Promise<void> {
  if (!(await holdsAt(context, db, nodeId, right))) fail('auth.forbidden', { right });
}

const ruleOut = ({ id, position, name, active, body }: RuleRecord): ComplianceRule => ({
  id,
  position,
  name,
  active,
  ...ruleBody.parse(body),
});

/** The sets that hold at a node, the nearest first, with their rules. */
export async function setsFor(context: Context, db: Db, nodeId: number): Promise<ComplianceSet[]> {
  const path = (await pathIn(context, db, nodeId)).toReversed();
  const sets = await listSets(
    db,
    context.spaceId,
    path.map(({ id }) => id),
  );
  const rules = Map.groupBy(
    await listRules(
      db,
      context.spaceId,
      sets.map(({ id }) => id),
    ),
    ({ set_id }) => set_id,
  );
  return path.flatMap((node) =>
    sets
      .filter(({ node_id }) => node_id === node.id)
      .map(({ id, name, position, active }) => ({
        id,
        eps_id: node.id,
        eps_name: node.name,
        name,
        position,
        active,
        rules: (rules.get(id) ?? []).map(ruleOut),
      })),
  );
}

export async function listFor(context: Context, nodeId: number) {
  await getNode(context, nodeId);
  return context.read(async (db) => {
    await requireAt(context, db, nodeId, 'estimate.read');
    return { sets: await setsFor(context, db, nodeId) };
  });
}

/** A set that the caller may change, or read. */
export async function setAt(
  context: Context,
  db: Db,
  id: number,
  right: 'estimate.read' | 'estimate.edit' = 'estimate.edit',
): Promise<SetRow> {
  const set = (await findSet(db, context.spaceId, id)) ?? fail('compliance_rule.set_not_found', { id });
  await requireAt(context, db, set.node_id, right);
  return set;
}

async function ruleAt(context: Context, tx: Tx, id: number): Promise<{ rule: RuleRecord; set: SetRow }> {
  const rule = (await findRule(tx, context.spaceId, id)) ?? fail('compliance_rule.not_found', { id });
  return { rule, set: await setAt(context, tx, rule.set_id) };
}

/** Rules of all sets of a node: a list of sets answers with all of them. */
export const MOST_OF_NODE = 20_000;

/** Adds rules at the end of a set, checked. */
export async function putRules(tx: Tx, context: Context, set: SetRow, rules: readonly ComplianceRuleIn[]): Promise<number[]> {
  const present = await countRules(tx, context.spaceId, set.node_id);
  if ((present.get(set.id) ?? 0) + rules.length > MOST_RULES) fail('compliance_rule.too_many', { most: MOST_RULES });
  const ofNode = [...present.values()].reduce((sum, count) => sum + count, 0);
  if (ofNode + rules.length > MOST_OF_NODE) fail('compliance_rule.too_many', { most: MOST_OF_NODE });
  for (const { when, to, take } of rules) requireRule({ when, to, take });
  return addRules(
    tx,
    context.spaceId,
    set,
    rules.map(({ name, active, ...body }) => ({ name, active, body })),
  );
}

export async function createRule(context: Context, { set_id, ...rule }: ComplianceRuleIn & { set_id: number }): Promise<number> {
  return context.write(async (tx) => (await putRules(tx, context, await setAt(context, tx, set_id), [rule]))[0]);
}

type RuleChange = { name?: string; active?: boolean; position?: number } & { [part in keyof RuleBody]?: RuleBody[part] };

export async function changeRule(context: Context, id: number, { name, active, position, ...parts }: RuleChange): Promise<void> {
  await context.write(async (tx) => {
    const { rule, set } = await ruleAt(context, tx, id);
    const body = { ...ruleBody.parse(rule.body), ...parts };
    requireRule(body);
    const change = { ...(name === undefined ? {} : { name }), ...(active === undefined ? {} : { active }) };
    await updateRule(tx, context.spaceId, id, { ...change, ...(Object.keys(parts).length ? { body } : {}) });
    if (position === undefined) return;
    const order = (await listRules(tx, context.spaceId, [set.id])).map((one) => one.id);
    await putOrder(tx, context.spaceId, 'compliance_rule', movedTo(order, id, position));
  });
}

const movedTo = (ids: readonly number[], id: number, position: number): number[] =>
  ids.filter((one) => one !== id).toSpliced(Math.min(position, ids.length) - 1, 0, id);

export async function removeRule(context: Context, id: number): Promise<void> {
  await context.write(async (tx) => {
    const { rule, set } = await ruleAt(context, tx, id);
    context.note({ name: rule.name, set: set.name });
    await deleteRules(tx, context.spaceId, set.id, [id]);
  });
}

export async function createSet(context: Context, { eps_id, ...set }: { eps_id: number; name: string; active: boolean }): Promise<number> {
  await getNode(context, eps_id);
  return context.write(async (tx) => {
    await requireAt(context, tx, eps_id, 'estimate.edit');
    return addSet(tx, context.spaceId, { node_id: eps_id, ...set });
  });
}

export async function changeSet(
  context: Context,
  id: number,
  { position, ...change }: { name?: string; active?: boolean; position?: number },
): Promise<void> {
  await context.write(async (tx) => {
    const set = await setAt(context, tx, id);
    if (Object.keys(change).length) await updateSet(tx, context.spaceId, id, change);
    if (position === undefined) return;
    const order = (await listSets(tx, context.spaceId, [set.node_id])).map((one) => one.id);
    await putOrder(tx, context.spaceId, 'compliance_set', movedTo(order, id, position));
  });
}

export async function removeSet(context: Context, id: number): Promise<void> {
  await context.write(async (tx) => {
    const set = await setAt(context, tx, id);
    context.note({ name: set.name });
    await deleteSet(tx, context.spaceId, id);
  });
}
