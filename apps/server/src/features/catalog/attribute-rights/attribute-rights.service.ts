/** What somebody may do with attributes: the one answer that whatever shows or writes their values asks for. */

import { type AttributeLevel, BUILT_IN_ROLE_ID, narrowestLevel, rightsOfRole } from '@gantry/domain';
import type { Db, Tx } from '../../../platform/postgres/database.ts';
import type { TokenBounds } from '../../../platform/context.ts';
import { nodesAbove } from '../../access/roles/roles.access.service.ts';
import { copyRules, type HeldRole, listHeldRoles, listParents, listRules, listRulesAt } from './attribute-rights.repository.ts';
import { type Judged, levelsOf, type RoleHere, type Rule, rulesAlong, rulesNaming } from './attribute-rights.rules.ts';

export { listRulesAt, type RuleChange, saveRules } from './attribute-rights.repository.ts';
export { foundFor, type Judged, readsOnce, type Rule } from './attribute-rights.rules.ts';

/** Whose rights: a member of a space, within the token that they call with; null is nobody, who may nothing that a rule speaks of. */
export type Whose = { spaceId: number; userId: number | null; token?: Pick<TokenBounds, 'rights'> | null };

/** Levels of attributes by their ids, and whether what things cost is seen at all. */
export type AttributeRights = ((attributes: readonly Judged[]) => ReadonlyMap<number, AttributeLevel>) & { money: boolean };

const roleHere = ({ role, role_id, written }: HeldRole, { token }: Pick<Whose, 'token'>): RoleHere => {
  const rights = rightsOfRole(role, written);
  const has = (verb: RegExp) => rights.some((right) => verb.test(right));
  return {
    id: role_id ?? BUILT_IN_ROLE_ID[role],
    reads: has(/^(structure|plan)\.read$/),
    edits: has(/^(structure|plan)\.edit$/),
    money: rights.includes('cost.read') && (!token || token.rights.has('cost.read')),
  };
};

/** The roles that somebody has at a node, whose path is known. */
const rolesAt = (whose: Pick<Whose, 'token'>, held: readonly HeldRole[], path: readonly number[]): RoleHere[] =>
  held.filter(({ node_id }) => node_id === null || path.includes(node_id)).map((role) => roleHere(role, whose));

const rightsBy = (roles: readonly RoleHere[], rules: readonly Rule[]): AttributeRights | null => {
  const money = roles.some((role) => role.money);
  return money && !rules.length ? null : Object.assign((attributes: readonly Judged[]) => levelsOf(attributes, roles, rules), { money });
};

const heldBy = async (db: Db, { spaceId, userId }: Whose): Promise<readonly HeldRole[]> =>
  userId === null ? [] : ((await listHeldRoles(db, spaceId, [userId])).held.get(userId) ?? []);

/** What somebody may do with attributes at a node; null where they may everything, so that nothing need be asked further. */
export async function attributeRightsAt(db: Db, { spaceId, ...person }: Whose, nodeId: number): Promise<AttributeRights | null> {
  return (await attributeRightsOf(db, spaceId, [person], nodeId))[0];
}

/**
 * The same for some people of a space, in their order, at the cost of one: those whose roles allow the same get the same object, so that
 * what follows from it is worked out once.
 */
export async function attributeRightsOf(
  db: Db,
  spaceId: number,
  people: readonly Omit<Whose, 'spaceId'>[],
  nodeId: number,
): Promise<(AttributeRights | null)[]> {
  const ids = new Set(people.flatMap(({ userId }) => userId ?? []));
  const { held, hasRules } = await listHeldRoles(db, spaceId, [...ids]);
  const rules = hasRules ? await listRulesAt(db, spaceId, nodeId) : [];
  const path = rules.length || [...held.values()].some((own) => own.length > 1) ? await nodesAbove(db, spaceId, nodeId) : [];
  const known = new Map<string, AttributeRights | null>();
  return people.map((person) => {
    const roles = rolesAt(person, held.get(person.userId ?? 0) ?? [], path);
    const same = JSON.stringify(roles);
    if (!known.has(same)) known.set(same, rightsBy(roles, rules));
    return known.get(same) ?? null;
  });
}

/** Whether somebody sees what things cost at a node. */
export async function seesMoneyAt(db: Db, whose: Whose, nodeId: number): Promise<boolean> {
  return (await attributeRightsAt(db, whose, nodeId))?.money ?? true;
}

/** The same for many nodes of a space at once. */
export async function attributeRightsIn(db: Db, whose: Whose): Promise<((nodeId: number) => AttributeRights | null) | null> {
  const rules = await listRules(db, whose.spaceId);
  const held = await heldBy(db, whose);
  if (!rules.length && held.some((role) => role.node_id === null && roleHere(role, whose).money)) return null;
  const parents = await listParents(db, whose.spaceId);
  const rulesOn = rulesAlong(rules);
  const known = new Map<number, AttributeRights | null>();
  return (nodeId) => {
    let rights = known.get(nodeId);
    if (rights === undefined) {
      const path: number[] = [];
      for (let at: number | null = nodeId; at !== null; at = parents.get(at) ?? null) path.push(at);
      known.set(nodeId, (rights = rightsBy(rolesAt(whose, held, path), rulesOn(path))));
    }
    return rights;
  };
}

/**
 * The least that somebody may do with each of some attributes at any node that a rule on it stands at, by their ids; `attributes` are all
 * that there are.
 */
export async function leastLevelsOf(
  db: Db,
  whose: Whose,
  some: readonly Judged[],
  attributes: readonly Judged[],
): Promise<Map<number, AttributeLevel>> {
  const naming = rulesNaming(await listRules(db, whose.spaceId));
  const nodesOf = (one: Judged) => new Set(naming(one).map(({ node_id }) => node_id));
  const rights = some.some((one) => nodesOf(one).size) ? await attributeRightsIn(db, whose) : null;
  const known = new Map<number, ReadonlyMap<number, AttributeLevel> | undefined>();
  const levelAt = (node: number, id: number): AttributeLevel => {
    if (!known.has(node)) known.set(node, rights?.(node)?.(attributes));
    return known.get(node)?.get(id) ?? 'write';
  };
  return new Map(some.map((one) => [one.id, narrowestLevel([...nodesOf(one)].map((node) => levelAt(node, one.id)))]));
}

/** Keeps what was said of an attribute that versions have of their own when it gets another name. */
export async function keepRulesOfName(tx: Tx, spaceId: number, nodeId: number, from: string, to: string): Promise<void> {
  if (from.toLowerCase() !== to.toLowerCase()) await copyRules(tx, spaceId, await nodesAbove(tx, spaceId, nodeId), from, to);
}
