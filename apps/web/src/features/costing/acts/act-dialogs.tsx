import { Modal, Select, TextInput } from '@mantine/core';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { DialogForm } from '../../../ui/forms/dialog-form.tsx';

type Begun = { schedule_id: number; pdc_id: number | null; to: string; vat_rate: string | null; vat_mode: 'document' | 'cumulative' };
type BeginProps = {
  opened: boolean;
  schedules: readonly { id: number; name: string }[];
  contracts: readonly { id: number; name: string }[];
  to: string;
  onBegin(act: Begun): Promise<unknown>;
  onClose(): void;
};

/** Asks for the schedule, the last day and the tax of the next act. */
export function BeginActDialog(props: BeginProps) {
  const { t } = useTranslation();
  return (
    <Modal opened={props.opened} onClose={props.onClose} title={t('act.begin')} size={420}>
      <BeginForm {...props} />
    </Modal>
  );
}

function BeginForm({ schedules, contracts, to, onBegin, onClose }: BeginProps) {
  const { t } = useTranslation();
  const [schedule, setSchedule] = useState(schedules[0]?.id ?? 0);
  const [day, setDay] = useState(to);
  const [contract, setContract] = useState<number | null>(null);
  const [rate, setRate] = useState('');
  const [mode, setMode] = useState<Begun['vat_mode']>('document');
  const ready = schedule > 0 && /^\d{4}-\d\d-\d\d$/.test(day) && /^(?:\d{1,2}(?:[.,]\d{1,2})?)?$/.test(rate.trim());
  const begin = (): Promise<unknown> =>
    onBegin({ schedule_id: schedule, pdc_id: contract, to: day, vat_rate: rate.trim() || null, vat_mode: mode });
  return (
    <DialogForm submitLabel={t('act.begin')} ready={ready} onSubmit={begin} onClose={onClose}>
      <Select
        label={t('act.schedule')}
        allowDeselect={false}
        data={schedules.map(({ id, name }) => ({ value: String(id), label: name }))}
        value={String(schedule)}
        onChange={(id) => id && setSchedule(Number(id))}
      />
      {contracts.length > 0 && (
        <Select
          label={t('act.contract')}
          placeholder={t('act.no_contract')}
          clearable
          data={contracts.map(({ id, name }) => ({ value: String(id), label: name }))}
          value={contract === null ? null : String(contract)}
          onChange={(id) => setContract(id === null ? null : Number(id))}
        />
      )}
      <TextInput
        type="date"
        label={t('act.to')}
        description={t('act.to_hint')}
        value={day}
        onChange={({ currentTarget }) => setDay(currentTarget.value)}
      />
      <TextInput label={t('act.vat_rate')} value={rate} onChange={({ currentTarget }) => setRate(currentTarget.value)} />
      {rate.trim() !== '' && (
        <Select
          label={t('act.vat_mode')}
          allowDeselect={false}
          data={(['document', 'cumulative'] as const).map((value) => ({ value, label: t(`act.vat_${value}`) }))}
          value={mode}
          onChange={(value) => value && setMode(value)}
        />
      )}
    </DialogForm>
  );
}

type IssueProps = { opened: boolean; back: number; total: string; onIssue(reason: string): Promise<unknown>; onClose(): void };

/** Asks whether an act is issued, and why lines take back what earlier acts had. */
export function IssueActDialog(props: IssueProps) {
  const { t } = useTranslation();
  return (
    <Modal opened={props.opened} onClose={props.onClose} title={t('act.issue')} size={420}>
      <IssueForm {...props} />
    </Modal>
  );
}

function IssueForm({ back, total, onIssue, onClose }: IssueProps) {
  const { t } = useTranslation();
  const [reason, setReason] = useState('');
  return (
    <DialogForm
      submitLabel={t('act.issue')}
      ready={back === 0 || reason.trim() !== ''}
      onSubmit={() => onIssue(reason.trim())}
      onClose={onClose}
    >
      <p>{t('act.issue_hint', { total })}</p>
      {back > 0 && (
        <TextInput
          required
          label={t('act.reason')}
          description={t('act.reason_hint', { count: back })}
          value={reason}
          onChange={({ currentTarget }) => setReason(currentTarget.value)}
        />
      )}
    </DialogForm>
  );
}
