import { type AnalyticsConventions, analyticsCurve, dashboard, DEFAULT_CONVENTIONS } from '@gantry/contract';
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
  listContents,
  listInEffect,
  listSettingsAbove,
  saveSetting,
  updateSetting,
} from './analytics-settings.repository.ts';
import { conventionsIn, type CountedBy, waysOf } from './analytics-settings.rules.ts';

export type { CountedBy } from './analytics-settings.rules.ts';

/** Dashboards and curves are kept as named settings; any number of curves may be active. */
export const dashboards = presetsOf('dashboard', (content) => dashboard.parse(content));
export const curves = presetsOf('analytics_curve', (content) => analyticsCurve.parse(content), { each: true });

const USUAL: CountedBy = { conventions: DEFAULT_CONVENTIONS, baselineId: null, key: '' };

/** The conventions in effect at each of some nodes. Nodes of the same setting share one object; nodes without any are left out. */
async function conventionsInEffect(db: Db, spaceId: number, nodeIds: readonly number[]): Promise<Map<number, AnalyticsConventions>> {
  const inEffect = await listInEffect(db, spaceId, nodeIds);
  if (!inEffect.length) return new Map();
  const contents = await listContents(db, spaceId, [...new Set(inEffect.map(({ id }) => id))]);
  const conventions = new Map(contents.map(({ id, content }) => [id, conventionsIn(content)]));
  return new Map(inEffect.map(({ node_id, id }) => [node_id, conventions.get(id) ?? DEFAULT_CONVENTIONS]));
}

/** How each of some schedules is counted. A schedule without the version that its conventions name goes by the target dates of its rows. */
export async function countedBy(context: Context, scheduleIds: readonly number[]): Promise<(scheduleId: number) => CountedBy> {
  const ways = await context.read(async (db) => {
    const inEffect = await conventionsInEffect(db, context.spaceId, scheduleIds);
    if (!inEffect.size) return null;
    const named = new Set([...inEffect.values()].flatMap(({ baseline }) => (typeof baseline === 'number' ? [baseline] : [])));
    return waysOf(inEffect, await listBaselines(db, context.spaceId, [...inEffect.keys()], [...named]));
  });
  return (scheduleId) => ways?.get(scheduleId) ?? USUAL;
}

/** The conventions that hold at a node, or (null) in the space. */
export async function conventionsAt(context: Context, nodeId: number | null): Promise<AnalyticsConventions> {
  const rows = await context.read((db) => listSettingsAbove(db, context.spaceId, nodeId));
  return conventionsIn(rows.find(({ active }) => active)?.content ?? {});
}

/** The same of some nodes. */
export async function conventionsOf(context: Context, nodeIds: readonly number[]): Promise<(nodeId: number) => AnalyticsConventions> {
  const known = await context.read((db) => conventionsInEffect(db, context.spaceId, nodeIds));
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
