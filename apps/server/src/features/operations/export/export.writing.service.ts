import type { ExportFormat } from '@gantry/contract';
import { type AnyWriteOptions, type FileFormat, type Finding, FORMATS, type ProjectFile, writeArchive } from '@gantry/interchange';
import { FILE_OF, IN_ARCHIVE } from './export.formats.rules.ts';
import { projectOf, selectRows, type VersionContent } from './export.project.rules.ts';
import { fileOver, type SourceFile } from './export.source.service.ts';

/** A version to be written, with the file that it came from. */
export type ExportPiece = { name: string; content: VersionContent; ids: number[] | null; dataDate: number; source: SourceFile | null };
export type ExportInput = { pieces: ExportPiece[]; format: ExportFormat; archive: boolean; programVersion: string };
export type ExportOutcome = { bytes: Uint8Array; extension: string; mediaType: string; findings: Finding[] };

/** Writes versions as a file, or as an archive of files. Works in a thread of its own. */
export async function writeVersions({ pieces, format, archive, programVersion }: ExportInput): Promise<ExportOutcome> {
  if (!archive && format !== 'zip') {
    const { format: language, options } = FILE_OF[format];
    const { extension, mediaType, write } = FORMATS[language];
    const { file, findings, options: own } = await fileOf(pieces[0], language, programVersion);
    const written = await write(file, { ...options, ...own });
    return { bytes: written.bytes, findings: [...findings, ...written.findings], extension, mediaType };
  }
  const told: Finding[] = [];
  const entries = [];
  for (const piece of pieces) {
    for (const each of format === 'zip' ? IN_ARCHIVE : [format]) {
      const { file, findings, options } = await fileOf(piece, FILE_OF[each].format, programVersion);
      told.push(...findings);
      entries.push({ name: piece.name, file, format: FILE_OF[each].format, options: { ...FILE_OF[each].options, ...options } });
    }
  }
  const written = await writeArchive(entries);
  return { bytes: written.bytes, findings: [...told, ...written.findings], extension: '.zip', mediaType: 'application/zip' };
}

/** A version as files hold it: in the file that it came from where there is one, else alone. */
async function fileOf(
  { name, content, ids, dataDate, source }: ExportPiece,
  language: FileFormat,
  version: string,
): Promise<{ file: ProjectFile; findings: Finding[]; options: AnyWriteOptions }> {
  const rows = ids ? selectRows(content, ids) : content;
  const project = projectOf(rows, { name, dataDate });
  const over = source && (await fileOver(source, rows, project, language));
  if (over?.file) return { ...over, file: over.file };
  const file: ProjectFile = {
    format: 'gantry',
    producer: { program: 'Gantry', version, exportedOn: null, user: null },
    codePage: null,
    currency: null,
    projects: [project],
    crossRelations: [],
    source: null,
  };
  return { file, findings: over?.findings ?? [], options: {} };
}
