import type { VersionKind } from '@gantry/domain';
import type { Context, Services } from '../../../platform/context.ts';
import type { Tx } from '../../../platform/postgres/database.ts';
import { fail } from '../../../platform/fail.ts';
import { notifyVersionsGone } from '../../access/grants/grants.service.ts';
import { getNode, listVersionSummaries, pathIn, versionSummariesIn } from '../../structure/eps/eps.service.ts';
import { findCountedVersion } from './version-heads.counted.repository.ts';
import { findVersionHead, lockVersionHead, type VersionHead, type VersionKey } from './version-heads.repository.ts';
import {
  deleteVersion,
  demote,
  findVersionNamed,
  listNumberedNames,
  listVersionIds,
  lockSchedule,
  saveVersion,
  updateVersion,
} from './version-heads.records.repository.ts';

export {
  findCalculatedAt,
  findVersionHead,
  forgetMoved,
  headColumns,
  listMoved,
  lockVersionHead,
  restoreStatus,
  saveStatus,
  settleName,
  settleStatus,
  unsettleStatus,
  updateVersionHead,
  type VersionHead,
  type VersionKey,
} from './version-heads.repository.ts';

export {
  COUNTED_FIRST,
  type CountedVersion,
  findCountedHead,
  findCountedVersion,
  listCountedVersions,
  scheduleCountedBy,
} from './version-heads.counted.repository.ts';

/** Versions of a schedule, oldest first. */
export async function listVersionsOf(context: Context, scheduleId: number) {
  await getNode(context, scheduleId, 'schedule');
  return listVersionSummaries(context, { scheduleId });
}

/** A version, or a refusal. */
export async function getVersion(context: Context, id: number) {
  const [version] = await listVersionSummaries(context, { id });
  if (!version) fail('version.not_found', { id });
  return version;
}

/** A version with the nodes above it. */
export async function describeVersion(context: Context, id: number) {
  return context.read(async (db) => {
    const [version] = await versionSummariesIn(db, context.spaceId, { id });
    if (!version) fail('version.not_found', { id });
    return { ...version, path: await pathIn(context, db, version.schedule_id) };
  });
}

/** The version of a schedule that counts. */
export async function findActual(context: Context, scheduleId: number) {
  const versions = await listVersionsOf(context, scheduleId);
  const counted = await context.read((db) => findCountedVersion(db, context.spaceId, scheduleId));
  return versions.find(({ id }) => id === counted) ?? null;
}

/** Inserts the head of a version in the transaction that fills its content; appends a number to a name that is taken. */
export async function addVersion(
  context: Context,
  tx: Tx,
  version: { scheduleId: number; name: string; dataDate: string | null; source?: Record<string, unknown> | null },
): Promise<VersionKey & { name: string }> {
  // A name out of a file may hold what no column does.
  const given = version.name.toWellFormed().replaceAll('\0', '');
  const taken = await listNumberedNames(tx, context.spaceId, version.scheduleId, given);
  let name = given;
  for (let number = 2; taken.has(name); number += 1) name = `${given} (${number})`;
  const versionId = await saveVersion(tx, {
    space_id: context.spaceId,
    schedule_id: version.scheduleId,
    name,
    data_date: version.dataDate,
    source: version.source,
  });
  await notifyVersions(context, tx, version.scheduleId);
  return { spaceId: context.spaceId, versionId, name };
}

/** Tells the space that the versions of a schedule changed. */
export const notifyVersions = (context: Context, tx: Tx, scheduleId: number) =>
  context.push.send(tx, { spaceId: context.spaceId }, 'eps_updated', { eps_id: scheduleId });

/** The head of a version in a transaction, or the refusal. */
async function headOf(
  tx: Tx,
  context: Context,
  id: number,
  find: (tx: Tx, key: VersionKey) => Promise<VersionHead | null> = findVersionHead,
): Promise<VersionHead> {
  return (await find(tx, { spaceId: context.spaceId, versionId: id })) ?? fail('version.not_found', { id });
}

/** Renames a version. */
export async function renameVersion(context: Context, id: number, name: string): Promise<void> {
  await context.write(async (tx) => {
    const version = await headOf(tx, context, id);
    await lockSchedule(tx, context.spaceId, version.schedule_id);
    const same = await findVersionNamed(tx, context.spaceId, version.schedule_id, name);
    if (same !== null && same !== id) fail('version.name_taken', { name });
    await change(tx, context, id, { name });
    await notifyVersions(context, tx, version.schedule_id);
  });
}

/** The head of a version that is to be deleted; a locked one is refused. */
export async function findRemovable(context: Context, tx: Tx, id: number): Promise<VersionHead> {
  const version = await headOf(tx, context, id);
  if (version.locked) fail('version.locked', { name: version.name });
  return version;
}

/** Deletes a version with its content. A locked one is refused. */
export async function eraseVersion(context: Context, tx: Tx, id: number): Promise<void> {
  const version = await headOf(tx, context, id, lockVersionHead);
  if (version.locked) fail('version.locked', { name: version.name });
  await deleteVersion(tx, context.spaceId, id);
  await notifyVersionsGone(context, tx, version.schedule_id, [id]);
}

/** Makes a version the actual or the target one of its schedule, or an ordinary one again. */
export async function makeKind(context: Context, id: number, kind: VersionKind, lock = false): Promise<void> {
  await context.write(async (tx) => {
    const version = await headOf(tx, context, id);
    await lockSchedule(tx, context.spaceId, version.schedule_id);
    if (kind !== 'version') await demote(tx, context.spaceId, version.schedule_id, kind);
    await change(tx, context, id, lock ? { kind, locked: true } : { kind });
    if (lock) await context.push.send(tx, { spaceId: context.spaceId }, 'version_locked', { version_id: id, locked: true });
    await notifyVersions(context, tx, version.schedule_id);
  });
}

/** Locks a version against every change of its content, or unlocks it; an edit that is under way ends first. */
export async function lockVersion(context: Context, id: number, locked: boolean): Promise<void> {
  await context.write(async (tx) => {
    const version = await headOf(tx, context, id, lockVersionHead);
    await change(tx, context, id, { locked });
    await context.push.send(tx, { spaceId: context.spaceId }, 'version_locked', { version_id: id, locked });
    await notifyVersions(context, tx, version.schedule_id);
  });
}

/** Changes a version that may have been deleted a moment ago. */
async function change(tx: Tx, context: Context, id: number, fields: Parameters<typeof updateVersion>[3]): Promise<void> {
  if (!(await updateVersion(tx, context.spaceId, id, fields))) fail('version.not_found', { id });
}

/** Deletes all versions of a space, each in a transaction of its own; locked ones too. */
export async function eraseVersions(
  { database }: Pick<Services, 'database'>,
  spaceId: number,
  progress: (share: number) => Promise<void>,
): Promise<void> {
  const scope = { spaceId, userId: null, system: true };
  const ids = await database.read(scope, (db) => listVersionIds(db, spaceId));
  for (const [index, id] of ids.entries()) {
    await progress(index / (ids.length + 1));
    await database.write(scope, (tx) => deleteVersion(tx, spaceId, id));
  }
}
