import { formatMinute } from '@gantry/domain';
import type { AttributeType } from '@gantry/domain';
import type { Findings } from '../../findings.ts';
import type { AttributeDefinition, AttributeOwner, ImportedProject } from '../../project-file.ts';
import type { RawElements } from '../../raw.ts';
import { childrenOf, nameAt, textAt } from '../../xml/tape.ts';
import type { XmlWriter } from '../../xml/write-elements.ts';
import { formatIsoDuration } from './units.ts';

type Kind = 'Text' | 'Number' | 'Date' | 'Flag';

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
export function attributeWriter(project: ImportedProject, source: RawElements | null, xml: XmlWriter): AttributeWriter {
  const known = fieldsOf(source);
  const taken = new Set([...known.keys()].map(Number));
  const fields = new Map<number, { definition: AttributeDefinition; id: number; name: string; isCode: boolean }>();
  for (const definition of project.attributes) {
    const owner = definition.owner === 'sum' ? 'task' : definition.owner;
    const stated = known.get(definition.sourceId);
    if (stated) {
      fields.set(definition.id, { definition, id: Number(definition.sourceId), ...stated });
      continue;
    }
    if (owner !== 'task' && owner !== 'resource') continue;
    const kind = KINDS[definition.type];
    const at = FIELDS[owner][kind].findIndex((id) => !taken.has(id));
    if (at < 0) continue;
    const id = FIELDS[owner][kind][at];
    taken.add(id);
    fields.set(definition.id, { definition, id, name: `${kind}${at + 1}`, isCode: false });
  }
  const byOwner = new Map<string, { id: number; text: string; isCode: boolean }[]>();
  for (const { attributeId, ownerId, value } of project.values) {
    const field = fields.get(attributeId);
    if (!field) continue;
    const { owner } = field.definition;
    const key = `${owner === 'resource' || owner === 'assignment' ? owner : 'task'} ${ownerId}`;
    const list = byOwner.get(key) ?? [];
    byOwner.set(key, list);
    list.push({ id: field.id, text: textOf(field.definition, value, field.name, field.isCode), isCode: field.isCode });
  }
  return {
    writeDefinitions(findings) {
      const valued = new Set(project.values.map(({ attributeId }) => attributeId));
      for (const { id, name } of project.attributes) {
        if (!fields.has(id) && valued.has(id)) findings.add({ severity: 'warning', code: 'export.attribute_lost', value: name });
      }
      xml.open('ExtendedAttributes');
      for (const { definition, id, name, isCode } of fields.values()) {
        if (isCode) continue;
        xml.open('ExtendedAttribute');
        xml.put('FieldID', id);
        xml.put('FieldName', name);
        xml.put('Alias', definition.name);
        xml.close();
      }
      xml.close();
    },
    writeValues(owner, ownerId) {
      for (const { id, text, isCode } of byOwner.get(`${owner} ${ownerId}`) ?? []) {
        xml.open(isCode ? 'OutlineCode' : 'ExtendedAttribute');
        xml.put('FieldID', id);
        xml.put(isCode ? 'ValueID' : 'Value', text);
        xml.close();
      }
    },
  };
}

function textOf(definition: AttributeDefinition, value: string | number | boolean, fieldName: string, isCode: boolean): string {
  if (definition.type === 'date') return `${formatMinute(Number(value))}:00`;
  if (definition.type === 'flag') return value ? '1' : '0';
  // Costs are stored in hundredths.
  if (/^Cost/i.test(fieldName)) return String(Math.round(Number(value) * 100));
  if (/^Duration/i.test(fieldName)) return formatIsoDuration(Number(value));
  const listed = definition.type === 'list' ? definition.values.find(({ id }) => id === value) : undefined;
  if (isCode) return listed?.sourceId ?? '';
  return listed ? listed.name || listed.code : String(value);
}

/** Custom fields and outline codes that a source defines, by their FieldID. */
function fieldsOf(source: RawElements | null): Map<string, { name: string; isCode: boolean }> {
  const known = new Map<string, { name: string; isCode: boolean }>();
  if (!source) return known;
  for (const container of childrenOf(source, 0)) {
    const isCode = nameAt(source, container) === 'OutlineCodes';
    if (!isCode && nameAt(source, container) !== 'ExtendedAttributes') continue;
    for (const node of childrenOf(source, container)) {
      const fields = new Map(childrenOf(source, node).map((at) => [nameAt(source, at), textAt(source, at)]));
      known.set(fields.get('FieldID') ?? '', { name: fields.get('FieldName') ?? '', isCode });
    }
  }
  return known;
}
