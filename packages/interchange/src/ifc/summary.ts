import type { Finding } from '../project-file.ts';
import type { IfcModel, IfcRead } from './model.ts';

/** What a model holds, as the command line prints it. */
export function summaryOfModel({ model, findings }: IfcRead): unknown {
  return {
    ...(model ? contentOf(model) : {}),
    warnings: findings.map((finding) => ({ severity: finding.severity, code: finding.code, message: sentenceOf(finding) })),
  };
}

function contentOf(model: IfcModel): Record<string, unknown> {
  const { elements, nodes } = model;
  const storeys = nodes
    .map((node, index) => ({ ...node, index }))
    .filter(({ category }) => category === 'IFCBUILDINGSTOREY')
    .map(({ name, elevation, guid, index }) => ({
      name,
      elevation,
      guid,
      elements: elements.filter(({ storey }) => storey === index).length,
    }));
  const properties = new Map<string, number>();
  const quantities = new Map<string, { elements: number; sum: number; kind: string }>();
  for (const { sets } of elements) {
    for (const { name: set, isQuantity, values } of sets) {
      for (const { name, value, kind } of values) {
        const key = `${set}.${name}`;
        if (!isQuantity) properties.set(key, (properties.get(key) ?? 0) + 1);
        else {
          const known = quantities.get(key) ?? { elements: 0, sum: 0, kind };
          quantities.set(key, { elements: known.elements + 1, sum: known.sum + Number(value), kind });
        }
      }
    }
  }
  return {
    schema: model.schema,
    program: model.program,
    units: model.units,
    elements: elements.length,
    elementsByType: counted(elements.map(({ category }) => category)),
    storeys,
    layers: counted(elements.flatMap(({ layers }) => layers)),
    classes: counted(
      elements.flatMap(({ classes }) => classes.map(({ system, code, name }) => [system, code, name].filter(Boolean).join(' '))),
    ),
    materials: counted(elements.flatMap(({ materials }) => materials)),
    quantities: Object.fromEntries(quantities),
    properties: Object.fromEntries(properties),
  };
}

function counted(words: string[]): Record<string, number> {
  const counts = new Map<string, number>();
  for (const word of words) counts.set(word, (counts.get(word) ?? 0) + 1);
  return Object.fromEntries([...counts].sort(([a], [b]) => (a < b ? -1 : 1)));
}

const SENTENCES: Record<string, string> = {
  'file.unreadable': 'The file cannot be opened.',
  'ifc.empty': 'The file is empty.',
  'ifc.too_large': 'The file is larger than 500 MB; export it by discipline or storey.',
  'ifc.not_step': 'This is no IFC file: it does not begin with ISO-10303-21.',
  'ifc.schema_unknown': 'The schema is not one of IFC2X3, IFC4, IFC4X3; export the model in one of them.',
  'ifc.no_data': 'The file holds no data.',
  'ifc.truncated': 'The file ends before END-ISO-10303-21: it was cut off on its way.',
  'ifc.unterminated': 'A text or a comment of the file has no end.',
  'ifc.broken_statements': 'Some statements are no entities; they are passed over.',
  'ifc.broken_arguments': 'The arguments of some entities cannot be read; they are passed over.',
  'ifc.cyclic_placement': 'A placement leads back to itself; the geometry cannot be converted.',
  'ifc.duplicate_guids': 'Several elements have the same GUID.',
  'ifc.no_elements': 'The model holds no elements.',
  'ifc.without_shape': 'Some elements have no geometry.',
  'ifc.without_storey': 'Some elements stand on no storey.',
  'ifc.dangling': 'Some relations point to entities that are not in the file.',
  'ifc.code_page': 'Letters are written outside the rules of IFC; choose the code page if names look wrong.',
  'zip.malformed': 'The archive is damaged.',
  'zip.too_many_files': 'The archive holds more than one file.',
  'zip.too_large': 'The archive unpacks to more than is allowed.',
  'zip.encrypted': 'The archive is encrypted.',
};

function sentenceOf({ code, value, parameters }: Finding): string {
  const count = parameters?.['count'];
  return [SENTENCES[code] ?? code, value ? `(${value})` : '', count === undefined ? '' : `(${String(count)})`].filter(Boolean).join(' ');
}
