import type { Context } from '../../../../platform/context.ts';
import { attributeRightsIn } from '../../../catalog/attribute-rights/attribute-rights.service.ts';
import { readVersion } from '../../../planning/edits/edits.service.ts';
import type { CountedVersion } from '../../../planning/version-heads/version-heads.service.ts';
import { attributeNamed } from '../facts/analytics.groups.rules.ts';

const ATTRIBUTE = 'attribute:';

/** The versions whose dimension the caller may see. A caller with all rights costs no query. */
export async function withAttributeInSight(
  context: Context,
  versions: readonly CountedVersion[],
  dimension: string,
): Promise<CountedVersion[]> {
  if (!dimension.startsWith(ATTRIBUTE)) return [...versions];
  const rights = await context.read((db) => attributeRightsIn(db, context));
  const seen: CountedVersion[] = [];
  for (const version of versions)
    if (!rights?.(version.schedule_id) || (await seesAttribute(context, version.version_id, dimension.slice(ATTRIBUTE.length))))
      seen.push(version);
  return seen;
}

/** Whether the caller may see an attribute of a version; one that is not there hides nothing. */
export const seesAttribute = (context: Context, versionId: number, named: string): Promise<boolean> =>
  readVersion(context, versionId, async ({ whole, mask }) => {
    const found = attributeNamed(await whole().rows('attribute'), named);
    return !found || !mask?.hidden.has(found.id);
  });
