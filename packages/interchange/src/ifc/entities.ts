import { parseArguments } from './step-values.ts';
import type { StepValue } from './step-values.ts';
import type { StepScan } from './step-scan.ts';

/** An entity with its arguments. */
export type Entity = { id: number; type: string; args: StepValue[] };

/** Kept entities of a file; arguments are read on demand, once. */
export type Entities = {
  /** Null where the file has no such entity or it is not to be read. */
  of: (id: number | null) => Entity | null;
  ofTypes: (...types: string[]) => Iterable<Entity>;
  allTypes: () => Iterable<string>;
  unreadable: () => number;
};

/** Gives access to the entities by number and by type. */
export function entitiesOf(bytes: Buffer, scan: StepScan, decode: (raw: string) => string): Entities {
  const byType = new Map<string, number[]>();
  for (const [index, type] of scan.types.entries()) {
    const list = byType.get(type);
    if (list) list.push(index);
    else byType.set(type, [index]);
  }
  const read = new Map<number, Entity | null>();
  const broken = new Set<number>();
  const at = (index: number): Entity | null => {
    const known = read.get(index);
    if (known !== undefined) return known;
    const args = parseArguments(bytes.toString('latin1', scan.starts[index], scan.ends[index]), decode);
    if (!args) broken.add(index);
    const entity = args && { id: scan.ids[index], type: scan.types[index], args };
    read.set(index, entity);
    return entity;
  };
  return {
    of(id) {
      const index = id === null ? undefined : scan.indexOf.get(id);
      return index === undefined ? null : at(index);
    },
    *ofTypes(...types) {
      for (const type of types)
        for (const index of byType.get(type) ?? []) {
          const entity = at(index);
          if (entity) yield entity;
        }
    },
    allTypes: () => byType.keys(),
    unreadable: () => broken.size,
  };
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
