import type { Indicator } from '@gantry/contract';
import type { Context } from '../../../platform/context.ts';
import { fail } from '../../../platform/fail.ts';
import { attributeRightsIn } from '../../catalog/attribute-rights/attribute-rights.service.ts';
import { listIndicatorsOf } from '../../catalog/indicators/indicators.service.ts';
import { getNode, listNodesOf } from '../../structure/eps/eps.service.ts';
import { judged, type JudgedRow } from '../edits/edits.service.ts';
import { type CountedVersion, getVersion, listCountedVersions } from '../version-heads/version-heads.service.ts';
import { listAttributesOf, listResultsOf, listSchedulesBelow } from './indicator-values.repository.ts';
import { indexResults, isCurrent, type Part, rollupsOf } from './indicator-values.rollup.rules.ts';
import { namesReadBy, readsOnlySeen, startIndicatorsOf } from './indicator-values.service.ts';

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
  const known = new Set(results.map(({ version_id }) => version_id));
  const restricted = versions.filter(({ version_id, schedule_id }) => rights(schedule_id) && known.has(version_id));
  const seen = await inSightIn(context, restricted, indicators, rights);
  return results.filter(({ version_id, indicator_id }) => seen.get(version_id)?.has(indicator_id) ?? true);
}

/** The ids of those of some indicators that the caller may know of, by the versions in which the caller is restricted. */
export async function inSightIn(
  context: Context,
  restricted: readonly Pick<CountedVersion, 'version_id' | 'schedule_id'>[],
  indicators: readonly Pick<Indicator, 'id' | 'rules'>[],
  rights: NonNullable<Awaited<ReturnType<typeof attributeRightsIn>>>,
): Promise<Map<number, ReadonlySet<number>>> {
  const seen = new Map<number, ReadonlySet<number>>();
  const namesOf = openNames(indicators);
  for (let from = 0; from < restricted.length; from += VERSIONS_AT_ONCE) {
    const some = restricted.slice(from, from + VERSIONS_AT_ONCE);
    const ids = some.map(({ version_id }) => version_id);
    const rows = await context.read((db) => listAttributesOf(db, context.spaceId, ids));
    const attributesOf = Map.groupBy(rows, ({ version_id }) => version_id);
    for (const { version_id, schedule_id } of some) {
      const attributes = attributesOf.get(version_id) ?? [];
      const there = rights(schedule_id);
      const levels = there?.(attributes.map(judged));
      const hidden = new Set([...(levels ?? [])].flatMap(([id, level]) => (level === 'none' ? [id] : [])));
      const names = namesOf(attributes);
      const inSight = indicators.filter((_, at) => readsOnlySeen(names[at], attributes, { money: there?.money ?? true, hidden }));
      seen.set(version_id, new Set(inSight.map(({ id }) => id)));
    }
  }
  return seen;
}

/** Versions whose attributes are read together. */
const VERSIONS_AT_ONCE = 500;

/** The names that each of some indicators reads; versions of one template call their attributes alike, and are looked at once. */
function openNames(indicators: readonly Pick<Indicator, 'rules'>[]): (attributes: readonly JudgedRow[]) => string[][] {
  const known = new Map<string, string[][]>();
  return (attributes) => {
    const same = JSON.stringify(attributes.map(({ name, type, options }) => [name, type, options]));
    const names = known.get(same) ?? indicators.map((indicator) => namesReadBy(indicator, attributes));
    known.set(same, names);
    return names;
  };
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
  const indicators = await listIndicatorsOf(context);
  const nodes = [...new Set(indicators.flatMap(({ node_id }) => node_id ?? []))];
  const below = await context.read((db) => listSchedulesBelow(db, context.spaceId, nodes));
  for (const version of versions) {
    const own = indicators.filter(({ node_id }) => node_id === null || below.get(node_id)?.has(version.schedule_id));
    if (!own.every(({ id }) => isCurrent(resultOf(version.version_id, id), version))) stale.push(version);
  }
  return startIndicatorsOf(context, node.name, stale);
}
