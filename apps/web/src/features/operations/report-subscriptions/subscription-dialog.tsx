import { REPORT_FORMATS, type ReportFormat } from '@gantry/contract';
import { LANGUAGES, type Language } from '@gantry/domain';
import { Checkbox, Group, Modal, MultiSelect, SegmentedControl } from '@mantine/core';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { personName } from '../../../lib/person-name.ts';
import { type CadenceDraft, CadenceFields, cadenceOf } from '../../../ui/fields/cadence-fields.tsx';
import { DialogForm } from '../../../ui/forms/dialog-form.tsx';
import { useMembers } from '../../access/spaces/spaces.queries.ts';
import type { NewSubscription } from './report-subscriptions.queries.ts';

/** The form that is to come: its key, what it is called, and the files that it comes as. */
export type SubscribedForm = { key: NewSubscription['report_id']; title: string; formats: readonly ReportFormat[] };

type Props = { spaceId: number; form: SubscribedForm | null; onAdd(subscription: NewSubscription): Promise<unknown>; onClose(): void };

/** Asks when a report comes by mail, to whom, and as which file. */
export function SubscriptionDialog(props: Props) {
  const { t } = useTranslation();
  const { form, onClose } = props;
  return (
    <Modal opened={form !== null} onClose={onClose} title={t('report_form.run_title', { name: form?.title ?? '' })} size={520}>
      {form && <SubscriptionForm {...props} form={form} />}
    </Modal>
  );
}

function SubscriptionForm({ spaceId, form, onAdd, onClose }: Props & { form: SubscribedForm }) {
  const { t, i18n } = useTranslation();
  const [draft, setDraft] = useState<CadenceDraft>({ cadence: 'weekly', at: '07:00', cron: '0 7 * * 1-5', day: '1' });
  const [people, setPeople] = useState<string[]>([]);
  const [format, setFormat] = useState<ReportFormat>(form.formats[0] ?? 'pdf');
  const [onlyIfChanged, setOnlyIfChanged] = useState(false);
  const members = useMembers(spaceId) ?? [];
  const language: Language = LANGUAGES.find((one) => one === i18n.language) ?? 'en-US';
  const add = (): Promise<unknown> =>
    onAdd({ ...cadenceOf(draft), report_id: form.key, format, language, recipients: people.map(Number), only_if_changed: onlyIfChanged });
  return (
    <DialogForm submitLabel={t('report_subscription.add')} ready={people.length > 0} onSubmit={add} onClose={onClose}>
      <Group align="flex-end">
        <CadenceFields draft={draft} onChange={setDraft} />
      </Group>
      <MultiSelect
        label={t('report_subscription.recipients')}
        description={t('report_subscription.recipients_hint')}
        searchable
        data={members.map((person) => ({ value: String(person.id), label: personName(person) }))}
        value={people}
        onChange={setPeople}
      />
      {form.formats.length > 1 && (
        <SegmentedControl
          aria-label={t('report_form.format')}
          data={REPORT_FORMATS.map((value) => ({ value, label: value.toUpperCase() }))}
          value={format}
          onChange={(value) => setFormat(REPORT_FORMATS.find((one) => one === value) ?? 'pdf')}
        />
      )}
      <Checkbox
        label={t('report_subscription.only_if_changed')}
        description={t('report_subscription.only_if_changed_hint')}
        checked={onlyIfChanged}
        onChange={({ currentTarget }) => setOnlyIfChanged(currentTarget.checked)}
      />
    </DialogForm>
  );
}
