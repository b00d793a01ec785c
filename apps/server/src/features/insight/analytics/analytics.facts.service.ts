import type { FigureState } from '@gantry/contract';
import { minuteAt } from '@gantry/domain';
import { z } from 'zod';
import type { Context, ContextOfJob } from '../../../platform/context.ts';
import type { JobKind } from '../../../platform/jobs/jobs.ts';
import { openThread } from '../../../platform/jobs/workers.ts';
import { readVersion, valuesOf, type VersionReader } from '../../planning/edits/edits.service.ts';
import { type CountedVersion, getVersion } from '../../planning/version-heads/version-heads.service.ts';
import { forgetFacts, type KeptFacts, listFacts, listSizes, saveFacts, saveGroups } from './analytics.repository.ts';
import { placeOf } from './analytics.place.service.ts';
import type { FactsInput, FactsOutcome, FactsQuestion } from './analytics.thread.ts';

export const analyticsThread = openThread<FactsInput, FactsOutcome>(new URL('./analytics.thread.ts', import.meta.url));

const COUNT = 'analytics_facts';
const TABLES = ['wbs', 'assignment', 'resource', 'calendar', 'daySeries', 'settings'] as const;
const WITH_ATTRIBUTES = [...TABLES, 'attribute', 'attributeValue'] as const;
/** Rows that are counted before an answer; what is more is counted in the background, and the answer says so. */
export const ROWS_AT_ONCE = 50_000;

export type Counted = KeptFacts & { version: CountedVersion };
/** What is wanted of facts: the lines of a tier (null: sums alone), in all or by a dimension. */
export type WantedFacts = { tier: 'week' | 'month' | null; dimension?: string };
type Behind = Pick<FigureState, 'versions' | 'outdated' | 'job_id' | 'computed_at'>;

/** What was counted of some versions. What has changed since is counted first, as far as that lets nobody wait; the rest is named. */
export async function upToDate(
  context: Context,
  versions: readonly CountedVersion[],
  { tier, dimension = '' }: WantedFacts,
): Promise<{ kept: Counted[]; state: Behind }> {
  const known = await factsOf(context, versions, { tier, dimension });
  const stale = versions.filter(({ version_id, revision }) => known.get(version_id)?.revision !== revision);
  const answer = (facts: ReadonlyMap<number, KeptFacts>, outdated: Behind['outdated'], jobId: number | null) => {
    const kept = counted(versions, facts);
    return { kept, state: { versions: versions.length, outdated, job_id: jobId, computed_at: oldest(kept) } };
  };
  if (!stale.length) return answer(known, [], null);
  const ids = stale.map(({ version_id }) => version_id);
  const sizes = await context.read((db) => listSizes(db, context.spaceId, ids));
  const now = fitting(sizes);
  for (const id of now) await countVersion(context, id, dimension);
  const later = sizes.filter(({ version_id }) => !now.includes(version_id));
  const fresh = now.length ? await factsOf(context, versions, { tier, dimension }) : known;
  const laterIds = later.map(({ version_id }) => version_id);
  return answer(
    fresh,
    later.map(({ version_id, name }) => ({ version_id, name })),
    laterIds.length ? await startCounting(context, laterIds, dimension) : null,
  );
}

const oldest = (kept: readonly Counted[]): string | null =>
  kept.length ? new Date(Math.min(...kept.map(({ computed_at }) => computed_at.getTime()))).toISOString() : null;

/** The smallest versions first, as many as are counted at once. */
function fitting(sizes: readonly { version_id: number; rows: number }[]): number[] {
  let rows = 0;
  return sizes
    .toSorted((a, b) => a.rows - b.rows)
    .filter((one) => (rows += one.rows) <= ROWS_AT_ONCE)
    .map(({ version_id }) => version_id);
}

const factsOf = async (context: Context, versions: readonly CountedVersion[], wanted: Required<WantedFacts>) => {
  const ids = versions.map(({ version_id }) => version_id);
  const rows = await context.read((db) => listFacts(db, context.spaceId, ids, wanted));
  return new Map(rows.map((row) => [row.version_id, row]));
};

const counted = (versions: readonly CountedVersion[], known: ReadonlyMap<number, KeptFacts>): Counted[] =>
  versions.flatMap((version) => {
    const kept = known.get(version.version_id);
    return kept ? [{ ...kept, version }] : [];
  });

/** Reads what is laid out of a version. Costs and hours belong to the rows, whatever attributes a caller may see. */
async function inputOf(context: Context, { values, head, key }: VersionReader, question: FactsQuestion, attributes: boolean) {
  const rows = await valuesOf(values, attributes ? WITH_ATTRIBUTES : TABLES);
  const input: FactsInput = { rows, dataDate: dataDateAt(context, head.data_date), question };
  return { input, key, revision: head.revision };
}

/** The day that a version is counted at. */
export const dataDateAt = (context: Context, kept: string | null): number => minuteAt(kept ?? context.now().toISOString().slice(0, 16));

/** Asks the thread something of a version. */
export async function askOfVersion(context: Context, versionId: number, question: FactsQuestion, attributes = false) {
  const { input, key, revision } = await readVersion(context, versionId, (reader) =>
    inputOf(context, reader.whole(), question, attributes),
  );
  return { outcome: await analyticsThread.run(input), key, revision, dataDate: input.dataDate };
}

/** Counts a version in the thread and keeps what it comes to. */
async function countVersion(context: Context, versionId: number, dimension: string): Promise<void> {
  const question = { do: 'count' as const, whole: dimension === '', dimensions: dimension === '' ? [] : [dimension] };
  const { outcome, key, revision } = await askOfVersion(context, versionId, question, dimension.startsWith('attribute:'));
  const { whole, groups } = outcome;
  await context.write(async (tx) => {
    if (whole) await saveFacts(tx, { ...key, revision }, whole);
    for (const { dimension: by, facts } of groups) await saveGroups(tx, { ...key, revision }, by, facts);
  });
}

async function startCounting(context: Context, versionIds: number[], dimension = ''): Promise<number> {
  return context.write((tx) =>
    context.jobs.enqueue(tx, {
      spaceId: context.spaceId,
      userId: context.userId,
      kind: COUNT,
      title: '',
      input: { versionIds, dimension },
    }),
  );
}

/** Forgets what was counted of the versions of a schedule and counts the one that its figures are of. */
export async function clearCache(context: Context, scheduleId: number) {
  const { versions } = await placeOf(context, { kind: 'schedule', id: scheduleId });
  const ids = versions.map(({ version_id }) => version_id);
  await context.write((tx) => forgetFacts(tx, context.spaceId, ids));
  return { versions: ids.length, job_id: await startCounting(context, ids) };
}

const stored = z.object({ versionIds: z.array(z.number()), dimension: z.string().default('') });

/** The job that counts what versions come to. */
export function factsJob(contextOf: ContextOfJob): JobKind<typeof stored> {
  return {
    kind: COUNT,
    input: stored,
    afterRestart: 'again',
    lane: 'long',
    needs: ({ versionIds }) => versionIds.map((id) => ({ right: 'plan.read', at: { kind: 'version', id } })),
    async run(job) {
      const context = await contextOf(job);
      for (const [index, versionId] of job.input.versionIds.entries()) {
        await job.progress(index / job.input.versionIds.length, 'analytics.counting');
        const { schedule_id } = await getVersion(context, versionId);
        await countVersion(context, versionId, job.input.dimension);
        await context.write((tx) =>
          context.push.send(tx, { spaceId: context.spaceId }, 'analytics_changed', { version_id: versionId, schedule_id }),
        );
      }
      return { version_ids: job.input.versionIds };
    },
  };
}
