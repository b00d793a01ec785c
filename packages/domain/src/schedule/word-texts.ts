import type { FieldKind, Spec } from './version-fields.ts';
import type { VERSION_TABLES } from './version-tables.ts';

type Tables = typeof VERSION_TABLES;
type WordFieldOf<T extends keyof Tables> = {
  [F in keyof Tables[T]]: Tables[T][F] extends Spec<infer Kind extends FieldKind, unknown, boolean>
    ? 'word' extends Kind
      ? F
      : never
    : never;
}[keyof Tables[T]];
type WordField = { [T in keyof Tables]: `${T}.${WordFieldOf<T> & string}` }[keyof Tables];

/** The key of the text of a word. */
type TextOfWord = (word: string) => string;

/** Texts of words, by field. */
const TEXTS: Record<WordField, TextOfWord> = {
  'wbs.type': (word) => `item_type.${word}`,
  'wbs.schedulingKind': (word) => `word.scheduling_${word}`,
  'wbs.status': (word) => `status.${word}`,
  'wbs.startLimitType': (word) => `limit.${word}`,
  'wbs.finishLimitType': (word) => `limit.${word}`,
  'wbs.inScope': (word) => `in_scope.${word}`,
  'wbs.progressBy': (word) => `progress_by.${word}`,
  'relation.type': (word) => `word.relation_${word}`,
  'relation.lagCalendar': (word) => `timetable.lag_calendar_${word}`,
  'resource.kind': (word) => `resource_kind.${word}`,
  'attribute.type': (word) => `attributes.type_${word}`,
  'attribute.source': (word) => `word.source_${word}`,
  'link.side': (word) => `links.side_${word}`,
  'link.type': (word) => `word.relation_${word}`,
  'link.lagCalendar': (word) => `timetable.lag_calendar_${word}`,
  'daySeries.measure': (word) => `values.measure_${word}`,
  'daySeries.mode': (word) => `values.mode_${word}`,
  'directoryValue.rule': (word) => `relations_page.rule_${word}`,
  'costLink.by': (word) => `word.${word}`,
};

/** Words inside values of other kinds: in lists, and options of a calculation by their names. */
const INSIDE: Readonly<Record<string, TextOfWord>> = {
  'costLink.parts': (word) => `cost_part.${word}`,
  'settings.rules': (word) => `timetable.rules_${word}`,
  'settings.progressMode': (word) => `timetable.progress_mode_${word}`,
  'settings.lagCalendar': (word) => `timetable.lag_calendar_${word}`,
  'settings.floatType': (word) => `timetable.float_type_${word}`,
  'settings.criticalBy': (word) => `timetable.critical_by_${word}`,
  'settings.externalRelations': (word) => `timetable.external_relations_${word}`,
  'settings.rateOfProgress': (word) => `timetable.rate_of_progress_${word}`,
  'settings.rateOfFact': (word) => `timetable.rate_of_fact_${word}`,
  'settings.progressBy': (word) => `progress_by.${word}`,
};

/** The keys of the texts that write the words of a field of version content, or of a part of one, for people; null where its values are no words. */
export function wordTextsOf(table: string, field: string): TextOfWord | null {
  const name = `${table}.${field}`;
  return (Object.hasOwn(TEXTS, name) ? TEXTS[name as WordField] : INSIDE[name]) ?? null;
}
