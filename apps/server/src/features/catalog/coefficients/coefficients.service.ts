import type { Coefficient, CoefficientDefinition, CoefficientSetDefinition } from '@gantry/contract';
import type { NormCoefficient } from '@gantry/domain';
import type { Context } from '../../../platform/context.ts';
import type { Db, Tx } from '../../../platform/postgres/database.ts';
import { fail } from '../../../platform/fail.ts';
import {
  countUses,
  deleteCoefficient,
  deleteSet,
  findSetNamed,
  listCoefficients,
  listSets,
  saveCoefficient,
  saveOrder,
  saveSet,
  updateCoefficient,
  updateSet,
} from './coefficients.repository.ts';

type Stored = Omit<Coefficient, 'uses'>;

/** Coefficients by id, as arithmetic of norms takes them, with their place in the order. */
export async function readCoefficients(db: Db, spaceId: number): Promise<Map<number, NormCoefficient & { order: number }>> {
  const rows = await listCoefficients(db, spaceId);
  return new Map(
    rows.map(({ id, target, labour, equipment, material, all }, order) => [id, { target, labour, equipment, material, all, order }]),
  );
}

/** Sets of the space with their coefficients. */
export async function listAllCoefficients(context: Context) {
  return context.read(async (db) => {
    const usesOf = await countUses(db, context.spaceId);
    const rows = await listCoefficients(db, context.spaceId);
    return (await listSets(db, context.spaceId)).map((set) => ({
      ...set,
      coefficients: rows.filter(({ set_id }) => set_id === set.id).map((row) => ({ ...row, uses: usesOf.get(row.id) ?? 0 })),
    }));
  });
}

/** Codes of all coefficients by id, in the order of their sets. */
export async function listCoefficientCodes(db: Db, spaceId: number): Promise<{ id: number; code: string }[]> {
  const rows = Map.groupBy(await listCoefficients(db, spaceId), ({ set_id }) => set_id);
  return (await listSets(db, spaceId)).flatMap((set) => (rows.get(set.id) ?? []).map(({ id, code }) => ({ id, code })));
}

async function refuseTakenSet(context: Context, tx: Tx, name: string, own?: number): Promise<void> {
  const same = await findSetNamed(tx, context.spaceId, name);
  if (same !== null && same !== own) fail('coefficient.set_name_taken', { name });
}

export const createSet = (context: Context, set: CoefficientSetDefinition): Promise<number> =>
  context.write(async (tx) => {
    await refuseTakenSet(context, tx, set.name);
    return saveSet(tx, context.spaceId, set);
  });

/** Renames a set. */
export const changeSet = (context: Context, id: number, set: CoefficientSetDefinition): Promise<void> =>
  context.write(async (tx) => {
    await refuseTakenSet(context, tx, set.name, id);
    if (!(await updateSet(tx, context.spaceId, id, set))) fail('coefficient.set_not_found', { id });
  });

async function refuseUsed(context: Context, tx: Tx, rows: readonly Stored[]): Promise<void> {
  const usesOf = await countUses(
    tx,
    context.spaceId,
    rows.map(({ id }) => id),
  );
  const used = rows.filter(({ id }) => usesOf.has(id));
  if (used.length) fail('coefficient.in_use', { name: used[0].name, count: usesOf.get(used[0].id) ?? 0 });
}

/** Deletes a set with what is in it. */
export const removeSet = (context: Context, id: number): Promise<void> =>
  context.write(async (tx) => {
    await refuseUsed(context, tx, await listOfSet(context, tx, id));
    await deleteSet(tx, context.spaceId, id);
  });

async function listOfSet(context: Context, tx: Tx, setId: number): Promise<Stored[]> {
  if (!(await listSets(tx, context.spaceId)).some(({ id }) => id === setId)) fail('coefficient.set_not_found', { id: setId });
  return (await listCoefficients(tx, context.spaceId)).filter(({ set_id }) => set_id === setId);
}

function refuseTakenCode(others: readonly Stored[], code: string): void {
  if (code && others.some((one) => one.code.toLowerCase() === code.toLowerCase())) fail('coefficient.code_taken', { code });
}

/** Creates a coefficient behind those of its set. */
export const createCoefficient = (context: Context, definition: CoefficientDefinition & { set_id: number }): Promise<number> =>
  context.write(async (tx) => {
    const others = await listOfSet(context, tx, definition.set_id);
    refuseTakenCode(others, definition.code);
    return saveCoefficient(tx, context.spaceId, { ...definition, position: (others.at(-1)?.position ?? 0) + 1 });
  });

/** What a coefficient is now, with its place in the order, or a refusal. */
export const readCoefficient = (context: Context, id: number): Promise<CoefficientDefinition & { position: number }> =>
  context.read(async (db) => {
    const { set_id, id: _id, ...definition } = await findOne(context, db, id);
    const order = (await listCoefficients(db, context.spaceId)).filter((one) => one.set_id === set_id);
    return { ...definition, position: order.findIndex((one) => one.id === id) + 1 };
  });

/** Changes a coefficient or its place in the order. */
export const changeCoefficient = (
  context: Context,
  id: number,
  { position, ...change }: Partial<CoefficientDefinition> & { position?: number | undefined },
): Promise<void> =>
  context.write(async (tx) => {
    const row = await findOne(context, tx, id);
    const others = (await listOfSet(context, tx, row.set_id)).filter((one) => one.id !== id);
    if (change.code !== undefined) refuseTakenCode(others, change.code);
    await updateCoefficient(tx, context.spaceId, id, change);
    if (position === undefined) return;
    const order = others.map((one) => one.id);
    order.splice(position - 1, 0, id);
    await saveOrder(tx, context.spaceId, order);
  });

async function findOne(context: Context, db: Db, id: number): Promise<Stored> {
  const row = (await listCoefficients(db, context.spaceId)).find((one) => one.id === id);
  if (!row) fail('coefficient.not_found', { id });
  return row;
}

/** Deletes a coefficient that nothing uses. */
export const removeCoefficient = (context: Context, id: number): Promise<void> =>
  context.write(async (tx) => {
    await refuseUsed(context, tx, [await findOne(context, tx, id)]);
    await deleteCoefficient(tx, context.spaceId, id);
  });
