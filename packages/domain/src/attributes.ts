import { ATTRIBUTE_TYPES, type AttributeSource, type AttributeType, NODE_KINDS } from './enumerations.ts';
import { parseMinute } from './schedule/time.ts';
import type { JsonValue } from './json.ts';
import { isMaskKind, MASK_KINDS, type MaskKind, readMasked } from './typed/masks.ts';

/** Types of attributes as people choose them: a person is kept as an id, a measure is a number with a unit, a file is named by a text; times, telephone numbers and cards are texts of a fixed form. */
export const OWN_ATTRIBUTE_TYPES = [...ATTRIBUTE_TYPES, 'person', 'measure', 'file', ...MASK_KINDS] as const;
export type OwnAttributeType = (typeof OWN_ATTRIBUTE_TYPES)[number];

/** What an attribute can describe: nodes of a kind, rows of versions. */
export const ATTRIBUTE_OWNERS = [...NODE_KINDS, 'wbs'] as const;
export type AttributeOwner = (typeof ATTRIBUTE_OWNERS)[number];

/** The type under which version content keeps values of an attribute. */
export const storedType = (type: OwnAttributeType): AttributeType => {
  if (type === 'file' || isMaskKind(type)) return 'string';
  return type === 'person' || type === 'measure' ? 'number' : type;
};

/** Options of a version attribute beside name and type; attributes of imported files have none. */
export type AttributeOptions = {
  type?: OwnAttributeType;
  /** Entries of a list. */
  values?: string[];
  unit?: string;
  required?: boolean;
  unique?: boolean;
  /** Rows without a value take that of the row above them. */
  inherits?: boolean;
  /** The value of rows that have none and inherit none. */
  default?: JsonValue;
  /** The value that the hierarchy gives, and the node that it stands at. */
  above?: { value: JsonValue; from: string } | null;
  /** What formulas call it; without one, by its name. */
  key?: string;
  /** Calculated: nobody types a value. */
  formula?: string | null;
};

export const optionsOfAttribute = (stored: JsonValue | null | undefined): AttributeOptions =>
  stored !== null && typeof stored === 'object' && !Array.isArray(stored) ? stored : {};

/** Why a value does not fit an attribute; null where it does. Null is no value and always fits here. */
type PlainProblem = 'number' | 'text' | 'date' | 'flag' | 'list' | 'person';
export type ValueProblem = PlainProblem | MaskKind;

/** Longest text that is a value. */
const VALUE_LENGTH = 4000;

const FILE_VALUE = /^([0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12})\/(.{1,255})$/;

/** The value that names a stored file: its random key, and how it is called. */
export const fileValue = (key: string, name: string): string => `${key}/${name}`;

export function fileOfValue(value: JsonValue | undefined): { key: string; name: string } | null {
  const found = typeof value === 'string' ? FILE_VALUE.exec(value) : null;
  return found && { key: found[1], name: found[2] };
}

export function valueProblem(type: Exclude<OwnAttributeType, MaskKind>, value: JsonValue, values?: readonly string[]): PlainProblem | null;
export function valueProblem(type: OwnAttributeType, value: JsonValue, values?: readonly string[]): ValueProblem | null;
export function valueProblem(type: OwnAttributeType, value: JsonValue, values: readonly string[] = []): ValueProblem | null {
  if (value === null) return null;
  switch (type) {
    case 'number':
    case 'money':
    case 'percentage':
    case 'measure':
      return typeof value === 'number' && Number.isFinite(value) ? null : 'number';
    case 'person':
      return Number.isSafeInteger(value) && (value as number) > 0 ? null : 'person';
    case 'file':
      return typeof value === 'string' && FILE_VALUE.test(value) ? null : 'text';
    case 'date':
      return typeof value === 'string' && parseMinute(value) !== null ? null : 'date';
    case 'time':
    case 'fulltime':
    case 'phone':
    case 'card':
      return typeof value === 'string' && readMasked(type, value) === value ? null : type;
    case 'flag':
      return typeof value === 'boolean' ? null : 'flag';
    case 'list':
      return typeof value === 'string' && (values.length === 0 || values.includes(value)) ? null : 'list';
    case 'string':
      return typeof value === 'string' && value.length <= VALUE_LENGTH ? null : 'text';
  }
}

/** A value with its origin; null without one. */
export type SourcedValue = { value: JsonValue; source: AttributeSource } | null;

/**
 * How values of an attribute are found for rows: the row's own (`user_value`, or `gen` where it is calculated), that of the
 * row above or of the hierarchy (`sup`), the default of the attribute (`attribute`).
 */
export function valueFinder(
  options: AttributeOptions,
  ownOf: (row: number) => JsonValue | undefined,
  parentOf: (row: number) => number | null,
): (row: number) => SourcedValue {
  const outside: SourcedValue = options.above
    ? { value: options.above.value, source: 'sup' }
    : options.default === undefined || options.default === null
      ? null
      : { value: options.default, source: 'attribute' };
  const own = (row: number): SourcedValue => {
    const value = ownOf(row);
    return value === undefined || value === null ? null : { value, source: options.formula ? 'gen' : 'user_value' };
  };
  if (options.formula) return own;
  if (!options.inherits) return (row) => own(row) ?? outside;
  const known = new Map<number, SourcedValue>();
  return (row) => {
    const path: number[] = [];
    let found: SourcedValue = outside;
    for (let at: number | null = row; at !== null; at = parentOf(at)) {
      const value: SourcedValue | undefined = known.get(at) ?? own(at) ?? undefined;
      if (value) {
        found = at === row ? value : { ...value, source: 'sup' };
        break;
      }
      path.push(at);
    }
    // Stores the value for the rows on the path, which need the same.
    for (const at of path) if (found) known.set(at, found);
    return found;
  };
}

/** Whether a new node must be given a value of an attribute that it gets from nowhere else. A file is stored at a node that is there. */
export const isAskedOfNewNode = (attribute: { required: boolean; formula: string | null; type: OwnAttributeType }): boolean =>
  attribute.required && attribute.formula === null && attribute.type !== 'file';
