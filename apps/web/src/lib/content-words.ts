import { DISTRIBUTION_MODES, fieldsOf, isVersionTable, type JsonValue, parseMinute, wordTextsOf } from '@gantry/domain';
import type { TFunction } from 'i18next';
import { DATE_TIME_FORMAT, formatLocal } from './dates.ts';
import { formatNumber } from './numbers.ts';

/** How a field of version content is called, and the part of it where there is one. */
export function contentFieldText(t: TFunction, field: string, part: string | null = null): string {
  const name = field
    ? t(`compare.field_${field}`, {
        defaultValue: t(`column.${field}`, { defaultValue: field.replace(/[A-Z]/g, (letter) => ` ${letter.toLowerCase()}`) }),
      })
    : '';
  if (part === null) return name;
  if (parseMinute(part) !== null) return `${name}: ${formatLocal(part)}`;
  if (field === 'distributions') return `${name}: ${t(`values.measure_${part}`, { defaultValue: part })}`;
  const called = t(`compare.part_${part}`, { defaultValue: t(`timetable.${snake(part)}`, { defaultValue: part }) });
  return `${name}: ${called}`;
}

const snake = (name: string): string => name.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`);

/** How a value of a field of version content, or of a part of one, is written for people; empty where there is none. Durations are in working days of so many minutes. */
export function contentValueText(t: TFunction, table: string, field: string, value: JsonValue, minutesPerDay: number): string {
  if (value === null) return '';
  const spec = isVersionTable(table) ? fieldsOf(table).find(({ name }) => name === field) : undefined;
  if (spec?.kind === 'minute') return formatLocal(typeof value === 'string' ? value : null, DATE_TIME_FORMAT);
  if (typeof value === 'boolean') return t(value ? 'ui.yes' : 'ui.no');
  if (typeof value === 'number')
    return field.endsWith('Minutes') ? t('timetable.result_days', { days: numberText(value / minutesPerDay) }) : numberText(value);
  const keyOf = wordTextsOf(table, field);
  const inWords = (word: string): string => (keyOf ? t(keyOf(word), { defaultValue: word }) : word);
  if (typeof value === 'string') return isMoment(table, value) ? formatLocal(value, DATE_TIME_FORMAT) : inWords(value);
  if (keyOf && Array.isArray(value)) return value.map((one) => (typeof one === 'string' ? inWords(one) : JSON.stringify(one))).join(', ');
  return shiftsText(value) ?? distributionText(t, value) ?? JSON.stringify(value);
}

/** Options of a calculation have dates among them. */
const isMoment = (table: string, value: string): boolean => table === 'settings' && parseMinute(value) !== null;

/** How a measure lies over the dates of works, by its name; null for any other value. */
function distributionText(t: TFunction, value: JsonValue): string | null {
  if (value === null || typeof value !== 'object' || Array.isArray(value)) return null;
  const mode = DISTRIBUTION_MODES.find((one) => one === value['mode']);
  return mode ? t(`distributions.mode_${mode}`) : null;
}

const numberText = (value: number): string => formatNumber(value, { decimals: Number.isInteger(value) ? 0 : 2 });

/** By how much a date or an amount differs: working days of a duration, days of the calendar between dates; empty where it does not. */
export function contentDifferenceText(t: TFunction, field: string, from: JsonValue, to: JsonValue, minutesPerDay: number): string {
  const inDays = (days: number): string => signed(t('timetable.result_days', { days: numberText(Math.abs(rounded(days))) }), rounded(days));
  if (typeof from === 'string' && typeof to === 'string') {
    const [before, after] = [parseMinute(from), parseMinute(to)];
    return before === null || after === null ? '' : inDays((after - before) / MINUTES_OF_A_DAY);
  }
  if (typeof from !== 'number' || typeof to !== 'number') return '';
  if (field.endsWith('Minutes')) return inDays((to - from) / minutesPerDay);
  return signed(numberText(Math.abs(rounded(to - from))), rounded(to - from));
}

const MINUTES_OF_A_DAY = 1440;
const rounded = (value: number): number => Math.round(value * 100) / 100;
const signed = (text: string, value: number): string => (value === 0 ? '' : `${value > 0 ? '+' : '\u2212'}${text}`);

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
