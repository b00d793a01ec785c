import {
  DATA_MODES,
  type DataMode,
  type Day,
  type DayChanges,
  type DayRun,
  type Diff,
  eachDay,
  eachPackedDay,
  type ResourceMeasure,
  type VersionRow,
} from '@gantry/domain';

type Place = Pick<VersionRow<'wbs'>, 'id' | 'parentId' | 'type'>;

/** What of the values of a work has changed: days with what they were and are. */
export type DayChange = { itemId: number; mode: DataMode; before: DayChanges; after: DayChanges };

/** Sums of summaries by days of a window; null where no work below has a value. */
export type ClosedSums = {
  of(itemId: number): Record<DataMode, (number | null)[]>;
  /** Memory of the sums. */
  bytes(): number;
  /** The works that a change of the tree moves: `follow` needs what they hold now. */
  moved(places: PlacesAfter): number[];
  /** Follows changes of values and of the tree; `runs` are the series of moved works as they are after them. */
  follow(changes: readonly DayChange[], places: PlacesAfter, runs: readonly SeriesOfWork[]): void;
};
/** The places of rows after some changes, as far as the changes name them; null = removed. */
export type PlacesAfter = ReadonlyMap<number, Partial<Place> | null>;
type SeriesOfWork = { itemId: number; mode: DataMode; days: DayRun };
export type DaySums = {
  /** Adds the packed days of a work. */
  add(itemId: number, mode: DataMode, days: Uint8Array): void;
  /** Carries what was added up to the top; nothing is added after it. */
  close(): ClosedSums;
};

/** Sums of a summary, and of how many works: a day that nobody has any more is none again, which is not 0. */
type Sum = { values: Float64Array; counts: Int32Array };
const BYTES_A_DAY = Float64Array.BYTES_PER_ELEMENT + Int32Array.BYTES_PER_ELEMENT;

/** Drops the sums used longest ago, the first ones, until the others fit; the last one stays whatever its size. */
export function dropOldest(kept: Map<string, { sums: Pick<ClosedSums, 'bytes'> }>, most: { windows: number; bytes: number }): void {
  let bytes = [...kept.values()].reduce((sum, one) => sum + one.sums.bytes(), 0);
  for (const [name, { sums }] of kept) {
    if (kept.size === 1 || (kept.size <= most.windows && bytes <= most.bytes)) return;
    bytes -= sums.bytes();
    kept.delete(name);
  }
}

/** Adds up values of works for every row above them. */
export function openSums(places: readonly Place[], from: Day, to: Day): DaySums {
  const last = to;
  const size = to - from + 1;
  const parentOf = new Map(places.map(({ id, parentId }) => [id, parentId]));
  const types = new Map(places.map(({ id, type }) => [id, type]));
  const sums: Record<DataMode, Map<number, Sum>> = { plan: new Map(), fact: new Map(), approved_plan: new Map() };
  const sumOf = (mode: DataMode, id: number): Sum => {
    let sum = sums[mode].get(id);
    if (!sum) sums[mode].set(id, (sum = emptySum()));
    return sum;
  };
  const put = ({ values, counts }: Sum, at: number, value: number, count: number): void => {
    values[at] += value;
    counts[at] += count;
  };
  /** The row that a work is counted in; null: it is not counted. */
  const countedIn = (itemId: number): number | null => {
    const type = types.get(itemId);
    return type === 'sum' || type === 'draft' ? null : (parentOf.get(itemId) ?? null);
  };
  /** Adds a sum to every row from one up to the top, or takes it away. */
  const carry = (parent: number | null, mode: DataMode, { values, counts }: Sum, sign: 1 | -1): void => {
    for (let id = parent; id !== null; id = parentOf.get(id) ?? null) {
      const above = sumOf(mode, id);
      for (let at = 0; at < size; at += 1) if (counts[at] || values[at]) put(above, at, sign * values[at], sign * counts[at]);
    }
  };
  const emptySum = (): Sum => ({ values: new Float64Array(size), counts: new Int32Array(size) });
  const addChange = (to: Sum, { before, after }: DayChange, sign: 1 | -1): void => {
    for (const text of new Set([...Object.keys(before), ...Object.keys(after)])) {
      const at = Number(text) - from;
      if (at < 0 || at >= size) continue;
      const [old, now] = [before[text] ?? null, after[text] ?? null];
      put(to, at, sign * ((now ?? 0) - (old ?? 0)), sign * (Number(now !== null) - Number(old !== null)));
    }
  };
  const addRun = (to: Sum, { firstDay, values }: DayRun): void => {
    const end = Math.min(values.length, last - firstDay + 1);
    for (let index = Math.max(0, from - firstDay); index < end; index += 1) {
      const value = values[index];
      if (value !== null) put(to, firstDay + index - from, value, 1);
    }
  };
  const depthOf = (id: number): number => {
    let depth = 0;
    for (let at = parentOf.get(id); at !== undefined && at !== null; at = parentOf.get(at)) depth += 1;
    return depth;
  };
  /** The rows that a change makes, moves, converts or removes. */
  const touchedBy = (places: PlacesAfter): number[] =>
    [...places].flatMap(([id, place]) => {
      if (!types.has(id)) return place ? [id] : [];
      const isMoved = place?.parentId !== undefined && place.parentId !== parentOf.get(id);
      const isTurned = place?.type !== undefined && place.type !== types.get(id);
      return !place || isMoved || isTurned ? [id] : [];
    });
  const typeAfter = (places: PlacesAfter, id: number) => places.get(id)?.type ?? types.get(id);
  return {
    add(itemId, mode, days) {
      const parent = countedIn(itemId);
      if (parent === null) return;
      const sum = sumOf(mode, parent);
      eachPackedDay(days, (day, value) => {
        if (day >= from && day <= last) put(sum, day - from, value, 1);
      });
    },
    close() {
      const summaries = places.filter(({ type }) => type === 'sum').map(({ id }) => ({ id, depth: depthOf(id) }));
      for (const { id } of summaries.toSorted((a, b) => b.depth - a.depth))
        for (const mode of DATA_MODES) {
          const own = sums[mode].get(id);
          const parent = parentOf.get(id);
          if (!own || parent === undefined || parent === null) continue;
          const above = sumOf(mode, parent);
          for (let at = 0; at < size; at += 1) if (own.counts[at]) put(above, at, own.values[at], own.counts[at]);
        }
      const read = (mode: DataMode, id: number): (number | null)[] => {
        const sum = sums[mode].get(id);
        const list = new Array<number | null>(size).fill(null);
        for (let at = 0; sum && at < size; at += 1) if (sum.counts[at]) list[at] = Math.round(sum.values[at] * 1e6) / 1e6;
        return list;
      };
      return {
        of: (id) => ({ plan: read('plan', id), fact: read('fact', id), approved_plan: read('approved_plan', id) }),
        bytes: () => DATA_MODES.reduce((sum, mode) => sum + sums[mode].size, 0) * size * BYTES_A_DAY,
        moved: (places) =>
          touchedBy(places).filter(
            (id) => places.get(id) !== null && types.has(id) && (types.get(id) !== 'sum' || typeAfter(places, id) !== 'sum'),
          ),
        follow(changes, places, runs) {
          const touched = touchedBy(places);
          const isTouched = new Set(touched);
          // The values of touched rows after the changes, and before them.
          const [now, held] = [new Map<string, Sum>(), new Map<string, Sum>()];
          const of = (part: Map<string, Sum>, id: number, mode: DataMode): Sum => {
            const name = `${id} ${mode}`;
            const sum = part.get(name) ?? emptySum();
            part.set(name, sum);
            return sum;
          };
          for (const { itemId, mode, days } of runs) for (const part of [now, held]) addRun(of(part, itemId, mode), days);
          for (const change of changes) {
            const { itemId, mode } = change;
            if (!isTouched.has(itemId)) continue;
            if (types.has(itemId)) addChange(of(held, itemId, mode), change, -1);
            else addChange(of(now, itemId, mode), change, 1);
          }
          const works = touched.filter((id) => types.has(id) && types.get(id) !== 'sum');
          const summaries = touched.filter((id) => types.get(id) === 'sum').toSorted((a, b) => depthOf(b) - depthOf(a));
          for (const mode of DATA_MODES) {
            for (const id of works) {
              const sum = held.get(`${id} ${mode}`);
              if (sum) carry(countedIn(id), mode, sum, -1);
            }
            // A summary has no values of its own.
            for (const id of touched) if (typeAfter(places, id) === 'sum') now.delete(`${id} ${mode}`);
            for (const id of summaries) {
              const own = sums[mode].get(id);
              if (!own) continue;
              if (typeAfter(places, id) === 'sum') now.set(`${id} ${mode}`, { values: own.values.slice(), counts: own.counts.slice() });
              carry(parentOf.get(id) ?? null, mode, own, -1);
            }
          }
          for (const id of touched) {
            const place = places.get(id);
            if (!place) {
              parentOf.delete(id);
              types.delete(id);
              for (const mode of DATA_MODES) sums[mode].delete(id);
              continue;
            }
            if (place.parentId !== undefined) parentOf.set(id, place.parentId);
            if (place.type !== undefined) types.set(id, place.type);
          }
          for (const mode of DATA_MODES)
            for (const id of touched) {
              const sum = now.get(`${id} ${mode}`);
              if (!sum || !types.has(id)) continue;
              carry(types.get(id) === 'sum' ? (parentOf.get(id) ?? null) : countedIn(id), mode, sum, 1);
            }
          for (const change of changes) {
            if (isTouched.has(change.itemId)) continue;
            const sum = emptySum();
            addChange(sum, change, 1);
            carry(countedIn(change.itemId), change.mode, sum, 1);
          }
        },
      };
    },
  };
}

const wholeRun = ({ days: run }: Pick<VersionRow<'daySeries'>, 'days'>): DayChanges => {
  const days: Record<string, number> = {};
  eachDay(run, (day, value) => (days[day] = value));
  return days;
};

/** The places of rows that a sequence of changes makes, moves, converts or removes. */
export function placesAfter(diffs: readonly Diff[]): PlacesAfter {
  const places = new Map<number, Partial<Place> | null>();
  for (const { wbs } of diffs) {
    for (const { id, parentId, type } of wbs?.added ?? []) places.set(id, { id, parentId, type });
    for (const { id, after } of wbs?.updated ?? []) {
      const { parentId, type } = after;
      if (parentId !== undefined || type !== undefined)
        places.set(id, { ...places.get(id), ...(parentId !== undefined && { parentId }), ...(type !== undefined && { type }) });
    }
    for (const { id } of wbs?.removed ?? []) places.set(id, null);
  }
  return places;
}

/** What changes of a version say of the days of a measure, one after the other; null where a series is no longer known. */
export function dayChangesOf(
  diffs: readonly Diff[],
  measure: ResourceMeasure,
  known: (id: number) => Pick<VersionRow<'daySeries'>, 'itemId' | 'mode' | 'measure'> | undefined,
): DayChange[] | null {
  const changes: DayChange[] = [];
  for (const { daySeries } of diffs) {
    for (const row of daySeries?.added ?? [])
      if (row.measure === measure) changes.push({ itemId: row.itemId, mode: row.mode, before: {}, after: wholeRun(row) });
    for (const row of daySeries?.removed ?? [])
      if (row.measure === measure) changes.push({ itemId: row.itemId, mode: row.mode, before: wholeRun(row), after: {} });
    for (const { id, before, after } of daySeries?.updated ?? []) {
      const row = known(id);
      if (!row || 'itemId' in after || 'mode' in after || 'measure' in after) return null;
      if (row.measure !== measure || !after.days) continue;
      changes.push({ itemId: row.itemId, mode: row.mode, before: before.days ?? {}, after: after.days });
    }
  }
  return changes;
}
