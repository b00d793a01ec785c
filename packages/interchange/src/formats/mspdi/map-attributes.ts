import type { AttributeType } from '@gantry/domain';
import type { AttributeDefinition, AttributeOwner, AttributeValue } from '../../project-file.ts';
import type { ElementView } from '../../xml/element-view.ts';
import type { MspdiResources } from './map-resources.ts';
import type { MspdiTasks } from './map-tasks.ts';
import { parseIsoDuration } from './units.ts';

/** Custom fields of a project with their values. */
export type MspdiAttributes = { attributes: AttributeDefinition[]; values: AttributeValue[] };

/** Fields of tasks, resources and assignments are told apart by the first digits of their number. */
const OWNERS: [prefix: string, owner: AttributeOwner][] = [
  ['1887', 'task'],
  ['2055', 'resource'],
  ['2558', 'assignment'],
];

const TYPES: [name: RegExp, type: AttributeType][] = [
  [/^Number/i, 'number'],
  [/^Duration/i, 'number'],
  [/^Cost/i, 'money'],
  [/^(Date|Start|Finish)/i, 'date'],
  [/^Flag/i, 'flag'],
];

/** Maps ExtendedAttributes and OutlineCodes: definitions and the values on tasks, resources and assignments. */
export function mapMspdiAttributes(root: ElementView, tasks: MspdiTasks, resources: MspdiResources): MspdiAttributes {
  const result: MspdiAttributes = { attributes: [], values: [] };
  const fields = new Map<string, { definition: AttributeDefinition; isDuration: boolean }>();
  for (const view of root.child('ExtendedAttributes')?.children('ExtendedAttribute') ?? []) {
    const definition = define(view, result.attributes.length + 1);
    if (!definition) continue;
    fields.set(definition.sourceId, { definition, isDuration: /^Duration/i.test(view.text('FieldName')) });
    result.attributes.push(definition);
  }
  const codes = new Map<string, { definition: AttributeDefinition; values: Map<string, number> }>();
  for (const view of root.child('OutlineCodes')?.children('OutlineCode') ?? []) {
    const definition = define(view, result.attributes.length + 1);
    if (!definition) continue;
    definition.type = 'list';
    definition.origin = 'code';
    codes.set(definition.sourceId, { definition, values: listValues(view, definition) });
    result.attributes.push(definition);
  }
  const collect = (views: ElementView[], ids: number[]): void => {
    views.forEach((view, i) => {
      for (const value of view.children('ExtendedAttribute')) {
        const field = fields.get(value.text('FieldID'));
        const read = field && readValue(value, field.definition.type, field.isDuration);
        if (!field) value.report('info', 'reference.dangling', 'FieldID');
        else if (read !== null && read !== undefined)
          result.values.push({ attributeId: field.definition.id, ownerId: ids[i], value: read });
      }
      for (const value of view.children('OutlineCode')) {
        const code = codes.get(value.text('FieldID'));
        const id = code?.values.get(value.text('ValueID'));
        if (code && id !== undefined) result.values.push({ attributeId: code.definition.id, ownerId: ids[i], value: id });
        else value.report('info', 'reference.dangling', 'ValueID');
      }
    });
  };
  const idsOf = (rows: { id: number }[]): number[] => rows.map(({ id }) => id);
  collect(tasks.views, idsOf(tasks.items));
  collect(resources.resourceViews, idsOf(resources.resources));
  collect(resources.assignmentViews, idsOf(resources.assignments));
  return result;
}

function define(view: ElementView, id: number): AttributeDefinition | null {
  const fieldId = view.text('FieldID');
  const owner = OWNERS.find(([prefix]) => fieldId.startsWith(prefix))?.[1];
  if (!owner) {
    view.report('info', 'attribute.owner_not_supported', 'FieldID');
    return null;
  }
  const fieldName = view.text('FieldName');
  return {
    id,
    sourceId: fieldId,
    name: view.text('Alias') || fieldName || fieldId,
    type: TYPES.find(([pattern]) => pattern.test(fieldName))?.[1] ?? 'string',
    owner,
    origin: 'user_field',
    scope: 'project',
    values: [],
  };
}

function listValues(view: ElementView, definition: AttributeDefinition): Map<string, number> {
  const ids = new Map<string, number>();
  for (const value of view.child('Values')?.children('Value') ?? []) {
    const id = ids.size + 1;
    ids.set(value.text('ValueID'), id);
    definition.values.push({
      id,
      sourceId: value.text('ValueID'),
      parentId: ids.get(value.text('ParentValueID')) ?? null,
      code: value.text('Value'),
      name: value.text('Description') || value.text('Value'),
      color: null,
    });
  }
  return ids;
}

function readValue(view: ElementView, type: AttributeType, isDuration: boolean): string | number | boolean | null {
  if (isDuration) return parseIsoDuration(view.text('Value'));
  if (type === 'number') return view.number('Value');
  // Costs are stored in hundredths.
  if (type === 'money') return view.number('Value') === null ? null : view.number('Value')! / 100;
  if (type === 'date') return view.date('Value');
  return type === 'flag' ? view.flag('Value') : view.text('Value') || null;
}
