import {
  type AnyRow,
  type Headline,
  itemFieldOf,
  keyFieldsOf,
  labelOfRow,
  parseMinute,
  refsOfRow,
  targetOf,
  type VersionTable,
  WBS_COLUMNS,
} from '@gantry/domain';
import type { TFunction } from 'i18next';
import { DATE_FORMAT, DATE_TIME_FORMAT, formatLocal } from '../../../lib/dates.ts';
import { formatNumber } from '../../../lib/numbers.ts';
import { contentFieldText, contentValueText } from '../../../lib/content-words.ts';

/** What words are made of: rows of the open version, the minutes of a working day of a row of the WBS. */
export type EditSight = { t: TFunction; rowOf(table: VersionTable, id: number): AnyRow | null; minutesPerDay(id: number): number };

const TYPE_OF = new Map<string, string>(WBS_COLUMNS.map(({ id, type }) => [id, type]));
/** Texts of the words that a field is chosen from. */
const WORDS: Record<string, string> = {
  item_type: 'item_type', status: 'status', start_limit: 'limit', finish_limit: 'limit', in_scope: 'in_scope', progress_by: 'progress_by',
}; // prettier-ignore

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
const NAMELESS = new Set(['executor', 'curator', 'calendar', 'colour', 'specialty']);

/** “A2 Walls, Days: 12 → 5”: the row, the field and its values of a change; of several rows the first and how many more. */
export function headlineInWords(about: Headline, sight: EditSight): string {
  const { t } = sight;
  const more = about.rows > 1 ? ` ${t('edits.and_more', { count: about.rows - 1 })}` : '';
  const changed = about.table === 'wbs' ? cellInWords(about, sight) : fieldInWords(about, sight);
  const subject = subjectOf(about, sight);
  return [...(subject ? [t('edits.quoted', { text: subject })] : []), ...(changed ? [changed] : [])].join(', ') + more;
}

/** What a row is called: by the rows that it points at and by its own labels. */
function subjectOf({ table, id, refs, name }: Headline, { rowOf }: EditSight): string {
  if (table === 'settings') return '';
  const label = (of: VersionTable, row: number): string => labelOfRow(of, rowOf(of, row) ?? { id: row }) || String(row);
  const known = { ...refsOfRow(table, rowOf(table, id) ?? {}), ...refs };
  const ends = keyFieldsOf(table).flatMap((field) => {
    const target = targetOf(table, field);
    return target && field in known ? [label(target, known[field])] : [];
  });
  if (table === 'relation') return ends.join(' → ') || String(id);
  const own = name ?? labelOfRow(table, rowOf(table, id) ?? { id });
  return [...ends, ...(own ? [own] : [])].join(', ') || String(id);
}

function cellInWords({ field, before, after, id }: Headline, sight: EditSight): string {
  if (field === null) return '';
  const column = sight.t(`column.${field}`);
  return NAMELESS.has(TYPE_OF.get(field) ?? '')
    ? column
    : `${column}: ${valueInWords(field, before, id, sight)} → ${valueInWords(field, after, id, sight)}`;
}

function fieldInWords({ table, field, part, before, after, id, refs }: Headline, { t, rowOf, minutesPerDay }: EditSight): string {
  if (field === null) return '';
  const name = contentFieldText(t, field, part);
  if (before === null && after === null) return name;
  const owner = itemFieldOf(table);
  const known: Record<string, unknown> = { ...rowOf(table, id), ...refs };
  const day = minutesPerDay(owner === null ? 0 : Number(known[owner] ?? 0));
  const text = (value: Headline['before']) => contentValueText(t, table, part ?? field, value, day) || '–';
  return `${name}: ${text(before)} → ${text(after)}`;
}
