import {
  type AttributeOptions,
  type JsonValue,
  optionsOfAttribute,
  type OwnAttributeType,
  sameValue,
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

/** Why a value of a row is refused; null where it is not. `others` are the values that other rows have of their own. */
export function whyValueRefused(
  attribute: Attribute | undefined,
  value: JsonValue,
  others: () => Iterable<JsonValue>,
): ValueRefusal | null {
  if (!attribute) return { code: 'attribute.not_found', parameters: {} };
  const options = optionsOfAttribute(attribute.options);
  const { name } = attribute;
  if (options.formula) return { code: 'attribute.is_calculated', parameters: { name } };
  const problem = valueProblem(ownType(attribute), value, options.values);
  if (problem) return { code: 'attribute.bad_value', parameters: { name, problem } };
  if (value === null) return options.required && !hasOther(options) ? { code: 'attribute.required', parameters: { name } } : null;
  if (options.unique)
    for (const other of others())
      if (sameValue(other, value)) return { code: 'attribute.not_unique', parameters: { name, other: textOf(value) } };
  return null;
}

/** Whether a row without a value shows another one. */
const hasOther = (options: AttributeOptions): boolean =>
  (options.default !== undefined && options.default !== null) || (options.above ?? null) !== null;

const textOf = (value: JsonValue): string => (typeof value === 'string' ? value : JSON.stringify(value));
