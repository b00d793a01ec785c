/** What somebody may do with attributes: the one answer that whatever shows or writes their values asks for. */

import { type AttributeLevel, BUILT_IN_ROLE_ID, narrowestLevel, rightsOfRole } from '@gantry/domain';
import type { Db, Tx } from '../../../platform/postgres/database.ts';
import { nodesAbove } from '../../access/roles/roles.access.service.ts';
import { copyRules, type HeldRole, listHeldRoles, listParents, listRules, listRulesAt } from './attribute-rights.repository.ts';
import { type Judged, levelsOf, type RoleHere, type Rule } from './attribute-rights.rules.ts';

export { listRulesAt, type RuleChange, saveRules } from './attribute-rights.repository.ts';
export { foundFor, type Judged, type Rule } from './attribute-rights.rules.ts';

/** Whose rights: a member of a space; null is nobody, who may nothing that a rule speaks of. */
export type Whose = { spaceId: number; userId: number | null };

/** Levels of attributes by their ids. */
export type AttributeRights = (attributes: readonly Judged[]) => ReadonlyMap<number, AttributeLevel>;

const roleHere = ({ role, role_id, written }: HeldRole): RoleHere => {
  const rights = rightsOfRole(role, written);
  const has = (verb: RegExp) => rights.some((right) => verb.test(right));
  return { id: role_id ?? BUILT_IN_ROLE_ID[role], reads: has(/^(structure|plan)\.read$/), edits: has(/^(structure|plan)\.edit$/) };
};

const rightsBy = (held: readonly HeldRole[], path: readonly number[], rules: readonly Rule[]): AttributeRights => {
  const roles = held.filter(({ node_id }) => node_id === null || path.includes(node_id)).map(roleHere);
  return (attributes) => levelsOf(attributes, roles, rules);
};

/** What somebody may do with attributes at a node; null where no rule speaks of any, so that nothing need be asked further. */
export async function attributeRightsAt(db: Db, { spaceId, userId }: Whose, nodeId: number): Promise<AttributeRights | null> {
  const rules = await listRulesAt(db, spaceId, nodeId);
  if (!rules.length) return null;
  const held = userId === null ? [] : await listHeldRoles(db, spaceId, userId);
  return rightsBy(held, await nodesAbove(db, spaceId, nodeId), rules);
}

/** The same for many nodes of a space at once. */
export async function attributeRightsIn(db: Db, { spaceId, userId }: Whose): Promise<((nodeId: number) => AttributeRights | null) | null> {
  const rules = await listRules(db, spaceId);
  if (!rules.length) return null;
  const held = userId === null ? [] : await listHeldRoles(db, spaceId, userId);
  const parents = await listParents(db, spaceId);
  const known = new Map<number, AttributeRights | null>();
  return (nodeId) => {
    let rights = known.get(nodeId);
    if (rights === undefined) {
      const path: number[] = [];
      for (let at: number | null = nodeId; at !== null; at = parents.get(at) ?? null) path.push(at);
      const there = path.flatMap((id) => rules.filter(({ node_id }) => node_id === id));
      known.set(nodeId, (rights = there.length ? rightsBy(held, path, there) : null));
    }
    return rights;
  };
}

/** The least that somebody may do with an attribute at any node that a rule on it stands at; `attributes` are all that there are. */
export async function leastLevelOf(db: Db, whose: Whose, { id, name }: Judged, attributes: readonly Judged[]): Promise<AttributeLevel> {
  const speaks = (rule: Rule) => (rule.attribute_id === null ? rule.name.toLowerCase() === name.toLowerCase() : rule.attribute_id === id);
  const nodes = [...new Set((await listRules(db, whose.spaceId)).filter(speaks).map(({ node_id }) => node_id))];
  const rights = nodes.length ? await attributeRightsIn(db, whose) : null;
  return narrowestLevel(nodes.map((node) => rights?.(node)?.(attributes).get(id) ?? 'write'));
}

/** Keeps what was said of an attribute that versions have of their own when it gets another name. */
export async function keepRulesOfName(tx: Tx, spaceId: number, nodeId: number, from: string, to: string): Promise<void> {
  if (from.toLowerCase() !== to.toLowerCase()) await copyRules(tx, spaceId, await nodesAbove(tx, spaceId, nodeId), from, to);
}
