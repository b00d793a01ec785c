import type { Context } from '../../../platform/context.ts';
import { readVersion } from '../edits/edits.service.ts';
import { updateItems } from '../wbs/wbs.service.ts';
import { progressByDays } from './day-values.rules.ts';

/** Sets the progress of rows to what their values of days say, of all rows or some; asked for a preview, counts those that would change. */
export async function refreshValues(context: Context, versionId: number, { ids, preview }: { ids?: number[]; preview: boolean }) {
  const { changes, revision } = await readVersion(context, versionId, async ({ head, rows, rowsBy }) => {
    const series = ids ? await rowsBy('daySeries', 'itemId', ids) : await rows('daySeries');
    const byItem = Map.groupBy(series, ({ itemId }) => itemId);
    const items = await rows('wbs', [...byItem.keys()]);
    const found = items.flatMap(({ id, type, progress: before }) => {
      const progress = type === 'sum' ? null : progressByDays(byItem.get(id) ?? []);
      return progress === null || progress === before ? [] : [{ id, progress }];
    });
    return { changes: found, revision: head.revision };
  });
  if (preview || !changes.length) return { revision, diff: {}, rows: changes.length, refused: [] };
  const { refused = [], ...done } = await updateItems(context, versionId, changes, true);
  return { ...done, rows: changes.length - refused.length, refused: refused.map(({ id, code }) => ({ id, code })) };
}
