import type { ExportFormat } from '@gantry/contract';
import type { VersionTable } from '@gantry/domain';
import { type AnyWriteOptions, type FileFormat, type Finding, FORMATS, type ProjectFile, writeArchive } from '@gantry/interchange';
import { FILE_OF, IN_ARCHIVE } from './export.formats.rules.ts';
import { projectOf, selectRows, type VersionContent } from './export.project.rules.ts';
import { fileOver, type SourceFile } from './export.source.service.ts';

/** A version to be written, with the currency of its space and the file that it came from. */
export type ExportPiece = {
  name: string;
  content: VersionContent;
  ids: number[] | null;
  dataDate: number;
  currency: string | null;
  source: SourceFile | null;
};
export type ExportOutcome = { bytes: Uint8Array; extension: string; mediaType: string; findings: Finding[] };

/** Requests of the thread: take rows of a version, write it, release it. */
export type ExportRequest =
  | { do: 'rows'; id: number; table: VersionTable; rows: object[] }
  | { do: 'write'; id: number; piece: Omit<ExportPiece, 'content'>; format: ExportFormat; programVersion: string }
  | { do: 'forget'; id: number };

/** Writes a version as a file, or as an archive with one file for each program. Runs in its own thread. */
export async function writeVersion(piece: ExportPiece, format: ExportFormat, programVersion: string): Promise<ExportOutcome> {
  if (format !== 'zip') {
    const { format: language, options } = FILE_OF[format];
    const { extension, mediaType, write } = FORMATS[language];
    const { file, findings, options: own } = await fileOf(piece, language, programVersion);
    const written = await write(file, { ...options, ...own });
    return { bytes: written.bytes, findings: [...findings, ...written.findings], extension, mediaType };
  }
  const reported: Finding[] = [];
  const entries = [];
  for (const each of IN_ARCHIVE) {
    const { format: language, options } = FILE_OF[each];
    const { file, findings, options: own } = await fileOf(piece, language, programVersion);
    reported.push(...findings);
    entries.push({ name: piece.name, file, format: language, options: { ...options, ...own } });
  }
  const written = await writeArchive(entries);
  return { bytes: written.bytes, findings: [...reported, ...written.findings], extension: '.zip', mediaType: 'application/zip' };
}

/** Writes a version over its source file when there is one, else from its rows alone. */
async function fileOf(
  { name, content, ids, dataDate, currency, source }: ExportPiece,
  language: FileFormat,
  version: string,
): Promise<{ file: ProjectFile; findings: Finding[]; options: AnyWriteOptions }> {
  const rows = ids ? selectRows(content, ids) : content;
  const project = projectOf(rows, { name, dataDate });
  const over = source && (await fileOver(source, rows, project, language));
  // Money is in the currency of the space, whatever the file that the works came from had.
  if (over?.file) return { ...over, file: { ...over.file, currency: currency ?? over.file.currency } };
  const file: ProjectFile = {
    format: 'gantry',
    producer: { program: 'Gantry', version, exportedOn: null, user: null },
    codePage: null,
    currency,
    projects: [project],
    crossRelations: [],
    source: null,
  };
  return { file, findings: over?.findings ?? [], options: {} };
}
