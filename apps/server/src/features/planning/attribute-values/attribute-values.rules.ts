import {
  type AttributeOptions,
  type JsonValue,
  optionsOfAttribute,
  type OwnAttributeType,
  valueProblem,
  type VersionRow,
} from '@gantry/domain';

type Attribute = VersionRow<'attribute'>;
export type ValueRefusal = {
  code:
    | 'attribute.read_only'
    | 'attribute.not_found'
    | 'attribute.is_calculated'
    | 'attribute.bad_value'
    | 'attribute.required'
    | 'attribute.not_unique';
  parameters: Record<string, JsonValue>;
};

/** The type of an attribute as people chose it. */
export const ownType = ({ type, options }: Pick<Attribute, 'type' | 'options'>): OwnAttributeType =>
  optionsOfAttribute(options).type ?? type;

/** Rows by the values that they have of their own of an attribute. */
export type Owners = {
  /** Whether another row has a value; values that fit an attribute are no objects, so that a key finds them. */
  hasOther(value: JsonValue, itemId: number): boolean;
  /** Notes that a row has a value instead of its former one; null stands for none. */
  move(itemId: number, from: JsonValue, to: JsonValue): void;
};

export function ownersOf(rows: Iterable<Pick<VersionRow<'attributeValue'>, 'itemId' | 'value'>>): Owners {
  const items = new Map<JsonValue, Set<number>>();
  const put = (itemId: number, value: JsonValue): void => {
    const owners = items.get(value);
    if (owners) owners.add(itemId);
    else items.set(value, new Set([itemId]));
  };
  for (const { itemId, value } of rows) put(itemId, value);
  return {
    hasOther(value, itemId) {
      const owners = items.get(value);
      return owners !== undefined && owners.size > (owners.has(itemId) ? 1 : 0);
    },
    move(itemId, from, to) {
      items.get(from)?.delete(itemId);
      if (to !== null) put(itemId, to);
    },
  };
}

/** Why a value of a row is refused; null where it is not. `isTaken`: another row has the value of its own. */
export function whyValueRefused(attribute: Attribute | undefined, value: JsonValue, isTaken: () => boolean): ValueRefusal | null {
  if (!attribute) return { code: 'attribute.not_found', parameters: {} };
  const options = optionsOfAttribute(attribute.options);
  const { name } = attribute;
  if (options.formula) return { code: 'attribute.is_calculated', parameters: { name } };
  const problem = valueProblem(ownType(attribute), value, options.values);
  if (problem) return { code: 'attribute.bad_value', parameters: { name, problem } };
  if (value === null) return options.required && !hasOther(options) ? { code: 'attribute.required', parameters: { name } } : null;
  return options.unique && isTaken() ? { code: 'attribute.not_unique', parameters: { name, other: textOf(value) } } : null;
}

/** Whether a row without a value shows another one. */
const hasOther = (options: AttributeOptions): boolean =>
  (options.default !== undefined && options.default !== null) || (options.above ?? null) !== null;

const textOf = (value: JsonValue): string => (typeof value === 'string' ? value : JSON.stringify(value));
