import { splitTotal } from '@gantry/domain';

/** A part of one, exact. */
export type Fraction = { over: bigint; under: bigint };

const FRACTION = /^(\d{1,9})(?:\/(\d{1,9})|\.(\d{1,8}))?$/;

/** The part that a text writes, as `0.25`, `1/3` or `1`; null for anything else, for nothing and for more than the whole. */
export function fractionOf(text: string): Fraction | null {
  const parts = FRACTION.exec(text.trim());
  if (!parts) return null;
  const decimals = parts[3] ?? '';
  const over = BigInt(parts[1] + decimals);
  const under = parts[2] === undefined ? 10n ** BigInt(decimals.length) : BigInt(parts[2]);
  return under > 0n && over > 0n && over <= under ? { over, under } : null;
}

/** How a link takes of an amount: a part of it, or by its weight of what the parts leave. */
export type Taking = { share: Fraction | null; weight: bigint };

/** Whether parts are more than the whole. */
export function exceedsWhole(takings: readonly Taking[]): boolean {
  const { parts, under } = partsOf(takings);
  return parts.reduce((sum, part) => sum + part, 0n) > under;
}

function partsOf(takings: readonly Taking[]): { parts: bigint[]; under: bigint } {
  const under = takings.reduce((product, { share }) => (share && product % share.under !== 0n ? product * share.under : product), 1n);
  return { parts: takings.map(({ share }) => (share ? (share.over * under) / share.under : 0n)), under };
}

/**
 * Splits an amount over links, exactly: what they take and what is left add up to it, by the largest remainder, the earlier one first.
 * Links without a part share what the parts leave by their weights; where none has a weight, equally.
 */
export function distribute(total: bigint, takings: readonly Taking[]): { amounts: bigint[]; rest: bigint } {
  // By far the most rows are carried out by one work.
  if (takings.length === 1 && !takings[0].share) return { amounts: [total], rest: 0n };
  if (takings.length && takings.every(({ share }) => !share)) return { amounts: byWeights(total, takings), rest: 0n };
  const { parts, under } = partsOf(takings);
  const left = under - parts.reduce((sum, part) => sum + part, 0n);
  const split = splitTotal(
    total,
    [...parts, left].map((part) => total * part),
    under,
  );
  const rest = split.pop() ?? 0n;
  const open = takings.filter(({ share }) => !share);
  if (!open.length) return { amounts: split, rest };
  // What parts leave does not depend on the weights of those that share it.
  const shared = byWeights(rest, open)[Symbol.iterator]();
  return { amounts: takings.map(({ share }, at) => (share ? split[at] : (shared.next().value ?? 0n))), rest: 0n };
}

/** What `splitTotal` gives for weights alone: most rows of many works have no parts, and this is what distributions spend their time on. */
function byWeights(total: bigint, takings: readonly Taking[]): bigint[] {
  let sum = 0n;
  for (const { weight } of takings) if (weight > 0n) sum += weight;
  const equal = sum === 0n;
  if (equal) sum = BigInt(takings.length);
  const amounts: bigint[] = [];
  const remainders: bigint[] = [];
  let missing = total;
  for (const { weight } of takings) {
    const exact = total * (equal ? 1n : weight > 0n ? weight : 0n);
    let floor = exact / sum;
    let remainder = exact - floor * sum;
    if (remainder < 0n) {
      floor -= 1n;
      remainder += sum;
    }
    amounts.push(floor);
    remainders.push(remainder);
    missing -= floor;
  }
  if (missing === 0n) return amounts;
  if (missing === 1n) {
    let largest = 0;
    for (let at = 1; at < remainders.length; at += 1) if (remainders[at] > remainders[largest]) largest = at;
    amounts[largest] += 1n;
    return amounts;
  }
  const order = [...remainders.keys()].sort((a, b) => (remainders[a] === remainders[b] ? a - b : remainders[a] > remainders[b] ? -1 : 1));
  for (let given = 0; given < Number(missing); given += 1) amounts[order[given]] += 1n;
  return amounts;
}
