import type { LinkRule } from '@gantry/contract';

/** What every element, and every work, is known by. */
const ELEMENT_FIELDS = ['layer', 'name', 'type', 'category', 'storey', 'class', 'material', 'tag', 'guid', 'model', 'geometry'] as const;
const ITEM_FIELDS = ['code', 'name'] as const;

type Field = { set: string; name: string };
export type FieldChoice = { field: Field; label: string };

const SEPARATOR = ' · ';
export const fieldKey = ({ set, name }: Field): string => (set === '' ? name : `${set}${SEPARATOR}${name}`);

/** A property typed as `Set · Name`; null where it is none. */
export function fieldOf(text: string): Field | null {
  const at = text.indexOf(SEPARATOR);
  return at > 0 ? { set: text.slice(0, at).trim(), name: text.slice(at + SEPARATOR.length).trim() } : null;
}

type Translate = (key: string, values: Record<string, string>) => string;
/** The fields of elements are `field`, those of works `item`. */
type Of = 'field' | 'item';
/** The set of attributes of works. */
const ATTRIBUTE = 'attribute';

export function labelOf(field: Field, of: Of, translate: Translate): string {
  if (field.set === '') return translate(`model_link.${of}_${field.name}`, {});
  if (of === 'item' && field.set === ATTRIBUTE) return translate('model_link.item_attribute', { name: field.name });
  return fieldKey(field);
}

/** Fields to choose from: those that all have by their names, then properties; each label stands once. */
function choicesOf(of: Of, builtIn: readonly string[], properties: readonly Field[], translate: Translate): FieldChoice[] {
  const choices = new Map<string, FieldChoice>();
  for (const field of [...builtIn.map((name) => ({ set: '', name })), ...properties.filter(({ set }) => set !== '')]) {
    const label = labelOf(field, of, translate);
    if (!choices.has(label)) choices.set(label, { field: { set: field.set, name: field.name }, label });
  }
  return [...choices.values()];
}
export const elementChoicesOf = (properties: readonly Field[], translate: Translate): FieldChoice[] =>
  choicesOf('field', ELEMENT_FIELDS, properties, translate);
export const itemChoicesOf = (properties: readonly Field[], translate: Translate): FieldChoice[] =>
  choicesOf('item', ITEM_FIELDS, properties, translate);

export const emptyRule = (name: string): LinkRule => ({ name, active: true, elements: [], items: [], joins: [], share: 1, again: false });

/** A list with one of it a place earlier or later. */
export function moved<T>(rules: readonly T[], index: number, by: -1 | 1): T[] {
  const next = [...rules];
  const [rule] = next.splice(index, 1);
  next.splice(index + by, 0, rule);
  return next;
}

/** Why a rule cannot be run; the key of a text. A rule without any condition would link everything with everything. */
export function problemOf({ name, elements, items, joins }: LinkRule): string | null {
  if (name.trim() === '') return 'validation.enter_name';
  if ([...elements, ...items].some(({ values }) => values.length === 0)) return 'model_link.no_values';
  if (joins.some(({ by, map }) => by === 'map' && map.length === 0)) return 'model_link.no_map';
  if (joins.length === 0 && (elements.length === 0 || items.length === 0)) return 'model_link.no_condition';
  return null;
}

/** A table of values as people type it: `Ground = 0; First = 1`. */
export const writtenMap = (map: readonly { from: string; to: string }[]): string => map.map(({ from, to }) => `${from} = ${to}`).join('; ');
export function readMap(text: string): { from: string; to: string }[] {
  return text.split(';').flatMap((pair) => {
    const at = pair.indexOf('=');
    const [from, to] = [pair.slice(0, at).trim(), pair.slice(at + 1).trim()];
    return at > 0 && from && to ? [{ from, to }] : [];
  });
}

/** A rule in one line: what it asks of elements and works, and how it joins them. */
export function summaryOf({ elements, items, joins }: LinkRule, translate: Translate): string {
  const conditions = (list: LinkRule['elements'], of: Of): string[] =>
    list.map(
      ({ field, test, values }) =>
        `${labelOf(field, of, translate)} ${translate(`model_link.test_${test === 'one_of' ? 'equal' : test}`, {})} ${values.join(', ')}`,
    );
  const joined = joins.map(
    ({ element, item, by }) =>
      `${labelOf(element, 'field', translate)} ${translate(`model_link.join_${by}`, {})} ${labelOf(item, 'item', translate)}`,
  );
  return [conditions(elements, 'field').join('; '), conditions(items, 'item').join('; '), joined.join('; ')].filter(Boolean).join(' → ');
}
