import { normalForm } from '@gantry/engine';
import type { Context } from '../../../platform/context.ts';
import { fail } from '../../../platform/fail.ts';
import { readVersion } from '../../planning/edits/edits.service.ts';
import { rowOfEstimate } from '../estimates/estimates.doors.service.ts';
import { estimateAt, likeness } from '../estimates/estimates.service.ts';
import { listFormerWorks } from './cost-links.repository.ts';

const MOST = 8;
const NAME_FROM = 0.3;

/**
 * Works for a row of an estimate, the likeliest first: whose code is the row's volume code; with the code or name of works that rows of this
 * code were linked with in other versions; whose code is the row's; with a name that is much alike.
 */
export async function suggestWorks(context: Context, versionId: number, estimateId: number, estimateRowId: number) {
  return readVersion(context, versionId, async (reader) => {
    const estimate = await estimateAt(context, reader.db, estimateId);
    const row =
      (await rowOfEstimate(reader.db, context.spaceId, estimate.id, estimateRowId)) ??
      fail('estimate.row_not_found', { id: estimateRowId });
    const former = row.code === '' ? [] : await listFormerWorks(reader.db, context.spaceId, row.code);
    const uses = new Map<string, number>();
    for (const { code, name, count } of former)
      for (const text of [code, name].filter(Boolean)) uses.set(normalForm(text), Math.max(uses.get(normalForm(text)) ?? 0, count));
    const most = Math.max(1, ...uses.values());
    const [volume, code] = [normalForm(row.volume_code), normalForm(row.code)];
    const works = (await reader.rows('wbs')).filter(({ type }) => type !== 'sum');
    const offered = works.map((work) => {
      const own = normalForm(work.code);
      const learnt = Math.max(uses.get(own) ?? 0, uses.get(normalForm(work.name)) ?? 0);
      const base = { item_id: work.id, code: work.code, name: work.name };
      if (volume !== '' && own === volume) return { ...base, score: 1, why: 'volume_code' as const };
      if (learnt > 0) return { ...base, score: 0.9 + (0.05 * learnt) / most, why: 'history' as const };
      if (code !== '' && own === code) return { ...base, score: 0.9, why: 'code' as const };
      return { ...base, score: Math.min(0.89, likeness(row.name, work.name)), why: 'name' as const };
    });
    return {
      works: offered
        .filter(({ score }) => score >= NAME_FROM)
        .sort((a, b) => b.score - a.score || a.item_id - b.item_id)
        .slice(0, MOST),
    };
  });
}
