import { type AnyRow, type FieldKind, fieldsOf, type VersionTable } from '@gantry/domain';
import { type AmountTables, withDays } from '@gantry/plan-view';
import type { GroupTables } from './analytics.groups.rules.ts';

type Named = keyof AmountTables | 'attribute' | 'attributeValue';
/** The tables of a version as they travel: texts of some rows each, as the database wrote them. */
export type TravellingTables = Record<keyof AmountTables, string[]> & Partial<Record<Named, string[]>>;

/**
 * The fields of rows that sums of a version are counted from: half of all, and half of what is read, handed over and parsed. Groups, rows
 * behind a figure and packed rows may need any field.
 */
const COUNTED_FIELDS: ReadonlySet<string> = new Set(
  [
    'id parentId type schedulingKind code name status calendarId progress',
    'start finish actualStart actualFinish targetStart targetFinish',
    'earlyStart earlyFinish lateStart lateFinish totalFloatMinutes critical nearCritical',
    'volume volumeUnit labourHours cost',
  ].flatMap((names) => names.split(' ')),
);

/** The fields of rows that a question needs; null: all of them. */
export const fieldsAsked = (question: { do: string; dimensions?: readonly string[]; rows?: true }): ReadonlySet<string> | null =>
  question.do === 'count' && !question.dimensions?.length && !question.rows ? COUNTED_FIELDS : null;

type Reader = 'whole' | 'number' | 'word' | 'text' | 'flag' | 'json';
const READERS: Record<FieldKind, Reader> = {
  id: 'whole',
  ref: 'whole',
  int: 'whole',
  minute: 'whole',
  float: 'number',
  text: 'text',
  word: 'word',
  days: 'text',
  flag: 'flag',
  json: 'json',
};
/** How a field is read; `last`: the word that the row before has, which is mostly that of the next one. */
type ReadField = { name: string; read: Reader; last: string };

/** The rows of a table by the names of their fields, or of some fields, dates in minutes. */
export function recordsOfTexts(table: VersionTable, texts: readonly string[], names?: ReadonlySet<string> | null): AnyRow[] {
  const fields = fieldsOf(table)
    .filter(({ name }) => !names || names.has(name))
    .map(({ name, kind }) => ({ name, read: READERS[kind], last: '' }));
  return texts.flatMap((text) => rowsOfText(text, fields) as AnyRow[]);
}

export const tablesOf = (texts: TravellingTables, fields: ReadonlySet<string> | null = null): GroupTables => ({
  wbs: recordsOfTexts('wbs', texts.wbs, fields),
  assignment: recordsOfTexts('assignment', texts.assignment),
  resource: recordsOfTexts('resource', texts.resource),
  calendar: recordsOfTexts('calendar', texts.calendar),
  daySeries: recordsOfTexts('daySeries', texts.daySeries).map(withDays),
  settings: recordsOfTexts('settings', texts.settings),
  attribute: recordsOfTexts('attribute', texts.attribute ?? []),
  attributeValue: recordsOfTexts('attributeValue', texts.attributeValue ?? []),
});

const [OPENS, CLOSES, COMMA, QUOTE, MINUS, ZERO] = ['(', ')', ',', '"', '-', '0'].map((sign) => sign.charCodeAt(0));

/**
 * Rows that the database wrote one behind another as `row(…)::text`, each made of its values by name. The thread that answers calls
 * passes the text on without parsing it; the counting thread parses it.
 */
function rowsOfText(text: string, fields: readonly ReadField[]): Record<string, unknown>[] {
  const rows: Record<string, unknown>[] = [];
  let at = 0;
  const quoted = (): string => {
    let end = text.indexOf('"', at + 1);
    while (text.charCodeAt(end + 1) === QUOTE) end = text.indexOf('"', end + 2);
    const inner = text.slice(at + 1, end);
    at = end + 1;
    // Quotes and backslashes stand twice.
    return inner.includes('"') || inner.includes('\\') ? inner.replaceAll(/(["\\])\1/g, '$1') : inner;
  };
  const plain = (): string => {
    const from = at;
    for (let code = text.charCodeAt(at); code !== COMMA && code !== CLOSES; code = text.charCodeAt(at)) at += 1;
    return text.slice(from, at);
  };
  // Whole numbers and words that repeat are most of a row: they are read without a text of their own.
  const whole = (): number => {
    const sign = text.charCodeAt(at) === MINUS ? -1 : 1;
    if (sign < 0) at += 1;
    let value = 0;
    for (let code = text.charCodeAt(at); code !== COMMA && code !== CLOSES; code = text.charCodeAt(at)) {
      value = value * 10 + code - ZERO;
      at += 1;
    }
    return sign * value;
  };
  const word = (field: ReadField): string => {
    const { last } = field;
    const end = text.charCodeAt(at + last.length);
    if (last === '' || (end !== COMMA && end !== CLOSES) || !text.startsWith(last, at)) return (field.last = plain());
    at += last.length;
    return last;
  };
  const valueOf = (field: ReadField, code: number): unknown => {
    if (field.read === 'whole') return whole();
    if (field.read === 'word' && code !== QUOTE) return word(field);
    const value = code === QUOTE ? quoted() : plain();
    if (field.read === 'number') return Number(value);
    if (field.read === 'flag') return value === 't';
    return field.read === 'json' ? (JSON.parse(value) as unknown) : value;
  };
  while (text.charCodeAt(at) === OPENS) {
    const row: Record<string, unknown> = {};
    for (let index = 0; index < fields.length; index += 1) {
      at += 1;
      const code = text.charCodeAt(at);
      const field = fields[index];
      row[field.name] = code === COMMA || code === CLOSES ? null : valueOf(field, code);
    }
    at += 1;
    rows.push(row);
  }
  return rows;
}
