import { type JsonValue, MINUTES_PER_DAY, parseMinute, type RowCondition, type RowFilter, valuesTakenBy } from '@gantry/domain';
import type { ColumnTexts } from '../columns/column-types.ts';
import { choicesOf, type ColumnInfo } from '../columns/columns.ts';
import type { SpaceChoices } from '../columns/column-types.ts';
import type { ScheduleView } from '../rows/view.ts';

/** What words of a filter are made of: the columns of the version, its rows, and the people of the space. */
export type FilterWords = { infos: readonly ColumnInfo[]; view: ScheduleView; texts: ColumnTexts; choices: SpaceChoices };

/** A filter as one line, such as `Critical equals Yes; Finish not after 01.03.2026`. Conditions on unknown columns are left out, as in the rows. */
export function filterInWords(filter: RowFilter, words: FilterWords): string {
  const { t } = words.texts;
  const parts = filter.conditions.flatMap((part) => {
    if (!('conditions' in part)) return conditionInWords(part, words) ?? [];
    const inner = filterInWords(part, words);
    return inner === '' ? [] : `(${inner})`;
  });
  return parts.join(filter.join === 'and' ? '; ' : ` ${t('filter.or')} `);
}

/** Comparisons that a date has words of its own for. */
const OF_DATES: ReadonlySet<string> = new Set(['lt', 'lte', 'gt', 'gte', 'eq']);

function conditionInWords({ column, operator, value }: RowCondition, words: FilterWords): string | null {
  const info = words.infos.find(({ id }) => id === column);
  if (!info) return null;
  const { t } = words.texts;
  const name = t(info.type === 'date' && OF_DATES.has(operator) ? `operator.date_${operator}` : `operator.${operator}`);
  const takes = valuesTakenBy(operator);
  if (takes === 'nothing') return `${info.title} ${name}`;
  const write = writerOf(info, operator, words);
  const values = (Array.isArray(value) ? value : [value]).map(write).filter((each) => each !== '');
  return values.length === 0 ? null : `${info.title} ${name} ${values.join(takes === 'two' ? ' – ' : ', ')}`;
}

/** How a value of a condition is written: by its choice, else in the form of its column. */
function writerOf(info: ColumnInfo, operator: string, { view, texts, choices }: FilterWords): (value: JsonValue) => string {
  const options = new Map((choicesOf(info, () => view, texts, choices) ?? []).map((each) => [each.value, each.label]));
  return (value) => {
    if (typeof value !== 'string' && typeof value !== 'number' && typeof value !== 'boolean') return '';
    if (operator === 'colors' || info.type === 'colour') return texts.t(`tint.${value}`);
    const chosen = options.get(String(value));
    if (chosen !== undefined) return chosen;
    if (info.type === 'date') {
      const minute = typeof value === 'number' ? value : parseMinute(String(value));
      return minute === null ? String(value) : texts.date(minute);
    }
    const number = typeof value === 'number' ? value : Number(value);
    if (typeof value === 'boolean' || String(value).trim() === '' || Number.isNaN(number)) return String(value);
    if (info.type === 'percentage') return `${written(texts, number * 100)} %`;
    if (info.type === 'duration')
      return texts.t('filter.days', { days: written(texts, number / (view.times.minutesPerDay(0) || MINUTES_PER_DAY)) });
    return written(texts, number);
  };
}

const written = (texts: ColumnTexts, value: number): string => texts.number(value, Number.isInteger(value) ? 0 : 2);
