import type { ValuesOf } from '@gantry/plan-view';
import type { FormerElement } from '../models/models.service.ts';

type Pair = { item_id: number; model_id: number; guid: string; rule: number | null; share: number; parted: boolean };
type Present = { element: { model_id: number; guid: string; category: string }; values: ValuesOf };
type Former = ReadonlyMap<number, { elements: readonly FormerElement[]; known: ReadonlySet<string> }>;

/** GUIDs, by model, of links made by hand whose elements are no longer in the model. */
export function goneByHand(pairs: readonly Pair[], elements: readonly Present[]): Map<number, Set<string>> {
  const present = new Set(elements.map(({ element }) => `${element.model_id} ${element.guid}`));
  const gone = new Map<number, Set<string>>();
  for (const { model_id, guid, rule } of pairs)
    if (rule === null && !present.has(`${model_id} ${guid}`)) gone.set(model_id, (gone.get(model_id) ?? new Set()).add(guid));
  return gone;
}

const valueOf = (values: ValuesOf, name: string): string => values({ set: '', name })[0] ?? '';

/**
 * Programs that export a model again may give elements new GUIDs. An element that is gone is the new one of its category with its tag, or else
 * with its name and storey, where that is one alone; elements that its model had before are others.
 */
export function rematched(pairs: readonly Pair[], former: Former, elements: readonly Present[]) {
  const next = new Map<string, string>();
  let ambiguous = 0;
  for (const [modelId, { elements: gone, known }] of former) {
    const fresh = elements.filter(({ element }) => element.model_id === modelId && !known.has(element.guid));
    const taken = new Set<string>();
    for (const one of gone) {
      const alike = fresh.filter(({ element }) => element.category === one.category && !taken.has(element.guid));
      const byTag = one.tag === '' ? [] : alike.filter(({ values }) => valueOf(values, 'tag') === one.tag);
      const same = byTag.length
        ? byTag
        : alike.filter(({ values }) => one.name !== '' && valueOf(values, 'name') === one.name && valueOf(values, 'storey') === one.storey);
      if (same.length > 1) ambiguous++;
      if (same.length !== 1) continue;
      taken.add(same[0].element.guid);
      next.set(`${modelId} ${one.guid}`, same[0].element.guid);
    }
  }
  const moved = pairs.map((pair) => {
    const guid = pair.rule === null ? next.get(`${pair.model_id} ${pair.guid}`) : undefined;
    return guid === undefined ? pair : { ...pair, guid };
  });
  return { pairs: moved, rematched: next.size, ambiguous };
}
