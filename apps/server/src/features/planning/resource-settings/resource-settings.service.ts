import type { ResourceSettingsAnswer } from '@gantry/contract';
import { nearestSettings, type ResourceSetting, type ResourceSettings } from '@gantry/domain';
import type { Context } from '../../../platform/context.ts';
import { fail } from '../../../platform/fail.ts';
import type { Db, Tx } from '../../../platform/postgres/database.ts';
import { getNode } from '../../structure/eps/eps.service.ts';
import { listSettingsAbove, saveOwnSettings } from './resource-settings.repository.ts';

/** What holds for the resources of a node, or (null) of the space: of each setting what the nearest node says. */
export async function resourceSettingsAt(db: Db, spaceId: number, nodeId: number | null): Promise<ResourceSettings> {
  return nearestSettings((await listSettingsAbove(db, spaceId, nodeId)).map(({ settings }) => settings)).settings;
}

/** What holds at a node or in the space, what is set there itself, and where the rest comes from. */
export async function readResourceSettings(context: Context, nodeId: number | null): Promise<ResourceSettingsAnswer> {
  if (nodeId !== null) await getNode(context, nodeId);
  return context.read((db) => answerOf(db, context.spaceId, nodeId));
}

async function answerOf(db: Db, spaceId: number, nodeId: number | null): Promise<ResourceSettingsAnswer> {
  const chain = await listSettingsAbove(db, spaceId, nodeId);
  const own = chain.at(-1)?.settings ?? {};
  const above = nearestSettings(chain.slice(0, -1).map(({ settings }) => settings));
  const source = (name: ResourceSetting) => {
    const at = above.from[name];
    return at < 0 ? null : { node_id: chain[at].node_id, name: chain[at].name };
  };
  return {
    eps_id: nodeId,
    settings: mutable({ ...above.settings, ...own }),
    own: structuredClone(own) as ResourceSettingsAnswer['own'],
    inherited: mutable(above.settings),
    from: {
      columns: source('columns'),
      period: source('period'),
      thresholds: source('thresholds'),
      timesheet_approval: source('timesheet_approval'),
      reasons: source('reasons'),
    },
  };
}
const mutable = (settings: ResourceSettings) => ({ ...settings, columns: [...settings.columns], reasons: [...settings.reasons] });

/** Sets what a node or the space says; what is left out is as above it. */
export async function saveResourceSettings(context: Context, nodeId: number | null, own: Partial<ResourceSettings>) {
  if (nodeId !== null) await getNode(context, nodeId);
  const { thresholds } = own;
  if (thresholds && thresholds.near > thresholds.over) fail('resource_settings.wrong_thresholds', { ...thresholds });
  return context.write(async (tx) => {
    await saveOwnSettings(tx, context.spaceId, nodeId, own);
    return answerOf(tx, context.spaceId, nodeId);
  });
}

/** Sets who approves the hours of a schedule, beside what else is set there. */
export async function saveApproval(
  tx: Tx,
  spaceId: number,
  scheduleId: number,
  timesheet_approval: ResourceSettings['timesheet_approval'],
): Promise<void> {
  const own = (await listSettingsAbove(tx, spaceId, scheduleId)).at(-1)?.settings;
  await saveOwnSettings(tx, spaceId, scheduleId, { ...own, timesheet_approval });
}
