import type { AiAccepted, AiExample, AiProposal } from '@gantry/contract';
import type { Context } from '../../../platform/context.ts';
import { fail } from '../../../platform/fail.ts';
import { openThread } from '../../../platform/jobs/workers.ts';
import { holdsAt } from '../../access/roles/roles.access.service.ts';
import { edit, previewEdit } from '../../planning/edits/edits.service.ts';
import { getVersion } from '../../planning/version-heads/version-heads.service.ts';
import { divide, rowToDivide } from './ai.divide.service.ts';
import { pathOf, volumeOf } from './ai.examples.rules.ts';
import { versionsToLearnFrom } from './ai.learn.service.ts';
import { normsOf, refuseStrange, withWork } from './norms/ai.norms.service.ts';
import { stemOfName } from './ai.names.rules.ts';
import type { NamesInput } from './ai.names.thread.ts';
import { type AskedRow, fitOf, LEAST_LIKENESS, proposeParts } from './ai.propose.rules.ts';
import { findProposal, listExamples, readStems, saveApplied, saveProposal } from './ai.repository.ts';
import { askThread } from './ai.reading.service.ts';
import { checksOf, proposalRows } from './ai.rules.ts';
import { type AiModel, refine } from './model/ai.model.service.ts';

export { aiLearnJob } from './ai.learn.service.ts';
export { openAi } from './ai.reading.service.ts';

/** Names are looked through beside dates that are tried: neither waits for the other. */
export const aiNamesThread = openThread<NamesInput, string[]>(new URL('./ai.names.thread.ts', import.meta.url));

/** Different names that are looked through, stems that are looked at closer, and examples of each. */
const MOST_STEMS = 200_000;
const NEAR_STEMS = 60;
const OF_EACH = 12;
/** A name may differ more where what stands above is the same. */
const LEAST_BY_NAME = LEAST_LIKENESS - 0.1;

/** A version whose plan the caller may read. */
export async function readableVersion(context: Context, versionId: number, right: 'plan.read' | 'plan.edit' = 'plan.read') {
  const version = await getVersion(context, versionId);
  for (const needed of [right, 'ai.use'] as const)
    if (!(await context.read((db) => holdsAt(context, db, version.schedule_id, needed)))) fail('auth.forbidden', { right: needed });
  return version;
}

/** Proposes the parts of a row from rows like it that the caller may read, tried by the engine. */
export async function decompose(
  context: Context,
  asked: { version_id: number; wbs_id: number; hint?: string | undefined; model?: boolean | undefined },
  model: AiModel | null,
): Promise<AiProposal> {
  const { version_id: versionId, wbs_id: itemId } = asked;
  const version = await readableVersion(context, versionId);
  const { row, assignments, links } = await rowOf(context, versionId, itemId);
  const { ids, state } = await versionsToLearnFrom(context, version);
  const stem = stemOfName(asked.hint ? `${row.name} ${asked.hint}` : row.name);
  const question: AskedRow = { stem, path: row.path, minutes: row.durationMinutes, volume: row.volume, unit: row.volumeUnit };
  const known = await nearExamples(context, { versionId, itemId, ids, question });
  const found = stem ? proposeParts(question, known) : null;
  const { revision } = row;
  if (!found) return { ...nothingAlike(), revision, state };
  const examples = found.examples.map(({ at, likeness }): AiExample => {
    const { version_id, schedule_id, schedule, itemId, name } = known[at];
    return { version_id, schedule_id, schedule, row_id: itemId, name, likeness };
  });
  const norms = await normsOf(context, version.schedule_id, found.parts);
  const offered = proposalRows(found, new Map(found.examples.map(({ at }, place) => [at, place])), norms);
  const shown = {
    row: shownRow(row, asked.hint),
    examples: found.examples.map(({ at }) => known[at]),
    offered,
    minutes: row.durationMinutes,
  };
  const tries = (parts: typeof offered) => tried(context, versionId, itemId, { ...parts, revision });
  const refined = asked.model ? await refine(context, model, shown, tries) : { result: null, silence: null };
  const { rows, relations, dates } = refined.result ?? (await tries(offered));
  const checks = checksOf({ row, rows, examples: examples.length, assignments, links, dates });
  const by = refined.result && model ? model.name : null;
  const of = { itemId, rowName: row.name, revision, authorId: context.userId, author: context.userName };
  const key = { spaceId: context.spaceId, versionId };
  const history_id = await context.write((tx) => saveProposal(tx, key, of, { rows, relations, examples, model: by }));
  const source = by === null ? 'history' : 'model';
  return { history_id, revision, rows, relations, examples, checks, dates, source, model: by, silence: refined.silence, state };
}

const nothingAlike = (): Omit<AiProposal, 'revision' | 'state'> => ({
  history_id: null,
  rows: [],
  relations: [],
  examples: [],
  checks: [],
  dates: null,
  source: 'history',
  model: null,
  silence: null,
});

type DividedRow = { name: string; type: string; volumeUnit: string; volume: number | null; path: string };

const shownRow = ({ name, type, volumeUnit: unit, volume, path }: DividedRow, hint = '') => ({ name, type, unit, volume, path, hint });

/** A row that can be divided, with what hangs on it. */
async function rowOf(context: Context, versionId: number, itemId: number) {
  const { result } = await previewEdit(context, versionId, async (draft) => {
    const row = await rowToDivide(draft, itemId);
    const above = new Map<number, { id: number; parentId: number | null; name: string }>();
    for (let id = row.parentId; id !== null && !above.has(id);) {
      const parent = await draft.find('wbs', id);
      if (!parent) break;
      above.set(id, parent);
      id = parent.parentId;
    }
    const [carried] = (await draft.rowsBy('directoryValue', 'itemId', [itemId])).filter(({ broughtById }) => broughtById === null);
    const { volume, unit: volumeUnit } = volumeOf({
      ...row,
      carried: carried ?? null,
    });
    const assignments = (await draft.rowsBy('assignment', 'itemId', [itemId])).length;
    const links = (await draft.rowsBy('link', 'itemId', [itemId])).length;
    return { row: { ...row, volume, volumeUnit, path: pathOf(row, above), revision: draft.head.revision }, assignments, links };
  });
  return result;
}

type Near = { versionId: number; itemId: number; ids: readonly number[]; question: AskedRow };

async function nearExamples(context: Context, { versionId, itemId, ids, question }: Near) {
  const key = { spaceId: context.spaceId, versionId };
  const stems = await context.read((db) => readStems(db, context.spaceId, ids, MOST_STEMS));
  const near = await aiNamesThread.run({ stems, stem: question.stem, most: NEAR_STEMS, least: LEAST_BY_NAME });
  if (!near.length) return [];
  const examples = await context.read((db) => listExamples(db, key, ids, near, OF_EACH));
  // The same row of another version of its schedule is what was done with it there.
  return examples
    .filter((one) => one.version_id !== versionId || one.itemId !== itemId)
    .toSorted((a, b) => fitOf(question, b) - fitOf(question, a));
}

/** Parts with what their norms come to, and what they would do to dates; null where the version has changed meanwhile. */
async function tried(
  context: Context,
  versionId: number,
  itemId: number,
  { revision, rows, relations }: Pick<AiProposal, 'revision' | 'rows' | 'relations'>,
): Promise<Pick<AiProposal, 'rows' | 'relations' | 'dates'>> {
  const { diff, head, result } = await previewEdit(context, versionId, (draft) => divide(draft, itemId, rows, relations));
  const { spaceId, today } = context;
  const tries = { ...(diff.wbs ? { wbs: diff.wbs } : {}), ...(diff.relation ? { relation: diff.relation } : {}) };
  const isSame = head.revision === revision;
  const dates = isSame ? await askThread(context, { do: 'dates', spaceId, versionId, revision, today, diff: tries, itemId }) : null;
  return { rows: withWork(rows, result.itemIds, diff), relations, dates };
}

/** Divides a row into accepted parts, as one edit. */
export async function applyProposal(context: Context, { history_id: id, revision, rows, relations }: AiAccepted) {
  const kept = await context.read((db) => findProposal(db, context.spaceId, id));
  if (!kept) fail('ai.not_found', { id });
  const { schedule_id } = await readableVersion(context, kept.version_id, 'plan.edit');
  await refuseStrange(context, schedule_id, rows);
  context.note({ version: kept.version_id, item: kept.item_id, rows: rows.length });
  const done = await edit(context, kept.version_id, 'ai.divide', async (draft) => {
    const row = await rowToDivide(draft, kept.item_id);
    // Others may work on other rows meanwhile; the row itself must be the one that the proposal was made for.
    if (revision !== kept.revision || row.name !== kept.row_name) fail('ai.out_of_date', { name: row.name });
    const proposed = new Map(kept.proposed.rows.map((one) => [one.key, one.minutes]));
    // A duration that nobody has changed is the norm's, also for another volume.
    const typed = new Set(rows.filter(({ key, minutes }) => proposed.get(key) !== minutes).map(({ key }) => key));
    const divided = await divide(draft, kept.item_id, rows, relations, typed);
    await saveApplied(draft.tx, kept, { rows, relations }, draft.head.revision + 1);
    return divided;
  });
  return { revision: done.revision, diff: done.diff, row_ids: done.result.itemIds };
}
