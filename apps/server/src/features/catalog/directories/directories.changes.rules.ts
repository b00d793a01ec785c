import type { DirectoryCell, DirectoryRow, DirectoryRowChange } from '@gantry/contract';
import { entryOf } from '@gantry/domain';
import { inTreeOrder, type Place, withEntries } from './rows/directories.rows.rules.ts';

/** The rows that a call changes, and the positions of all others. */
export type Board = {
  /** Rows that the changes name, as they are. */
  rows: ReadonlyMap<number, DirectoryRow>;
  /** Every row of the directory, where the changes move, add or remove some. */
  places: readonly Place[];
};

/** The result of the changes: rows after the change, new rows, deleted rows. */
export type Outcome = {
  changed: Map<number, DirectoryRow>;
  added: Map<number, DirectoryRow>;
  removed: Set<number>;
  moved: Map<number, Place>;
};

/** Why changes are refused. */
export type ChangeRefusal = { code: 'directory_row.not_found' | 'directory_row.ring'; parameters: Record<string, unknown> };

const GAP = 1;

/** Does changes of rows in their order. */
export function changeRows(
  board: Board,
  changes: readonly DirectoryRowChange[],
  newId: () => number,
): { outcome: Outcome; ids: { given: number; id: number }[] } | ChangeRefusal {
  const given = new Map<number, number>();
  const outcome: Outcome = { changed: new Map(), added: new Map(), removed: new Set(), moved: new Map() };
  const tree = openTree(board.places);
  const idOf = (id: number): number | undefined => (id > 0 ? id : given.get(id));
  const rowOf = (id: number): DirectoryRow | undefined => outcome.added.get(id) ?? outcome.changed.get(id) ?? board.rows.get(id);
  const missing = (id: number): ChangeRefusal => ({ code: 'directory_row.not_found', parameters: { id } });

  for (const change of changes) {
    if (change.do === 'add') {
      const parent = change.parent_id === null ? null : idOf(change.parent_id);
      const after = change.after_id ? idOf(change.after_id) : change.after_id;
      if (parent === undefined || (parent !== null && !tree.has(parent))) return missing(change.parent_id ?? 0);
      const id = newId();
      given.set(change.id, id);
      if ((change.after_id && after === undefined) || !tree.put(id, parent, after)) return missing(change.after_id ?? 0);
      outcome.added.set(id, {
        id,
        parent_id: parent,
        position: 0,
        code: change.code ?? '',
        name: change.name ?? '',
        measure_id: change.measure_id ?? null,
        cells: withEntries<Exclude<DirectoryCell, null>>({}, filled(change.cells ?? {})),
        donors: withEntries<number>({}, change.donors ?? {}),
      });
      continue;
    }
    const id = idOf(change.id);
    const row = id === undefined || outcome.removed.has(id) ? undefined : rowOf(id);
    if (id === undefined || !row) return missing(change.id);
    if (change.do === 'update') {
      const { cells, donors, code, name, measure_id } = change;
      const next: DirectoryRow = {
        ...row,
        ...(code === undefined ? {} : { code }),
        ...(name === undefined ? {} : { name }),
        ...(measure_id === undefined ? {} : { measure_id }),
        ...(cells ? { cells: withEntries(row.cells, filled(cells)) } : {}),
        ...(donors ? { donors: withEntries(row.donors, donors) } : {}),
      };
      (outcome.added.has(id) ? outcome.added : outcome.changed).set(id, next);
    } else if (change.do === 'move') {
      const parent = change.parent_id === null ? null : idOf(change.parent_id);
      const after = change.after_id ? idOf(change.after_id) : change.after_id;
      if (parent === undefined || (parent !== null && !tree.has(parent))) return missing(change.parent_id ?? 0);
      if (parent !== null && tree.isWithin(parent, id))
        return { code: 'directory_row.ring', parameters: { name: row.name || row.code, id } };
      if ((change.after_id && after === undefined) || !tree.put(id, parent, after)) return missing(change.after_id ?? 0);
    } else {
      for (const gone of tree.remove(id)) {
        if (!outcome.added.delete(gone)) outcome.removed.add(gone);
        outcome.changed.delete(gone);
      }
    }
  }
  for (const place of tree.changes()) {
    const row = outcome.added.get(place.id);
    if (row) outcome.added.set(place.id, { ...row, ...place });
    else outcome.moved.set(place.id, place);
  }
  return { outcome, ids: [...given].filter(([, id]) => outcome.added.has(id)).map(([from, id]) => ({ given: from, id })) };
}

/** An empty text is no value: files could not tell the two apart. */
function filled(cells: Readonly<Record<string, DirectoryCell>>): Readonly<Record<string, DirectoryCell>> {
  // Most rows have none, and a directory has a million cells.
  if (!Object.values(cells).includes('')) return cells;
  return Object.fromEntries(Object.entries(cells).map(([id, value]) => [id, value === '' ? null : value]));
}

/** The tree of rows while changes go over it. */
function openTree(places: readonly Place[]) {
  const at = new Map<number, Place>();
  const below = new Map<number | null, number[]>();
  const touched = new Set<number | null>();
  const moved = new Set<number>();
  for (const place of inTreeOrder(places)) {
    at.set(place.id, { ...place });
    const siblings = below.get(place.parent_id);
    if (siblings) siblings.push(place.id);
    else below.set(place.parent_id, [place.id]);
  }
  const siblingsOf = (parent: number | null): number[] => {
    let siblings = below.get(parent);
    if (!siblings) below.set(parent, (siblings = []));
    return siblings;
  };
  const takeOut = (id: number): void => {
    const place = at.get(id);
    if (!place) return;
    const siblings = siblingsOf(place.parent_id);
    siblings.splice(siblings.lastIndexOf(id), 1);
  };
  return {
    has: (id: number) => at.has(id),
    /** Whether a row is another one or stands anywhere below it. */
    isWithin(id: number, above: number): boolean {
      for (let row: number | null | undefined = id; row !== null && row !== undefined; row = at.get(row)?.parent_id)
        if (row === above) return true;
      return false;
    },
    /** Places a row behind a sibling, first (null) or last (undefined); false when there is no such sibling. */
    put(id: number, parent: number | null, after: number | null | undefined): boolean {
      if (after && (at.get(after)?.parent_id !== parent || !at.has(after) || after === id)) return false;
      takeOut(id);
      const siblings = siblingsOf(parent);
      if (after === undefined) siblings.push(id);
      else siblings.splice(after === null ? 0 : siblings.indexOf(after) + 1, 0, id);
      at.set(id, { id, parent_id: parent, position: Number.NaN });
      moved.add(id);
      touched.add(parent);
      return true;
    },
    /** Takes a row out with all below it; answers their ids. */
    remove(id: number): number[] {
      takeOut(id);
      const gone: number[] = [];
      const stack = [id];
      for (let row = stack.pop(); row !== undefined; row = stack.pop()) {
        gone.push(row);
        for (const child of below.get(row) ?? []) stack.push(child);
        below.delete(row);
        at.delete(row);
        moved.delete(row);
      }
      return gone;
    },
    /** Places of the rows that were put somewhere; siblings move as well where no number lies between their places. */
    changes(): Place[] {
      const result: Place[] = [];
      for (const parent of touched) {
        const siblings = (below.get(parent) ?? []).map((id) => entryOf(at, id));
        const fresh = positionsOf(siblings.map(({ id, position }) => (moved.has(id) ? null : position)));
        for (const [index, place] of siblings.entries())
          if (moved.has(place.id) || fresh[index] !== place.position) result.push({ ...place, position: fresh[index] });
      }
      return result;
    },
  };
}

/** Positions for siblings of which some have none; renumbers all when there is no room between two neighbours. */
export function positionsOf(known: readonly (number | null)[]): number[] {
  const result: number[] = [];
  for (let from = 0; from < known.length;) {
    const here = known[from];
    if (here !== null) {
      result.push(here);
      from += 1;
      continue;
    }
    let to = from;
    while (to < known.length && known[to] === null) to += 1;
    const low = from > 0 ? result[from - 1] : null;
    const high = known[to] ?? null;
    const count = to - from;
    const base = low ?? (high === null ? 0 : high - (count + 1) * GAP);
    const step = high === null ? GAP : (high - base) / (count + 1);
    for (let index = 1; index <= count; index += 1) result.push(base + step * index);
    from = to;
  }
  const grows = result.every((position, index) => index === 0 || position > result[index - 1]);
  return grows ? result : known.map((_none, index) => (index + 1) * GAP);
}
