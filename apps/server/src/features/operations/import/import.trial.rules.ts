import { type ImportTrial, TRIED_ROWS } from '@gantry/contract';
import type { JsonValue } from '@gantry/domain';
import type { Content } from './import.content.rules.ts';
import { mappedFields, type Mapping } from './import.mapping.rules.ts';

/** Fields that each trial shows; those that a rule fills follow. */
const SHOWN = ['code', 'name', 'type', 'durationMinutes', 'start', 'finish'];
/** A file can have thousands of columns. */
const MOST_ATTRIBUTES = 50;

export type TriedRows = Pick<ImportTrial, 'total' | 'fields' | 'attributes' | 'rows'>;

/** The first rows of a content: values of fields, then those of the attributes that these rows have. */
export function triedRows(content: Content, mapping: Mapping): TriedRows {
  const fields = [...new Set([...SHOWN, ...mappedFields(mapping)])];
  const first = content.wbs.slice(0, TRIED_ROWS);
  const values = new Map(first.map(({ id }) => [id, new Map<number, JsonValue>()]));
  const used = new Set<number>();
  for (const { itemId, attributeId, value } of content.attributeValue) {
    const own = values.get(itemId);
    if (!own || value === null || value === '') continue;
    own.set(attributeId, value);
    used.add(attributeId);
  }
  const attributes = content.attribute.filter(({ id }) => used.has(id)).slice(0, MOST_ATTRIBUTES);
  return {
    total: content.wbs.length,
    fields,
    attributes: attributes.map(({ name }) => name),
    rows: first.map((row) => [
      ...fields.map((field) => ((row as Record<string, unknown>)[field] ?? null) as JsonValue),
      ...attributes.map(({ id }) => values.get(row.id)?.get(id) ?? null),
    ]),
  };
}
