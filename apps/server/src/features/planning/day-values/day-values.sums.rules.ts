import { DATA_MODES, type DataMode, type Day, type DayRun, type VersionRow } from '@gantry/domain';

type Place = Pick<VersionRow<'wbs'>, 'id' | 'parentId' | 'type'>;

/** Sums of summaries by days of a window; null where no work below has a value. */
export type DaySums = {
  add(itemId: number, mode: DataMode, run: DayRun): void;
  /** Carries what was added up to the top; nothing is added after it. */
  close(): (itemId: number) => Record<DataMode, (number | null)[]>;
};

/** Adds up values of works for every row above them. */
export function openSums(places: readonly Place[], from: Day, to: Day): DaySums {
  const size = to - from + 1;
  const parentOf = new Map(places.map(({ id, parentId }) => [id, parentId]));
  const types = new Map(places.map(({ id, type }) => [id, type]));
  const sums: Record<DataMode, Map<number, Float64Array>> = { plan: new Map(), fact: new Map(), approved_plan: new Map() };
  const sumOf = (mode: DataMode, id: number): Float64Array => {
    let sum = sums[mode].get(id);
    if (!sum) sums[mode].set(id, (sum = new Float64Array(size).fill(Number.NaN)));
    return sum;
  };
  const put = (sum: Float64Array, at: number, value: number): void => {
    sum[at] = Number.isNaN(sum[at]) ? value : sum[at] + value;
  };
  return {
    add(itemId, mode, { firstDay, values }) {
      const type = types.get(itemId);
      const parent = parentOf.get(itemId);
      if (parent === undefined || parent === null || type === 'sum' || type === 'draft') return;
      const sum = sumOf(mode, parent);
      const end = Math.min(values.length, to - firstDay + 1);
      for (let index = Math.max(0, from - firstDay); index < end; index += 1) {
        const value = values[index];
        if (value !== null) put(sum, firstDay + index - from, value);
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
          for (let at = 0; at < size; at += 1) if (!Number.isNaN(own[at])) put(above, at, own[at]);
        }
      const none = new Float64Array(size).fill(Number.NaN);
      const read = (mode: DataMode, id: number) =>
        Array.from(sums[mode].get(id) ?? none, (value) => (Number.isNaN(value) ? null : Math.round(value * 1e6) / 1e6));
      return (id) => ({ plan: read('plan', id), fact: read('fact', id), approved_plan: read('approved_plan', id) });
    },
  };
}
