import type { AiNorm, AiPart, AiRelation } from '@gantry/contract';
import { entryOf, formatMinute, minuteAt, TYPES_WITH_CHILDREN, type VersionRow } from '@gantry/domain';
import { fail } from '../../../platform/fail.ts';
import type { Draft } from '../../planning/edits/edits.service.ts';
import { giveNorms } from '../../planning/version-directories/assign/version-directories.norms.service.ts';
import { applyPatch, newRow, workingTimeOf } from '../../planning/wbs/wbs.service.ts';
import { childrenOf, place } from '../../planning/wbs/wbs.tree.service.ts';
import { endsOf, cycleIn } from './ai.rules.ts';

type Relation = VersionRow<'relation'>;

/** The row that is to be divided; refused where it cannot be. */
export async function rowToDivide(draft: Draft, itemId: number): Promise<VersionRow<'wbs'>> {
  const row = await draft.find('wbs', itemId);
  if (!row) fail('wbs.not_found', { id: itemId });
  if (!TYPES_WITH_CHILDREN.includes(row.type)) fail('ai.wrong_type', { name: row.name });
  if ((await childrenOf(draft, itemId)).length) fail('ai.has_parts', { name: row.name });
  if (row.status !== 'not_started' || row.progress > 0 || row.actualStart) fail('ai.begun', { name: row.name });
  return row;
}

/**
 * Divides a row into parts: what came before it now comes before the parts that no other part leads to, and what followed it follows the
 * parts that lead to no other. The duration of a part with a norm is what the norm comes to, unless its key is among `typed`.
 */
export async function divide(
  draft: Draft,
  itemId: number,
  parts: readonly AiPart[],
  relations: readonly AiRelation[],
  typed: ReadonlySet<string> = new Set(),
): Promise<{ itemIds: number[]; moved: number }> {
  const row = await rowToDivide(draft, itemId);
  const cycle = cycleIn(parts, relations);
  if (cycle) fail('relation.cycle', { path: cycle.join(' → ') });
  if (new Set(relations.map(({ from, to, type }) => `${from} ${to} ${type}`)).size < relations.length) fail('relation.exists');
  const time = (await workingTimeOf(draft))({ calendarId: row.calendarId });
  const start = row.start ?? (draft.head.data_date && formatMinute(time.startFrom(minuteAt(draft.head.data_date))));
  const idOf = new Map<string, number>();
  for (const { key, name, type, minutes, volume, unit, norm } of parts) {
    const id = draft.newId();
    const isMilestone = type === 'milestone_start' || type === 'milestone_finish';
    const empty = { ...newRow(id, type), calendarId: row.calendarId, start, finish: start };
    const duration = isMilestone ? {} : { durationMinutes: minutes };
    const outcome = applyPatch(
      empty,
      { name, ...duration, ...(norm ? {} : { volume, volumeUnit: volume === null ? '' : unit }) },
      false,
      time,
    );
    if ('refused' in outcome) fail(outcome.refused.code, outcome.refused.parameters);
    draft.insert('wbs', { ...empty, ...outcome.patch, parentId: itemId });
    idOf.set(key, id);
  }
  const moved = await moveRelations(draft, itemId, endsOf(parts, relations), idOf);
  const itemIds = [...idOf.values()];
  await place(draft, itemIds, itemId, 'last');
  const carried = parts.flatMap(({ key, volume, unit, norm }) =>
    norm ? [{ itemId: entryOf(idOf, key), volume, volumeUnit: unit, crew: norm.crew, rule: norm.rule, ...placeOf(norm) }] : [],
  );
  await giveNorms(draft, carried);
  for (const { key, minutes, norm } of parts) {
    if (!norm || !typed.has(key)) continue;
    const part = await draft.find('wbs', entryOf(idOf, key));
    const outcome = part && applyPatch(part, { durationMinutes: minutes }, false, time);
    if (part && outcome && 'patch' in outcome) draft.update('wbs', part.id, outcome.patch);
  }
  for (const { from, to, type, lag_minutes } of relations) {
    const [predecessorId, successorId] = [entryOf(idOf, from), entryOf(idOf, to)];
    draft.insert('relation', { ...UNTIED, id: draft.newId(), predecessorId, successorId, type, lagMinutes: lag_minutes });
  }
  return { itemIds, moved };
}

const placeOf = (norm: AiNorm) => ({ directoryId: norm.directory_id, rowId: norm.row_id });

const UNTIED = { lagCalendar: null, driving: false } as const;

async function moveRelations(
  draft: Draft,
  itemId: number,
  { first, last }: { first: readonly string[]; last: readonly string[] },
  idOf: ReadonlyMap<string, number>,
): Promise<number> {
  const into = await draft.rowsBy('relation', 'successorId', [itemId]);
  const out = await draft.rowsBy('relation', 'predecessorId', [itemId]);
  const ids = (keys: readonly string[]): number[] => keys.flatMap((key) => idOf.get(key) ?? []);
  const put = (relation: Relation, end: 'predecessorId' | 'successorId', at: 's' | 'f'): void => {
    draft.remove('relation', relation.id);
    for (const id of ids(at === 's' ? first : last))
      draft.insert('relation', { ...relation, id: draft.newId(), [end]: id, driving: false });
  };
  for (const relation of into) put(relation, 'successorId', relation.type.endsWith('s') ? 's' : 'f');
  for (const relation of out) put(relation, 'predecessorId', relation.type.startsWith('s') ? 's' : 'f');
  return into.length + out.length;
}
