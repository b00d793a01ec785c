import type { AttributeDefinition, NodeAttribute, PassportEntry } from '@gantry/contract';
import {
  fileOfValue,
  isAskedOfNewNode,
  isMaskKind,
  type JsonValue,
  type NodeKind,
  type OwnAttributeType,
  writeMasked,
} from '@gantry/domain';
import { formatLocal } from '../../../lib/dates.ts';
import { formatNumber } from '../../../lib/numbers.ts';

/** A key made of a name: letters and digits, parted by underscores. */
export function keyOfName(name: string): string {
  const key = name
    .trim()
    .toLowerCase()
    .replace(/[^\p{L}\p{N}]+/gu, '_')
    .replace(/^_+|_+$/g, '')
    .slice(0, 64);
  return /^\p{N}/u.test(key) ? `_${key}`.slice(0, 64) : key;
}

/** A new attribute. */
export const blankAttribute = (owners: AttributeDefinition['owners']): AttributeDefinition => ({
  name: '',
  key: '',
  type: 'string',
  owners,
  values: [],
  unit: '',
  required: false,
  unique: false,
  inherits: false,
  default_value: null,
});

/** Suggestions for attributes: unit signs and lists. */
export type Offers = { units: string[]; lists: readonly { name: string; entries: readonly { name: string }[] }[] };

/** Words that values are written with. */
export type ValueWords = { yes: string; no: string; person(id: number): string };

/** A value as people read it. */
export function writeValue(type: OwnAttributeType, value: JsonValue, words: ValueWords): string {
  if (value === null) return '';
  if (typeof value === 'boolean') return value ? words.yes : words.no;
  if (typeof value === 'number') {
    if (type === 'person') return words.person(value);
    if (type === 'percentage') return `${formatNumber(value * 100, { decimals: Number.isInteger(value * 100) ? 0 : 2 })} %`;
    return formatNumber(value, { decimals: type === 'money' ? 2 : Number.isInteger(value) ? 0 : 2 });
  }
  if (typeof value !== 'string') return JSON.stringify(value);
  if (type === 'file') return fileOfValue(value)?.name ?? '';
  if (isMaskKind(type)) return writeMasked(type, value);
  return type === 'date' ? formatLocal(value, value.endsWith('T00:00') ? undefined : 'DD.MM.YYYY HH:mm') : value;
}

/** Numeric types, which may have a unit. */
export const isFigure = (type: OwnAttributeType): boolean => type === 'number' || type === 'measure' || type === 'money';

/** What the form of a new node asks for: `attributes` are those of the node above or of the space, `above` the values of that node. */
export function askedOfNewNode(
  attributes: readonly NodeAttribute[],
  kind: NodeKind,
  parentId: number | null,
  above: readonly Pick<PassportEntry, 'attribute' | 'source'>[],
): NodeAttribute[] {
  const known = new Set(
    above.filter(({ attribute, source }) => attribute.inherits && source !== null).map(({ attribute }) => attribute.id),
  );
  return attributes.filter(
    (attribute) =>
      isAskedOfNewNode(attribute) &&
      attribute.owners.includes(kind) &&
      attribute.default_value === null &&
      (parentId !== null || attribute.node_id === null) &&
      !known.has(attribute.id),
  );
}
