import type { JsonValue, OwnAttributeType } from '@gantry/domain';
import { OWN_ATTRIBUTE_TYPES } from '@gantry/domain';
import { Autocomplete, Group, Input, Select, Switch, TextInput } from '@mantine/core';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { isFigure } from './attributes.model.ts';
import { ValuePicker } from './value-picker.tsx';

/** What attributes of nodes, of versions and of directories have in common. */
export type Definition = {
  name: string;
  type: OwnAttributeType;
  unit: string;
  required: boolean;
  unique: boolean;
  default_value: JsonValue;
};

type Props<D extends Definition> = {
  definition: D;
  /** What is wrong with a field, as a text. */
  problem(field: string): string | undefined;
  /** The type of an attribute with values stays. */
  typeFixed?: boolean;
  types?: readonly OwnAttributeType[];
  /** Signs of the units of measure of the space. */
  units: readonly string[];
  people: readonly { value: number; label: string }[];
  /** Entries of the list that the default is chosen from. */
  values: readonly string[];
  /** Values come from elsewhere: no default and not required. */
  given?: boolean;
  /** Stands below the name. */
  below?: ReactNode;
  /** Stands below the rules. */
  more?: ReactNode;
  onChange(change: Partial<Definition>): void;
  children?: ReactNode;
};

/** Name, type with its unit, default and rules of an attribute, wherever it stands. */
export function DefinitionPicker<D extends Definition>(props: Props<D>) {
  const {
    definition,
    problem,
    typeFixed = false,
    types = OWN_ATTRIBUTE_TYPES,
    units,
    people,
    values,
    given = false,
    below,
    more,
    onChange,
    children,
  } = props;
  const { t } = useTranslation();
  return (
    <>
      <TextInput
        data-autofocus
        label={t('ui.name')}
        value={definition.name}
        error={problem('name')}
        onChange={(event) => onChange({ name: event.currentTarget.value })}
        autoComplete="off"
      />
      {below}
      <Group grow align="start">
        <Select
          label={t('attributes.type')}
          data={types.map((value) => ({ value, label: t(`attributes.type_${value}`) }))}
          value={definition.type}
          allowDeselect={false}
          disabled={typeFixed}
          onChange={(type) => type && onChange({ type, default_value: null })}
        />
        {isFigure(definition.type) && (
          <Autocomplete label={t('attributes.unit')} data={[...units]} value={definition.unit} onChange={(unit) => onChange({ unit })} />
        )}
      </Group>
      {children}
      {!given && (
        <>
          {definition.type !== 'file' && (
            <div>
              <Input.Label>{t('attributes.default')}</Input.Label>
              <ValuePicker
                key={definition.type}
                label={t('attributes.default')}
                type={definition.type}
                values={values}
                people={people}
                value={definition.default_value}
                onChange={(default_value) => onChange({ default_value })}
              />
            </div>
          )}
          {more}
          <Switch
            label={t('attributes.required')}
            checked={definition.required}
            onChange={(event) => onChange({ required: event.currentTarget.checked })}
          />
          <Switch
            label={t('attributes.unique')}
            checked={definition.unique}
            onChange={(event) => onChange({ unique: event.currentTarget.checked })}
          />
        </>
      )}
    </>
  );
}
