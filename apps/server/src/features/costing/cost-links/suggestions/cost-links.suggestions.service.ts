import type { Context } from '../../../../platform/context.ts';
import { fail } from '../../../../platform/fail.ts';
import { openThread } from '../../../../platform/jobs/workers.ts';
import { readVersion } from '../../../planning/edits/edits.service.ts';
import { rowOfEstimate } from '../../estimates/estimates.doors.service.ts';
import { estimateAt } from '../../estimates/estimates.service.ts';
import { listFormerWorks, listNamedWorks, stateOfWorks } from '../cost-links.repository.ts';
import type { OfferedWork } from './cost-links.suggestions.rules.ts';
import type { Asked } from './cost-links.suggestions.thread.ts';

export const suggestionsThread = openThread<Asked, OfferedWork[] | null>(new URL('./cost-links.suggestions.thread.ts', import.meta.url));

/** Works for a row of an estimate, the likeliest first (`worksForRow`). The thread keeps the words of versions as long as no name or code changes. */
export async function suggestWorks(context: Context, versionId: number, estimateId: number, estimateRowId: number) {
  const asked = await readVersion(context, versionId, async ({ db, key }) => {
    const estimate = await estimateAt(context, db, estimateId);
    const { code, name, volume_code } =
      (await rowOfEstimate(db, context.spaceId, estimate.id, estimateRowId)) ?? fail('estimate.row_not_found', { id: estimateRowId });
    const former = code === '' ? [] : await listFormerWorks(db, context.spaceId, code);
    const uses = former.flatMap((work) => [work.code, work.name].filter(Boolean).map((text) => [text, work.count] as const));
    return {
      version: `${key.spaceId} ${versionId}`,
      state: await stateOfWorks(db, key),
      row: { code, name, volumeCode: volume_code, uses },
    };
  });
  const known = await suggestionsThread.run({ ...asked, works: null });
  if (known) return { works: known };
  const works = await readVersion(context, versionId, ({ db, key }) => listNamedWorks(db, key));
  return { works: (await suggestionsThread.run({ ...asked, works })) ?? [] };
}
