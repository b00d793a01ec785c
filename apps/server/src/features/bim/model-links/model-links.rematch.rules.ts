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

const keyOf = (...parts: readonly string[]): string => JSON.stringify(parts);
const byTag = ({ element, values }: Present): string => keyOf(element.category, valueOf(values, 'tag'));
const byName = ({ element, values }: Present): string => keyOf(element.category, valueOf(values, 'name'), valueOf(values, 'storey'));
const setsBy = (elements: readonly Present[], key: (one: Present) => string): Map<string, Set<Present>> =>
  new Map([...Map.groupBy(elements, key)].map(([text, some]) => [text, new Set(some)]));

/** New elements of a model by what former ones are known by; one that is taken is no longer found, nor is another of its GUID. */
function openFresh(elements: readonly Present[]) {
  const [tags, names] = [setsBy(elements, byTag), setsBy(elements, byName)];
  const twins = Map.groupBy(elements, ({ element }) => element.guid);
  return {
    alike({ category, tag, name, storey }: FormerElement): ReadonlySet<Present> {
      const tagged = tag === '' ? undefined : tags.get(keyOf(category, tag));
      if (tagged?.size) return tagged;
      return (name === '' ? undefined : names.get(keyOf(category, name, storey))) ?? new Set();
    },
    take(guid: string): void {
      for (const one of twins.get(guid) ?? []) {
        tags.get(byTag(one))?.delete(one);
        names.get(byName(one))?.delete(one);
      }
    },
  };
}

/**
 * Programs that export a model again may give elements new GUIDs. An element that is gone is the new one of its category with its tag, or else
 * with its name and storey, where that is one alone; elements that its model had before are others.
 */
export function rematched(pairs: readonly Pair[], former: Former, elements: readonly Present[]) {
  const next = new Map<string, string>();
  let ambiguous = 0;
  for (const [modelId, { elements: gone, known }] of former) {
    const fresh = openFresh(elements.filter(({ element }) => element.model_id === modelId && !known.has(element.guid)));
    for (const one of gone) {
      const same = fresh.alike(one);
      if (same.size > 1) ambiguous++;
      if (same.size !== 1) continue;
      const [{ element }] = same;
      fresh.take(element.guid);
      next.set(`${modelId} ${one.guid}`, element.guid);
    }
  }
  const moved = pairs.map((pair) => {
    const guid = pair.rule === null ? next.get(`${pair.model_id} ${pair.guid}`) : undefined;
    return guid === undefined ? pair : { ...pair, guid };
  });
  return { pairs: moved, rematched: next.size, ambiguous };
}
