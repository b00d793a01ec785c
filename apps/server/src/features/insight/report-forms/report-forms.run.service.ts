import { BUILT_IN_FORMS, MOST_REPORTED_VERSIONS, REPORT_FORMATS, type BuiltInFormWord, type ReportFormat } from '@gantry/contract';
import { LANGUAGES, minuteAt, plainText, type ReportCell } from '@gantry/domain';
import type { ZipEntry } from '@gantry/interchange';
import { buffer } from 'node:stream/consumers';
import { isDeepStrictEqual } from 'node:util';
import { z } from 'zod';
import type { Context, ContextOfJob } from '../../../platform/context.ts';
import { fail, Refused } from '../../../platform/fail.ts';
import { leftOut } from '../../../platform/jobs/jobs.findings.ts';
import type { JobKind, JobRun } from '../../../platform/jobs/jobs.ts';
import { inZip, prepareFile } from '../../access/downloads/downloads.service.ts';
import { textsOf } from '../../access/localization/localization.service.ts';
import { holdsAt } from '../../access/roles/roles.access.service.ts';
import { listMembersOfSpace, nameOfPerson, nameOfSpace, readSettings } from '../../access/spaces/spaces.service.ts';
import { passportCells } from '../../catalog/attributes/attributes.service.ts';
import { executedByContract } from '../../costing/acts/acts.service.ts';
import {
  describeVersion,
  findVersionHead,
  getVersion,
  listCountedVersions,
  listVersionsOf,
} from '../../planning/version-heads/version-heads.service.ts';
import { readVersion } from '../../planning/edits/edits.service.ts';
import { getNode } from '../../structure/eps/eps.service.ts';
import { readLogos, readValues } from '../print/print.service.ts';
import { changesOf, narrativeOf } from './changes/report-forms.changes.service.ts';
import { actsOut, type ReportedActs } from './report-forms.acts.rules.ts';
import { FORMS } from './report-forms.forms.rules.ts';
import { findForm, MEDIA_TYPES, reportsThread } from './report-forms.found.service.ts';
import type { ReportedVersion } from './report-forms.thread.ts';

const REPORT = 'report';
const REPORTS = 'reports';

/** What a job keeps of a report until it runs. */
const asked = z.object({
  form: z.union([z.number(), z.enum(BUILT_IN_FORMS)]),
  name: z.string(),
  format: z.enum(REPORT_FORMATS),
  language: z.enum(LANGUAGES),
  year: z.number(),
  month: z.number(),
  leadDays: z.number(),
  wbsIds: z.array(z.number()),
  versionIds: z.array(z.number()),
});
export type AskedReport = z.output<typeof asked>;
const storedBatch = z.object({ reports: z.array(asked) });

/** A report as a call asks for it. */
export type ReportAsk = {
  form: number | BuiltInFormWord;
  at: { versionId: number } | { nodeId: number; versionIds: readonly number[] };
  year?: number | undefined;
  month?: number | undefined;
  wbs_ids: number[];
  lead_days: number;
  language: AskedReport['language'];
  format?: ReportFormat | undefined;
};

/** What is asked for, with all that today says of what was left out; refused where nothing can come of it. */
async function settled(context: Context, { form, at, year, month, wbs_ids, lead_days, language, format }: ReportAsk): Promise<AskedReport> {
  await requireForm(context, form, format);
  const own = typeof form === 'number' ? await findForm(context, form) : null;
  const versionIds = 'versionId' in at ? [at.versionId] : await versionsAt(context, at.nodeId, at.versionIds);
  for (const id of versionIds) await getVersion(context, id);
  if (versionIds.length > 1) await refuseTooManyWorks(context, versionIds);
  if (typeof form !== 'number' && FORMS[form].of === 'acts') await requireEstimates(context, versionIds);
  const today = { year: Number(context.today.slice(0, 4)), month: Number(context.today.slice(5, 7)) };
  return {
    form,
    name: own?.name ?? textsOf(language)[`report_form.form.${form}`] ?? String(form),
    format: format ?? (own ? own.kind : 'pdf'),
    language,
    year: year ?? today.year,
    month: month ?? today.month,
    leadDays: lead_days,
    wbsIds: wbs_ids,
    versionIds,
  };
}

async function versionsAt(context: Context, nodeId: number, named: readonly number[]): Promise<number[]> {
  await getNode(context, nodeId);
  const ids = named.length
    ? [...new Set(named)]
    : (await context.read((db) => listCountedVersions(db, context.spaceId, nodeId))).map((one) => one.version_id);
  if (!ids.length) fail('report_form.no_version');
  if (ids.length > MOST_REPORTED_VERSIONS) fail('report_form.too_many_versions', { most: MOST_REPORTED_VERSIONS, count: ids.length });
  // Versions that are named lie below the node whose right was asked for.
  if (named.length) {
    const below = new Set((await context.read((db) => listCountedVersions(db, context.spaceId, nodeId))).map((one) => one.schedule_id));
    for (const id of ids) {
      const { schedule_id } = await getVersion(context, id);
      if (schedule_id !== nodeId && !below.has(schedule_id)) fail('version.not_found', { id });
    }
  }
  return ids;
}

/** Works of several versions that a report holds at once: some 2 kB each, in a thread of 1,536 MB that all jobs share. */
const MOST_REPORTED_WORKS = 200_000;

async function refuseTooManyWorks(context: Context, versionIds: readonly number[]): Promise<void> {
  const works = await context.read(async (db) => {
    let sum = 0;
    for (const versionId of versionIds) sum += (await findVersionHead(db, { spaceId: context.spaceId, versionId }))?.item_count ?? 0;
    return sum;
  });
  if (works > MOST_REPORTED_WORKS) fail('report_form.too_large');
}

/** Acts bill estimates: their right is asked for at each schedule. */
async function requireEstimates(context: Context, versionIds: readonly number[]): Promise<void> {
  for (const id of versionIds) {
    const { schedule_id } = await getVersion(context, id);
    const holds = await context.read((db) => holdsAt(context, db, schedule_id, 'estimate.read'));
    if (!holds) fail('auth.forbidden', { right: 'estimate.read' });
  }
}

/** Refuses a form that is not there, or that does not come as a file of this format. */
export async function requireForm(context: Context, form: number | BuiltInFormWord, format: ReportFormat | undefined): Promise<void> {
  const own = typeof form === 'number' ? await findForm(context, form) : null;
  const formats: readonly ReportFormat[] = own ? [own.kind] : REPORT_FORMATS;
  if (format && !formats.includes(format)) fail('report_form.format_not_offered', { format, offered: formats.join(', ') });
}

/** Makes a report as it is asked for now, within a job of its reader. */
export const makeAsked = async (context: Context, ask: ReportAsk, job: Pick<JobRun, 'signal'>, progress: (share: number) => void) =>
  makeReport(context, await settled(context, ask), job, progress);

/** Starts a report as a job. */
export async function startReport(context: Context, ask: ReportAsk): Promise<number> {
  const input = await settled(context, ask);
  context.note({ name: input.name, format: input.format });
  const title = `${input.name} (${input.format.toUpperCase()})`;
  return context.write((tx) => context.jobs.enqueue(tx, { spaceId: context.spaceId, userId: context.userId, kind: REPORT, title, input }));
}

/** Starts several reports as one job. */
export async function startBatch(context: Context, asks: readonly ReportAsk[]): Promise<number> {
  const reports: AskedReport[] = [];
  for (const ask of asks) reports.push(await settled(context, ask));
  const title = reports.length === 1 ? reports[0].name : `${reports[0].name} + ${reports.length - 1}`;
  context.note({ name: title });
  const input = { reports };
  return context.write((tx) => context.jobs.enqueue(tx, { spaceId: context.spaceId, userId: context.userId, kind: REPORTS, title, input }));
}

const needsOf = ({ versionIds }: AskedReport) =>
  versionIds.map((id) => ({ right: 'plan.read' as const, at: { kind: 'version' as const, id } }));

/** The job that makes a report and keeps it for its owner to fetch. */
export function reportJob(contextOf: ContextOfJob): JobKind<typeof asked> {
  return {
    kind: REPORT,
    input: asked,
    afterRestart: 'again',
    lane: 'long',
    needs: needsOf,
    async run(job) {
      const context = await contextOf(job);
      const file = await makeReport(context, job.input, job, (share) => void job.progress(share, 'report_form.writing'));
      await prepareFile(context, file, (tx, { key, name, size }) => job.complete(tx, { download_key: key, name, size }));
      return {};
    },
  };
}

/** The job that makes several reports into one zip; one that cannot be made is a finding, the others come. */
export function reportsJob(contextOf: ContextOfJob): JobKind<typeof storedBatch> {
  return {
    kind: REPORTS,
    input: storedBatch,
    afterRestart: 'again',
    lane: 'long',
    needs: ({ reports }) => reports.flatMap(needsOf),
    async run(job) {
      const context = await contextOf(job);
      const { reports } = job.input;
      const refusals: Refused[] = [];
      await inZip(writeEach(context, reports, job, refusals), async (path) => {
        if (refusals.length === reports.length) throw refusals[0];
        await prepareFile(context, { name: 'reports.zip', mediaType: 'application/zip', path }, (tx, { key, name, size }) =>
          job.complete(tx, { download_key: key, name, size, failed: refusals.length }),
        );
      });
      return {};
    },
  };
}

/** Makes reports one after the other, each when the one before it is taken; those that cannot be made go to `refusals`. */
async function* writeEach(context: Context, reports: readonly AskedReport[], job: JobRun, refusals: Refused[]): AsyncGenerator<ZipEntry> {
  for (const [at, report] of reports.entries()) {
    const progress = (share: number) => void job.progress((at + share) / reports.length, 'report_form.writing');
    try {
      const { name, bytes } = await makeReport(context, report, job, progress);
      yield { name, bytes: Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength) };
    } catch (error) {
      // A job that may not go on is refused by its signal.
      if (!(error instanceof Refused) || job.signal.aborted) throw error;
      refusals.push(error);
      job.findings([leftOut(error, report.name)]);
    }
  }
}

/** Makes a report as its reader sees the versions. */
async function makeReport(
  context: Context,
  report: AskedReport,
  { signal }: Pick<JobRun, 'signal'>,
  progress: (share: number) => void,
): Promise<{ name: string; mediaType: string; bytes: Uint8Array; content: string }> {
  const { form, format, language, year, month, leadDays, versionIds } = report;
  const needsActs = typeof form !== 'number' && FORMS[form].of === 'acts';
  if (needsActs) await requireEstimates(context, versionIds);
  const template = typeof form === 'number' ? await buffer(context.files.open((await findForm(context, form)).file_key)) : null;
  const named = template ? await namesIn(template, signal) : NO_NAMES;
  const versions: ReportedVersion[] = [];
  for (const id of versionIds) versions.push(await versionOf(context, id, report, { acts: needsActs || template !== null, named }));
  const people = (await listMembersOfSpace(context)).map((person) => [person.id, nameOfPerson(person)] as const);
  const today = minuteAt(`${context.today}T00:00`);
  const done = await reportsThread.run(
    {
      do: 'write',
      form: template ? { template } : { word: form as BuiltInFormWord },
      format,
      language,
      time: { year, month, dataDate: today },
      leadDays,
      versions,
      about: aboutAll(versions),
      created: context.now().toISOString(),
      people: new Map(people),
      logos: [...named].some((one) => one.startsWith('image:logo')) ? await readLogos(context) : [],
    },
    { signal, progress: (share) => progress(share as number) },
  );
  if ('refused' in done) fail(`report_form.${done.refused}`, { count: 0, faults: '[]' });
  if (!('bytes' in done)) throw new Error('the thread answered something else');
  return { name: `${fileName(report, versions)}.${format}`, mediaType: MEDIA_TYPES[format], bytes: done.bytes, content: done.content };
}

const NO_NAMES: ReadonlySet<string> = new Set();

/** What a form of people names: what no form names is not read. */
async function namesIn(template: Uint8Array, signal: AbortSignal): Promise<ReadonlySet<string>> {
  const found = await reportsThread.run({ do: 'names', bytes: template }, { signal });
  if (!('names' in found)) throw new Error('the thread answered something else');
  return found.names;
}

/** What is said of several versions: of their passports what all of them share, and neither schedule nor version. */
function aboutAll(versions: readonly ReportedVersion[]): Record<string, ReportCell> {
  if (versions.length < 2) return { ...versions[0]?.about };
  const [first, ...others] = versions.map(({ about }) => about);
  const isShared = ([field, cell]: [string, ReportCell]): boolean =>
    !field.startsWith('passport(') || others.every((about) => isDeepStrictEqual(about[field], cell));
  return { ...Object.fromEntries(Object.entries(first).filter(isShared)), schedule: '', version: '', target_version: '', link: '' };
}

const fileName = ({ name }: AskedReport, versions: readonly ReportedVersion[]): string =>
  [name, versions.length === 1 ? plainText(versions[0].about['schedule']) : '']
    .filter(Boolean)
    .join(' – ')
    .replaceAll(/[\\/:*?"<>|]+/g, ' ')
    .slice(0, 120);

async function versionOf(
  context: Context,
  versionId: number,
  { year, month, wbsIds, name, language }: AskedReport,
  { acts, named }: { acts: boolean; named: ReadonlySet<string> },
): Promise<ReportedVersion> {
  const { path, name: versionName, schedule_id } = await describeVersion(context, versionId);
  const money = await readVersion(context, versionId, async ({ mask }) => mask?.money ?? true);
  const values = await readValues(context, versionId);
  const nameOf = (kind: string): string => path.findLast((node) => node.kind === kind)?.name ?? '';
  const first = minuteAt(`${year}-${String(month).padStart(2, '0')}-01T00:00`);
  const last = new Date(Date.UTC(year, month, 0)).toISOString().slice(0, 10);
  const about: Record<string, ReportCell> = {
    report: name,
    space: await nameOfSpace(context),
    facility: nameOf('facility'),
    project: nameOf('project'),
    schedule: nameOf('schedule'),
    version: versionName,
    target_version: named.has('target_version') ? await nameOfTarget(context, schedule_id) : null,
    link: `${context.publicUrl}/${context.spaceId}/schedule/${versionId}`,
    revision: String(values.revision),
    data_date: values.dataDate === null ? null : { minute: values.dataDate },
    today: { minute: minuteAt(`${context.today}T00:00`) },
    author: context.userName,
    year: String(year),
    month,
    period_start: { minute: first },
    period_finish: { minute: minuteAt(`${last}T00:00`) },
    currency: money ? (await readSettings(context)).currency : null,
  };
  const fields = [...named].some((one) => one.startsWith('passport(')) ? await passportCells(context, path, money) : {};
  for (const [field, { cell }] of Object.entries(fields)) about[field] = cell;
  return {
    values,
    about,
    wbsIds: wbsIds.length ? wbsIds : null,
    money,
    changes: named.has('changes') ? await changesOf(context, versionId, { language, wbsIds }) : [],
    narrative: named.has('narrative') ? await narrativeOf(context, versionId, language) : [],
    acts: acts && money ? await actsOf(context, { versionId, scheduleId: schedule_id, from: `${last.slice(0, 8)}01`, to: last }) : null,
  };
}

/** The target version of a schedule by its name. */
async function nameOfTarget(context: Context, scheduleId: number): Promise<string | null> {
  return (await listVersionsOf(context, scheduleId)).find(({ kind }) => kind === 'target')?.name ?? null;
}

/** What acts of a schedule have before a period and in it, for who may see estimates. */
async function actsOf(context: Context, asked: Parameters<typeof executedByContract>[1]): Promise<ReportedActs | null> {
  const holds = await context.read((db) => holdsAt(context, db, asked.scheduleId, 'estimate.read'));
  return holds ? actsOut(await executedByContract(context, asked)) : null;
}
