import { type About, endpoints, type EventName, type EventSent } from '@gantry/contract';
import { BUILT_IN_ROLE_ID, NODE_RIGHTS, rightsOfRole, SPACE_RIGHTS, type SpaceRight } from '@gantry/domain';
import type { Context, Services } from '../../../platform/context.ts';
import { type Db, pastReach, perDatabase, type Tx } from '../../../platform/postgres/database.ts';
import { fail } from '../../../platform/fail.ts';
import { requireRoom } from '../../../platform/room.ts';
import { sendToPeople } from '../../../platform/push.ts';
import { memberOf, nodesAbove, nodesBelow, scheduleOf } from '../roles/roles.access.service.ts';
import { mustFindRole, refuseAboveOwn, roleColumns, notifyMember } from '../roles/roles.service.ts';
import {
  deleteGrant,
  hasGrant,
  type Holders,
  listAccessAt,
  listHoldersAt,
  listHoldersInSpace,
  listHoldersOnNodes,
  nodeExists,
  saveGrant,
} from './grants.repository.ts';

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
    // All grants of a person come with each of their calls.
    if (!(await hasGrant(tx, context.spaceId, node_id, user_id)))
      await requireRoom(tx, 'node_grant', { space_id: context.spaceId, user_id });
    await saveGrant(tx, { space_id: context.spaceId, node_id, user_id, ...roleColumns(grant.role_id), granted_by: context.actorId });
    await notifyMember(context, tx, user_id);
  });
}

/** Removes a member's grants on a node; the role in the space stays. */
export async function takeFromNode(context: Context, { node_id, user_id }: { node_id: number; user_id: number }): Promise<void> {
  await context.write(async (tx) => {
    context.note({ user: user_id, node: node_id });
    if (!(await deleteGrant(tx, context.spaceId, node_id, user_id))) fail('grant.not_found');
    await notifyMember(context, tx, user_id);
  });
}

/** Lists who has which role at a node, or the roles of one person: one entry for the role in the space, one for each grant on the path. */
export async function describeAccess(context: Context, nodeId: number, userId?: number) {
  return context.read(async (db) => {
    if (!(await nodeExists(db, context.spaceId, nodeId))) fail('node.not_found', { id: nodeId });
    const rows = await listAccessAt(db, context.spaceId, await nodesAbove(db, context.spaceId, nodeId), userId);
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
  const own = await describeAccess(context, nodeId, context.userId);
  const held = new Set(own.flatMap(({ rights }) => rights));
  return {
    roles: own.map(({ source, node_id, node_name, role_id }) => ({ source, node_id, node_name, role_id })),
    rights: SPACE_RIGHTS.filter((right) => held.has(right)),
  };
}

/** The calls that every signed-in person may make without a role. */
export function freeAbilities() {
  return endpoints()
    .filter(({ endpoint }) => endpoint.right === 'signed_in' || endpoint.right === 'own_session')
    .map(({ feature, name, endpoint }) => ({ ability: `${feature}.${name}`, summary: endpoint.summary }));
}

/**
 * Everybody who has a right at a node, at this moment: the inverse of what one person may there. `among`: of these people alone, whatever
 * members the space has.
 */
export const readersAt = (
  db: Db,
  spaceId: number,
  nodeId: number,
  right: SpaceRight,
  among?: readonly number[],
): Promise<ReadonlySet<number>> => holdersAt(db, spaceId, [nodeId], [right], among);

/** A node, or some, and all below: who reads at one of them sees the node. */
const seenAt = async (db: Db, spaceId: number, nodes: number | readonly number[]): Promise<number[]> =>
  [nodes, await nodesBelow(db, spaceId, nodes)].flat(2);

const SEEN_BY: readonly SpaceRight[] = ['structure.read', 'plan.read'];

/** Tells people who see nodes now, in the same words and by name: for what is about to go, or to go elsewhere. */
export async function notifySeers<N extends EventName>(
  context: Context,
  tx: Tx,
  nodeIds: Iterable<number>,
  event: N,
  data: EventSent[N],
): Promise<void> {
  const nodes = [...nodeIds];
  if (!nodes.length) return;
  const people = await pastReach(tx, async () => holdersAt(tx, context.spaceId, await seenAt(tx, context.spaceId, nodes), SEEN_BY));
  await sendToPeople(context.push, tx, { spaceId: context.spaceId, people }, event, data);
}

/** Tells the people who read plans at a schedule, by name, that versions of it are gone. */
export async function notifyVersionsGone(context: Context, tx: Tx, scheduleId: number, ids: readonly number[]): Promise<void> {
  const people = await pastReach(tx, () => readersAt(tx, context.spaceId, scheduleId, 'plan.read'));
  for (let from = 0; from < ids.length; from += VERSIONS_A_MESSAGE) {
    const reported = { version_ids: ids.slice(from, from + VERSIONS_A_MESSAGE) };
    await sendToPeople(context.push, tx, { spaceId: context.spaceId, people }, 'delete_versions', reported);
  }
}
/** A notification holds at most 8,000 bytes. */
const VERSIONS_A_MESSAGE = 500;

/** Everybody whom a role gives one of the rights. */
const holding = (held: readonly Holders[], rights: readonly SpaceRight[]): number[] =>
  held
    .filter(({ on_node, role, written }) =>
      rightsOfRole(role, written).some((right) => rights.includes(right) && (!on_node || NODE_RIGHTS.includes(right))),
    )
    .flatMap(({ people }) => people);

/** Everybody who holds one of the rights at one of the nodes. */
async function holdersAt(
  db: Db,
  spaceId: number,
  nodeIds: readonly number[],
  rights: readonly SpaceRight[],
  among?: readonly number[],
): Promise<ReadonlySet<number>> {
  return new Set(holding(await listHoldersAt(db, spaceId, await nodesAbove(db, spaceId, nodeIds), among), rights));
}

const READERS_LIVE_MS = 5_000;
/** The channel on which the database names spaces whose memberships, roles, grants or hierarchy have changed; nothing: of any space. */
const ACCESS_CHANNEL = 'gantry_access';
type Readers = Promise<ReadonlySet<number>>;
/** Readers of a space by place and rights, so that a lively version does not ask for them at each message. */
const readersRemembered = perDatabase(() => new Map<number, Map<string, { until: number; readers: Readers }>>());

const SPACES_REMEMBERED = 100;

/** What is asked outside of a transaction, cached for five seconds, or until what anybody may changes. */
function remember(services: Services, spaceId: number, key: string, ask: () => Readers): Readers {
  const spaces = readersRemembered(services);
  const remembered = spaces.get(spaceId) ?? new Map<string, { until: number; readers: Readers }>();
  if (!remembered.size && spaces.size >= SPACES_REMEMBERED) spaces.clear();
  spaces.set(spaceId, remembered);
  const now = services.now().getTime();
  const known = remembered.get(key);
  if (known && known.until > now) return known.readers;
  for (const [old, { until }] of remembered) if (until <= now) remembered.delete(old);
  const readers = ask();
  readers.catch(() => remembered.delete(key));
  remembered.set(key, { until: now + READERS_LIVE_MS, readers });
  return readers;
}

/** Everybody who holds one of the rights at one of the nodes of a place, cached: who holds it in the whole space, once for all places. */
function holdersOf(
  services: Services,
  spaceId: number,
  place: string,
  rights: readonly SpaceRight[],
  nodesOf: (db: Db) => Promise<readonly number[]>,
): Readers {
  const read = <T>(work: (db: Db) => Promise<T>): Promise<T> => services.database.read({ spaceId, userId: null }, work);
  const inSpace = (): Readers =>
    remember(
      services,
      spaceId,
      `space ${rights.join()}`,
      async () => new Set(holding(await read((db) => listHoldersInSpace(db, spaceId)), rights)),
    );
  return remember(services, spaceId, `${place} ${rights.join()}`, async () => {
    const held = await read(async (db) => {
      const nodes = await nodesOf(db);
      return nodes.length ? listHoldersOnNodes(db, spaceId, await nodesAbove(db, spaceId, nodes)) : null;
    });
    if (!held) return new Set();
    const [everywhere, given] = [await inSpace(), holding(held, rights)];
    return given.every((one) => everywhere.has(one)) ? everywhere : new Set([...everywhere, ...given]);
  });
}

/** `readersAt` for the delivery of messages. */
export const readersOf = (services: Services, spaceId: number, nodeId: number, right: SpaceRight): Readers =>
  holdersOf(services, spaceId, `node ${nodeId}`, [right], async () => [nodeId]);

/** Lets the push channel know who hears of versions, nodes and branches. */
export function admitReaders(services: Services): void {
  for (const [kind, nodesOf] of [
    ['node', async (_db, _spaceId, id) => [id]],
    ['branch', seenAt],
    ['version', async (db, spaceId, id) => [(await scheduleOf(db, spaceId, id)) ?? []].flat()],
  ] satisfies [About['kind'], (db: Db, spaceId: number, id: number) => Promise<readonly number[]>][])
    services.push.admit(kind, (spaceId, id, rights) =>
      holdersOf(services, spaceId, `${kind} ${id}`, rights, (db) => nodesOf(db, spaceId, id)),
    );
  services.push.on(ACCESS_CHANNEL, (spaceId) => {
    if (spaceId) readersRemembered(services).delete(Number(spaceId));
    else readersRemembered(services).clear();
  });
}
