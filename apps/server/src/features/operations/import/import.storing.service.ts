import { VERSION_TABLE_NAMES } from '@gantry/domain';
import type { Finding } from '@gantry/interchange';
import type { Context } from '../../../platform/context.ts';
import { type Connection, type Database, perDatabase, type Tx } from '../../../platform/postgres/database.ts';
import { openThread, type Thread } from '../../../platform/jobs/workers.ts';
import { fillVersion, finishFilling } from '../../planning/edits/edits.service.ts';
import { distributionsAt, givenDistributions } from '../../catalog/distributions/distributions.service.ts';
import { addVersion } from '../../planning/version-heads/version-heads.service.ts';
import { keepSourceFile } from '../../planning/versions/versions.source.service.ts';
import type { ImportAnswer, ImportOutcome, ImportRequest } from './import.reading.service.ts';

type ImportThread = Thread<ImportRequest, ImportAnswer>;

const importsOfDatabase = perDatabase((): { thread: ImportThread | null } => ({ thread: null }));

/** Opens the thread that reads files; versions that they are compared with it reads by a connection of its own. */
export function openImports(services: { database: Database }, connection: Connection): ImportThread {
  const thread: ImportThread = openThread(new URL('./import.thread.ts', import.meta.url), {}, connection);
  importsOfDatabase(services).thread = thread;
  return thread;
}

/** The thread that reads files. */
export function importThreadOf(services: { database: Database }): ImportThread {
  const { thread } = importsOfDatabase(services);
  if (!thread) throw new Error('the thread of imports is not open');
  return thread;
}

/** Where a project of a file is stored. `upload` marks what a job has stored, so that it finds that when it is started again. */
type Place = { scheduleId: number; name: string; fileName: string; upload?: string };
export type Stored = {
  id: number;
  name: string;
  items: number;
  relations: number;
  /** Whether the source file is stored for a lossless export; null when it holds no more than its rows. */
  source_kept: boolean | null;
  /** Names of attributes in the file that the importing person may not write. */
  left_out: string[];
};

/** So many rows cross from the thread at once. */
const PIECE = 5000;
/** Packed files are kept up to this size, all versions of an import together. */
const KEPT_BYTES = 256 << 20;

/** Makes a version of a project, inside the transaction of the import. */
export async function storeProject(
  context: Context,
  tx: Tx,
  { scheduleId, name, fileName, upload }: Place,
  outcome: ImportOutcome,
  index: number,
  progress: (share: number) => Promise<void>,
): Promise<Stored> {
  const { format, program, code, file, dataDate, options, externalItems, counts, lastId, itemCount, kept } = outcome.projects[index];
  const about = {
    file: file ?? fileName,
    format,
    program,
    code_page: outcome.codePage,
    project: code,
    external_items: externalItems,
    options,
    kept,
    ...(upload !== undefined && { upload }),
  };
  const key = await addVersion(context, tx, { scheduleId, name, dataDate, source: about });
  const total = Object.values(counts).reduce((sum, count) => sum + count, 0);
  // How amounts lie over days is said by the hierarchy, not by the file.
  const distributions = givenDistributions(await distributionsAt(tx, context.spaceId, scheduleId));
  const thread = importThreadOf(context);
  let done = 0;
  // The next rows are fetched and packed while the database takes the last ones.
  let filling = Promise.resolve();
  for (const table of VERSION_TABLE_NAMES) {
    for (let from = 0; from < counts[table]; from += PIECE) {
      await progress(done / total);
      const read = (await thread.run({ do: 'rows', id: outcome.id, project: index, table, from, count: PIECE })) as object[];
      const rows = table === 'settings' ? read.map((row) => ({ ...row, distributions })) : read;
      const taken = fillVersion(tx, key, table, rows);
      // Awaited a turn later.
      taken.catch(() => undefined);
      await filling;
      filling = taken;
      done += rows.length;
    }
  }
  await filling;
  const leftOut = await finishFilling(context, tx, key, { name: 'version.import', lastId, itemCount });
  const next = async () => (await thread.run({ do: 'file', id: outcome.id, project: index })) as Uint8Array | null;
  const most = Math.floor(KEPT_BYTES / outcome.projects.length);
  // The source file would contain the omitted attributes.
  const sourceKept = leftOut.length ? null : kept && (await keepSourceFile(tx, key, most, next)) > 0;
  return { id: key.versionId, name: key.name, items: itemCount, relations: counts.relation, source_kept: sourceKept, left_out: leftOut };
}

/** Reports what versions omit: attributes that the author may not write, and source files too large to store. */
export function whatIsNotKept(made: readonly Stored[]): Finding[] {
  return made.flatMap(({ name, source_kept, left_out }): Finding[] => [
    ...left_out.map((attribute): Finding => ({ severity: 'warning', code: 'import.attribute_left_out', parameters: { name, attribute } })),
    ...(source_kept === false ? [{ severity: 'warning' as const, code: 'import.source_not_kept', parameters: { name } }] : []),
  ]);
}
