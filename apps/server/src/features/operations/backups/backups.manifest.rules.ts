import { z } from 'zod';
import { Refused } from '../../../platform/fail.ts';

const column = z.object({ name: z.string(), type: z.string(), required: z.boolean() });
/**
 * What of a table belongs to one version, or to some that follow each other: a later backup takes the pieces over where the rows stand as
 * they did; `state` says it, and is missing in earlier ones.
 */
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
export type BackedUpFile = z.output<typeof file>;
/** What an object holds that lists files: some of them, in the order of their keys. */
export const filesListed = z.array(file);
const list = z.object({ id: z.string(), files: z.number().int().min(0) });
export type FileList = z.output<typeof list>;

/** What a backup is made of: tables and files, each with the objects that hold it. The second format names files in objects of their own. */
export const manifest = z.object({
  format: z.union([z.literal(1), z.literal(2)]),
  program: z.string(),
  schema: z.string(),
  space: z.object({ id: z.number(), name: z.string() }),
  at: z.string(),
  counter: z.number(),
  with_files: z.boolean(),
  tables: z.array(table),
  /** Of the first format, in any order. */
  files: z.array(file).default([]),
  /** Of the second one: objects that list files, which follow each other by their keys. */
  lists: z.array(list).default([]),
  /** Whether the lists hold all files that rows name. */
  whole: z.boolean().default(false),
  /** Whom rows name, for installations that know them by other numbers; backups of the first releases have none. */
  people: z.array(person).default([]),
  settings: z.object({ time_zone: z.string().nullable(), currency: z.string().nullable() }).optional(),
});
export type Manifest = z.output<typeof manifest>;

/** The most bytes that an object may hold, whatever it claims. */
export const MOST_BYTES = 64 * 1024 * 1024;

/** A table of more versions has parts of several versions, so that the manifest has room for them. */
const MOST_VERSIONS_APART = 2000;
/** How many rows the versions of one part have together at most. */
const MOST_SHARED_ROWS = 5000;

export type VersionState = { version: string; rows: number; state: string };
/** Versions whose rows lie in one part, which bears the name of the first and the last of them. */
export type Share = VersionState & { of: string[] };

/**
 * Divides the versions of a table, in the order of their numbers, among parts. A range of numbers is halved until its versions have few
 * rows, so that a change of one version leaves all parts but its own as they were. `former`: the parts of the backup before; `digest` shortens a text.
 */
export function sharesOf(states: readonly VersionState[], former: readonly VersionPart[], digest: (text: string) => string): Share[] {
  // Two bounds: a space near one of them must not change its form with each backup.
  const most = former.some(({ version }) => version.includes('-')) ? MOST_VERSIONS_APART / 2 : MOST_VERSIONS_APART;
  if (states.length <= most) return states.map((one) => ({ ...one, of: [one.version] }));
  const size = 2 ** Math.ceil(Math.log2(Number(states.at(-1)?.version) + 1));
  return sharesWithin(states, { from: 0, size }, digest);
}

function sharesWithin(
  states: readonly VersionState[],
  { from, size }: { from: number; size: number },
  digest: (text: string) => string,
): Share[] {
  const [first, last] = [states.at(0), states.at(-1)];
  if (!first || !last) return [];
  if (first === last) return [{ ...first, of: [first.version] }];
  const rows = states.reduce((sum, one) => sum + one.rows, 0);
  if (rows <= MOST_SHARED_ROWS) {
    const state = digest(states.map((one) => `${one.version} ${one.rows} ${one.state}`).join('\n'));
    return [{ version: `${first.version}-${last.version}`, rows, state, of: states.map(({ version }) => version) }];
  }
  const middle = from + size / 2;
  const below = states.filter(({ version }) => Number(version) < middle);
  const half = size / 2;
  return [
    ...sharesWithin(below, { from, size: half }, digest),
    ...sharesWithin(states.slice(below.length), { from: middle, size: half }, digest),
  ];
}

/** Refuses the content of an object that could not be read again, before a backup names it. */
export function refuseUnreadable(bytes: number): void {
  if (bytes > MOST_BYTES) throw new Refused('backup.too_large', { size: Math.ceil(bytes / 1e6), limit: Math.floor(MOST_BYTES / 1e6) });
}

/** How many bytes the tables take in a manifest, which is signed as a text within a text. */
export const bytesOfTables = (tables: Manifest['tables']): number => Buffer.byteLength(JSON.stringify(JSON.stringify(tables))) - 2;

/** How many files a backup holds. */
export const countFiles = ({ files, lists }: Pick<Manifest, 'files' | 'lists'>): number =>
  lists.reduce((sum, one) => sum + one.files, files.length);

/** Parameters of a finding as a backup keeps them. */
export const plainParameters = (given: Record<string, unknown> | undefined): Record<string, string | number> =>
  Object.fromEntries(Object.entries(given ?? {}).map(([name, value]) => [name, typeof value === 'number' ? value : String(value)]));

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
