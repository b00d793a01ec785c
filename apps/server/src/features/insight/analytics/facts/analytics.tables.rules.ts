import { type AnyRow, type FieldKind, fieldsOf, type VersionTable } from '@gantry/domain';
import { type AmountTables, withDays } from '@gantry/plan-view';
import { rowsOfText, type TextReader } from '../../../../platform/postgres/row-texts.ts';
import type { GroupTables } from './analytics.groups.rules.ts';

type Named = keyof AmountTables | 'attribute' | 'attributeValue';
/** The tables of a version as they travel: texts of some rows each, as the database wrote them. */
export type TravellingTables = Record<keyof AmountTables, string[]> & Partial<Record<Named, string[]>>;

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
