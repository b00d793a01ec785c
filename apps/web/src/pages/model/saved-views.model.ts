import type { Breakdown } from '../../features/bim/models/models.queries.ts';
import type { Elements } from '../../features/bim/models/viewer/models.styles.model.ts';

type Trees = ReadonlyMap<number, Breakdown>;
/** Elements of one version of a model as runs, from and to, over their places in its breakdown. */
export type KeptElements = { model: number; version: number; runs: number[] };

/** Elements of the models that are shown, short enough to be kept. */
export function keptElements(elements: Elements, trees: Trees, versions: ReadonlyMap<number, number>): KeptElements[] {
  return [...elements].flatMap(([model, chosen]) => {
    const [order, version] = [trees.get(model)?.elements.entity, versions.get(model)];
    if (!order || version === undefined) return [];
    const runs: number[] = [];
    for (const [at, entity] of order.entries()) {
      if (!chosen.has(entity)) continue;
      if (runs.at(-1) === at - 1) runs[runs.length - 1] = at;
      else runs.push(at, at);
    }
    return [{ model, version, runs }];
  });
}

/** Elements that were kept. `isOld`: some are of another version of their model, or of one that is not shown; those are left out. */
export function elementsOf(kept: readonly KeptElements[], trees: Trees, versions: ReadonlyMap<number, number>) {
  const elements = new Map<number, Set<number>>();
  let isOld = false;
  for (const { model, version, runs } of kept) {
    const order = trees.get(model)?.elements.entity;
    if (!order || versions.get(model) !== version) {
      isOld = true;
      continue;
    }
    const chosen = new Set<number>();
    for (let at = 0; at < runs.length; at += 2) for (const entity of order.slice(runs[at], runs[at + 1] + 1)) chosen.add(entity);
    elements.set(model, chosen);
  }
  return { elements, isOld };
}
