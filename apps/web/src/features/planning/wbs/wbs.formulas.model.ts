import {
  type IndicatorRule,
  ITEM_TYPES,
  type JsonValue,
  NO_DATE,
  optionsOfAttribute,
  type PlanCalendar,
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
  type FormulaCell,
  type FormulaResults,
  type LiveFormulas,
  openFormulas,
  rowFormulaSchema,
  rowFormulaSheet,
  type RowIndicator,
  ruleFor,
} from '@gantry/engine';
import { numberAt, rowsOf, type ScheduleDocument, textAt } from './wbs.document.model.ts';

const judges = new WeakMap<ScheduleDocument, readonly RowIndicator[]>();

/** Says which indicators judge the rows of an open version; they are calculated beside its attributes. */
export function attachIndicators<I extends RowIndicator>(document: ScheduleDocument, indicators: readonly I[]): void {
  if (judges.get(document) === indicators) return;
  judges.set(document, indicators);
  kept.delete(document);
}

/** The rule of an indicator that a row meets, null where it meets none. */
export function metRule(
  document: ScheduleDocument,
  indicatorId: number,
  item: number,
  valueOf: (attributeId: number, item: number) => JsonValue,
): IndicatorRule | null {
  const indicator = judges.get(document)?.find(({ id }) => id === indicatorId);
  const index = indicator ? ruleFor(indicator, formulaResults(document, valueOf), item) : -1;
  return indicator && index >= 0 ? indicator.rules[index] : null;
}

/** The indicators that judge the rows of a version. */
export const indicatorsOf = (document: ScheduleDocument): readonly RowIndicator[] => judges.get(document) ?? [];

type Live = { key: string; formulas: LiveFormulas; revision: number; results: FormulaResults };
const kept = new WeakMap<ScheduleDocument, Live>();

/** An attribute of the version as formulas see it. */
export function asFormula({ id, name, type, options: stored }: VersionRow<'attribute'>): FormulaAttribute {
  const { key, formula } = optionsOfAttribute(stored);
  return { id, name: key ?? name, type, formula: formula ?? null };
}

/**
 * What the formulas of an open version give, by what they are called and by row. After an edit only what reads something that
 * changed is calculated again. `valueOf` finds values of attributes that no formula calculates.
 */
export function formulaResults(document: ScheduleDocument, valueOf: (attributeId: number, item: number) => JsonValue): FormulaResults {
  let live = kept.get(document);
  if (live?.revision === document.revision) return live.results;
  const attributes = rowsOf(document, 'attribute').map(asFormula);
  const conditions = conditionsOf(indicatorsOf(document));
  const key = JSON.stringify([attributes, conditions]);
  if (live?.key !== key) {
    const all = [...attributes, ...conditions];
    const { calculated } = compileAttributes(all, rowFormulaSchema(all));
    live = { key, formulas: openFormulas(calculated), revision: -1, results: new Map() };
    kept.set(document, live);
  }
  const sheet = rowFormulaSheet(sourceOf(document, valueOf), attributes);
  live.results = live.formulas.update(sheet, shapeOf(document)).results;
  live.revision = document.revision;
  return live.results;
}

const USUAL_DAY = 480;
const NULL_BYTE = 255;
const SUMS = new Set(['plannedUnits', 'actualUnits', 'plannedCost', 'actualCost']);
const DATES = /(start|finish|deadline)$/i;

function sourceOf(document: ScheduleDocument, valueOf: (attributeId: number, item: number) => JsonValue) {
  const { wbs, relation } = document.tables;
  const slotOf = (id: number): number => wbs.slotOf.get(id) as number;
  const times = timesOf(document);
  const sums = new Map<string, Map<number, number>>();
  const field = (id: number, name: string): FormulaCell => {
    if (SUMS.has(name)) {
      let sum = sums.get(name);
      if (!sum) sums.set(name, (sum = sumsOf(document, name)));
      return sum.get(id) ?? null;
    }
    if (name === 'code' || name === 'name') return textAt(wbs, name, slotOf(id));
    const value = numberAt(wbs, name, slotOf(id));
    if (name === 'critical') return value === NULL_BYTE ? null : value === 1;
    if (DATES.test(name)) return value === NO_DATE ? null : value;
    return value === NO_DATE || Number.isNaN(value) ? null : value;
  };
  return {
    ids: [...wbs.slotOf.keys()],
    parentOf: (id: number) => {
      const parent = numberAt(wbs, 'parentId', slotOf(id));
      return parent > 0 ? parent : null;
    },
    get relations() {
      return [...relation.slotOf.values()].map((slot) => ({
        predecessorId: numberAt(relation, 'predecessorId', slot),
        successorId: numberAt(relation, 'successorId', slot),
      }));
    },
    field: (id: number, name: string): FormulaCell => {
      const list = WORDS.get(name);
      return list ? (list[numberAt(wbs, name, slotOf(id))] ?? null) : field(id, name);
    },
    attribute: (id: number, attributeId: number) => valueOf(attributeId, id),
    calendar: (id: number) => times(numberAt(wbs, 'calendarId', slotOf(id)))?.calendar ?? null,
    minutesPerDay: (id: number) => times(numberAt(wbs, 'calendarId', slotOf(id)))?.minutesPerDay ?? USUAL_DAY,
    dataDate: (rowsOf(document, 'settings')[0]?.options as { dataDate?: number } | undefined)?.dataDate ?? 0,
  };
}

/** Fields that are kept as the place of a word in its list. */
const WORDS = new Map<string, readonly string[]>([
  ['type', ITEM_TYPES],
  ['status', TASK_STATUSES],
]);

function sumsOf(document: ScheduleDocument, field: string): Map<number, number> {
  const { assignment } = document.tables;
  const sums = new Map<number, number>();
  for (const slot of assignment.slotOf.values()) {
    const item = numberAt(assignment, 'itemId', slot);
    sums.set(item, (sums.get(item) ?? 0) + numberAt(assignment, field, slot));
  }
  return sums;
}

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
      const compiled = compileCalendar(row as unknown as PlanCalendar);
      known.set(row.id, (times = { calendar: formulaCalendar(compiled, row.minutesPerDay), minutesPerDay: row.minutesPerDay }));
    }
    return times;
  };
}

/** Which rows there are and how they are related, in one number. */
function shapeOf(document: ScheduleDocument): string {
  const { wbs, relation } = document.tables;
  let hash = 0;
  const mix = (value: number): void => {
    hash = (Math.imul(hash, 31) + value) | 0;
  };
  for (const [id, slot] of wbs.slotOf) {
    mix(id);
    mix(numberAt(wbs, 'parentId', slot));
  }
  for (const [id, slot] of relation.slotOf) {
    mix(id);
    mix(numberAt(relation, 'predecessorId', slot));
    mix(numberAt(relation, 'successorId', slot));
  }
  return `${wbs.slotOf.size} ${relation.slotOf.size} ${hash}`;
}
