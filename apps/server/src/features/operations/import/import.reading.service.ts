import { ROW_TEXT_LENGTH } from '@gantry/contract';
import { byTable, type VersionTable } from '@gantry/domain';
import {
  type CodePage,
  type FileFormat,
  type Finding,
  formatOf,
  FORMATS,
  type ImportedProject,
  type ProjectFile,
  PROJECT_LAYOUT,
  readArchive,
  zipMember,
} from '@gantry/interchange';
import { createReadStream } from 'node:fs';
import { open, readFile } from 'node:fs/promises';
import { type Content, countUnstorableDates, dateOrNull, lastIdOf, listCutItems, listLeftOut } from './import.content.rules.ts';
import type { Mapping } from './import.mapping.rules.ts';
import type { Compared, Target } from './proposal/import.target.service.ts';
import { mergeContent } from './proposal/import.merge.rules.ts';
import { packProposal, type ProposalPiece } from './proposal/import.pieces.service.ts';
import { labelsOf, partsOf } from './proposal/import.proposal.rules.ts';
import { type KeptFile, printOf, rowsOfProject } from './import.rows.service.ts';
import { isTable, statedBy } from './import.stated.rules.ts';
import type { TriedRows } from './import.trial.rules.ts';

export type ImportInput = {
  path: string;
  bytes: number;
  /** Without folders and ending. */
  name: string;
  codePage: string | null;
  rowsToSkip: number;
  /** Data date of schedules that state no date at all. */
  today: number;
  mapping: Mapping;
  /** The version to compare with, where none is to be made. */
  target: Target | null;
};

/** The change that one project of the file makes in the version, packed in pieces, and the revision that it was compared with. */
type ReadProposal = { pieces: ProposalPiece[]; parts: ReturnType<typeof partsOf>; unchanged: number; revision: number };

/** One project of a file, ready to be stored; its rows are fetched in pieces. */
export type ReadProject = {
  code: string;
  name: string;
  /** The file's name inside an archive; null outside of one. */
  file: string | null;
  format: FileFormat;
  program: string;
  dataDate: string | null;
  /** Options of the calculation as the file has them. */
  options: unknown;
  /** Rows with relations to projects that become other versions, or none. */
  externalItems: number[];
  lastId: number;
  itemCount: number;
  counts: Record<VersionTable, number>;
  /** How its file is read again on the way back; null for files that hold no more than their rows. */
  kept: KeptFile | null;
};

/** Requests of the thread: read a file, return a piece of rows or of the packed file, release them. */
export type ImportRequest =
  | { do: 'read'; input: ImportInput }
  | { do: 'try'; input: ImportInput }
  | { do: 'rows'; id: number; project: number; table: VersionTable; from: number; count: number }
  | { do: 'file'; id: number; project: number }
  | { do: 'forget'; id: number };
export type ImportAnswer = ImportOutcome | Tried | object[] | Uint8Array | null;

/** What a rule makes of a file, of which nothing is held. */
export type Tried = Pick<ImportOutcome, 'findings' | 'format' | 'program' | 'projects' | 'proposal'> & { rows: TriedRows | null };

export type ImportOutcome = {
  /** By which the thread knows the rows. */
  id: number;
  projects: ReadProject[];
  findings: Finding[];
  codePage: string | null;
  format: FileFormat | 'zip' | null;
  program: string;
  /** The `layout` of a project file as text; null in other files. */
  layout: string | null;
  /** Null when new versions are created from the projects. */
  proposal: ReadProposal | null;
};

/** A schedule file as it was read, alone or from an archive. */
type ReadFile = { name: string | null; member: number | null; file: ProjectFile; container: FileFormat };

/** A project that the thread holds until it is stored. */
export type KeptProject = { content: Content; path: string; member: number | null };

const FINDINGS_A_PROJECT = 100;
/** So much of a file tells its format, unless it is an archive. */
const HEAD_BYTES = 64 * 1024;

/** Reads an uploaded file of any format, or a zip of several, into rows of version content. Works in a thread of its own. */
export async function readContent(
  input: ImportInput,
  progress: (share: number) => void,
  /** Reads the version to compare with. */
  compared: (target: Target) => Promise<Compared>,
): Promise<Omit<ImportOutcome, 'id'> & { kept: KeptProject[] }> {
  const { files, findings, format, layout } = await readFiles(input, progress);
  const projects = files.flatMap((read) => wantedProjects(read.file, findings).map((project) => ({ ...read, project })));
  for (const { file, project } of projects) {
    noteLosses(project, findings);
    if (isTable(file.format) && !project.plan.items.some(({ start, actualStart }) => start !== null || actualStart !== null))
      project.plan.options = { ...project.plan.options, dataDate: input.today, projectStart: input.today };
  }
  const first = files[0]?.file;
  const about = { codePage: first?.codePage ?? null, format, layout, program: first ? programOf(first) : '' };
  const read = projects.map(({ name, member, file, container, project }) => {
    const { content, findings: reported } = rowsOfProject(project, input.mapping);
    findings.push(...reported);
    const { codePage, mapping } = input;
    const again = { format: container, codePage, mapping, project: file.projects.indexOf(project), print: printOf(project) };
    return { project: described(name, file, project, content, isTable(container) ? null : again), content, member };
  });
  if (input.target && read.length)
    return {
      ...about,
      findings,
      proposal: await propose(await compared(input.target), input.mapping, read, findings),
      projects: [],
      kept: [],
    };
  const kept = read.map(({ content, member }) => ({ content, member, path: input.path }));
  return { ...about, findings, proposal: null, projects: read.map(({ project }) => project), kept };
}

/** Compares the project that the version was made of, else the largest, with the version. */
async function propose(
  { current, lastId, matchBy, projectCode, revision }: Compared,
  mapping: Mapping,
  read: readonly { project: ReadProject; content: Content }[],
  findings: Finding[],
): Promise<ReadProposal> {
  const taken = read.find(({ project: { code } }) => code !== '' && code === projectCode) ?? read[0];
  for (const {
    project: { code, name },
  } of read.filter((one) => one !== taken))
    findings.push({ severity: 'warning', code: 'import.project_passed_over', parameters: { code, name } });
  const stated = statedBy(taken.project.format, taken.content, mapping);
  if (!stated.whole && (stated.wbs.has('start') || stated.wbs.has('finish')))
    findings.push({ severity: 'info', code: 'import.dates_are_calculated' });
  const { diff, findings: reported, unchanged } = mergeContent({ current, incoming: taken.content, stated, matchBy, lastId });
  findings.push(...reported);
  const parts = partsOf(diff);
  const pieces = await packProposal(
    { diff, labels: labelsOf(diff, current) },
    parts.map(({ part }) => part),
  );
  return { pieces, parts, unchanged, revision };
}

async function readFiles(
  { path, bytes, name, codePage, rowsToSkip }: ImportInput,
  progress: (share: number) => void,
): Promise<{ files: ReadFile[]; findings: Finding[]; format: ImportOutcome['format']; layout: string | null }> {
  const options = { codePage: (codePage ?? undefined) as CodePage | undefined, rowsToSkip, name };
  const format = await formatOfFile(path);
  if (format === null)
    return { files: [], findings: [{ severity: 'error', code: bytes ? 'file.unknown_format' : 'file.is_empty' }], format, layout: null };
  if (format !== 'zip') {
    const onProgress = (done: number) => progress(bytes ? done / bytes : 1);
    const { project, findings } = await FORMATS[format].read(createReadStream(path), { ...options, onProgress });
    return {
      files: project ? [{ name: null, member: null, file: withoutSource(project), container: format }] : [],
      findings,
      format: project ? format : null,
      layout: null,
    };
  }
  const archive = await readFile(path);
  const { members, findings } = await readArchive(archive, options);
  const place = members.findIndex((member) => member.name === PROJECT_LAYOUT);
  const layout = place < 0 ? null : ((await zipMember(path, place))?.toString('utf8') ?? '');
  const read = members.flatMap(({ name: own, project, format: container }, member) =>
    project && container ? [{ name: own, member, file: withoutSource(project), container }] : [],
  );
  for (const { name: member, findings: own } of members.filter((_, at) => at !== place))
    findings.push(...own.map((finding) => ({ ...finding, parameters: { ...finding.parameters, file: member } })));
  return { files: read, findings, format: read.length ? format : null, layout };
}

/** Drops source rows to save memory, since the file itself is stored with the version. */
const withoutSource = (file: ProjectFile): ProjectFile => ({ ...file, source: null });

async function formatOfFile(path: string): Promise<FileFormat | 'zip' | null> {
  const file = await open(path);
  try {
    const { buffer, bytesRead } = await file.read(Buffer.alloc(HEAD_BYTES), 0, HEAD_BYTES, 0);
    const head = buffer.subarray(0, bytesRead);
    return head.subarray(0, 2).toString('latin1') === 'PK' ? await formatOf(await readFile(path)) : await formatOf(head);
  } finally {
    await file.close();
  }
}

/** Projects with activities, largest first; without any, projects with other content. */
function wantedProjects(file: ProjectFile, findings: Finding[]): ImportedProject[] {
  const live = file.projects.filter(({ plan, baselineOf }) => plan.items.length > 0 && baselineOf === null);
  const worked = live.filter(({ plan }) => plan.items.some(({ type }) => type !== 'sum'));
  const wanted = (worked.length ? worked : live).sort((a, b) => b.plan.items.length - a.plan.items.length);
  for (const { code, name } of live.filter((project) => !wanted.includes(project)))
    findings.push({ severity: 'info', code: 'import.project_without_tasks', parameters: { code, name } });
  for (const { code, name } of file.projects.filter(({ baselineOf }) => baselineOf !== null))
    findings.push({ severity: 'info', code: 'import.baseline_project', parameters: { code, name } });
  if (file.crossRelations.length)
    findings.push({ severity: 'warning', code: 'import.cross_relations', parameters: { count: file.crossRelations.length } });
  return wanted;
}

/** Reports content for which a version has no place. */
function noteLosses(project: ImportedProject, findings: Finding[]): void {
  const count = countUnstorableDates(project);
  for (const item of listCutItems(project).slice(0, FINDINGS_A_PROJECT))
    findings.push({ severity: 'warning', code: 'import.text_cut', parameters: { item: item.code.slice(0, 100), most: ROW_TEXT_LENGTH } });
  if (count) findings.push({ severity: 'warning', code: 'import.dates_left_out', parameters: { project: project.code, count } });
  for (const { what, count: rows } of listLeftOut(project))
    findings.push({ severity: 'warning', code: `import.left_out_${what}`, parameters: { project: project.code, count: rows } });
}

const programOf = ({ producer }: ProjectFile): string => [producer.program, producer.version].filter(Boolean).join(' ');

function described(name: string | null, file: ProjectFile, project: ImportedProject, content: Content, kept: KeptFile | null): ReadProject {
  return {
    code: project.code,
    name: project.name,
    file: name,
    format: file.format,
    program: programOf(file),
    dataDate: dateOrNull(project.plan.options.dataDate),
    options: content.settings[0]?.options ?? null,
    externalItems: externalItems(file, content),
    lastId: lastIdOf(content),
    itemCount: content.wbs.length,
    counts: byTable((table) => content[table].length),
    kept,
  };
}

/** Rows of a project at the ends of relations that leave it. */
function externalItems({ crossRelations }: ProjectFile, content: Content): number[] {
  if (!crossRelations.length) return [];
  const own = new Set(content.wbs.map(({ id }) => id));
  const ends = crossRelations.flatMap(({ predecessor, successor }) => [predecessor.itemId, successor.itemId]);
  return [...new Set(ends.flatMap((id) => (id !== null && own.has(id) ? [id] : [])))];
}
