import {
  type AnalyticsConventions,
  analyticsConventions,
  analyticsCurve,
  dashboard,
  DEFAULT_CONVENTIONS,
  USUAL_PROMISE,
} from '@gantry/contract';
import type { Context } from '../../../platform/context.ts';
import type { Db } from '../../../platform/postgres/database.ts';
import { fail } from '../../../platform/fail.ts';
import { presetsOf } from '../../access/presets/presets.service.ts';
import { holdsAt, holdsInSpace } from '../../access/roles/roles.access.service.ts';
import { getVersion } from '../../planning/version-heads/version-heads.service.ts';
import { getNode } from '../../structure/eps/eps.service.ts';
import {
  activate,
  deleteSetting,
  findSetting,
  isNameTaken,
  listBaselines,
  listInEffect,
  listSettingsAbove,
  saveSetting,
  updateSetting,
} from './analytics-settings.repository.ts';

/** Dashboards and curves are kept as named settings; any number of curves may be active. */
export const dashboards = presetsOf('dashboard', (content) => dashboard.parse(content));
export const curves = presetsOf('analytics_curve', (content) => analyticsCurve.parse(content), { each: true });

const conventionsIn = (content: unknown): AnalyticsConventions => {
  const { data } = analyticsConventions.safeParse({ ...DEFAULT_CONVENTIONS, ...(content as object) });
  return data ?? DEFAULT_CONVENTIONS;
};

/** How a schedule is counted: the version that stands for its promise, null for the target dates of its rows, and a name for all that. */
export type CountedBy = { conventions: AnalyticsConventions; baselineId: number | null; key: string };
const USUAL: CountedBy = { conventions: DEFAULT_CONVENTIONS, baselineId: null, key: '' };

/** How each of some schedules is counted. A schedule without the version that its conventions name goes by the target dates of its rows. */
export async function countedBy(context: Context, scheduleIds: readonly number[]): Promise<(scheduleId: number) => CountedBy> {
  const ways = await context.read(async (db) => {
    const found = await listInEffect(db, context.spaceId, scheduleIds);
    if (!found.length) return null;
    const inEffect = new Map(found.map(({ node_id, content }) => [node_id, conventionsIn(content)]));
    const named = [...inEffect].flatMap(([, { baseline }]) => (typeof baseline === 'number' ? [baseline] : []));
    const baselines = await listBaselines(db, context.spaceId, [...inEffect.keys()], named);
    return new Map([...inEffect].map(([id, conventions]) => [id, wayOf(id, conventions, baselines)]));
  });
  return (scheduleId) => ways?.get(scheduleId) ?? USUAL;
}

function wayOf(scheduleId: number, conventions: AnalyticsConventions, baselines: Awaited<ReturnType<typeof listBaselines>>): CountedBy {
  const { baseline: wanted, technique, budget, promise } = conventions;
  const baseline = baselines.findLast(
    ({ id, schedule_id, is_target }) => schedule_id === scheduleId && (wanted === 'target' ? is_target : id === wanted),
  );
  const against = baseline ? `${baseline.id}:${baseline.revision}:${budget}` : '';
  const counted = technique === 'progress' && !against ? '' : `${technique} ${against}`;
  const isUsual = promise.by === USUAL_PROMISE.by && promise.tolerance === USUAL_PROMISE.tolerance;
  const key = isUsual ? counted : `${counted} ${promise.by} ${promise.tolerance}`;
  return { conventions, baselineId: baseline?.id ?? null, key };
}

/** The conventions that hold at a node, or (null) in the space. */
export async function conventionsAt(context: Context, nodeId: number | null): Promise<AnalyticsConventions> {
  const rows = await context.read((db) => listSettingsAbove(db, context.spaceId, nodeId));
  return conventionsIn(rows.find(({ active }) => active)?.content ?? {});
}

/** The same of some nodes. */
export async function conventionsOf(context: Context, nodeIds: readonly number[]): Promise<(nodeId: number) => AnalyticsConventions> {
  const rows = await context.read((db) => listInEffect(db, context.spaceId, nodeIds));
  const known = new Map(rows.map(({ node_id, content }) => [node_id, conventionsIn(content)]));
  return (nodeId) => known.get(nodeId) ?? DEFAULT_CONVENTIONS;
}

/** The conventions that a node can go by, and those that it does. */
export async function listSettings(context: Context, nodeId: number | null) {
  if (nodeId !== null) await getNode(context, nodeId);
  const rows = await context.read((db) => listSettingsAbove(db, context.spaceId, nodeId));
  const inEffect = rows.find(({ active }) => active);
  return {
    items: rows.map(({ id, name, node_id, scope_name, active, content }) => ({
      id,
      name,
      scope: node_id,
      scope_name,
      active,
      content: conventionsIn(content),
    })),
    in_effect: inEffect?.id ?? null,
    conventions: conventionsIn(inEffect?.content ?? {}),
  };
}

/** Refuses a version as baseline that is not of the schedule that the conventions are for. */
async function checkBaseline(context: Context, nodeId: number | null, { baseline }: AnalyticsConventions): Promise<void> {
  if (typeof baseline === 'number' && (await getVersion(context, baseline)).schedule_id !== nodeId)
    fail('analytics_settings.foreign_version');
}

async function refuseTaken(db: Db, context: Context, named: { nodeId: number | null; name: string; except: number }): Promise<void> {
  if (await isNameTaken(db, context.spaceId, named)) fail('analytics_settings.name_taken', { name: named.name });
}

type NewSetting = { name: string; scope: number | null; content: AnalyticsConventions; active: boolean };

export async function createSetting(context: Context, { scope, active, ...setting }: NewSetting): Promise<number> {
  if (scope !== null) await getNode(context, scope);
  await checkBaseline(context, scope, setting.content);
  return context.write(async (tx) => {
    await refuseTaken(tx, context, { nodeId: scope, name: setting.name, except: 0 });
    const id = await saveSetting(tx, context.spaceId, scope, setting);
    if (active) await activate(tx, context.spaceId, scope, id);
    return id;
  });
}

/** Conventions of a node at which the caller may change the structure. */
async function mustOwn(context: Context, id: number) {
  return context.read(async (db) => {
    const found = (await findSetting(db, context.spaceId, id)) ?? fail('analytics_settings.not_found', { id });
    const { node_id } = found;
    const may = node_id === null ? holdsInSpace(context, db, 'structure.edit') : holdsAt(context, db, node_id, 'structure.edit');
    if (!(await may)) fail('auth.forbidden', { right: 'structure.edit' });
    return found;
  });
}

export async function changeSetting(
  context: Context,
  id: number,
  change: { name?: string; content?: AnalyticsConventions },
): Promise<void> {
  const { node_id } = await mustOwn(context, id);
  if (change.content) await checkBaseline(context, node_id, change.content);
  await context.write(async (tx) => {
    if (change.name !== undefined) await refuseTaken(tx, context, { nodeId: node_id, name: change.name, except: id });
    await updateSetting(tx, context.spaceId, id, change);
  });
}

export async function activateSetting(context: Context, id: number, active: boolean): Promise<void> {
  const found = await mustOwn(context, id);
  if (!active && !found.active) return;
  await context.write((tx) => activate(tx, context.spaceId, found.node_id, active ? id : null));
}

export async function removeSetting(context: Context, id: number): Promise<void> {
  await mustOwn(context, id);
  await context.write((tx) => deleteSetting(tx, context.spaceId, id));
}

/** A node goes by the conventions above it again. */
export async function resetSettings(context: Context, scope: number | null): Promise<void> {
  if (scope !== null) await getNode(context, scope);
  await context.write((tx) => activate(tx, context.spaceId, scope, null));
}

/** Own and shared dashboards; which one is shown at a target: its own, else that of the kind of the node, else that of everything. */
export async function listDashboards(context: Context, target: string) {
  const items = await dashboards.list(context, target);
  const active = items.find((one) => one.active)?.id;
  if (active !== undefined || target === '') return { items, in_effect: active ?? null };
  const kind = /^[1-9]\d{0,14}$/.test(target) ? [(await getNode(context, Number(target))).kind] : [];
  for (const wider of [...kind, '']) {
    const found = (await dashboards.list(context, wider)).find((one) => one.active);
    if (found) return { items, in_effect: found.id };
  }
  return { items, in_effect: null };
}
