import { type FigureQuery, type FigureState } from '@gantry/contract';
import { minuteAt, type NodeKind } from '@gantry/domain';
import type { Context } from '../../../platform/context.ts';
import { fail } from '../../../platform/fail.ts';
import { attributeRightsIn } from '../../catalog/attribute-rights/attribute-rights.service.ts';
import {
  type CountedVersion,
  getVersion,
  listCountedVersions,
  listVersionsOf,
} from '../../planning/version-heads/version-heads.service.ts';
import { getNode, listNodesOf } from '../../structure/eps/eps.service.ts';
import { seesWholeSpace } from './analytics.repository.ts';
import type { Part } from './sums/analytics.sums.rules.ts';

/** A place whose figures are asked for: a node, a version, or the whole space. */
export type Scope = { kind: NodeKind | 'version' | 'space'; id: number };
type NamedPart = Omit<Part, 'totals'>;
/** What counts at a place, what stands directly below it, and how many schedules say that they count nothing above themselves. */
export type Place = { versions: CountedVersion[]; parts: NamedPart[]; left_out: number };

/** What counts at a place. */
export async function placeOf(context: Context, scope: Scope, wanted?: FigureQuery['version']): Promise<Place> {
  if (scope.kind === 'space') {
    if (scope.id !== context.spaceId) fail('space.not_found');
    return below(context, null);
  }
  if (scope.kind === 'version') {
    const { id, name, schedule_id, revision } = await getVersion(context, scope.id);
    return {
      versions: [{ version_id: id, schedule_id, revision, part_id: id, left_out: false }],
      parts: [{ id, name, kind: 'version' }],
      left_out: 0,
    };
  }
  await getNode(context, scope.id, scope.kind);
  return scope.kind === 'schedule' && wanted !== undefined ? ofSchedule(context, scope.id, wanted) : below(context, scope.id);
}

/** What counts below any node. */
export async function placeOfNode(context: Context, id: number): Promise<Place & { scope: Scope }> {
  const { kind } = await getNode(context, id);
  return { scope: { kind, id }, ...(await below(context, id)) };
}

async function below(context: Context, id: number | null): Promise<Place> {
  const [all, children] = await Promise.all([
    context.read((db) => listCountedVersions(db, context.spaceId, id)),
    listNodesOf(context, { parentId: id }),
  ]);
  const parts = children.map((node) => ({ id: node.id, name: node.name, kind: node.kind }));
  const versions = all.filter(({ left_out }) => !left_out);
  return { versions, parts, left_out: all.length - versions.length };
}

/** A chosen version of a schedule; of a schedule without such a version nothing counts. */
async function ofSchedule(context: Context, id: number, wanted: NonNullable<FigureQuery['version']>): Promise<Place> {
  const all = await listVersionsOf(context, id);
  const found =
    typeof wanted === 'number'
      ? all.find((one) => one.id === wanted)
      : wanted === 'newest'
        ? all.at(-1)
        : all.findLast(({ kind }) => kind === wanted);
  if (typeof wanted === 'number' && !found) fail('version.not_found', { id: wanted });
  return {
    versions: found ? [{ version_id: found.id, schedule_id: id, revision: found.revision, part_id: id, left_out: false }] : [],
    parts: [],
    left_out: 0,
  };
}

/** Those of some versions whose money the caller may see. */
export async function withMoneyInSight(context: Context, versions: readonly CountedVersion[]): Promise<CountedVersion[]> {
  const rights = await context.read((db) => attributeRightsIn(db, context));
  return versions.filter(({ schedule_id }) => rights?.(schedule_id)?.money ?? true);
}

/** Versions that are behind their plans and named in an answer. */
const MOST_OUTDATED = 100;

/** A state that names the first versions that are behind, and counts the others. */
export function shortened<S extends Pick<FigureState, 'outdated'>>(state: S): S & Pick<FigureState, 'more_outdated'> {
  const more = state.outdated.length - MOST_OUTDATED;
  return more > 0 ? { ...state, outdated: state.outdated.slice(0, MOST_OUTDATED), more_outdated: more } : state;
}

/** What an answer says of the versions behind it. */
export async function stateOf(
  context: Context,
  counted: Pick<FigureState, 'versions' | 'outdated' | 'job_id' | 'computed_at'>,
  { left_out }: Pick<Place, 'left_out'>,
  hidden = 0,
): Promise<FigureState> {
  return { ...shortened(counted), left_out, hidden, partial: !(await context.read((db) => seesWholeSpace(db))) };
}

/** The day that a version is counted at. */
export const dataDateAt = (context: Context, kept: string | null): number => minuteAt(kept ?? context.now().toISOString().slice(0, 16));
