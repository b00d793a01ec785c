import type { DirectoryRelation, DirectoryRelationOptions, DirectoryRelationRowDefinition } from '@gantry/contract';
import type { Context } from '../../../platform/context.ts';
import type { Db, Tx } from '../../../platform/postgres/database.ts';
import { fail } from '../../../platform/fail.ts';
import { listCoefficientCodes, readCoefficients } from '../coefficients/coefficients.service.ts';
import {
  deletePairs,
  deleteRelation,
  insertPairs,
  listCodes,
  listCountedRelations,
  listEnds,
  listKnownRows,
  listPairRecords,
  listPairs,
  listRelations,
  listVersionsByRelation,
  lockRelations,
  type PlainRelation,
  type RelationRecord,
  type RowFilter,
  saveRelation,
  updatePairs,
  updateRelation,
} from './directory-relations.repository.ts';
import { pairTwice, cycleThrough, waysFrom } from './directory-relations.rules.ts';

export {
  type CatalogRow,
  type CatalogRule,
  type DirectoryCatalog,
  listDirectoriesFor,
  readDirectoryCatalog,
} from './directory-relations.catalog.service.ts';

const out = ({ updated_at, ...row }: RelationRecord): DirectoryRelation => ({ ...row, updated_at: updated_at.toISOString() });

/** Relations that the caller sees, of the space or of one directory. */
export async function listAllRelations(context: Context, directoryId?: number): Promise<DirectoryRelation[]> {
  return context.read(async (db) => {
    if (directoryId !== undefined && !(await listEnds(db, context.spaceId, [directoryId])).length)
      fail('directory_relation.directory_not_found', { id: directoryId });
    return (await listCountedRelations(db, context.spaceId, directoryId === undefined ? {} : { directoryId })).map(out);
  });
}

/** A relation that the caller sees, or the refusal. */
export async function getRelation(db: Db, spaceId: number, id: number): Promise<PlainRelation> {
  const [row] = await listRelations(db, spaceId, { id });
  return row ?? fail('directory_relation.not_found', { id });
}

async function refuseUnknownCoefficients(db: Db, spaceId: number, ids: readonly number[]): Promise<void> {
  if (!ids.length) return;
  const known = await readCoefficients(db, spaceId);
  const missing = ids.find((id) => !known.has(id));
  if (missing !== undefined) fail('coefficient.not_found', { id: missing });
}

/** Relates two directories that no chain of relations leads between the other way round. */
export const createRelation = (
  context: Context,
  definition: { name: string; from_id: number; to_id: number; options: DirectoryRelationOptions },
): Promise<number> =>
  context.write(async (tx) => {
    const { from_id, to_id } = definition;
    const ends = new Map((await listEnds(tx, context.spaceId, [from_id, to_id])).map((end) => [end.id, end]));
    const [from, to] = [from_id, to_id].map((id) => ends.get(id) ?? fail('directory_relation.directory_not_found', { id }));
    if (from_id === to_id) fail('directory_relation.same_directory', { name: from.name });
    await lockRelations(tx, context.spaceId);
    const relations = await listRelations(tx, context.spaceId);
    if (relations.some((one) => one.from.id === from_id && one.to.id === to_id))
      fail('directory_relation.exists', { from: from.name, to: to.name });
    const ring = cycleThrough(relations, { from, to });
    if (ring) fail('directory_relation.ring', { path: ring.join(' → '), directories: ring });
    await refuseUnknownCoefficients(tx, context.spaceId, definition.options.coefficient_ids);
    return saveRelation(tx, context.spaceId, definition);
  });

/** Renames a relation or sets its options. */
export const changeRelation = (
  context: Context,
  { id, ...change }: { id: number; name?: string | undefined; options?: DirectoryRelationOptions | undefined },
): Promise<void> =>
  context.write(async (tx) => {
    await getRelation(tx, context.spaceId, id);
    await refuseUnknownCoefficients(tx, context.spaceId, change.options?.coefficient_ids ?? []);
    await updateRelation(tx, context.spaceId, id, change);
  });

/** Deletes a relation; one that versions follow only when asked to although they do. */
export const removeRelation = (context: Context, id: number, inUse: boolean): Promise<void> =>
  context.write(async (tx) => {
    const { name } = await getRelation(tx, context.spaceId, id);
    const users = inUse ? [] : await listVersionsByRelation(tx, context.spaceId, id);
    if (users.length)
      fail('directory_relation.in_use', {
        name,
        count: users.length,
        where: users
          .slice(0, 3)
          .map((version) => version.name)
          .join(', '),
      });
    await deleteRelation(tx, context.spaceId, id);
  });

/** A page of the rows of a relation. */
export const listRelationRows = (context: Context, { relation_id, ...filter }: RowFilter & { relation_id: number }) =>
  context.read(async (db) => {
    const { id, from, to } = await getRelation(db, context.spaceId, relation_id);
    return listPairs(db, context.spaceId, { id, fromId: from.id, toId: to.id }, filter);
  });

/** Directories that follow from one, the nearest first. */
export async function listDependentDirectories(context: Context, directoryId: number) {
  const relations = await context.read(async (db) => {
    if (!(await listEnds(db, context.spaceId, [directoryId])).length) fail('directory_relation.directory_not_found', { id: directoryId });
    return listRelations(db, context.spaceId);
  });
  return [...waysFrom(relations, directoryId).values()].map((way) => ({
    directory: way[way.length - 1].to,
    depth: way.length,
    relation_ids: way.map(({ id }) => id),
    path: [way[0].from.name, ...way.map(({ to }) => to.name)],
  }));
}

type RowChange = {
  id: number;
  quantity?: number | undefined;
  coefficient_ids?: number[] | undefined;
  options?: DirectoryRelationRowDefinition['options'] | undefined;
};

/** Adds and changes rows of a relation, all of them or none. */
export const changeRelationRows = (
  context: Context,
  relationId: number,
  { add, update }: { add: readonly DirectoryRelationRowDefinition[]; update: readonly RowChange[] },
) =>
  context.write(async (tx) => {
    const relation = await getRelation(tx, context.spaceId, relationId);
    const named = [...add, ...update].flatMap(({ coefficient_ids }) => coefficient_ids ?? []);
    await refuseUnknownCoefficients(tx, context.spaceId, named);
    await refuseStrangers(context, tx, relation, add);
    const updated = await updatePairs(tx, context.spaceId, relationId, update);
    if (updated !== update.length) fail('directory_relation.row_not_found', { id: await missingPair(context, tx, relationId, update) });
    const ids = add.length ? await insertPairs(tx, context.spaceId, relationId, add) : [];
    if (add.length || update.length) await updateRelation(tx, context.spaceId, relationId, {});
    return { ids, updated };
  });

async function missingPair(context: Context, tx: Tx, relationId: number, update: readonly RowChange[]): Promise<number> {
  const there = new Set((await listPairRecords(tx, context.spaceId, relationId)).map(({ id }) => id));
  return update.find(({ id }) => !there.has(id))?.id ?? 0;
}

/** Pairs stand in a relation once, and both rows in its directories. */
async function refuseStrangers(
  context: Context,
  tx: Tx,
  { id, from, to }: PlainRelation,
  add: readonly DirectoryRelationRowDefinition[],
): Promise<void> {
  if (!add.length) return;
  for (const [directory, field] of [[from, 'row_a_id'] as const, [to, 'row_b_id'] as const]) {
    const known = await listKnownRows(
      tx,
      context.spaceId,
      directory.id,
      add.map((row) => row[field]),
    );
    const strange = add.find((row) => !known.has(row[field]));
    if (strange) fail('directory_relation.row_of_other_directory', { id: strange[field], name: directory.name });
  }
  const there = await listPairRecords(
    tx,
    context.spaceId,
    id,
    add.map(({ row_a_id }) => row_a_id),
  );
  const twice = pairTwice<Pick<DirectoryRelationRowDefinition, 'row_a_id' | 'row_b_id'>>(add, there);
  if (twice) fail('directory_relation.pair_exists', { row_a_id: twice.row_a_id, row_b_id: twice.row_b_id });
}

/** Deletes rows of a relation. */
export const removeRelationRows = (context: Context, relationId: number, ids: readonly number[]) =>
  context.write(async (tx) => {
    await getRelation(tx, context.spaceId, relationId);
    const removed = await deletePairs(tx, context.spaceId, relationId, ids);
    if (!removed) fail('directory_relation.row_not_found', { id: ids[0] ?? 0 });
    return { removed };
  });

/** The name of a relation that the caller sees, or the refusal. */
export const nameOfRelation = (context: Context, relationId: number): Promise<string> =>
  context.read(async (db) => (await getRelation(db, context.spaceId, relationId)).name);

/** All of a relation as files hold it: its pairs with the codes of rows and coefficients. */
export async function readWholeRelation(context: Context, relationId: number) {
  return context.read(async (db) => {
    const coefficients = await listCoefficientCodes(db, context.spaceId);
    const { name, from, to } = await getRelation(db, context.spaceId, relationId);
    return {
      name,
      pairs: await listPairRecords(db, context.spaceId, relationId),
      from: await listCodes(db, context.spaceId, from.id),
      to: await listCodes(db, context.spaceId, to.id),
      coefficients,
    };
  });
}
export type WholeRelation = Awaited<ReturnType<typeof readWholeRelation>>;
