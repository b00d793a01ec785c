import type { AccessibleAttribute, PlainNodeAttribute, RoleLevel } from '@gantry/contract';
import { BUILT_IN_ROLE_ID, entryOf, type OwnAttributeType, storedType } from '@gantry/domain';
import type { Context } from '../../../platform/context.ts';
import type { Db } from '../../../platform/postgres/database.ts';
import { fail } from '../../../platform/fail.ts';
import { listRoles } from '../../access/roles/roles.service.ts';
import { getNode } from '../../structure/eps/eps.service.ts';
import { formulaAttribute, listPlainAttributesOf } from '../attributes/attributes.service.ts';
import { listOwnOfVersions } from './attribute-access.repository.ts';
import {
  listRulesAt,
  type RuleChange,
  saveRules,
  attributeRightsAt,
  type Judged,
  foundFor,
  readsOnce,
  type Rule,
} from '../attribute-rights/attribute-rights.service.ts';

/** An attribute in the lists of a node, and as rights are judged by it. */
type Listed = AccessibleAttribute & { judged: Judged };

/** Attributes of a node, for a schedule also those of its versions, that the caller may read. */
async function listedAt(context: Context, db: Db, nodeId: number, ofNode: readonly PlainNodeAttribute[]): Promise<Listed[]> {
  const ofHierarchy = ofNode.map((attribute): Listed => ({
    attribute_id: attribute.id,
    name: attribute.name,
    type: attribute.type,
    node_name: attribute.node_name,
    calculated: attribute.formula !== null,
    judged: { id: attribute.id, sourceId: attribute.id, name: attribute.name, formula: formulaAttribute(attribute) },
  }));
  const own = (await listOwnOfVersions(db, context.spaceId, nodeId)).map(({ name, formula, ...row }, index): Listed => {
    const type = row.type as OwnAttributeType;
    const judged = { id: -1 - index, sourceId: null, name, formula: { id: -1 - index, name, type: storedType(type), formula } };
    return { attribute_id: null, name, type, node_name: null, calculated: formula !== null, judged };
  });
  const rights = await attributeRightsAt(db, context, nodeId);
  const all = [...ofHierarchy, ...own];
  const levels = rights?.(all.map(({ judged }) => judged));
  return levels ? all.filter(({ judged }) => levels.get(judged.id) !== 'none') : all;
}

const shown = ({ judged: _judged, ...attribute }: Listed): AccessibleAttribute => attribute;

const reads = (rights: readonly string[]) => rights.includes('plan.read') || rights.includes('structure.read');
const edits = (rights: readonly string[]) => rights.includes('plan.edit') || rights.includes('structure.edit');

/** Calculated attributes that each role does not see because of what they read. */
function outOfSight(listed: readonly Listed[], roles: readonly { id: number; rights: readonly string[] }[], rules: readonly Rule[]) {
  const judged = listed.map((one) => one.judged);
  const readsOfAll = readsOnce(judged);
  return roles.flatMap(({ id, rights }) => {
    const here = { id, reads: reads(rights), edits: edits(rights), money: rights.includes('cost.read') };
    const found = foundFor(judged, [here], rules, readsOfAll);
    return listed.flatMap(({ attribute_id, name, judged: { id: own } }) =>
      found.get(own)?.source === 'formula' ? [{ attribute_id, name, role_id: id }] : [],
    );
  });
}

/** Attributes of a node, the roles of the space, and what is written down for them there and above. */
export async function listAccess(context: Context, nodeId: number) {
  await getNode(context, nodeId);
  const roles = await listRoles(context);
  const ofNode = await listPlainAttributesOf(context, nodeId);
  return context.read(async (db) => {
    const listed = await listedAt(context, db, nodeId, ofNode);
    const ids = new Set(listed.map(({ attribute_id }) => attribute_id));
    const names = new Set(listed.flatMap((one) => (one.attribute_id === null ? [one.name.toLowerCase()] : [])));
    const isListed = (rule: { attribute_id: number | null; name: string }) =>
      rule.attribute_id === null ? names.has(rule.name.toLowerCase()) : ids.has(rule.attribute_id);
    const rules = await listRulesAt(db, context.spaceId, nodeId);
    return {
      attributes: listed.map(shown),
      roles: roles.map(({ id, code, name, rights }) => ({ id, code, name, reads: reads(rights), edits: edits(rights) })),
      rules: rules.filter(isListed),
      out_of_sight: outOfSight(listed, roles, rules),
    };
  });
}

/** A role's access to each attribute of a node, with its origin; with `calculated` only calculated attributes. */
export async function listLevelsOfRole(context: Context, nodeId: number, roleId: number, calculated = false): Promise<RoleLevel[]> {
  await getNode(context, nodeId);
  const role = (await listRoles(context)).find(({ id }) => id === roleId);
  if (!role) fail('role.not_found', { id: roleId });
  const ofNode = await listPlainAttributesOf(context, nodeId);
  return context.read(async (db) => {
    const listed = await listedAt(context, db, nodeId, ofNode);
    const here = { id: roleId, reads: reads(role.rights), edits: edits(role.rights), money: role.rights.includes('cost.read') };
    const rules = await listRulesAt(db, context.spaceId, nodeId);
    const found = foundFor(
      listed.map(({ judged }) => judged),
      [here],
      rules,
    );
    return listed.filter((one) => !calculated || one.calculated).map((one) => ({ ...shown(one), ...entryOf(found, one.judged.id) }));
  });
}

/** Stores the access of roles to attributes at a node and below in one transaction. Open pages reload. */
export async function saveAccess(context: Context, nodeId: number, access: readonly RuleChange[]): Promise<number> {
  await getNode(context, nodeId);
  const roles = new Map((await listRoles(context)).map((role) => [role.id, role]));
  const ofNode = await listPlainAttributesOf(context, nodeId);
  const listed = await context.read((db) => listedAt(context, db, nodeId, ofNode));
  const known = (change: RuleChange) =>
    listed.some(({ attribute_id, name }) =>
      change.attribute_id === null
        ? attribute_id === null && name.toLowerCase() === change.name.toLowerCase()
        : attribute_id === change.attribute_id,
    );
  for (const change of access) {
    if (!roles.has(change.role_id)) fail('role.not_found', { id: change.role_id });
    if (change.role_id === BUILT_IN_ROLE_ID.owner) fail('attribute_access.owner_is_fixed');
    // A rule can always be taken away, also one of an attribute that is not there any more.
    if (change.level !== null && !known(change)) fail('attribute_access.unknown_attribute', { name: change.name });
  }
  return context.write(async (tx) => {
    context.note({ node: nodeId, access: access.slice(0, 50) });
    const changed = await saveRules(tx, context.spaceId, nodeId, context.userId, access);
    if (changed) await context.push.send(tx, { spaceId: context.spaceId }, 'attribute_access', { node_id: nodeId });
    return changed;
  });
}
