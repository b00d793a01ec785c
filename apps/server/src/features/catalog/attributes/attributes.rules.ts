import type { PassportEntry, PlainNodeAttribute } from '@gantry/contract';
import { type AttributeOptions, type AttributeOwner, type JsonValue, valueProblem } from '@gantry/domain';
import { formatCsv, writeSheet } from '@gantry/interchange';

/** A node on the way from the top to the one that is asked for. */
type Step = { id: number; name: string };
type Values = ReadonlyMap<string, JsonValue>;

export const valueKey = (nodeId: number, attributeId: number): string => `${nodeId} ${attributeId}`;

/** The value of an attribute for the last node of a path: its own, the nearest one above where it is inherited, the default. */
export function entryOf(attribute: PlainNodeAttribute, path: readonly Step[], values: Values): PassportEntry {
  const own = path.at(-1) as Step;
  for (const node of attribute.inherits ? [...path].reverse() : [own]) {
    const value = values.get(valueKey(node.id, attribute.id));
    if (value === undefined) continue;
    const isOwn = node.id === own.id;
    return { attribute, value, source: isOwn ? 'user_value' : 'sup', from: isOwn ? null : { id: node.id, name: node.name } };
  }
  const given = attribute.default_value !== null;
  return { attribute, value: attribute.default_value, source: given ? 'attribute' : null, from: null };
}

/** Why a value of a node is refused; null where it is not. */
export function whyRefused(
  attribute: PlainNodeAttribute,
  owner: AttributeOwner,
  value: JsonValue,
): { code: 'attribute.does_not_apply' | 'attribute.is_calculated' | 'attribute.bad_value'; parameters: Record<string, JsonValue> } | null {
  if (!attribute.owners.includes(owner)) return { code: 'attribute.does_not_apply', parameters: { name: attribute.name } };
  if (attribute.formula !== null) return { code: 'attribute.is_calculated', parameters: { name: attribute.name } };
  const problem = valueProblem(attribute.type, value, attribute.values);
  return problem ? { code: 'attribute.bad_value', parameters: { name: attribute.name, problem } } : null;
}

/** Options of a hierarchy attribute as a version stores them. */
export function optionsFor(entry: PassportEntry): AttributeOptions {
  const { attribute } = entry;
  return {
    type: attribute.type,
    key: attribute.key,
    values: attribute.values,
    unit: attribute.unit,
    required: attribute.required,
    unique: attribute.unique,
    inherits: attribute.inherits,
    default: attribute.default_value,
    above: entry.source === 'user_value' || entry.source === 'sup' ? { value: entry.value, from: entry.from?.name ?? '' } : null,
    formula: attribute.formula,
  };
}

type Line = { id: number; kind: string; name: string; depth: number; values: Record<string, JsonValue> };

/** Nodes with their values as a file. */
export async function fileOf(format: 'xlsx' | 'csv' | 'json', columns: readonly PlainNodeAttribute[], lines: readonly Line[]) {
  if (format === 'json')
    return { bytes: Buffer.from(JSON.stringify(lines, null, 2)), mediaType: 'application/json; charset=utf-8', name: 'values.json' };
  const headers = ['id', 'kind', 'name', ...columns.map(({ name, unit }) => (unit ? `${name}, ${unit}` : name))];
  const rows = lines.map(({ id, kind, name, depth, values }) => [
    id,
    kind,
    '  '.repeat(depth) + name,
    ...columns.map(({ key }) => cellOf(values[key] ?? null)),
  ]);
  if (format === 'xlsx') {
    const bytes = Buffer.from(await writeSheet('Values', { headers, rows }));
    return { bytes, mediaType: 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet', name: 'values.xlsx' };
  }
  // Spreadsheet programs recognise UTF-8 by the byte order mark.
  return { bytes: Buffer.from(`\ufeff${formatCsv({ headers, rows }, ';')}`), mediaType: 'text/csv; charset=utf-8', name: 'values.csv' };
}

const cellOf = (value: JsonValue): string | number | boolean | null =>
  value !== null && typeof value === 'object' ? JSON.stringify(value) : value;
