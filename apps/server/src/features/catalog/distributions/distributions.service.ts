import type { DistributionCurve, DistributionsAnswer, DistributionsSaved } from '@gantry/contract';
import {
  type Distribution,
  type Distributions,
  nearestDistributions,
  RESOURCE_MEASURES,
  type ResourceMeasure,
  sameValue,
} from '@gantry/domain';
import { isCurve } from '@gantry/engine';
import type { Context } from '../../../platform/context.ts';
import { fail } from '../../../platform/fail.ts';
import type { Db } from '../../../platform/postgres/database.ts';
import { getNode } from '../../structure/eps/eps.service.ts';
import {
  countSchedulesBelow,
  countTyped,
  countWorks,
  listDistributionsAbove,
  listDistributionsBelow,
  listVersionsBelow,
  type OwnDistributions,
  saveOwnDistributions,
} from './distributions.repository.ts';

/** What a version would hold of distributions instead of what it holds. */
export type ChangedVersion = { id: number; scheduleId: number; items: number; before: Distributions; after: Distributions };

/** What the plan does about distributions: shows how sums move, writes an act into versions, takes one back. */
export type DistributionsOfPlan = {
  /** Somebody has opened the distributions of a node, and will look at a change next. */
  expect(context: Context): void;
  curves(context: Context, versions: readonly ChangedVersion[], measures: readonly ResourceMeasure[]): Promise<DistributionCurve[]>;
  save(context: Context, nodeId: number, values: Distributions, versions: number): Promise<{ act_id: number; job_id: number }>;
  takeBack(context: Context, nodeId: number, actId: number): Promise<number>;
};

/** What holds at a node. */
export async function distributionsAt(db: Db, spaceId: number, nodeId: number): Promise<Distributions> {
  return nearestDistributions((await listDistributionsAbove(db, spaceId, nodeId)).map(({ values }) => values)).values;
}

/** What a version is given of them: null where nothing is set, as versions that were never given any. */
export const givenDistributions = (values: Distributions): Distributions | null => (Object.keys(values).length ? values : null);

/** What a node itself sets. */
export async function ownDistributions(context: Context, nodeId: number): Promise<Distributions> {
  return (await context.read((db) => listDistributionsAbove(db, context.spaceId, nodeId))).at(-1)?.values ?? {};
}

/** Sets what a node says; versions are not written. */
export const keepDistributions = (context: Context, nodeId: number, values: Distributions): Promise<void> =>
  context.write((tx) => saveOwnDistributions(tx, context.spaceId, nodeId, values));

/** What a node sets, what holds there and where it comes from. */
export async function readDistributions(context: Context, nodeId: number): Promise<DistributionsAnswer> {
  await getNode(context, nodeId);
  return context.read(async (db) => {
    const chain = await listDistributionsAbove(db, context.spaceId, nodeId);
    const versions = await listVersionsBelow(db, context.spaceId, nodeId);
    const newest = [...new Map(versions.map((version) => [version.schedule_id, version])).values()];
    const own = chain.at(-1)?.values ?? {};
    return {
      eps_id: nodeId,
      own: Object.fromEntries(Object.entries(own).map(([measure, { mode }]) => [measure, mode])),
      effective: withSources(chain),
      inherited: withSources(chain.slice(0, -1)),
      used_by: {
        schedules: await countSchedulesBelow(db, context.spaceId, nodeId),
        works: await worksOf(db, context.spaceId, newest),
      },
    };
  });
}

/** Above this, works are not counted: what the versions keep of their rows, sums included, is near enough. */
export const MOST_COUNTED = 100_000;

/** Works of versions; where the versions have very many rows, their rows. */
export async function worksOf(
  db: Db,
  spaceId: number,
  versions: readonly { id: number; items: number }[],
  most = MOST_COUNTED,
): Promise<number> {
  const rows = versions.reduce((sum, { items }) => sum + items, 0);
  if (rows > most) return rows;
  return countWorks(
    db,
    spaceId,
    versions.map(({ id }) => id),
  );
}

function withSources(chain: readonly OwnDistributions[]): DistributionsAnswer['effective'] {
  const { values, from } = nearestDistributions(chain.map(({ values: own }) => own));
  const of = (measure: ResourceMeasure) => {
    const value = values[measure];
    const source = chain[from[measure] ?? -1];
    return {
      mode: value?.mode ?? ('evenly' as const),
      curve: value?.mode === 'curve' ? value.curve : null,
      from_eps_id: source?.node_id ?? null,
      from_name: source?.name ?? null,
    };
  };
  return Object.fromEntries(RESOURCE_MEASURES.map((measure) => [measure, of(measure)])) as DistributionsAnswer['effective'];
}

type Wanted = { measure: ResourceMeasure; mode: Distribution['mode'] | null; curve?: number[] | null | undefined };

/** Sets how measures lie below a node, or only looks at what that would do. */
export async function saveDistributions(
  context: Context,
  nodeId: number,
  values: readonly Wanted[],
  { preview, plan }: { preview: boolean; plan: DistributionsOfPlan },
): Promise<DistributionsSaved> {
  await getNode(context, nodeId);
  const own = changed(await ownDistributions(context, nodeId), values);
  const { versions, locked } = await changesOf(context, nodeId, own);
  const measures = RESOURCE_MEASURES.filter((measure) =>
    versions.some(({ before, after }) => !sameValue(before[measure] ?? null, after[measure] ?? null)),
  );
  const ids = versions.map(({ id }) => id);
  const { works, typed } = await context.read(async (db) => ({
    works: await worksOf(db, context.spaceId, versions),
    typed: await countTyped(db, context.spaceId, ids, measures),
  }));
  const affects = { versions: ids.length, works, locked, typed_days_kept: typed };
  if (preview) return { affects, act_id: null, job_id: null, curves: await plan.curves(context, versions, measures) };
  return { affects, curves: null, ...(await plan.save(context, nodeId, own, ids.length)) };
}

function changed(own: Distributions, values: readonly Wanted[]): Distributions {
  const after = { ...own };
  for (const { measure, mode, curve } of values) {
    if (mode === null) delete after[measure];
    else if (mode !== 'curve') after[measure] = { mode };
    else if (!curve || !isCurve(curve)) fail('distributions.wrong_curve');
    else after[measure] = { mode, curve };
  }
  return after;
}

/** The versions below a node that a change of it reaches, each with what it holds and would hold. */
async function changesOf(context: Context, nodeId: number, own: Distributions) {
  return context.read(async (db) => {
    const above = (await listDistributionsAbove(db, context.spaceId, nodeId)).slice(0, -1).map(({ values }) => values);
    const differing = await differingFrom(db, context.spaceId, nodeId, [...above, own]);
    const versions = differing.filter(({ locked }) => !locked);
    return { versions, locked: differing.length - versions.length };
  });
}

/** The versions below a node that hold something else than what holds there, locked ones too. */
export async function listDiffering(db: Db, spaceId: number, nodeId: number): Promise<(ChangedVersion & { locked: boolean })[]> {
  const chain = await listDistributionsAbove(db, spaceId, nodeId);
  return differingFrom(
    db,
    spaceId,
    nodeId,
    chain.map(({ values }) => values),
  );
}

/** Versions below a node that hold something else than `top`, what the node and those above it say, and their own nodes give them. */
async function differingFrom(
  db: Db,
  spaceId: number,
  nodeId: number,
  top: readonly Distributions[],
): Promise<(ChangedVersion & { locked: boolean })[]> {
  const below = await listDistributionsBelow(db, spaceId, nodeId);
  const chains = new Map<number, Distributions>();
  const found: (ChangedVersion & { locked: boolean })[] = [];
  for (const { id, schedule_id: scheduleId, items, locked, values } of await listVersionsBelow(db, spaceId, nodeId)) {
    const after = chains.get(scheduleId) ?? afterAt(below, scheduleId, top);
    chains.set(scheduleId, after);
    const before = values ?? {};
    if (!sameValue(before, after)) found.push({ id, scheduleId, items, locked, before, after });
  }
  return found;
}

/** What would hold at a schedule if the nodes above those in `below` said `top`. */
function afterAt(
  below: ReadonlyMap<number, { parent_id: number; values: Distributions }>,
  scheduleId: number,
  top: readonly Distributions[],
) {
  const own: Distributions[] = [];
  for (let node = below.get(scheduleId); node; node = below.get(node.parent_id)) own.unshift(node.values);
  return nearestDistributions([...top, ...own]).values;
}
