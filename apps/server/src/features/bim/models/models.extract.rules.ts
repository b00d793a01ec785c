import type { ModelPropertySet } from '@gantry/contract';
import type { IfcElement, IfcModel } from '@gantry/interchange';
import type { Row } from '../../../database/schema.generated.ts';

/** Rows of the tables of a model version, as they travel from the converter: one a line. */
export type ModelRow =
  | { table: 'place'; row: PlaceRow }
  | { table: 'set'; row: SetRow }
  | { table: 'element'; row: ElementRow }
  | { table: 'attribute'; row: AttributeRow };

export type PlaceRow = {
  number: number;
  parent: number | null;
  guid: string;
  category: string;
  name: string;
  elevation: number | null;
};
export type SetRow = { number: number; name: string; is_quantity: boolean; content: ModelPropertySet['values'] };
/** An element as its table has it, without the key of its version. */
export type ElementRow = Omit<Row<'bim_element'>, 'space_id' | 'project_id' | 'model_version_id'>;
export type AttributeRow = {
  number: number;
  set_name: string;
  name: string;
  kind: 'text' | 'number' | 'flag';
  elements: number;
  samples: string[];
};

const SAMPLES = 5;
const SAMPLE_LENGTH = 80;
const NAMES = {
  volume: ['NetVolume', 'GrossVolume', 'Volume'],
  area: ['NetSideArea', 'NetArea', 'GrossSideArea', 'GrossArea', 'Area'],
  length: ['Length', 'NetLength'],
} as const;

/** How far apart two statements of one quantity are that cannot be in the same unit. */
const OTHER_UNIT = 100;

/** A quantity of an element as its file states it, more than once where it does: by its usual names, else the first of the kind. */
function quantitiesOf({ sets }: IfcElement, kind: keyof typeof NAMES): number[] {
  const found = sets.flatMap(({ isQuantity, values }) => (isQuantity ? values.filter((one) => one.kind === kind) : []));
  const numbers = (list: typeof found): number[] => list.flatMap(({ value }) => (typeof value === 'number' ? [value] : []));
  for (const name of NAMES[kind]) {
    const named = numbers(found.filter((one) => one.name === name));
    if (named.length) return named;
  }
  return numbers(found.slice(0, 1));
}
const quantityOf = (element: IfcElement, kind: keyof typeof NAMES): number | null => quantitiesOf(element, kind)[0] ?? null;

/** The volume that a file states. Programs state one in cubic millimetres beside one in the units of the file: the geometry says which it is. */
function volumeStated(element: IfcElement, measure: () => number | null): number | null {
  const stated = quantitiesOf(element, 'volume').filter((volume) => volume > 0);
  if (stated.length === 0) return quantityOf(element, 'volume');
  const least = Math.min(...stated);
  if (Math.max(...stated) <= least * OTHER_UNIT) return stated[0];
  const measured = measure();
  return measured === null || measured <= 0 ? least : stated.reduce((a, b) => (off(b, measured) < off(a, measured) ? b : a));
}
/** By how much one number is the other's multiple, either way. */
const off = (a: number, b: number): number => Math.abs(Math.log(a / b));

/** All rows of a model; its geometry shows some elements, and measures those whose file has no volume. */
export function* rowsOfModel(
  { nodes, elements }: IfcModel,
  { shown, volumeOf }: { shown: ReadonlySet<number>; volumeOf: (entity: number) => number },
): Generator<ModelRow> {
  for (const [index, { guid, category, name, elevation, parent }] of nodes.entries())
    yield { table: 'place', row: { number: index + 1, parent: parent === null ? null : parent + 1, guid, category, name, elevation } };
  const sets = new Map<IfcElement['sets'][number], { number: number; elements: number }>();
  for (const element of elements)
    for (const set of element.sets) {
      const known = sets.get(set);
      if (known) known.elements++;
      else {
        sets.set(set, { number: sets.size + 1, elements: 1 });
        const { name, isQuantity: is_quantity, values: content } = set;
        yield { table: 'set', row: { number: sets.size, name, is_quantity, content } };
      }
    }
  yield* attributesOf(sets);
  const at = (index: number | null): number | null => (index === null ? null : index + 1);
  for (const [index, element] of elements.entries()) {
    const { guid, category, name, tag, layers, materials, classes } = element;
    const measure = (): number | null => (shown.has(element.id) ? volumeOf(element.id) : null);
    const stated = volumeStated(element, measure);
    const measured = stated === null ? measure() : null;
    const row: ElementRow = {
      number: index + 1,
      entity: element.id,
      guid,
      category,
      name,
      object_type: element.objectType,
      tag,
      place: at(element.node),
      storey: at(element.storey),
      parent: at(element.parent),
      layers,
      materials,
      class_codes: classes.map(({ code }) => code),
      class_names: classes.map((one) => one.name),
      sets: element.sets.map((set) => sets.get(set)!.number),
      has_geometry: shown.has(element.id),
      area: quantityOf(element, 'area'),
      volume: stated ?? measured,
      length: quantityOf(element, 'length'),
      volume_source: stated !== null ? 'file' : measured !== null ? 'geometry' : null,
    };
    yield { table: 'element', row };
  }
}

function* attributesOf(sets: Map<IfcElement['sets'][number], { elements: number }>): Generator<ModelRow> {
  type Found = Omit<AttributeRow, 'number'> & { kinds: Set<string> };
  const found = new Map<string, Map<string, Found>>();
  for (const [{ name: set_name, values }, { elements }] of sets) {
    let ofSet = found.get(set_name);
    if (!ofSet) found.set(set_name, (ofSet = new Map()));
    for (const { name, value } of values) {
      let known = ofSet.get(name);
      if (!known) ofSet.set(name, (known = { set_name, name, kind: 'text', elements: 0, samples: [], kinds: new Set() }));
      known.elements += elements;
      if (value === null) continue;
      known.kinds.add(typeof value);
      if (known.samples.length === SAMPLES) continue;
      const sample = String(value).slice(0, SAMPLE_LENGTH).toWellFormed();
      if (sample !== '' && !known.samples.includes(sample)) known.samples.push(sample);
    }
  }
  let number = 0;
  for (const { kinds, ...row } of [...found.values()].flatMap((ofSet) => [...ofSet.values()])) {
    const [only] = kinds.size === 1 ? kinds : [];
    number++;
    yield { table: 'attribute', row: { ...row, number, kind: only === 'number' ? 'number' : only === 'boolean' ? 'flag' : 'text' } };
  }
}
