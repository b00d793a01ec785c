import { MOST_LOAD_CELLS, MOST_LOAD_WORKS, type ResourceLoadAnswer, type WorkOfResource } from '@gantry/contract';
import { dayOf, minuteAt, type Period } from '@gantry/domain';
import type { Context } from '../../../platform/context.ts';
import { fail } from '../../../platform/fail.ts';
import { openThread } from '../../../platform/jobs/workers.ts';
import { attributeRightsIn } from '../../catalog/attribute-rights/attribute-rights.service.ts';
import { getNode, listNodesOf } from '../../structure/eps/eps.service.ts';
import { readVersion, valuesOf } from '../edits/edits.service.ts';
import { inSightIn } from '../indicator-values/indicator-values.rollup.service.ts';
import { type IndicatorOfMany, openIndicator } from '../indicator-values/indicator-values.service.ts';
import { listCountedVersions, type VersionHead } from '../version-heads/version-heads.service.ts';
import { resourceSettingsAt } from '../resource-settings/resource-settings.service.ts';
import {
  joinExtents,
  joinWorks,
  type LoadInput,
  type LoadOutcome,
  openSum,
  type PlaceWorks,
  type TableOfLoad,
  tablesOf,
  type VersionOfLoad,
} from './resources.load.rules.ts';
import { sumWorks } from './resources.repository.ts';

export const resourcesThread = openThread<LoadInput, LoadOutcome>(new URL('./resources.thread.ts', import.meta.url));

/** Where load is counted: a version, the schedules below a node, or (null) all of the space. */
export type LoadPlace = { version: number } | { node: number | null };
type Measure = 'units' | 'cost';
type Question = { measure: Measure } & (
  | { period: Period; from?: number; to?: number; over: number }
  | { key: string; from: number; to: number }
);

const dayAt = (text: string): number => dayOf(minuteAt(`${text}T00:00`));

/** Load of the resources of a place by periods. */
export async function readLoad(
  context: Context,
  place: LoadPlace,
  {
    period,
    measure,
    from,
    to,
    filter_indicator: indicatorId,
    wait_ms: waitMs,
  }: { period: Period; measure: Measure; from?: string; to?: string; filter_indicator?: number; wait_ms?: number },
): Promise<ResourceLoadAnswer> {
  const window = { from: from === undefined ? undefined : dayAt(from), to: to === undefined ? undefined : dayAt(to) };
  if (window.from !== undefined && window.to !== undefined && window.from >= window.to) fail('resource.wrong_window');
  const question = { period, measure, ...window, over: await overOf(context, place) };
  const { done, waiting } = await count(context, place, question, { indicatorId, waitMs });
  if (!('load' in done)) throw new Error('the thread answered something else');
  return { ...(done.load ?? failTooLarge()), waiting };
}

const failTooLarge = (): never => fail('resource.load_too_large', { works: MOST_LOAD_WORKS, cells: MOST_LOAD_CELLS });

/** The works of a place that take a resource between two days, each with its schedule. */
export async function readWorks(
  context: Context,
  place: LoadPlace,
  { key, measure, from, to, filter_indicator }: { key: string; measure: Measure; from: string; to: string; filter_indicator?: number },
): Promise<{ total: number; works: WorkOfResource[] }> {
  const window = { from: dayAt(from), to: dayAt(to) };
  if (window.from >= window.to) fail('resource.wrong_window');
  const { done } = await count(context, place, { key, measure, ...window }, { indicatorId: filter_indicator });
  if (!('works' in done)) throw new Error('the thread answered something else');
  const schedules = new Map((await listNodesOf(context, { kind: 'schedule' })).map(({ id, name }) => [id, name]));
  const heads = await schedulesOf(context, place);
  return {
    total: done.works.total,
    works: done.works.works.map((work) => {
      const schedule_id = heads.get(work.version_id) ?? 0;
      return { ...work, schedule_id, schedule: schedules.get(schedule_id) ?? '' };
    }),
  };
}

/** The share of a limit above which the load of a place is beyond it, as its settings say. */
async function overOf(context: Context, place: LoadPlace): Promise<number> {
  const nodeId = 'version' in place ? await readVersion(context, place.version, async ({ head }) => head.schedule_id) : place.node;
  const { thresholds } = await context.read((db) => resourceSettingsAt(db, context.spaceId, nodeId));
  return thresholds.over / 100;
}

async function countedAt(context: Context, node: number | null) {
  if (node !== null) await getNode(context, node);
  return context.read((db) => listCountedVersions(db, context.spaceId, node));
}

/** The schedule of each version of a place. */
async function schedulesOf(context: Context, place: LoadPlace): Promise<Map<number, number>> {
  if ('version' in place) return readVersion(context, place.version, async ({ head }) => new Map([[place.version, head.schedule_id]]));
  return new Map((await countedAt(context, place.node)).map(({ version_id, schedule_id }) => [version_id, schedule_id]));
}

/** The versions of a place as the thread knows them again, at the cost of one question, up to so many works. */
async function headsOf(context: Context, place: LoadPlace, measure: Measure, indicator?: IndicatorOfMany | null): Promise<VersionOfLoad[]> {
  if ('version' in place) return [await headOf(context, place.version, measure, indicator)];
  const counted = await countedAt(context, place.node);
  const { rights, works } = await context.read(async (db) => ({
    rights: await attributeRightsIn(db, context),
    works: await sumWorks(
      db,
      context.spaceId,
      counted.map(({ version_id }) => version_id),
    ),
  }));
  if (works > MOST_LOAD_WORKS) failTooLarge();
  if (measure === 'cost' && counted.some(({ schedule_id }) => rights?.(schedule_id)?.money === false)) failMoney();
  const restricted = counted.filter(({ schedule_id }) => indicator?.judgesIn(schedule_id) && rights?.(schedule_id));
  const seen = indicator && rights ? await inSightIn(context, restricted, [indicator], rights) : new Map<number, ReadonlySet<number>>();
  return counted.map(({ version_id, schedule_id, ...head }) => {
    const version = { id: version_id, chain: chainOf(head) };
    if (indicator === undefined) return version;
    const judges = indicator?.judgesIn(schedule_id) ?? false;
    return { ...version, judged: judges && (seen.get(version_id)?.has(indicator?.id ?? 0) ?? true) };
  });
}

const failMoney = (): never => fail('auth.forbidden', { right: 'cost.read' });

/** The counted load, and how many versions are still to count. */
type Counted = { done: LoadOutcome; waiting: number };
type Asked = { indicatorId?: number; waitMs?: number };

/**
 * Asks the thread, which tells what it lacks: what is counted of a version is read once for each of its revisions. Versions are read and
 * handed over one after the other, so that no more than one is held here and the questions of others are answered in between.
 */
async function count(context: Context, place: LoadPlace, question: Question, { indicatorId, waitMs }: Asked): Promise<Counted> {
  const until = waitMs === undefined ? Infinity : performance.now() + waitMs;
  const indicator = indicatorId === undefined ? undefined : await openIndicator(context, indicatorId);
  const versions = await headsOf(context, place, question.measure, indicator);
  const asked = { ...question, versions, ...(indicator ? { indicator: { id: indicator.id, rules: indicator.rules } } : {}) };
  const first = await resourcesThread.run(asked);
  if (!('missing' in first)) return { done: first, waiting: 0 };
  const waiting = new Map(first.missing.map(({ id, tables }) => [id, tables]));
  let { isCrowded } = first;
  for (const version of versions) {
    if (isCrowded) break;
    const tables = waiting.get(version.id);
    if (!tables) continue;
    const kept = await resourcesThread.run({
      ...asked,
      versions: [{ ...version, ...(await contentOf(context, version.id, tables)) }],
      onlyKeep: true,
    });
    waiting.delete(version.id);
    isCrowded = 'missing' in kept && kept.isCrowded;
    if (performance.now() > until) break;
  }
  if (!isCrowded) {
    const second = await resourcesThread.run({ ...asked, versions: versions.filter(({ id }) => !waiting.has(id)) });
    if (!('missing' in second)) return { done: second, waiting: waiting.size };
  }
  // Where versions displace each other, a further question would find others missing, without an end.
  return { done: await countEach(context, asked), waiting: 0 };
}

/** Asks the thread of one version after the other and adds up what it answers: no two versions are in memory for it at once. */
export async function countEach(context: Context, asked: LoadInput): Promise<LoadOutcome> {
  if ('key' in asked) {
    let works: PlaceWorks = { total: 0, works: [] };
    for (const version of asked.versions) {
      const one = await askOne(context, asked, version);
      if ('works' in one) works = joinWorks(works, one.works);
    }
    return { works };
  }
  const extent = asked.from === undefined || asked.to === undefined ? await extentOfEach(context, asked) : null;
  const window = { from: asked.from ?? extent?.from, to: asked.to ?? extent?.to };
  const sum = openSum(asked.over);
  for (const version of asked.versions) {
    const one = await askOne(context, { ...asked, ...window }, version);
    if ('load' in one && !sum.add(one.load)) break;
  }
  return { load: sum.total() };
}

async function extentOfEach(context: Context, asked: LoadInput) {
  let extent: ReturnType<typeof joinExtents> = null;
  for (const version of asked.versions) {
    const one = await askOne(context, { ...asked, onlyKeep: true }, version);
    if ('missing' in one) extent = joinExtents(extent, one.extent);
  }
  return extent;
}

async function askOne(context: Context, asked: LoadInput, version: VersionOfLoad): Promise<LoadOutcome> {
  const first = await resourcesThread.run({ ...asked, versions: [version] });
  if (!('missing' in first) || !first.missing.length) return first;
  const content = await contentOf(context, version.id, tablesOf(version));
  return resourcesThread.run({ ...asked, versions: [{ ...version, ...content }] });
}

function headOf(context: Context, versionId: number, measure: Measure, indicator?: IndicatorOfMany | null): Promise<VersionOfLoad> {
  return readVersion(context, versionId, async (reader) => {
    const { head, mask } = reader;
    if (measure === 'cost' && mask?.money === false) failMoney();
    const version = { id: versionId, chain: chainOf(head) };
    return indicator === undefined ? version : { ...version, judged: indicator !== null && (await indicator.judges(reader)) };
  });
}

function contentOf(context: Context, versionId: number, tables: readonly TableOfLoad[]): Promise<VersionOfLoad> {
  return readVersion(context, versionId, async (reader) => {
    // Amounts of money reach only answers about money, which ask for their right.
    const { values, head } = reader.whole();
    const own = head.data_date === null ? null : minuteAt(head.data_date);
    const rows = await valuesOf(values, tables);
    return { id: versionId, chain: chainOf(head), content: { rows, dataDate: own, today: minuteAt(context.today) } };
  });
}

const chainOf = ({ revision, chain }: Pick<VersionHead, 'revision' | 'chain'>): string => `${revision} ${chain.toString('hex')}`;
