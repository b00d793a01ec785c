import { z } from 'zod';
import { BUILT_IN_ROLE_ID, NEVER_DELEGATED, type SpaceRight } from '@gantry/domain';
import { SESSION_ENDED } from '../auth/auth.service.ts';
import type { Context, Services } from '../../../platform/context.ts';
import { eraseAudit } from '../../../platform/audit.ts';
import type { Db, Tx } from '../../../platform/postgres/database.ts';
import { fail, Refused } from '../../../platform/fail.ts';
import { eraseRows } from '../../../platform/space-rows.ts';
import type { JobKind } from '../../../platform/jobs/jobs.ts';
import { findReplacement } from './spaces.replacement.repository.ts';
import { giveFounderSeat, describeLicense, judgeCall, settleVerdict } from '../licenses/licenses.service.ts';
import { isAllowedFrom, memberOf, NO_ACCESS, rightsAnywhere, withinToken } from '../roles/roles.access.service.ts';
import {
  countSpaces,
  deleteSpace,
  findMembership,
  findSpace,
  findSpaceOfOwnerByName,
  isJobOpenFor,
  listFreeSpaces,
  listMembers,
  type MemberRow,
  markDeleting,
  markDemo,
  renameSpace,
  unmarkDemo,
  updateSettings,
  saveMember,
  saveSpace,
} from './spaces.repository.ts';

/** Creates a space that the caller owns. */
export async function createSpace(
  context: Context,
  name: string,
  kind: 'regular' | 'free' | 'demo' = 'regular',
  time_zone: string | null = null,
): Promise<number> {
  return context.write(async (tx) => {
    if (await findSpaceOfOwnerByName(tx, context.userId, name)) fail('space.name_taken', { name });
    const id = await saveSpace(tx, { name, kind, time_zone, created_by: context.userId });
    await saveMember(tx, id, context.userId, { role: 'owner', role_id: null });
    await giveFounderSeat(context, tx, id, context.userId);
    await context.audit(tx, { action: 'spaces.created', object: `space ${id}`, details: { name, kind } }, { spaceId: id });
    return id;
  });
}

/** Turns an empty space into a demo space; a space with content stays as it is. */
export const becomeDemo = (context: Context): Promise<void> => context.write((tx) => markDemo(tx, context.spaceId));

/** A space whose sample goes is a demo one no more. */
export const becomeRegular = (tx: Tx, id: number): Promise<void> => unmarkDemo(tx, id);

/** Starts the deletion of free spaces that the caller owns: those that are named, else all of them. */
export async function removeFree(context: Context, ids: readonly number[] | undefined): Promise<number[]> {
  const scope = { spaceId: null, userId: context.userId, system: true };
  const owned = await context.database.read(scope, (db) => listFreeSpaces(db, context.userId));
  for (const id of ids ?? []) if (!owned.includes(id)) fail('space.not_found');
  const jobs: number[] = [];
  for (const id of new Set(ids ?? owned)) jobs.push(await startDeletion(context, id));
  return jobs;
}

/** Renames a space of the caller's. */
export async function changeSpaceName(context: Context, id: number, name: string): Promise<void> {
  await context.write(async (tx) => {
    const same = await findSpaceOfOwnerByName(tx, context.userId, name);
    if (same && same.id !== id) fail('space.name_taken', { name });
    context.note({ name });
    await renameSpace(tx, id, name);
  });
}

/** Role and rights of the caller in the current space; under delegation those of the delegation. */
export async function describeSpace(context: Context) {
  const { member, license } = await context.read(async (db) => {
    const found = await memberOf(db, context.spaceId, context.userId);
    return { member: found, license: await describeLicense(context, db, found?.access.wide.has('users.manage') ?? false) };
  });
  if (!member) fail('space.not_found');
  const may = (right: SpaceRight) => context.userId === context.actorId || !NEVER_DELEGATED.includes(right);
  return {
    space_id: context.spaceId,
    space_name: member.space_name,
    currency: member.currency,
    status: member.status,
    role: member.role,
    role_name: member.role_name,
    executor: member.executor,
    rights: [...member.access.wide].filter(may),
    grants: member.access.grants.map(({ nodeId, rights }) => ({ node_id: nodeId, rights: [...rights] })),
    acting_for: context.userId === context.actorId ? null : context.userId,
    license,
  };
}

/** Whether the caller may enter a space. Missing and foreign spaces answer alike. Entering takes a seat when the licence counts them. */
export async function checkAccess(
  context: Pick<Context, 'database' | 'licensing' | 'now' | 'log' | 'userId' | 'clientAddress' | 'token'>,
  asked: number,
) {
  const standIn = await context.database.read({ spaceId: null, userId: context.userId }, (db) => findReplacement(db, asked));
  const id = standIn ?? asked;
  const place = { spaceId: id, userId: context.userId };
  const { reason, judged } = await context.database.read(place, async (db) => {
    const membership = await findMembership(db, id, context.userId);
    if (membership?.status !== 'active' || membership.deleting) return { reason: 'Forbidden' as const, judged: null };
    if (!isAllowedFrom(membership.allowed_addresses, context.clientAddress)) return { reason: 'IPNotAllowed' as const, judged: null };
    const access = withinToken((await memberOf(db, id, context.userId))?.access ?? NO_ACCESS, id, context.token);
    if (!rightsAnywhere(access).size) return { reason: 'Forbidden' as const, judged: null };
    const { wide } = access;
    const mends = wide.has('licenses.manage') || wide.has('users.manage');
    return { reason: null, judged: await judgeCall(context, db, place, { work: false, feature: null, mends }) };
  });
  const refused = judged && (await settleVerdict(context, place, judged).then(() => null, licenseReason));
  return { allowed: reason === null && !refused, reason: reason ?? refused };
}

/** What of a refusal the error page has words for. */
function licenseReason(error: unknown): 'LicenseLimit' | 'LicenseNotFound' {
  if (error instanceof Refused && (error.code === 'LicenseLimit' || error.code === 'LicenseNotFound')) return error.code;
  throw error;
}

/** Settings of the current space. */
export async function readSettings(context: Context) {
  const space = await context.read((db) => findSpace(db, context.spaceId));
  return {
    allowed_addresses: space?.allowed_addresses ?? [],
    storage_quota_mb: space?.storage_quota_mb ?? null,
    file_types: space?.file_types ?? [],
    time_zone: space?.time_zone ?? null,
    currency: space?.currency ?? null,
    bare_letters: space?.bare_letters ?? false,
    outside_reports: space?.outside_reports ?? false,
    ai_model: space?.ai_model ?? false,
    own_address: context.clientAddress,
    storage_most_mb: context.storageQuotaMb,
    server_time_zone: new Intl.DateTimeFormat().resolvedOptions().timeZone,
  };
}

type SpaceSettings = {
  allowed_addresses?: string[];
  storage_quota_mb?: number | null;
  file_types?: string[];
  time_zone?: string | null;
  currency?: string | null;
  bare_letters?: boolean;
  outside_reports?: boolean;
  ai_model?: boolean;
};

/** Changes settings of the current space; what is left out stays. Nobody shuts themselves out by a slip. */
export async function saveSettings(context: Context, { allowed_addresses, file_types, ...rest }: SpaceSettings): Promise<void> {
  const addresses = allowed_addresses && [...new Set(allowed_addresses)];
  if (addresses && !isAllowedFrom(addresses, context.clientAddress)) fail('space.address_excludes_you', { address: context.clientAddress });
  const after = {
    ...rest,
    ...(addresses && { allowed_addresses: addresses }),
    ...(file_types && { file_types: [...new Set(file_types)] }),
  };
  if (!Object.keys(after).length) return;
  await context.write(async (tx) => {
    const space = await findSpace(tx, context.spaceId);
    const before = {
      allowed_addresses: space?.allowed_addresses ?? [],
      storage_quota_mb: space?.storage_quota_mb ?? null,
      file_types: space?.file_types ?? [],
      time_zone: space?.time_zone ?? null,
      currency: space?.currency ?? null,
      bare_letters: space?.bare_letters ?? false,
      outside_reports: space?.outside_reports ?? false,
      ai_model: space?.ai_model ?? false,
    };
    context.note({ before, after });
    await updateSettings(tx, context.spaceId, after);
    // Pages that are open from elsewhere leave the space.
    if (addresses) await context.push.send(tx, { spaceId: context.spaceId }, SESSION_ENDED, {});
  });
}

/** What the current space is called. */
export const nameOfSpace = async (context: Context): Promise<string> =>
  (await context.read((db) => findSpace(db, context.spaceId)))?.name ?? '';

/** The zone that a space counts its days in; null: that of the server. */
export const zoneOfSpace = async (db: Db, spaceId: number): Promise<string | null> => (await findSpace(db, spaceId))?.time_zone ?? null;

/** How a person is called: by first and last name, or by login where neither is known. */
export const nameOfPerson = ({ first_name, last_name, login }: { first_name: string; last_name: string; login: string | null }): string =>
  `${first_name} ${last_name}`.trim() || login || '';

const shownMember = ({ role_id, avatar_key, ...row }: MemberRow) => ({
  ...row,
  role_id: role_id ?? BUILT_IN_ROLE_ID[row.role],
  avatar: avatar_key?.slice(0, 8) ?? null,
});

/** Members of the current space. */
export async function listMembersOfSpace(context: Context) {
  return (await context.read((db) => listMembers(db, context.spaceId))).map(shownMember);
}

/** A page of them, and where the next one begins. */
export async function pageOfMembers(context: Context, { offset, limit }: { offset: number; limit: number }) {
  const rows = await context.read((db) => listMembers(db, context.spaceId, { offset, limit: limit + 1 }));
  return { users: rows.slice(0, limit).map(shownMember), ...(rows.length > limit && { next: offset + limit }) };
}

/** How many members and projects spaces of the caller's have; past row-level security, which shows one space at a time. */
export async function countsOfSpaces(context: Context, ids: number[]): Promise<Map<number, { members: number; projects: number }>> {
  const rows = await context.database.read({ spaceId: null, userId: context.userId, system: true }, (db) => countSpaces(db, ids));
  return new Map(rows.map(({ id, ...counts }) => [id, counts]));
}

/** The kind of the job that deletes a space. */
export const DELETE_SPACE = 'delete_space';

/** Closes a space to everyone at once and deletes its data in a job. */
export async function startDeletion(context: Context, id: number): Promise<number> {
  // The job belongs to no space, because it outlives the one that it deletes.
  return context.database.write({ spaceId: id, userId: context.userId, system: true }, async (tx) => {
    const space = await findSpace(tx, id);
    if (!space) fail('space.not_found');
    // A deletion that failed is begun again.
    if (!(await markDeleting(tx, id)) && (await isJobOpenFor(tx, DELETE_SPACE, id))) fail('space.being_deleted');
    // This entry stays after the audit of the space itself is deleted.
    await context.audit(tx, { action: 'spaces.remove', object: `space ${id}`, details: { name: space.name } }, { spaceId: 0 });
    await context.push.send(tx, { spaceId: id }, SESSION_ENDED, {});
    return context.jobs.enqueue(tx, {
      spaceId: null,
      userId: context.userId,
      kind: DELETE_SPACE,
      title: space.name,
      input: { spaceId: id },
    });
  });
}

/** Empties a space of what is too much for one transaction, telling how far it is (0…1). */
export type EmptySpace = (spaceId: number, progress: (share: number) => Promise<void>) => Promise<void>;

const deletion = z.object({ spaceId: z.number() });

/** The job that empties and removes a space; started again where a stop interrupted it. `empty` comes from features that spaces do not see. */
export function deleteSpaceJob(
  { database, push, jobs }: Pick<Services, 'database' | 'push' | 'jobs'>,
  empty: EmptySpace,
): JobKind<typeof deletion> {
  return {
    kind: DELETE_SPACE,
    input: deletion,
    afterRestart: 'again',
    lane: 'long',
    needs: null,
    async run(job) {
      const spaceId = job.input.spaceId;
      const scope = { spaceId, userId: null, system: true };
      const report = (tx: Tx, percent: number) =>
        push.send(tx, { spaceId, userId: job.userId }, 'space_delete_progress', { space_id: spaceId, percent });
      let reported = -1;
      await jobs.drop(spaceId);
      await empty(spaceId, async (share) => {
        await job.progress(share, 'space.deleting');
        const percent = Math.floor(share * 100);
        if (percent === reported) return;
        reported = percent;
        await database.write(scope, (tx) => report(tx, percent));
      });
      await eraseRows({ database }, spaceId);
      await database.write(scope, async (tx) => {
        await eraseAudit(tx, spaceId);
        await deleteSpace(tx, spaceId);
        await report(tx, 100);
      });
      return { space_id: spaceId };
    },
  };
}

/** The live membership of a person in a space; null without one. */
export async function membershipOf({ database }: Pick<Services, 'database'>, spaceId: number, userId: number) {
  const membership = await database.read({ spaceId, userId }, (db) => findMembership(db, spaceId, userId));
  return membership?.status === 'active' && !membership.deleting ? membership : null;
}
