import { z } from 'zod';
import { type ImportRule, importRule, type ImportTrial, type Job, type JobFinding, uploadFields } from '@gantry/contract';
import { minuteAt } from '@gantry/domain';
import { CODE_PAGES, type Finding } from '@gantry/interchange';
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { Context, ContextOfJob } from '../../../platform/context.ts';
import { fail } from '../../../platform/fail.ts';
import type { Files } from '../../../platform/files/files.ts';
import type { Tx } from '../../../platform/postgres/database.ts';
import type { JobKind, JobRun } from '../../../platform/jobs/jobs.ts';
import { getVersion } from '../../planning/version-heads/version-heads.service.ts';
import { getNode } from '../../structure/eps/eps.service.ts';
import { findImportRule } from '../import-settings/import-settings.service.ts';
import type { ProposalSummary } from './proposal/import.proposal.service.ts';
import type { ImportInput, ImportOutcome, ReadProject, Tried } from './import.reading.service.ts';
import { deleteProposalsOf, saveProposal } from './import.repository.ts';
import { importThreadOf, storeProject, type Stored, whatIsNotKept } from './import.storing.service.ts';
import type { Target } from './proposal/import.target.service.ts';
import { atMost } from '../../../platform/http/turns.ts';
import { forgetFiles, receiveForm } from '../../../platform/http/uploads.ts';

export { importThreadOf, openImports, storeProject, whatIsNotKept } from './import.storing.service.ts';
export type { ImportOutcome } from './import.reading.service.ts';

const IMPORT = 'import';
/** The rows of two large files, or of two versions that files are compared with, do not fit into the threads. */
const oneByOne = atMost(1);
/** Share of the progress bar that reading takes; the rest is storing. */
const READING = 0.5;

const stored = z.object({
  scheduleId: z.number(),
  file: z.string(),
  fileName: z.string(),
  versionName: z.string().nullable(),
  /** The version to compare with; null where versions are to be made. */
  versionId: z.number().nullable(),
  rule: importRule,
});
type StoredInput = z.output<typeof stored>;
export const askedImport = stored.omit({ file: true, fileName: true });
type AskedImport = z.output<typeof askedImport>;

/** Takes the uploaded file and starts the import as a job. */
export async function startImport(context: Context, scheduleId: number, request: FastifyRequest): Promise<number> {
  const schedule = await getNode(context, scheduleId, 'schedule');
  const form = await receiveForm(context.files, request, 1);
  const [file] = form.files;
  if (!file) fail('import.no_file');
  try {
    if (!file.bytes) fail('import.empty', { name: file.name });
    const asked = await askedOf(context, scheduleId, form.fields);
    return await context.write((tx) => enqueueImport(context, tx, schedule.name, { ...asked, file: file.key, fileName: file.name }));
  } catch (error) {
    await forgetFiles(context.files, form.files);
    throw error;
  }
}

/** What the fields of an upload ask for; a target that cannot be is refused. */
export async function askedOf(context: Context, scheduleId: number, given: Record<string, unknown>): Promise<AskedImport> {
  const { fields, rule } = await readFields(context, scheduleId, given);
  const versionId = rule.download_scenario === 'new_version' ? null : (fields.version_id ?? fail('import.no_target'));
  if (versionId !== null) await refuseTarget(context, scheduleId, versionId, rule);
  return { scheduleId, versionName: fields.version_name || null, versionId, rule };
}

/** Starts the job that reads a file. */
export async function enqueueImport(context: Context, tx: Tx, scheduleName: string, input: StoredInput): Promise<number> {
  await context.push.send(tx, { spaceId: context.spaceId }, 'import', { schedule_id: input.scheduleId, status: 'uploading' });
  const title = `${input.fileName} → ${scheduleName}`;
  return context.jobs.enqueue(tx, { spaceId: context.spaceId, userId: context.userId, kind: IMPORT, title, input });
}

/** Fields of the form over the rule that they name. */
async function readFields(context: Context, scheduleId: number, given: Record<string, unknown>) {
  const parsed = uploadFields.safeParse(given);
  if (!parsed.success) invalid(parsed.error.issues[0].path.join('.'), parsed.error.issues[0].message);
  const { version_name, version_id, rule_name, mapping, ...own } = parsed.data;
  const named = rule_name ? await findImportRule(context, scheduleId, rule_name) : importRule.parse({});
  if (!named) fail('import.no_such_rule', { name: rule_name });
  const stated = Object.fromEntries(Object.entries(own).filter(([, value]) => value !== undefined));
  const rule: ImportRule = { ...named, ...stated, ...mapping };
  if (rule.code_page === 'auto' || rule.code_page === '') rule.code_page = null;
  if (rule.code_page && !CODE_PAGES.some((one) => one === rule.code_page)) invalid('code_page', 'validation.unknown_code_page');
  return { fields: { version_name, version_id }, rule };
}

function invalid(field: string, reason: string): never {
  fail('request.invalid', { where: 'form', field, reason, fields: [] });
}

/** A version of another schedule is no target, and a locked one is not to be changed. */
async function refuseTarget(context: Context, scheduleId: number, versionId: number, rule: ImportRule): Promise<void> {
  const version = await getVersion(context, versionId);
  if (version.schedule_id !== scheduleId) fail('version.not_found', { id: versionId });
  if (version.locked && rule.download_scenario === 'into_version') fail('version.locked', { name: version.name });
}

/** Proxies give up on an answer after five minutes or more. */
const SYNCHRONOUS_MS = 4 * 60_000;

/** Findings that a trial answers with; the gravest come first. */
const TRIED_FINDINGS = 100;
const GRAVITY = ['error', 'warning', 'info'];

/** Reads an uploaded file under a rule, and keeps neither the file nor what was read. `left`: nobody waits for the answer any more. */
export async function tryImport(
  context: Context,
  scheduleId: number,
  request: FastifyRequest,
  left: AbortSignal,
): Promise<Omit<ImportTrial, 'success'>> {
  await getNode(context, scheduleId, 'schedule');
  const form = await receiveForm(context.files, request, 1);
  try {
    const [file] = form.files;
    if (!file) fail('import.no_file');
    const { rule } = await readFields(context, scheduleId, form.fields);
    const reading = { mapping: rule, rowsToSkip: rule.rows_to_skip, codePage: rule.code_page, target: null };
    const input = await threadInput(context, { file: file.key, fileName: file.name }, reading);
    const { rows, findings, program, ...read } = (await importThreadOf(context).run({ do: 'try', input }, { signal: left })) as Tried;
    refuseUnreadable({ ...read, findings }, file.name);
    const ordered = findings.map(findingOut).sort((a, b) => GRAVITY.indexOf(a.severity) - GRAVITY.indexOf(b.severity));
    return { program, ...(rows ?? fail('import.empty', { name: file.name })), findings: ordered.slice(0, TRIED_FINDINGS) };
  } finally {
    await forgetFiles(context.files, form.files);
  }
}

/** Waits for an import and answers like a call: its version, the refusal with the findings, or after a while the job that goes on. */
export async function finishImport(context: Context, jobId: number, reply: FastifyReply) {
  const job: Job = await context.jobs.finished(context.userId, jobId, SYNCHRONOUS_MS);
  if (job.finished_at === null) {
    reply.code(202);
    return { job_id: jobId, version_id: null, proposal_id: null };
  }
  if (job.status !== 'done')
    fail(job.status === 'cancelled' ? 'job.cancelled' : ((job.error?.code ?? 'job.failed') as 'job.failed'), {
      ...job.error?.parameters,
      findings: job.findings,
    });
  const proposal = job.result?.['proposal_id'];
  return {
    job_id: jobId,
    version_id: Number(job.result?.['version_id']),
    proposal_id: proposal === undefined ? null : Number(proposal),
  };
}

/** The job that reads a file into versions, all of them in one transaction or none, or into a proposal. */
export function importJob(contextOf: ContextOfJob, files: Files): JobKind<typeof stored> {
  return {
    kind: IMPORT,
    input: stored,
    afterRestart: 'again',
    lane: 'long',
    needs: (input) => [{ right: 'plan.import', at: { kind: 'node', id: input.scheduleId } }],
    async run(job) {
      const input = job.input;
      const context = await contextOf(job);
      try {
        const result = await runImport(context, job, input);
        await notify(context, input, 'completed', job.id);
        return result;
      } catch (error) {
        await notify(context, input, 'error', job.id);
        throw error;
      }
    },
    ended: ({ input }) => files.remove(input.file),
  };
}

const notify = (context: Context, input: StoredInput, status: 'completed' | 'error', jobId: number) =>
  context.write((tx) =>
    context.push.send(tx, { spaceId: context.spaceId }, 'import', { schedule_id: input.scheduleId, job_id: jobId, status }),
  );

const runImport = (context: Context, job: JobRun, input: StoredInput): Promise<Record<string, unknown>> =>
  oneByOne(() => importFile(context, job, input), job.signal);

async function importFile(context: Context, job: JobRun, input: StoredInput): Promise<Record<string, unknown>> {
  const target = input.versionId === null ? null : await targetOf(context, input.versionId, input.rule);
  const reading: Reading = {
    mapping: input.rule,
    rowsToSkip: input.rule.rows_to_skip,
    codePage: input.rule.code_page,
    target,
    signal: job.signal,
    progress: (share) => job.progress(READING * share, 'import.reading'),
  };
  return readUpload(context, input, reading, async (outcome) => {
    job.findings(outcome.findings.map(findingOut));
    refuseUnreadable(outcome, input.fileName);
    if (target && outcome.proposal) return keepProposal(context, job, input, outcome);
    return storeVersions(context, job, input, outcome);
  });
}

/** Makes a version of each project in one transaction, which ends the job as well. */
async function storeVersions(context: Context, job: JobRun, input: StoredInput, outcome: ImportOutcome): Promise<Record<string, unknown>> {
  const { scheduleId, fileName } = input;
  return context.write(async (tx) => {
    const made: Stored[] = [];
    for (const [index, project] of outcome.projects.entries()) {
      const step = (1 - READING) / outcome.projects.length;
      const place = { scheduleId, fileName, name: nameOf(input, project, outcome.projects.length) };
      made.push(
        await storeProject(context, tx, place, outcome, index, (share) => job.progress(READING + step * (index + share), 'import.storing')),
      );
    }
    job.findings(whatIsNotKept(made).map(findingOut));
    const result = { version_id: made[0].id, versions: made, code_page: outcome.codePage, program: outcome.program };
    await job.complete(tx, result);
    return result;
  });
}

/** The version that a file is to be compared with, as the caller sees it: the thread reads its rows. */
async function targetOf(context: Context, versionId: number, rule: ImportRule): Promise<Target> {
  await getVersion(context, versionId);
  const { spaceId, userId, token } = context;
  return { key: { spaceId, versionId }, who: { userId, token: token && { rights: token.rights } }, matchBy: rule.match_by };
}

/** How an uploaded file is to be read. */
type Reading = Pick<ImportInput, 'mapping' | 'rowsToSkip' | 'codePage' | 'target'> & {
  signal: AbortSignal;
  progress: (share: number) => Promise<void>;
};

/** Reads an uploaded file in the thread, passes the result to the work and releases it, one file after another; stopping the job ends it at once. */
export const withUpload = <R>(
  context: Context,
  upload: { file: string; fileName: string },
  reading: Reading,
  work: (outcome: ImportOutcome) => Promise<R>,
): Promise<R> => oneByOne(() => readUpload(context, upload, reading, work), reading.signal);

async function readUpload<R>(
  context: Context,
  upload: { file: string; fileName: string },
  { signal, progress, ...reading }: Reading,
  work: (outcome: ImportOutcome) => Promise<R>,
): Promise<R> {
  let stopped: unknown;
  const input = await threadInput(context, upload, reading);
  const thread = importThreadOf(context);
  const outcome = (await thread.run(
    { do: 'read', input },
    { signal, progress: (share) => void progress(Number(share)).catch((error: unknown) => (stopped = error)) },
  )) as ImportOutcome;
  try {
    if (stopped) throw stopped as Error;
    return await work(outcome);
  } finally {
    await thread.run({ do: 'forget', id: outcome.id });
  }
}

/** An uploaded file and how it is to be read, as the thread is asked. */
async function threadInput(
  context: Context,
  { file, fileName }: { file: string; fileName: string },
  reading: Omit<Reading, 'signal' | 'progress'>,
): Promise<ImportInput> {
  const bytes = await context.files.size(file);
  if (bytes === null) fail('job.interrupted');
  const today = minuteAt(context.now().toISOString().slice(0, 10));
  const name = fileName.replace(/^.*[/\\]/, '').replace(/\.[^.]+$/, '');
  const { columns, calendars } = reading.mapping;
  return { ...reading, mapping: { columns, calendars }, path: await context.files.localPath(file), bytes, name, today };
}

/** Refuses a file without a schedule. */
export function refuseUnreadable(outcome: Pick<ImportOutcome, 'findings' | 'format' | 'projects' | 'proposal'>, name: string): void {
  const worst = outcome.findings.find(({ severity }) => severity === 'error') ?? outcome.findings[0];
  if (!outcome.format) fail('import.not_a_schedule', { name, reason: worst?.code ?? '' });
  if (!outcome.projects.length && !outcome.proposal) fail('import.empty', { name });
}

async function keepProposal(context: Context, job: JobRun, input: StoredInput, outcome: ImportOutcome) {
  const versionId = input.versionId as number;
  const { pieces, parts, unchanged, revision } = outcome.proposal as NonNullable<ImportOutcome['proposal']>;
  const { add, update, delete: remove } = input.rule;
  const summary: ProposalSummary = {
    choice: { add, update, delete: remove },
    parts,
    unchanged,
    findings: outcome.findings.map(findingOut),
  };
  return context.write(async (tx) => {
    await deleteProposalsOf(tx, context.spaceId, versionId, context.userId);
    const id = await saveProposal(tx, context.spaceId, {
      version_id: versionId,
      schedule_id: input.scheduleId,
      author_id: context.userId,
      revision,
      file_name: input.fileName,
      acceptable: input.rule.download_scenario === 'into_version',
      summary,
      pieces,
    });
    const result = { version_id: versionId, proposal_id: id, code_page: outcome.codePage, program: outcome.program };
    await job.complete(tx, result);
    return result;
  });
}

function nameOf(input: StoredInput, project: ReadProject, count: number): string {
  const base = input.versionName ?? (project.name || project.code || input.fileName);
  return (input.versionName && count > 1 ? `${base} ${project.code || project.name}` : base).slice(0, 200);
}

/** Converts a finding for storage; a finding of a cell has a column instead of a table. */
export function findingOut(finding: Finding): JobFinding {
  const { severity, code, line, parameters, ...where } = finding;
  const ofCell = where.column !== undefined && where.table === undefined;
  const key = ofCell ? `finding.cell.${code.slice(code.indexOf('.') + 1)}` : code.startsWith('finding.') ? code : `finding.${code}`;
  return { severity, code: key, message: key, line: line ?? null, parameters: { ...where, ...parameters } };
}
