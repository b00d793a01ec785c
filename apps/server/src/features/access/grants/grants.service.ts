import { endpoints } from '@gantry/contract';
import { BUILT_IN_ROLE_ID, NODE_RIGHTS, rightsOfRole, SPACE_RIGHTS, type SpaceRight } from '@gantry/domain';
import type { Context, Services } from '../../../platform/context.ts';
import { type Db, perDatabase } from '../../../platform/database.ts';
import { fail } from '../../../platform/fail.ts';
import { memberOf, nodesAbove } from '../roles/roles.access.service.ts';
import { mustFindRole, refuseAboveOwn, roleColumns, tellMembers } from '../roles/roles.service.ts';
import { deleteGrant, listAccessAt, nodeExists, saveGrant } from './grants.repository.ts';

/** Gives a member a role on a node and all below it; of the role what concerns structure and plans counts there. */
export async function giveOnNode(context: Context, grant: { node_id: number; user_id: number; role_id: number }): Promise<void> {
  await context.write(async (tx) => {
    const role = await mustFindRole(context, tx, grant.role_id);
    const rights = role.rights.filter((right) => NODE_RIGHTS.includes(right));
    if (!rights.length) fail('grant.nothing_to_give');
    await refuseAboveOwn(context, tx, rights);
    if (!(await nodeExists(tx, context.spaceId, grant.node_id))) fail('node.not_found', { id: grant.node_id });
    if (!(await memberOf(tx, context.spaceId, grant.user_id))) fail('space.member_not_found');
    const { node_id, user_id } = grant;
    context.note({ user: user_id, node: node_id, role: role.code ?? role.name });
    await saveGrant(tx, { space_id: context.spaceId, node_id, user_id, ...roleColumns(grant.role_id), granted_by: context.actorId });
    await tellMembers(context, tx);
  });
}

/** Takes away what a member was given on a node. What they may by their role in the space stays. */
export async function takeFromNode(context: Context, { node_id, user_id }: { node_id: number; user_id: number }): Promise<void> {
  await context.write(async (tx) => {
    context.note({ user: user_id, node: node_id });
    if (!(await deleteGrant(tx, context.spaceId, node_id, user_id))) fail('grant.not_found');
    await tellMembers(context, tx);
  });
}

/** Who may do what at a node, and by what: one entry for the role in the space and one for each grant on the way down. */
export async function describeAccess(context: Context, nodeId: number) {
  return context.read(async (db) => {
    if (!(await nodeExists(db, context.spaceId, nodeId))) fail('node.not_found', { id: nodeId });
    const rows = await listAccessAt(db, context.spaceId, await nodesAbove(db, context.spaceId, nodeId));
    return rows.map(({ role, role_id, written, node_id, ...row }) => ({
      ...row,
      node_id,
      source: node_id === null ? ('space' as const) : ('node' as const),
      role_id: role_id ?? BUILT_IN_ROLE_ID[role],
      rights: rightsOfRole(role, written).filter((right) => NODE_RIGHTS.includes(right)),
    }));
  });
}

/** The caller's roles at a node and what they allow together; in somebody's name, what that person may. */
export async function describeOwnRole(context: Context, nodeId: number) {
  const own = (await describeAccess(context, nodeId)).filter(({ user_id }) => user_id === context.userId);
  const held = new Set(own.flatMap(({ rights }) => rights));
  return {
    roles: own.map(({ source, node_id, node_name, role_id }) => ({ source, node_id, node_name, role_id })),
    rights: SPACE_RIGHTS.filter((right) => held.has(right)),
  };
}

/** What everybody who is signed in may do: the calls that ask for no role. */
export function freeAbilities() {
  return endpoints()
    .filter(({ endpoint }) => endpoint.right === 'signed_in' || endpoint.right === 'own_session')
    .map(({ feature, name, endpoint }) => ({ ability: `${feature}.${name}`, summary: endpoint.summary }));
}

/** Everybody who has a right at a node, at this moment: the inverse of what one person may there. */
export async function readersAt(db: Db, spaceId: number, nodeId: number, right: SpaceRight): Promise<ReadonlySet<number>> {
  const rows = await listAccessAt(db, spaceId, await nodesAbove(db, spaceId, nodeId));
  const may = rows.filter(
    ({ node_id, role, written }) => (node_id === null || NODE_RIGHTS.includes(right)) && rightsOfRole(role, written).includes(right),
  );
  return new Set(may.map(({ user_id }) => user_id));
}

const READERS_LIVE_MS = 5_000;
/** Readers by space, node and right, so that a lively chat does not ask for them at each message. */
const readersRemembered = perDatabase(() => new Map<string, { until: number; readers: Promise<ReadonlySet<number>> }>());

/**
 * `readersAt` for the delivery of messages, outside a transaction. The answer is cached for five seconds, so a person who loses a right
 * receives messages for at most that long.
 */
export function readersOf(services: Services, spaceId: number, nodeId: number, right: SpaceRight): Promise<ReadonlySet<number>> {
  const remembered = readersRemembered(services);
  const key = `${spaceId} ${nodeId} ${right}`;
  const now = services.now().getTime();
  const known = remembered.get(key);
  if (known && known.until > now) return known.readers;
  for (const [old, { until }] of remembered) if (until <= now) remembered.delete(old);
  const readers = services.database.read({ spaceId, userId: null }, (db) => readersAt(db, spaceId, nodeId, right));
  readers.catch(() => remembered.delete(key));
  remembered.set(key, { until: now + READERS_LIVE_MS, readers });
  return readers;
}
