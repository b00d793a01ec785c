import type { FormulaFault, PlainNodeAttribute } from '@gantry/contract';
import { type JsonValue, type OwnAttributeType, storedType } from '@gantry/domain';
import {
  compileFormula,
  evaluateFormula,
  type FormulaAttribute,
  type FormulaError,
  type FormulaResult,
  FORMULA_TYPE_OF,
  isFormulaError,
  MONEY_FORMULA_FIELDS,
  ROW_FORMULA_FIELDS,
  rowFormulaSchema,
  storedResult,
} from '@gantry/engine';
import { asFormula, resultsOf, type ScheduleDocument, sheetOf } from '@gantry/plan-view';
import type { Context } from '../../../platform/context.ts';
import { fail } from '../../../platform/fail.ts';
import { scheduleOf } from '../../access/roles/roles.access.service.ts';
import { seesMoneyAt } from '../../catalog/attribute-rights/attribute-rights.service.ts';
import {
  formulaAttribute,
  listPlainAttributes,
  listPlainAttributesOf,
  whyFormulaRefused,
} from '../../catalog/attributes/attributes.service.ts';
import { openWhole } from '../attribute-values/attribute-values.service.ts';
import { readVersion } from '../edits/edits.service.ts';

type Place = { version_id?: number | undefined; node_id?: number | undefined };

export const faultOf = ({ code, from, to, parameters }: FormulaError): FormulaFault => ({ code, from, to, parameters });

/** The attributes that formulas of a place may name, with their titles. */
async function attributesAt(context: Context, { version_id, node_id }: Place): Promise<(FormulaAttribute & { title: string })[]> {
  if (version_id !== undefined && !context.can('plan.read')) fail('auth.forbidden');
  if (version_id !== undefined)
    return readVersion(context, version_id, async ({ rows }) =>
      (await rows('attribute')).map((row) => ({ ...asFormula(row), title: row.name })),
    );
  const all: PlainNodeAttribute[] =
    node_id === undefined
      ? (await listPlainAttributes(context)).filter((one) => one.node_id === null)
      : await listPlainAttributesOf(context, node_id);
  return all.map((attribute) => ({ ...formulaAttribute(attribute), title: attribute.name }));
}

/** Whether the caller may name what things cost; where no place is said, by what they may in the space. */
const seesMoney = ({ read, can, ...who }: Context, { version_id, node_id }: Place): Promise<boolean> =>
  read(async (db) => {
    const node = version_id === undefined ? node_id : await scheduleOf(db, who.spaceId, version_id);
    return node === undefined || node === null ? can('cost.read') : seesMoneyAt(db, who, node);
  });

/** Names that formulas of a node may reference. */
export async function listNames(context: Context, place: Place) {
  const attributes = await attributesAt(context, place);
  const fields = new Set<string>(ROW_FORMULA_FIELDS.map(([name]) => name));
  const money = await seesMoney(context, place);
  return [
    ...attributes
      .filter(({ name }) => !fields.has(name.toLowerCase()))
      .map(({ name, type, title }) => ({ name, type: FORMULA_TYPE_OF[type] as string, title })),
    ...ROW_FORMULA_FIELDS.filter(([name]) => money || !MONEY_FORMULA_FIELDS.has(name)).map(([name, field, type]) => ({
      name,
      type: type as string,
      title: field as string,
    })),
  ];
}

type Asked = Place & { formula: string; type: OwnAttributeType | null; name?: string | undefined; row_id?: number | undefined };

/** Checks a formula, and evaluates it for a row of a version. */
export async function validateFormula(context: Context, asked: Asked) {
  const attributes = await attributesAt(context, asked);
  const nothing = { valid: false, type: null, fault: null, ring: null, reads: [], result: null };
  const schema = rowFormulaSchema(attributes, await seesMoney(context, asked));
  const compiled = compileFormula(asked.formula, schema, asked.type === null ? null : FORMULA_TYPE_OF[storedType(asked.type)]);
  if ('error' in compiled) return { ...nothing, fault: faultOf(compiled.error) };
  const { type, dependencies } = compiled.formula;
  const reads = [...new Set(dependencies.map(({ name }) => name))];
  const known = asked.name === undefined ? undefined : attributes.find(({ name }) => name.toLowerCase() === asked.name?.toLowerCase());
  if (known) {
    const checked = whyFormulaRefused({ ...known, formula: asked.formula }, attributes);
    if ('ring' in checked) return { ...nothing, type, reads, ring: checked.ring };
  }
  const { version_id, row_id } = asked;
  const result =
    version_id === undefined || row_id === undefined
      ? null
      : await readVersion(context, version_id, async (reader) => evaluateAt(await openWhole(reader), compiled.formula, row_id));
  const stored = asked.type === null ? 'string' : storedType(asked.type);
  return {
    ...nothing,
    valid: true,
    type,
    reads,
    result:
      result === null
        ? null
        : { value: shownValue(result.value, stored, type), fault: isFormulaError(result.value) ? faultOf(result.value) : null },
  };
}

/** A result for display: of its attribute's type, else of its own. */
function shownValue(value: FormulaResult, stored: FormulaAttribute['type'], type: string): JsonValue {
  return storedResult(type === 'date' ? 'date' : stored, value);
}

function evaluateAt(document: ScheduleDocument, formula: Parameters<typeof evaluateFormula>[0], itemId: number): { value: FormulaResult } {
  if (!document.tables.wbs.slotOf.has(itemId)) fail('wbs.not_found', { id: itemId });
  const sheet = sheetOf(document);
  const results = resultsOf(document);
  const cell = (item: number, name: string): FormulaResult => {
    const known = results.get(name);
    return known ? (known.get(item) ?? null) : sheet.stored(name)(item);
  };
  const value = evaluateFormula(formula, {
    read(scope, name) {
      if (scope === 'self') return cell(itemId, name);
      const values = sheet.relatives(scope, itemId).map((item) => cell(item, name));
      const wrong = values.find((one) => isFormulaError(one));
      if (wrong !== undefined) return wrong;
      return scope === 'parent' ? (values[0] ?? null) : (values as never);
    },
    calendar: sheet.calendar(itemId),
    dataDate: sheet.dataDate,
  });
  return { value };
}
