import { BUILT_IN_ROLE_ID, builtInRole } from '@gantry/domain';
import type { Context } from '../../../platform/context.ts';
import { sqlState } from '../../../platform/errors.ts';
import type { Tx } from '../../../platform/postgres/database.ts';
import { fail } from '../../../platform/fail.ts';
import { SESSION_ENDED } from '../auth/auth.service.ts';
import { countTries } from '../auth/auth.throttle.service.ts';
import { giveSeat, leaveSeats } from '../licenses/licenses.service.ts';
import { mustFindRole, refuseAboveOwn, roleColumns } from '../roles/roles.service.ts';
import {
  deleteMember,
  deleteMembers,
  findMembership,
  findPerson,
  listMembers,
  lockActiveOwners,
  type MemberRow,
  saveMember,
  saveMembers,
  updateMember,
} from './spaces.repository.ts';

const UNIQUE_VIOLATION = '23505';
/** Limits invitations, which could otherwise be used to enumerate logins. */
const INVITATIONS = { tries: 60, windowSeconds: 3600 };

const roleIdOf = (member: MemberRow): number => member.role_id ?? BUILT_IN_ROLE_ID[member.role];

/**
 * Adds a member by login or verified address, with a role that has no rights beyond the caller's. Null when nobody is known by the address.
 */
export async function inviteMember(
  context: Context,
  { login, role_id: roleId }: { login: string; role_id: number },
): Promise<number | null> {
  await countTries(context, [{ key: `invite:${context.actorId}`, ...INVITATIONS }]);
  return context.write(async (tx) => {
    const role = await mustFindRole(context, tx, roleId);
    await refuseAboveOwn(context, tx, role.rights);
    const person = await findPerson(tx, isAddress(login) ? { email: login } : { login });
    if (person === null) return isAddress(login) ? null : fail('space.person_not_found', { login });
    await addMember(context, tx, person, { roleId, login });
    context.note({ user: person, login, role: role.code ?? role.name });
    await notify(context, tx, person);
    return person;
  });
}

/** Treats a login that looks like an address as an address, so that nobody can claim one by their login. */
const isAddress = (text: string): boolean => text.includes('@');

async function addMember(context: Context, tx: Tx, userId: number, { roleId, login }: { roleId: number; login: string }): Promise<void> {
  try {
    await saveMember(tx, context.spaceId, userId, roleColumns(roleId));
    await giveSeat(context, tx, context.spaceId, userId);
  } catch (error) {
    if (sqlState(error) === UNIQUE_VIOLATION) fail('space.already_member', { login });
    throw error;
  }
}

/** Makes a person a member who was invited before; who is one already stays as they are. */
export async function admit(context: Context, tx: Tx, spaceId: number, userId: number, roleId: number): Promise<void> {
  if (await findMembership(tx, spaceId, userId)) return;
  await saveMember(tx, spaceId, userId, roleColumns(roleId));
  await giveSeat(context, tx, spaceId, userId);
}

/** Adds people without accounts as members: they take no seats, and the server sends no notices. */
export async function admitNames(tx: Tx, spaceId: number, userIds: readonly number[], roleId: number): Promise<void> {
  await saveMembers(tx, spaceId, userIds, roleColumns(roleId));
}

/** Takes people without accounts out of a space; they had no seats and no pages. */
export async function dismissNames(tx: Tx, spaceId: number, userIds: readonly number[]): Promise<void> {
  await deleteMembers(tx, spaceId, userIds);
}

/** Removes a member: their grants and delegations go with the membership, and their pages leave the space at once. */
export async function kickOut(context: Context, userId: number): Promise<void> {
  await context.write(async (tx) => {
    const member = await mustMayTouch(context, tx, userId);
    await keepAnOwner(context, tx, member);
    context.note({ user: userId, login: member.login, role: member.role_name ?? member.role });
    await deleteMember(tx, context.spaceId, userId);
    await notify(context, tx, userId);
  });
}

/** Changes the role of a member, or disables and activates them. */
export async function changeMember(
  context: Context,
  userId: number,
  change: { role_id?: number; status?: 'active' | 'disabled' },
): Promise<void> {
  await context.write(async (tx) => {
    const member = await mustMayTouch(context, tx, userId);
    const role = change.role_id === undefined ? null : await mustFindRole(context, tx, change.role_id);
    if (role) await refuseAboveOwn(context, tx, role.rights);
    if (change.status === 'disabled' || (role && role.code !== 'owner')) await keepAnOwner(context, tx, member);
    context.note({
      user: userId,
      login: member.login,
      before: { role: member.role_name ?? member.role, status: member.status },
      after: { ...(role ? { role: role.code ?? role.name } : {}), ...(change.status ? { status: change.status } : {}) },
    });
    await updateMember(tx, context.spaceId, userId, {
      ...(change.role_id === undefined ? {} : roleColumns(change.role_id)),
      ...(change.status === undefined ? {} : { status: change.status }),
    });
    if (change.status === 'active' && member.status !== 'active') await giveSeat(context, tx, context.spaceId, userId);
    if (change.status === 'disabled') await leaveSeats(tx, context.spaceId, userId);
    await notify(context, tx, userId);
  });
}

/** Says whether a member carries out works. */
export async function setExecutor(context: Context, userId: number, executor: boolean): Promise<void> {
  await context.write(async (tx) => {
    if (!(await listMembers(tx, context.spaceId, { userId })).length) fail('space.member_not_found');
    context.note({ user: userId, executor });
    await updateMember(tx, context.spaceId, userId, { executor });
  });
}

/** Returns a member whom the caller may change: another person whose role has no rights beyond the caller's. */
export async function mustMayTouch(context: Context, tx: Tx, userId: number): Promise<MemberRow> {
  const [member] = await listMembers(tx, context.spaceId, { userId });
  if (!member) fail('space.member_not_found');
  if (userId === context.actorId) fail('space.not_yourself');
  await refuseAboveOwn(context, tx, (await mustFindRole(context, tx, roleIdOf(member))).rights);
  return member;
}

/** A space without an owner could be deleted, and repaired, by nobody. */
async function keepAnOwner(context: Context, tx: Tx, member: MemberRow): Promise<void> {
  const owners = await lockActiveOwners(tx, context.spaceId);
  if (builtInRole(roleIdOf(member)) === 'owner' && member.status === 'active' && owners < 2) fail('space.last_owner');
}

/** Asks the pages of the person to reload spaces and rights. */
async function notify(context: Context, tx: Tx, userId: number): Promise<void> {
  await context.push.send(tx, { spaceId: 0, userId }, SESSION_ENDED, {});
}
