import { type AnyRow, type FieldKind, fieldsOf, type VersionTable } from '@gantry/domain';
import { type AmountTables, withDays } from '@gantry/plan-view';
import type { GroupTables } from './analytics.groups.rules.ts';

type Named = keyof AmountTables | 'attribute' | 'attributeValue';
/** The tables of a version as they travel: texts of some rows each, as the database wrote them. */
export type TravellingTables = Record<keyof AmountTables, string[]> & Partial<Record<Named, string[]>>;

/** How a value that the database wrote as text is read; null stays null. */
type TextReader = (text: string) => unknown;
const asIs: TextReader = (text) => text;
const READERS: Record<FieldKind, TextReader> = {
  id: Number,
  ref: Number,
  int: Number,
  float: Number,
  minute: Number,
  text: asIs,
  word: asIs,
  days: asIs,
  flag: (text) => text === 't',
  json: (text) => JSON.parse(text) as unknown,
};

/** The rows of a table by the names of their fields, dates in minutes. */
export function recordsOfTexts(table: VersionTable, texts: readonly string[]): AnyRow[] {
  const fields = fieldsOf(table).map(({ name, kind }) => ({ name, read: READERS[kind] }));
  return texts.flatMap((text) => rowsOfText(text, fields) as AnyRow[]);
}

export const tablesOf = (texts: TravellingTables): GroupTables => ({
  wbs: recordsOfTexts('wbs', texts.wbs),
  assignment: recordsOfTexts('assignment', texts.assignment),
  resource: recordsOfTexts('resource', texts.resource),
  calendar: recordsOfTexts('calendar', texts.calendar),
  daySeries: recordsOfTexts('daySeries', texts.daySeries).map(withDays),
  settings: recordsOfTexts('settings', texts.settings),
  attribute: recordsOfTexts('attribute', texts.attribute ?? []),
  attributeValue: recordsOfTexts('attributeValue', texts.attributeValue ?? []),
});

const [OPENS, CLOSES, COMMA, QUOTE] = ['(', ')', ',', '"'].map((sign) => sign.charCodeAt(0));

/**
 * Rows that the database wrote one behind another as `row(…)::text`, each made of its values by name. The thread that answers calls
 * passes the text on without parsing it; the counting thread parses it.
 */
function rowsOfText(text: string, fields: readonly { name: string; read: TextReader }[]): Record<string, unknown>[] {
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
  while (text.charCodeAt(at) === OPENS) {
    const row: Record<string, unknown> = {};
    for (let index = 0; index < fields.length; index += 1) {
      at += 1;
      const code = text.charCodeAt(at);
      const { name, read } = fields[index];
      row[name] = code === COMMA || code === CLOSES ? null : read(code === QUOTE ? quoted() : plain());
    }
    at += 1;
    rows.push(row);
  }
  return rows;
}
