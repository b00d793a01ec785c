import type { SeriesKind, SeriesPeriod, WorkCount } from '@gantry/contract';
import { type Lineage, minuteAt, type NodeKind, sharedIdsUpTo } from '@gantry/domain';
import { recordsOf } from '@gantry/plan-view';
import { z } from 'zod';
import type { Context, ContextOfJob } from '../../../platform/context.ts';
import { fail } from '../../../platform/fail.ts';
import type { JobKind } from '../../../platform/jobs/jobs.ts';
import { openThread } from '../../../platform/jobs/workers.ts';
import { attributeRightsIn } from '../../catalog/attribute-rights/attribute-rights.service.ts';
import { readVersion, valuesOf } from '../../planning/edits/edits.service.ts';
import { type CountedVersion, getVersion, listCountedVersions } from '../../planning/version-heads/version-heads.service.ts';
import { lineageOfVersion } from '../../planning/versions/versions.copy.service.ts';
import { getNode, listNodesOf } from '../../structure/eps/eps.service.ts';
import { type CountedBy, conventionsAt, countedBy } from '../analytics-settings/analytics-settings.service.ts';
import { promisedBy } from './analytics.conventions.rules.ts';
import { LINE_KEYS, type VersionFacts, worksBehind } from './analytics.facts.rules.ts';
import { unpackLines } from './analytics.pack.rules.ts';
import { forgetFacts, type KeptFacts, listFacts, listSizes, saveFacts } from './analytics.repository.ts';
import { type CountedFacts, type Part, seriesOf, statsOf, tierOf } from './analytics.sums.rules.ts';
import type { FactsInput } from './analytics.thread.ts';

export { earnedValueOf, statsOf } from './analytics.sums.rules.ts';

export const analyticsThread = openThread<FactsInput, VersionFacts>(new URL('./analytics.thread.ts', import.meta.url));

const COUNT = 'analytics_facts';
const TABLES = ['wbs', 'assignment', 'resource', 'calendar', 'daySeries', 'settings'] as const;
/** Rows that are counted before an answer; what is more is counted in the background, and the answer says so. */
const ROWS_AT_ONCE = 50_000;

/** A place whose figures are asked for: a node, a version, or (null) the whole space. */
export type Scope = { kind: NodeKind | 'version' | 'space'; id: number };
type NodeScope = { kind: NodeKind; id: number };

/** One kind of figures of a place by periods. */
export async function readSeries(context: Context, scope: Scope, kind: SeriesKind, period: SeriesPeriod) {
  const { versions: all, parts } = await placeOf(context, scope);
  const versions = kind === 'cost' ? await withMoneyInSight(context, all) : all;
  const { kept, state } = await upToDate(context, versions, tierOf(period));
  const facts = kept.map(({ version, head, lines }): CountedFacts => ({
    part_id: version.part_id,
    head,
    lines: unpackLines(LINE_KEYS, lines ?? new Uint8Array()),
  }));
  const { estimate } = await conventionsAt(context, nodeOf(scope, all));
  return { ...seriesOf(facts, parts, kind, period, estimate), state: { ...state, hidden: all.length - versions.length } };
}

/** The node whose conventions a place goes by; null: those of the space. */
const nodeOf = ({ kind, id }: Scope, versions: readonly CountedVersion[]): number | null =>
  kind === 'space' ? null : kind === 'version' ? (versions[0]?.schedule_id ?? null) : id;

/** Counts, dates and progress of a place. */
export async function readStats(context: Context, scope: Scope) {
  const { versions, parts } = await placeOf(context, scope);
  const { kept, state } = await upToDate(context, versions, null);
  // Progress by money tells of money: only who sees all of it here is told that.
  const money = (await withMoneyInSight(context, versions)).length === versions.length;
  const of = (part: number) => kept.filter(({ version }) => version.part_id === part).map(({ head }) => head);
  const whole = statsOf(
    kept.map(({ head }) => head),
    money,
  );
  return {
    ...whole,
    parts: parts.map((part) => ({ ...part, stats: statsOf(of(part.id), money) })),
    state: { ...state, hidden: 0 },
  };
}

/** What was counted of the versions of some schedules, by month, each with whether the caller may see its money. */
export async function readFacts(context: Context, counts: (scheduleId: number) => boolean) {
  const { versions: all } = await below(context, null);
  const versions = all.filter(({ schedule_id }) => counts(schedule_id));
  const inSight = new Set((await withMoneyInSight(context, versions)).map(({ version_id }) => version_id));
  const { kept, state } = await upToDate(context, versions, 'month');
  const facts = kept.map(({ version, head, lines }) => ({
    ...version,
    money: inSight.has(version.version_id),
    head,
    lines: unpackLines(LINE_KEYS, lines ?? new Uint8Array()),
  }));
  return { facts, state: { ...state, hidden: versions.length - inSight.size } };
}

/** Those of some versions whose money the caller may see. */
async function withMoneyInSight(context: Context, versions: readonly CountedVersion[]): Promise<CountedVersion[]> {
  const rights = await context.read((db) => attributeRightsIn(db, context));
  return versions.filter(({ schedule_id }) => rights?.(schedule_id)?.money ?? true);
}

async function placeOf(context: Context, scope: Scope): Promise<{ versions: CountedVersion[]; parts: Omit<Part, 'totals'>[] }> {
  if (scope.kind === 'space') {
    if (scope.id !== context.spaceId) fail('space.not_found');
    return below(context, null);
  }
  if (scope.kind === 'version') {
    const { id, name, schedule_id, revision } = await getVersion(context, scope.id);
    return { versions: [{ version_id: id, schedule_id, revision, part_id: id }], parts: [{ id, name, kind: 'version' }] };
  }
  return below(context, { kind: scope.kind, id: scope.id });
}

async function below(context: Context, scope: NodeScope | null) {
  if (scope) await getNode(context, scope.id, scope.kind);
  const id = scope?.id ?? null;
  const versions = await context.read((db) => listCountedVersions(db, context.spaceId, id));
  const children = await listNodesOf(context, id === null ? {} : { parentId: id });
  const parts = children.filter(({ parent_id }) => parent_id === id).map((node) => ({ id: node.id, name: node.name, kind: node.kind }));
  return { versions, parts };
}

type Counted = KeptFacts & { version: CountedVersion };

/** What was counted of some versions. What has changed since is counted first, as far as that lets nobody wait; the rest is named. */
async function upToDate(context: Context, versions: readonly CountedVersion[], tier: 'week' | 'month' | null) {
  const known = await factsOf(context, versions, tier);
  const wayOf = await countedBy(
    context,
    versions.map(({ schedule_id }) => schedule_id),
  );
  const stale = versions.filter(({ version_id, schedule_id, revision }) => {
    const kept = known.get(version_id);
    return kept?.revision !== revision || kept.conventions !== wayOf(schedule_id).key;
  });
  if (!stale.length) return { kept: counted(versions, known), state: { versions: versions.length, outdated: [], job_id: null } };
  const ids = stale.map(({ version_id }) => version_id);
  const sizes = await context.read((db) => listSizes(db, context.spaceId, ids));
  const now = fitting(sizes);
  for (const { version_id, schedule_id } of stale.filter((one) => now.includes(one.version_id)))
    await countVersion(context, version_id, wayOf(schedule_id));
  const later = sizes.filter(({ version_id }) => !now.includes(version_id));
  const fresh = now.length ? await factsOf(context, versions, tier) : known;
  return {
    kept: counted(versions, fresh),
    state: {
      versions: versions.length,
      outdated: later.map(({ version_id, name }) => ({ version_id, name })),
      job_id: later.length
        ? await startCounting(
            context,
            later.map(({ version_id }) => version_id),
          )
        : null,
    },
  };
}

/** The smallest versions first, as many as are counted at once. */
function fitting(sizes: readonly { version_id: number; rows: number }[]): number[] {
  let rows = 0;
  return sizes
    .toSorted((a, b) => a.rows - b.rows)
    .filter((one) => (rows += one.rows) <= ROWS_AT_ONCE)
    .map(({ version_id }) => version_id);
}

const factsOf = async (context: Context, versions: readonly CountedVersion[], tier: 'week' | 'month' | null) => {
  const ids = versions.map(({ version_id }) => version_id);
  const rows = await context.read((db) => listFacts(db, context.spaceId, ids, tier));
  return new Map(rows.map((row) => [row.version_id, row]));
};

const counted = (versions: readonly CountedVersion[], known: ReadonlyMap<number, KeptFacts>): Counted[] =>
  versions.flatMap((version) => {
    const kept = known.get(version.version_id);
    return kept ? [{ ...kept, version }] : [];
  });

/** Counts a version in the thread and keeps what it comes to. Costs and hours belong to the rows, whatever attributes a caller may see. */
async function countVersion(context: Context, versionId: number, way: CountedBy): Promise<void> {
  const { input, key, revision, lineage } = await readVersion(context, versionId, async (reader) => {
    const { values, head, key } = reader.whole();
    const rows = await valuesOf(values, TABLES);
    const dataDate = dataDateAt(context, head.data_date);
    return { input: { rows, dataDate }, key, revision: head.revision, lineage: await lineageOfVersion(reader.db, key) };
  });
  const { technique, budget } = way.conventions;
  const promise = await readBaseline(context, { versionId, lineage }, way, TABLES);
  const baseline = promise && { ...promise, budget };
  const facts = await analyticsThread.run({ ...input, conventions: { technique, baseline } });
  await context.write((tx) => saveFacts(tx, { ...key, revision, conventions: way.key }, facts));
}

/** The version that stands for the promise of another one, as far up as their rows have the same ids; null where that is none, or itself. */
async function readBaseline<T extends (typeof TABLES)[number]>(
  context: Context,
  of: { versionId: number; lineage: Lineage },
  { baselineId }: CountedBy,
  tables: readonly T[],
) {
  if (baselineId === null || baselineId === of.versionId) return null;
  return readVersion(context, baselineId, async (reader) => {
    const { values, key } = reader.whole();
    const other = { versionId: baselineId, lineage: await lineageOfVersion(reader.db, key) };
    return { rows: await valuesOf(values, tables), shared: sharedIdsUpTo(other, of) };
  });
}

/** The day that a version is counted at. */
const dataDateAt = (context: Context, kept: string | null): number => minuteAt(kept ?? context.now().toISOString().slice(0, 16));

type Page = { figure: WorkCount; offset: number; limit: number };

/** The works behind a count of a version. */
export async function listWorksBehind(context: Context, versionId: number, { figure, offset, limit }: Page) {
  const { wbs, head, lineage } = await readVersion(context, versionId, async (reader) => {
    const { values, key, head: at } = reader.whole();
    return { wbs: recordsOf('wbs', await values('wbs')), head: at, lineage: await lineageOfVersion(reader.db, key) };
  });
  const way = (await countedBy(context, [head.schedule_id]))(head.schedule_id);
  const promise = await readBaseline(context, { versionId, lineage }, way, ['wbs']);
  const promised = promise ? promisedBy(wbs, { rows: recordsOf('wbs', promise.rows.wbs), shared: promise.shared }).rows : wbs;
  const works = worksBehind(figure, promised, dataDateAt(context, head.data_date));
  const rows = works.slice(offset, offset + limit).map((row) => ({
    item_id: row.id,
    code: String(row['code']),
    name: String(row['name']),
  }));
  return { revision: head.revision, total: works.length, rows };
}

async function startCounting(context: Context, versionIds: number[]): Promise<number> {
  return context.write((tx) =>
    context.jobs.enqueue(tx, { spaceId: context.spaceId, userId: context.userId, kind: COUNT, title: '', input: { versionIds } }),
  );
}

/** Forgets what was counted of the versions of a schedule and counts the one that its figures are of. */
export async function clearCache(context: Context, scheduleId: number) {
  const { versions } = await below(context, { kind: 'schedule', id: scheduleId });
  const ids = versions.map(({ version_id }) => version_id);
  await context.write((tx) => forgetFacts(tx, context.spaceId, ids));
  return { versions: ids.length, job_id: await startCounting(context, ids) };
}

const stored = z.object({ versionIds: z.array(z.number()) });

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
        await countVersion(context, versionId, (await countedBy(context, [schedule_id]))(schedule_id));
        await context.write((tx) =>
          context.push.send(tx, { spaceId: context.spaceId }, 'analytics_changed', { version_id: versionId, schedule_id }),
        );
      }
      return { version_ids: job.input.versionIds };
    },
  };
}
