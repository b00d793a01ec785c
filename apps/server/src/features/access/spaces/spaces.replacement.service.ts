import type { Services } from '../../../platform/context.ts';
import type { Db, Tx } from '../../../platform/postgres/database.ts';
import { SESSION_ENDED } from '../auth/auth.service.ts';
import {
  alignMembers,
  copySpaceRow,
  disableMembers,
  ensureOwner,
  findDescribed,
  findReplacement,
  listReplaced,
  replaceSpaceRow,
  reviveSpaceRow,
  saveForeign,
  takeOutlived,
} from './spaces.replacement.repository.ts';
import { giveFounderSeat } from '../licenses/licenses.service.ts';
import { findSpaceOfOwnerByName } from './spaces.repository.ts';
import { DELETE_SPACE } from './spaces.service.ts';

/** A space with the settings of another one, for what is restored from a backup. */
export const openCopy = (tx: Tx, fromId: number, name: string | null): Promise<number> => copySpaceRow(tx, fromId, name);

/** What a backup says of its space beside its rows. */
export const describedSpace = (db: Db, id: number) => findDescribed(db, id);

/** A space for what was backed up elsewhere. */
export const openForeign = (
  tx: Tx,
  space: { name: string; created_by: number; time_zone: string | null; currency: string | null },
): Promise<number> => saveForeign(tx, space);

/** Makes one person the owner of a space restored from a file; memberships in the file let nobody in. */
export async function admitOwnerAlone(services: Pick<Services, 'licensing' | 'now'>, tx: Tx, id: number, ownerId: number): Promise<void> {
  await disableMembers(tx, id);
  await ensureOwner(tx, id, ownerId);
  await giveFounderSeat(services, tx, id, ownerId);
}

/** Whether somebody owns a space of that name already. */
export const isNameTaken = async (db: Db, ownerId: number, name: string): Promise<boolean> =>
  (await findSpaceOfOwnerByName(db, ownerId, name)) !== undefined;

/** Gives a restored space the members of the one it came from as they stand now, and an owner. */
export async function admitToCopy(tx: Tx, fromId: number, id: number, ownerId: number): Promise<void> {
  await alignMembers(tx, fromId, id);
  await ensureOwner(tx, id, ownerId);
}

/** Lets a restored space stand in for the former one, which is kept until a moment. Open pages leave the former one. */
export async function replaceSpace(services: Pick<Services, 'push'>, tx: Tx, formerId: number, id: number, until: Date): Promise<void> {
  await replaceSpaceRow(tx, formerId, id, until);
  await services.push.send(tx, { spaceId: formerId }, SESSION_ENDED, {});
}

/** Lists the spaces that a restored space has replaced and that are still kept. */
export const formerSpaces = (db: Db, id: number, now: Date) => listReplaced(db, id, now);

/** Swaps a former space back for the space that replaced it; members stay as they are now. Returns false when the former space is gone. */
export async function returnToFormer(
  services: Pick<Services, 'push' | 'now'>,
  tx: Tx,
  { id, formerId, ownerId, until }: { id: number; formerId: number; ownerId: number; until: Date },
): Promise<boolean> {
  if (!(await reviveSpaceRow(tx, formerId, id, services.now()))) return false;
  await admitToCopy(tx, id, formerId, ownerId);
  await replaceSpace(services, tx, id, formerId, until);
  return true;
}

/** The space that a call of a replaced space goes to; null: it was not replaced. */
export const replacementOf = (db: Db, id: number): Promise<number | null> => findReplacement(db, id);

/** Starts the deletion of replaced spaces whose time is over. */
export async function deleteReplaced({ database, jobs, now }: Pick<Services, 'database' | 'jobs' | 'now'>): Promise<void> {
  await database.write({ spaceId: null, userId: null, system: true }, async (tx) => {
    for (const { id, name, created_by } of await takeOutlived(tx, now()))
      await jobs.enqueue(tx, { spaceId: null, userId: created_by, kind: DELETE_SPACE, title: name, input: { spaceId: id } });
  });
}
