import type { PlanRelation } from '@gantry/domain';
import type { AttributeDefinition, AttributeOwner, ImportedProject, ProjectFile } from '../../project-file.ts';
import type { XmlWriter } from '../../xml/write-elements.ts';
import { RELATION_TYPES, wordFor } from './words.ts';

/** Key of an activity with that of its project. */
export type ItemKey = { project: string; item: string };

/** ObjectIds of everything in a file. Things that several projects share have one. */
export type PmxmlKeys = {
  project: (project: ImportedProject) => string;
  calendar: (project: ImportedProject, id: number) => string;
  resource: (project: ImportedProject, id: number) => string;
  item: (project: ImportedProject, id: number) => string;
  itemAnywhere: (id: number | null) => ItemKey | null;
  attribute: (definition: AttributeDefinition) => string;
  listValue: (definition: AttributeDefinition, id: number) => string;
  values: (
    project: ImportedProject,
    owner: AttributeOwner,
    ownerId: number,
  ) => { definition: AttributeDefinition; value: string | number | boolean }[];
  units: Map<string, string>;
  topics: Map<string, string>;
  categories: Map<string, string>;
  curves: Map<string, { key: string; name: string }>;
  next: (kind: string) => string;
  writeRelation: (xml: XmlWriter, relation: Pick<PlanRelation, 'type' | 'lagMinutes'>, from: ItemKey, to: ItemKey) => void;
};

/** Numbers the things of a file. Keys of the source are not kept: two sources may meet in one file. */
export function numberKeys(file: ProjectFile): PmxmlKeys {
  const given = new Map<string, string>();
  const counters = new Map<string, number>();
  const next = (kind: string): string => {
    const number = (counters.get(kind) ?? 0) + 1;
    counters.set(kind, number);
    return String(number);
  };
  const keyOf = (kind: string, identity: string): string => {
    const name = `${kind} ${identity}`;
    let key = given.get(name);
    if (key === undefined) given.set(name, (key = next(kind)));
    return key;
  };
  const indexOf = new Map(file.projects.map((project, i) => [project, i]));
  const anywhere = new Map<number, ItemKey>();
  const valuesByOwner = new Map<string, { definition: AttributeDefinition; value: string | number | boolean }[]>();
  const curves: PmxmlKeys['curves'] = new Map();
  const named = (kind: string, names: Iterable<string>): Map<string, string> =>
    new Map([...new Set(names)].map((name) => [name, keyOf(kind, name)]));

  const keys: PmxmlKeys = {
    project: (project) => keyOf('project', String(indexOf.get(project))),
    calendar(project, id) {
      const at = project.plan.calendars.findIndex((calendar) => calendar.id === id);
      const sourceId = project.calendarSourceIds[at] ?? null;
      return keyOf('calendar', sourceId ?? `${indexOf.get(project)} ${id}`);
    },
    resource(project, id) {
      const at = project.plan.resources.findIndex((resource) => resource.id === id);
      const details = project.resourceDetails[at];
      const { code, name } = project.plan.resources[at];
      return keyOf('resource', `${details?.isRole ? 'role' : ''} ${details?.sourceId || `${code} ${name}`}`);
    },
    item: (project, id) => keyOf('item', `${indexOf.get(project)} ${id}`),
    itemAnywhere: (id) => (id === null ? null : (anywhere.get(id) ?? null)),
    attribute: (definition) => keyOf('attribute', `${definition.origin} ${definition.owner} ${definition.sourceId} ${definition.name}`),
    listValue: (definition, id) => keyOf(`value ${definition.owner}`, `${definition.sourceId} ${definition.name} ${id}`),
    values: (project, owner, ownerId) => valuesByOwner.get(`${indexOf.get(project)} ${owner} ${ownerId}`) ?? [],
    units: named(
      'unit',
      file.projects.flatMap((project) => project.plan.resources.map(({ unit }) => unit)).filter((unit) => unit !== ''),
    ),
    topics: named(
      'topic',
      file.projects.flatMap((project) => project.notes.map(({ topic }) => topic || 'Notes')),
    ),
    categories: named(
      'category',
      file.projects.flatMap((project) => project.expenses.flatMap(({ category }) => category ?? [])),
    ),
    curves,
    next,
    writeRelation(xml, relation, from, to) {
      xml.open('Relationship');
      xml.put('Lag', Math.round((relation.lagMinutes / 60) * 1e6) / 1e6);
      xml.put('ObjectId', next('relation'));
      xml.put('PredecessorActivityObjectId', from.item);
      xml.put('PredecessorProjectObjectId', from.project);
      xml.put('SuccessorActivityObjectId', to.item);
      xml.put('SuccessorProjectObjectId', to.project);
      xml.put('Type', wordFor(RELATION_TYPES, relation.type));
      xml.close('Relationship');
    },
  };
  for (const project of file.projects) {
    const index = indexOf.get(project)!;
    for (const item of project.plan.items) anywhere.set(item.id, { project: keys.project(project), item: keys.item(project, item.id) });
    const definitions = new Map(project.attributes.map((definition) => [definition.id, definition]));
    for (const { attributeId, ownerId, value } of project.values) {
      const definition = definitions.get(attributeId);
      if (!definition) continue;
      const slot = `${index} ${definition.owner} ${definition.owner === 'project' ? 0 : ownerId}`;
      const list = valuesByOwner.get(slot);
      if (list) list.push({ definition, value });
      else valuesByOwner.set(slot, [{ definition, value }]);
    }
    project.plan.assignments.forEach(({ curve }, i) => {
      if (curve && !curves.has(curve.join(' ')))
        curves.set(curve.join(' '), { key: next('curve'), name: project.assignmentDetails[i].curveName ?? 'Curve' });
    });
  }
  return keys;
}
