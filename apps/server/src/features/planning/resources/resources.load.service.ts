import { MOST_WORKS, type ResourceLoadAnswer, type WorkOfResource } from '@gantry/contract';
import { dayOf, indicatorColumn, minuteAt, type Period } from '@gantry/domain';
import type { Context } from '../../../platform/context.ts';
import { fail } from '../../../platform/fail.ts';
import { openThread } from '../../../platform/jobs/workers.ts';
import { getNode, listNodesOf } from '../../structure/eps/eps.service.ts';
import { readVersion, valuesOf } from '../edits/edits.service.ts';
import { listCountedVersions } from '../version-heads/version-heads.service.ts';
import { rowsPassing, withIndicator } from '../wbs/wbs.view.service.ts';
import { resourceSettingsAt } from '../resource-settings/resource-settings.service.ts';
import { LOAD_TABLES } from './resources.load.rules.ts';
import type { LoadInput, LoadOutcome, VersionOfLoad } from './resources.thread.ts';

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
    filter_indicator,
  }: { period: Period; measure: Measure; from?: string; to?: string; filter_indicator?: number },
): Promise<ResourceLoadAnswer> {
  const window = { from: from === undefined ? undefined : dayAt(from), to: to === undefined ? undefined : dayAt(to) };
  if (window.from !== undefined && window.to !== undefined && window.from >= window.to) fail('resource.wrong_window');
  const done = await count(context, place, { period, measure, ...window, over: await overOf(context, place) }, filter_indicator);
  if (!('load' in done)) throw new Error('the thread answered something else');
  return done.load;
}

/** The works of a place that take a resource between two days, each with its schedule. */
export async function readWorks(
  context: Context,
  place: LoadPlace,
  { key, measure, from, to, filter_indicator }: { key: string; measure: Measure; from: string; to: string; filter_indicator?: number },
): Promise<{ total: number; works: WorkOfResource[] }> {
  const window = { from: dayAt(from), to: dayAt(to) };
  if (window.from >= window.to) fail('resource.wrong_window');
  const done = await count(context, place, { key, measure, ...window }, filter_indicator);
  if (!('works' in done)) throw new Error('the thread answered something else');
  const schedules = new Map((await listNodesOf(context, { kind: 'schedule' })).map(({ id, name }) => [id, name]));
  const works = done.works.slice(0, MOST_WORKS);
  const heads = new Map<number, number>();
  for (const { id, scheduleId } of await versionsOf(context, place)) heads.set(id, scheduleId);
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

async function versionsOf(context: Context, place: LoadPlace): Promise<{ id: number; scheduleId: number }[]> {
  if ('version' in place)
    return readVersion(context, place.version, async ({ head }) => [{ id: place.version, scheduleId: head.schedule_id }]);
  const { node } = place;
  if (node !== null) await getNode(context, node);
  const versions = await context.read((db) => listCountedVersions(db, context.spaceId, node));
  return versions.map(({ version_id, schedule_id }) => ({ id: version_id, scheduleId: schedule_id }));
}

/** Works that meet a rule of an indicator; none of a version that it does not judge. */
async function worksMeeting(context: Context, versionId: number, indicatorId: number): Promise<Int32Array> {
  const needed = indicatorColumn(indicatorId);
  const { rows } = await rowsPassing(context, versionId, withIndicator(null, indicatorId), false, { needed });
  return Int32Array.from(rows, ({ id }) => id);
}

/** Asks the thread, which tells what rows it lacks: those of a version are read once for each of its revisions. */
async function count(context: Context, place: LoadPlace, question: Question, indicatorId?: number): Promise<LoadOutcome> {
  const ids = (await versionsOf(context, place)).map(({ id }) => id);
  const versions: VersionOfLoad[] = [];
  for (const id of ids) {
    const head = await headOf(context, id, question.measure);
    versions.push(indicatorId === undefined ? head : { ...head, only: await worksMeeting(context, id, indicatorId) });
  }
  const first = await resourcesThread.run({ ...question, versions });
  if (!('missing' in first)) return first;
  const wanted = new Set(first.missing);
  const whole: VersionOfLoad[] = [];
  for (const version of versions) whole.push(wanted.has(version.id) ? { ...version, ...(await contentOf(context, version.id)) } : version);
  const second = await resourcesThread.run({ ...question, versions: whole });
  if (!('missing' in second)) return second;
  // More versions than the thread keeps, and others pushed them out meanwhile: all are sent.
  const all: VersionOfLoad[] = [];
  for (const version of versions) all.push({ ...version, ...(await contentOf(context, version.id)) });
  return resourcesThread.run({ ...question, versions: all });
}

function headOf(context: Context, versionId: number, measure: Measure): Promise<VersionOfLoad> {
  return readVersion(context, versionId, async ({ head, mask }) => {
    if (measure === 'cost' && mask?.money === false) fail('auth.forbidden', { right: 'cost.read' });
    return { id: versionId, chain: `${head.revision} ${head.chain.toString('hex')}` };
  });
}

function contentOf(context: Context, versionId: number): Promise<VersionOfLoad> {
  return readVersion(context, versionId, async (reader) => {
    // Amounts of money reach only answers about money, which ask for their right.
    const { values, head } = reader.whole();
    const rows = await valuesOf(values, LOAD_TABLES);
    const chain = `${head.revision} ${head.chain.toString('hex')}`;
    return { id: versionId, chain, content: { rows, dataDate: minuteAt(head.data_date ?? context.today) } };
  });
}
