import type { VersionRow } from '@gantry/domain';
import type { LateRow } from './day-values.late.repository.ts';

export type FactSeries = Pick<VersionRow<'daySeries'>, 'itemId' | 'resourceId' | 'measure'>;

/** Sums of late facts by the day that they are of, and by the day on which they count. */
export type LateSums = {
  add(row: LateRow): void;
  of(series: FactSeries, which: 'of_day' | 'day', text: string): number;
};

/** Opens sums of late facts; each fact is looked at once, when it is added. */
export function openLateSums(): LateSums {
  const sums = new Map<string, number>();
  const nameOf = (itemId: number, resourceId: number | null, measure: string, which: string, text: string): string =>
    `${itemId} ${resourceId} ${measure} ${which} ${text}`;
  return {
    add({ item_id, resource_id, measure, of_day, day, amount }) {
      for (const [which, text] of [['of_day', of_day] as const, ['day', day] as const]) {
        const name = nameOf(item_id, resource_id, measure, which, text);
        sums.set(name, (sums.get(name) ?? 0) + amount);
      }
    },
    of: ({ itemId, resourceId, measure }, which, text) => sums.get(nameOf(itemId, resourceId, measure, which, text)) ?? 0,
  };
}
