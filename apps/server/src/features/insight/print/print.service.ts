import { type api, type Input, type PrintComposition, printFormat, printSettings, rowFilter, rowGrouping, rowSort } from '@gantry/contract';
import {
  CALCULATION_STATUS,
  type FilledValues,
  type JsonValue,
  type Language,
  LANGUAGES,
  minuteAt,
  MINUTES_PER_DAY,
  type Period,
  VERSION_TABLE_NAMES,
} from '@gantry/domain';
import { reportText } from '@gantry/interchange';
import { PIXELS_PER_MM } from '@gantry/scene';
import { createHash } from 'node:crypto';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { z } from 'zod';
import type { Context, ContextOfJob } from '../../../platform/context.ts';
import { fail } from '../../../platform/fail.ts';
import type { JobKind } from '../../../platform/jobs/jobs.ts';
import { openThread } from '../../../platform/jobs/workers.ts';
import { prepareFile, type Prepared } from '../../access/downloads/downloads.service.ts';
import { listMembersOfSpace, nameOfPerson, nameOfSpace, readSettings as readSpace } from '../../access/spaces/spaces.service.ts';
import { passportCells } from '../../catalog/attributes/attributes.service.ts';
import { listIndicatorsOf } from '../../catalog/indicators/indicators.service.ts';
import { listAllSpecialties } from '../../catalog/specialties/specialties.service.ts';
import { stripOf, stripPeriod, type VersionValues } from '@gantry/plan-view';
import { calculateVersionAttributes } from '../../planning/attribute-calculate/attribute-calculate.version.service.ts';
import { hidesAnything, readVersion, valuesOf } from '../../planning/edits/edits.service.ts';
import { describeVersion } from '../../planning/version-heads/version-heads.service.ts';
import { inSightOf } from '../../planning/indicator-values/indicator-values.service.ts';
import { readLoad } from '../../planning/resources/resources.load.service.ts';
import { readState } from '../../planning/timetable/timetable.state.service.ts';
import { readFlags } from '../../planning/wbs/wbs.view.service.ts';
import { chosenOf } from './print.kept.service.ts';
import { findLogo } from './print.logos.repository.ts';
import type { PrintedLoad, PrintQuestion } from './print.pages.rules.ts';
import { writeDate } from './print.texts.rules.ts';
import type { PrintCount, PrintInput, PrintOutcome } from './print.thread.ts';

export { readLogos } from './print.logos.service.ts';

export const printThread = openThread<PrintInput, PrintOutcome>(new URL('./print.thread.ts', import.meta.url));

const PRINT = 'print';
const PDF = 'application/pdf';

type Asked = Input<typeof api.print.count>['body'];

/** What a job keeps of a print until it runs. */
const stored = z.object({
  versionId: z.number(),
  sheet: printFormat,
  settings: printSettings,
  filter: rowFilter.nullable(),
  sort: rowSort.nullable(),
  grouping: rowGrouping.nullable().default(null),
  language: z.enum(LANGUAGES),
});
type Stored = z.output<typeof stored>;

async function storedOf(context: Context, versionId: number, asked: Asked): Promise<Stored> {
  const { filter, sort, grouping, language } = asked;
  const { format, settings } = await chosenOf(context, versionId, asked);
  return { versionId, sheet: format, settings, filter, sort, grouping, language };
}

/** How many pages a print has, and what to know before. */
export async function countPages(context: Context, versionId: number, asked: Asked): Promise<PrintCount> {
  const done = await run(context, await storedOf(context, versionId, asked), { do: 'count' });
  if (!('count' in done)) throw new Error('the thread answered something else');
  return done.count;
}

/** One page as a picture, or as a PDF. */
export async function previewPage(context: Context, versionId: number, asked: Input<typeof api.print.preview>['body']) {
  const { as, page, width } = asked;
  const done = await run(
    context,
    await storedOf(context, versionId, asked),
    as === 'pdf' ? { do: 'pdf', page } : { do: 'png', page, width },
  );
  if (!('bytes' in done)) throw new Error('the thread answered something else');
  return { bytes: bufferOf(done.bytes), mediaType: as === 'pdf' ? PDF : 'image/png' };
}

const bufferOf = (bytes: Uint8Array): Buffer => Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength);

/** Starts a print as a job. */
export async function startPrint(context: Context, versionId: number, asked: Asked): Promise<number> {
  const input = await storedOf(context, versionId, asked);
  const { name } = await describeVersion(context, versionId);
  // What cannot be printed is said at once, not by a job that fails.
  await countPages(context, versionId, asked);
  return context.write((tx) =>
    context.jobs.enqueue(tx, { spaceId: context.spaceId, userId: context.userId, kind: PRINT, title: `${name} (PDF)`, input }),
  );
}

/** The job that writes a version as a PDF and keeps it for its owner to fetch. */
export function printJob(contextOf: ContextOfJob): JobKind<typeof stored> {
  return {
    kind: PRINT,
    input: stored,
    afterRestart: 'again',
    lane: 'long',
    needs: (input) => [{ right: 'plan.read', at: { kind: 'version', id: input.versionId } }],
    async run(job) {
      const { versionId } = job.input;
      const context = await contextOf(job);
      const to = { spaceId: context.spaceId, userId: context.userId };
      const progress = (share: number) => void job.progress(share, 'print.writing');
      try {
        await inFile(context, job.input, { signal: job.signal, progress }, async (file, done) => {
          const signs = done.missingSigns.join(' ');
          if (signs) {
            const code = 'finding.print.glyphs_missing';
            job.findings([{ severity: 'warning', code, message: code, line: null, parameters: { signs } }]);
          }
          await prepareFile(context, file, async (tx, { key, name, size }) => {
            const about = { version_id: versionId, name, size, pages: done.pages };
            await context.push.send(tx, to, 'wbs_print', { ...about, job_id: job.id, status: 'completed', key });
            await job.complete(tx, { ...about, download_key: key });
          });
        });
        return {};
      } catch (error) {
        await context.write((tx) => context.push.send(tx, to, 'wbs_print', { version_id: versionId, job_id: job.id, status: 'error' }));
        throw error;
      }
    },
  };
}

type Watch = { signal: AbortSignal; progress: (share: number) => void };

/** Prints a version into a file that stands while `take` runs. */
async function inFile<T>(
  context: Context,
  asked: Stored,
  { signal, progress }: Watch,
  take: (file: Prepared, done: Extract<PrintOutcome, { missingSigns: unknown }>) => Promise<T>,
): Promise<T> {
  const folder = await mkdtemp(join(tmpdir(), 'gantry-print-'));
  const path = join(folder, 'print.pdf');
  try {
    const done = await run(context, asked, { do: 'file', path }, signal, progress);
    if (!('pages' in done)) throw new Error('the thread answered something else');
    return await take({ name: `${(await describeVersion(context, asked.versionId)).name}.pdf`, mediaType: PDF, path }, done);
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

/** Prints a version for another use than a download; `content` is a hash of what it shows, without the day on which it was printed. */
export async function withPrint<T>(
  context: Context,
  { versionId, composition, language }: { versionId: number; composition: PrintComposition; language: Stored['language'] },
  watch: Watch,
  take: (file: Prepared & { content: string }) => Promise<T>,
): Promise<T> {
  const { format: sheet, ...rest } = composition;
  const { key } = await headOf(context, versionId);
  const content = createHash('sha256')
    .update(JSON.stringify([key, composition, language]))
    .digest('hex');
  return inFile(context, { versionId, sheet, ...rest, language }, watch, (file) => take({ ...file, content }));
}

/** Asks the thread; the rows of a version are read once for each of its revisions, as the caller sees them. */
async function run(
  context: Context,
  asked: Stored,
  as: PrintInput['as'],
  signal?: AbortSignal,
  progress?: (share: number) => void,
): Promise<PrintOutcome> {
  const { versionId, language, sheet, settings, filter, sort, grouping } = asked;
  const { logo_id } = sheet;
  const [
    [{ path, name, calculation_status }, indicators],
    { folded },
    { key, money, dataDate, revision },
    members,
    specialties,
    space,
    spaceName,
    strip,
    logo,
  ] = await Promise.all([
    describeVersion(context, versionId).then(
      async (version) => [version, await indicatorsOf(context, versionId, version.schedule_id)] as const,
    ),
    readFlags(context, versionId),
    headOf(context, versionId),
    listMembersOfSpace(context),
    listAllSpecialties(context),
    readSpace(context),
    nameOfSpace(context),
    settings.strip === null ? null : loadOf(context, versionId, settings.strip, sheet.sheet_width),
    logo_id === null ? null : context.read((db) => findLogo(db, context.spaceId, logo_id)),
  ]);
  const texts = [sheet.titles, sheet.headers, sheet.title_cells, { qr: sheet.qr }].flatMap((each) => Object.values(each));
  const isNamed = (value: string): boolean => texts.some((text) => text.includes(value));
  const nameOf = (kind: string): string => path.findLast((node) => node.kind === kind)?.name ?? '';
  const [passports, state] = await Promise.all([
    isNamed('passport(') ? passportsIn(context, path, money, language) : {},
    isNamed('calculated_at') ? readState(context, versionId) : null,
  ]);
  const question: PrintQuestion = {
    format: sheet,
    settings,
    filter,
    sort,
    grouping,
    folded,
    choices: {
      people: members.map((person) => ({ value: person.id, label: nameOfPerson(person) })),
      specialties: specialties.map((one) => ({ value: one.id, label: one.name })),
    },
    money,
    indicators,
    strip,
    currency: space.currency,
    values: {
      ...passports,
      space: spaceName,
      facility: nameOf('facility'),
      project: nameOf('project'),
      schedule: nameOf('schedule'),
      version: name,
      revision: String(revision),
      data_date: dataDate === null ? '' : writeDate(dataDate),
      ...(state && { calculated_at: calculatedOn(state) }),
      printed_at: writeDate(minuteAt(`${context.today}T00:00`)),
      printed_by: context.userName,
    },
    draft: calculation_status !== CALCULATION_STATUS.calculated,
  };
  const created = context.now().toISOString();
  const about = {
    title: `${nameOf('schedule')} · ${name}`,
    author: context.userName,
    subject: [nameOf('project'), name, question.values.revision, question.values.data_date].filter(Boolean).join(' · '),
    language,
    created,
    id: createHash('sha256')
      .update(JSON.stringify([key, question, language, created]))
      .digest('hex')
      .slice(0, 32),
  };
  const input: PrintInput = { key, question, language, about, logo: logo?.content ?? null, as };
  const options = { ...(signal && { signal }), progress: (value: unknown) => progress?.(value as number) };
  let done = await printThread.run(input, options);
  if ('missing' in done) done = await printThread.run({ ...input, content: await readValues(context, versionId) }, options);
  if ('refused' in done) fail(`print.${done.refused}`, { pages: settings.pages });
  return done;
}

/** Which content of a version the caller sees: readers from whom other things are hidden have other keys. */
async function headOf(context: Context, versionId: number) {
  return readVersion(context, versionId, async ({ head, mask }) => {
    const hidden = [...(mask?.hidden ?? [])].sort((a, b) => a - b).join();
    const money = mask?.money ?? true;
    const key = `${context.spaceId} ${versionId} ${head.revision} ${head.chain.toString('hex')} ${hidden} ${money}`;
    return { key, money, revision: head.revision, dataDate: head.data_date === null ? null : minuteAt(head.data_date) };
  });
}

/** The indicators that judge a version, as far as the caller may know what they say. */
async function indicatorsOf(context: Context, versionId: number, scheduleId: number): Promise<PrintQuestion['indicators']> {
  const all = await inSightOf(context, versionId, await listIndicatorsOf(context, scheduleId));
  return all.map(({ id, name, rules }) => ({ id, name, rules }));
}

/** The load of a resource, or of all, in periods as fine as the width of a sheet shows; null where nothing has one. */
async function loadOf(context: Context, versionId: number, key: string, sheetWidth: number): Promise<PrintedLoad | null> {
  const read = (period: Period) => readLoad(context, { version: versionId }, { period, measure: 'units' });
  const coarse = await read('month');
  const [first, last] = [coarse.starts[0], coarse.starts.at(-1)];
  if (first === undefined || last === undefined) return null;
  const days = Math.max(1, (minuteAt(`${last}T00:00`) - minuteAt(`${first}T00:00`)) / MINUTES_PER_DAY);
  const period = stripPeriod((sheetWidth * PIXELS_PER_MM) / days, days);
  const strip = stripOf(period === 'month' ? coarse : await read(period), key, { all: '', format: String });
  if (!strip) return null;
  const { format: _, ...load } = strip;
  return load;
}

const calculatedOn = ({ calculated_at: at }: { calculated_at: string | null }): string =>
  at === null ? '' : writeDate(minuteAt(at.slice(0, 'YYYY-MM-DDTHH:MM'.length)));

/** The fields of the passports above a version, as a language writes them. */
async function passportsIn(context: Context, path: readonly { id: number }[], money: boolean, language: Language): Promise<FilledValues> {
  const cells = Object.entries(await passportCells(context, path, money));
  return Object.fromEntries(cells.map(([name, { cell, kind }]) => [name, reportText(cell, { kind }, language)]));
}

/** All rows of a version as the caller sees them. */
export async function readValues(context: Context, versionId: number): Promise<VersionValues> {
  const given = new Map<number, Map<number, JsonValue>>();
  const content = await readVersion(context, versionId, async ({ head, mask, values }) => ({
    restricted: hidesAnything(mask),
    version: {
      versionId,
      revision: head.revision,
      dataDate: head.data_date === null ? null : minuteAt(head.data_date),
      rows: await valuesOf(values, VERSION_TABLE_NAMES),
      given,
    },
  }));
  // Formulas read the whole version; what the caller sees of it does not give their results.
  if (content.restricted)
    for (const { id, values } of (await calculateVersionAttributes(context, versionId)).attributes)
      given.set(id, new Map(values.map(({ row_id, value }) => [row_id, value])));
  return content.version;
}
