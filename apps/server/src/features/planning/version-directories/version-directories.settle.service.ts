import type { NormPart, VersionRow, WbsRow } from '@gantry/domain';
import type { NormWork } from '@gantry/engine';
import { type DirectoryCatalog, readDirectoryCatalog } from '../../catalog/directory-relations/directory-relations.service.ts';
import type { Draft } from '../edits/edits.service.ts';
import {
  assignedAmounts,
  comesTo,
  type Entered,
  keyOf,
  resourceFields,
  ruledDuration,
  storedNorm,
  takenOf,
  type Value,
  type Wish,
  wishOf,
} from './version-directories.rules.ts';

/** The crew of values that are resources of the version and lie on no work: how they are found without reading all values. */
const NO_CREW = 0;
const MINUTES_A_DAY = 480;

type Assignment = VersionRow<'assignment'>;

/** What settling some works of a version stands on. */
type Ground = {
  draft: Draft;
  catalog: DirectoryCatalog;
  assignments: Map<number, Assignment>;
  resources: Resources;
  minutesPerDay(row: WbsRow): number;
};

export const groupBy = <T>(rows: readonly T[], keyOfRow: (row: T) => number | null): Map<number, T[]> => {
  const groups = new Map<number, T[]>();
  for (const row of rows) {
    const key = keyOfRow(row);
    if (key === null) continue;
    const group = groups.get(key);
    if (group) group.push(row);
    else groups.set(key, [row]);
  }
  return groups;
};

/** Rows of directories that some values name, as they are now. */
export function catalogFor(
  draft: Pick<Draft, 'tx' | 'key'>,
  values: readonly Pick<Value, 'directoryId' | 'rowId'>[],
): Promise<DirectoryCatalog> {
  const wanted = new Map<number, Set<number>>();
  for (const { directoryId, rowId } of values) wanted.set(directoryId, (wanted.get(directoryId) ?? new Set()).add(rowId));
  return readDirectoryCatalog(draft.tx, draft.key.spaceId, wanted);
}

/** Resources of the version that stand for rows of directories: found, made, renamed and let go. */
export type Resources = Awaited<ReturnType<typeof openResources>>;

export async function openResources(draft: Draft) {
  const taken = new Map(
    (await draft.rowsBy('directoryValue', 'crew', [NO_CREW])).map((row) => [takenKey(row.directoryId, row.rowId, takenOf(row).part), row]),
  );
  const rows = new Map(
    (
      await draft.rows(
        'resource',
        [...taken.values()].flatMap(({ resourceId }) => resourceId ?? []),
      )
    ).map((row) => [row.id, row]),
  );
  return {
    /** The resource that a wish stands for, as it should be. */
    of(wish: Wish, kept = false): number {
      const fields = resourceFields(wish);
      const key = takenKey(wish.directoryId, wish.rowId, wish.taken.part);
      const known = taken.get(key);
      const row = known?.resourceId == null ? undefined : rows.get(known.resourceId);
      const norm = storedNorm({
        norm: wish.taken.norm,
        part: wish.taken.part,
        quantity: 1,
        coefficients: [],
        ...((known && takenOf(known).kept) || kept ? { kept: true } : {}),
      });
      const about = { code: wish.code, name: wish.name, unit: wish.taken.norm.unit, norm };
      if (row && known) {
        draft.update('resource', row.id, fields);
        draft.update('directoryValue', known.id, about);
        return row.id;
      }
      const id = draft.newId();
      const made = { ...fields, id, calendarId: null, limit: null };
      draft.insert('resource', made);
      rows.set(id, made);
      const value: Value = { ...blankValue(known?.id ?? draft.newId(), wish), ...about, crew: NO_CREW, resourceId: id };
      if (known) draft.update('directoryValue', known.id, value);
      else draft.insert('directoryValue', value);
      taken.set(key, value);
      return id;
    },
    /** Brings the resources that stand for rows of a directory up to what the rows are now. */
    refresh(catalog: DirectoryCatalog): void {
      for (const value of taken.values()) {
        const row = catalog.row(value.directoryId, value.rowId);
        const { part, norm } = takenOf(value);
        // Hours of a norm's own have no price; their unit is theirs.
        const own = part !== null && row !== null && row.part === null;
        if (row && value.resourceId !== null && rows.has(value.resourceId))
          this.of({
            ...value,
            code: row.code,
            name: row.name,
            taken: { norm: own ? norm : row.norm, part, quantity: 1, coefficients: [] },
            children: [],
          });
      }
    },
    /** Lets go of resources that nothing uses any more and nobody asked to keep. */
    async release(ids: readonly number[]): Promise<void> {
      if (!ids.length) return;
      const used = new Set<number | null>();
      for (const table of ['assignment', 'daySeries'] as const)
        for (const { resourceId } of await draft.rowsBy(table, 'resourceId', ids)) used.add(resourceId);
      for (const { resourceId, itemId } of await draft.rowsBy('directoryValue', 'resourceId', ids))
        if (itemId !== null) used.add(resourceId);
      for (const value of taken.values()) {
        if (value.resourceId === null || !ids.includes(value.resourceId) || used.has(value.resourceId) || takenOf(value).kept) continue;
        await draft.rows('directoryValue', [value.id]);
        await draft.rows('resource', [value.resourceId]);
        draft.remove('directoryValue', value.id);
        draft.remove('resource', value.resourceId);
      }
    },
  };
}

const takenKey = (directoryId: number, rowId: number, part: NormPart | null): string => `${directoryId} ${rowId} ${part ?? '-'}`;

/** A value without a work and without amounts. */
export function blankValue(
  id: number,
  { directoryId, rowId, relationId, relationRowId }: Pick<Wish, 'directoryId' | 'rowId' | 'relationId' | 'relationRowId'>,
): Value {
  return {
    id,
    itemId: null,
    directoryId,
    rowId,
    broughtById: null,
    relationId,
    relationRowId,
    code: '',
    name: '',
    unit: '',
    volume: null,
    volumeUnit: '',
    crew: 1,
    rule: 'none',
    labourHours: 0,
    machineHours: 0,
    cost: 0,
    norm: null,
    resourceId: null,
    assignmentId: null,
    entered: null,
  };
}

/** Works of a version with their values brought up to the directories as they are now, some or all. `chosen`: optional rows of relations that are wanted. */
export async function settle(draft: Draft, itemIds: readonly number[] | null, chosen: ReadonlySet<number> = new Set()): Promise<void> {
  const values = itemIds
    ? await draft.rowsBy('directoryValue', 'itemId', itemIds)
    : (await draft.all('directoryValue')).filter(({ itemId }) => itemId !== null);
  const byItem = groupBy(values, ({ itemId }) => itemId);
  const ids = itemIds ?? [...byItem.keys()];
  const resources = await openResources(draft);
  const taken = itemIds ? [] : await draft.rowsBy('directoryValue', 'crew', [NO_CREW]);
  const catalog = await catalogFor(draft, [...values.filter(({ broughtById }) => broughtById === null), ...taken]);
  if (!itemIds) resources.refresh(catalog);
  const assignments = new Map((await draft.rowsBy('assignment', 'itemId', ids)).map((row) => [row.id, row]));
  const ground: Ground = { draft, catalog, assignments, resources, minutesPerDay: await daysOf(draft) };
  const left = new Set<number>();
  for (const row of await draft.rows('wbs', ids)) for (const id of settleWork(ground, row, byItem.get(row.id) ?? [], chosen)) left.add(id);
  await resources.release([...left]);
}

async function daysOf(draft: Draft): Promise<(row: WbsRow) => number> {
  const calendars = await draft.all('calendar');
  const byId = new Map(calendars.map((calendar) => [calendar.id, calendar.minutesPerDay]));
  const usual = calendars.find(({ isDefault }) => isDefault)?.minutesPerDay ?? MINUTES_A_DAY;
  return ({ calendarId }) => (calendarId === null ? usual : (byId.get(calendarId) ?? usual));
}

/** Settles the values of one work; answers the resources that it may have let go. */
function settleWork(ground: Ground, row: WbsRow, values: readonly Value[], chosen: ReadonlySet<number>): number[] {
  const broughtBy = groupBy(values, ({ broughtById }) => broughtById);
  const tops = values.filter(({ broughtById }) => broughtById === null);
  const left: number[] = [];
  let minutes: number | null = null;
  for (const top of tops) {
    const wish = wishOf(ground.catalog, top, broughtBy, chosen);
    const done = comesTo(wish, top, ground.minutesPerDay(row));
    // A norm that is counted in another kind of unit now: what was taken stands until somebody says the volume anew.
    if (!done) minutes = addMinutes(minutes, comesTo({ ...wish, taken: takenOf(top) }, top, ground.minutesPerDay(row))?.minutes ?? null);
    else {
      left.push(...settleValue(ground, { row, wish, work: done.work, value: top, by: null, broughtBy }));
      minutes = addMinutes(minutes, done.minutes);
    }
  }
  ruleDuration(ground.draft, row, tops, minutes);
  return left;
}

const addMinutes = (sum: number | null, more: number | null): number | null => (more === null ? sum : (sum ?? 0) + more);

/** What was entered is remembered by the first of the values that people gave. */
function ruleDuration(draft: Draft, row: WbsRow, tops: readonly Value[], minutes: number | null): void {
  const keeper = tops.find(({ entered }) => entered !== null);
  const { patch, entered } = ruledDuration(row, minutes, (keeper?.entered ?? null) as unknown as Entered | null);
  if (Object.keys(patch).length) draft.update('wbs', row.id, patch);
  const next = tops.at(0);
  if (keeper && (keeper !== next || !entered)) draft.update('directoryValue', keeper.id, { entered: null });
  if (next && entered) draft.update('directoryValue', next.id, { entered });
}

type Settled = {
  row: WbsRow;
  wish: Wish;
  work: NormWork;
  /** The value as it is; null where the wish is new. */
  value: Value | null;
  by: number | null;
  broughtBy: ReadonlyMap<number, readonly Value[]>;
};

function settleValue(ground: Ground, { row, wish, work, value, by, broughtBy }: Settled): number[] {
  const { draft, resources } = ground;
  const isTop = by === null;
  const id = value?.id ?? draft.newId();
  const amounts = assignedAmounts(wish, work, isTop ? value : null);
  const resourceId = amounts && resources.of(wish);
  const fields = {
    directoryId: wish.directoryId,
    rowId: wish.rowId,
    relationId: wish.relationId,
    relationRowId: wish.relationRowId,
    code: wish.code,
    name: wish.name,
    unit: wish.taken.norm.unit,
    norm: storedNorm(wish.taken),
    labourHours: work.labourHours,
    machineHours: work.machineHours,
    cost: work.cost,
    resourceId,
    assignmentId: settleAssignment(ground, row, value, resourceId, amounts),
    ...(isTop ? {} : { volume: work.units }),
  };
  if (value) draft.update('directoryValue', id, fields);
  else draft.insert('directoryValue', { ...blankValue(id, wish), itemId: row.id, broughtById: by, ...fields });
  const there = new Map((value ? (broughtBy.get(value.id) ?? []) : []).map((one) => [keyOf({ ...one, part: takenOf(one).part }), one]));
  const left = value?.resourceId != null && value.resourceId !== resourceId ? [value.resourceId] : [];
  for (const [index, child] of wish.children.entries()) {
    const key = keyOf({ ...child, part: child.taken.part });
    left.push(...settleValue(ground, { row, wish: child, work: work.children[index], value: there.get(key) ?? null, by: id, broughtBy }));
    there.delete(key);
  }
  for (const gone of there.values()) left.push(...dropValue(ground, gone, broughtBy));
  return left;
}

/** The assignment that a value stands for; one that somebody removed is not made again. */
function settleAssignment(
  { draft, assignments }: Ground,
  row: WbsRow,
  value: Value | null,
  resourceId: number | null,
  amounts: { units: number; cost: number } | null,
): number | null {
  const known = value?.assignmentId == null ? undefined : assignments.get(value.assignmentId);
  if (resourceId === null || !amounts) {
    if (known) draft.remove('assignment', known.id);
    return null;
  }
  const remaining = (planned: number, actual: number) => (row.status === 'completed' ? 0 : Math.max(0, planned - actual));
  if (known) {
    draft.update('assignment', known.id, {
      resourceId,
      plannedUnits: amounts.units,
      plannedCost: amounts.cost,
      ...(known.plannedUnits === amounts.units ? {} : { remainingUnits: remaining(amounts.units, known.actualUnits) }),
      ...(known.plannedCost === amounts.cost ? {} : { remainingCost: remaining(amounts.cost, known.actualCost) }),
    });
    return known.id;
  }
  if (value?.assignmentId != null) return value.assignmentId;
  const id = draft.newId();
  draft.insert('assignment', {
    id,
    itemId: row.id,
    resourceId,
    plannedUnits: amounts.units,
    actualUnits: 0,
    remainingUnits: remaining(amounts.units, 0),
    plannedCost: amounts.cost,
    actualCost: 0,
    remainingCost: remaining(amounts.cost, 0),
    remainingMinutes: null,
    lagMinutes: 0,
    driving: false,
    curve: null,
    extra: null,
  });
  return id;
}

/** Removes a value with all that it brought; answers the resources that may be let go. */
function dropValue(
  { draft, assignments }: Pick<Ground, 'draft' | 'assignments'>,
  value: Value,
  broughtBy: ReadonlyMap<number, readonly Value[]>,
): number[] {
  const below = (broughtBy.get(value.id) ?? []).flatMap((child) => dropValue({ draft, assignments }, child, broughtBy));
  if (value.assignmentId !== null && assignments.has(value.assignmentId)) draft.remove('assignment', value.assignmentId);
  draft.remove('directoryValue', value.id);
  return value.resourceId === null ? below : [value.resourceId, ...below];
}

/** Takes values with all that they brought from works; durations go back to what was entered where no other value rules them. */
export async function takeAway(draft: Draft, values: readonly Value[]): Promise<void> {
  const itemIds = [...new Set(values.flatMap(({ itemId }) => itemId ?? []))];
  const all = await draft.rowsBy('directoryValue', 'itemId', itemIds);
  const assignments = new Map((await draft.rowsBy('assignment', 'itemId', itemIds)).map((row) => [row.id, row]));
  const broughtBy = groupBy(all, ({ broughtById }) => broughtById);
  const removed = new Set(values.map(({ id }) => id));
  const left: number[] = [];
  const rows = new Map((await draft.rows('wbs', itemIds)).map((row) => [row.id, row]));
  for (const value of values) {
    const row = rows.get(value.itemId ?? 0);
    const heir = all.find(({ itemId, broughtById, id }) => itemId === value.itemId && broughtById === null && !removed.has(id));
    // What was entered before goes on to another value of the work, or back into its row.
    if (value.entered !== null && heir) draft.update('directoryValue', heir.id, { entered: value.entered });
    else if (value.entered !== null && row) {
      const { patch } = ruledDuration(row, null, value.entered as unknown as Entered);
      if (Object.keys(patch).length) draft.update('wbs', row.id, patch);
    }
    left.push(...dropValue({ draft, assignments }, value, broughtBy));
  }
  await settle(draft, itemIds);
  await (await openResources(draft)).release(left);
}
