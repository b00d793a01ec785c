import type { Context } from '../../../platform/context.ts';
import type { Db, Tx } from '../../../platform/postgres/database.ts';
import { fail } from '../../../platform/fail.ts';
import {
  deleteHeld,
  deleteSpecialty,
  findSpecialty,
  isMember,
  listHeld,
  listSpecialties,
  renameSpecialty,
  saveHeld,
  saveSpecialty,
} from './specialties.repository.ts';

/** Specialties of the space with the people who have them. */
export const listAllSpecialties = (context: Context) => context.read((db) => listSpecialties(db, context.spaceId));

/** Specialties of a space with the people who have them, within a transaction. */
export const specialtiesOfSpace = (db: Db, spaceId: number) => listSpecialties(db, spaceId);

async function refuseTaken(context: Context, tx: Tx, name: string, own?: number): Promise<void> {
  const same = await findSpecialty(tx, context.spaceId, { name });
  if (same !== null && same !== own) fail('specialty.name_taken', { name });
}

export async function createSpecialty(context: Context, name: string): Promise<number> {
  return context.write(async (tx) => {
    await refuseTaken(context, tx, name);
    return saveSpecialty(tx, context.spaceId, name);
  });
}

/** Renames a specialty. */
export async function changeSpecialty(context: Context, id: number, name: string): Promise<void> {
  await context.write(async (tx) => {
    if ((await findSpecialty(tx, context.spaceId, { id })) === null) fail('specialty.not_found', { id });
    await refuseTaken(context, tx, name, id);
    await renameSpecialty(tx, context.spaceId, id, name);
  });
}

/** Deletes a specialty; people lose it. */
export async function removeSpecialty(context: Context, id: number): Promise<void> {
  await context.write(async (tx) => {
    if (!(await deleteSpecialty(tx, context.spaceId, id))) fail('specialty.not_found', { id });
  });
}

/** Specialties of a person of the space. */
export async function listOfPerson(context: Context, userId: number) {
  return context.read(async (db) => {
    if (!(await isMember(db, context.spaceId, userId))) fail('specialty.person_not_found', { id: userId });
    return listHeld(db, context.spaceId, userId);
  });
}

/** Gives a person of the space a specialty. */
export async function assignSpecialty(context: Context, userId: number, specialtyId: number): Promise<number> {
  return context.write(async (tx) => {
    if (!(await isMember(tx, context.spaceId, userId))) fail('specialty.person_not_found', { id: userId });
    if ((await findSpecialty(tx, context.spaceId, { id: specialtyId })) === null) fail('specialty.not_found', { id: specialtyId });
    const id = await saveHeld(tx, context.spaceId, userId, specialtyId);
    if (id === null) fail('specialty.has_already');
    return id;
  });
}

/** Takes a specialty away from a person. */
export async function unassignSpecialty(context: Context, id: number): Promise<void> {
  await context.write(async (tx) => {
    if (!(await deleteHeld(tx, context.spaceId, id))) fail('specialty.not_found', { id });
  });
}
