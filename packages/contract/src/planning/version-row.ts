import { fieldsOf, type FieldKind, type VersionTable } from '@gantry/domain';
import { z } from 'zod';
import { dateTimeField } from '../fields.ts';

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
const SCHEMA_OF: Record<Exclude<FieldKind, 'word'>, z.ZodType> = {
  id: z.number().int().positive(),
  ref: z.number().int().positive(),
  int: z.number().int().min(-INT32).max(INT32),
  float: z.number(),
  text: z.string().max(ROW_TEXT_LENGTH),
  flag: z.boolean(),
  minute: dateTimeField,
  json: z.json(),
};

/** Schema of a row of version content, all fields or the named ones, keys in snake_case. */
export function rowSchema(table: VersionTable, only?: readonly string[]): z.ZodObject<Record<string, z.ZodType>> {
  const shape: Record<string, z.ZodType> = {};
  for (const { name, kind, optional, values } of fieldsOf(table)) {
    if (only && !only.includes(name)) continue;
    const schema = kind === 'word' ? z.enum(values as readonly [string, ...string[]]) : SCHEMA_OF[kind];
    shape[toSnake(name)] = optional ? schema.nullable() : schema;
  }
  return z.strictObject(shape);
}
