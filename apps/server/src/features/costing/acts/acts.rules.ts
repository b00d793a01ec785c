import { decimalOf, roundedQuotient } from '@gantry/domain';
import { distribute, type Taking } from '@gantry/engine';

/** Quantities are whole numbers of this part of a unit: seven decimals, as estimates round them. */
const QUANTITY_DECIMALS = 7;
const QUANTITY_SCALE = 10n ** BigInt(QUANTITY_DECIMALS);

/** What is done of a work: facts over volume, or progress; more than one where facts exceed the volume. */
export type Done = { over: bigint; under: bigint };

/** A quantity of a row in ten millionths; a row without one is one whole. */
export function quantityOf(text: string): bigint {
  const decimal = decimalOf(text);
  if (!decimal || decimal.units === 0n) return QUANTITY_SCALE;
  const shift = QUANTITY_DECIMALS - decimal.decimals;
  return shift >= 0 ? decimal.units * 10n ** BigInt(shift) : roundedQuotient(decimal.units, 10n ** BigInt(-shift));
}

/** Ten millionths as a decimal text without trailing zeros. */
export function quantityText(quantity: bigint): string {
  const size = (quantity < 0n ? -quantity : quantity).toString().padStart(QUANTITY_DECIMALS + 1, '0');
  const cut = size.length - QUANTITY_DECIMALS;
  const decimals = size.slice(cut).replace(/0+$/, '');
  return `${quantity < 0n ? '-' : ''}${size.slice(0, cut)}${decimals && `.${decimals}`}`;
}

export type Whole = { quantity: bigint; amount: bigint };
export type Executed = Whole & { excess: bigint };

/** How a link takes of a row, and what is done of its work; null: the link leaves its part out. */
export type CarriedPart = { taking: Taking; done: Done | null };

/**
 * What is executed of a row since the beginning by what is done of the works that carry it, each never beyond its own part. `whole` is the
 * quantity of the row and what works take of its amount: that is executed when all of them are done.
 */
export function executedOf(whole: Whole, links: readonly CarriedPart[]): Executed {
  const { amounts } = distribute(
    whole.quantity,
    links.map(({ taking }) => taking),
  );
  let [quantity, carried, excess] = [0n, 0n, 0n];
  for (const [at, { done }] of links.entries()) {
    if (!done) continue;
    const { over, under } = done.over > done.under ? { over: done.under, under: done.under } : done;
    carried += amounts[at];
    quantity += under > 0n ? roundedQuotient(amounts[at] * over, under) : 0n;
    if (done.over > done.under && done.under > 0n) excess += roundedQuotient(amounts[at] * (done.over - done.under), done.under);
  }
  // A part may be too small for a quantity and still have an amount.
  const works = links.flatMap(({ done }) => done ?? []);
  if (carried === 0n && works.length && works.every(({ over, under }) => over >= under)) return { quantity, amount: whole.amount, excess };
  return { quantity, amount: amountOf({ quantity: carried, amount: whole.amount }, quantity), excess };
}

/** The amount of a part of a row's quantity: the whole quantity gives the whole amount. */
function amountOf(whole: Whole, quantity: bigint): bigint {
  if (whole.quantity === 0n) return 0n;
  const over = whole.amount * quantity;
  return whole.quantity < 0n ? roundedQuotient(-over, -whole.quantity) : roundedQuotient(over, whole.quantity);
}

/** Tax of an amount at a rate in percent, halves away from zero. */
export function taxOf(amount: bigint, rate: string | null): bigint {
  const decimal = rate === null ? null : decimalOf(rate);
  return decimal ? roundedQuotient(amount * decimal.units, 100n * 10n ** BigInt(decimal.decimals)) : 0n;
}

/** The tax of an act: of its total alone, or of all totals up to it less the taxes before. */
export function taxOfAct(
  mode: 'document' | 'cumulative',
  rate: string | null,
  total: bigint,
  before: { total: bigint; vat: bigint },
): bigint {
  return mode === 'document' ? taxOf(total, rate) : taxOf(before.total + total, rate) - before.vat;
}

const DONE_SCALE = 1e7;
const scaled = (value: number): bigint => BigInt(Math.round(Math.max(0, value) * DONE_SCALE));

/** What is done of a work: facts over its volume where it has one, else its progress, 0 to 1. */
export function doneOf(volume: number, fact: number, progress: number): Done {
  const [over, under] = [scaled(fact), scaled(volume)];
  return under > 0n ? { over, under } : { over: scaled(Math.min(1, progress)), under: scaled(1) };
}
