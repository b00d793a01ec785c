import type { CatalogSource } from '@gantry/contract';
import type { Context } from '../../../platform/context.ts';
import { listTakeable } from '../../catalog/attributes/attributes.service.ts';
import { followedFields, listCalendarsOf } from '../../catalog/calendars/calendars.service.ts';
import { takeOver } from '../attribute-values/attribute-values.service.ts';
import type { Draft } from '../edits/edits.service.ts';
import { settle } from '../version-directories/version-directories.service.ts';
import { getVersion } from '../versions/versions.service.ts';

/** Makes the edit that brings a version up to a source as it is now. */
type Follow = (context: Context, versionId: number, sourceId: number) => Promise<(draft: Draft) => Promise<void>>;

/** What relations lead to is counted along chains: whichever link has changed, all values are looked at. */
const byDirectories: Follow = async () => (draft) => settle(draft, null);

/** How versions follow each kind of source. */
export const FOLLOW: Record<CatalogSource, Follow> = {
  directory: byDirectories,
  relation: byDirectories,
  coefficient: byDirectories,
  async calendar(context, versionId, sourceId) {
    const { schedule_id } = await getVersion(context, versionId);
    const source = (await listCalendarsOf(context, schedule_id)).find(({ id }) => id === sourceId);
    return async (draft) => {
      if (!source) return;
      for (const row of await draft.rowsBy('calendar', 'sourceId', [sourceId])) draft.update('calendar', row.id, followedFields(source));
    };
  },
  async attribute(context, versionId, sourceId) {
    const { schedule_id } = await getVersion(context, versionId);
    const source = (await listTakeable(context, schedule_id)).filter((one) => one.sourceId === sourceId);
    return (draft) => takeOver(draft, source);
  },
};
