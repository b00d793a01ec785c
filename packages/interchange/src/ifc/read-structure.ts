import type { Findings } from '../findings.ts';
import { GUID_LENGTH, isSpatial, mayBeElement } from './entities.ts';
import type { Entities, Entity } from './entities.ts';
import type { IfcElement, IfcNode, IfcUnits } from './model.ts';
import { classesOf, layersOfShapes, materialsOf, parentsOf } from './read-relations.ts';
import { setsOfElements } from './read-sets.ts';
import { refOf, refsOf, textOf } from './step/step-values.ts';

/** Places and elements with everything that belongs to them. */
export function readStructure(entities: Entities, units: IfcUnits, findings: Findings): { nodes: IfcNode[]; elements: IfcElement[] } {
  const types = [...entities.allTypes()];
  const places = [...entities.ofTypes(...types.filter(isSpatial))].filter(({ args }) => args.length >= 5);
  const parts = entities.rooted(types.filter(mayBeElement)).filter((entity) => isElement(entities, entity));
  const nodeAt = new Map(places.map(({ id }, index) => [id, index]));
  const elementAt = new Map(parts.map(({ id }, index) => [id, index]));
  const parents = parentsOf(entities);
  const isPlaceAt = (id: number): boolean => nodeAt.has(id);
  const nodes = places.map(({ id, type, args }): IfcNode => {
    const elevation = type === 'IFCBUILDINGSTOREY' ? args[9] : null;
    return {
      id,
      guid: textOf(args[0]),
      category: type,
      name: textOf(args[2]),
      elevation: typeof elevation === 'number' ? elevation * units.length : null,
      parent: nodeAt.get(parents.get(id) ?? -1) ?? null,
    };
  });
  const [sets, classes, materials] = [setsOfElements(entities, units), classesOf(entities), materialsOf(entities)];
  const shapeLayers = layersOfShapes(entities);
  const storeys = new Map(places.filter(({ type }) => type === 'IFCBUILDINGSTOREY').map(({ id }) => [id, nodeAt.get(id)!]));
  const elements = parts.map(({ id, type, args }): IfcElement => {
    const parent = parents.get(id) ?? -1;
    return {
      id,
      guid: textOf(args[0]),
      category: type,
      name: textOf(args[2]),
      objectType: textOf(args[4]),
      tag: textOf(args[7]),
      node: nodeAt.get(climb(id, parents, isPlaceAt) ?? -1) ?? null,
      storey: storeys.get(climb(id, parents, (at) => storeys.has(at)) ?? -1) ?? null,
      parent: elementAt.get(parent) ?? null,
      hasShape: refOf(args[6]) !== null,
      layers: layersOf(entities, args[6], shapeLayers),
      classes: classes.get(id) ?? [],
      materials: materials.get(id) ?? [],
      sets: sets.get(id) ?? [],
    };
  });
  warn(entities, nodes, elements, parents, findings);
  return { nodes, elements };
}

const HIGHEST_CLIMB = 64;

function climb(id: number, parents: Map<number, number>, isFound: (id: number) => boolean): number | null {
  let at = parents.get(id);
  for (let step = 0; at !== undefined && step < HIGHEST_CLIMB; step++) {
    if (isFound(at)) return at;
    at = parents.get(at);
  }
  return null;
}

/** A product: key, owner, name, description, type, then a placement and a shape. */
function isElement(entities: Entities, { args }: Entity): boolean {
  if (args.length < 7 || typeof args[0] !== 'string' || args[0].length !== GUID_LENGTH) return false;
  return entities.typeOf(refOf(args[5])).endsWith('PLACEMENT') || entities.typeOf(refOf(args[6])).startsWith('IFCPRODUCT');
}

function layersOf(entities: Entities, shape: Entity['args'][number] | undefined, found: Map<number, string[]>): string[] {
  if (found.size === 0) return [];
  const names = new Set<string>();
  for (const representation of refsOf(entities.of(refOf(shape))?.args[2])) {
    for (const name of found.get(representation) ?? []) names.add(name);
    for (const item of refsOf(entities.of(representation)?.args[3])) for (const name of found.get(item) ?? []) names.add(name);
  }
  return [...names];
}

function warn(entities: Entities, nodes: IfcNode[], elements: IfcElement[], parents: Map<number, number>, findings: Findings): void {
  const add = (code: string, count: number): void => {
    if (count > 0) findings.add({ severity: 'warning', code, parameters: { count } });
  };
  const wholes = new Set(parents.values());
  const guids = new Set(elements.map(({ guid }) => guid));
  add('ifc.duplicate_guids', elements.length - guids.size);
  if (elements.length === 0) findings.add({ severity: 'warning', code: 'ifc.no_elements' });
  add('ifc.without_shape', elements.filter(({ hasShape, id }) => !hasShape && !wholes.has(id)).length);
  add(
    'ifc.without_storey',
    nodes.some(({ category }) => category === 'IFCBUILDINGSTOREY') ? elements.filter(({ storey }) => storey === null).length : 0,
  );
  add('ifc.dangling', [...parents].filter(([child, parent]) => !entities.of(child) || !entities.of(parent)).length);
}
