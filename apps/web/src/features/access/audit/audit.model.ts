import type { api, Output } from '@gantry/contract';
import type { TFunction } from 'i18next';
import { formatMinute, type LocalDateTime, minuteAt, MINUTES_PER_DAY } from '@gantry/domain';
import { clampRange, defaultRange, formatInstant } from '../../../lib/dates.ts';

type Detail = string | number | boolean | null | undefined | readonly Detail[] | { readonly [name: string]: Detail };

type Names = Readonly<Record<string, string>>;

/** The days that a list is asked for; null where an end is left open. */
export type Days = { from: LocalDateTime | null; until: LocalDateTime | null };

/** The days shown where nobody chose others: from a month back to today. */
export function firstDays(now: Date): Days {
  const [from, until] = defaultRange(now).map((minute) => formatMinute(minute - (minute % MINUTES_PER_DAY)));
  return { from, until };
}

/** The instants that the list is asked for: whole days, their order mended, within the years that lists reach. */
export function auditRange({ from, until }: Days): { from: string; until: string } {
  const last = until === null ? Infinity : minuteAt(until) + MINUTES_PER_DAY - 1;
  const [low, high] = clampRange(from === null ? -Infinity : minuteAt(from), last);
  const instant = (minute: number, ms: number): string => new Date(new Date(formatMinute(minute)).getTime() + ms).toISOString();
  return { from: instant(low, 0), until: instant(high, 59_999) };
}

/** What an entry was done to, such as `versions 6, users 5`, in words and by name; what has no word or name stays as it is. */
export const objectLine = (object: string, names: Names, t: TFunction): string =>
  object
    // The second of two numbers in a row has no noun of its own.
    .replace(/, \{\w+\}/g, '')
    .split(', ')
    .map((part) => {
      const [noun, ...number] = part.split(' ');
      const word = t(`audit.noun_${noun}`, { defaultValue: noun });
      const name = names[part];
      return name === undefined ? [word, ...number].join(' ') : t('ui.named', { name: word, text: name });
    })
    .join(', ');

/** Formats the details of an entry in one line: names and values, nested names joined by a dot. */
export function detailsLine(details: Record<string, Detail> | null, called: Names, t: TFunction): string {
  if (!details) return '';
  const named = Object.entries(details).map(
    ([name, value]) => [name, (typeof value === 'number' && called[`${name} ${value}`]) || value] as const,
  );
  return partsOf(Object.fromEntries(named), [], t).join(', ');
}

/** Details whose values are words of the product. */
const WORDS: Record<string, string> = { role: 'spaces.role_', kind: 'audit.kind_', status: 'audit.status_', method: 'audit.method_' };

function partsOf(value: Detail, names: readonly string[], t: TFunction): string[] {
  if (value === null || value === undefined || value === '') return [];
  const named = (text: string): string[] => {
    const name = names.map((each) => t(`audit.detail_${each}`, { defaultValue: each })).join(' · ');
    return [name ? t('ui.named', { name, text }) : text];
  };
  if (isList(value)) return value.length ? named(value.map((entry) => partsOf(entry, [], t).join('')).join(' ')) : [];
  if (isRecord(value)) return Object.entries(value).flatMap(([key, inner]) => partsOf(inner, [...names, key], t));
  if (typeof value === 'boolean') return named(t(value ? 'ui.yes' : 'ui.no'));
  const text = String(value);
  const words = WORDS[names.at(-1) ?? ''];
  return named(words === undefined ? text : t(words + text, { defaultValue: text }));
}

const isList = (value: Detail): value is readonly Detail[] => Array.isArray(value);
const isRecord = (value: Detail): value is { readonly [name: string]: Detail } =>
  typeof value === 'object' && value !== null && !isList(value);

/** Whether an audit is as it was sealed, in a sentence. */
export function sealsLine({ until, hash, broken }: Output<typeof api.audit.seals>, t: TFunction): string {
  if (broken) {
    const from = broken.from ? formatInstant(broken.from) : t('audit.begin');
    return t('audit.seal_broken', { from, until: formatInstant(broken.until) });
  }
  return until ? t('audit.sealed', { date: formatInstant(until), hash: hash ?? '' }) : t('audit.unsealed');
}
