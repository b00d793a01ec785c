import { z } from 'zod';

const column = z.object({ name: z.string(), type: z.string(), required: z.boolean() });
/** What of a table belongs to one version: a later backup takes the pieces over where its rows stand as they did; `state` says it, and is missing in earlier ones. */
const part = z.object({
  version: z.string(),
  rows: z.number(),
  hash: z.string(),
  pieces: z.array(z.string()),
  state: z.string().optional(),
});
export type VersionPart = z.output<typeof part>;
const table = z.object({
  name: z.string(),
  columns: z.array(column),
  rows: z.number(),
  hash: z.string(),
  pieces: z.array(z.string()),
  /** Of tables of versions; backups of the first releases have none. */
  parts: z.array(part).optional(),
});
const person = z.object({ id: z.number(), login: z.string(), email: z.string(), first_name: z.string(), last_name: z.string() });
export type BackedUpPerson = z.output<typeof person>;
const file = z.object({ key: z.string(), bytes: z.number(), pieces: z.array(z.string()) });

/** What a backup is made of: tables and files, each with the objects that hold it. */
export const manifest = z.object({
  format: z.literal(1),
  program: z.string(),
  schema: z.string(),
  space: z.object({ id: z.number(), name: z.string() }),
  at: z.string(),
  counter: z.number(),
  with_files: z.boolean(),
  tables: z.array(table),
  files: z.array(file),
  /** Whom rows name, for installations that know them by other numbers; backups of the first releases have none. */
  people: z.array(person).default([]),
  settings: z.object({ time_zone: z.string().nullable(), currency: z.string().nullable() }).optional(),
});
export type Manifest = z.output<typeof manifest>;

export const MAKE = 'backup_make';
export const VERIFY = 'backup_verify';
export const RESTORE = 'backup_restore';
export const RESTORE_FILE = 'backup_upload';

export const backupInput = z.object({ backupId: z.number() });
/** The key of the file's objects is locked with that of this installation. */
export const restoreFileInput = z.object({
  file: z.string(),
  folder: z.string(),
  key: z.string(),
  publicKey: z.string(),
  manifest: z.string(),
  name: z.string(),
});
export const restoreInput = z.object({ backupId: z.number(), mode: z.enum(['in_place', 'new_space']), name: z.string().nullable() });
