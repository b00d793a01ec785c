import { formatMinute } from '@gantry/domain';
import type { AttributeType } from '@gantry/domain';
import type { Findings } from '../../findings.ts';
import type { AttributeDefinition, AttributeOwner, ImportedProject } from '../../project-file.ts';
import type { XmlWriter } from '../../xml/write-elements.ts';

type Kind = 'Text' | 'Number' | 'Date' | 'Flag';

/** Numbers from first to last. */
function range(first: number, last: number, step = 1): number[] {
  return Array.from({ length: Math.floor((last - first) / step) + 1 }, (_, i) => first + i * step);
}

/** Numbers of the custom fields that MS Project has; there are no more. */
const FIELDS: Record<'task' | 'resource', Record<Kind, number[]>> = {
  task: {
    Text: [...range(188743731, 188743746, 3), ...range(188743747, 188743750), ...range(188743997, 188744016)],
    Number: range(188743767, 188743771),
    Date: range(188743945, 188743954),
    Flag: range(188743752, 188743761),
  },
  resource: {
    Text: [...range(205520904, 205520908), ...range(205520993, 205520997)],
    Number: range(205521008, 205521012),
    Date: range(205521069, 205521078),
    Flag: range(205521023, 205521031),
  },
};

const KINDS: Record<AttributeType, Kind> = {
  string: 'Text',
  list: 'Text',
  number: 'Number',
  money: 'Number',
  percentage: 'Number',
  date: 'Date',
  flag: 'Flag',
};

/** Writes the custom fields of one project: definitions once, values where their owners are written. */
export type AttributeWriter = {
  writeDefinitions: (findings: Findings) => void;
  writeValues: (owner: AttributeOwner, ownerId: number) => void;
};

/** Gives every attribute a custom field; MS Project has a fixed number of them, and none for nodes apart from tasks. */
export function attributeWriter(project: ImportedProject, xml: XmlWriter): AttributeWriter {
  const used = new Map<string, number>();
  const fields = new Map<number, { definition: AttributeDefinition; id: number; name: string }>();
  for (const definition of project.attributes) {
    const owner = definition.owner === 'sum' ? 'task' : definition.owner;
    if (owner !== 'task' && owner !== 'resource') continue;
    const kind = KINDS[definition.type];
    const taken = used.get(owner + kind) ?? 0;
    if (taken === FIELDS[owner][kind].length) continue;
    used.set(owner + kind, taken + 1);
    fields.set(definition.id, { definition, id: FIELDS[owner][kind][taken], name: `${kind}${taken + 1}` });
  }
  const byOwner = new Map<string, { id: number; text: string }[]>();
  for (const { attributeId, ownerId, value } of project.values) {
    const field = fields.get(attributeId);
    if (!field) continue;
    const key = `${field.definition.owner === 'resource' ? 'resource' : 'task'} ${ownerId}`;
    const list = byOwner.get(key) ?? [];
    byOwner.set(key, list);
    list.push({ id: field.id, text: textOf(field.definition, value) });
  }
  return {
    writeDefinitions(findings) {
      const valued = new Set(project.values.map(({ attributeId }) => attributeId));
      for (const { id, name } of project.attributes) {
        if (!fields.has(id) && valued.has(id)) findings.add({ severity: 'warning', code: 'export.attribute_lost', value: name });
      }
      xml.open('ExtendedAttributes');
      for (const { definition, id, name } of fields.values()) {
        xml.open('ExtendedAttribute');
        xml.put('FieldID', id);
        xml.put('FieldName', name);
        xml.put('Alias', definition.name);
        xml.close('ExtendedAttribute');
      }
      xml.close('ExtendedAttributes');
    },
    writeValues(owner, ownerId) {
      for (const { id, text } of byOwner.get(`${owner} ${ownerId}`) ?? []) {
        xml.open('ExtendedAttribute');
        xml.put('FieldID', id);
        xml.put('Value', text);
        xml.close('ExtendedAttribute');
      }
    },
  };
}

function textOf(definition: AttributeDefinition, value: string | number | boolean): string {
  if (definition.type === 'date') return `${formatMinute(Number(value))}:00`;
  if (definition.type === 'flag') return value ? '1' : '0';
  const listed = definition.type === 'list' ? definition.values.find(({ id }) => id === value) : undefined;
  return listed ? listed.name || listed.code : String(value);
}
