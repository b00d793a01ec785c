import type { PlanRelation } from '@gantry/domain';
import type { AttributeDefinition, AttributeOwner, ImportedProject, ProjectFile } from '../../project-file.ts';
import type { RawElements } from '../../raw.ts';
import { childrenOf, nameAt, textAt } from '../../xml/tape.ts';
import type { XmlWriter } from '../../xml/write-elements.ts';
import { RELATION_TYPES, wordFor } from './words.ts';
import { wordTable } from '../../text/word-table.ts';

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
  /** Key of something that only its source numbers: a note, a step, an expense, an assignment. */
  ofSource: (element: string, sourceId: string | null, identity: string) => string;
  writeRelation: (xml: XmlWriter, relation: Pick<PlanRelation, 'type' | 'lagMinutes'>, from: ItemKey, to: ItemKey) => void;
};

/** Assigns ObjectIds. Entities of `source` keep theirs; when two sources share one, only one entity keeps it. */
export function numberKeys(file: ProjectFile, source: RawElements | null): PmxmlKeys {
  const given = new Map<string, string>();
  const taken = new Set<string>();
  const known = knownIds(source);
  let last = known.highest;
  const counters = new Map<string, number>();
  const next = (element: string): string => {
    if (source) return String(++last);
    const number = (counters.get(element) ?? 0) + 1;
    counters.set(element, number);
    return String(number);
  };
  const keyOf = (element: string, sourceId: string | null, identity: string): string => {
    const name = `${element} ${identity}`;
    let key = given.get(name);
    if (key !== undefined) return key;
    const isFree = sourceId !== null && known.ids.has(`${element} ${sourceId}`) && !taken.has(`${element} ${sourceId}`);
    given.set(name, (key = isFree ? sourceId : next(element)));
    taken.add(`${element} ${key}`);
    return key;
  };
  const indexOf = new Map(file.projects.map((project, i) => [project, i]));
  const anywhere = new Map<number, ItemKey>();
  const valuesByOwner = new Map<string, { definition: AttributeDefinition; value: string | number | boolean }[]>();
  const curves: PmxmlKeys['curves'] = new Map();
  const named = (element: string, names: Iterable<string>): Map<string, string> =>
    new Map([...new Set(names)].map((name) => [name, keyOf(element, known.byName.get(`${element} ${name}`) ?? null, name)]));

  const places = new Map<ImportedProject, Map<number, number>>();
  const placeOf = (project: ImportedProject): Map<number, number> => {
    let known = places.get(project);
    if (!known) places.set(project, (known = new Map(project.plan.items.map(({ id }, i) => [id, i]))));
    return known;
  };
  const keys: PmxmlKeys = {
    project: (project) => keyOf('Project', project.sourceId, String(indexOf.get(project))),
    calendar(project, id) {
      const at = project.plan.calendars.findIndex((calendar) => calendar.id === id);
      const sourceId = project.calendarSourceIds[at] ?? null;
      return keyOf('Calendar', sourceId, sourceId ?? `${indexOf.get(project)} ${id}`);
    },
    resource(project, id) {
      const at = project.plan.resources.findIndex((resource) => resource.id === id);
      const details = project.resourceDetails[at];
      const { code, name } = project.plan.resources[at];
      return keyOf(details?.isRole ? 'Role' : 'Resource', details?.sourceId ?? null, details?.sourceId || `${code} ${name}`);
    },
    item(project, id) {
      const details = project.details[placeOf(project).get(id) ?? -1];
      const element = !source || details?.sourceTable === 'WBS' || id === 0 ? 'WBS' : 'Activity';
      return keyOf(source ? element : 'item', details?.sourceTable === element ? details.sourceId : null, `${indexOf.get(project)} ${id}`);
    },
    itemAnywhere: (id) => (id === null ? null : (anywhere.get(id) ?? null)),
    attribute: (definition) =>
      keyOf(
        attributeElement(definition),
        definition.sourceId,
        `${definition.origin} ${definition.owner} ${definition.sourceId} ${definition.name}`,
      ),
    listValue: (definition, id) =>
      keyOf(
        attributeElement(definition).replace(/Type$/, ''),
        definition.values.find((value) => value.id === id)?.sourceId ?? null,
        `${definition.sourceId} ${definition.name} ${id}`,
      ),
    values: (project, owner, ownerId) => valuesByOwner.get(`${indexOf.get(project)} ${owner} ${ownerId}`) ?? [],
    units: named(
      'UnitOfMeasure',
      file.projects.flatMap((project) => project.plan.resources.map(({ unit }) => unit)).filter((unit) => unit !== ''),
    ),
    topics: named(
      'NotebookTopic',
      file.projects.flatMap((project) => project.notes.map(({ topic }) => topic || 'Notes')),
    ),
    categories: named(
      'ExpenseCategory',
      file.projects.flatMap((project) => project.expenses.flatMap(({ category }) => category ?? [])),
    ),
    curves,
    ofSource: (element, sourceId, identity) => keyOf(element, sourceId, identity),
    writeRelation(xml, relation, from, to) {
      xml.open('Relationship');
      xml.put('Lag', Math.round((relation.lagMinutes / 60) * 1e6) / 1e6);
      xml.put('ObjectId', next('Relationship'));
      xml.put('PredecessorActivityObjectId', from.item);
      xml.put('PredecessorProjectObjectId', from.project);
      xml.put('SuccessorActivityObjectId', to.item);
      xml.put('SuccessorProjectObjectId', to.project);
      xml.put('Type', wordFor(RELATION_TYPES, relation.type));
      xml.close();
    },
  };
  const curveKey = (name: string, curve: readonly number[]): { key: string; name: string } => ({
    key: keyOf('ResourceCurve', known.byName.get(`ResourceCurve ${name}`) ?? null, curve.join(' ')),
    name,
  });
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
        curves.set(curve.join(' '), curveKey(project.assignmentDetails[i].curveName ?? 'Curve', curve));
    });
  }
  return keys;
}

export function attributeElement({ type, owner }: AttributeDefinition): string {
  if (type !== 'list') return 'UDFType';
  return owner === 'task'
    ? 'ActivityCodeType'
    : owner === 'resource'
      ? 'ResourceCodeType'
      : owner === 'project'
        ? 'ProjectCodeType'
        : 'UDFType';
}

type KnownIds = { ids: Set<string>; byName: Map<string, string>; highest: number };

const NAME_FIELDS = wordTable<string>({
  UnitOfMeasure: 'Abbreviation',
  NotebookTopic: 'Name',
  ExpenseCategory: 'Name',
  ResourceCurve: 'Name',
});

/** ObjectIds of a source by element, for named elements also by name. */
function knownIds(source: RawElements | null): KnownIds {
  const known: KnownIds = { ids: new Set(), byName: new Map(), highest: 0 };
  for (let node = 0; source && node < source.depths.length; node++) {
    if (nameAt(source, node) !== 'ObjectId') continue;
    const id = textAt(source, node).trim();
    if (Number(id) > known.highest && Number.isSafeInteger(Number(id))) known.highest = Number(id);
    let parent = node - 1;
    while (source.depths[parent] >= source.depths[node]) parent--;
    const element = nameAt(source, parent).replace('BaselineProject', 'Project');
    known.ids.add(`${element} ${id}`);
    const field = NAME_FIELDS[element];
    const name = field && childrenOf(source, parent).find((child) => nameAt(source, child) === field);
    if (name) known.byName.set(`${element} ${textAt(source, name).trim()}`, id);
  }
  return known;
}
