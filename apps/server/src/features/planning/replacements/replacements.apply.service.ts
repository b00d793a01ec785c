import { MOST_REPLACED_SHOWN, type ReplacementOutcome } from '@gantry/contract';
import { entryOf, type ReplacementKind, type VersionRow, type WbsRow } from '@gantry/domain';
import type { Context } from '../../../platform/context.ts';
import { fail } from '../../../platform/fail.ts';
import { type Draft, edit, previewEdit } from '../edits/edits.service.ts';
import { getDirectoryFor } from '../version-directories/version-directories.service.ts';
import { getVersion } from '../version-heads/version-heads.service.ts';
import { rowsPassing } from '../wbs/wbs.view.service.ts';
import { itemsHaving } from './kinds/replacements.having.service.ts';
import { REPLACERS } from './kinds/replacements.kinds.service.ts';
import type { Replacer } from './kinds/replacements.replacer.rules.ts';
import type { KeptRule } from './replacements.repository.ts';
import { isInWindow } from './replacements.rules.ts';
import { findRule } from './replacements.service.ts';

/** What a rule would change in a version. */
export async function previewRule(context: Context, versionId: number, id: number) {
  const { work } = await prepare(context, versionId, id);
  const { result, head } = await previewEdit(context, versionId, work);
  return { revision: head.revision, ...result };
}

/** Replaces by a rule, as one edit. `revision`: of the preview that people saw. */
export async function applyRule(context: Context, versionId: number, id: number, revision?: number) {
  const { work, scheduleId } = await prepare(context, versionId, id);
  const done = await edit(context, versionId, 'replacement.apply', async (draft) => {
    if (revision !== undefined && draft.head.revision !== revision) fail('replacement.out_of_date');
    const outcome = await work(draft);
    const about = { schedule_id: scheduleId, replacement_id: id };
    await context.push.send(draft.tx, { spaceId: context.spaceId, topic: `replacements ${scheduleId}` }, 'attribute_replaced', about);
    context.note({ node: scheduleId, replacement: id, rows: outcome.total });
    return outcome;
  });
  return { revision: done.revision, diff: done.diff, ...done.result };
}

/** A rule with the rows that it is for, ready for a draft of the same revision. */
async function prepare(context: Context, versionId: number, id: number) {
  const { schedule_id: scheduleId } = await getVersion(context, versionId);
  const rule = await context.read((db) => findRule(db, context.spaceId, scheduleId, id));
  if (rule.what.kind === 'directory_row') await getDirectoryFor(context, versionId, rule.what.directory_id);
  const found = await rowsPassing(context, versionId, 'filter' in rule.rows ? rule.rows.filter : null, FOUND);
  const rows = chosen(found.rows, rule);
  const work = async (draft: Draft) => {
    if (draft.head.revision !== found.revision) fail('replacement.out_of_date');
    return replace(context, draft, rule, { rows, ignored: found.ignored });
  };
  return { work, scheduleId };
}

/** By what rows are chosen. */
const FOUND = ['id', 'code', 'status', 'start', 'finish', 'actualStart', 'actualFinish'] as const;
type FoundRow = Pick<WbsRow, (typeof FOUND)[number]>;

function chosen(all: readonly FoundRow[], { rows, window, remaining_only }: KeptRule): FoundRow[] {
  const isFit = (row: FoundRow): boolean => isInWindow(row, window) && !(remaining_only && row.status === 'completed');
  if ('filter' in rows) return all.filter(isFit);
  const codes = new Set(all.map(({ code }) => code).filter(Boolean));
  const wantedCodes = new Set(rows.items.map(({ code }) => code).filter((code) => codes.has(code)));
  const wantedIds = new Set(rows.items.filter(({ code }) => !codes.has(code)).map(({ id }) => id));
  return all.filter((row) => (wantedCodes.has(row.code) || wantedIds.has(row.id)) && isFit(row));
}

type Found = { rows: readonly FoundRow[]; ignored: string[] };

async function replace(context: Context, draft: Draft, rule: KeptRule, { rows, ignored }: Found): Promise<ReplacementOutcome> {
  const having = await itemsHaving(draft, rule.what);
  const ids = rows.map(({ id }) => id).filter((id) => having?.has(id) ?? true);
  // The rows as they are kept: those of a view show phases by what is below them.
  const before = new Map((await draft.rows('wbs', ids)).map((row) => [row.id, row]));
  const sumsBefore = await sumsOf(draft, ids);
  const replacer = REPLACERS[rule.what.kind] as Replacer<ReplacementKind>;
  const { lines, refused, notes } = await replacer(context, draft, rule.what, [...before.values()], rule);
  const sumsAfter = await sumsOf(draft, ids);
  const after = new Map((await draft.rows('wbs', ids)).map((row) => [row.id, row]));
  const showsMoney = draft.mask?.money !== false;
  const all = lines.map(({ itemId, before: was, after: is }) => {
    const [row, next] = [entryOf(before, itemId), entryOf(after, itemId)];
    const [sum, sumNext] = [sumsBefore(itemId), sumsAfter(itemId)];
    return {
      row_id: itemId,
      code: row.code,
      name: row.name,
      before: was,
      after: is,
      remaining_before: row.remainingMinutes,
      remaining_after: next.remainingMinutes,
      hours_before: sum.hours,
      hours_after: sumNext.hours,
      cost_before: showsMoney ? sum.cost : null,
      cost_after: showsMoney ? sumNext.cost : null,
    };
  });
  const cents = (value: number): number => Math.round(value * 100) / 100;
  return {
    total: all.length,
    rows: all.slice(0, MOST_REPLACED_SHOWN),
    hours: cents(all.reduce((sum, line) => sum + line.hours_after - line.hours_before, 0)),
    cost: showsMoney ? cents(all.reduce((sum, line) => sum + (line.cost_after ?? 0) - (line.cost_before ?? 0), 0)) : null,
    refused: refused
      .slice(0, MOST_REPLACED_SHOWN)
      .map(({ id, code, parameters }) => ({ row_id: id, name: before.get(id)?.name ?? '', code, parameters })),
    notes,
    ignored,
  };
}

/** Hours of people and machines, done and left, and what all assignments of works cost. */
async function sumsOf(draft: Draft, itemIds: readonly number[]): Promise<(itemId: number) => { hours: number; cost: number }> {
  const assignments: VersionRow<'assignment'>[] = itemIds.length ? await draft.rowsBy('assignment', 'itemId', itemIds) : [];
  const ids = [...new Set(assignments.map(({ resourceId }) => resourceId))];
  const kinds = new Map((await draft.rows('resource', ids)).map(({ id, kind }) => [id, kind]));
  const sums = new Map<number, { hours: number; cost: number }>();
  for (const { itemId, resourceId, actualUnits, remainingUnits, actualCost, remainingCost } of assignments) {
    const sum = sums.get(itemId) ?? { hours: 0, cost: 0 };
    if (kinds.get(resourceId) !== 'material') sum.hours += actualUnits + remainingUnits;
    sum.cost += actualCost + remainingCost;
    sums.set(itemId, sum);
  }
  return (itemId) => sums.get(itemId) ?? { hours: 0, cost: 0 };
}
