import type { Narrative } from '@gantry/contract';
import { formatMinute, minuteAt } from '@gantry/domain';
import type { VersionValues } from '@gantry/plan-view';
import type { Context } from '../../../platform/context.ts';
import { fail } from '../../../platform/fail.ts';
import { openThread } from '../../../platform/jobs/workers.ts';
import { hidesAnything, readVersion } from '../../planning/edits/edits.service.ts';
import { compareRows } from '../../planning/compare/compare.service.ts';
import { getVersion, listVersionsOf } from '../../planning/version-heads/version-heads.service.ts';
import { readWholePlan } from '../health/health.service.ts';
import { readValues } from '../print/print.service.ts';
import { listNotes, saveNote } from './narrative.repository.ts';
import { changedLines, pathLines, sectionsOf, type ToldLines } from './narrative.rules.ts';
import type { NarrativeInput, NarrativeOutcome } from './narrative.thread.ts';

export { documentOfNarrative, linesOfNarrative, textOfNarrative } from './narrative.document.rules.ts';

export const narrativeThread = openThread<NarrativeInput, NarrativeOutcome>(new URL('./narrative.thread.ts', import.meta.url));

/** Tells a version, and what has changed since another one, as the caller sees both. */
export async function readNarrative(
  context: Context,
  versionId: number,
  { base_version_id, days }: { base_version_id?: number | undefined; days: number },
): Promise<Narrative> {
  const version = await getVersion(context, versionId);
  const base = await findBase(context, version, base_version_id);
  const today = minuteAt(`${context.today}T00:00`);
  const ids: readonly [number, number] | null = base ? [base.id, versionId] : null;
  const values = readValues(context, versionId);
  const former = base && values.then(() => readValues(context, base.id));
  const compared = async () =>
    ids ? (await compareRows(context, version.schedule_id, { version_ids: [...ids], origin: 'all', search: '', all: true })).rows : [];
  const [now, rows, before] = await Promise.all([
    values.then((read) => countVersion(context, read, { today, days })),
    compared(),
    former?.then(async (read) => narrativeThread.run({ do: 'paths', plan: (await wholeOf(context, read)).plan })),
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
async function countVersion(context: Context, values: VersionValues, { today, days }: { today: number; days: number }) {
  const { plan, money } = await wholeOf(context, values);
  const counted = await narrativeThread.run({ do: 'version', values, today, days, money, plan });
  return { ...counted, dataDate: values.dataDate ?? today };
}

/** All that the dates of a version depend on, and whether its reader sees money: where nothing is hidden, what they see is the plan. */
async function wholeOf(context: Context, { versionId, revision, rows }: VersionValues) {
  return readVersion(context, versionId, async (reader) => {
    const isSame = reader.head.revision === revision && !hidesAnything(reader.mask);
    return { plan: await readWholePlan(context, reader, isSame ? rows : {}), money: reader.mask?.money ?? true };
  });
}

/** The version that another is counted against: the one named, else the actual one, else the one before it. */
export async function findBase(
  context: Context,
  version: { id: number; schedule_id: number },
  named?: number,
): Promise<{ id: number; name: string } | null> {
  const others = (await listVersionsOf(context, version.schedule_id)).filter(({ id }) => id !== version.id);
  if (named !== undefined) return others.find(({ id }) => id === named) ?? fail('version.not_found', { id: named });
  return (
    others.find(({ kind }) => kind === 'actual') ?? others.filter(({ id, kind }) => id < version.id && kind !== 'target').at(-1) ?? null
  );
}
