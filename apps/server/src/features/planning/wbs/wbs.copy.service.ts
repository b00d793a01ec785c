import { entryOf, type VersionRow, type VersionTable, type WbsRow } from '@gantry/domain';
import type { Context } from '../../../platform/context.ts';
import { fail } from '../../../platform/fail.ts';
import { type Draft, edit, readVersion } from '../edits/edits.service.ts';
import { listSubtreeIds } from './wbs.repository.ts';
import { place } from './wbs.tree.service.ts';

const COPIED = [
  'wbs',
  'relation',
  'assignment',
  'attributeValue',
  'daySeries',
  'directoryValue',
  'calendar',
  'resource',
  'attribute',
] as const satisfies VersionTable[];
type Copied = { [T in (typeof COPIED)[number]]: VersionRow<T>[] };
type Body = { ids: number[]; parent_id: number | null; after_id: number | null; from_version_id?: number };

/** Copies rows with what lies below them and the relations among them, from this version or another one of the space. */
export async function copyItems(context: Context, versionId: number, body: Body) {
  const { from_version_id: from = versionId } = body;
  const foreign = from === versionId ? null : await readForeign(context, from, body.ids);
  const done = await edit(context, versionId, foreign ? 'wbs.paste' : 'wbs.copy', async (draft) => {
    const source = foreign ?? (await readOwn(draft, body.ids));
    if (!source.wbs.length) fail('wbs.not_found', { id: body.ids[0] });
    const idHere = foreign ? await bringAlong(draft, foreign) : (_table: Brought, id: number | null) => id;
    const copyOf = new Map(source.wbs.map(({ id }) => [id, draft.newId()]));
    const tops = copyRows(draft, source, body.parent_id, copyOf, idHere);
    for (const row of source.relation) {
      const ends = [copyOf.get(row.predecessorId), copyOf.get(row.successorId)];
      if (ends[0] && ends[1]) draft.insert('relation', { ...row, id: draft.newId(), predecessorId: ends[0], successorId: ends[1] });
    }
    const assignmentOf = new Map<number, number>();
    for (const row of source.assignment) {
      const resourceId = idHere('resource', row.resourceId);
      const itemId = copyOf.get(row.itemId);
      if (!itemId || !resourceId) continue;
      const id = draft.newId();
      assignmentOf.set(row.id, id);
      draft.insert('assignment', { ...row, id, itemId, resourceId });
    }
    copyDirectoryValues(draft, source, { copyOf, assignmentOf, idHere });
    for (const row of source.daySeries) {
      const resourceId = idHere('resource', row.resourceId);
      const itemId = copyOf.get(row.itemId);
      if (itemId && (resourceId !== null || row.resourceId === null))
        draft.insert('daySeries', { ...row, id: draft.newId(), itemId, resourceId });
    }
    const writable = (id: number | null) => (id !== null && isWritable(draft, id) ? id : null);
    for (const row of source.attributeValue) {
      // A copy holds no value that its author might not have typed.
      const attributeId = writable(idHere('attribute', row.attributeId));
      const itemId = copyOf.get(row.itemId);
      if (itemId && attributeId) draft.insert('attributeValue', { ...row, id: draft.newId(), itemId, attributeId });
    }
    const order = new Map(body.ids.map((id, index) => [copyOf.get(id), index]));
    tops.sort((a, b) => (order.get(a) ?? 0) - (order.get(b) ?? 0));
    await place(draft, tops, body.parent_id, { after: body.after_id });
    return tops;
  });
  return { revision: done.revision, diff: done.diff, ids: done.result };
}

const isWritable = ({ mask }: Draft, id: number): boolean => !mask?.hidden.has(id) && !mask?.readOnly.has(id);

type Copies = {
  copyOf: ReadonlyMap<number, number>;
  assignmentOf: ReadonlyMap<number, number>;
  idHere: (table: Brought, id: number | null) => number | null;
};

/** Values from directories keep who brought whom, and stand for the copies of their assignments. */
function copyDirectoryValues(draft: Draft, { directoryValue }: Copied, { copyOf, assignmentOf, idHere }: Copies): void {
  const valueOf = new Map(directoryValue.map(({ id }) => [id, draft.newId()]));
  for (const row of directoryValue) {
    const itemId = row.itemId === null ? null : copyOf.get(row.itemId);
    if (!itemId) continue;
    draft.insert('directoryValue', {
      ...row,
      id: entryOf(valueOf, row.id),
      itemId,
      broughtById: row.broughtById === null ? null : (valueOf.get(row.broughtById) ?? null),
      resourceId: idHere('resource', row.resourceId),
      assignmentId: row.assignmentId === null ? null : (assignmentOf.get(row.assignmentId) ?? null),
    });
  }
}

function copyRows(
  draft: Draft,
  { wbs }: Copied,
  parentId: number | null,
  copyOf: ReadonlyMap<number, number>,
  idHere: (table: Brought, id: number | null) => number | null,
): number[] {
  const tops: number[] = [];
  for (const row of wbs) {
    const id = entryOf(copyOf, row.id);
    const above = row.parentId === null ? undefined : copyOf.get(row.parentId);
    if (above === undefined) tops.push(id);
    const copy: WbsRow = { ...row, id, parentId: above ?? parentId, calendarId: idHere('calendar', row.calendarId) };
    draft.insert('wbs', copy);
  }
  return tops;
}

async function readOwn(draft: Draft, ids: readonly number[]): Promise<Copied> {
  const all = await listSubtreeIds(draft.tx, draft.key, ids);
  return {
    wbs: await draft.rows('wbs', all),
    relation: await draft.rowsBy('relation', 'predecessorId', all),
    assignment: await draft.rowsBy('assignment', 'itemId', all),
    attributeValue: await draft.rowsBy('attributeValue', 'itemId', all),
    daySeries: await draft.rowsBy('daySeries', 'itemId', all),
    directoryValue: await draft.rowsBy('directoryValue', 'itemId', all),
    calendar: [],
    resource: [],
    attribute: [],
  };
}

async function readForeign(context: Context, versionId: number, ids: readonly number[]): Promise<Copied> {
  return readVersion(context, versionId, async ({ db, key, rows }) => {
    const all = await listSubtreeIds(db, key, ids);
    const inside = new Set(all);
    const byId = new Map((await rows('wbs', all)).map((row) => [row.id, row]));
    return {
      wbs: all.map((id) => entryOf(byId, id)),
      relation: (await rows('relation')).filter(({ predecessorId }) => inside.has(predecessorId)),
      assignment: (await rows('assignment')).filter(({ itemId }) => inside.has(itemId)),
      attributeValue: (await rows('attributeValue')).filter(({ itemId }) => inside.has(itemId)),
      daySeries: (await rows('daySeries')).filter(({ itemId }) => inside.has(itemId)),
      directoryValue: (await rows('directoryValue')).filter(({ itemId }) => itemId !== null && inside.has(itemId)),
      calendar: await rows('calendar'),
      resource: await rows('resource'),
      attribute: await rows('attribute'),
    };
  });
}

const BROUGHT = ['calendar', 'resource', 'attribute'] as const;
type Brought = (typeof BROUGHT)[number];
/** Two of these are the same thing in two versions where these fields agree. */
const SAME_BY = {
  calendar: ['name'],
  resource: ['code', 'name', 'kind'],
  attribute: ['name', 'type'],
} as const satisfies { [T in Brought]: (keyof VersionRow<T>)[] };

/** Finds what copied rows refer to in the version that takes them, or brings it along; answers how ids idHere. */
async function bringAlong(draft: Draft, source: Copied): Promise<(table: Brought, id: number | null) => number | null> {
  const ids = new Map<string, number>();
  const used: Record<Brought, Set<number>> = {
    calendar: new Set(source.wbs.flatMap(({ calendarId }) => calendarId ?? [])),
    resource: new Set([...source.assignment, ...source.daySeries].flatMap(({ resourceId }) => resourceId ?? [])),
    attribute: new Set(source.attributeValue.map(({ attributeId }) => attributeId)),
  };
  for (const table of BROUGHT) {
    const nameOf = (row: object): string => SAME_BY[table].map((field) => (row as Record<string, unknown>)[field]).join('\u0000');
    const here = new Map((await draft.all(table)).map((row) => [nameOf(row), row.id]));
    for (const row of source[table]) {
      if (!used[table].has(row.id)) continue;
      let id = here.get(nameOf(row));
      if (id === undefined) {
        id = draft.newId();
        const own = table === 'calendar' ? { baseId: null, isDefault: false } : table === 'resource' ? { calendarId: null } : {};
        draft.insert(table, { ...row, ...own, id });
      }
      ids.set(`${table}${row.id}`, id);
    }
  }
  return (table, id) => (id === null ? null : (ids.get(`${table}${id}`) ?? null));
}
