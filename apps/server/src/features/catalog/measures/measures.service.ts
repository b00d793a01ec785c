import type { MeasureDefinition } from '@gantry/contract';
import type { Context } from '../../../platform/context.ts';
import type { Tx } from '../../../platform/postgres/database.ts';
import { fail } from '../../../platform/fail.ts';
import { deleteMeasure, findBySign, listMeasures, saveMeasure, updateMeasure } from './measures.repository.ts';

/** Units of measure of the space. */
export const listAllMeasures = (context: Context) => context.read((db) => listMeasures(db, context.spaceId));

async function refuseTaken(context: Context, tx: Tx, sign: string, own?: number): Promise<void> {
  const same = await findBySign(tx, context.spaceId, sign);
  if (same !== null && same !== own) fail('measure.sign_taken', { sign });
}

/** Creates a unit whose sign no other has. */
export async function createMeasure(context: Context, measure: MeasureDefinition): Promise<number> {
  return context.write(async (tx) => {
    await refuseTaken(context, tx, measure.sign);
    return saveMeasure(tx, context.spaceId, measure);
  });
}

/** Changes a unit. */
export async function changeMeasure(context: Context, id: number, change: Partial<MeasureDefinition>): Promise<void> {
  await context.write(async (tx) => {
    if (change.sign !== undefined) await refuseTaken(context, tx, change.sign, id);
    if (!(await updateMeasure(tx, context.spaceId, id, change))) fail('measure.not_found', { id });
  });
}

/** Deletes a unit. */
export async function removeMeasure(context: Context, id: number): Promise<void> {
  await context.write(async (tx) => {
    if (!(await deleteMeasure(tx, context.spaceId, id))) fail('measure.not_found', { id });
  });
}
