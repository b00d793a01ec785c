import { dayOf } from '@gantry/domain';
import type { Day, Distribution, Minute } from '@gantry/domain';
import type { CompiledCalendar } from '../time/calendar.ts';
import { SHAPES } from './index.ts';
import type { ShapeName } from './index.ts';
import type { Shape } from './shape.ts';
import { isCurve } from './by-curve.ts';
import { ownRoom } from './room.ts';
import type { Room } from './room.ts';
import { profileOf } from './span-profile.ts';
import type { SpanProfile } from './span-profile.ts';

/**
 * An amount by days: `units[i]` stands for day `firstDay + i`, in whole units of the last digit kept (cents for two decimals), so
 * that sums of any number of spreads stay exact.
 */
export type Spread = { firstDay: Day; units: Float64Array; decimals: number };

/** How an amount lies over its span: all of it on one end, evenly, by a curve of 21 points, or like given days. */
export type SpreadShape = { shape: Exclude<ShapeName, 'curve'> } | { shape: 'curve'; curve: readonly number[] };

export const EVENLY: SpreadShape = { shape: 'evenly' };

/** The form that a distribution gives; evenly where none is set. */
export const shapeOfDistribution = (of: Distribution | undefined): SpreadShape =>
  !of ? EVENLY : of.mode === 'curve' ? { shape: 'curve', curve: of.curve } : { shape: of.mode };

/** A stretch of time with the calendar that works in it. */
export type SpreadSpan = { start: Minute; finish: Minute; calendar: CompiledCalendar };

/** More decimals than amounts ever carry would leave no room for their whole digits in a double. */
const MOST_DECIMALS = 9;
const SCALES = Array.from({ length: MOST_DECIMALS + 1 }, (_, decimals) => 10 ** decimals);
/** Below it a product with a power of ten is off by less than `HALF`. */
const SURE = 2 ** 40;
const HALF = 2 ** -10;

/** The amount in whole units of its last digit, halves away from zero. */
export function unitsOf(amount: number, decimals: number): number {
  const kept = Math.max(0, Math.min(MOST_DECIMALS, Math.trunc(decimals)));
  // Only what lies about a half of the last digit needs a reading of its own digits.
  const scaled = Math.abs(amount) * SCALES[kept];
  const whole = Math.floor(scaled);
  if (scaled < SURE && Math.abs(scaled - whole - 0.5) > HALF) {
    const near = scaled - whole < 0.5 ? whole : whole + 1;
    return amount < 0 ? -near || 0 : near;
  }
  const [mantissa, exponent = '0'] = String(Math.abs(amount)).split('e');
  const rounded = Math.round(Number(`${mantissa}e${Number(exponent) + kept}`));
  return amount < 0 ? -rounded : rounded;
}

export function amountOf(units: number, decimals: number): number {
  return units / 10 ** Math.max(0, Math.min(MOST_DECIMALS, Math.trunc(decimals)));
}

/**
 * Spreads an amount over the working days of a span: the value of a day is the difference of the rounded cumulative amounts at its
 * two ends, so that the days add up to the amount to the last digit. Days without working time get nothing.
 */
export function spreadOverSpan(amount: number, decimals: number, span: SpreadSpan, how: SpreadShape, room: Room = ownRoom): Spread {
  const total = unitsOf(amount, decimals);
  const profile = profileOf(span);
  const units = room(profile ? profile.length : 1);
  if (profile) lay(total, sharesOf(profile, how), units);
  else units[0] = total;
  return { firstDay: profile ? profile.firstDay : dayOf(span.start), units, decimals };
}

function lay(total: number, shares: Float64Array, units: Float64Array): void {
  const half = total < 0 ? -BELOW_HALF : BELOW_HALF;
  if (Math.abs(total) < 2 ** 31) {
    let before = 0;
    const { length } = units;
    for (let day = 0; day < length; day++) {
      const after = (total * shares[day] + half) | 0;
      units[day] = after - before;
      before = after;
    }
    return;
  }
  // The same for more than the 32 bits that are cut in half of the time.
  let before = 0;
  for (let day = 0; day < units.length; day++) {
    const after = Math.trunc(total * shares[day] + half);
    units[day] = after - before;
    before = after;
  }
}

/**
 * Less than a half by one step: added before the fraction is cut off it rounds as `Math.round` does, a negative amount as the mirror of the
 * positive one, and without a branch that is taken at random.
 */
const BELOW_HALF = 0.5 - 2 ** -54;

/** The share of the amount that is reached at the end of each day; memory for curves is used again by the next. */
function sharesOf({ passed, length }: SpanProfile, how: SpreadShape): Float64Array {
  const curve = how.shape === 'curve' ? how.curve : NO_CURVE;
  if (how.shape === 'evenly' || (how.shape === 'curve' && !isCurve(curve))) return passed;
  const shape: Shape = SHAPES[how.shape];
  if (shaped.length < length) shaped = new Float64Array(2 * length);
  for (let day = 0; day < length; day++) {
    const here = passed[day];
    shaped[day] = here === 0 || here === 1 ? here : shape.cumulative(here, curve);
  }
  return shaped;
}
const NO_CURVE: readonly number[] = [];
let shaped = new Float64Array(512);

/** Spreads an amount in the proportions of given days, as cost follows volume; where they add up to nothing, all of it on the first day. */
export function spreadLike(amount: number, decimals: number, pattern: Spread): Spread {
  const units = new Float64Array(Math.max(1, pattern.units.length));
  const whole = pattern.units.reduce((sum, value) => sum + value, 0);
  const total = unitsOf(amount, decimals);
  if (whole === 0) {
    units[0] = total;
    return { firstDay: pattern.firstDay, units, decimals };
  }
  let cumulative = 0;
  let before = 0;
  for (let day = 0; day < pattern.units.length; day++) {
    if (pattern.units[day] === 0) continue;
    cumulative += pattern.units[day];
    const after = cumulative === whole ? total : roundedShare(total, cumulative / whole);
    units[day] = after - before;
    before = after;
  }
  return { firstDay: pattern.firstDay, units, decimals };
}

/** Halves away from zero, so that a negative amount is the mirror of the positive one. */
function roundedShare(total: number, share: number): number {
  return Math.sign(total) * Math.round(Math.abs(total) * share);
}

/** Explicit daily values as they are. */
export function spreadOfDays(values: ReadonlyMap<Day, number>, decimals: number): Spread {
  if (values.size === 0) return { firstDay: 0, units: new Float64Array(0), decimals };
  let firstDay = Number.POSITIVE_INFINITY;
  let lastDay = Number.NEGATIVE_INFINITY;
  for (const day of values.keys()) {
    firstDay = Math.min(firstDay, day);
    lastDay = Math.max(lastDay, day);
  }
  const units = new Float64Array(lastDay - firstDay + 1);
  for (const [day, value] of values) units[day - firstDay] = unitsOf(value, decimals);
  return { firstDay, units, decimals };
}

/** The whole amount of a spread. */
export function totalOf(spread: Spread): number {
  return amountOf(
    spread.units.reduce((sum, value) => sum + value, 0),
    spread.decimals,
  );
}

/** The amount of all days before the given one. */
export function totalBefore(spread: Spread, day: Day): number {
  let sum = 0;
  const end = Math.max(0, Math.min(spread.units.length, day - spread.firstDay));
  for (let i = 0; i < end; i++) sum += spread.units[i];
  return amountOf(sum, spread.decimals);
}
