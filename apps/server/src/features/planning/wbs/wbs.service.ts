import { type ErrorCode, pageOf, type PageOfRows, fromWire, toSnake, toWire } from '@gantry/contract';
import { attributeColumn, formatMinute, type JsonValue, LIMITS, minuteAt, REPORTED_FIELDS, type WbsRow } from '@gantry/domain';
import type { Context } from '../../../platform/context.ts';
import type { Tx } from '../../../platform/postgres/database.ts';
import { fail } from '../../../platform/fail.ts';
import { specialtiesOfSpace } from '../../catalog/specialties/specialties.service.ts';
import { openValueSetter } from '../attribute-values/attribute-values.service.ts';
import { type Draft, edit, readVersion, removeOwned } from '../edits/edits.service.ts';
import { mayEditPlan, notReportedBy } from '../reports/reports.service.ts';
import { workingTimeOf } from './wbs.calendar.service.ts';
import { nextCode } from './wbs.codes.service.ts';
import { findFlags } from './wbs.flags.repository.ts';
import { listAttributeValues, listChildIds, listActiveMembers, listParentsAmong, listSubtreeIds } from './wbs.repository.ts';
import { applyPatch, emptyRow } from './wbs.rules.ts';
import { type KnownPeople, knownPeople, NOBODY } from './wbs.people.rules.ts';
import { childrenOf, makeTasksAgain, place } from './wbs.tree.service.ts';
import { shownRows } from './wbs.view.service.ts';

export { applyPatch, emptyRow as newRow, type Refusal, type WorkingTime } from './wbs.rules.ts';
export { workingTimeOf } from './wbs.calendar.service.ts';

type Wire = Record<string, unknown>;

/** Duration of a task that was created without one. */
const NEW_DURATION_MINUTES = 480;

/** One row with its attribute values and the dates of the file it came from. */
export async function describeItem(context: Context, versionId: number, id: number) {
  const item = (await shownRows(context, versionId, [id])).get(id);
  if (!item) fail('wbs.not_found', { id });
  return readVersion(context, versionId, async ({ db, key, rows, mask }) => {
    const [imported] = await rows('importedDates', [id]);
    return {
      item: toWire(item),
      attributes: (await listAttributeValues(db, key, id, [...(mask?.hidden ?? [])])) as never,
      imported: imported ? toWire(imported) : null,
    };
  });
}

/** Rows directly below a row, in order. */
export async function listChildren(context: Context, versionId: number, id: number, page: PageOfRows) {
  const children = await readVersion(context, versionId, ({ db, key }) => listChildIds(db, key, id));
  const { rows: ids, next } = pageOf(children, page);
  const byId = await shownRows(context, versionId, ids);
  return { next, items: ids.flatMap((child) => byId.get(child) ?? []).map(toWire) };
}

/** Rows by their ids, in the order asked. */
export async function listByIds(context: Context, versionId: number, ids: number[]) {
  const byId = await shownRows(context, versionId, ids);
  return ids.flatMap((id) => byId.get(id) ?? []).map(toWire);
}

/**
 * Changes fields of rows, with what follows from them, in one step. One refusal refuses all, unless `skipRefused`: then the
 * refused rows keep their values and are told.
 */
export async function updateItems(
  context: Context,
  versionId: number,
  items: ({ id: number } & Wire)[],
  skipRefused = false,
  name = context.can('plan.edit') ? nameOfUpdate(items) : 'wbs.report',
) {
  const done = await edit<RefusedRow[], boolean>(
    context,
    versionId,
    name,
    (draft, mayEdit) => changeItems(context, draft, items, skipRefused, mayEdit),
    undefined,
    (tx, schedule_id) => mayEditPlan(context, { tx, head: { schedule_id } }),
  );
  const refused = skipRefused ? { refused: done.result } : {};
  return { revision: done.revision, diff: done.diff, ...refused };
}

/** The same inside an edit; answers the rows that were refused. */
export async function changeItems(
  context: Context,
  draft: Draft,
  items: readonly ({ id: number } & Wire)[],
  skipRefused: boolean,
  mayEdit?: boolean,
): Promise<RefusedRow[]> {
  const ids = items.map(({ id }) => id);
  await draft.rows('wbs', ids);
  const parents = await listParentsAmong(draft.tx, draft.key, ids);
  const timeOf = await workingTimeOf(draft);
  const known: Known = {
    calendars: new Set((await draft.all('calendar')).map(({ id }) => id)),
    ...(items.some(namesPeople) ? await peopleOf(draft) : NOBODY),
  };
  if (items.some((item) => 'cost' in item)) requireMoney(draft);
  const refused: RefusedRow[] = [];
  const foreign = (mayEdit ?? (await mayEditPlan(context, draft))) ? new Set<number>() : await foreignRows(context, draft, items);
  const setValue = items.some(({ attributes }) => attributes) ? await openValueSetter(draft, ids) : null;
  for (const { id, attributes, ...wire } of items) {
    // Reads from the draft each time, because a row may occur twice in the list.
    const row = await draft.find('wbs', id);
    const asked = fromWire(wire);
    const outcome = !row
      ? notThere(id)
      : foreign.has(id)
        ? refusal('report.not_yours', { name: row.name })
        : Object.keys(asked).length
          ? changeOf(row, asked, parents.has(id), timeOf, known)
          : { patch: {} };
    if ('patch' in outcome) draft.update('wbs', id, outcome.patch);
    else if (skipRefused) refused.push({ id, ...outcome.refused });
    else fail(outcome.refused.code, { id, ...outcome.refused.parameters });
    for (const [attribute, value] of 'patch' in outcome ? Object.entries((attributes ?? {}) as Record<string, JsonValue>) : []) {
      const why = await setValue?.(id, Number(attribute), value);
      if (!why) continue;
      const parameters = { ...why.parameters, field: attributeColumn(Number(attribute)) };
      if (skipRefused) refused.push({ id, code: why.code, parameters });
      else fail(why.code, { id, ...parameters });
    }
  }
  return refused;
}

/** Who does not see what things cost writes no costs. */
function requireMoney({ mask }: Draft): void {
  if (mask?.money === false) fail('auth.forbidden', { right: 'cost.read' });
}

const REPORTED: readonly string[] = [...REPORTED_FIELDS.map(toSnake), 'id'];

/** The rows that somebody may not report on who may not change the plan, and who reports alone. */
async function foreignRows(context: Context, draft: Draft, items: readonly ({ id: number } & Wire)[]): Promise<ReadonlySet<number>> {
  const isReport = items.every((item) => Object.keys(item).every((field) => REPORTED.includes(field)));
  if (!isReport) fail('auth.forbidden', { right: 'plan.edit' });
  const rows = await draft.rows(
    'wbs',
    items.map(({ id }) => id),
  );
  return new Set((await notReportedBy(context, draft, rows)).map(({ id }) => id));
}

/** Values of attributes alone are called so in the history. */
const nameOfUpdate = (items: readonly Wire[]): string =>
  items.every((item) => Object.keys(item).every((field) => field === 'id' || field === 'attributes'))
    ? 'attribute.values'
    : items.length === 1
      ? 'wbs.update'
      : 'wbs.update_many';

const PEOPLE = ['executor_id', 'curator_id', 'specialty_id'];
const namesPeople = (item: Wire): boolean => PEOPLE.some((field) => field in item);

type Known = { calendars: ReadonlySet<number> } & KnownPeople;

/** Who can be chosen for a row, and who of them to carry it out. */
async function peopleOf({ tx, key }: Draft): Promise<KnownPeople> {
  return knownPeople(await listActiveMembers(tx, key.spaceId), await specialtiesOfSpace(tx, key.spaceId));
}

export type RefusedRow = { id: number; code: string; parameters: Record<string, JsonValue> };

const refusal = <C extends ErrorCode>(code: C, parameters: Record<string, JsonValue>) => ({ refused: { code, parameters } });
const notThere = (id: number) => refusal('wbs.not_found', { id });

/** The full change of a row, with its references resolved. */
function changeOf(row: WbsRow, patch: Partial<WbsRow>, isParent: boolean, timeOf: Awaited<ReturnType<typeof workingTimeOf>>, known: Known) {
  if (patch.calendarId && !known.calendars.has(patch.calendarId)) return refusal('wbs.unknown_calendar', { id: patch.calendarId });
  for (const person of [patch.executorId, patch.curatorId])
    if (person && !known.people.has(person)) return refusal('wbs.unknown_person', { id: person });
  const { executorId, specialtyId = row.specialtyId } = patch;
  if (patch.specialtyId && !known.specialties.has(patch.specialtyId)) return refusal('specialty.not_found', { id: patch.specialtyId });
  // Who was chosen before stays, whatever they have become since.
  if (executorId && executorId !== row.executorId) {
    const name = known.people.get(executorId)?.name ?? '';
    if (!known.able(null).has(executorId)) return refusal('wbs.not_an_executor', { id: executorId, name });
    if (!known.able(specialtyId).has(executorId)) return refusal('wbs.lacks_specialty', { id: executorId, name });
  }
  return applyPatch(row, patch, isParent, timeOf({ calendarId: patch.calendarId ?? row.calendarId }));
}

/** A row to be made: under a parent, behind a sibling (null: first) or as the last; `next_code` gives it the next free code. */
type NewItem = { parent_id: number | null; after_id?: number | null; item: Wire; next_code?: boolean };

/**
 * Creates a row under a parent, behind a sibling (null: first) or as the last. A task that gets a row below becomes a summary. `besides`
 * is done in the same transaction.
 */
export async function createItem(context: Context, versionId: number, body: NewItem, besides?: (tx: Tx, row: WbsRow) => Promise<void>) {
  const done = await edit(context, versionId, 'wbs.create', async (draft) => {
    const id = await insertItem(draft, body);
    await place(draft, [id], body.parent_id, body.after_id === undefined ? 'last' : { after: body.after_id });
    const [made] = await draft.rows('wbs', [id]);
    await besides?.(draft.tx, made);
    return id;
  });
  return { revision: done.revision, diff: done.diff, id: done.result };
}

/** The same inside an edit, whose caller puts the row, by the id that it gets, into its place. */
export async function insertItem(draft: Draft, body: NewItem): Promise<number> {
  const patch = fromWire(body.item) as Partial<WbsRow>;
  if (patch.cost != null) requireMoney(draft);
  const id = draft.newId();
  const timeOf = await workingTimeOf(draft);
  const time = timeOf({ calendarId: patch.calendarId ?? null });
  const known: Known = {
    calendars: new Set((await draft.all('calendar')).map((calendar) => calendar.id)),
    ...(namesPeople(body.item) ? await peopleOf(draft) : NOBODY),
  };
  const type = patch.type ?? 'task';
  const start = draft.head.data_date && formatMinute(time.startFrom(minuteAt(draft.head.data_date)));
  const empty = { ...emptyRow(id, type), start, finish: start };
  const duration = { durationMinutes: type === 'task' || type === 'work' ? NEW_DURATION_MINUTES : 0 };
  const outcome = changeOf(empty, { ...duration, ...patch }, false, timeOf, known);
  if ('refused' in outcome) fail(outcome.refused.code, outcome.refused.parameters);
  const code = body.next_code && !patch.code ? await nextCode(draft, body.after_id ?? null) : (patch.code ?? '');
  draft.insert('wbs', { ...empty, ...outcome.patch, code, parentId: body.parent_id });
  return id;
}

/** Removes the rows that the caller has ticked, with everything below them. */
export async function removeChecked(context: Context, versionId: number) {
  const { checked } = await readVersion(context, versionId, ({ db, key }) => findFlags(db, key, context.userId));
  if (!checked.length) fail('wbs.nothing_checked');
  return removeItems(context, versionId, checked);
}

/** Removes rows with everything below them, their relations, assignments and values. */
export async function removeItems(context: Context, versionId: number, ids: number[]) {
  const done = await edit(context, versionId, ids.length === 1 ? 'wbs.delete' : 'wbs.delete_many', async (draft) => {
    const all = await listSubtreeIds(draft.tx, draft.key, ids);
    if (!all.length) fail('wbs.not_found', { id: ids[0] });
    if (all.length > LIMITS.removeWbsAtOnce) fail('wbs.too_many', { count: all.length, most: LIMITS.removeWbsAtOnce });
    await draft.rows('wbs', all);
    const above = (await draft.rows('wbs', ids)).map(({ parentId }) => parentId);
    await removeOwned(draft, 'wbs', all);
    await makeTasksAgain(draft, above);
  });
  return { revision: done.revision, diff: done.diff };
}

/** Removes a summary and lifts its children into its place. */
export async function dissolveItem(context: Context, versionId: number, id: number) {
  const done = await edit(context, versionId, 'wbs.dissolve', async (draft) => {
    const row = await draft.find('wbs', id);
    if (!row) fail('wbs.not_found', { id });
    const children = await childrenOf(draft, id);
    if (!children.length) fail('wbs.not_a_summary', { name: row.name });
    await draft.rows('wbs', children);
    await place(draft, children, row.parentId, { after: id });
    await removeOwned(draft, 'wbs', [id]);
  });
  return { revision: done.revision, diff: done.diff };
}
