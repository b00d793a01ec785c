import { api, type AttributeDefinition } from '@gantry/contract';
import { ATTRIBUTE_OWNERS, type OwnAttributeType } from '@gantry/domain';
import { Modal, MultiSelect, Select, Switch, Textarea, TextInput } from '@mantine/core';
import { useState, type ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { DialogForm } from '../../../ui/forms/dialog-form.tsx';
import { keyOfName } from './attributes.model.ts';
import { DefinitionPicker } from './definition-picker.tsx';

type Props = {
  opened: boolean;
  title: string;
  initial: AttributeDefinition;
  /** The type of an attribute with values stays. */
  typeFixed?: boolean;
  /** An attribute of a version alone describes its rows and needs no key. */
  ofVersion?: boolean;
  people: readonly { value: number; label: string }[];
  /** Signs of the units of measure of the space. */
  units: readonly string[];
  /** Lists whose values an attribute can copy. */
  lists: readonly { name: string; entries: readonly { name: string }[] }[];
  formula: string | null;
  /** The editor of a formula, where values can be calculated. */
  renderFormula(editor: { value: string; type: OwnAttributeType; name: string; onChange(formula: string): void }): ReactNode;
  onSubmit(attribute: AttributeDefinition, formula: string | null): Promise<unknown>;
  onClose(): void;
};

/** Edits the definition of a new or existing attribute. */
export function AttributeDialog(props: Props) {
  return (
    <Modal opened={props.opened} onClose={props.onClose} title={props.title} size={520}>
      {props.opened && <AttributeForm {...props} />}
    </Modal>
  );
}

function AttributeForm({
  initial,
  typeFixed = false,
  ofVersion = false,
  people,
  units,
  lists,
  formula: before,
  renderFormula,
  onSubmit,
  onClose,
}: Props) {
  const { t } = useTranslation();
  const [attribute, setAttribute] = useState(initial);
  const [keyTyped, setKeyTyped] = useState(initial.key !== '');
  const [shown, setShown] = useState(false);
  const [formula, setFormula] = useState(before);
  const set = (change: Partial<AttributeDefinition>): void => setAttribute((before) => ({ ...before, ...change }));
  const whole: AttributeDefinition = { ...attribute, key: keyTyped ? attribute.key : keyOfName(attribute.name) };
  const parsed = api.attributes.createInSpace.body.safeParse(ofVersion ? { ...whole, key: 'own', owners: ['wbs'] } : whole);
  const problems = new Map(parsed.success || !shown ? [] : parsed.error.issues.map(({ path, message }) => [String(path[0]), message]));
  const problem = (field: string): string | undefined => {
    const message = problems.get(field);
    return message === undefined ? undefined : t(message);
  };
  const submit = async (): Promise<void> => {
    if (parsed.success) await onSubmit(parsed.data, formula?.trim() && attribute.type !== 'file' ? formula.trim() : null);
  };
  return (
    <DialogForm submitLabel={t('ui.save')} ready={parsed.success} onTry={() => setShown(true)} onSubmit={submit} onClose={onClose}>
      <DefinitionPicker
        definition={attribute}
        problem={problem}
        typeFixed={typeFixed}
        units={units}
        people={people}
        values={attribute.values.filter(Boolean)}
        given={formula !== null}
        onChange={set}
        below={
          !ofVersion && (
            <TextInput
              label={t('attributes.key')}
              description={t('attributes.key_hint')}
              value={whole.key}
              error={problem('key')}
              onChange={(event) => {
                setKeyTyped(true);
                set({ key: event.currentTarget.value });
              }}
              autoComplete="off"
            />
          )
        }
        more={
          <Switch
            label={t('attributes.inherits')}
            checked={attribute.inherits}
            onChange={(event) => set({ inherits: event.currentTarget.checked })}
          />
        }
      >
        {attribute.type === 'list' && lists.length > 0 && (
          <Select
            label={t('attributes.from_list')}
            data={lists.map(({ name }) => name)}
            value={null}
            onChange={(chosen) => {
              const list = lists.find(({ name }) => name === chosen);
              if (list) set({ values: list.entries.map(({ name }) => name) });
            }}
          />
        )}
        {attribute.type === 'list' && (
          <Textarea
            label={t('attributes.values')}
            description={t('attributes.values_hint')}
            autosize
            minRows={3}
            maxRows={10}
            value={attribute.values.join('\n')}
            onChange={(event) => set({ values: event.currentTarget.value.split('\n') })}
            onBlur={() => set({ values: [...new Set(attribute.values.map((value) => value.trim()).filter(Boolean))] })}
          />
        )}
        {!ofVersion && (
          <MultiSelect
            label={t('attributes.owners')}
            data={ATTRIBUTE_OWNERS.map((value) => ({ value, label: t(`attributes.owner_${value}`) }))}
            value={attribute.owners}
            error={problem('owners')}
            onChange={(owners) => set({ owners })}
          />
        )}
        {attribute.type !== 'file' && (
          <Switch
            label={t('attributes.calculated')}
            checked={formula !== null}
            onChange={(event) => setFormula(event.currentTarget.checked ? (before ?? '') : null)}
          />
        )}
        {formula !== null &&
          attribute.type !== 'file' &&
          renderFormula({ value: formula, type: attribute.type, name: ofVersion ? attribute.name : whole.key, onChange: setFormula })}
      </DefinitionPicker>
    </DialogForm>
  );
}
