import type { AttributeDefinition, AttributeOwner, AttributeValue } from '../../project-file.ts';
import type { ElementView } from '../../xml/element-view.ts';
import { FIELD_TYPES, SCOPES, SUBJECTS, meaningOf } from './words.ts';

/** Attributes of a file with the way to read the values that an element carries. */
export type PmxmlAttributes = {
  definitions: { definition: AttributeDefinition; projectKey: string }[];
  /** Values that stand in an element as Code and UDF. */
  valuesOf: (view: ElementView, owner: AttributeOwner, ownerId: number) => AttributeValue[];
};

const CODES: readonly (readonly [type: string, value: string, owner: AttributeOwner, origin: AttributeDefinition['origin']])[] = [
  ['ActivityCodeType', 'ActivityCode', 'task', 'code'],
  ['ResourceCodeType', 'ResourceCode', 'resource', 'category'],
  ['ProjectCodeType', 'ProjectCode', 'project', 'category'],
];

/** Maps code types, codes and user field types, of the file and of its projects. */
export function mapPmxmlAttributes(holders: readonly ElementView[]): PmxmlAttributes {
  const definitions: PmxmlAttributes['definitions'] = [];
  const codeTypes = new Map<string, AttributeDefinition>();
  const codeValues = new Map<string, number>();
  const fields = new Map<string, { definition: AttributeDefinition; element: string }>();
  const add = (definition: Omit<AttributeDefinition, 'id'>, projectKey: string): AttributeDefinition => {
    const whole = { id: definitions.length + 1, ...definition };
    definitions.push({ definition: whole, projectKey });
    return whole;
  };
  for (const [typeName, valueName, owner, origin] of CODES) {
    const views = holders.flatMap((holder) => holder.children(typeName));
    for (const view of views) {
      const key = view.text('ObjectId');
      const scope = meaningOf(SCOPES, view.text('Scope')) ?? 'global';
      const plain = { sourceId: key, name: view.text('Name'), type: 'list', owner, origin, scope, values: [] } as const;
      codeTypes.set(owner + key, add({ ...plain, values: [] }, scope === 'project' ? view.text('ProjectObjectId') : ''));
    }
    addValues(
      holders.flatMap((holder) => holder.children(valueName)),
      owner,
    );
  }
  for (const view of holders.flatMap((holder) => holder.children('UDFType'))) {
    const owner = meaningOf(SUBJECTS, view.text('SubjectArea'));
    const type = FIELD_TYPES.find(([word]) => word === view.text('DataType'));
    if (!owner) view.report('info', 'attribute.owner_not_supported', 'SubjectArea');
    if (!type) view.report('warning', 'enumeration.unknown', 'DataType', { used: 'Text' });
    if (!owner) continue;
    const key = view.text('ObjectId');
    const definition = add(
      { sourceId: key, name: view.text('Title'), type: type?.[1] ?? 'string', owner, origin: 'user_field', scope: 'global', values: [] },
      '',
    );
    fields.set(key, { definition, element: type?.[2] ?? 'TextValue' });
  }
  return { definitions, valuesOf };

  function addValues(views: readonly ElementView[], owner: AttributeOwner): void {
    const byKey = new Map(views.map((view) => [view.text('ObjectId'), view]));
    const children = new Map<string, ElementView[]>();
    for (const view of views) {
      const parent = view.text('ParentObjectId');
      const under = byKey.has(parent) ? parent : '';
      const list = children.get(under);
      if (list) list.push(view);
      else children.set(under, [view]);
    }
    const bySequence = (a: ElementView, b: ElementView): number =>
      (b.number('SequenceNumber') ?? 0) - (a.number('SequenceNumber') ?? 0) || b.node - a.node;
    const stack = (children.get('') ?? []).sort(bySequence);
    // A value without its own key, or with another's, would contain itself.
    const opened = new Set(['']);
    for (let view = stack.pop(); view; view = stack.pop()) {
      const key = view.text('ObjectId');
      const id = codeValues.size + 1;
      codeValues.set(owner + key, id);
      const definition = codeTypes.get(owner + view.text('CodeTypeObjectId'));
      if (!definition) view.report('warning', 'reference.dangling', 'CodeTypeObjectId');
      definition?.values.push({
        id,
        sourceId: key,
        parentId: codeValues.get(owner + view.text('ParentObjectId')) ?? null,
        code: view.text('CodeValue'),
        name: view.text('Description'),
        color: /^#[0-9a-f]{6}$/i.test(view.text('Color')) ? view.text('Color').toLowerCase() : null,
      });
      if (!opened.has(key)) stack.push(...(children.get(key) ?? []).sort(bySequence));
      opened.add(key);
    }
  }

  function valuesOf(view: ElementView, owner: AttributeOwner, ownerId: number): AttributeValue[] {
    const values: AttributeValue[] = [];
    for (const code of view.children('Code')) {
      // The code of a WBS node has the same name.
      if (!code.has('TypeObjectId')) continue;
      const definition = codeTypes.get(owner + code.text('TypeObjectId'));
      const value = codeValues.get(owner + code.text('ValueObjectId'));
      if (definition && value !== undefined) values.push({ attributeId: definition.id, ownerId, value });
      else code.report('warning', 'reference.dangling', definition ? 'ValueObjectId' : 'TypeObjectId');
    }
    for (const field of view.children('UDF')) {
      const known = fields.get(field.text('TypeObjectId'));
      if (!known) {
        field.report('warning', 'reference.dangling', 'TypeObjectId');
        continue;
      }
      const { type, id } = known.definition;
      const value =
        type === 'date' ? field.date(known.element) : type === 'string' ? field.text(known.element) || null : field.number(known.element);
      if (value !== null) values.push({ attributeId: id, ownerId, value });
    }
    return values;
  }
}
