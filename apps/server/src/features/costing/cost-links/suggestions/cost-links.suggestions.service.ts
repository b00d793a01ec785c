import type { Context } from '../../../../platform/context.ts';
import { fail } from '../../../../platform/fail.ts';
import { openThread } from '../../../../platform/jobs/workers.ts';
import type { Db } from '../../../../platform/postgres/database.ts';
import { readVersion } from '../../../planning/edits/edits.service.ts';
import { levelsOf, presentRows, pricedRows, rowOfEstimate, sectionOfRow } from '../../estimates/estimates.doors.service.ts';
import { estimateAt } from '../../estimates/estimates.service.ts';
import { listFormerWorks, listNamedWorks, listWorksOfElements, stateOfWorks, type VersionKey } from '../cost-links.repository.ts';
import type { NamedWork, OfferedWork } from './cost-links.suggestions.rules.ts';
import type { Asked } from './cost-links.suggestions.thread.ts';

export const suggestionsThread = openThread<Asked, OfferedWork[] | null>(new URL('./cost-links.suggestions.thread.ts', import.meta.url));

/** Works for a row of an estimate, the likeliest first (`worksForRow`). The thread keeps the words of versions as long as no name or code changes. */
export async function suggestWorks(context: Context, versionId: number, estimateId: number, estimateRowId: number) {
  const asked = await readVersion(context, versionId, async ({ db, key, head }) => {
    const estimate = await estimateAt(context, db, estimateId);
    const { code, name, unit, volume_code, guids } =
      (await rowOfEstimate(db, context.spaceId, estimate.id, estimateRowId)) ?? fail('estimate.row_not_found', { id: estimateRowId });
    const former = code === '' ? [] : await listFormerWorks(db, context.spaceId, code);
    const uses = former.flatMap((work) => [work.code, work.name].filter(Boolean).map((text) => [text, work.count] as const));
    const elements = (await listWorksOfElements(db, key, guids)).map(({ item_id, count }) => [item_id, count] as const);
    const section = await sectionOfRow(db, context.spaceId, estimate.id, estimateRowId);
    return {
      version: `${key.spaceId} ${versionId}`,
      state: await stateAt(db, key, head.revision),
      row: { code, name, unit, volumeCode: volume_code, uses, elements, section },
    };
  });
  return { works: await offerFor(asked, () => readVersion(context, versionId, ({ db, key }) => listNamedWorks(db, key))) };
}

const MOST_STATES = 64;
const states = new Map<string, { revision: number; state: string }>();

/** The state of the works of a version, counted once a revision. */
async function stateAt(db: Db, key: VersionKey, revision: number): Promise<string> {
  const version = `${key.spaceId} ${key.versionId}`;
  const before = states.get(version);
  if (before?.revision === revision) return before.state;
  const state = await stateOfWorks(db, key);
  states.delete(version);
  states.set(version, { revision, state });
  for (const oldest of states.keys()) if (states.size > MOST_STATES) states.delete(oldest);
  return state;
}

/** What is offered for a row; the thread is given all that there is to choose from only where it does not know that yet. */
const offerFor = async (asked: Omit<Asked, 'works'>, all: () => Promise<readonly NamedWork[]>): Promise<OfferedWork[]> =>
  (await suggestionsThread.run({ ...asked, works: null })) ?? (await suggestionsThread.run({ ...asked, works: await all() })) ?? [];

const SHOWN_LOST = 200;
/** A row with the same code goes before another with as likely a name. */
const SAME_CODE = 0.04;

/** Rows of links that the estimate has no more, with the rows that no work carries and that look like them. */
export async function offerForLost(context: Context, versionId: number, estimateId: number) {
  const { gone, open, digits, state } = await readVersion(context, versionId, async (reader) => {
    const estimate = await estimateAt(context, reader.db, estimateId);
    const links = await reader.rowsBy('costLink', 'estimateId', [estimateId]);
    const linked = new Map(links.map((link) => [link.estimateRowId, link]));
    const present = new Set(await presentRows(reader.db, context.spaceId, estimateId, [...linked.keys()]));
    const lost = [...linked.values()].filter(({ estimateRowId }) => !present.has(estimateRowId));
    const rows = lost.length ? await pricedRows(reader.db, context.spaceId, estimateId, { texts: false }) : [];
    return {
      gone: lost,
      open: new Map(rows.filter(({ id }) => !linked.has(id)).map((row) => [row.id, row])),
      digits: estimate.digits,
      state: `${estimate.revision} ${reader.head.revision}`,
    };
  });
  const lost = [];
  for (const { estimateRowId: row_id, rowCode: code, rowName: name } of gone.slice(0, SHOWN_LOST)) {
    const asked = {
      version: `${context.spaceId} ${versionId} rows ${estimateId}`,
      state,
      row: { code, name, volumeCode: '', uses: [[name, 1]] as const },
    };
    const offered = open.size ? await offerFor(asked, async () => [...open.values()]) : [];
    const rows = offered.flatMap(({ item_id, score }) => {
      const row = open.get(item_id);
      if (!row) return [];
      const { current, base } = levelsOf(row.base, row.current, digits);
      const likely = Math.min(1, score + (code !== '' && row.code === code ? SAME_CODE : 0));
      return [{ row_id: row.id, number: row.number, code: row.code, name: row.name, amount: current ?? base, score: likely }];
    });
    lost.push({ row_id, code, name, rows: rows.sort((a, b) => b.score - a.score) });
  }
  return { lost, count: gone.length };
}
