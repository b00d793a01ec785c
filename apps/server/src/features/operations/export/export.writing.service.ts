import type { ExportFormat } from '@gantry/contract';
import { type Finding, FORMATS, type ProjectFile, writeArchive } from '@gantry/interchange';
import { FILE_OF, IN_ARCHIVE } from './export.formats.rules.ts';
import { projectOf, selectRows, type VersionContent } from './export.project.rules.ts';

/** A version to be written. */
export type ExportPiece = { name: string; content: VersionContent; ids: number[] | null; dataDate: number };
export type ExportInput = { pieces: ExportPiece[]; format: ExportFormat; archive: boolean; programVersion: string };
export type ExportOutcome = { bytes: Uint8Array; extension: string; mediaType: string; findings: Finding[] };

/** Writes versions as a file, or as an archive of files. Works in a thread of its own. */
export async function writeVersions({ pieces, format, archive, programVersion }: ExportInput): Promise<ExportOutcome> {
  const files = pieces.map(({ name, content, ids, dataDate }) => {
    const project = projectOf(ids ? selectRows(content, ids) : content, { name, dataDate });
    const file: ProjectFile = {
      format: 'gantry',
      producer: { program: 'Gantry', version: programVersion, exportedOn: null, user: null },
      codePage: null,
      currency: null,
      projects: [project],
      crossRelations: [],
      source: null,
    };
    return { name, file };
  });
  if (archive || format === 'zip') {
    const wanted = format === 'zip' ? IN_ARCHIVE : [format];
    const entries = files.flatMap((entry) => wanted.map((each) => ({ ...entry, ...FILE_OF[each] })));
    return { ...(await writeArchive(entries)), extension: '.zip', mediaType: 'application/zip' };
  }
  const { format: language, options } = FILE_OF[format];
  const { extension, mediaType, write } = FORMATS[language];
  return { ...(await write(files[0].file, options)), extension, mediaType };
}
