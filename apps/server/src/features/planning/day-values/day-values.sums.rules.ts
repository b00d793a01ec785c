import {
  DATA_MODES,
  type DataMode,
  type Day,
  type DayChanges,
  type DayRun,
  type Diff,
  eachDay,
  type ResourceMeasure,
  type VersionRow,
} from '@gantry/domain';

type Place = Pick<VersionRow<'wbs'>, 'id' | 'parentId' | 'type'>;

/** What of the values of a work has changed: days with what they were and are. */
export type DayChange = { itemId: number; mode: DataMode; before: DayChanges; after: DayChanges };

/** Sums of summaries by days of a window; null where no work below has a value. */
export type ClosedSums = {
  of(itemId: number): Record<DataMode, (number | null)[]>;
  /** Follows a change of values; the tree is the same. */
  follow(change: DayChange): void;
};
export type DaySums = {
  add(itemId: number, mode: DataMode, run: DayRun): void;
  /** Carries what was added up to the top; nothing is added after it. */
  close(): ClosedSums;
};

/** Sums of a summary, and of how many works: a day that nobody has any more is none again, which is not 0. */
type Sum = { values: Float64Array; counts: Uint32Array };

/** Adds up values of works for every row above them. */
export function openSums(places: readonly Place[], from: Day, to: Day): DaySums {
  const size = to - from + 1;
  const parentOf = new Map(places.map(({ id, parentId }) => [id, parentId]));
  const types = new Map(places.map(({ id, type }) => [id, type]));
  const sums: Record<DataMode, Map<number, Sum>> = { plan: new Map(), fact: new Map(), approved_plan: new Map() };
  const sumOf = (mode: DataMode, id: number): Sum => {
    let sum = sums[mode].get(id);
    if (!sum) sums[mode].set(id, (sum = { values: new Float64Array(size), counts: new Uint32Array(size) }));
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
  return {
    add(itemId, mode, { firstDay, values }) {
      const parent = countedIn(itemId);
      if (parent === null) return;
      const sum = sumOf(mode, parent);
      const end = Math.min(values.length, to - firstDay + 1);
      for (let index = Math.max(0, from - firstDay); index < end; index += 1) {
        const value = values[index];
        if (value !== null) put(sum, firstDay + index - from, value, 1);
      }
    },
    close() {
      const depthOf = (id: number): number => {
        let depth = 0;
        for (let at = parentOf.get(id); at !== undefined && at !== null; at = parentOf.get(at)) depth += 1;
        return depth;
      };
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
        follow({ itemId, mode, before, after }) {
          for (const text of new Set([...Object.keys(before), ...Object.keys(after)])) {
            const at = Number(text) - from;
            if (at < 0 || at >= size) continue;
            const [old, now] = [before[text] ?? null, after[text] ?? null];
            const count = Number(now !== null) - Number(old !== null);
            for (let id = countedIn(itemId); id !== null; id = parentOf.get(id) ?? null)
              put(sumOf(mode, id), at, (now ?? 0) - (old ?? 0), count);
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

/** Whether a change leaves every work where it is counted. */
export const keepsTree = ({ wbs }: Diff): boolean =>
  !wbs?.added.length && !wbs?.removed.length && !wbs?.updated.some(({ after }) => 'parentId' in after || 'type' in after);

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
