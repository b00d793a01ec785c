import { type NormPart, referencesTo } from '@gantry/domain';
import { unitRatio } from '@gantry/engine';
import type { Db } from '../../../platform/postgres/database.ts';
import { type DirectoryCatalog, readDirectoryCatalog } from '../../catalog/directory-relations/directory-relations.service.ts';
import type { Draft } from '../edits/edits.service.ts';
import type { VersionKey } from '../version-heads/version-heads.service.ts';
import { listTakenIds } from './version-directories.repository.ts';
import { resourceFields, storedNorm, type Value, type Wish } from './version-directories.rules.ts';

/** The crew of values that are resources of the version and lie on no work: how they are found without reading all values. */
const NO_CREW = 0;

/** Resources of the version that were taken without an assignment or represent a directory row. */
export const listTaken = (draft: Pick<Draft, 'rowsBy'>): Promise<Value[]> => draft.rowsBy('directoryValue', 'crew', [NO_CREW]);

/** Rows of directories that some values name, as they are now. */
export function catalogFor(
  db: Db,
  { spaceId }: VersionKey,
  values: readonly Pick<Value, 'directoryId' | 'rowId'>[],
): Promise<DirectoryCatalog> {
  const wanted = new Map<number, Set<number>>();
  for (const { directoryId, rowId } of values) wanted.set(directoryId, (wanted.get(directoryId) ?? new Set()).add(rowId));
  return readDirectoryCatalog(db, spaceId, wanted);
}

/** Rows of directories, and resources, that are looked for among those taken. */
type Sought = { places: ReturnType<DirectoryCatalog['places']>; resourceIds: readonly number[] };

/** Values that a draft has given a resource: the database does not find them by it yet. */
const settledIn = new WeakMap<Draft, Set<number>>();

async function listSought(draft: Draft, sought: Sought): Promise<Value[]> {
  const ids = await listTakenIds(draft.tx, draft.key, sought);
  return draft.rows('directoryValue', [...new Set([...ids, ...(settledIn.get(draft) ?? [])])]);
}

/** Resources of the version that stand for rows of directories: found, made, renamed and let go. */
export type Resources = Awaited<ReturnType<typeof openResources>>;

/** Opens those that are sought, null: all that the version has taken. */
export async function openResources(draft: Draft, catalog: DirectoryCatalog, sought: Sought | null) {
  const found = sought ? await listSought(draft, sought) : await listTaken(draft);
  const taken = new Map(found.map((row) => [takenKey(row.directoryId, row.rowId, row.norm.part), row]));
  const rows = new Map(
    (
      await draft.rows(
        'resource',
        [...taken.values()].flatMap(({ resourceId }) => resourceId ?? []),
      )
    ).map((row) => [row.id, row]),
  );
  const settled = new Map<Wish, number>();

  function settleResource(wish: Wish, kept: boolean): number {
    const fields = resourceFields(wish);
    const key = takenKey(wish.directoryId, wish.rowId, wish.taken.part);
    const known = taken.get(key);
    const row = known?.resourceId == null ? undefined : rows.get(known.resourceId);
    const norm = storedNorm({
      norm: wish.taken.norm,
      part: wish.taken.part,
      quantity: 1,
      coefficients: [],
      ...((known && known.norm.kept) || kept ? { kept: true } : {}),
    });
    const about = { code: wish.code, name: wish.name, unit: wish.taken.norm.unit, norm };
    if (row && known) {
      // The directory row defines the resource as long as it exists, even when works keep older values.
      const now = wish.asTaken ? resourceWish(catalog, known) : null;
      if (wish.asTaken) return now ? settleResource(now, kept) : row.id;
      draft.update('resource', row.id, fields);
      draft.update('directoryValue', known.id, about);
      return row.id;
    }
    const id = draft.newId();
    const made = { ...fields, id, calendarId: null, limit: null, rates: null, userId: null, managerId: null, autoActuals: null };
    draft.insert('resource', made);
    rows.set(id, made);
    const value: Value = { ...blankValue(known?.id ?? draft.newId(), wish), ...about, crew: NO_CREW, resourceId: id };
    if (known) draft.update('directoryValue', known.id, value);
    else draft.insert('directoryValue', value);
    taken.set(key, value);
    settledIn.set(draft, (settledIn.get(draft) ?? new Set()).add(value.id));
    return id;
  }

  return {
    /** Finds or adds the resource of a wish. */
    of(wish: Wish, kept = false): number {
      const id = settled.get(wish) ?? settleResource(wish, kept);
      settled.set(wish, id);
      return id;
    },
    /** Brings all of them up to what the rows are now. */
    refresh(): void {
      for (const value of taken.values()) {
        const wish = resourceWish(catalog, value);
        if (wish && value.resourceId !== null && rows.has(value.resourceId)) this.of(wish);
      }
    },
    /** Removes resources that no assignment uses and nobody took explicitly. */
    async release(ids: readonly number[]): Promise<void> {
      if (!ids.length) return;
      const standing = [...taken.values()].map(({ id }) => id);
      const used = new Set<number>();
      for (const reference of referencesTo('resource'))
        for (const id of await draft.referred(reference, ids, reference.table === 'directoryValue' ? standing : [])) used.add(id);
      const free = new Set(ids.filter((id) => !used.has(id)));
      for (const value of taken.values()) {
        if (value.resourceId === null || !free.has(value.resourceId) || value.norm.kept) continue;
        await draft.rows('directoryValue', [value.id]);
        await draft.rows('resource', [value.resourceId]);
        draft.remove('directoryValue', value.id);
        draft.remove('resource', value.resourceId);
      }
    },
  };
}

/** The resource that represents a directory row; null when the taken one stays. */
export function resourceWish(catalog: DirectoryCatalog, value: Value): Wish | null {
  const row = catalog.row(value.directoryId, value.rowId);
  const { part, norm } = value.norm;
  // Hours of a norm's own have no price; their unit is theirs.
  const own = part !== null && row !== null && row.part === null;
  // Assignments in another kind of unit, and their unit, stay until their volume is entered again.
  if (!row || (!own && !unitRatio(norm.unit, row.norm.unit))) return null;
  const taken = { norm: own ? norm : row.norm, part, quantity: 1, coefficients: [] };
  return { ...value, code: row.code, name: row.name, taken, asTaken: false, children: [] };
}

const takenKey = (directoryId: number, rowId: number, part: NormPart | null): string => `${directoryId} ${rowId} ${part ?? '-'}`;

/** A value without a work and without amounts. */
export function blankValue(
  id: number,
  { directoryId, rowId, relationId, relationRowId }: Pick<Wish, 'directoryId' | 'rowId' | 'relationId' | 'relationRowId'>,
): Omit<Value, 'norm'> {
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
    resourceId: null,
    assignmentId: null,
    entered: null,
  };
}
