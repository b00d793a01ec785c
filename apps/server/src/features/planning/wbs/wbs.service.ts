import { fromWire, toWire } from '@gantry/contract';
import { formatMinute, LIMITS, parseMinute, type VersionRow, type WbsRow } from '@gantry/domain';
import type { Context } from '../../../platform/context.ts';
import { fail } from '../../../platform/fail.ts';
import { type Draft, edit, readVersion } from '../edits/edits.service.ts';
import { workingTimeOf } from './wbs.calendar.service.ts';
import { listAttributeValues, listChildIds, listParentsAmong } from './wbs.repository.ts';
import { applyPatch, emptyRow, inTreeOrder } from './wbs.rules.ts';
import { childrenOf, place, subtreeOf } from './wbs.tree.service.ts';

export { emptyRow as newRow } from './wbs.rules.ts';

type Wire = Record<string, unknown>;

/** Duration of a task that was created without one. */
const NEW_DURATION_MINUTES = 480;

/** Rows of a version in tree order, a page of them. */
export async function listWbs(context: Context, versionId: number, page: { offset: number; limit?: number }) {
  return readVersion(context, versionId, async (reader) => {
    const rows = inTreeOrder(await reader.rows('wbs'));
    const items = rows.slice(page.offset, page.limit === undefined ? undefined : page.offset + page.limit).map(toWire);
    return { revision: reader.head.revision, total: rows.length, items };
  });
}

/** One row with its attribute values and the dates of the file it came from. */
export async function describeItem(context: Context, versionId: number, id: number) {
  return readVersion(context, versionId, async ({ db, key, rows }) => {
    const [item] = await rows('wbs', [id]);
    if (!item) fail('wbs.not_found', { id });
    const [imported] = await rows('importedDates', [id]);
    return {
      item: toWire(item),
      attributes: (await listAttributeValues(db, key, id)) as never,
      imported: imported ? toWire(imported) : null,
    };
  });
}

/** Rows directly below a row, in order. */
export async function listChildren(context: Context, versionId: number, id: number) {
  return readVersion(context, versionId, async ({ db, key, rows }) => {
    const ids = await listChildIds(db, key, id);
    const byId = new Map((await rows('wbs', ids)).map((row) => [row.id, row]));
    return ids.map((child) => toWire(byId.get(child) as WbsRow));
  });
}

/** Rows by their ids, in the order asked. */
export async function listByIds(context: Context, versionId: number, ids: number[]) {
  return readVersion(context, versionId, async ({ rows }) => {
    const byId = new Map((await rows('wbs', ids)).map((row) => [row.id, row]));
    return ids.flatMap((id) => byId.get(id) ?? []).map(toWire);
  });
}

/** Changes fields of rows, with what follows from them, in one step. */
export async function updateItems(context: Context, versionId: number, items: ({ id: number } & Wire)[]) {
  const done = await edit(context, versionId, items.length === 1 ? 'wbs.update' : 'wbs.update_many', async (draft) => {
    const ids = items.map(({ id }) => id);
    await draft.rows('wbs', ids);
    const parents = await listParentsAmong(draft.tx, draft.key, ids);
    const timeOf = await workingTimeOf(draft);
    const calendars = new Set((await draft.all('calendar')).map(({ id }) => id));
    for (const { id, ...wire } of items) {
      // From the draft each time: a row may stand in the list twice.
      const row = await draft.find('wbs', id);
      if (!row) fail('wbs.not_found', { id });
      const patch = fromWire(wire) as Partial<WbsRow>;
      if (patch.calendarId && !calendars.has(patch.calendarId)) fail('wbs.unknown_calendar', { id: patch.calendarId });
      const outcome = applyPatch(row, patch, parents.has(id), timeOf({ calendarId: patch.calendarId ?? row.calendarId }));
      if ('refused' in outcome) fail(outcome.refused.code, { id, ...outcome.refused.parameters });
      draft.update('wbs', id, outcome.patch);
    }
  });
  return { success: true as const, revision: done.revision, diff: done.diff };
}

/** Creates a row under a parent, behind a sibling (null: first) or as the last. A task that gets a row below becomes a summary. */
export async function createItem(
  context: Context,
  versionId: number,
  body: { parent_id: number | null; after_id?: number | null; item: Wire },
) {
  const done = await edit(context, versionId, 'wbs.create', async (draft) => {
    const patch = fromWire(body.item) as Partial<WbsRow>;
    const id = draft.newId();
    if (patch.calendarId && !(await draft.find('calendar', patch.calendarId))) fail('wbs.unknown_calendar', { id: patch.calendarId });
    const time = (await workingTimeOf(draft))({ calendarId: patch.calendarId ?? null });
    const type = patch.type ?? 'task';
    const start = draft.head.data_date && formatMinute(time.startFrom(parseMinute(draft.head.data_date) as number));
    const empty = { ...emptyRow(id, type), start, finish: start };
    const outcome = applyPatch(
      empty,
      { durationMinutes: type === 'task' || type === 'work' ? NEW_DURATION_MINUTES : 0, ...patch },
      false,
      time,
    );
    if ('refused' in outcome) fail(outcome.refused.code, outcome.refused.parameters);
    draft.insert('wbs', { ...empty, ...outcome.patch, parentId: body.parent_id });
    await place(draft, [id], body.parent_id, body.after_id === undefined ? 'last' : { after: body.after_id });
    return id;
  });
  return { success: true as const, revision: done.revision, diff: done.diff, id: done.result };
}

/** Removes rows with everything below them, their relations, assignments and values. */
export async function removeItems(context: Context, versionId: number, ids: number[]) {
  const done = await edit(context, versionId, ids.length === 1 ? 'wbs.delete' : 'wbs.delete_many', async (draft) => {
    const all = await subtreeOf(draft, ids);
    if (!all.length) fail('wbs.not_found', { id: ids[0] });
    if (all.length > LIMITS.removeWbsAtOnce && ids.length > 1) fail('wbs.too_many', { count: all.length, most: LIMITS.removeWbsAtOnce });
    await removeRows(draft, all);
  });
  return { success: true as const, revision: done.revision, diff: done.diff };
}

async function removeRows(draft: Draft, ids: number[]): Promise<void> {
  const dependants = [
    ['relation', 'predecessorId'],
    ['relation', 'successorId'],
    ['assignment', 'itemId'],
    ['attributeValue', 'itemId'],
  ] as const;
  for (const [table, field] of dependants) {
    const rows = await draft.rowsBy(table, field as never, ids);
    for (const row of rows) draft.remove(table, row.id);
  }
  for (const { id } of await draft.rows('importedDates', ids)) draft.remove('importedDates', id);
  for (const { id } of await draft.rows('wbs', ids)) draft.remove('wbs', id);
}

/** Removes a summary and lifts its children into its place. */
export async function dissolveItem(context: Context, versionId: number, id: number) {
  const done = await edit(context, versionId, 'wbs.dissolve', async (draft) => {
    const row = await draft.find('wbs', id);
    if (!row) fail('wbs.not_found', { id });
    const children = await childrenOf(draft, id);
    if (!children.length) fail('wbs.not_a_summary', { name: row.name });
    await place(draft, children, row.parentId, { after: id });
    await removeRows(draft, [id]);
  });
  return { success: true as const, revision: done.revision, diff: done.diff };
}

/** Copies rows with what lies below them, and the relations among the copied rows. */
export async function copyItems(
  context: Context,
  versionId: number,
  body: { ids: number[]; parent_id: number | null; after_id: number | null },
) {
  const done = await edit(context, versionId, 'wbs.copy', async (draft) => {
    const all = await subtreeOf(draft, body.ids);
    if (!all.length) fail('wbs.not_found', { id: body.ids[0] });
    const copyOf = new Map(all.map((id) => [id, draft.newId()]));
    const copyId = (id: number): number => copyOf.get(id) as number;
    const tops: number[] = [];
    for (const row of await draft.rows('wbs', all)) {
      const inside = row.parentId !== null && copyOf.has(row.parentId);
      if (!inside) tops.push(copyId(row.id));
      draft.insert('wbs', { ...row, id: copyId(row.id), parentId: inside ? copyId(row.parentId as number) : body.parent_id });
    }
    const copyRows = async <T extends 'relation' | 'assignment' | 'attributeValue'>(
      table: T,
      field: keyof VersionRow<T> & string,
      fields: readonly string[],
    ) => {
      for (const row of await draft.rowsBy(table, field, all)) {
        const copied = { ...row, id: draft.newId() } as Record<string, unknown>;
        for (const reference of fields) copied[reference] = copyOf.get(copied[reference] as number);
        if (fields.every((reference) => copied[reference])) draft.insert(table, copied as VersionRow<T>);
      }
    };
    await copyRows('relation', 'predecessorId', ['predecessorId', 'successorId']);
    await copyRows('assignment', 'itemId', ['itemId']);
    await copyRows('attributeValue', 'itemId', ['itemId']);
    const order = new Map(body.ids.map((id, index) => [copyOf.get(id), index]));
    tops.sort((a, b) => (order.get(a) ?? 0) - (order.get(b) ?? 0));
    await place(draft, tops, body.parent_id, { after: body.after_id });
    return tops;
  });
  return { success: true as const, revision: done.revision, diff: done.diff, ids: done.result };
}
