import type { Entities } from './entities.ts';
import type { IfcSet, IfcUnits, IfcValue } from './model.ts';
import { refOf, refsOf, textOf } from './step/step-values.ts';
import type { StepValue } from './step/step-values.ts';

/** The sets of every element, its own and those of its type, each set read once. */
export function setsOfElements(entities: Entities, units: IfcUnits): Map<number, IfcSet[]> {
  const sets = new Map<number, IfcSet | null>();
  const setOf = (id: number | null): IfcSet | null => {
    if (id === null) return null;
    let set = sets.get(id);
    if (set === undefined) sets.set(id, (set = readSet(entities, id, units)));
    return set;
  };
  const found = new Map<number, Set<IfcSet>>();
  const give = (element: number, set: IfcSet | null): void => {
    if (!set) return;
    const list = found.get(element);
    if (list) list.add(set);
    else found.set(element, new Set([set]));
  };
  for (const { args } of entities.ofTypes('IFCRELDEFINESBYPROPERTIES')) {
    const definitions = refOf(args[5]) === null ? refsOf(args[5]) : [refOf(args[5])];
    for (const element of refsOf(args[4])) for (const id of definitions) give(element, setOf(id));
  }
  for (const { args } of entities.ofTypes('IFCRELDEFINESBYTYPE')) {
    const ofType = refsOf(entities.of(refOf(args[5]))?.args[5]).map(setOf);
    for (const element of refsOf(args[4])) for (const set of ofType) give(element, set);
  }
  return new Map([...found].map(([element, list]) => [element, [...list]]));
}

function readSet(entities: Entities, id: number, units: IfcUnits): IfcSet | null {
  const entity = entities.of(id);
  if (entity?.type === 'IFCPROPERTYSET') {
    const set: IfcSet = { name: textOf(entity.args[2]), isQuantity: false, values: [] };
    for (const property of refsOf(entity.args[4])) addProperty(entities, property, '', set, 0);
    return set;
  }
  if (entity?.type !== 'IFCELEMENTQUANTITY') return null;
  const set: IfcSet = { name: textOf(entity.args[2]), isQuantity: true, values: [] };
  for (const ref of refsOf(entity.args[5])) {
    const quantity = entities.of(ref);
    const kind = QUANTITIES[quantity?.type ?? ''];
    if (!quantity || !kind) continue;
    const value = quantity.args[3];
    if (typeof value !== 'number') continue;
    // A quantity that names a unit of its own is rare; the units of the project hold for all the others.
    const factor = kind === 'length' || kind === 'area' || kind === 'volume' ? units[kind] : 1;
    set.values.push({ name: textOf(quantity.args[0]), value: value * factor, kind });
  }
  return set;
}

const QUANTITIES: Record<string, string | undefined> = {
  IFCQUANTITYLENGTH: 'length',
  IFCQUANTITYAREA: 'area',
  IFCQUANTITYVOLUME: 'volume',
  IFCQUANTITYCOUNT: 'count',
  IFCQUANTITYWEIGHT: 'weight',
  IFCQUANTITYTIME: 'time',
};

function addProperty(entities: Entities, id: number, prefix: string, set: IfcSet, depth: number): void {
  const property = entities.of(id);
  if (!property || depth > 4 || set.values.length > 5000) return;
  const name = prefix + textOf(property.args[0]);
  const add = (value: StepValue | undefined): void => {
    const kind = typeof value === 'object' && value !== null && 'type' in value ? value.type : '';
    set.values.push({ name, value: valueOf(value), kind });
  };
  if (property.type === 'IFCPROPERTYSINGLEVALUE') add(property.args[2]);
  else if (property.type === 'IFCPROPERTYENUMERATEDVALUE' || property.type === 'IFCPROPERTYLISTVALUE') add(property.args[2]);
  else if (property.type === 'IFCPROPERTYBOUNDEDVALUE') add(property.args[2] ?? property.args[3]);
  else if (property.type === 'IFCCOMPLEXPROPERTY')
    for (const inner of refsOf(property.args[3])) addProperty(entities, inner, `${name}.`, set, depth + 1);
}

function valueOf(value: StepValue | undefined): IfcValue {
  if (Array.isArray(value)) return value.map((one) => valueOf(one) ?? '').join(', ');
  if (value === null || value === undefined || typeof value !== 'object') return value ?? null;
  if ('type' in value) return valueOf(value.value);
  if (!('word' in value)) return null;
  if (value.word === 'T' || value.word === 'F') return value.word === 'T';
  return value.word === 'U' ? null : value.word;
}

const PREFIXES: Record<string, number | undefined> = { KILO: 1e3, HECTO: 100, DECA: 10, DECI: 0.1, CENTI: 0.01, MILLI: 1e-3, MICRO: 1e-6 };

/** Factors of the units that the project names; metres where it names none. */
export function unitsOf(entities: Entities): IfcUnits {
  const units: IfcUnits = { length: 1, area: 1, volume: 1 };
  const power = { LENGTHUNIT: ['length', 1], AREAUNIT: ['area', 2], VOLUMEUNIT: ['volume', 3] } as const;
  const siFactor = (args: StepValue[], exponent: number): number => (PREFIXES[wordOf(args[2])] ?? 1) ** exponent;
  for (const { args } of entities.ofTypes('IFCUNITASSIGNMENT')) {
    for (const ref of refsOf(args[0])) {
      const unit = entities.of(ref);
      const known = power[wordOf(unit?.args[1]) as keyof typeof power];
      if (!unit || !known) continue;
      const [name, exponent] = known;
      if (unit.type === 'IFCSIUNIT') units[name] = siFactor(unit.args, exponent);
      else if (unit.type.startsWith('IFCCONVERSIONBASEDUNIT')) {
        const measure = entities.of(refOf(unit.args[3]));
        const base = entities.of(refOf(measure?.args[1]));
        const factor = valueOf(measure?.args[0]);
        if (typeof factor === 'number' && factor > 0)
          units[name] = factor * (base?.type === 'IFCSIUNIT' ? siFactor(base.args, exponent) : 1);
      }
    }
    return units;
  }
  return units;
}

function wordOf(value: StepValue | undefined): string {
  return value !== null && typeof value === 'object' && 'word' in value ? value.word : '';
}
