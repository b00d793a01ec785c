import { type AnyWriteOptions, type FileFormat, type Finding, FORMATS, type ImportedProject, type ProjectFile } from '@gantry/interchange';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { createZstdDecompress } from 'node:zlib';
import { type KeptFile, printOf, rowsOfProject } from '../import/import.rows.service.ts';
import { projectOver } from './export.overlay.rules.ts';
import type { VersionContent } from './export.project.rules.ts';

/** The file that a version came from: how it was read, and its packed pieces. */
export type SourceFile = { kept: KeptFile; packed: Uint8Array[] };

/** Puts a version into the file that it came from, for a format; null with a finding where the file can no longer be read as it was. */
export async function fileOver(
  { kept, packed }: SourceFile,
  after: VersionContent,
  plain: ImportedProject,
  language: FileFormat,
): Promise<{ file: ProjectFile | null; findings: Finding[]; options: AnyWriteOptions }> {
  const file = await readAgain(kept, packed);
  const project = file?.projects[kept.project];
  if (!file || !project || printOf(project) !== kept.print)
    return { file: null, findings: [{ severity: 'warning', code: 'export.source_not_usable' }], options: {} };
  const { content: before } = rowsOfProject(project, kept.mapping);
  const over = projectOver({ project, before, after, plain });
  const isSame = language === file.format;
  const others = file.projects.filter((one) => one !== project);
  // Another language gets this schedule alone, with its baselines; the file's own language gets the file.
  const taken = isSame
    ? file.projects
    : [project, ...others.filter(({ baselineOf }) => baselineOf !== null && baselineOf === project.sourceId)];
  const projects = taken.map((one) => (one === project ? over : withShared(one, over)));
  const live = isSame ? others.filter(({ baselineOf, plan }) => baselineOf === null && plan.items.some(({ type }) => type !== 'sum')) : [];
  const own = new Set(projects.map(({ sourceId }) => sourceId));
  const crossRelations = isSame
    ? file.crossRelations
    : file.crossRelations.filter(
        ({ predecessor, successor }) => own.has(predecessor.projectSourceId ?? '') && own.has(successor.projectSourceId ?? ''),
      );
  return {
    file: { ...file, projects, crossRelations },
    // The XER writer compares with what was read; it need not be read a third time.
    options: kept.format === 'xer' && language === 'xer' ? { unchanged: file } : {},
    findings: live.map(({ code, name }) => ({ severity: 'info', code: 'export.other_project_kept', parameters: { code, name } })),
  };
}

async function readAgain({ format, codePage }: KeptFile, packed: readonly Uint8Array[]): Promise<ProjectFile | null> {
  const unpacker = createZstdDecompress();
  // Errors of the source reach the reader of the unpacker.
  void pipeline(Readable.from(packed), unpacker).catch(() => undefined);
  const { project } = await FORMATS[format].read(unpacker, { codePage: (codePage ?? undefined) as undefined });
  return project;
}

/** Calendars and resources that projects of a file share are the same for all of them, changed or not. */
function withShared(project: ImportedProject, { plan: { calendars, resources } }: ImportedProject): ImportedProject {
  const [ownCalendars, ownResources] = [calendars, resources].map((rows) => new Map(rows.map((row) => [row.id, row])));
  const { plan } = project;
  return {
    ...project,
    plan: {
      ...plan,
      calendars: plan.calendars.map((calendar) => (ownCalendars.get(calendar.id) as typeof calendar | undefined) ?? calendar),
      resources: plan.resources.map((resource) => (ownResources.get(resource.id) as typeof resource | undefined) ?? resource),
    },
  };
}
