import { type Headline, parseMinute, WBS_COLUMNS } from '@gantry/domain';
import type { TFunction } from 'i18next';
import { DATE_FORMAT, DATE_TIME_FORMAT, formatLocal } from '../../../lib/dates.ts';
import { formatNumber } from '../../../lib/numbers.ts';

/** What words are made of: rows by their names, the minutes of a working day of a row. */
export type EditSight = { t: TFunction; nameOf(id: number): string | null; minutesPerDay(id: number): number };

const TYPE_OF = new Map<string, string>(WBS_COLUMNS.map(({ id, type }) => [id, type]));
/** Texts of the words that a field is chosen from. */
const WORDS: Record<string, string> = { item_type: 'item_type', status: 'status', start_limit: 'limit', finish_limit: 'limit' };

function valueInWords(field: string, value: unknown, id: number, { t, minutesPerDay }: EditSight): string {
  if (value === null || value === '') return '–';
  const type = TYPE_OF.get(field) ?? '';
  if (typeof value === 'boolean') return t(value ? 'ui.yes' : 'ui.no');
  if (typeof value === 'number') {
    const shown = type === 'duration' ? value / minutesPerDay(id) : type === 'percentage' ? value * 100 : value;
    return formatNumber(shown, { decimals: Number.isInteger(shown) ? 0 : 2 });
  }
  if (typeof value !== 'string') return '…';
  if (type === 'date' && parseMinute(value) !== null) return formatLocal(value, value.endsWith('T00:00') ? DATE_FORMAT : DATE_TIME_FORMAT);
  return WORDS[type] ? t(`${WORDS[type]}.${value}`) : value;
}

/** Whose values are ids: they say nothing to a reader. */
const NAMELESS = new Set(['executor', 'curator', 'calendar', 'colour']);

/** “A2 Walls, Days: 12 → 5”: the row, the field and its values of a change; of several rows the first and how many more. */
export function headlineInWords(about: Headline, sight: EditSight): string {
  const { t, nameOf } = sight;
  const name = about.name ?? nameOf(about.id) ?? String(about.id);
  const subject = about.toId === null ? name : `${name} → ${nameOf(about.toId) ?? about.toId}`;
  const more = about.rows > 1 ? ` ${t('edits.and_more', { count: about.rows - 1 })}` : '';
  if (about.field === null) return t('edits.quoted', { text: subject }) + more;
  const column = t(`column.${about.field}`);
  const values = NAMELESS.has(TYPE_OF.get(about.field) ?? '')
    ? ''
    : `: ${valueInWords(about.field, about.before, about.id, sight)} → ${valueInWords(about.field, about.after, about.id, sight)}`;
  return `${t('edits.quoted', { text: subject })}, ${column}${values}${more}`;
}
