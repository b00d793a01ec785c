import type { Minute } from '@gantry/domain';
import { formatDate } from '../../text/dates.ts';
import type { AttributeDefinition, ImportedProject } from '../../project-file.ts';
import type { XmlWriter } from '../../xml/write-elements.ts';
import type { PmxmlKeys } from './write-keys.ts';
import { FIELD_TYPES } from './words.ts';

/** A date as the XML has it. */
export function xmlDate(minute: Minute | null): string | null {
  return minute === null ? null : `${formatDate(minute)}:00`;
}

export function xmlHours(minutes: number | null): number | null {
  return minutes === null ? null : Math.round((minutes / 60) * 1e6) / 1e6;
}

const CODE_ELEMENTS = { task: 'Activity', resource: 'Resource', project: 'Project' } as const;

/** The word that starts the names of code elements of an owner; null where values are user fields. */
export function codeElementOf(definition: AttributeDefinition): string | null {
  return definition.type === 'list' ? (CODE_ELEMENTS[definition.owner as keyof typeof CODE_ELEMENTS] ?? null) : null;
}

/** Values of one owner as Code and UDF elements. */
export function writeValues(
  project: ImportedProject,
  owner: AttributeDefinition['owner'],
  ownerId: number,
  keys: PmxmlKeys,
  xml: XmlWriter,
): void {
  for (const { definition, value } of keys.values(project, owner, ownerId)) {
    const isCode = codeElementOf(definition) !== null;
    xml.open(isCode ? 'Code' : 'UDF');
    xml.put('TypeObjectId', keys.attribute(definition));
    if (isCode) xml.put('ValueObjectId', keys.listValue(definition, Number(value)));
    else {
      const element = FIELD_TYPES.find(([, type]) => type === definition.type)?.[2] ?? 'TextValue';
      const listed = definition.type === 'list' ? definition.values.find(({ id }) => id === value)?.name : undefined;
      xml.put(
        element,
        definition.type === 'date' ? xmlDate(Number(value)) : definition.type === 'flag' ? (value ? 'Y' : 'N') : (listed ?? value),
      );
    }
    xml.close();
  }
}
