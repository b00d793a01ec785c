import type { CatalogChange, CatalogSource } from '@gantry/contract';
import { formatLocal } from '../../../lib/dates.ts';
import { formatCount, formatMoney, formatNumber } from '../../../lib/numbers.ts';

/** A column of the table of works. */
export type ChangeColumn = 'duration' | 'dates' | 'start' | 'finish' | 'float' | 'money' | 'values';

/** What is worth comparing after a change of each kind of source. */
export const COLUMNS_OF: Record<CatalogSource, readonly ChangeColumn[]> = {
  directory: ['duration', 'dates', 'money'],
  relation: ['duration', 'dates', 'money'],
  coefficient: ['duration', 'start', 'finish', 'money'],
  calendar: ['start', 'finish', 'float'],
  attribute: ['values'],
  distribution: [],
};

export const dateOf = (value: string | null): string => formatLocal(value) || '–';
const hoursOf = (minutes: number): string => formatNumber(minutes / 60, { decimals: minutes % 60 ? 1 : 0 });
const spanOf = (from: string | null, to: string | null): string => (from || to ? `${dateOf(from)} – ${dateOf(to)}` : '');
const floatOf = (minutes: number | null): string => (minutes === null ? '–' : hoursOf(minutes));

/** A column's value of a work before and after; null without a value. */
export function pairOf(column: ChangeColumn, change: CatalogChange): [before: string, after: string] | null {
  if (column === 'money') return change.cost_before === null ? null : [formatMoney(change.cost_before), formatMoney(change.cost_after)];
  if (change.item_id === 0) return null;
  if (column === 'duration') return [hoursOf(change.duration_before), hoursOf(change.duration_after)];
  if (column === 'dates') return [spanOf(change.start_before, change.finish_before), spanOf(change.start_after, change.finish_after)];
  if (column === 'start') return [dateOf(change.start_before), dateOf(change.start_after)];
  if (column === 'finish') return [dateOf(change.finish_before), dateOf(change.finish_after)];
  return column === 'float' ? [floatOf(change.float_before), floatOf(change.float_after)] : null;
}

const textOf = (value: unknown): string => {
  if (value === null || value === undefined || value === '') return '–';
  if (Array.isArray(value)) return value.map(textOf).join(', ') || '–';
  return typeof value === 'string' || typeof value === 'number' ? String(value) : JSON.stringify(value);
};

/** One field that changes, in words. `wordOf` names a field or a fault where there is a name for it. */
function fieldText(
  { table, object, field, before, after }: CatalogChange['fields'][number],
  wordOf: (key: string) => string | null,
): string {
  if (field === 'fault') return `${object}: ${textOf(before)} – ${wordOf(`fault ${textOf(after)}`) ?? textOf(after)}`;
  const word = wordOf(field) ?? field;
  // The dialog's own attribute needs no name here.
  const name = field === 'value' || field === '' ? object : table === 'attribute' ? word : [object, word].filter(Boolean).join(' ');
  return `${name}: ${textOf(before)} → ${textOf(after)}`;
}

const MOST = 12;

export function fieldsOf({ fields }: CatalogChange, wordOf: (key: string) => string | null): string[] {
  const lines = fields.slice(0, MOST).map((field) => fieldText(field, wordOf));
  return fields.length > MOST ? [...lines, `… ${formatCount(fields.length)}`] : lines;
}
