import type { DirectoryRelation, DirectoryRelationOptions } from '@gantry/contract';
import { DURATION_RULES } from '@gantry/domain';
import { Modal, MultiSelect, Select, Switch, TextInput } from '@mantine/core';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { DialogForm } from '../../../ui/forms/dialog-form.tsx';

/** `name` is the label without the place. */
type Choice = { value: string; label: string; name?: string };
type Answer = { name: string; from_id: number; to_id: number; options: DirectoryRelationOptions };
type Props = {
  relation: DirectoryRelation | 'new' | null;
  directories: readonly Choice[];
  coefficients: readonly Choice[];
  onSubmit(answer: Answer): Promise<unknown>;
  onClose(): void;
};

const USUAL: DirectoryRelationOptions = { follow: true, as_resources: true, duration_rule: 'labour', coefficient_ids: [] };

/** Asks which two directories are related, and what that means for works: a new relation, or one to be changed. */
export function RelationDialog(props: Props) {
  const { t } = useTranslation();
  const { relation, onClose } = props;
  return (
    <Modal
      opened={relation !== null}
      onClose={onClose}
      title={relation === 'new' || relation === null ? t('relations_page.new') : relation.name}
      size={460}
    >
      {relation !== null && <RelationForm {...props} relation={relation} />}
    </Modal>
  );
}

function RelationForm({ relation, directories, coefficients, onSubmit, onClose }: Props & { relation: DirectoryRelation | 'new' }) {
  const { t } = useTranslation();
  const old = relation === 'new' ? null : relation;
  const [name, setName] = useState(old?.name ?? '');
  const [from, setFrom] = useState<string | null>(old ? String(old.from.id) : null);
  const [to, setTo] = useState<string | null>(old ? String(old.to.id) : null);
  const [options, setOptions] = useState(old?.options ?? USUAL);
  const [shown, setShown] = useState(false);
  const set = (change: Partial<DirectoryRelationOptions>): void => setOptions({ ...options, ...change });
  const labelOf = (id: string | null): string => directories.find(({ value }) => value === id)?.name ?? '';
  const title = name.trim() || (from && to ? `${labelOf(from)} → ${labelOf(to)}`.slice(0, 128) : '');
  const pick = (label: string, value: string | null, other: string | null, onChange: (id: string | null) => void) => (
    <Select
      label={label}
      data={directories.filter((each) => each.value !== other)}
      value={value}
      disabled={old !== null}
      searchable
      error={shown && value === null ? t('relations_page.choose') : undefined}
      onChange={onChange}
    />
  );
  return (
    <DialogForm
      submitLabel={old ? t('ui.save') : t('ui.create')}
      ready={title !== '' && from !== null && to !== null}
      onTry={() => setShown(true)}
      onSubmit={() => onSubmit({ name: title, from_id: Number(from), to_id: Number(to), options })}
      onClose={onClose}
    >
      {pick(t('relations_page.from'), from, to, setFrom)}
      {pick(t('relations_page.to'), to, from, setTo)}
      <TextInput
        label={t('ui.name')}
        value={name}
        placeholder={title}
        onChange={(event) => setName(event.currentTarget.value)}
        autoComplete="off"
      />
      <Switch
        label={t('relations_page.follow')}
        description={t('relations_page.follow_hint')}
        checked={options.follow}
        onChange={(event) => set({ follow: event.currentTarget.checked })}
      />
      <Switch
        label={t('relations_page.as_resources')}
        checked={options.as_resources}
        onChange={(event) => set({ as_resources: event.currentTarget.checked })}
      />
      <Select
        label={t('relations_page.rule')}
        data={DURATION_RULES.map((value) => ({ value, label: t(`relations_page.rule_${value}`) }))}
        value={options.duration_rule}
        allowDeselect={false}
        onChange={(rule) => rule && set({ duration_rule: rule })}
      />
      <MultiSelect
        label={t('relations_page.coefficients_all')}
        data={[...coefficients]}
        value={options.coefficient_ids.map(String)}
        onChange={(ids) => set({ coefficient_ids: ids.map(Number) })}
      />
    </DialogForm>
  );
}
