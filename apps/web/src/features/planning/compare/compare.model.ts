import type { Difference } from '@gantry/contract';
import type { TFunction } from 'i18next';
import { fieldsOf, type JsonValue, parseMinute, type Period, type VersionTable } from '@gantry/domain';
import { DATE_TIME_FORMAT, formatLocal } from '../../../lib/dates.ts';
import { formatNumber } from '../../../lib/numbers.ts';

type Words = { t: TFunction };

/** How a value of a difference is written for people. */
export function valueText(
  { table, field, change }: Pick<Difference, 'table' | 'field' | 'change'>,
  value: JsonValue,
  { t }: Words,
): string {
  if (change !== 'changed') return t(value ? 'compare.present' : 'compare.absent');
  if (value === null) return '';
  const spec = fieldsOf(table as VersionTable).find(({ name }) => name === field);
  if (spec?.kind === 'minute') return formatLocal(typeof value === 'string' ? value : null, DATE_TIME_FORMAT);
  if (typeof value === 'boolean') return t(value ? 'ui.yes' : 'ui.no');
  if (typeof value === 'number')
    return field.endsWith('Minutes')
      ? t('compare.hours', { hours: formatNumber(value / 60, { decimals: value % 60 ? 2 : 0 }) })
      : formatNumber(value, { decimals: Number.isInteger(value) ? 0 : 2 });
  if (typeof value === 'string') return spec?.kind === 'word' ? t(`word.${value}`, { defaultValue: value.replaceAll('_', ' ') }) : value;
  return shiftsText(value) ?? JSON.stringify(value);
}

const two = (value: number): string => String(value).padStart(2, '0');
const clock = (minutes: unknown): string => `${two(Math.floor(Number(minutes) / 60))}:${two(Number(minutes) % 60)}`;

/** Working periods of a day: `09:00–13:00, 14:00–18:00`, a dash for a day off. */
function shiftsText(value: JsonValue): string | null {
  if (!Array.isArray(value)) return null;
  if (!value.length) return '—';
  const shifts = value as { start?: number; finish?: number }[];
  return shifts.every((shift) => typeof shift?.start === 'number' && typeof shift.finish === 'number')
    ? shifts.map(({ start, finish }) => `${clock(start)}–${clock(finish)}`).join(', ')
    : null;
}

/** How a field, or a part of one, is called. */
export function fieldText({ field, part }: Pick<Difference, 'field' | 'part'>, { t }: Words): string {
  const name = field
    ? t(`compare.field_${field}`, {
        defaultValue: t(`column.${field}`, { defaultValue: field.replace(/[A-Z]/g, (letter) => ` ${letter.toLowerCase()}`) }),
      })
    : '';
  if (part === null) return name;
  if (parseMinute(part) !== null) return `${name}: ${formatLocal(part)}`;
  const called = t(`compare.part_${part}`, { defaultValue: part });
  return `${name}: ${called}`;
}

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
