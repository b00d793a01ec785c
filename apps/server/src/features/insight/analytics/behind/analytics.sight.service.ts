import type { Context } from '../../../../platform/context.ts';
import { attributeRightsIn } from '../../../catalog/attribute-rights/attribute-rights.service.ts';
import { readVersion } from '../../../planning/edits/edits.service.ts';
import type { CountedVersion } from '../../../planning/version-heads/version-heads.service.ts';
import { attributeNamed, attributesIn } from '../facts/analytics.groups.rules.ts';

/** The versions whose dimension the caller may see. A caller with all rights costs no query. */
export async function withAttributeInSight(
  context: Context,
  versions: readonly CountedVersion[],
  dimension: string,
): Promise<CountedVersion[]> {
  const attributes = attributesIn(dimension);
  if (!attributes.length) return [...versions];
  const rights = await context.read((db) => attributeRightsIn(db, context));
  const seen: CountedVersion[] = [];
  for (const version of versions)
    if (!rights?.(version.schedule_id) || (await seesAttributes(context, version.version_id, attributes))) seen.push(version);
  return seen;
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
