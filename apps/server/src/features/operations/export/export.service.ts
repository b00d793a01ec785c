import type { ExportFormat, JobFinding } from '@gantry/contract';
import { parseMinute, VERSION_TABLE_NAMES } from '@gantry/domain';
import type { Finding } from '@gantry/interchange';
import type { Context } from '../../../platform/context.ts';
import { fail } from '../../../platform/fail.ts';
import type { JobKind, JobRun } from '../../../platform/jobs.ts';
import { openThread } from '../../../platform/workers.ts';
import { readVersion } from '../../planning/edits/edits.service.ts';
import { getVersion } from '../../planning/versions/versions.service.ts';
import { readSourceFile } from '../../planning/versions/versions.source.service.ts';
import { prepareFile } from './export.download.service.ts';
import type { VersionContent } from './export.project.rules.ts';
import type { ExportInput, ExportOutcome, ExportPiece } from './export.writing.service.ts';
import type { SourceFile } from './export.source.service.ts';

export { erasePreparedFiles, prepareFile } from './export.download.service.ts';
export type { ExportPiece } from './export.writing.service.ts';

export const exportThread = openThread<ExportInput, ExportOutcome>(new URL('./export.thread.ts', import.meta.url));

const EXPORT = 'export';
const READ = 0.4;

type StoredInput = { versionId: number; format: ExportFormat; ids: number[] | null };

/** Starts the export of a version, or of some of its rows, as a job. */
export async function startExport(context: Context, input: StoredInput): Promise<number> {
  const version = await getVersion(context, input.versionId);
  if (!version.item_count) fail('export.nothing_to_export', { name: version.name });
  return context.write((tx) =>
    context.jobs.enqueue(tx, {
      spaceId: context.spaceId,
      userId: context.userId,
      kind: EXPORT,
      title: `${version.name} (${input.format})`,
      input,
    }),
  );
}

/** The job that writes a version as a file and keeps it for its owner to fetch. */
export function exportJob(contextOf: (userId: number, spaceId: number) => Promise<Context>): JobKind {
  return {
    kind: EXPORT,
    afterRestart: 'again',
    lane: 'long',
    async run(job) {
      const context = await contextOf(job.userId, job.spaceId as number);
      const { versionId, format, ids } = job.input as unknown as StoredInput;
      try {
        const piece = await readPiece(context, versionId, ids);
        await job.progress(READ, 'export.writing');
        const outcome = await writePieces([piece], format, false, job.signal);
        job.findings(outcome.findings.map(findingOut));
        const about = { name: `${piece.name}${outcome.extension}`, mediaType: outcome.mediaType, bytes: outcome.bytes };
        await prepareFile(context, about, async (tx, { key, name, size }) => {
          const told = { job_id: job.id, version_id: versionId, status: 'completed', key, name, size };
          await context.push.send(tx, { spaceId: context.spaceId, userId: context.userId }, 'export', told);
          await job.complete(tx, { download_key: key, name, size, version_id: versionId });
        });
        return {};
      } catch (error) {
        await tellFailure(context, job, versionId);
        throw error;
      }
    },
  };
}

const tellFailure = (context: Context, job: JobRun, versionId: number) =>
  context.write((tx) =>
    context.push.send(tx, { spaceId: context.spaceId, userId: context.userId }, 'export', {
      job_id: job.id,
      version_id: versionId,
      status: 'error',
    }),
  );

/** The rows of a version in one snapshot, refused where none of the wanted ones is there. */
export async function readPiece(context: Context, versionId: number, ids: number[] | null = null): Promise<ExportPiece> {
  return readVersion(context, versionId, async ({ db, key, head, rows }) => {
    const content = {} as Record<string, object[]>;
    for (const table of VERSION_TABLE_NAMES) content[table] = await rows(table);
    const { wbs } = content as VersionContent;
    const wanted = ids && new Set(ids);
    if (!wbs.length || (wanted && !wbs.some(({ id }) => wanted.has(id)))) fail('export.nothing_to_export', { name: head.name });
    const dataDate = parseMinute(head.data_date ?? context.now().toISOString().slice(0, 16)) as number;
    const file = await readSourceFile(db, key);
    const kept = file?.about['kept'] as SourceFile['kept'] | null | undefined;
    return {
      name: head.name,
      content: content as VersionContent,
      ids,
      dataDate,
      source: file && kept ? { kept, packed: file.packed } : null,
    };
  });
}

/** Writes versions in the thread, as one file or as an archive. */
export function writePieces(pieces: ExportPiece[], format: ExportFormat, archive: boolean, signal: AbortSignal): Promise<ExportOutcome> {
  return exportThread.run({ pieces, format, archive, programVersion: '' }, { signal });
}

/** What the format could not hold, as jobs keep it. */
export function findingOut({ severity, code, line, parameters, ...where }: Finding): JobFinding {
  const key = code.startsWith('finding.') ? code : `finding.${code}`;
  return { severity, code: key, message: key, line: line ?? null, parameters: { ...where, ...parameters } };
}
