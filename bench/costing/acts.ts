import type { VersionRow } from '@gantry/domain';
import { distribute, fractionOf, type Taking } from '@gantry/engine';
import { executedOf } from '../../apps/server/src/features/costing/acts/acts.rules.ts';
import { takenByWorks, takingsOfRow } from '../../apps/server/src/features/costing/cost-links/cost-links.rules.ts';
import { least, ratio, ROWS, wrong } from './measure.ts';
import { kopecks } from './sample.ts';

const DONE = { over: 1n, under: 3n };
const QUANTITY = 30_000_000n;
const WEIGHTS = new Map([
  [1, 1],
  [2, 2],
]);

/**
 * What an act counts of rows that two works carry: of whole rows, against a distribution of one part, and of rows of nine parts that one work
 * has a share of, against the distribution of those.
 */
export async function actsOfRows(takings: readonly Taking[], distributing: number, parts: number): Promise<void> {
  const carried = takings.map((taking) => ({ taking, done: DONE }));
  const plain = await least(() => {
    for (let at = 0; at < ROWS; at += 1) executedOf({ quantity: QUANTITY, amount: kopecks(at) }, carried);
  });
  ratio(`an act of ${ROWS} rows`, plain, distributing / parts, 2);
  const links = [linkOf(1, 1, '1/3'), linkOf(2, 2, '')];
  const unlike = [
    { share: fractionOf('1/3'), weight: 0n },
    { share: null, weight: 1n },
  ];
  const distributed = await least(() => {
    for (let at = 0; at < ROWS; at += 1) for (let part = 0; part < parts; part += 1) distribute(kopecks(at) / BigInt(parts), unlike);
  });
  let lost = 0n;
  const shared = await least(() => {
    lost = 0n;
    for (let at = 0; at < ROWS; at += 1) {
      const amount = Number(kopecks(at));
      const each = Math.floor(amount / parts);
      const row = {
        id: 0,
        kind: 'work' as const,
        amount,
        parts: Array.from({ length: parts }, (_none, part) => each + (part ? 0 : amount - each * parts)),
      };
      const weigh = (itemId: number): number => WEIGHTS.get(itemId) ?? 0;
      const own = takingsOfRow(links, row, 'equal', weigh).map((taking) => ({ taking, done: DONE }));
      const taken = takenByWorks(links, row, 'equal', weigh) ?? BigInt(amount);
      lost += BigInt(amount) - taken;
      executedOf({ quantity: QUANTITY, amount: taken }, own);
    }
  });
  ratio(`an act of ${ROWS} rows of ${parts} parts with shares`, shared, distributed, 2);
  wrong('kopecks of rows that works do not take', Number(lost));
}

const linkOf = (id: number, itemId: number, share: string): VersionRow<'costLink'> => ({
  id, itemId, share, estimateId: 1, estimateRowId: 0, by: null, parts: null, unitFactor: null, ruleId: null, locked: false, rowCode: '', rowName: '',
}); // prettier-ignore
