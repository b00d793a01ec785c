import type { DirectoryAttribute, DirectoryAttributeChange, DirectoryAttributeDefinition, DirectoryCell } from '@gantry/contract';
import { WBS_COLUMNS } from '@gantry/domain';
import type { Context } from '../../../platform/context.ts';
import { fail } from '../../../platform/fail.ts';
import { closesCycle, donatedType, takersBelow } from './directories.donors.rules.ts';
import { type Draft, editDirectory, getHead, keyOf, nodesOver, takeOver } from './directories.edit.service.ts';
import { findHead, hasRowAttribute, listColumns, listDonorPairs, listHeads, readDefinition } from './directories.repository.ts';
import { positionsOf } from './directories.changes.rules.ts';
import { differenceOf } from './rows/directories.rows.rules.ts';
import { countInvalid } from './rows/directories.validity.service.ts';
import { cellProblem, indexLists } from './rows/directories.values.rules.ts';

/** Adds a column to a directory. */
export async function createColumn(context: Context, epsId: number, directoryId: number, column: DirectoryAttributeDefinition) {
  const nodes = await nodesOver(context, epsId);
  const { revision, diff, result } = await editDirectory(context, epsId, directoryId, 'attribute_create', (draft) =>
    draftColumn(draft, nodes, column),
  );
  return { revision, diff, id: result };
}

/** Puts a new column behind the others of a draft; answers its id. */
export async function draftColumn(draft: Draft, nodes: readonly number[], column: DirectoryAttributeDefinition): Promise<number> {
  const { definition } = draft;
  const last = definition.columns.at(-1)?.position ?? 0;
  const record: DirectoryAttribute = { ...column, id: draft.newId(), position: last + 1 };
  await refuseColumn(draft, nodes, record);
  draft.added('attribute', record);
  draft.definition = { ...definition, columns: [...definition.columns, record] };
  return record.id;
}

/** Changes a column. Values stay as they are: those that no longer fit are not valid, and are counted. */
export async function changeColumn(
  context: Context,
  epsId: number,
  directoryId: number,
  attributeId: number,
  { index, ...change }: DirectoryAttributeChange & { index?: number },
) {
  const nodes = await nodesOver(context, epsId);
  const { revision, diff, result } = await editDirectory(context, epsId, directoryId, 'attribute_update', async (draft) => {
    const before = columnOf(draft, attributeId);
    const stated = Object.fromEntries(Object.entries(change).filter(([, value]) => value !== undefined));
    const after: DirectoryAttribute = { ...before, ...stated };
    await refuseColumn(draft, nodes, after);
    const columns = draft.definition.columns.map((column) => (column.id === attributeId ? after : column));
    for (const column of index === undefined ? columns : moved(columns, attributeId, index)) {
      const difference = differenceOf(columnOf(draft, column.id), column);
      if (difference) draft.updated('attribute', { id: column.id, ...difference });
    }
    draft.definition = { ...draft.definition, columns };
    if (after.donor && !sameDonor(before, after)) await takeOver(draft, [after.donor.directory_id]);
    return countInvalid(draft.tx, draft.key, draft.definition);
  });
  return { revision, diff, invalid: result };
}

const sameDonor = (a: DirectoryAttribute, b: DirectoryAttribute): boolean =>
  a.donor?.directory_id === b.donor?.directory_id && a.donor?.attribute_id === b.donor?.attribute_id;

function moved(columns: readonly DirectoryAttribute[], id: number, index: number): DirectoryAttribute[] {
  const others = columns.filter((column) => column.id !== id);
  others.splice(Math.min(index, others.length), 0, columns.find((column) => column.id === id) as DirectoryAttribute);
  const positions = positionsOf(others.map((column) => (column.id === id ? null : column.position)));
  return others.map((column, at) => ({ ...column, position: positions[at] }));
}

/** Deletes a column. Its values stay out of sight, so that taking the deletion back brings them back. */
export async function removeColumn(context: Context, epsId: number, directoryId: number, attributeId: number) {
  const { revision, diff } = await editDirectory(context, epsId, directoryId, 'attribute_delete', async (draft) => {
    draft.removed('attribute', columnOf(draft, attributeId));
  });
  return { revision, diff };
}

function columnOf({ definition }: Draft, id: number): DirectoryAttribute {
  return definition.columns.find((column) => column.id === id) ?? fail('directory_attribute.not_found', { id });
}

async function refuseColumn(draft: Draft, nodes: readonly number[], column: DirectoryAttribute): Promise<void> {
  const { definition, key, tx } = draft;
  const others = definition.columns.filter(({ id }) => id !== column.id);
  const { name, role, linked, donor } = column;
  if (others.some((other) => other.name.toLowerCase() === name.toLowerCase())) fail('directory_attribute.name_taken', { name });
  const same = role && others.find((other) => other.role === role);
  if (same) fail('directory_attribute.role_taken', { name: same.name });
  if (column.type === 'list' ? !definition.lists.some(({ id }) => id === column.list_id) : column.list_id !== null)
    fail('directory_attribute.list_missing', { name });
  const problem = cellProblem(column, column.default_value as DirectoryCell, indexLists(definition.lists));
  if (problem) fail('directory_attribute.bad_value', { name, problem, row: '', row_id: null });
  const knowsLink =
    !linked ||
    (linked.kind === 'field'
      ? WBS_COLUMNS.some(({ id, editable }) => editable && id === linked.field)
      : await hasRowAttribute(tx, key.spaceId, linked.attribute_id, nodes));
  if (!knowsLink) fail('directory_attribute.link_not_found', { name });
  if (!donor) return;
  const giver = await findHead(tx, { ...key, directoryId: donor.directory_id });
  if (!giver || !nodes.includes(giver.node_id)) fail('directory_attribute.donor_not_found', { name });
  const from = (await readDefinition(tx, { ...key, directoryId: donor.directory_id })).columns.find(({ id }) => id === donor.attribute_id);
  if (!from) fail('directory_attribute.donor_not_found', { name });
  if (donatedType(from.type) !== column.type) fail('directory_attribute.donor_type', { name, type: donatedType(from.type) });
  if (closesCycle(await listDonorPairs(tx, key.spaceId), donor.directory_id, key.directoryId))
    fail('directory_attribute.donor_ring', { name, giver: giver.name });
}

/** Columns that WBS rows follow. */
export async function listLinkedColumns(context: Context, epsId: number, directoryId: number) {
  await getHead(context, epsId, directoryId);
  const { columns } = await context.read((db) => readDefinition(db, keyOf(context, directoryId)));
  return { columns: columns.filter(({ linked }) => linked) };
}

/** Columns with donors, and the columns of directories in sight that a donor column could take from. */
export async function listDonorColumns(context: Context, epsId: number, directoryId: number) {
  const head = await getHead(context, epsId, directoryId);
  const nodes = await nodesOver(context, head.node_id);
  return context.read(async (db) => {
    const { columns } = await readDefinition(db, keyOf(context, directoryId));
    const pairs = await listDonorPairs(db, context.spaceId);
    const above = takersBelow(pairs, directoryId);
    const givers = (await listHeads(db, context.spaceId, nodes)).filter(({ id }) => !above.has(id));
    const columnsOf = await listColumns(
      db,
      context.spaceId,
      givers.map(({ id }) => id),
    );
    const offered = givers.flatMap(({ id, name }) =>
      (columnsOf.get(id) ?? []).map((column) => ({
        directory_id: id,
        directory_name: name,
        attribute_id: column.id,
        name: column.name,
        type: donatedType(column.type),
      })),
    );
    return { columns: columns.filter(({ donor }) => donor), offered };
  });
}
