import { MOST_WORKS, type ResourceLoadAnswer, type WorkOfResource } from '@gantry/contract';
import { dayOf, minuteAt, type Period } from '@gantry/domain';
import type { Context } from '../../../platform/context.ts';
import { fail } from '../../../platform/fail.ts';
import { openThread } from '../../../platform/jobs/workers.ts';
import { attributeRightsIn } from '../../catalog/attribute-rights/attribute-rights.service.ts';
import { getNode, listNodesOf } from '../../structure/eps/eps.service.ts';
import { readVersion, valuesOf } from '../edits/edits.service.ts';
import { type IndicatorOfMany, openIndicator } from '../indicator-values/indicator-values.service.ts';
import { listCountedVersions, type VersionHead } from '../version-heads/version-heads.service.ts';
import { resourceSettingsAt } from '../resource-settings/resource-settings.service.ts';
import { type LoadInput, type LoadOutcome, type TableOfLoad, tablesOf, type VersionOfLoad } from './resources.load.rules.ts';

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
  return { ...done.load, waiting };
}

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
  const works = done.works.slice(0, MOST_WORKS);
  const heads = await schedulesOf(context, place);
  return {
    total: done.works.length,
    works: works.map((work) => {
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

/** The versions of a place as the thread knows them again, at the cost of one question; those in which the caller is restricted are asked one by one. */
async function headsOf(context: Context, place: LoadPlace, measure: Measure, indicator?: IndicatorOfMany | null): Promise<VersionOfLoad[]> {
  if ('version' in place) return [await headOf(context, place.version, measure, indicator)];
  const counted = await countedAt(context, place.node);
  const rights = await context.read((db) => attributeRightsIn(db, context));
  const heads: VersionOfLoad[] = [];
  for (const { version_id, schedule_id, ...head } of counted) {
    if (rights?.(schedule_id)) heads.push(await headOf(context, version_id, measure, indicator));
    else {
      const version = { id: version_id, chain: chainOf(head) };
      heads.push(indicator === undefined ? version : { ...version, judged: indicator?.judgesIn(schedule_id) ?? false });
    }
  }
  return heads;
}

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
    const tables = waiting.get(version.id);
    if (!tables) continue;
    const kept = await resourcesThread.run({
      ...asked,
      versions: [{ ...version, ...(await contentOf(context, version.id, tables)) }],
      onlyKeep: true,
    });
    waiting.delete(version.id);
    isCrowded ||= 'missing' in kept && kept.isCrowded;
    // Where versions displace each other, a second question would find others missing, without an end.
    if (performance.now() > until && !isCrowded) break;
  }
  const second = await resourcesThread.run({ ...asked, versions: versions.filter(({ id }) => !waiting.has(id)) });
  if (!('missing' in second)) return { done: second, waiting: waiting.size };
  // More versions than the thread keeps, and others pushed them out meanwhile: all are sent.
  const all: VersionOfLoad[] = [];
  for (const version of versions) all.push({ ...version, ...(await contentOf(context, version.id, tablesOf(version))) });
  return { done: await resourcesThread.run({ ...asked, versions: all }), waiting: 0 };
}

function headOf(context: Context, versionId: number, measure: Measure, indicator?: IndicatorOfMany | null): Promise<VersionOfLoad> {
  return readVersion(context, versionId, async (reader) => {
    const { head, mask } = reader;
    if (measure === 'cost' && mask?.money === false) fail('auth.forbidden', { right: 'cost.read' });
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
