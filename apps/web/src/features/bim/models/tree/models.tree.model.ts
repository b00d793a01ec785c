import type { Breakdown } from '../models.queries.ts';

export const GROUPINGS = ['storey', 'type', 'layer'] as const;
export type Grouping = (typeof GROUPINGS)[number];

/** A line of the tree: a model, a group of it, or an element; `entities` are all elements below. */
export type TreeLine = {
  key: string;
  level: 1 | 2 | 3;
  model: number;
  /** Null: the group of what belongs to none. */
  name: string | null;
  entities: readonly number[];
  /** Of an element: its id in the tables. */
  id: number | null;
  open: boolean | null;
};

type Group = { name: string | null; order: number; indexes: number[] };

/** Groups of a breakdown in the order that people expect: storeys from the lowest up, others by name. */
export function groupsOf({ places, categories, layers, elements }: Breakdown, by: Grouping): Group[] {
  const groups = new Map<string, Group>();
  const put = (key: string, name: string | null, order: number, index: number): void => {
    const known = groups.get(key);
    if (known) known.indexes.push(index);
    else groups.set(key, { name, order, indexes: [index] });
  };
  const placeAt = new Map(places.map((place) => [place.number, place]));
  const storeyOf = (number: number) => {
    let at = placeAt.get(number);
    for (let step = 0; at && at.category !== 'IFCBUILDINGSTOREY' && step < places.length; step++) at = placeAt.get(at.parent ?? 0);
    return at ?? placeAt.get(number);
  };
  for (let index = 0; index < elements.id.length; index++) {
    if (by === 'storey') {
      const place = storeyOf(elements.place[index]);
      put(String(place?.number ?? ''), place?.name ?? null, place ? (place.elevation ?? place.number) : Infinity, index);
    } else {
      const [at, names] = by === 'type' ? [elements.category[index], categories] : [elements.layer[index], layers];
      const name = names[at] ?? null;
      put(String(at), name && by === 'type' ? typeName(name) : name, name === null ? Infinity : at, index);
    }
  }
  return [...groups.values()].sort((a, b) => a.order - b.order);
}

/** `IFCWALLSTANDARDCASE` as people read it. */
export function typeName(category: string): string {
  const plain = category.replace(/^IFC/i, '').toLowerCase();
  return plain.charAt(0).toUpperCase() + plain.slice(1);
}

/** The lines that are open. */
export function linesOf(
  models: readonly { id: number; name: string }[],
  trees: ReadonlyMap<number, Breakdown>,
  by: Grouping,
  closed: ReadonlySet<string>,
  opened: ReadonlySet<string>,
): TreeLine[] {
  const lines: TreeLine[] = [];
  for (const { id: model, name } of models) {
    const tree = trees.get(model);
    if (!tree) continue;
    const key = String(model);
    const open = !closed.has(key);
    lines.push({ key, level: 1, model, name, entities: tree.elements.entity, id: null, open });
    if (!open) continue;
    for (const group of groupsOf(tree, by)) {
      const groupKey = `${key}/${by}/${group.name ?? ''}/${group.order}`;
      const groupOpen = opened.has(groupKey);
      const entities = group.indexes.map((index) => tree.elements.entity[index]);
      lines.push({ key: groupKey, level: 2, model, name: group.name, entities, id: null, open: groupOpen });
      if (!groupOpen) continue;
      for (const index of group.indexes) {
        const [entity, element] = [tree.elements.entity[index], tree.elements.id[index]];
        lines.push({
          key: `${key}#${element}`,
          level: 3,
          model,
          name: tree.elements.name[index],
          entities: [entity],
          id: element,
          open: null,
        });
      }
    }
  }
  return lines;
}
