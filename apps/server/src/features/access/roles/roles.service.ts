import { builtInRole, rightsOfRole, type SpaceRight } from '@gantry/domain';
import type { Context } from '../../../platform/context.ts';
import { sqlState } from '../../../platform/errors.ts';
import type { Db, Tx } from '../../../platform/postgres/database.ts';
import { fail } from '../../../platform/fail.ts';
import { sendToPeople } from '../../../platform/push.ts';
import { SESSION_ENDED } from '../auth/auth.service.ts';
import { ownAccess } from './roles.access.service.ts';
import { countRoleUse, deleteRole, listDelegates, listHoldersOf, listWrittenRoles, saveRole, updateRole } from './roles.repository.ts';
import { type Access, beyond, type ListedRole, listedRoles, roleColumns } from './roles.rules.ts';

export { roleColumns } from './roles.rules.ts';

const UNIQUE_VIOLATION = '23505';

/** Roles of the space. */
export const listRoles = (context: Context): Promise<ListedRole[]> => context.read((db) => rolesIn(context, db));

async function rolesIn(context: Pick<Context, 'spaceId'>, db: Db): Promise<ListedRole[]> {
  return listedRoles(await listWrittenRoles(db, context.spaceId), await countRoleUse(db, context.spaceId));
}

/** A role of the space, or a refusal. */
export async function mustFindRole(context: Pick<Context, 'spaceId'>, db: Db, id: number): Promise<ListedRole> {
  return (await rolesIn(context, db)).find((role) => role.id === id) ?? fail('role.not_found', { id });
}

/** Refuses to grant, revoke or change rights that the caller lacks. */
export async function refuseAboveOwn(context: Context, db: Db, rights: Iterable<SpaceRight>): Promise<void> {
  const { wide } = await ownAccess(context, db);
  const missing = beyond(rights, wide);
  if (missing.length) fail('role.above_own', { rights: missing.join(', ') });
}

/** Rights of a role that somebody lacks in the whole space. */
export const lacking = (rights: Iterable<SpaceRight>, { wide }: Access): SpaceRight[] => beyond(rights, wide);

/** Makes a role. */
export async function createRole(context: Context, { name, rights }: { name: string; rights: SpaceRight[] }): Promise<number> {
  return context.write((tx) =>
    refusingTakenName(name, async () => {
      await refuseAboveOwn(context, tx, rights);
      context.note({ name, rights });
      return saveRole(tx, context.spaceId, { code: null, name, rights: [...new Set(rights)] });
    }),
  );
}

/** Changes a role. Open pages get the new rights with their next call. */
export async function changeRole(context: Context, id: number, change: { name?: string; rights?: SpaceRight[] }): Promise<void> {
  await context.write((tx) =>
    refusingTakenName(change.name ?? '', async () => {
      const role = await mustFindRole(context, tx, id);
      if (role.code === 'owner') fail('role.owner_is_fixed');
      await refuseAboveOwn(context, tx, [...role.rights, ...(change.rights ?? [])]);
      context.note({ role: role.code ?? role.name, before: { name: role.name, rights: role.rights }, after: change });
      if (role.code === null) await updateRole(tx, context.spaceId, id, change);
      else if (change.rights) await rewriteBuiltIn(context, tx, role, change.rights);
      await notifyHolders(context, tx, id);
    }),
  );
}

async function rewriteBuiltIn(context: Context, tx: Tx, role: ListedRole, rights: SpaceRight[]): Promise<void> {
  const written = (await listWrittenRoles(tx, context.spaceId)).find(({ code }) => code === role.code);
  if (written) await updateRole(tx, context.spaceId, written.id, { rights });
  else await saveRole(tx, context.spaceId, { code: role.code, name: '', rights });
}

/** Deletes a role that nobody has; a built-in one is again as the product made it. */
export async function removeRole(context: Context, id: number): Promise<void> {
  await context.write(async (tx) => {
    const role = await mustFindRole(context, tx, id);
    if (role.code === 'owner') fail('role.owner_is_fixed');
    const code = builtInRole(id);
    await refuseAboveOwn(context, tx, [...role.rights, ...(code ? rightsOfRole(code, null) : [])]);
    if (code === null && role.members) fail('role.in_use', { name: role.name, members: role.members });
    context.note({ role: role.code ?? role.name, before: { rights: role.rights } });
    const written = (await listWrittenRoles(tx, context.spaceId)).find((row) => (code ? row.code === code : row.id === id));
    if (written) await deleteRole(tx, context.spaceId, written.id);
    await notifyHolders(context, tx, id);
  });
}

/** Asks the pages of a member to reload their rights, and those of who acts for them. */
export async function notifyMember(context: Context, tx: Tx, userId: number): Promise<void> {
  for (const person of [userId, ...(await listDelegates(tx, context.spaceId, [userId]))])
    await context.push.send(tx, { spaceId: 0, userId: person }, SESSION_ENDED, {});
}

/** Beyond this many people the whole space is notified: every page compares its person with the names of a message. */
const MOST_BY_NAME = 500;

/** The same for all who have a role. */
async function notifyHolders(context: Context, tx: Tx, roleId: number): Promise<void> {
  const { spaceId, push } = context;
  const holders = await listHoldersOf(tx, spaceId, roleColumns(roleId));
  const people = new Set([...holders, ...(await listDelegates(tx, spaceId, holders))]);
  if (people.size > MOST_BY_NAME) await push.send(tx, { spaceId }, SESSION_ENDED, {});
  else await sendToPeople(push, tx, { spaceId, people }, SESSION_ENDED, {});
}

async function refusingTakenName<T>(name: string, work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (error) {
    if (sqlState(error) === UNIQUE_VIOLATION) fail('role.name_taken', { name });
    throw error;
  }
}
