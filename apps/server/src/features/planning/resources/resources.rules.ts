import { type Day, minuteAt, PRICE_TYPES, type ResourceRate, type VersionRow, type WbsRow } from '@gantry/domain';
import { costOfDays, costOverSpan, pricesOf, remainingUnits, valueAt } from '@gantry/engine';

type Assignment = VersionRow<'assignment'>;
type Resource = VersionRow<'resource'>;

/** When an assignment is worked, and what is known of its days. */
export type Worked = {
  row: Pick<WbsRow, 'start' | 'finish' | 'actualStart' | 'actualFinish'>;
  /** The data date of the version. */
  now: number;
  between(from: number, to: number): number;
  /** Units done by day; what was done beside them was done before. */
  days: ReadonlyMap<Day, number> | null;
};

const exactly = (units: number, price: number): number => Math.round(units * price * 100) / 100;

/** What units of an assignment cost at the prices of its resource over time; null where the resource has none. */
export function costsOverTime(
  { plannedUnits, actualUnits, remainingUnits, extra }: Pick<Assignment, 'plannedUnits' | 'actualUnits' | 'remainingUnits' | 'extra'>,
  resource: Pick<Resource, 'rates' | 'pricePerUnit'>,
  { row, now, between, days }: Worked,
  costOf: (units: number, price: number) => number = exactly,
): Pick<Assignment, 'plannedCost' | 'actualCost' | 'remainingCost'> | null {
  const steps = pricesOf(resource, extra?.rateType ?? 0);
  if (!steps.length) return null;
  const at = (text: string | null): number | null => (text === null ? null : minuteAt(text));
  const start = at(row.actualStart) ?? at(row.start) ?? now;
  const finish = at(row.actualFinish) ?? at(row.finish) ?? now;
  const over = (units: number, from: number, to: number): number => costOverSpan(units, steps, { from, to: Math.max(from, to) }, between);
  const money = (units: number, exact: number): number => costOf(units, units === 0 ? (valueAt(steps, start) ?? 0) : exact / units);
  const inDays = days ? [...days.values()].reduce((sum, value) => sum + value, 0) : 0;
  const done = days
    ? costOfDays(days, steps) + (actualUnits - inDays) * (valueAt(steps, start) ?? 0)
    : over(actualUnits, start, Math.min(finish, Math.max(now, start)));
  return {
    plannedCost: money(plannedUnits, over(plannedUnits, at(row.start) ?? start, finish)),
    actualCost: money(actualUnits, done),
    remainingCost: money(remainingUnits, over(remainingUnits, Math.max(now, start), finish)),
  };
}

/** What is left of an assignment of started work, to millionths. */
export const remainingAfter = (
  by: 'norm' | 'plan',
  { plannedUnits, actualUnits }: Pick<Assignment, 'plannedUnits' | 'actualUnits'>,
  progress: number,
): number => Math.round(remainingUnits(by, plannedUnits, actualUnits, progress) * 1e6) / 1e6;

/** Why rates are refused: the place of the first that is wrong. */
export function wrongRate(rates: readonly ResourceRate[]): number | null {
  const moment = ({ from }: ResourceRate): number => (from === null ? -Infinity : minuteAt(from));
  const index = rates.findIndex(
    (rate, place) =>
      rate.prices.length > PRICE_TYPES ||
      rate.prices.some((price) => price !== null && price < 0) ||
      (rate.limit !== null && rate.limit <= 0) ||
      (rate.from === null && place > 0) ||
      (place > 0 && moment(rate) <= moment(rates[place - 1])),
  );
  return index < 0 ? null : index;
}
