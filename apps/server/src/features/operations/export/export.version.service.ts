import type { ExportFormat, JobFinding } from '@gantry/contract';
import { fileOfValue, minuteAt, optionsOfAttribute, type VersionRow } from '@gantry/domain';
import type { Finding } from '@gantry/interchange';
import type { Context } from '../../../platform/context.ts';
import { fail } from '../../../platform/fail.ts';
import { atMost } from '../../../platform/http/turns.ts';
import { openThread } from '../../../platform/jobs/workers.ts';
import { readSettings } from '../../access/spaces/spaces.service.ts';
import { hidesAnything, readVersion } from '../../planning/edits/edits.service.ts';
import { readSourceFile } from '../../planning/versions/versions.source.service.ts';
import { EXPORTED_TABLES } from './export.formats.rules.ts';
import type { SourceFile } from './export.source.service.ts';
import type { ExportOutcome, ExportRequest } from './export.writing.service.ts';

export const exportThread = openThread<ExportRequest, ExportOutcome | null>(new URL('./export.thread.ts', import.meta.url));

let lastId = 0;

/** What is to be written: a version, or some of its rows. */
type Asked = { versionId: number; ids?: number[] | null; format: ExportFormat; name?: string };

/** The rows of two large versions do not fit into the thread. */
const oneByOne = atMost(1);

/** Writes a version or some of its rows from one snapshot, one version after another; refused when no wanted row exists. */
export const writeVersion = (
  context: Context,
  asked: Asked,
  signal: AbortSignal,
  read: () => Promise<void> = async () => undefined,
): Promise<ExportOutcome & { name: string }> => oneByOne(() => writeRows(context, asked, signal, read), signal);

async function writeRows(
  context: Context,
  { versionId, ids = null, format, name }: Asked,
  signal: AbortSignal,
  read: () => Promise<void>,
): Promise<ExportOutcome & { name: string }> {
  const id = ++lastId;
  const chosen = ids && new Set(ids);
  const { currency } = await readSettings(context);
  const send = (request: ExportRequest) => exportThread.run(request, { signal });
  try {
    const piece = await readVersion(context, versionId, async ({ db, key, head, rows, mask }) => {
      for (const table of EXPORTED_TABLES) {
        const taken: VersionRow<typeof table>[] =
          table === 'attributeValue' ? namesOfFiles(await rows('attributeValue'), await rows('attribute')) : await rows(table);
        if (table === 'wbs' && !taken.some((row) => chosen?.has(row.id) ?? true)) fail('export.nothing_to_export', { name: head.name });
        await send({ do: 'rows', id, table, rows: taken });
      }
      const dataDate = minuteAt(head.data_date ?? context.now().toISOString().slice(0, 16));
      // A restricted reader gets a newly written file, because the source file holds hidden values.
      const file = hidesAnything(mask) ? null : await readSourceFile(db, key);
      const kept = file?.about['kept'] as SourceFile['kept'] | null | undefined;
      return { name: name ?? head.name, ids, dataDate, currency, source: file && kept ? { kept, packed: file.packed } : null };
    });
    await read();
    return { ...((await send({ do: 'write', id, piece, format, programVersion: '' })) as ExportOutcome), name: piece.name };
  } catch (error) {
    if (!signal.aborted) await exportThread.run({ do: 'forget', id }).catch(() => undefined);
    throw error;
  }
}

/** Values that name files as people read them: the files themselves stay here. */
function namesOfFiles(values: readonly VersionRow<'attributeValue'>[], attributes: readonly VersionRow<'attribute'>[]) {
  const ofFiles = new Set(attributes.filter(({ options }) => optionsOfAttribute(options).type === 'file').map(({ id }) => id));
  if (!ofFiles.size) return [...values];
  return values.map((row) => (ofFiles.has(row.attributeId) ? { ...row, value: fileOfValue(row.value)?.name ?? null } : row));
}

/** A loss of the format in the form in which jobs store it. */
export function findingOut({ severity, code, line, parameters, ...where }: Finding): JobFinding {
  const key = code.startsWith('finding.') ? code : `finding.${code}`;
  return { severity, code: key, message: key, line: line ?? null, parameters: { ...where, ...parameters } };
}
