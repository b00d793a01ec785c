import type { PassportEntry, PlainNodeAttribute } from '@gantry/contract';
import {
  type AttributeLevel,
  type AttributeOwner,
  fileOfValue,
  isAskedOfNewNode,
  type JsonValue,
  type NodeKind,
  storedType,
} from '@gantry/domain';
import { type FormulaResult, type FormulaResults, isFormulaError, storedResult } from '@gantry/engine';
import type { Context } from '../../../platform/context.ts';
import type { Db, Tx } from '../../../platform/postgres/database.ts';
import { fail } from '../../../platform/fail.ts';
import { addNode, getNode, type NewNode, pathIn, pathOf } from '../../structure/eps/eps.service.ts';
import { attributeRightsAt, attributeRightsIn, type Judged, leastLevelsOf } from '../attribute-rights/attribute-rights.service.ts';
import { type AttributeRow, deleteValue, findOwnerOf, listAttributes, listBelow, listValues, saveValue } from './attributes.repository.ts';
import { attributesBehind, formulaAttribute, nodeResults } from './attributes.formulas.rules.ts';
import { entryOf, fileOf, valueKey, whyRefused } from './attributes.rules.ts';

type Given = { attribute_id: number; value: JsonValue };

const judged = (attribute: PlainNodeAttribute | AttributeRow): Judged => ({
  id: attribute.id,
  sourceId: attribute.id,
  name: attribute.name,
  formula: formulaAttribute(attribute),
});

/** The caller's access to attributes at a node by id; null when unrestricted. */
export async function attributeLevelsAt(context: Context, db: Db, nodeId: number, attributes: readonly AttributeRow[]) {
  return (await attributeRightsAt(db, context, nodeId))?.(attributes.map(judged)) ?? null;
}

/** The least that the caller may do with each of some attributes wherever a rule speaks of it, by their ids. */
export const leastLevelsAnywhere = (context: Context, db: Db, some: readonly AttributeRow[], attributes: readonly AttributeRow[]) =>
  leastLevelsOf(db, context, some.map(judged), attributes.map(judged));

/** Attributes of a node with their values, as far as the caller may read them; with `owner` those of rows below it instead. */
export async function readPassport(context: Context, nodeId: number, owner?: AttributeOwner): Promise<PassportEntry[]> {
  const { kind } = await getNode(context, nodeId);
  return context.read((db) => passportIn(context, db, nodeId, owner ?? kind, resultsIn));
}

/** How formulas get their results: by calculation, or not at all where the caller needs none. */
type Results = (context: Context, db: Db, asked: Asked) => Promise<FormulaResults>;
type Asked = { attributes: readonly PlainNodeAttribute[]; ids: readonly number[]; topId: number };
const notCalculated: Results = () => Promise.resolve(new Map());

/** What a change of a node's values is checked against. */
async function passportForChange(context: Context, nodeId: number): Promise<PassportEntry[]> {
  const { kind } = await getNode(context, nodeId);
  return context.read((db) => passportIn(context, db, nodeId, kind, notCalculated));
}

async function passportIn(context: Context, db: Db, nodeId: number, owner: AttributeOwner, results: Results): Promise<PassportEntry[]> {
  const entries = await wholePassportIn(context, db, nodeId, owner, results);
  const levels = await attributeLevelsAt(context, db, nodeId, await listAttributes(db, context.spaceId));
  if (!levels) return entries;
  return entries
    .filter(({ attribute }) => levels.get(attribute.id) !== 'none')
    .map((entry) => (levels.get(entry.attribute.id) === 'read' ? { ...entry, read_only: true } : entry));
}

/** Reads the passport regardless of rights: for calculation, never for display. */
export async function readWholePassport(context: Context, nodeId: number, owner?: AttributeOwner): Promise<PassportEntry[]> {
  const { kind } = await getNode(context, nodeId);
  return context.read((db) => wholePassportIn(context, db, nodeId, owner ?? kind, resultsIn));
}

async function wholePassportIn(
  context: Context,
  db: Db,
  nodeId: number,
  owner: AttributeOwner,
  results: Results,
): Promise<PassportEntry[]> {
  const path = await pathIn(context, db, nodeId);
  const ids = path.map(({ id }) => id);
  const values = new Map((await listValues(db, context.spaceId, ids)).map((row) => [valueKey(row.node_id, row.attribute_id), row.value]));
  const attributes = (await listAttributes(db, context.spaceId)).map((row): PlainNodeAttribute => ({
    ...row,
    inherited: row.node_id !== nodeId,
  }));
  const entries = attributes
    .filter((row) => (row.node_id === null || ids.includes(row.node_id)) && row.owners.includes(owner))
    .map((row) => entryOf(row, path, values));
  const calculated = entries.flatMap(({ attribute }) => (attribute.formula === null ? [] : attribute.id));
  if (owner === 'wbs' || !calculated.length) return entries;
  const found = await results(context, db, { attributes, ids: calculated, topId: path[0].id });
  return entries.map((entry) =>
    entry.attribute.formula === null ? entry : withResult(entry, found.get(entry.attribute.key)?.get(nodeId)),
  );
}

/** What the formulas of some attributes give for the nodes below a facility. */
async function resultsIn(context: Context, db: Db, { attributes, ids, topId }: Asked) {
  const nodes = await listBelow(db, context.spaceId, topId);
  const behind = attributesBehind(attributes, ids);
  const values = await listValues(
    db,
    context.spaceId,
    nodes.map(({ id }) => id),
    behind.map(({ id }) => id),
  );
  const own = new Map(values.map((row) => [valueKey(row.node_id, row.attribute_id), row.value]));
  return nodeResults(nodes, behind, (node, attribute) => own.get(valueKey(node, attribute)));
}

function withResult(entry: PassportEntry, result: FormulaResult | undefined): PassportEntry {
  const value = storedResult(storedType(entry.attribute.type), result);
  return { ...entry, value, source: value === null ? null : 'gen', from: null };
}

/** Calculates the formulas of a node; returns values and errors. */
export async function calculateNode(context: Context, nodeId: number) {
  const entries = (await readPassport(context, nodeId)).filter(({ attribute }) => attribute.formula !== null);
  const [top] = await pathOf(context, nodeId);
  return context.read(async (db) => {
    const attributes = (await listAttributes(db, context.spaceId)).map((row): PlainNodeAttribute => ({ ...row, inherited: false }));
    const ids = entries.map(({ attribute }) => attribute.id);
    const results = await resultsIn(context, db, { attributes, ids, topId: top.id });
    return entries.map(({ attribute, value }) => {
      const result = results.get(attribute.key)?.get(nodeId) ?? null;
      return { id: attribute.id, name: attribute.name, value, fault: isFormulaError(result) ? result : null };
    });
  });
}

/**
 * Creates a node with its first values. It is refused where an attribute that must have a value has none, whether of its own, from
 * above or by default; files, which are stored at a node that is there, and what the caller may not write are asked of nobody.
 */
export async function createNodeWith(context: Context, node: NewNode, values: readonly Given[]): Promise<number> {
  return context.write(async (tx) => {
    const id = await addNode(context, tx, node);
    const passport = () => passportIn(context, tx, id, node.kind, notCalculated);
    if (values.length) await storeAll(context, tx, id, node.kind, await passport(), values);
    for (const { attribute, source, read_only } of await passport())
      if (source === null && !read_only && isAskedOfNewNode(attribute))
        fail('attribute.required', { name: attribute.name, id: attribute.id });
    return id;
  });
}

/** Sets some values of a node; answers the job in which versions take them over, null where none does. */
export async function saveValues(
  context: Context,
  nodeId: number,
  given: readonly Given[],
  followLater: (tx: Tx, ids: readonly number[]) => Promise<number | null>,
): Promise<number | null> {
  const entries = await passportForChange(context, nodeId);
  const { kind } = await getNode(context, nodeId);
  return context.write(async (tx) => {
    await storeAll(context, tx, nodeId, kind, entries, given);
    await context.push.send(tx, { spaceId: context.spaceId }, 'eps_updated', { eps_id: nodeId, author_id: context.userId });
    return followLater(
      tx,
      given.map(({ attribute_id }) => attribute_id),
    );
  });
}

async function storeAll(
  context: Context,
  tx: Tx,
  nodeId: number,
  kind: NodeKind,
  entries: readonly PassportEntry[],
  given: readonly Given[],
): Promise<void> {
  const known = new Map(entries.map((entry) => [entry.attribute.id, entry]));
  for (const { attribute_id, value } of given) {
    const entry = known.get(attribute_id);
    if (!entry) fail('attribute.not_found', { id: attribute_id });
    if (entry.read_only) fail('attribute.read_only', { name: entry.attribute.name });
    const refused = whyRefused(entry.attribute, kind, value);
    if (refused) fail(refused.code, refused.parameters);
    await store(context, tx, nodeId, entry, value);
  }
}

async function store(context: Context, tx: Tx, nodeId: number, { attribute, source }: PassportEntry, value: JsonValue): Promise<void> {
  if (value === null) {
    // An inherited or default value replaces the own one.
    if (attribute.required && (source === 'user_value' || source === null) && attribute.default_value === null)
      fail('attribute.required', { name: attribute.name });
    return deleteValue(tx, context.spaceId, nodeId, attribute.id);
  }
  if (attribute.unique) {
    const other = await findOwnerOf(tx, context.spaceId, attribute.id, value, nodeId);
    if (other !== null) fail('attribute.not_unique', { name: attribute.name, other });
  }
  await saveValue(tx, context.spaceId, context.userId, { node_id: nodeId, attribute_id: attribute.id, value });
}

/** Replaces all values of a node. */
export async function savePassport(
  context: Context,
  nodeId: number,
  given: readonly Given[],
  followLater: (tx: Tx, ids: readonly number[]) => Promise<number | null>,
): Promise<number | null> {
  const named = new Set(given.map(({ attribute_id }) => attribute_id));
  const own = (await passportForChange(context, nodeId)).filter(
    ({ source, attribute, read_only }) => source === 'user_value' && !named.has(attribute.id) && !read_only,
  );
  const all = [...own.map(({ attribute }) => ({ attribute_id: attribute.id, value: null })), ...given];
  return saveValues(context, nodeId, all, followLater);
}

/** Values of a node and all below it that contain a text. */
export async function searchValues(context: Context, nodeId: number, search: string, limit: number) {
  await getNode(context, nodeId);
  const wanted = search.trim().toLowerCase();
  return context.read(async (db) => {
    const nodes = new Map((await listBelow(db, context.spaceId, nodeId)).map((node) => [node.id, node]));
    const attributes = new Map((await listAttributes(db, context.spaceId)).map((row) => [row.id, row]));
    const isSeen = await sightOf(context, db, [...attributes.values()]);
    const found = (await listValues(db, context.spaceId, [...nodes.keys()])).filter(
      ({ node_id, attribute_id, value }) => textOf(value).toLowerCase().includes(wanted) && isSeen(node_id, attribute_id),
    );
    return found.slice(0, limit).flatMap(({ node_id, attribute_id, value }) => {
      const [node, attribute] = [nodes.get(node_id), attributes.get(attribute_id)];
      if (!node || !attribute) return [];
      return [
        { node_id, node_name: node.name, kind: node.kind, attribute_id, attribute_name: attribute.name, type: attribute.type, value },
      ];
    });
  });
}

/** Whether the caller may read an attribute at a node, for many of both. */
async function sightOf(context: Context, db: Db, attributes: readonly AttributeRow[]): Promise<(nodeId: number, id: number) => boolean> {
  const rights = await attributeRightsIn(db, context);
  if (!rights) return () => true;
  const list = attributes.map(judged);
  const known = new Map<number, ReadonlyMap<number, AttributeLevel> | null>();
  return (nodeId, id) => {
    let levels = known.get(nodeId);
    if (levels === undefined) known.set(nodeId, (levels = rights(nodeId)?.(list) ?? null));
    return levels?.get(id) !== 'none';
  };
}

/** The same for all attributes of the space. */
export const sightOfValues = async (context: Context, db: Db) => sightOf(context, db, await listAttributes(db, context.spaceId));

const textOf = (value: JsonValue): string => (typeof value === 'string' ? value : JSON.stringify(value));

/** Nodes from one down with the values that hold for them, as a file. */
export async function exportValues(context: Context, nodeId: number, format: 'xlsx' | 'csv' | 'json') {
  await getNode(context, nodeId);
  const above = await pathOf(context, nodeId);
  return context.read(async (db) => {
    const below = await listBelow(db, context.spaceId, nodeId);
    const ids = [...above.map(({ id }) => id), ...below.map(({ id }) => id)];
    const values = new Map((await listValues(db, context.spaceId, ids)).map((row) => [valueKey(row.node_id, row.attribute_id), row.value]));
    const rows = await listAttributes(db, context.spaceId);
    const isSeen = await sightOf(context, db, rows);
    const attributes = rows.map((row): PlainNodeAttribute => ({ ...row, inherited: false }));
    const byId = new Map(below.map((node) => [node.id, node]));
    const used = new Set<PlainNodeAttribute>();
    const lines = below.map((node) => {
      const path: { id: number; name: string }[] = [];
      for (let at = byId.get(node.id); at; at = at.parent_id === null ? undefined : byId.get(at.parent_id)) path.unshift(at);
      const whole = [...above.slice(0, -1), ...path];
      const steps = new Set(whole.map(({ id }) => id));
      const fitting = attributes.filter(
        (attribute) =>
          attribute.owners.includes(node.kind) &&
          (attribute.node_id === null || steps.has(attribute.node_id)) &&
          isSeen(node.id, attribute.id),
      );
      const entries = fitting.map((attribute) => entryOf(attribute, whole, values)).filter(({ value }) => value !== null);
      for (const { attribute } of entries) used.add(attribute);
      return {
        ...node,
        values: Object.fromEntries(
          entries.map(({ attribute, value }) => [attribute.key, attribute.type === 'file' ? (fileOfValue(value)?.name ?? null) : value]),
        ),
      };
    });
    return fileOf(
      format,
      attributes.filter((attribute) => used.has(attribute)),
      lines,
    );
  });
}
