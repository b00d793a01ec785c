import type { Entities } from './entities.ts';
import type { IfcClass } from './model.ts';
import { refOf, refsOf, textOf } from './step/step-values.ts';
import type { StepValue } from './step/step-values.ts';

/** Who stands in or below whom: element or place → place or element. */
export function parentsOf(entities: Entities): Map<number, number> {
  const parents = new Map<number, number>();
  for (const { args } of entities.ofTypes('IFCRELCONTAINEDINSPATIALSTRUCTURE', 'IFCRELCONTAINEDINSPATIALSTRUCTURES')) {
    const place = refOf(args[5]);
    if (place !== null) for (const element of refsOf(args[4])) parents.set(element, place);
  }
  for (const { args } of entities.ofTypes('IFCRELAGGREGATES', 'IFCRELNESTS')) {
    const whole = refOf(args[4]);
    if (whole !== null) for (const part of refsOf(args[5])) if (!parents.has(part)) parents.set(part, whole);
  }
  return parents;
}

/** Classifications of elements and of types; those of a type hold for its elements. */
export function classesOf(entities: Entities): Map<number, IfcClass[]> {
  const known = new Map<number, IfcClass | null>();
  return associated(entities, 'IFCRELASSOCIATESCLASSIFICATION', (id) => {
    let read = known.get(id);
    if (read === undefined) known.set(id, (read = classOf(entities, id)));
    return read ? [read] : [];
  });
}

function classOf(entities: Entities, id: number): IfcClass | null {
  const entity = entities.of(id);
  if (entity?.type === 'IFCCLASSIFICATION') return { system: textOf(entity.args[3]), code: '', name: textOf(entity.args[3]) };
  if (entity?.type !== 'IFCCLASSIFICATIONREFERENCE') return null;
  let source = entities.of(refOf(entity.args[3]));
  for (let step = 0; source?.type === 'IFCCLASSIFICATIONREFERENCE' && step < 32; step++) source = entities.of(refOf(source.args[3]));
  return { system: textOf(source?.args[3]), code: textOf(entity.args[1]), name: textOf(entity.args[2]) };
}

/** Names of the materials, whatever layers or profiles stand between. */
export function materialsOf(entities: Entities): Map<number, string[]> {
  const known = new Map<number, string[]>();
  return associated(entities, 'IFCRELASSOCIATESMATERIAL', (id) => {
    let names = known.get(id);
    if (!names) {
      names = [];
      collectMaterials(entities, id, names, new Set());
      known.set(id, (names = [...new Set(names)]));
    }
    return names;
  });
}

function collectMaterials(entities: Entities, id: number, names: string[], seen: Set<number>): void {
  if (seen.has(id) || seen.size > 500) return;
  seen.add(id);
  const entity = entities.of(id);
  if (entity?.type === 'IFCMATERIAL') names.push(textOf(entity.args[0]));
  else if (entity?.type.startsWith('IFCMATERIAL'))
    for (const arg of entity.args) for (const ref of refsIn(arg)) collectMaterials(entities, ref, names, seen);
}

const refsIn = (value: StepValue): number[] => {
  const one = refOf(value);
  return one === null ? refsOf(value) : [one];
};

function associated<T>(entities: Entities, type: string, read: (id: number) => T[]): Map<number, T[]> {
  const found = new Map<number, T[]>();
  for (const { args } of entities.ofTypes(type)) {
    const ref = refOf(args[5]);
    const values = ref === null ? [] : read(ref);
    if (values.length > 0) for (const object of refsOf(args[4])) found.set(object, [...(found.get(object) ?? []), ...values]);
  }
  for (const { args } of entities.ofTypes('IFCRELDEFINESBYTYPE')) {
    const ofType = found.get(refOf(args[5]) ?? -1);
    if (ofType) for (const element of refsOf(args[4])) if (!found.has(element)) found.set(element, ofType);
  }
  return found;
}

/** Layers by the shape, or the item of a shape, that they are assigned to. */
export function layersOfShapes(entities: Entities): Map<number, string[]> {
  const found = new Map<number, string[]>();
  for (const { args } of entities.ofTypes('IFCPRESENTATIONLAYERASSIGNMENT', 'IFCPRESENTATIONLAYERWITHSTYLE'))
    for (const item of refsOf(args[2])) found.set(item, [...(found.get(item) ?? []), textOf(args[0])]);
  return found;
}

/** True where a placement leads back to itself: a converter would follow it for ever. */
export function hasCyclicPlacement(entities: Entities): boolean {
  const done = new Set<number>();
  for (const { id } of entities.ofTypes('IFCLOCALPLACEMENT')) {
    const path = new Set<number>();
    let at: number | null = id;
    while (at !== null && !done.has(at)) {
      if (path.has(at)) return true;
      path.add(at);
      at = refOf(entities.of(at)?.args[0]);
    }
    for (const passed of path) done.add(passed);
  }
  return false;
}
