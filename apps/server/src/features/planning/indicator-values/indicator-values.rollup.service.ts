import type { Indicator } from '@gantry/contract';
import type { Context } from '../../../platform/context.ts';
import { fail } from '../../../platform/fail.ts';
import { attributeRightsIn } from '../../catalog/attribute-rights/attribute-rights.service.ts';
import { listIndicatorsOf } from '../../catalog/indicators/indicators.service.ts';
import { getNode, listNodesOf } from '../../structure/eps/eps.service.ts';
import { type CountedVersion, getVersion, listCountedVersions } from '../version-heads/version-heads.service.ts';
import { listResultsOf } from './indicator-values.repository.ts';
import { indexResults, isCurrent, type Part, rollupsOf } from './indicator-values.rollup.rules.ts';
import { inSightOf, startIndicatorsOf } from './indicator-values.service.ts';

/** What indicators say of the versions below a node, or in the whole space, as they were counted last. */
export async function rollUpBelow(context: Context, nodeId: number | null, kind?: 'facility' | 'project' | 'schedule') {
  if (nodeId !== null) await getNode(context, nodeId, kind);
  const versions = (await context.read((db) => listCountedVersions(db, context.spaceId, nodeId))).filter(({ left_out }) => !left_out);
  const children = await listNodesOf(context, { parentId: nodeId });
  const parts = children.map(({ id, name, kind: of }): Part => ({ id, name, kind: of }));
  return rollUp(context, versions, parts, nodeId ?? undefined);
}

/** The same of one version. */
export async function rollUpVersion(context: Context, versionId: number) {
  const { id, name, schedule_id, revision } = await getVersion(context, versionId);
  return rollUp(
    context,
    [{ version_id: id, schedule_id, revision, part_id: id, left_out: false }],
    [{ id, name, kind: 'version' }],
    schedule_id,
  );
}

/** Rolls up indicators over the current space. */
export async function rollUpSpace(context: Context, spaceId: number) {
  if (spaceId !== context.spaceId) fail('space.not_found');
  return rollUpBelow(context, null);
}

/** Stored results without what the caller may not see in a version; counts of rows would reveal values. */
async function resultsInSight(context: Context, versions: readonly CountedVersion[], indicators: readonly Indicator[]) {
  const results = await context.read((db) =>
    listResultsOf(
      db,
      context.spaceId,
      versions.map(({ version_id }) => version_id),
    ),
  );
  const rights = await context.read((db) => attributeRightsIn(db, context));
  if (!rights) return results;
  const seen = new Map<number, Set<number>>();
  const known = new Set(results.map(({ version_id }) => version_id));
  for (const { version_id, schedule_id } of versions)
    if (rights(schedule_id) && known.has(version_id))
      seen.set(version_id, new Set((await inSightOf(context, version_id, indicators)).map(({ id }) => id)));
  return results.filter(({ version_id, indicator_id }) => seen.get(version_id)?.has(indicator_id) ?? true);
}

async function rollUp(context: Context, versions: readonly CountedVersion[], parts: readonly Part[], nodeId?: number) {
  const all = await listIndicatorsOf(context);
  const results = await resultsInSight(context, versions, all);
  const here = new Set(
    (await listIndicatorsOf(context, nodeId)).filter((one) => nodeId !== undefined || one.node_id === null).map(({ id }) => id),
  );
  return { versions: versions.length, indicators: rollupsOf(versions, parts, { all, here }, results) };
}

/** Starts a job that recounts indicators of changed versions below a node; returns the job. */
export async function startIndicatorsBelow(context: Context, nodeId: number): Promise<number> {
  const node = await getNode(context, nodeId);
  const versions = await context.read((db) => listCountedVersions(db, context.spaceId, nodeId));
  const results = await context.read((db) =>
    listResultsOf(
      db,
      context.spaceId,
      versions.map(({ version_id }) => version_id),
    ),
  );
  const stale: CountedVersion[] = [];
  const resultOf = indexResults(results);
  for (const version of versions) {
    const indicators = await listIndicatorsOf(context, version.schedule_id);
    if (!indicators.every(({ id }) => isCurrent(resultOf(version.version_id, id), version))) stale.push(version);
  }
  return startIndicatorsOf(context, node.name, stale);
}
