import type { Difference } from '@gantry/contract';
import type { TFunction } from 'i18next';
import type { JsonValue, Period } from '@gantry/domain';
import { formatLocal } from '../../../lib/dates.ts';
import { formatNumber } from '../../../lib/numbers.ts';
import { contentDifferenceText, contentFieldText, contentValueText } from '../../../lib/content-words.ts';

type Words = { t: TFunction };

/** How a value of a difference is written for people. */
export const valueText = (
  {
    table,
    field,
    part,
    change,
    minutes_per_day: minutesPerDay,
  }: Pick<Difference, 'table' | 'field' | 'part' | 'change' | 'minutes_per_day'>,
  value: JsonValue,
  { t }: Words,
): string =>
  change === 'changed' ? contentValueText(t, table, part ?? field, value, minutesPerDay) : t(value ? 'compare.present' : 'compare.absent');

/** How a field, or a part of one, is called. */
export const fieldText = ({ field, part }: Pick<Difference, 'field' | 'part'>, { t }: Words): string => contentFieldText(t, field, part);

/** By how much the value of a version differs from that of the first, in the units that the grid shows; empty where there is no such amount. */
export const changeText = (
  { field, change, part, minutes_per_day: minutesPerDay }: Pick<Difference, 'field' | 'change' | 'part' | 'minutes_per_day'>,
  from: JsonValue,
  to: JsonValue,
  { t }: Words,
): string => (change === 'changed' && part === null ? contentDifferenceText(t, field, from, to, minutesPerDay) : '');

/** A signed difference; empty without one. */
export function differenceText(value: number): string {
  const rounded = Math.round(value * 1000) / 1000;
  if (!rounded) return '';
  return `${rounded > 0 ? '+' : '\u2212'}${formatNumber(Math.abs(rounded), { decimals: Number.isInteger(rounded) ? 0 : 2 })}`;
}

/** A period by its first day: a date, a week's Monday, a month by its name. */
export function periodText(from: string, period: Period, language: string): string {
  if (period === 'month') return formatLocal(`${from}T00:00`, 'MMMM YYYY', language);
  return formatLocal(`${from}T00:00`);
}
