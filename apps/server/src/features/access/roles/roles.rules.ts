import {
  builtInRole,
  BUILT_IN_ROLE_ID,
  NEVER_DELEGATED,
  NODE_RIGHTS,
  rightsOfRole,
  SPACE_ROLES,
  type SpaceRight,
  type SpaceRole,
  withIncluded,
} from '@gantry/domain';
import type { TokenBounds } from '../../../platform/context.ts';

/** A person's rights in a space: everywhere, and on nodes with their descendants. */
export type Access = { wide: ReadonlySet<SpaceRight>; grants: readonly { nodeId: number; rights: ReadonlySet<SpaceRight> }[] };

export const NO_ACCESS: Access = { wide: new Set(), grants: [] };

type Written = { role: SpaceRole; written: string[] | null };

/** Caches the answers of a function by what it is asked. */
function once<Asked, Answer>(answer: (asked: Asked) => Answer): (asked: Asked) => Answer {
  const answers = new Map<Asked, Answer>();
  return (asked) => {
    const there = answers.get(asked);
    if (there !== undefined) return there;
    const made = answer(asked);
    answers.set(asked, made);
    return made;
  };
}

/** Access by a role in the space and roles on nodes, of which the rights over structure and plans count. */
export function accessBy(member: Written, onNodes: readonly (Written & { nodes: readonly number[] })[]): Access {
  const grants = onNodes.flatMap(({ nodes, role, written }) => {
    const rights = new Set(rightsOfRole(role, written).filter((right) => NODE_RIGHTS.includes(right)));
    return rights.size ? nodes.map((nodeId) => ({ nodeId, rights })) : [];
  });
  return { wide: new Set(rightsOfRole(member.role, member.written)), grants };
}

/** Access without the rights that `keeps` refuses. */
export function narrowed(access: Access, keeps: (right: SpaceRight) => boolean): Access {
  const cut = once((rights: ReadonlySet<SpaceRight>) => new Set([...rights].filter(keeps)));
  return { wide: cut(access.wide), grants: access.grants.map(({ nodeId, rights }) => ({ nodeId, rights: cut(rights) })) };
}

/** What of somebody's access an access token leaves in a space; without a token, all of it. */
export function withinToken(access: Access, spaceId: number, token: TokenBounds | null): Access {
  if (!token) return access;
  if (token.spaceId !== null && token.spaceId !== spaceId) return NO_ACCESS;
  const kept = withIncluded(token.rights);
  return narrowed(access, (right) => kept.has(right));
}

/** The part of a person's access that passes to a delegate. */
export const delegated = (access: Access): Access => narrowed(access, (right) => !NEVER_DELEGATED.includes(right));

/** Rights at a node, given its path: those in the whole space and those granted on the path. */
export function rightsOn(access: Access, path: readonly number[]): ReadonlySet<SpaceRight> {
  return new Set([...access.wide, ...access.grants.filter(({ nodeId }) => path.includes(nodeId)).flatMap(({ rights }) => [...rights])]);
}

/** Rights that somebody has anywhere. */
export function rightsAnywhere(access: Access): ReadonlySet<SpaceRight> {
  return new Set([...access.wide, ...access.grants.flatMap(({ rights }) => [...rights])]);
}

/** Whether somebody sees only what was given to them: the nodes of their grants. Null: the whole structure. */
export function reachRoots(access: Access): readonly number[] | null {
  if (access.wide.has('structure.read') || access.wide.has('plan.read')) return null;
  return access.grants.filter(({ rights }) => rights.has('structure.read') || rights.has('plan.read')).map(({ nodeId }) => nodeId);
}

/** Whether somebody holds a right at every node in their reach: row-level security then filters enough. */
export function holdsInReach(access: Access, right: SpaceRight): boolean {
  const roots = reachRoots(access);
  if (roots === null) return access.wide.has(right);
  const held = new Set(access.grants.filter(({ rights }) => rights.has(right)).map(({ nodeId }) => nodeId));
  return roots.every((nodeId) => held.has(nodeId));
}

/** The wanted rights that the second set lacks; nobody may grant rights that they lack. */
export function beyond(wanted: Iterable<SpaceRight>, own: ReadonlySet<SpaceRight>): SpaceRight[] {
  return [...wanted].filter((right) => !own.has(right));
}

/** A role as lists show it. */
export type ListedRole = { id: number; code: SpaceRole | null; name: string; rights: SpaceRight[]; changed: boolean; members: number };

/** All roles of a space, the built-in ones first. */
export function listedRoles(
  written: readonly { id: number; code: SpaceRole | null; name: string; rights: string[] }[],
  use: readonly { role: SpaceRole; role_id: number | null; members: number }[],
): ListedRole[] {
  const members = (id: number): number =>
    use.filter((row) => (row.role_id ?? BUILT_IN_ROLE_ID[row.role]) === id).reduce((sum, row) => sum + row.members, 0);
  const builtIn = SPACE_ROLES.map((code) => {
    const own = written.find((row) => row.code === code);
    const id = BUILT_IN_ROLE_ID[code];
    return { id, code, name: '', rights: [...rightsOfRole(code, own?.rights ?? null)], changed: own !== undefined, members: members(id) };
  });
  const made = written
    .filter(({ code }) => code === null)
    .map(({ id, name, rights }) => ({
      id,
      code: null,
      name,
      rights: [...rightsOfRole('viewer', rights)],
      changed: false,
      members: members(id),
    }));
  return [...builtIn, ...made];
}

/** How a role with an id is kept: a built-in one by its name, one that people made by its id beside the least of the built-in ones. */
export function roleColumns(id: number): { role: SpaceRole; role_id: number | null } {
  const code = builtInRole(id);
  return code ? { role: code, role_id: null } : { role: 'viewer', role_id: id };
}
