import type { Place } from '@gantry/contract';
import { BlockList, isIP } from 'node:net';
import type { SpaceRight } from '@gantry/domain';
import type { Context } from '../../../platform/context.ts';
import type { Db, Reach } from '../../../platform/postgres/database.ts';
import {
  type AccessRow,
  findAccess,
  findPlaceNode,
  isActivePerson,
  listDownwards,
  listPaths,
  listSchedulesOf,
  listUpwards,
} from './roles.repository.ts';
import { type Access, accessBy, delegated, NO_ACCESS, rightsAnywhere, rightsOn, withinToken } from './roles.rules.ts';

export { reachOf } from './roles.reach.service.ts';
export { type Access, delegated, holdsInReach, NO_ACCESS, rightsAnywhere, withinToken } from './roles.rules.ts';

/** A live membership with the person's rights in the space. */
export type Member = AccessRow & { access: Access };

/** Role and rights of a person in a space; null for a disabled or missing membership. */
export async function memberOf(db: Db, spaceId: number, userId: number): Promise<Member | null> {
  const row = await findAccess(db, spaceId, userId);
  if (row?.status !== 'active') return null;
  return { ...row, access: accessBy(row, row.grants) };
}

/** Rights where a call needs them: at the node that it names, in the whole space, or wherever the person has any. */
export async function rightsAt(
  db: Db,
  spaceId: number,
  access: Access,
  place: Place,
  idOf: (place: Place) => number | null,
): Promise<ReadonlySet<SpaceRight>> {
  if (place.kind === 'anywhere') return rightsAnywhere(access);
  if (place.kind === 'space' || !access.grants.length) return access.wide;
  const id = idOf(place);
  const node = id === null ? null : await findPlaceNode(db, spaceId, { kind: place.kind, id });
  return node === null ? access.wide : rightsOn(access, await listUpwards(db, spaceId, [node]));
}

/** Rights at each of many places, as `rightsAt` finds them, by two statements in all. */
export async function rightsAtEach(
  db: Db,
  spaceId: number,
  access: Access,
  places: readonly { kind: 'node' | 'version'; id: number }[],
): Promise<(place: { kind: 'node' | 'version'; id: number }) => ReadonlySet<SpaceRight>> {
  if (!access.grants.length || !places.length) return () => access.wide;
  const versions = places.filter(({ kind }) => kind === 'version').map(({ id }) => id);
  const schedules = versions.length ? await listSchedulesOf(db, spaceId, versions) : new Map<number, number>();
  const nodeOf = ({ kind, id }: { kind: 'node' | 'version'; id: number }) => (kind === 'node' ? id : schedules.get(id));
  const nodes = new Set(places.flatMap((place) => nodeOf(place) ?? []));
  const paths = await listPaths(db, spaceId, [...nodes]);
  const rights = new Map([...nodes].map((node) => [node, rightsOn(access, paths.get(node) ?? [])]));
  return (place) => rights.get(nodeOf(place) ?? 0) ?? access.wide;
}

/** Whether the caller may read the plan of a version at this moment. */
export async function mayReadVersion(
  { database, userId, token }: Pick<Context, 'database' | 'userId' | 'token'>,
  spaceId: number,
  versionId: number,
): Promise<boolean> {
  return database.read({ spaceId, userId }, async (db) => {
    const member = await memberOf(db, spaceId, userId);
    if (!member) return false;
    const access = withinToken(member.access, spaceId, token);
    return (await rightsAt(db, spaceId, access, { kind: 'version', param: 'id' }, () => versionId)).has('plan.read');
  });
}

/** Role and rights of an active person in an active space; otherwise null. */
export async function activeMemberOf(db: Db, spaceId: number, userId: number): Promise<Member | null> {
  const member = (await isActivePerson(db, userId)) ? await memberOf(db, spaceId, userId) : null;
  return member?.deleting ? null : member;
}

/** The caller's access in the space at this moment, within the token and the delegation of the call. */
export async function ownAccess(context: Context, db: Db): Promise<Access> {
  const own = (await memberOf(db, context.spaceId, context.userId))?.access ?? NO_ACCESS;
  return withinToken(context.actorId === context.userId ? own : delegated(own), context.spaceId, context.token);
}

const atEntry = new WeakMap<Context, Access>();

/** Notes the access that the gate has found, for the calls that only read. */
export function noteAccess(context: Context, access: Access): void {
  atEntry.set(context, access);
}

/** The access of the caller as the gate found it when the call arrived; read again where no gate did, as in a job. */
export async function accessAtEntry(context: Context, db: Db): Promise<Access> {
  return atEntry.get(context) ?? ownAccess(context, db);
}

/** The same call in another part of the space, with the access that the gate has found. */
export function withReach(context: Context, reach: Reach | null): Context {
  const other = context.within(reach);
  const access = atEntry.get(context);
  if (access) noteAccess(other, access);
  return other;
}

/** The same call of somebody who has all of their rights but one. */
export function withoutRight(context: Context, right: SpaceRight): Context {
  const rights = new Set([...(context.token?.rights ?? context.rights)].filter((one) => one !== right));
  return {
    ...context,
    token: { id: context.token?.id ?? 0, spaceId: context.spaceId, rights },
    rights: new Set([...context.rights].filter((one) => one !== right)),
    can: (one) => one !== right && context.can(one),
    within: (reach) => withoutRight(context.within(reach), right),
  };
}

/** Whether the gate has found that the caller has a right in the whole space; asks nothing. */
export const heldInSpaceAtEntry = (context: Context, right: SpaceRight): boolean => atEntry.get(context)?.wide.has(right) ?? false;

/** Whether the caller had a right at a node when the call arrived. */
export async function heldAtEntry(context: Context, db: Db, nodeId: number, right: SpaceRight): Promise<boolean> {
  const access = await accessAtEntry(context, db);
  return (await rightsAt(db, context.spaceId, access, { kind: 'node', param: 'id' }, () => nodeId)).has(right);
}

/** The caller's rights at a node at this moment. */
export async function ownRightsAt(context: Context, db: Db, nodeId: number): Promise<ReadonlySet<SpaceRight>> {
  return rightsAt(db, context.spaceId, await ownAccess(context, db), { kind: 'node', param: 'id' }, () => nodeId);
}

/** Whether the caller has a right at a node at this moment. */
export async function holdsAt(context: Context, db: Db, nodeId: number, right: SpaceRight): Promise<boolean> {
  return (await ownRightsAt(context, db, nodeId)).has(right);
}

/** The same for the whole space. */
export async function holdsInSpace(context: Context, db: Db, right: SpaceRight): Promise<boolean> {
  return (await ownAccess(context, db)).wide.has(right);
}

/** Nodes at which somebody has a right; null: in the whole space. */
export async function nodesWith(db: Db, spaceId: number, access: Access, right: SpaceRight): Promise<number[] | null> {
  if (access.wide.has(right)) return null;
  const roots = access.grants.filter(({ rights }) => rights.has(right)).map(({ nodeId }) => nodeId);
  return roots.length ? listDownwards(db, spaceId, roots) : [];
}

/** A node and all below it. */
export const nodesBelow = (db: Db, spaceId: number, nodes: number | readonly number[]): Promise<number[]> =>
  listDownwards(db, spaceId, [nodes].flat());

/** A node, or some, and all above. */
export const nodesAbove = (db: Db, spaceId: number, nodes: number | readonly number[]): Promise<number[]> =>
  listUpwards(db, spaceId, [nodes].flat());

/** The schedule of a version; null where there is none. */
export const scheduleOf = (db: Db, spaceId: number, versionId: number): Promise<number | null> =>
  findPlaceNode(db, spaceId, { kind: 'version', id: versionId });

/** Whether an address belongs to the given addresses and networks; an empty list allows all. An IPv4-mapped IPv6 address counts as IPv4. */
export function isAllowedFrom(allowed: readonly string[], address: string): boolean {
  if (!allowed.length) return true;
  const plain = /^::ffff:(\d+\.\d+\.\d+\.\d+)$/i.exec(address)?.[1] ?? address;
  const version = isIP(plain);
  if (!version) return false;
  return listOf(allowed).check(plain, version === 6 ? 'ipv6' : 'ipv4');
}

/** Parsed address lists. Every call of a space needs the same one. */
const lists = new Map<string, BlockList>();
const LISTS_KEPT = 100;

function listOf(allowed: readonly string[]): BlockList {
  const key = allowed.join();
  const known = lists.get(key);
  if (known) return known;
  const list = new BlockList();
  for (const rule of allowed) {
    const [network, bits] = rule.split('/');
    const family = isIP(network) === 6 ? 'ipv6' : 'ipv4';
    list.addSubnet(network, bits === undefined ? (family === 'ipv6' ? 128 : 32) : Number(bits), family);
  }
  if (lists.size >= LISTS_KEPT) lists.clear();
  lists.set(key, list);
  return list;
}
