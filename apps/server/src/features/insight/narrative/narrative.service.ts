import { createHash } from 'node:crypto';
import type { Narrative, ReportFormat } from '@gantry/contract';
import { formatMinute, type Language, minuteAt } from '@gantry/domain';
import type { Context } from '../../../platform/context.ts';
import { fail } from '../../../platform/fail.ts';
import { openThread } from '../../../platform/jobs/workers.ts';
import { textsOf } from '../../access/localization/localization.service.ts';
import { readSettings } from '../../access/spaces/spaces.service.ts';
import { hidesAnything, readVersion } from '../../planning/edits/edits.service.ts';
import { compareRows } from '../../planning/compare/compare.service.ts';
import { describeVersion, getVersion, listVersionsOf } from '../../planning/version-heads/version-heads.service.ts';
import { readWholePlan } from '../health/health.service.ts';
import { writeDocument } from '../report-forms/report-forms.service.ts';
import { readValues } from '../print/print.service.ts';
import { documentOfNarrative, textOfNarrative } from './narrative.document.rules.ts';
import { listNotes, saveNote } from './narrative.repository.ts';
import { changedLines, pathLines, sectionsOf, type ToldLines } from './narrative.rules.ts';
import type { NarrativeInput, NarrativeOutcome } from './narrative.thread.ts';

export const narrativeThread = openThread<NarrativeInput, NarrativeOutcome>(new URL('./narrative.thread.ts', import.meta.url));

/** Tells a version, and what has changed since another one, as the caller sees both. */
export async function readNarrative(
  context: Context,
  versionId: number,
  { base_version_id, days }: { base_version_id?: number | undefined; days: number },
): Promise<Narrative> {
  const version = await getVersion(context, versionId);
  const base = await baseOf(context, version, base_version_id);
  const today = minuteAt(`${context.today}T00:00`);
  const ids: readonly [number, number] | null = base ? [base.id, versionId] : null;
  const compared = async () =>
    ids ? (await compareRows(context, version.schedule_id, { version_ids: [...ids], origin: 'all', search: '', all: true })).rows : [];
  const [now, rows, before] = await Promise.all([
    countVersion(context, versionId, { today, days }),
    compared(),
    base ? readBase(context, base.id) : null,
  ]);
  const lines: ToldLines = {
    ...now.lines,
    ...pathLines([now.paths, before?.paths], rows, ids ?? [0, versionId]),
    ...(ids ? changedLines(rows, ids) : {}),
  };
  const notes = await context.read((db) => listNotes(db, context.spaceId, version.schedule_id, versionId));
  const reasons = notes
    .filter(({ text }) => text !== '')
    .map(({ line, text, version_id: id, name }) => [line, { text, version: { id, name } }] as const);
  return {
    base: base && { id: base.id, name: base.name },
    data_date: formatMinute(now.dataDate),
    days,
    sections: sectionsOf(lines, new Map(reasons)),
  };
}

/** Writes beside a line why it is so. */
export async function writeNote(context: Context, versionId: number, note: { line: string; text: string }): Promise<void> {
  await getVersion(context, versionId);
  await context.write((tx) => saveNote(tx, { space_id: context.spaceId, version_id: versionId, ...note }));
}

/** What a version counts by itself. */
async function countVersion(context: Context, versionId: number, { today, days }: { today: number; days: number }) {
  const values = await readValues(context, versionId);
  const { plan, money } = await readVersion(context, versionId, async (reader) => {
    // Where nothing is hidden, the rows that the caller sees are the plan.
    const isSame = reader.head.revision === values.revision && !hidesAnything(reader.mask);
    return { plan: await readWholePlan(context, reader, isSame ? values.rows : {}), money: reader.mask?.money ?? true };
  });
  const counted = await narrativeThread.run({ do: 'version', values, today, days, money, plan });
  return { ...counted, dataDate: values.dataDate ?? today };
}

/** The paths of the version that another is counted against. */
async function readBase(context: Context, baseId: number) {
  const plan = await readVersion(context, baseId, (reader) => readWholePlan(context, reader));
  return narrativeThread.run({ do: 'paths', plan });
}

/** A narrative as a file, and in words for a letter; `content` is a hash of what it tells. */
export async function writeNarrative(
  context: Context,
  {
    versionId,
    language,
    format,
    ...asked
  }: { versionId: number; language: Language; format: ReportFormat } & Parameters<typeof readNarrative>[2],
  { signal }: { signal: AbortSignal },
) {
  const narrative = await readNarrative(context, versionId, asked);
  const texts = textsOf(language);
  const t = (key: string): string => texts[key] ?? key;
  const { name, path } = await describeVersion(context, versionId);
  const place = path.findLast(({ kind }) => kind === 'schedule')?.name ?? '';
  const dataDate = new Intl.DateTimeFormat(language, { timeZone: 'UTC' }).format(new Date(`${narrative.data_date.slice(0, 10)}T00:00Z`));
  const words = { t, language, currency: (await readSettings(context)).currency };
  const document = documentOfNarrative(narrative, { place, version: name, dataDate }, words);
  const content = JSON.stringify([versionId, narrative.base?.id ?? null, narrative.sections, language]);
  return {
    ...(await writeDocument(context, { document, format, language }, signal)),
    name: `${document.title} – ${name}.${format}`.replaceAll(/[\\/:*?"<>|]+/g, ' '),
    content: createHash('sha256').update(content).digest('hex'),
    words: textOfNarrative(narrative, words),
  };
}

/** The version that another is counted against: the one named, else the actual one, else the one before it. */
async function baseOf(
  context: Context,
  version: { id: number; schedule_id: number },
  named: number | undefined,
): Promise<{ id: number; name: string } | null> {
  const others = (await listVersionsOf(context, version.schedule_id)).filter(({ id }) => id !== version.id);
  if (named !== undefined) return others.find(({ id }) => id === named) ?? fail('version.not_found', { id: named });
  return (
    others.find(({ kind }) => kind === 'actual') ?? others.filter(({ id, kind }) => id < version.id && kind !== 'target').at(-1) ?? null
  );
}
