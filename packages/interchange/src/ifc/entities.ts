import { argumentsOf } from './step/step-arguments.ts';
import type { StepValue } from './step/step-values.ts';
import type { StepScan } from './step/step-scan.ts';

/** An entity with its arguments. */
export type Entity = { id: number; type: string; args: StepValue[] };

/** Kept entities of a file; arguments are read on demand. */
export type Entities = {
  /** Null where the file has no such entity or it is not to be read. */
  of: (id: number | null) => Entity | null;
  /** The type of an entity, whose arguments need not be readable; empty where the file has no such entity. */
  typeOf: (id: number | null) => string;
  ofTypes: (...types: string[]) => Iterable<Entity>;
  /** Those whose first argument is as long as a GUID. */
  rooted: (types: readonly string[]) => Entity[];
  allTypes: () => Iterable<string>;
  unreadable: () => number;
};

/** What is asked for once is not kept: properties are most of what is read. */
const IS_READ_ONCE = /^IFC(?:PROPERTY|ELEMENTQUANTITY|QUANTITY|REL|LOCALPLACEMENT|PRODUCTDEFINITIONSHAPE|SHAPEREPRESENTATION)/;
/** Numbers of entities that leave larger gaps than this are looked up, the others are places of a list. */
const GAPS = 8;

/** Gives access to the entities by number and by type. */
export function entitiesOf(bytes: Buffer, scan: StepScan, decode: (raw: string) => string): Entities {
  const { names, types, ids, starts, ends } = scan;
  const readArguments = argumentsOf(bytes, decode);
  const byType = new Map(names.map((name): [string, number[]] => [name, []]));
  const lists = [...byType.values()];
  for (let index = 0; index < types.length; index++) lists[types[index]].push(index);
  const indexOf = placesOf(ids);
  const isKept = names.map((name) => !IS_READ_ONCE.test(name));
  const kept = new Map<number, Entity | null>();
  const broken = new Set<number>();
  const at = (index: number): Entity | null => {
    const type = types[index];
    const known = isKept[type] ? kept.get(index) : undefined;
    if (known !== undefined) return known;
    const args = readArguments(starts[index], ends[index]);
    if (!args) broken.add(index);
    const entity = args && { id: ids[index], type: names[type], args };
    if (isKept[type]) kept.set(index, entity);
    return entity;
  };
  return {
    of(id) {
      const index = id === null ? undefined : indexOf(id);
      return index === undefined ? null : at(index);
    },
    typeOf(id) {
      const index = id === null ? undefined : indexOf(id);
      return index === undefined ? '' : names[types[index]];
    },
    *ofTypes(...wanted) {
      for (const type of wanted)
        for (const index of byType.get(type) ?? []) {
          const entity = at(index);
          if (entity) yield entity;
        }
    },
    rooted: (wanted) =>
      wanted.flatMap((type) =>
        (byType.get(type) ?? []).flatMap((index) => {
          const entity = mayHaveGuid(bytes, starts[index], ends[index]) ? at(index) : null;
          return entity ? [entity] : [];
        }),
      ),
    allTypes: () => byType.keys(),
    unreadable: () => broken.size,
  };
}

/** Finds the place of an entity by its number; the last one of a number counts. */
function placesOf(ids: Float64Array): (id: number) => number | undefined {
  let highest = 0;
  for (const id of ids) if (id > highest) highest = id;
  if (highest > ids.length * GAPS + 100_000) {
    const places = new Map(Array.from(ids, (id, index): [number, number] => [id, index]));
    return (id) => places.get(id);
  }
  const places = new Int32Array(highest + 1).fill(-1);
  for (let index = 0; index < ids.length; index++) places[ids[index]] = index;
  return (id) => {
    const place = places[id];
    return place === undefined || place < 0 ? undefined : place;
  };
}

const [QUOTE, SLASH] = [39, 47];
export const GUID_LENGTH = 22;

/** Whether arguments may begin with a GUID, which is known without reading them. */
function mayHaveGuid(bytes: Buffer, start: number, end: number): boolean {
  let at = start + 1;
  while (at < end && bytes[at] <= 32) at++;
  return bytes[at] === SLASH || (bytes[at] === QUOTE && bytes[at + GUID_LENGTH + 1] === QUOTE);
}

/** Geometry, styles and owners: most of a file, and nothing that properties need. */
const PASSED_OVER =
  /^IFC(?:CARTESIAN|POLYLOOP|POLYLINE|FACE|DIRECTION|AXIS|VECTOR|LINE$|CIRCLE|TRIMMED|COMPOSITECURVE|INDEXED|TRIANGULATED|POLYGONAL|CLOSEDSHELL|OPENSHELL|ORIENTEDEDGE|EDGE|VERTEX|ADVANCED|BSPLINE|RATIONAL|PLANE$|STYLE|SURFACE|COLOUR|PRESENTATIONSTYLE|CURVESTYLE|FILLAREA|OWNERHISTORY|PERSON|POSTAL|RECTANGLE|ARBITRARY|CIRCLEPROFILE|CIRCLEHOLLOW|ISHAPE|BOOLEAN|HALFSPACE|RELSPACEBOUNDARY|RELCONNECTS|RELVOIDS|RELFILLS)/;

/** True for entities that the reading of properties may need. */
export const isRead = (type: string): boolean => type.startsWith('IFC') && !PASSED_OVER.test(type);

const SPATIAL =
  /^IFC(?:PROJECT|SITE|BUILDING|BUILDINGSTOREY|SPACE|SPATIALZONE|FACILITY|FACILITYPART|FACILITYPARTCOMMON|BRIDGE|BRIDGEPART|ROAD|ROADPART|RAILWAY|RAILWAYPART|MARINEFACILITY|MARINEPART)$/;
const NO_ELEMENT =
  /^IFC(?:REL[A-Z]|PROPERTYSET|ELEMENTQUANTITY|OPENING|VOIDING|VIRTUAL|GRID$|ANNOTATION|DISTRIBUTIONPORT|PORT|STRUCTURAL|TASK|WORK|COST|GROUP$|ZONE$|SYSTEM$|ACTOR$|RESOURCE|PROCEDURE|EVENT$|ALIGNMENT|REFERENT|POSITIONING|(?:LABOR|CREW|SUBCONTRACT|CONSTRUCTION\w+)RESOURCE)|(?:TYPE|STYLE)$/;

export const isSpatial = (type: string): boolean => SPATIAL.test(type);
export const mayBeElement = (type: string): boolean => !SPATIAL.test(type) && !NO_ELEMENT.test(type);
