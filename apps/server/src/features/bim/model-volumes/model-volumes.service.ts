import type { api, Input } from '@gantry/contract';
import type { Context } from '../../../platform/context.ts';
import { type Draft, edit, previewEdit } from '../../planning/edits/edits.service.ts';
import { linkedModels, linkedQuantities, type Place } from '../model-links/model-links.service.ts';
import type { QuantitySource } from '../../planning/versions/versions.quantities.service.ts';
import { volumeOfWork } from './model-volumes.rules.ts';

type Asked = Input<typeof api.modelVolumes.apply>['body'];

/** Volumes of works from the elements that they are linked with, as one edit of the version; or what that would be. */
export async function takeVolumes(context: Context, place: Place, { quantity, item_ids, dry_run }: Asked) {
  const elements = Map.groupBy(await linkedQuantities(context, place, item_ids ?? null), ({ item_id }) => item_id);
  const wanted = (item_ids ?? [...elements.keys()]).filter((id) => elements.has(id));
  const work = async (draft: Draft) => {
    const others = await carriersOf(draft, wanted);
    const found: Found = { works: [], left_out: [], same: 0 };
    for (const item of await draft.rows('wbs', wanted)) {
      const { id, code, name } = item;
      if (item.type === 'sum') continue;
      const other = others.get(id);
      const counted = other ? { why: other } : volumeOfWork(item, elements.get(id) ?? [], quantity);
      if ('why' in counted) found.left_out.push({ item_id: id, code, name, why: counted.why });
      else if (counted.proposed.after === item.volume && counted.proposed.unit === item.volumeUnit) found.same++;
      else {
        found.works.push(counted.proposed);
        draft.update('wbs', id, { volume: counted.proposed.after, volumeUnit: counted.proposed.unit });
      }
    }
    return found;
  };
  if (dry_run) {
    const { result, head } = await previewEdit(context, place.id, work);
    return { revision: head.revision, ...result };
  }
  const { result, revision } = await edit(context, place.id, 'model.volumes', work);
  context.note({ works: result.works.length });
  return { revision, ...result };
}

type Obstacle = Extract<ReturnType<typeof volumeOfWork>, { why: unknown }>['why'];
type Found = {
  works: Extract<ReturnType<typeof volumeOfWork>, { proposed: unknown }>['proposed'][];
  left_out: { item_id: number; code: string; name: string; why: Obstacle }[];
  same: number;
};

/** Works whose volume is not their own: a resource carries it, or it is planned by days. */
async function carriersOf(draft: Draft, ids: readonly number[]): Promise<Map<number, Obstacle>> {
  const found = new Map<number, Obstacle>();
  for (const { itemId, measure, mode, total } of await draft.rowsBy('daySeries', 'itemId', ids))
    if (measure === 'volume' && mode === 'plan' && total > 0) found.set(itemId, 'by_days');
  for (const { itemId, extra } of await draft.rowsBy('assignment', 'itemId', ids))
    if (extra?.carriesVolume) found.set(itemId, 'by_resource');
  return found;
}

/** What the elements of some works come to together in a unit. Of works one of which has no elements it is not known. */
const measure: QuantitySource['measure'] = async (context, place, asked) => {
  const named = [...new Set(asked.flatMap(({ itemIds }) => itemIds))];
  const elements = Map.groupBy(await linkedQuantities(context, place, named), ({ item_id }) => item_id);
  return asked.map(({ itemIds, unit }) => {
    if (itemIds.some((id) => !elements.has(id))) return { why: 'no_elements' };
    if (unit.trim() === '') return { why: 'unit' };
    const own = itemIds.flatMap((id) => elements.get(id) ?? []);
    const counted = volumeOfWork({ id: 0, code: '', name: '', volume: null, volumeUnit: unit }, own, 'by_unit');
    return 'why' in counted ? { why: counted.why === 'unit' ? 'unit' : 'no_quantity' } : counted.proposed;
  });
};

/** Works measured by the elements that they are linked with. */
export const quantitiesOfElements: QuantitySource = { measure, models: linkedModels };
