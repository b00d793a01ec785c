import type { FigureNarrowing, FigureState } from '@gantry/contract';
import {
  conditionsOf,
  indicatorColumn,
  type Lineage,
  MONEY_COLUMNS,
  type RowFilter,
  sharedIdsUpTo,
  type VersionTable,
} from '@gantry/domain';
import { z } from 'zod';
import type { Context, ContextOfJob } from '../../../platform/context.ts';
import { fail } from '../../../platform/fail.ts';
import { inStages, inTurn } from '../../../platform/http/turns.ts';
import type { JobKind } from '../../../platform/jobs/jobs.ts';
import { perDatabase } from '../../../platform/postgres/database.ts';
import { readVersion, valuesOf, type WholeReader } from '../../planning/edits/edits.service.ts';
import { filters } from '../../planning/filters/filters.service.ts';
import { rowsPassing, withIndicator } from '../../planning/wbs/wbs.view.service.ts';
import { type CountedVersion, getVersion } from '../../planning/version-heads/version-heads.service.ts';
import { lineageOfVersion } from '../../planning/versions/versions.copy.service.ts';
import { type CountedBy, countedBy } from '../analytics-settings/analytics-settings.service.ts';
import {
  forgetFacts,
  hasAttributes,
  isCounted,
  type KeptFacts,
  listAwaited,
  listSizes,
  saveGroups,
  saveRows,
} from './analytics.repository.ts';
import { type CountedFactsOf, countedOf, readRecent } from './analytics.recent.service.ts';
import type { Noted } from './facts/analytics.counts.rules.ts';
import { attributesIn } from './facts/analytics.groups.rules.ts';
import type { FactHead } from './facts/analytics.facts.rules.ts';
import type { PackedQuestion } from './facts/analytics.answers.rules.ts';
import { BY_ROW, isPacked } from './facts/analytics.packed.rules.ts';
import { analyticsThread, answerPacked } from './analytics.packed.service.ts';
import { fieldsAsked } from './facts/analytics.tables.rules.ts';
import { bringForward, keepWhole } from './forward/analytics.forward.service.ts';
import { seesAttributes } from './behind/analytics.sight.service.ts';
import { dataDateAt, placeOf, withMoneyInSight } from './analytics.place.service.ts';
import type { FactsQuestion } from './analytics.thread.ts';

const COUNT = 'analytics_facts';
/** Questions to the thread take turns: one is worked on while the next is read, so that two versions at most are in memory. */
export const THREAD_TURN = 'analytics thread';
const TABLES = ['wbs', 'assignment', 'resource', 'calendar', 'daySeries', 'settings'] as const;
const WITH_ATTRIBUTES = [...TABLES, 'attribute', 'attributeValue'] as const;
/** Rows that are counted before an answer; what is more is counted in the background, and the answer says so. */
export const ROWS_AT_ONCE = 50_000;

/** Of some works alone, what is noted of them is not kept and stands here. */
export type Counted = CountedFactsOf & { noted?: Noted };
/**
 * What is wanted of facts: the lines of a tier (null: sums alone), in all or by a dimension, of all works or of some. `keys`: lines enough.
 * `together`: groups of several versions may come as those of one of them.
 */
export type WantedFacts = {
  tier: 'week' | 'month' | null;
  dimension?: string;
  keys?: ReadonlySet<string>;
  together?: boolean;
} & FigureNarrowing;
export type Behind = Pick<FigureState, 'versions' | 'outdated' | 'job_id' | 'computed_at'>;

/** What was counted of some versions. What has changed since is counted first, as far as that lets nobody wait; the rest is named. */
export async function upToDate(
  context: Context,
  versions: readonly CountedVersion[],
  { tier, dimension = '', keys, together = false, ...narrowing }: WantedFacts,
): Promise<{ kept: Counted[]; state: Behind }> {
  if (isNarrowed(narrowing)) return ofSomeWorks(context, versions, narrowing, { tier, dimension, keys, together });
  const { facts, ...behind } = await broughtUp(context, versions, dimension, () => readRecent(context, versions, { tier, dimension }));
  const kept: Counted[] = countedOf(context, versions, facts, { tier, dimension });
  return { kept, state: { versions: versions.length, ...behind, computed_at: oldest(kept) } };
}

/** Counts what has changed since it was counted last, as far as that lets nobody wait; answers what is counted then, and what is behind. */
export async function broughtUp<F extends Pick<KeptFacts, 'revision' | 'conventions'>>(
  context: Context,
  versions: readonly CountedVersion[],
  dimension: string,
  read: () => Promise<ReadonlyMap<number, F>>,
): Promise<{ facts: ReadonlyMap<number, F> } & Pick<Behind, 'outdated' | 'job_id'>> {
  const known = await read();
  const wayOf = await countedBy(
    context,
    versions.map(({ schedule_id }) => schedule_id),
  );
  const stale = versions.filter(({ version_id, schedule_id, revision }) => {
    const kept = known.get(version_id);
    return kept?.revision !== revision || kept.conventions !== wayOf(schedule_id).key;
  });
  if (!stale.length) return { facts: known, outdated: [], job_id: null };
  if (!(await isThere(context, stale, dimension))) {
    const without = new Set(stale.map(({ version_id }) => version_id));
    return { facts: new Map([...known].filter(([id]) => !without.has(id))), outdated: [], job_id: null };
  }
  const behind = dimension === '' ? await bringForward(context, stale, known, wayOf) : stale;
  const ids = behind.map(({ version_id }) => version_id);
  const sizes = await context.read((db) => listSizes(db, context.spaceId, ids));
  const now = new Set(fitting(sizes));
  for (const version of behind.filter((one) => now.has(one.version_id)))
    await countOnce(context, version, dimension, wayOf(version.schedule_id));
  const later = sizes.filter(({ version_id }) => !now.has(version_id));
  const laterIds = later.map(({ version_id }) => version_id);
  return {
    facts: now.size || behind.length < stale.length ? await read() : known,
    outdated: later.map(({ version_id, name }) => ({ version_id, name })),
    job_id: laterIds.length ? await startCounting(context, laterIds, dimension) : null,
  };
}

/** Whether some of these versions have the attributes of a dimension: of a name that none has nothing is counted and kept. */
async function isThere(context: Context, versions: readonly CountedVersion[], dimension: string): Promise<boolean> {
  const names = attributesIn(dimension);
  const ids = versions.map(({ version_id }) => version_id);
  return !names.length || context.read((db) => hasAttributes(db, context.spaceId, ids, names));
}

/** Whether a question is about some works alone. */
export const isNarrowed = ({ filter, indicator, within, below }: FigureNarrowing): boolean =>
  [filter, indicator, within, below].some((one) => one !== undefined);

/** The works of a version that a question is about; null where the caller does not see the attribute or indicator that selects them. */
export async function worksAsked(context: Context, versionId: number, narrowing: FigureNarrowing): Promise<Int32Array | null> {
  const { filter, indicator, within, below } = narrowing;
  const inside = within === undefined && below === undefined ? null : await worksWithin(context, versionId, narrowing);
  if (inside === 'unseen') return null;
  const chosen = filter === undefined ? null : await filters.content(context, filter);
  const asked = indicator === undefined ? chosen : withIndicator(chosen, indicator);
  const needed = indicator === undefined ? null : indicatorColumn(indicator);
  const { rows, ignored } = await rowsPassing(context, versionId, asked, ['id'], { needed });
  return ignored.length ? null : Int32Array.from(rows.map(({ id }) => id).filter((id) => inside?.has(id) ?? true));
}

/** The works of one value of a dimension and below a row; `unseen` where the version has no such dimension, or hides it from the caller. */
async function worksWithin(context: Context, versionId: number, { within: dimension = '', within_key: key = '', below }: FigureNarrowing) {
  const attributes = attributesIn(dimension);
  if (attributes.length && !(await seesAttributes(context, versionId, attributes))) return 'unseen';
  const { outcome } = await askOfVersion(
    context,
    versionId,
    { do: 'within', dimension, key, below },
    { attributes: attributes.length > 0 },
  );
  return outcome.ids ? new Set(outcome.ids) : 'unseen';
}

/** Counts the selected works of each version for one answer; versions that hide what selects them from the caller are left out. */
async function ofSomeWorks(
  context: Context,
  versions: readonly CountedVersion[],
  narrowing: FigureNarrowing,
  { tier, dimension, keys, together }: { tier: WantedFacts['tier']; together: boolean } & Omit<PackedQuestion, 'filter'>,
): Promise<{ kept: Counted[]; state: Behind }> {
  const { filter, indicator, within, within_key: key = '', below } = narrowing;
  // Rows of several versions have the same ids.
  if (below !== undefined && versions.length > 1) fail('analytics.no_such_question');
  if (indicator === undefined) {
    const content = filter === undefined ? EVERY_ROW : await filters.content(context, filter);
    const value = within === undefined ? undefined : { dimension: within, key };
    if (isPacked(content, dimension) && isPacked(content, within ?? ''))
      return ofPackedRows(
        context,
        versions,
        { filter: content, within: value, below, dimension, keys },
        { tier, together: together && dimension !== '' },
      );
  }
  const ids = versions.map(({ version_id }) => version_id);
  const rows = (await context.read((db) => listSizes(db, context.spaceId, ids))).reduce((sum, one) => sum + one.rows, 0);
  // Such works are laid out again for each question, so the server refuses what would take long.
  if (rows > ROWS_AT_ONCE) fail('analytics.too_large', { rows, most: ROWS_AT_ONCE });
  const kept: Counted[] = [];
  for (const version of versions) {
    const only = await worksAsked(context, version.version_id, narrowing);
    if (!only) continue;
    const question = { do: 'count' as const, whole: true, dimensions: dimension === '' ? [] : [dimension], only };
    const { outcome, key } = await askOfVersion(context, version.version_id, question, { attributes: attributesIn(dimension).length > 0 });
    const { whole } = outcome;
    if (!whole) continue;
    const groups = outcome.groups[0]?.facts;
    const lines = tier && (groups ?? whole)[tier];
    const { revision, conventions } = key;
    kept.push({
      version_id: version.version_id,
      revision,
      conventions,
      computed_at: context.now(),
      head: whole.head,
      groups: groups?.heads ?? [],
      lines,
      version,
      noted: whole.noted,
    });
  }
  return { kept, state: { versions: versions.length, outdated: [], job_id: null, computed_at: oldest(kept) } };
}

const EVERY_ROW: RowFilter = { join: 'and', conditions: [] };

/** The same from what facts keep row by row; versions that hide the money that selects works are left out. */
async function ofPackedRows(
  context: Context,
  versions: readonly CountedVersion[],
  question: PackedQuestion,
  wanted: Parameters<typeof answerPacked>[3],
): Promise<{ kept: Counted[]; state: Behind }> {
  const isOfMoney = conditionsOf(question.filter).some(({ column }) => MONEY_COLUMNS.has(column));
  const seen = isOfMoney ? await withMoneyInSight(context, versions) : versions;
  const { state } = await upToDate(context, seen, { tier: null, dimension: BY_ROW });
  const byId = new Map(seen.map((version) => [version.version_id, version]));
  const answered = await answerPacked(context, [...byId.keys()], question, wanted);
  const kept = answered.flatMap(({ of: { version_id, revision, conventions, computed_at }, answer }): Counted[] => {
    const { head, noted, groups, lines } = answer;
    const version = byId.get(version_id);
    if (!version) return [];
    const facts = { version_id, revision, conventions, computed_at, version, groups, head: head ?? NO_HEAD };
    return [{ ...facts, lines: wanted.tier && lines, ...(noted && { noted }) }];
  });
  return { kept, state };
}

/** Groups of works have heads of their own. */
const NO_HEAD = {} as FactHead;

export const oldest = (kept: readonly Pick<KeptFacts, 'computed_at'>[]): string | null =>
  kept.length
    ? new Date(kept.reduce((found, { computed_at }) => Math.min(found, computed_at.getTime()), Number.POSITIVE_INFINITY)).toISOString()
    : null;

/** The smallest versions first, as many as are counted at once. */
function fitting(sizes: readonly { version_id: number; rows: number }[]): number[] {
  let rows = 0;
  return sizes
    .toSorted((a, b) => a.rows - b.rows)
    .filter((one) => (rows += one.rows) <= ROWS_AT_ONCE)
    .map(({ version_id }) => version_id);
}

/**
 * Asks the thread something of a version, as it is counted. Costs and hours belong to the rows, whatever attributes a caller may see;
 * the caller checks the rights on attributes first.
 */
export async function askOfVersion(context: Context, versionId: number, question: FactsQuestion, { attributes = false, way }: Asking = {}) {
  const fields = fieldsAsked(question);
  return inStages(THREAD_TURN, async (enter) => {
    const { rows, dataDate, key, revision, lineage, scheduleId } = await readVersion(context, versionId, async (reader) => {
      const { texts, head, key } = reader.whole();
      return {
        rows: await valuesOf(textsOf(texts, fields), attributes ? WITH_ATTRIBUTES : TABLES),
        dataDate: dataDateAt(context, head.data_date),
        key,
        revision: head.revision,
        lineage: await lineageOfVersion(reader.db, key),
        scheduleId: head.schedule_id,
      };
    });
    const by = way ?? (await wayOfSchedule(context, scheduleId));
    const { technique, promise, budget } = by.conventions;
    const promised = question.do === 'within' ? null : await readBaseline(context, { versionId, lineage }, by, TABLES, fields);
    const baseline = promised && { ...promised, budget };
    await enter();
    const outcome = await analyticsThread.run({ rows, dataDate, revision, question, conventions: { technique, promise, baseline } });
    return { outcome, key: { ...key, revision, conventions: by.key }, revision, dataDate };
  });
}
/** Reads tables as texts, of works some fields alone. */
const textsOf =
  (texts: WholeReader['texts'], fields: ReadonlySet<string> | null) =>
  (table: VersionTable): Promise<string[]> =>
    texts(table, table === 'wbs' ? fields : null);
type Asking = { attributes?: boolean; way?: CountedBy };

/** How a schedule is counted. */
export const wayOfSchedule = async (context: Context, scheduleId: number): Promise<CountedBy> =>
  (await countedBy(context, [scheduleId]))(scheduleId);

/** The version that stands for the promise of another one, as far up as their rows have the same ids; null where that is none, or itself. */
export async function readBaseline<T extends (typeof TABLES)[number]>(
  context: Context,
  of: { versionId: number; lineage: Lineage },
  { baselineId }: CountedBy,
  tables: readonly T[],
  fields: ReadonlySet<string> | null = null,
) {
  if (baselineId === null || baselineId === of.versionId) return null;
  return readVersion(context, baselineId, async (reader) => {
    const { texts, key } = reader.whole();
    const other = { versionId: baselineId, lineage: await lineageOfVersion(reader.db, key) };
    return { rows: await valuesOf(textsOf(texts, fields), tables), shared: sharedIdsUpTo(other, of) };
  });
}

const underWay = perDatabase(() => new Map<string, Promise<void>>());

/** Counts a version. Calls that need the same count while it runs wait for it. */
function countOnce(
  context: Context,
  { version_id: versionId, revision }: Pick<CountedVersion, 'version_id' | 'revision'>,
  dimension: string,
  way: CountedBy,
): Promise<void> {
  const counts = underWay(context);
  const name = JSON.stringify([context.spaceId, versionId, revision, dimension, way.key]);
  const count = counts.get(name) ?? countVersion(context, versionId, dimension, way).finally(() => counts.delete(name));
  counts.set(name, count);
  return count;
}

/** Counts a version in the thread and keeps what it comes to. */
async function countVersion(context: Context, versionId: number, dimension: string, way: CountedBy): Promise<void> {
  const dimensions = dimension === '' || dimension === BY_ROW ? [] : [dimension];
  const question = { do: 'count' as const, whole: dimension === '', dimensions, ...(dimension === BY_ROW ? { rows: true as const } : {}) };
  const { outcome, key } = await askOfVersion(context, versionId, question, { attributes: attributesIn(dimension).length > 0, way });
  await context.write(async (tx) => {
    const { whole } = outcome;
    if (whole) await keepWhole(tx, key, whole);
    if (outcome.rows) await saveRows(tx, key, outcome.rows);
    for (const { dimension: by, facts } of outcome.groups) await saveGroups(tx, key, by, facts);
  });
}

/** Queues the versions that no open job counts yet; returns the job that counts them, or the newest open one where nothing is left to queue. */
async function startCounting(context: Context, versionIds: number[], dimension = ''): Promise<number> {
  const { spaceId, userId } = context;
  // Calls that arrive together take turns, so that each sees the jobs that the others queued.
  return inTurn(`${COUNT} ${spaceId}`, () =>
    context.write(async (tx) => {
      const awaited = await listAwaited(tx, spaceId, versionIds, { kind: COUNT, dimension });
      const known = new Set(awaited.map(({ version_id }) => version_id));
      const last = awaited.at(-1);
      if (last && versionIds.every((id) => known.has(id))) return last.job_id;
      const input = { versionIds: versionIds.filter((id) => !known.has(id)), dimension };
      return context.jobs.enqueue(tx, { spaceId, userId, kind: COUNT, title: '', input });
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
      const { versionIds, dimension } = job.input;
      const result = { version_ids: versionIds };
      for (const [index, versionId] of versionIds.entries()) {
        await job.progress(index / versionIds.length, 'analytics.counting');
        const schedule_id = await countWhereStale(context, versionId, dimension);
        await context.write(async (tx) => {
          await context.push.send(tx, { spaceId: context.spaceId }, 'analytics_changed', { version_id: versionId, schedule_id });
          // The job ends together with its last push: a question that follows the push must not wait for a job that no longer counts newer revisions.
          if (index === versionIds.length - 1) await job.complete(tx, result);
        });
      }
      return result;
    },
  };
}

/** Counts a version unless its stored facts belong to its present revision; returns its schedule. */
async function countWhereStale(context: Context, versionId: number, dimension: string): Promise<number> {
  const { schedule_id, revision } = await getVersion(context, versionId);
  const way = await wayOfSchedule(context, schedule_id);
  const isDone = await context.read((db) => isCounted(db, context.spaceId, { versionId, dimension, conventions: way.key }));
  if (!isDone) await countOnce(context, { version_id: versionId, revision }, dimension, way);
  return schedule_id;
}
