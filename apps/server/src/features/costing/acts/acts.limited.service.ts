import type { CostSettings } from '@gantry/contract';
import { roundedQuotient } from '@gantry/domain';
import type { VersionReader } from '../../planning/edits/edits.service.ts';
import { addPercents, type CostLink, noParts, type Parts } from '../cost-links/cost-links.service.ts';
import type { ActLine } from './acts.repository.ts';
import type { Done } from './acts.rules.ts';

/** The estimate of lines that are of none. */
export const LIMITED = 0;

type Carried = { itemId: number | null; parts: readonly bigint[]; done: Done | null };

/**
 * Limited costs that acts bill: percentages of what is executed, by the works and parts that it is of, as the update of costs takes them of the
 * whole. When all is done both are the same. Null where settings have none.
 */
export async function limitedCosts(reader: VersionReader, { percents }: CostSettings, links: readonly CostLink[]) {
  if (!percents.some(({ in_acts }) => in_acts)) return null;
  const ids = [...new Set(links.flatMap(({ itemId }) => itemId ?? []))];
  const finishes = new Map((await reader.rows('wbs', ids)).map(({ id, finish }) => [id, finish?.slice(0, 10) ?? null]));
  const [whole, executed] = [new Map<number, Parts>(), new Map<number, Parts>()];
  const put = (money: Map<number, Parts>, itemId: number, part: number, amount: bigint): void => {
    const parts = money.get(itemId) ?? noParts();
    parts[part] += amount;
    money.set(itemId, parts);
  };
  return {
    /** Adds a row by the works that carry it; `amount` is what is executed of it in all. */
    add(carried: readonly Carried[], amount: bigint): void {
      let missing = amount;
      let first: [itemId: number, part: number] | null = null;
      for (const { itemId, parts, done } of carried) {
        if (itemId === null || !done) continue;
        const { over, under } = done.over > done.under ? { over: done.under, under: done.under } : done;
        for (const [part, own] of parts.entries()) {
          if (own === 0n) continue;
          put(whole, itemId, part, own);
          const had = under > 0n ? roundedQuotient(own * over, under) : 0n;
          put(executed, itemId, part, had);
          missing -= had;
          first ??= [itemId, part];
        }
      }
      if (first) put(executed, ...first, missing);
    },
    /** What is billed, by name: of all that works take, and of what is executed. */
    lines(): { name: string; whole: bigint; executed: bigint }[] {
      const [all, done] = [whole, executed].map((money) => addPercents(money, percents, (id) => finishes.get(id) ?? null));
      const sums = new Map<string, { name: string; whole: bigint; executed: bigint }>();
      for (const [at, { name, in_acts }] of percents.entries()) {
        if (!in_acts) continue;
        const known = sums.get(name) ?? { name, whole: 0n, executed: 0n };
        sums.set(name, { name, whole: known.whole + all[at].amount, executed: known.executed + done[at].amount });
      }
      return [...sums.values()];
    },
  };
}

export const limitedLine = (name: string, amount: bigint): ActLine => ({
  estimate_id: LIMITED, estimate_row_id: 0, estimate: '', number: '', code: '', name, unit: '%',
  quantity: 0n, amount: 0n, whole_quantity: 0n, whole_amount: amount, lost: false,
}); // prettier-ignore
