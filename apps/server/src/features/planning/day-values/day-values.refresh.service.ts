import type { Context } from '../../../platform/context.ts';
import { type Draft, edit, previewEdit } from '../edits/edits.service.ts';
import { settleFacts } from './day-values.facts.service.ts';

/** Sets rows to what their facts of days say, all rows or some; asked for a preview, counts those that would change. */
export async function refreshValues(context: Context, versionId: number, { ids, preview }: { ids?: number[]; preview: boolean }) {
  const work = async (draft: Draft) => {
    const series = ids ? await draft.rowsBy('daySeries', 'itemId', ids) : await draft.all('daySeries');
    const facts = series.filter(({ mode }) => mode === 'fact');
    return settleFacts(
      context,
      draft,
      facts.map(({ itemId }) => itemId),
      facts,
    );
  };
  if (preview) {
    const { result, head } = await previewEdit(context, versionId, work);
    return { revision: head.revision, diff: {}, rows: result.changed.length, refused: result.refused };
  }
  const { revision, diff, result } = await edit(context, versionId, 'values.refresh', work);
  return { revision, diff, rows: result.changed.length, refused: result.refused };
}
