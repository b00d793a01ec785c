import type { api, Input } from '@gantry/contract';
import { optionsOfAttribute } from '@gantry/domain';
import { holdsFinish, leavesFinish, splitMinutes } from '@gantry/plan-view';
import type { Context } from '../../../platform/context.ts';
import { fail } from '../../../platform/fail.ts';
import { type Draft, edit } from '../../planning/edits/edits.service.ts';
import { relink } from '../../planning/relations/relations.service.ts';
import { changeItems, insertItem } from '../../planning/wbs/wbs.service.ts';
import { place } from '../../planning/wbs/wbs.tree.service.ts';

type Body = Input<typeof api.cyclogram.change>['body'];

/** Applies a gesture of a cyclogram as one edit; works whose change is refused keep their values and are named. */
export async function changeFlow(context: Context, versionId: number, { act, works, lags, relinks, split, drawn, places }: Body) {
  const { revision, diff, result } = await edit(context, versionId, `cyclogram.${act}`, async (draft) => {
    const refused = works.length ? await changeItems(context, draft, works, true, true) : [];
    const relations = new Map(
      (
        await draft.rows(
          'relation',
          lags.map(({ relation_id }) => relation_id),
        )
      ).map((one) => [one.id, one]),
    );
    for (const { relation_id: id, lag_minutes: lagMinutes } of lags) {
      if (!relations.has(id)) fail('relation.not_found', { id });
      draft.update('relation', id, { lagMinutes });
    }
    await relink(draft, relinks);
    if (places) await orderPlaces(draft, places.attribute_id, places.values);
    if (split) await splitWork(draft, split.id, split.share, split.gap_minutes);
    if (drawn) await drawWorks(context, draft, drawn);
    return refused;
  });
  return { revision, diff, refused: result };
}

/** Puts the list of an attribute of the version itself in another order; nothing joins it or goes. */
async function orderPlaces(draft: Draft, id: number, values: string[]): Promise<void> {
  const attribute = draft.mask?.hidden.has(id) || draft.mask?.readOnly.has(id) ? null : await draft.find('attribute', id);
  const options = optionsOfAttribute(attribute?.options);
  const same = options.values?.toSorted().join('\n') === values.toSorted().join('\n');
  if (!attribute || attribute.sourceId !== null || !same) fail('cyclogram.other_places');
  draft.update('attribute', id, { options: { ...options, values } });
}

/** Makes works behind another one. Whose value of an attribute is refused draws none of them. */
async function drawWorks(context: Context, draft: Draft, { behind_id, works }: NonNullable<Body['drawn']>): Promise<void> {
  const { parentId } = (await draft.find('wbs', behind_id)) ?? fail('wbs.not_found', { id: behind_id });
  const values: { id: number; attributes: Record<string, string | number> }[] = [];
  for (const { attributes, ...item } of works) values.push({ id: await insertItem(draft, { parent_id: parentId, item }), attributes });
  await place(
    draft,
    values.map(({ id }) => id),
    parentId,
    { after: behind_id },
  );
  await changeItems(context, draft, values, false, true);
}

/** Tables whose rows say of a work what no share of it could: values by days, norms, rows of estimates. */
const INDIVISIBLE = ['daySeries', 'directoryValue', 'costLink'] as const;

/** Makes two works of one that has not begun: its amounts are shared, what waits for its finish waits for the second one. */
async function splitWork(draft: Draft, id: number, share: number, gapMinutes: number): Promise<void> {
  const work = (await draft.find('wbs', id)) ?? fail('wbs.not_found', { id });
  const of = (table: (typeof INDIVISIBLE)[number]) => draft.rowsBy(table, 'itemId', [id]);
  const held = (await Promise.all(INDIVISIBLE.map(of))).some((rows) => rows.length > 0);
  const plain = (work.type === 'task' || work.type === 'work') && work.status === 'not_started' && work.durationMinutes > 1;
  if (!plain || held) fail('cyclogram.not_to_split', { name: work.name });
  const [first, second] = splitMinutes(work.durationMinutes, share);
  const part = first / work.durationMinutes;
  const behind = draft.newId();
  const amounts = shared(work, ['volume', 'labourHours', 'cost'], part);
  draft.update('wbs', id, { ...amounts.first, durationMinutes: first, remainingMinutes: first });
  draft.insert('wbs', {
    ...work,
    ...amounts.second,
    id: behind,
    code: '',
    durationMinutes: second,
    remainingMinutes: second,
    startLimitType: null,
    startLimitDate: null,
  });
  for (const assignment of await draft.rowsBy('assignment', 'itemId', [id])) {
    const units = shared(assignment, ['plannedUnits', 'remainingUnits', 'plannedCost', 'remainingCost'], part);
    draft.update('assignment', assignment.id, units.first);
    draft.insert('assignment', { ...assignment, ...units.second, id: draft.newId(), itemId: behind });
  }
  for (const value of await draft.rowsBy('attributeValue', 'itemId', [id])) {
    if (draft.mask?.hidden.has(value.attributeId) || draft.mask?.readOnly.has(value.attributeId)) continue;
    draft.insert('attributeValue', { ...value, id: draft.newId(), itemId: behind });
  }
  for (const relation of await draft.rowsBy('relation', 'predecessorId', [id]))
    if (leavesFinish(relation)) draft.update('relation', relation.id, { predecessorId: behind });
  for (const relation of await draft.rowsBy('relation', 'successorId', [id]))
    if (holdsFinish(relation)) draft.update('relation', relation.id, { successorId: behind });
  const between = { predecessorId: id, successorId: behind, type: 'fs' as const, lagMinutes: gapMinutes, lagCalendar: null };
  draft.insert('relation', { id: draft.newId(), ...between, driving: false });
  await place(draft, [behind], work.parentId, { after: id });
}

/** Amounts of a row in two parts that add up to it. */
function shared<F extends string>(row: { [field in F]: number | null }, fields: readonly F[], part: number) {
  const first = Object.fromEntries(fields.map((field) => [field, of(row[field], part)])) as { [field in F]: number };
  const second = Object.fromEntries(fields.map((field) => [field, minus(row[field], first[field])])) as { [field in F]: number };
  return { first, second };
}

/** Thousandths are the finest that volumes are entered in. */
const of = (amount: number | null, part: number): number | null => (amount === null ? null : Math.round(amount * part * 1000) / 1000);
const minus = (whole: number | null, part: number | null): number | null =>
  whole === null || part === null ? null : Math.round((whole - part) * 1e6) / 1e6;
