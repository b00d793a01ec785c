import type { AttributeChange, AttributeDefinition, NodeAttribute, PlainNodeAttribute } from '@gantry/contract';
import { type AttributeOptions, valueProblem } from '@gantry/domain';
import type { Context } from '../../../platform/context.ts';
import type { Db, Tx } from '../../../platform/postgres/database.ts';
import { fail } from '../../../platform/fail.ts';
import { getNode, pathOf } from '../../structure/eps/eps.service.ts';
import {
  type AttributeRow,
  deleteAttributes,
  findKey,
  hasValues,
  listAttributes,
  listCounted,
  saveAttribute,
  updateAttribute,
} from './attributes.repository.ts';
import { optionsFor } from './attributes.rules.ts';
import { attributeLevelsAt, leastLevelsAnywhere, readPassport, readWholePassport } from './attributes.values.service.ts';

export { passportCells } from './attributes.passports.service.ts';
export { formulaAttribute, readsOfFormulas, whyFormulaRefused } from './attributes.formulas.rules.ts';
export {
  calculateNode,
  createNodeWith,
  exportValues,
  readPassport,
  savePassport,
  saveValues,
  searchValues,
  sightOfValues,
} from './attributes.values.service.ts';

/** Starts a job in which versions follow a changed attribute; null when none does. Passed in, because versions belong to a later wing. */
export type FollowLater = (context: Context, tx: Tx, ids: readonly number[]) => Promise<number | null>;
/** An attribute as a version keeps it. */
export type Followed = { sourceId: number; name: string; options: AttributeOptions };

const out = <R extends AttributeRow>(row: R, nodeId?: number | null): R & { inherited: boolean } => ({
  ...row,
  inherited: nodeId !== undefined && row.node_id !== nodeId,
});

/** All attributes of the space. */
export async function listAllAttributes(context: Context): Promise<NodeAttribute[]> {
  return (await context.read((db) => listCounted(db, context.spaceId))).map((row) => out(row));
}

/** The same without their users. */
export async function listPlainAttributes(context: Context): Promise<PlainNodeAttribute[]> {
  return (await context.read((db) => listAttributes(db, context.spaceId))).map((row) => out(row));
}

/** Attributes of a node and of those above it, the farthest first. */
export const listAttributesOf = (context: Context, nodeId: number): Promise<NodeAttribute[]> =>
  attributesOf(context, nodeId, (db, spaceId) => listCounted(db, spaceId));
/** The same without their users. */
export const listPlainAttributesOf = (context: Context, nodeId: number): Promise<PlainNodeAttribute[]> =>
  attributesOf(context, nodeId, listAttributes);

async function attributesOf<R extends AttributeRow>(context: Context, nodeId: number, list: (db: Db, spaceId: number) => Promise<R[]>) {
  await getNode(context, nodeId);
  const path = (await pathOf(context, nodeId)).map(({ id }) => id);
  const depth = (row: AttributeRow): number => (row.node_id === null ? -1 : path.indexOf(row.node_id));
  const [rows, levels] = await context.read(async (db) => {
    const all = await list(db, context.spaceId);
    return [all, await attributeLevelsAt(context, db, nodeId, all)] as const;
  });
  return rows
    .filter((row) => (row.node_id === null || path.includes(row.node_id)) && levels?.get(row.id) !== 'none')
    .sort((a, b) => depth(a) - depth(b))
    .map((row) => out(row, nodeId));
}

/**
 * Attributes that versions of a schedule can take over, in the form in which they would store them; with `inSight` only those that the
 * caller may read.
 */
export async function listTakeable(
  context: Context,
  scheduleId: number,
  inSight = false,
): Promise<(Followed & { nodeName: string | null })[]> {
  const entries = await (inSight ? readPassport : readWholePassport)(context, scheduleId, 'wbs');
  return entries.map((entry) => ({
    sourceId: entry.attribute.id,
    name: entry.attribute.name,
    nodeName: entry.attribute.node_name,
    options: optionsFor(entry),
  }));
}

/** An attribute of the space, or a refusal; at a node where that is given. */
export async function getAttribute(context: Context, id: number, nodeId?: number): Promise<NodeAttribute> {
  const [row] = await context.read((db) => listCounted(db, context.spaceId, { id }));
  if (!row || (nodeId !== undefined && row.node_id !== nodeId)) fail('attribute.not_found', { id });
  return out(row);
}

async function refuseKey(context: Context, tx: Tx, key: string, own?: number): Promise<void> {
  const same = await findKey(tx, context.spaceId, key);
  if (same !== null && same !== own) fail('attribute.key_taken', { key });
}

function checkDefault({
  type,
  values,
  default_value,
  name,
}: Pick<AttributeDefinition, 'type' | 'values' | 'default_value' | 'name'>): void {
  const problem = valueProblem(type, default_value, values);
  if (problem) fail('attribute.bad_value', { name, problem });
}

/** Creates an attribute at a node, or for the whole space. */
export async function createAttribute(context: Context, nodeId: number | null, attribute: AttributeDefinition): Promise<number> {
  if (nodeId !== null) await getNode(context, nodeId);
  checkDefault(attribute);
  return context.write(async (tx) => {
    await refuseKey(context, tx, attribute.key);
    return saveAttribute(tx, context.spaceId, nodeId, attribute);
  });
}

/**
 * Refuses a change of attributes that the caller may not write here or, when values change, at any node with its own access rule; with
 * `nodeId` those of other places too. Ids that nothing has are left to the caller.
 */
async function refuseUnwritable(context: Context, ids: readonly number[], changesValues: boolean, nodeId?: number): Promise<void> {
  const judged = await context.read(async (db) => {
    const all = await listAttributes(db, context.spaceId);
    const rows = new Map(all.map((row) => [row.id, row]));
    const named = ids.flatMap((id) => rows.get(id) ?? []);
    const levels = new Map<number, Awaited<ReturnType<typeof attributeLevelsAt>>>();
    for (const { node_id } of named)
      if (node_id !== null && !levels.has(node_id)) levels.set(node_id, await attributeLevelsAt(context, db, node_id, all));
    return { rows, levels, least: changesValues ? await leastLevelsAnywhere(context, db, named, all) : null };
  });
  for (const id of ids) {
    const row = judged.rows.get(id);
    if (nodeId !== undefined && row?.node_id !== nodeId) fail('attribute.not_found', { id });
    if (!row) continue;
    const own = row.node_id === null ? undefined : judged.levels.get(row.node_id)?.get(id);
    if (own === 'none') fail('attribute.not_found', { id });
    if (own === 'read' || (judged.least?.get(id) ?? 'write') !== 'write') fail('attribute.read_only', { name: row.name });
  }
}

/** Parts of a definition that affect values or defaults. */
const OF_VALUES = ['type', 'values', 'default_value', 'formula', 'owners', 'inherits'] as const;

/** Changes an attribute; with `at` it must belong to that node. Returns the job in which versions follow, or null. */
export async function changeAttribute(
  context: Context,
  id: number,
  change: AttributeChange & { formula?: string | null },
  followLater: FollowLater | null,
  nodeId?: number,
): Promise<number | null> {
  const before = await getAttribute(context, id, nodeId);
  const differs = (part: (typeof OF_VALUES)[number]) =>
    change[part] !== undefined && JSON.stringify(change[part]) !== JSON.stringify(before[part]);
  await refuseUnwritable(context, [id], OF_VALUES.some(differs));
  checkDefault({ ...before, ...change });
  return context.write(async (tx) => {
    if (change.key !== undefined) await refuseKey(context, tx, change.key, id);
    if (change.type !== undefined && change.type !== before.type && (await hasValues(tx, context.spaceId, id)))
      fail('attribute.type_has_values', { name: before.name });
    await updateAttribute(tx, context.spaceId, id, change);
    return followLater && followLater(context, tx, [id]);
  });
}

/** Deletes attributes; with `at` they must belong to that node. */
export async function removeAttributes(context: Context, ids: readonly number[], nodeId?: number): Promise<number> {
  if (!ids.length) fail('attribute.nothing_checked');
  await refuseUnwritable(context, ids, true, nodeId);
  const removed = await context.write((tx) => deleteAttributes(tx, context.spaceId, ids));
  if (!removed) fail('attribute.not_found', { id: ids[0] });
  return removed;
}
