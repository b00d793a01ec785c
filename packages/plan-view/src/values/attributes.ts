import {
  attributeColumn,
  attributeOfColumn,
  type AttributeOptions,
  formatMinute,
  indicatorColumn,
  type IndicatorRule,
  isMaskKind,
  type JsonValue,
  oncePerRevision,
  optionsOfAttribute,
  readMasked,
  type SourcedValue,
  valueFinder,
  type WbsColumnType,
} from '@gantry/domain';
import { type FormulaError, type FormulaResults, type FormulaSheet, isFormulaError, storedResult } from '@gantry/engine';
import type { CellValue } from '@gantry/scene';
import { asFormula, formulaResults, indicatorsOf, metRule, openSheet } from './formulas.ts';
import { numberAt, rowOf, rowsOf, type ScheduleDocument, slotsOfValues, textAt } from '../document/document.ts';

/** A column of an attribute as the grid shows it; nobody types what is calculated. */
export type AttributeColumn = { id: string; type: WbsColumnType; title: string; editable: boolean };

/** The columns of the attributes of a version. */
export function attributeColumns(document: ScheduleDocument): AttributeColumn[] {
  return rowsOf(document, 'attribute').map(({ id, name, type, options: stored }) => {
    const options = optionsOfAttribute(stored);
    return {
      id: attributeColumn(id),
      type: options.type === 'person' ? 'executor' : type,
      title: (options.formula ? 'ƒ ' : '') + (options.unit ? `${name}, ${options.unit}` : name),
      // A file is chosen beside the table, not typed.
      editable: !options.formula && options.type !== 'file',
    };
  });
}

/** What tells whether the attributes of a version are other ones than before. */
export const attributesKey = (document: ScheduleDocument): string => JSON.stringify(rowsOf(document, 'attribute'));

const findersKept = oncePerRevision<Map<number, (item: number) => SourcedValue>>();

/** How values of an attribute are found for rows of the plan, whatever the screen shows of them; kept until the next revision. */
export function attributeFinder(document: ScheduleDocument, attributeId: number): (item: number) => SourcedValue {
  const finders = findersKept(document, document.revision, () => new Map());
  let finder = finders.get(attributeId);
  if (!finder) finders.set(attributeId, (finder = finderOf(document, attributeId)));
  return finder;
}

function finderOf(document: ScheduleDocument, attributeId: number): (item: number) => SourcedValue {
  const given = document.given.get(attributeId);
  if (given)
    return (item) => {
      const value = given.get(item) ?? null;
      return value === null ? null : { value, source: 'gen' };
    };
  const row = rowOf(document, 'attribute', attributeId);
  if (row && optionsOfAttribute(row.options).formula) {
    const own = resultsOf(document).get(asFormula(row).name);
    return (item) => {
      const value = storedResult(row.type, own?.get(item));
      return value === null ? null : { value, source: 'gen' };
    };
  }
  const { wbs, attributeValue } = document.tables;
  const slots = slotsOfValues(document, attributeId);
  const ownOf = (item: number): JsonValue | undefined => {
    const slot = slots.get(item);
    return slot === undefined ? undefined : (JSON.parse(textAt(attributeValue, 'value', slot) || 'null') as JsonValue);
  };
  const parentOf = (item: number): number | null => {
    const slot = wbs.slotOf.get(item);
    const parent = slot === undefined ? 0 : numberAt(wbs, 'parentId', slot);
    return parent > 0 ? parent : null;
  };
  return valueFinder(optionsIn(document, attributeId), ownOf, parentOf);
}

/** What the formulas of a version give, by what they are called and by row. */
export const resultsOf = (document: ScheduleDocument): FormulaResults => formulaResults(document, valueIn(document));

/** The sheet that formulas of a version stand on. */
export const sheetOf = (document: ScheduleDocument): FormulaSheet => openSheet(document, valueIn(document));

/** Why the formula of a calculated attribute gives nothing for a row. */
export function faultOfCell(document: ScheduleDocument, attributeId: number, item: number): FormulaError | null {
  const row = rowOf(document, 'attribute', attributeId);
  const result = row && resultsOf(document).get(asFormula(row).name)?.get(item);
  return result !== undefined && isFormulaError(result) ? result : null;
}

/** The value of an attribute for a row, wherever it comes from. */
export const valueIn = (document: ScheduleDocument) => (attributeId: number) => {
  const find = attributeFinder(document, attributeId);
  return (item: number): JsonValue => find(item)?.value ?? null;
};

/** The columns of the indicators that judge a version. */
export const indicatorColumns = (document: ScheduleDocument, nameOf: (id: number) => string): AttributeColumn[] =>
  indicatorsOf(document).map(({ id }) => ({ id: indicatorColumn(id), type: 'string', title: nameOf(id), editable: false }));

/** The rule of an indicator that a row meets, null where it meets none. */
export const ruleOfRow = (document: ScheduleDocument, indicatorId: number, item: number): IndicatorRule | null =>
  metRule(document, indicatorId, item, valueIn(document));

/** What an attribute of the version says beside its name. */
export const optionsIn = (document: ScheduleDocument, attributeId: number): AttributeOptions =>
  optionsOfAttribute(rowOf(document, 'attribute', attributeId)?.options);

/** The attributes of a version that are files, each with its value for a row. */
export const fileValues = (document: ScheduleDocument, item: number): { id: number; name: string; value: JsonValue }[] =>
  rowsOf(document, 'attribute')
    .filter(({ options }) => optionsOfAttribute(options).type === 'file')
    .map(({ id, name }) => ({ id, name, value: attributeFinder(document, id)(item)?.value ?? null }));

/** Fields of a row and values of its attributes, each as the server takes it. */
export function splitAttributes(document: ScheduleDocument | undefined, fields: Record<string, unknown>, language: string) {
  const plain: Record<string, unknown> = {};
  const attributes: Record<string, JsonValue> = {};
  for (const [name, value] of Object.entries(fields)) {
    const id = attributeOfColumn(name);
    if (id === null || !document) plain[name] = value;
    else attributes[String(id)] = wireValue(document, id, value as CellValue, language);
  }
  return Object.keys(attributes).length ? { plain, attributes } : { plain };
}

function wireValue(document: ScheduleDocument, id: number, value: CellValue, language: string): JsonValue {
  if (value === '' || value === null) return null;
  const type = rowOf(document, 'attribute', id)?.type;
  if (type === 'date' && typeof value === 'number') return formatMinute(value);
  if (type === 'flag') return value === true || value === 'true';
  // A select hands over the text of its option.
  if (typeof value === 'string' && optionsIn(document, id).type === 'person') return Number(value);
  const { type: own } = optionsIn(document, id);
  // A text that does not fit goes as it is: the server says what is wrong with it.
  if (typeof value === 'string' && own !== undefined && isMaskKind(own)) return readMasked(own, value, language) ?? value;
  return value;
}
