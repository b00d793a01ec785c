import { ESTIMATE_PROFILES } from '@gantry/domain';
import { Button, Modal, Select, TextInput } from '@mantine/core';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { DialogForm } from '../../../ui/forms/dialog-form.tsx';
import type { EstimateFields, EstimateHead } from './estimates.queries.ts';

const FIELDS = ['number', 'name', 'profile'] as const;

type Props = { estimate: EstimateHead; onSave(fields: Partial<EstimateFields>): Promise<unknown> };

/** Opens number, name and rounding of an estimate for a change. */
export function EstimateFieldsButton(props: Props) {
  const { t } = useTranslation();
  const [opened, setOpened] = useState(false);
  return (
    <>
      <Button size="compact-xs" variant="default" onClick={() => setOpened(true)}>
        {t('estimate.fields')}
      </Button>
      <Modal opened={opened} onClose={() => setOpened(false)} title={t('estimate.fields')}>
        <FieldsForm {...props} onClose={() => setOpened(false)} />
      </Modal>
    </>
  );
}

function FieldsForm({ estimate, onSave, onClose }: Props & { onClose(): void }) {
  const { t } = useTranslation();
  const [draft, setDraft] = useState<EstimateFields>({ number: estimate.number, name: estimate.name, profile: estimate.profile });
  const set = (change: Partial<EstimateFields>): void => setDraft({ ...draft, ...change });
  const changed = Object.fromEntries(FIELDS.filter((field) => draft[field] !== estimate[field]).map((field) => [field, draft[field]]));
  const save = (): Promise<unknown> => (Object.keys(changed).length ? onSave(changed) : Promise.resolve());
  return (
    <DialogForm submitLabel={t('ui.save')} ready={draft.name.trim() !== ''} onSubmit={save} onClose={onClose}>
      <TextInput
        label={t('estimate.full_number')}
        value={draft.number}
        onChange={({ currentTarget }) => set({ number: currentTarget.value })}
      />
      <TextInput required label={t('ui.name')} value={draft.name} onChange={({ currentTarget }) => set({ name: currentTarget.value })} />
      <Select
        label={t('estimate.profile')}
        description={t('estimate.profile_hint')}
        allowDeselect={false}
        data={ESTIMATE_PROFILES.map((value) => ({ value, label: t(`estimate.profile_${value}`) }))}
        value={draft.profile}
        onChange={(value) => value && set({ profile: value })}
      />
    </DialogForm>
  );
}
