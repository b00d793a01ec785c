import type { JsonValue, NodeKind } from '@gantry/domain';
import { Input } from '@mantine/core';
import { personName } from '../../../lib/person-name.ts';
import { useMembers } from '../../access/spaces/spaces.queries.ts';
import { useAttributesAt, usePassport } from './attributes.queries.ts';
import { askedOfNewNode } from './attributes.model.ts';
import { ValuePicker } from './value-picker.tsx';

type Props = {
  spaceId: number;
  /** The node above; null for a facility. */
  parentId: number | null;
  kind: NodeKind;
  values: ReadonlyMap<number, JsonValue>;
  onChange(attributeId: number, value: JsonValue): void;
};

/** The attributes that a new node must have a value of and gets from nowhere else. */
export function FirstValues({ spaceId, parentId, kind, values, onChange }: Props) {
  const { data } = useAttributesAt(spaceId, parentId);
  const above = usePassport(spaceId, parentId).data?.entries ?? [];
  const people = (useMembers(spaceId) ?? []).map((person) => ({ value: person.id, label: personName(person) }));
  return askedOfNewNode(data?.attributes ?? [], kind, parentId, above).map(({ id, name, unit, type, values: list }) => (
    <Input.Wrapper key={id} label={unit ? `${name}, ${unit}` : name} labelElement="div" withAsterisk>
      <ValuePicker
        label={name}
        type={type}
        values={list}
        people={people}
        value={values.get(id) ?? null}
        onChange={(value) => onChange(id, value)}
      />
    </Input.Wrapper>
  ));
}
