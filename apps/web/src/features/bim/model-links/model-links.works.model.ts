import type { PlayerData } from './model-links.queries.ts';

type Elements = ReadonlyMap<number, ReadonlySet<number>>;

/** What is dragged over the page of models: the works, or the elements, that are chosen. */
export const DRAGGED = { works: 'application/x-gantry-works', elements: 'application/x-gantry-elements' } as const;

/** Elements that works are linked with, by model. */
export function elementsOf({ works, models, entities, relations }: PlayerData, ids: ReadonlySet<number>): Elements {
  const found = new Map<number, Set<number>>();
  for (const [index, entity] of entities.entries()) {
    const own = relations.works.slice(relations.offsets[index], relations.offsets[index + 1]);
    if (!own.some((at) => ids.has(works[at].id))) continue;
    const model = models[index];
    found.set(model, (found.get(model) ?? new Set()).add(entity));
  }
  return found;
}

/** Works that elements are linked with. */
export function worksOf({ works, models, entities, relations }: PlayerData, elements: Elements): Set<number> {
  const found = new Set<number>();
  if (elements.size === 0) return found;
  for (const [index, entity] of entities.entries()) {
    if (!elements.get(models[index])?.has(entity)) continue;
    for (let at = relations.offsets[index]; at < relations.offsets[index + 1]; at++) found.add(works[relations.works[at]].id);
  }
  return found;
}

/** The works from one to another in a list, both among them. */
export function between(list: readonly { id: number }[], from: number, to: number): number[] {
  return list.slice(Math.min(from, to), Math.max(from, to) + 1).map(({ id }) => id);
}
