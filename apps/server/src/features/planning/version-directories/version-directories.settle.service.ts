import type { WbsRow } from '@gantry/domain';
import type { NormWork } from '@gantry/engine';
import type { DirectoryCatalog } from '../../catalog/directory-relations/directory-relations.service.ts';
import type { Draft } from '../edits/edits.service.ts';
import { dropValue, type SettleContext, settleAssignment } from './assign/version-directories.assignments.service.ts';
import { blankValue, catalogFor, listTaken, openResources } from './version-directories.resources.service.ts';
import {
  assignedAmounts,
  comesTo,
  groupBy,
  normOfWish,
  ruledDuration,
  isSame,
  type Value,
  type Wish,
} from './version-directories.rules.ts';
import { type Note, notesOf, openNotes } from './version-directories.notes.rules.ts';
import { keyOf, openWishes } from './assign/version-directories.wishes.rules.ts';

const MINUTES_A_DAY = 480;
const TOLD_EVERY = 100;

/** Receives the progress of long work, 0…1; an error thrown here ends the work. */
export type Told = (share: number) => Promise<void>;

type Settling = {
  /** Optional rows of relations that are wanted. */
  chosen?: ReadonlySet<number>;
  reported?: Told;
};

/** Works of a version with their values brought up to the directories as they are now, some or all; answers what is to be said of them. */
export async function settleWorks(draft: Draft, itemIds: readonly number[] | null, { chosen, reported }: Settling = {}): Promise<Note[]> {
  const values = itemIds
    ? await draft.rowsBy('directoryValue', 'itemId', itemIds)
    : (await draft.all('directoryValue')).filter(({ itemId }) => itemId !== null);
  const byItem = groupBy(values, ({ itemId }) => itemId);
  const ids = itemIds ?? [...byItem.keys()];
  const taken = itemIds ? [] : await listTaken(draft);
  const catalog = await catalogFor(draft.tx, draft.key, [...values, ...taken]);
  const resources = await openResources(draft, catalog, itemIds ? soughtFor(values, catalog) : null);
  if (!itemIds) resources.refresh();
  const assignments = new Map((await draft.rowsBy('assignment', 'itemId', ids)).map((row) => [row.id, row]));
  const notes = openNotes();
  const context: SettleContext = {
    draft,
    assignments,
    resources,
    notes,
    wishFor: openWishes(catalog, chosen),
    minutesPerDay: await daysOf(draft),
  };
  const left = new Set<number>();
  const rows = await draft.rows('wbs', ids);
  for (const [index, row] of rows.entries()) {
    if (index % TOLD_EVERY === 0) await reported?.(index / rows.length);
    for (const id of settleWork(context, row, byItem.get(row.id) ?? [])) left.add(id);
  }
  await resources.release([...left]);
  return notes.list();
}

/** What values may need: the resources that they have, and those of all rows that they can bring. */
const soughtFor = (values: readonly Value[], catalog: DirectoryCatalog) => ({
  places: catalog.places(),
  resourceIds: [...new Set(values.flatMap(({ resourceId }) => resourceId ?? []))],
});

async function daysOf(draft: Draft): Promise<(row: WbsRow) => number> {
  const calendars = await draft.all('calendar');
  const byId = new Map(calendars.map((calendar) => [calendar.id, calendar.minutesPerDay]));
  const usual = calendars.find(({ isDefault }) => isDefault)?.minutesPerDay ?? MINUTES_A_DAY;
  return ({ calendarId }) => (calendarId === null ? usual : (byId.get(calendarId) ?? usual));
}

/** Settles the values of one work; answers the resources that it may have let go. */
function settleWork(context: SettleContext, row: WbsRow, values: readonly Value[]): number[] {
  const broughtBy = groupBy(values, ({ broughtById }) => broughtById);
  const tops = values.filter(({ broughtById }) => broughtById === null);
  const left: number[] = [];
  let minutes: number | null = null;
  for (const top of tops) {
    const { wish, notes } = context.wishFor(top, broughtBy);
    const done = comesTo(wish, top, context.minutesPerDay(row));
    for (const note of notes) context.notes.add(note);
    for (const note of notesOf(wish, top, done)) context.notes.add(note);
    // When the norm has another kind of unit now, the taken values stay until the volume is entered again.
    if (!done) minutes = addMinutes(minutes, comesTo({ ...wish, taken: top.norm }, top, context.minutesPerDay(row))?.minutes ?? null);
    else {
      left.push(...settleValue(context, { row, wish, work: done.work, value: top, by: null, broughtBy }));
      minutes = addMinutes(minutes, done.minutes);
    }
  }
  ruleDuration(context.draft, row, tops, minutes);
  return left;
}

const addMinutes = (sum: number | null, more: number | null): number | null => (more === null ? sum : (sum ?? 0) + more);

/** What was entered is remembered by the first of the values that people gave. */
function ruleDuration(draft: Draft, row: WbsRow, tops: readonly Value[], minutes: number | null): void {
  const keeper = tops.find(({ entered }) => entered !== null);
  const { patch, entered } = ruledDuration(row, minutes, keeper?.entered ?? null);
  if (Object.keys(patch).length) draft.update('wbs', row.id, patch);
  const next = tops.at(0);
  if (keeper && (keeper !== next || !entered)) draft.update('directoryValue', keeper.id, { entered: null });
  if (next && entered) draft.update('directoryValue', next.id, { entered });
}

type Settled = {
  row: WbsRow;
  wish: Wish;
  work: NormWork;
  /** The present value; null for a new wish. */
  value: Value | null;
  by: number | null;
  broughtBy: ReadonlyMap<number, readonly Value[]>;
};

function settleValue(context: SettleContext, { row, wish, work, value, by, broughtBy }: Settled): number[] {
  const { draft, resources } = context;
  const isTop = by === null;
  const id = value?.id ?? draft.newId();
  const amounts = assignedAmounts(wish, work, isTop ? value : null);
  const norm = normOfWish(wish);
  const resourceId = amounts && resources.of(wish);
  const fields = {
    directoryId: wish.directoryId,
    rowId: wish.rowId,
    relationId: wish.relationId,
    relationRowId: wish.relationRowId,
    code: wish.code,
    name: wish.name,
    unit: wish.taken.norm.unit,
    // Reuses an equal object, so that it need not be compared again.
    norm: value && isSame(value.norm, norm) ? value.norm : norm,
    labourHours: work.labourHours,
    machineHours: work.machineHours,
    cost: work.cost,
    resourceId,
    assignmentId: settleAssignment(context, row, { value, isTop, resourceId, amounts }),
    ...(isTop ? {} : { volume: work.units }),
  };
  if (value) draft.update('directoryValue', id, fields);
  else draft.insert('directoryValue', { ...blankValue(id, wish), itemId: row.id, broughtById: by, ...fields });
  const there = new Map((value ? (broughtBy.get(value.id) ?? []) : []).map((one) => [keyOf({ ...one, part: one.norm.part }), one]));
  const left = value?.resourceId != null && value.resourceId !== resourceId ? [value.resourceId] : [];
  for (const [index, child] of wish.children.entries()) {
    const key = keyOf({ ...child, part: child.taken.part });
    left.push(...settleValue(context, { row, wish: child, work: work.children[index], value: there.get(key) ?? null, by: id, broughtBy }));
    there.delete(key);
  }
  for (const gone of there.values()) left.push(...dropValue(context, gone, broughtBy));
  return left;
}

const NOTHING: DirectoryCatalog = { places: () => [], row: () => null, rules: () => [] };

/** Removes values with everything that they brought; durations return to the entered ones where no other value rules them. */
export async function removeValues(draft: Draft, values: readonly Value[], reported?: Told): Promise<Note[]> {
  const itemIds = [...new Set(values.flatMap(({ itemId }) => itemId ?? []))];
  const all = await draft.rowsBy('directoryValue', 'itemId', itemIds);
  const assignments = new Map((await draft.rowsBy('assignment', 'itemId', itemIds)).map((row) => [row.id, row]));
  const broughtBy = groupBy(all, ({ broughtById }) => broughtById);
  const removed = new Set(values.map(({ id }) => id));
  const left: number[] = [];
  const rows = new Map((await draft.rows('wbs', itemIds)).map((row) => [row.id, row]));
  const heirs = groupBy(
    all.filter(({ id, broughtById }) => broughtById === null && !removed.has(id)),
    ({ itemId }) => itemId,
  );
  for (const value of values) {
    const row = rows.get(value.itemId ?? 0);
    const heir = heirs.get(value.itemId ?? 0)?.[0];
    // The entered duration moves to another value of the work, or back into its row.
    if (value.entered !== null && heir) draft.update('directoryValue', heir.id, { entered: value.entered });
    else if (value.entered !== null && row) {
      const { patch } = ruledDuration(row, null, value.entered);
      if (Object.keys(patch).length) draft.update('wbs', row.id, patch);
    }
    left.push(...dropValue({ draft, assignments }, value, broughtBy));
  }
  const notes = await settleWorks(draft, itemIds, { reported });
  await (await openResources(draft, NOTHING, { places: [], resourceIds: left })).release(left);
  return notes;
}
