import { fieldsOf, type FieldKind, type VersionTable } from '@gantry/domain';
import { z } from 'zod';
import { dateTimeField, FIELD_MESSAGES, isPlainLine } from '../fields.ts';

/** `startLimitType` ⇄ `start_limit_type`: fields of version content are snake_case on the wire. */
export const toSnake = (name: string): string => name.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`);
export const toCamel = (name: string): string => name.replace(/_([a-z])/g, (_match, letter: string) => letter.toUpperCase());

/** A row with its keys as the wire has them. */
export function toWire(row: Record<string, unknown>): Record<string, unknown> {
  return Object.fromEntries(Object.entries(row).map(([name, value]) => [toSnake(name), value]));
}

/** A row with its keys as the code has them. */
export function fromWire(row: Record<string, unknown>): Record<string, unknown> {
  return Object.fromEntries(Object.entries(row).map(([name, value]) => [toCamel(name), value]));
}

/** Longest text in a row of version content. */
export const ROW_TEXT_LENGTH = 4000;

const INT32 = 2 ** 31 - 1;
const SCHEMA_OF = {
  id: z.number().int().positive(),
  ref: z.number().int().positive(),
  int: z.number().int().min(-INT32).max(INT32),
  float: z.number(),
  text: z.string().max(ROW_TEXT_LENGTH),
  flag: z.boolean(),
  minute: dateTimeField,
  json: z.json(),
  days: z.object({ firstDay: z.number().int(), values: z.array(z.number().nullable()) }),
} satisfies Record<Exclude<FieldKind, 'word'>, z.ZodType>;

/** Schema of a row of version content as it is answered, keys in snake_case. */
export const rowSchema = (table: VersionTable) => shapeOf(table, null, SCHEMA_OF);

/** Schema of fields of a row as a person gives them: texts are single lines. What files brought stays readable as it is. */
export const givenRowSchema = (table: VersionTable, only: readonly string[]) => shapeOf(table, only, { ...SCHEMA_OF, text: LINE });

const LINE = SCHEMA_OF.text.refine(isPlainLine, FIELD_MESSAGES.prohibited);

function shapeOf(
  table: VersionTable,
  only: readonly string[] | null,
  schemaOf: Record<Exclude<FieldKind, 'word'>, z.ZodType>,
): z.ZodObject<Record<string, z.ZodType>> {
  const shape: Record<string, z.ZodType> = {};
  for (const { name, kind, optional, values } of fieldsOf(table)) {
    if (only && !only.includes(name)) continue;
    const schema = kind === 'word' ? z.enum(values as readonly [string, ...string[]]) : schemaOf[kind];
    shape[toSnake(name)] = optional ? schema.nullable() : schema;
  }
  return z.strictObject(shape);
}
