import {
  api,
  MAILED_PERIODS,
  MOST_OUTSIDE,
  NARRATIVE_BY_MAIL,
  PRINT_BY_MAIL,
  REPORT_FORMATS,
  type ReportFormat,
  USUAL_LEAD_DAYS,
} from '@gantry/contract';
import { LANGUAGES, type Language } from '@gantry/domain';
import { Checkbox, Group, Input, Modal, MultiSelect, NumberInput, SegmentedControl, Select, TagsInput } from '@mantine/core';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { personName } from '../../../lib/person-name.ts';
import { type CadenceDraft, CadenceFields, cadenceOf } from '../../../ui/fields/cadence-fields.tsx';
import { DialogForm } from '../../../ui/forms/dialog-form.tsx';
import { Muted } from '../../../ui/text/text.tsx';
import { useMembers } from '../../access/spaces/spaces.queries.ts';
import type { NewSubscription } from './report-subscriptions.queries.ts';
import classes from './subscription-list.module.css';

/** The form that is to come: its key, what it is called, and the files that it comes as. */
export type SubscribedForm = { key: NewSubscription['report_id']; title: string; formats: readonly ReportFormat[] };

const ADDRESS = api.reportSubscriptions.add.body.shape.outside.unwrap().element;

type Props = {
  spaceId: number;
  form: SubscribedForm | null;
  /** Whether people without an account may have it, and whether with costs. */
  outsideAllowed: boolean;
  seesCosts: boolean;
  /** What a narrative may be told against. */
  bases?: readonly { id: number; name: string }[] | undefined;
  onAdd(subscription: NewSubscription): Promise<unknown>;
  onClose(): void;
};

/** Asks when a report comes by mail, to whom, and as which file. */
export function SubscriptionDialog(props: Props) {
  const { t } = useTranslation();
  const { form, onClose } = props;
  return (
    <Modal opened={form !== null} onClose={onClose} title={t('report_subscription.title_of', { name: form?.title ?? '' })} size={560}>
      {form && <SubscriptionForm {...props} form={form} />}
    </Modal>
  );
}

function SubscriptionForm({ spaceId, form, outsideAllowed, seesCosts, bases = [], onAdd, onClose }: Props & { form: SubscribedForm }) {
  const { t, i18n } = useTranslation();
  const [draft, setDraft] = useState<CadenceDraft>({ cadence: 'weekly', at: '07:00', cron: '0 7 * * 1-5', day: '1' });
  const [people, setPeople] = useState<string[]>([]);
  const [format, setFormat] = useState<ReportFormat>(form.formats[0] ?? 'pdf');
  const [outside, setOutside] = useState<string[]>([]);
  const [money, setMoney] = useState(false);
  const [bring, setBring] = useState<'attach' | 'link'>('attach');
  const [base, setBase] = useState<string | null>(null);
  const [days, setDays] = useState<number | string>(30);
  const [period, setPeriod] = useState<(typeof MAILED_PERIODS)[number]>('this_month');
  const [leadDays, setLeadDays] = useState<number | string>(USUAL_LEAD_DAYS);
  const [tried, setTried] = useState(false);
  const isNarrative = form.key === NARRATIVE_BY_MAIL;
  const isForm = !isNarrative && form.key !== PRINT_BY_MAIL;
  const asksLead = form.key === 'procurement';
  const nobody = people.length + outside.length === 0;
  const wrong = outside.find((one) => !ADDRESS.safeParse(one).success);
  const [onlyIfChanged, setOnlyIfChanged] = useState(false);
  const members = (useMembers(spaceId) ?? []).filter(({ login }) => login !== null);
  const language: Language = LANGUAGES.find((one) => one === i18n.language) ?? 'en-US';
  const add = (): Promise<unknown> =>
    onAdd({
      ...cadenceOf(draft),
      report_id: form.key,
      format,
      language,
      recipients: people.map(Number),
      ...(outside.length > 0 && { outside, outside_money: money }),
      bring,
      ...(isNarrative && { narrative: { days: Number(days), ...(base !== null && { base_version_id: Number(base) }) } }),
      ...(isForm && { params: { period, ...(asksLead && { lead_days: Number(leadDays) }) } }),
      only_if_changed: onlyIfChanged,
    });
  return (
    <DialogForm
      submitLabel={t('report_subscription.add')}
      ready={!nobody && wrong === undefined && Number(days) >= 1 && Number(days) <= 366}
      onTry={() => setTried(true)}
      onSubmit={add}
      onClose={onClose}
    >
      <div className={classes.cadence}>
        <CadenceFields draft={draft} onChange={setDraft} />
      </div>
      <Muted>{t('report_subscription.zone', { zone: cadenceOf(draft).time_zone })}</Muted>
      {isNarrative && (
        <Group align="flex-end" grow>
          <Select
            label={t('report_subscription.base')}
            placeholder={t('report_subscription.base_last')}
            clearable
            data={bases.map(({ id, name }) => ({ value: String(id), label: name }))}
            value={base}
            onChange={setBase}
          />
          <NumberInput label={t('narrative.days')} min={1} max={366} allowDecimal={false} value={days} onChange={setDays} />
        </Group>
      )}
      {isForm && (
        <Select
          label={t('report_subscription.period')}
          allowDeselect={false}
          data={MAILED_PERIODS.map((value) => ({ value, label: t(`report_subscription.period_${value}`) }))}
          value={period}
          onChange={(value) => setPeriod(MAILED_PERIODS.find((one) => one === value) ?? 'this_month')}
        />
      )}
      {asksLead && (
        <NumberInput label={t('report_form.lead_days')} value={leadDays} min={0} max={1000} allowDecimal={false} onChange={setLeadDays} />
      )}
      <MultiSelect
        label={t('report_subscription.recipients')}
        description={t('report_subscription.recipients_hint')}
        error={tried && nobody && t('report_subscription.nobody')}
        searchable
        data={members.map((person) => ({ value: String(person.id), label: personName(person) }))}
        value={people}
        onChange={setPeople}
      />
      {outsideAllowed && bring === 'attach' && (
        <TagsInput
          label={t('report_subscription.outside')}
          description={t('report_subscription.outside_hint')}
          placeholder={outside.length ? undefined : 'name@example.com'}
          splitChars={[',', ';', ' ']}
          maxTags={MOST_OUTSIDE}
          error={wrong !== undefined && t('ui.named', { name: t('validation.email'), text: wrong })}
          value={outside}
          onChange={setOutside}
        />
      )}
      {outside.length > 0 && seesCosts && (
        <Checkbox
          label={t('report_subscription.outside_money')}
          checked={money}
          onChange={({ currentTarget }) => setMoney(currentTarget.checked)}
        />
      )}
      {form.formats.length > 1 && (
        <Input.Wrapper label={t('report_form.format')}>
          <SegmentedControl
            fullWidth
            aria-label={t('report_form.format')}
            data={REPORT_FORMATS.map((value) => ({ value, label: value.toUpperCase() }))}
            value={format}
            onChange={(value) => setFormat(REPORT_FORMATS.find((one) => one === value) ?? 'pdf')}
          />
        </Input.Wrapper>
      )}
      <Input.Wrapper
        label={t('report_subscription.bring')}
        description={t(outside.length > 0 ? 'report_subscription.link_needs_account' : 'report_subscription.bring_hint')}
      >
        <SegmentedControl
          fullWidth
          mt={4}
          aria-label={t('report_subscription.bring')}
          disabled={outside.length > 0}
          data={(['attach', 'link'] as const).map((value) => ({ value, label: t(`report_subscription.bring_${value}`) }))}
          value={bring}
          onChange={(value) => setBring(value === 'link' ? 'link' : 'attach')}
        />
      </Input.Wrapper>
      <Checkbox
        label={t('report_subscription.only_if_changed')}
        description={t('report_subscription.only_if_changed_hint')}
        checked={onlyIfChanged}
        onChange={({ currentTarget }) => setOnlyIfChanged(currentTarget.checked)}
      />
    </DialogForm>
  );
}
