import { type JsonValue, optionsOfAttribute, type VersionRow, type WbsRow, parseMinute, valueFinder } from '@gantry/domain';
import {
  calculateFormulas,
  carriedSums,
  compileAttributes,
  compileCalendar,
  type FormulaAttribute,
  type FormulaCalendar,
  formulaCalendar,
  type FormulaCell,
  type FormulaError,
  type FormulaResults,
  type FormulaSheet,
  rowFormulaSchema,
  rowFormulaSheet,
  type RowSource,
  storedResult,
} from '@gantry/engine';

/** What formulas read of a version. */
export type FormulaContent = {
  rows: readonly WbsRow[];
  relations: readonly VersionRow<'relation'>[];
  assignments: readonly VersionRow<'assignment'>[];
  attributes: readonly VersionRow<'attribute'>[];
  values: readonly VersionRow<'attributeValue'>[];
  calendars?: readonly VersionRow<'calendar'>[];
  dataDate?: string | null;
};

/** An attribute of a version as formulas see it. */
export function asFormula({ id, name, type, options: stored }: VersionRow<'attribute'>): FormulaAttribute {
  const { key, formula } = optionsOfAttribute(stored);
  return { id, name: key ?? name, type, formula: formula ?? null };
}

const SUMS = ['plannedUnits', 'actualUnits', 'plannedCost', 'actualCost'] as const;

/** The sheet of a version's rows. */
export function sheetOf(content: FormulaContent): FormulaSheet {
  const byId = new Map(content.rows.map((row) => [row.id, row]));
  const own = new Map<number, Map<number, JsonValue>>();
  for (const { itemId, attributeId, value } of content.values) {
    let values = own.get(attributeId);
    if (!values) own.set(attributeId, (values = new Map()));
    values.set(itemId, value);
  }
  const parentOf = (id: number): number | null => byId.get(id)?.parentId ?? null;
  const finders = new Map(
    content.attributes.map(({ id, options }) => [id, valueFinder(optionsOfAttribute(options), (row) => own.get(id)?.get(row), parentOf)]),
  );
  const times = timesOf(content.calendars ?? []);
  const source: RowSource = {
    ids: content.rows.map(({ id }) => id),
    parentOf,
    relations: content.relations,
    field: (field) => {
      const sum = SUMS.find((name) => name === field);
      if (sum) {
        const amounts = content.assignments.map((assignment) => [assignment.itemId, assignment[sum]] as const);
        const sums = carriedSums(amounts, parentOf, (id) => byId.get(id)?.type === 'sum');
        return (id) => sums.get(id) ?? null;
      }
      return (id) => cellOf((byId.get(id) as WbsRow)[field as keyof WbsRow]);
    },
    attribute: (attributeId) => {
      const finder = finders.get(attributeId);
      return (id) => finder?.(id)?.value ?? null;
    },
    calendar: (id) => times(byId.get(id)?.calendarId ?? null)?.calendar ?? null,
    minutesPerDay: (id) => times(byId.get(id)?.calendarId ?? null)?.minutesPerDay ?? 480,
    dataDate: (content.dataDate && parseMinute(content.dataDate)) || 0,
  };
  return rowFormulaSheet(source, content.attributes.map(asFormula));
}

/** Dates of rows travel as texts. */
const DATE = /^\d{4}-\d\d-\d\dT\d\d:\d\d$/;
function cellOf(value: JsonValue | undefined): FormulaCell {
  if (value === undefined || value === null || typeof value === 'object') return null;
  return typeof value === 'string' && DATE.test(value) ? parseMinute(value) : value;
}

type Times = { calendar: FormulaCalendar; minutesPerDay: number };
function timesOf(calendars: readonly VersionRow<'calendar'>[]): (id: number | null) => Times | null {
  const known = new Map<number, Times>();
  const fallback = calendars.find(({ isDefault }) => isDefault) ?? calendars[0];
  return (id) => {
    const row = calendars.find((calendar) => calendar.id === id) ?? fallback;
    if (!row) return null;
    let times = known.get(row.id);
    if (!times) {
      const compiled = compileCalendar(row);
      known.set(row.id, (times = { calendar: formulaCalendar(compiled, row.minutesPerDay), minutesPerDay: row.minutesPerDay }));
    }
    return times;
  };
}

/** What the formulas of a version give: by what they are called, then by row; formulas that cannot be read are told by the attribute. */
export function versionResults(content: FormulaContent): { results: FormulaResults; faults: Map<number, FormulaError> } {
  const attributes = content.attributes.map(asFormula);
  const { calculated, faults } = compileAttributes(attributes, rowFormulaSchema(attributes));
  const results = calculated.length ? calculateFormulas(sheetOf(content), calculated) : new Map();
  return { results, faults: new Map(faults.map(({ id, error }) => [id, error])) };
}

/** What the formula of an attribute gives, by row; everything is calculated when the first is asked for. */
export function calculatedValues(content: FormulaContent): (attributeId: number) => ReadonlyMap<number, JsonValue> | null {
  let known: FormulaResults | null = null;
  return (attributeId) => {
    const attribute = content.attributes.find(({ id }) => id === attributeId);
    if (!attribute) return null;
    known ??= versionResults(content).results;
    const own = known.get(asFormula(attribute).name);
    return own ? new Map([...own].map(([row, result]) => [row, storedResult(attribute.type, result)])) : null;
  };
}
