import type { Estimate } from '@gantry/contract';
import { Group, Modal, MultiSelect, Select, TextInput } from '@mantine/core';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { NumberField } from '../../../ui/fields/number-field.tsx';
import { DialogForm } from '../../../ui/forms/dialog-form.tsx';
import type { OpenPdc, PdcFields } from './pdc.queries.ts';

type Props = {
  opened: boolean;
  /** Null: a new one. */
  pdc: OpenPdc | null;
  estimates: readonly Estimate[];
  onSave(fields: Partial<PdcFields> & { name: string }): Promise<unknown>;
  onClose(): void;
};

/** A contract price as its fields; what an agreed one keeps cannot be typed. */
export function PdcDialog(props: Props) {
  const { t } = useTranslation();
  return (
    <Modal opened={props.opened} onClose={props.onClose} title={t(props.pdc ? 'pdc.edit' : 'pdc.add')} size={560}>
      <PdcForm {...props} />
    </Modal>
  );
}

const BLANK: PdcFields = {
  name: '', number: '', side: 'customer', party: '', estimate_id: null, amount: null, vat_rate: null,
  payment: { advance: '0', retention: '0', lag_days: 0 }, offers: [],
}; // prettier-ignore

const PERCENT = /^\d{1,2}(?:[.,]\d{1,2})?$/;
const AMOUNT = /^[+-]?\d{1,15}(?:[.,]\d{1,8})?$/;

function PdcForm({ pdc, estimates, onSave, onClose }: Props) {
  const { t } = useTranslation();
  const [draft, setDraft] = useState<PdcFields>(pdc ?? BLANK);
  const set = (change: Partial<PdcFields>): void => setDraft({ ...draft, ...change });
  const pay = (change: Partial<PdcFields['payment']>): void => set({ payment: { ...draft.payment, ...change } });
  const fixed = pdc !== null && pdc.state !== 'offer';
  const { name, number, side, party, estimate_id, amount, vat_rate, payment, offers } = draft;
  const rates = [payment.advance, payment.retention, ...(vat_rate === null ? [] : [vat_rate])];
  const ready =
    name.trim() !== '' && rates.every((rate) => PERCENT.test(rate)) && (amount === null || AMOUNT.test(amount.replaceAll(/\s/g, '')));
  const save = (): Promise<unknown> => {
    const plain = { name: name.trim(), number, side, party, vat_rate, payment, offers };
    const changed = pdc === null || pdc.estimate_id !== estimate_id || pdc.amount !== amount;
    return onSave(fixed || !changed ? plain : { ...plain, estimate_id, amount: amount && amount.replaceAll(/\s/g, '') });
  };
  const choices = estimates
    .filter(({ status }) => status === 'ready')
    .map((one) => ({ value: String(one.id), label: `${one.number} ${one.name}`.trim() }));
  return (
    <DialogForm submitLabel={t('ui.save')} ready={ready} onSubmit={save} onClose={onClose}>
      <TextInput required label={t('pdc.name')} value={name} onChange={({ currentTarget }) => set({ name: currentTarget.value })} />
      <Group grow>
        <TextInput label={t('pdc.number')} value={number} onChange={({ currentTarget }) => set({ number: currentTarget.value })} />
        <TextInput label={t('pdc.party')} value={party} onChange={({ currentTarget }) => set({ party: currentTarget.value })} />
        <Select
          label={t('pdc.side')}
          allowDeselect={false}
          data={(['customer', 'subcontract'] as const).map((value) => ({ value, label: t(`pdc.side_${value}`) }))}
          value={side}
          onChange={(value) => value && set({ side: value })}
        />
      </Group>
      <Select
        label={t('pdc.estimate')}
        placeholder={t('pdc.no_estimate_chosen')}
        clearable
        disabled={fixed}
        data={choices}
        value={estimate_id === null ? null : String(estimate_id)}
        onChange={(value) => set({ estimate_id: value === null ? null : Number(value) })}
      />
      <Group grow align="flex-start">
        <TextInput
          label={t('pdc.amount')}
          description={t('pdc.amount_hint')}
          disabled={fixed}
          value={amount ?? ''}
          onChange={({ currentTarget }) => set({ amount: currentTarget.value.trim() || null })}
        />
        <TextInput
          label={t('pdc.vat_rate')}
          value={vat_rate ?? ''}
          onChange={({ currentTarget }) => set({ vat_rate: currentTarget.value.trim() || null })}
        />
      </Group>
      <Group grow>
        <TextInput
          label={t('pdc.advance')}
          value={payment.advance}
          onChange={({ currentTarget }) => pay({ advance: currentTarget.value.trim() })}
        />
        <TextInput
          label={t('pdc.retention')}
          value={payment.retention}
          onChange={({ currentTarget }) => pay({ retention: currentTarget.value.trim() })}
        />
        <NumberField
          whole
          label={t('pdc.lag_days')}
          min={0}
          max={3650}
          value={payment.lag_days}
          onChange={(value) => pay({ lag_days: value ?? 0 })}
        />
      </Group>
      <MultiSelect
        label={t('pdc.offers')}
        disabled={fixed}
        maxValues={20}
        data={choices.filter(({ value }) => value !== String(estimate_id))}
        value={offers.map(String)}
        onChange={(values) => set({ offers: values.map(Number) })}
      />
    </DialogForm>
  );
}
