import type { AttributeLevel } from '@gantry/domain';
import type { Context } from '../../../../platform/context.ts';
import { attributeRightsIn } from '../../../catalog/attribute-rights/attribute-rights.service.ts';
import { judged, readVersion } from '../../../planning/edits/edits.service.ts';
import type { CountedVersion } from '../../../planning/version-heads/version-heads.service.ts';
import { listAttributes } from '../analytics.repository.ts';
import { attributeNamed, attributesIn } from '../facts/analytics.groups.rules.ts';

/** Versions whose attributes are read together. */
const VERSIONS_AT_ONCE = 500;

/** The versions whose dimension the caller may see. A caller with all rights costs no query. */
export async function withAttributeInSight(
  context: Context,
  versions: readonly CountedVersion[],
  dimension: string,
): Promise<CountedVersion[]> {
  const names = attributesIn(dimension);
  if (!names.length) return [...versions];
  const rights = await context.read((db) => attributeRightsIn(db, context));
  const bound = versions.filter(({ schedule_id }) => rights?.(schedule_id));
  const hiding = new Set<number>();
  // Versions of one template have the same attributes: their rights are worked out once.
  const known = new Map<NonNullable<ReturnType<NonNullable<typeof rights>>>, Map<string, ReadonlyMap<number, AttributeLevel>>>();
  for (let from = 0; from < bound.length; from += VERSIONS_AT_ONCE) {
    const some = bound.slice(from, from + VERSIONS_AT_ONCE);
    const ids = some.map(({ version_id }) => version_id);
    const attributes = Map.groupBy(await context.read((db) => listAttributes(db, context.spaceId, ids)), ({ version_id }) => version_id);
    for (const { version_id, schedule_id } of some) {
      const own = (attributes.get(version_id) ?? []).map(({ attribute }) => attribute);
      const named = names.flatMap((name) => attributeNamed(own, name) ?? []);
      const there = rights?.(schedule_id);
      // One that is not there hides nothing.
      if (!named.length || !there) continue;
      const byAttributes = known.get(there) ?? new Map<string, ReadonlyMap<number, AttributeLevel>>();
      known.set(there, byAttributes);
      const same = JSON.stringify(own);
      const levels = byAttributes.get(same) ?? there(own.map(judged));
      byAttributes.set(same, levels);
      if (named.some(({ id }) => levels.get(id) === 'none')) hiding.add(version_id);
    }
  }
  return versions.filter(({ version_id }) => !hiding.has(version_id));
}

/** Whether the caller may see some attributes of a version; one that is not there hides nothing. */
export const seesAttributes = (context: Context, versionId: number, names: readonly string[]): Promise<boolean> =>
  readVersion(context, versionId, async ({ whole, mask }) => {
    const attributes = await whole().rows('attribute');
    return names.every((named) => {
      const found = attributeNamed(attributes, named);
      return !found || !mask?.hidden.has(found.id);
    });
  });
