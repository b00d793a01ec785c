import {
  type IndicatorRule,
  ITEM_TYPES,
  type JsonValue,
  NO_DATE,
  optionsOfAttribute,
  TASK_STATUSES,
  type VersionRow,
} from '@gantry/domain';
import {
  compileAttributes,
  compileCalendar,
  conditionsOf,
  type FormulaAttribute,
  formulaCalendar,
  type FormulaCalendar,
  type FormulaResults,
  type FormulaSheet,
  type LiveFormulas,
  openFormulas,
  rowFormulaSchema,
  rowFormulaSheet,
  type RowIndicator,
  type RowSource,
  ruleReader,
} from '@gantry/engine';
import { nothingUnread, numberAt, rowsOf, type ScheduleDocument, textAt } from '../document/document.ts';
import { isRolled, type RolledUp, rolledUp } from './rolled-up.ts';
import { isSum } from './sums.ts';

/** The tables that formulas, filters and indicators of a version are read from. */
export const FORMULA_TABLES = ['wbs', 'relation', 'assignment', 'attribute', 'attributeValue', 'calendar', 'settings'] as const;

const judges = new WeakMap<ScheduleDocument, readonly RowIndicator[]>();

/** Says which indicators judge the rows of an open version; they are calculated beside its attributes. */
export function attachIndicators<I extends RowIndicator>(document: ScheduleDocument, indicators: readonly I[]): void {
  if (judges.get(document) === indicators) return;
  judges.set(document, indicators);
  kept.delete(document);
}

/** The rule of an indicator that a row meets, null where it meets none. */
export function metRule(document: ScheduleDocument, indicatorId: number, item: number, valuesOf: ValuesOf): IndicatorRule | null {
  const indicator = judges.get(document)?.find(({ id }) => id === indicatorId);
  if (!indicator) return null;
  const results = formulaResults(document, valuesOf);
  const readers = (kept.get(document) as Live).rules;
  let ruleOf = readers.get(indicatorId);
  if (!ruleOf) readers.set(indicatorId, (ruleOf = ruleReader(indicator, results)));
  const index = ruleOf(item);
  return index >= 0 ? indicator.rules[index] : null;
}

/** The indicators that judge the rows of a version. */
export const indicatorsOf = (document: ScheduleDocument): readonly RowIndicator[] => judges.get(document) ?? [];

/** How values of an attribute are found that no formula calculates. */
type ValuesOf = (attributeId: number) => (item: number) => JsonValue;

type Live = {
  key: string;
  formulas: LiveFormulas;
  revision: number;
  sheet: FormulaSheet | null;
  rolled: RolledUp;
  rules: Map<number, (item: number) => number>;
  results: FormulaResults;
};
const kept = new WeakMap<ScheduleDocument, Live>();

/** An attribute of the version as formulas see it. */
export function asFormula({
  id,
  name,
  type,
  options: stored,
}: Pick<VersionRow<'attribute'>, 'id' | 'name' | 'type' | 'options'>): FormulaAttribute {
  const { key, formula } = optionsOfAttribute(stored);
  return { id, name: key ?? name, type, formula: formula ?? null };
}

/** Attributes whose formulas cannot be read here: they name what is out of this person's sight, or nothing at all. */
export function unreadableHere(document: ScheduleDocument): number[] {
  const formulas = rowsOf(document, 'attribute').map(asFormula);
  return compileAttributes(formulas, rowFormulaSchema(formulas)).faults.map(({ id }) => id);
}

/**
 * What the formulas of an open version give, by what they are called and by row. After an edit only what reads something that
 * changed is calculated again. `valuesOf` finds values of attributes that no formula calculates.
 */
export function formulaResults(document: ScheduleDocument, valuesOf: ValuesOf): FormulaResults {
  let live = kept.get(document);
  if (live?.revision === document.revision) return live.results;
  const { unread } = document;
  const attributes = rowsOf(document, 'attribute');
  const formulas = attributes.map((row) => (document.given.has(row.id) ? { ...asFormula(row), formula: null } : asFormula(row)));
  const conditions = conditionsOf(indicatorsOf(document));
  const key = JSON.stringify([formulas, conditions]);
  if (live?.key !== key) {
    const all = [...formulas, ...conditions];
    const { calculated } = compileAttributes(all, rowFormulaSchema(all));
    live = {
      key,
      formulas: openFormulas(calculated),
      revision: -1,
      sheet: null,
      rolled: rolledUp(document),
      rules: new Map(),
      results: new Map(),
    };
    kept.set(document, live);
  }
  // A value that rows below inherit may change any of them.
  const everything = unread.everything || (unread.values && attributes.some(({ options }) => optionsOfAttribute(options).inherits));
  if (everything) [live.sheet, live.rolled] = [null, rolledUp(document)];
  else live.rolled.forget();
  // What a row shows is part of what the rows above it show.
  const changed = live.sheet ? withRowsAbove(document, unread.rows) : null;
  // A formula that cannot be read gives nothing to those that read it; asked for its value, it would ask for all results again.
  const unreadable = new Set(formulas.flatMap(({ id, formula }) => (formula === null ? [] : id)));
  const storedOf: ValuesOf = (id) => (unreadable.has(id) ? () => null : valuesOf(id));
  live.sheet ??= rowFormulaSheet(sourceOf(document, storedOf, live.rolled), formulas);
  live.results = live.formulas.update(live.sheet, changed).results;
  live.revision = document.revision;
  live.rules.clear();
  document.unread = nothingUnread();
  return live.results;
}

/** A sheet of its own over a document as it is now. */
export const openSheet = (document: ScheduleDocument, valuesOf: ValuesOf): FormulaSheet =>
  rowFormulaSheet(sourceOf(document, valuesOf, rolledUp(document)), rowsOf(document, 'attribute').map(asFormula));

const parentIn = ({ tables: { wbs } }: ScheduleDocument, id: number): number | null => {
  const slot = wbs.slotOf.get(id);
  const parent = slot === undefined ? 0 : numberAt(wbs, 'parentId', slot);
  return parent > 0 ? parent : null;
};

/** Rows with those above them: what is summed for a row is summed for these too. */
function withRowsAbove(document: ScheduleDocument, rows: ReadonlySet<number>): Set<number> {
  const all = new Set(rows);
  for (const id of rows) for (let up = parentIn(document, id); up !== null && !all.has(up); up = parentIn(document, up)) all.add(up);
  return all;
}

const known = (value: number): number | null => (value === NO_DATE || Number.isNaN(value) ? null : value);

const USUAL_DAY = 480;
const NULL_BYTE = 255;

function sourceOf(document: ScheduleDocument, valuesOf: ValuesOf, rolled: RolledUp): RowSource {
  const { wbs, relation } = document.tables;
  const slotOf = (id: number): number => wbs.slotOf.get(id) as number;
  const times = timesOf(document);
  return {
    ids: [...wbs.slotOf.keys()],
    parentOf: (id: number) => parentIn(document, id),
    get relations() {
      return [...relation.slotOf.values()].map((slot) => ({
        predecessorId: numberAt(relation, 'predecessorId', slot),
        successorId: numberAt(relation, 'successorId', slot),
      }));
    },
    field: (name) => {
      if (isSum(name) || isRolled(name)) {
        const values = rolled.values(name);
        return (id) => known(values[slotOf(id)]);
      }
      if (name === 'code' || name === 'name') return (id) => textAt(wbs, name, slotOf(id));
      const numbers = wbs.numbers.get(name) as ArrayLike<number>;
      const words = WORDS.get(name);
      if (words) return (id) => words[numbers[slotOf(id)]] ?? null;
      if (name === 'critical') return (id) => (numbers[slotOf(id)] === NULL_BYTE ? null : numbers[slotOf(id)] === 1);
      return (id) => known(numbers[slotOf(id)]);
    },
    attribute: valuesOf,
    calendar: (id: number) => times(numberAt(wbs, 'calendarId', slotOf(id)))?.calendar ?? null,
    minutesPerDay: (id: number) => times(numberAt(wbs, 'calendarId', slotOf(id)))?.minutesPerDay ?? USUAL_DAY,
    dataDate: rowsOf(document, 'settings')[0]?.options?.dataDate ?? document.dataDate ?? 0,
  };
}

/** Fields that are kept as the place of a word in its list. */
const WORDS = new Map<string, readonly string[]>([
  ['type', ITEM_TYPES],
  ['status', TASK_STATUSES],
]);

type Times = { calendar: FormulaCalendar; minutesPerDay: number };
function timesOf(document: ScheduleDocument): (id: number) => Times | null {
  const calendars = new Map(rowsOf(document, 'calendar').map((row) => [row.id, row]));
  const fallback = [...calendars.values()].find(({ isDefault }) => isDefault) ?? [...calendars.values()][0];
  const known = new Map<number, Times>();
  return (id) => {
    const row = calendars.get(id) ?? fallback;
    if (!row) return null;
    let times = known.get(row.id);
    if (!times) {
      const compiled = compileCalendar(row);
      known.set(row.id, (times = { calendar: formulaCalendar(compiled, row.minutesPerDay), minutesPerDay: row.minutesPerDay }));
    }
    return times;
  };
}
