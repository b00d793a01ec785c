import { REPORT_FORMATS, type ReportForm, type ReportFormat, USUAL_LEAD_DAYS } from '@gantry/contract';
import { LANGUAGES, type Language } from '@gantry/domain';
import { Group, Modal, MultiSelect, NumberInput, SegmentedControl, Select } from '@mantine/core';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { DialogForm } from '../../../ui/forms/dialog-form.tsx';
import { type ReportAsk, type ReportPlace, useReportPhases } from './report-forms.queries.ts';

type Props = {
  /** Forms that are made; none: the dialog is closed. */
  forms: readonly ReportForm[];
  place: ReportPlace;
  titleOf(form: ReportForm): string;
  onMake(ask: ReportAsk): Promise<unknown>;
  onClose(): void;
};

/** Asks what a report is of: year and month, rows of the plan, and the file that it comes as. */
export function RunReportDialog(props: Props) {
  const { t } = useTranslation();
  const { forms, titleOf, onClose } = props;
  const title =
    forms.length === 1 ? t('report_form.run_title', { name: titleOf(forms[0]) }) : t('report_form.several_chosen', { count: forms.length });
  return (
    <Modal opened={forms.length > 0} onClose={onClose} title={title} size={460}>
      {forms.length > 0 && <RunForm {...props} />}
    </Modal>
  );
}

function RunForm({ forms, place, onMake, onClose }: Props) {
  const { t, i18n } = useTranslation();
  const [year, setYear] = useState<number | string>(() => new Date().getFullYear());
  const [month, setMonth] = useState(() => new Date().getMonth() + 1);
  const [rows, setRows] = useState<string[]>([]);
  const [leadDays, setLeadDays] = useState<number | string>(USUAL_LEAD_DAYS);
  const formats = REPORT_FORMATS.filter((one) => forms.every((form) => form.kind !== 'built_in' || form.formats.includes(one)));
  const isFree = forms.some(({ kind }) => kind === 'built_in');
  const [format, setFormat] = useState<ReportFormat>('pdf');
  const phases = useReportPhases(place);
  const language: Language = LANGUAGES.find((one) => one === i18n.language) ?? 'en-US';
  const name = new Intl.DateTimeFormat(i18n.language, { month: 'long', timeZone: 'UTC' });
  const asksLead = forms.some(({ word }) => word === 'procurement');
  const make = (): Promise<unknown> =>
    onMake({
      year: Number(year),
      month,
      wbs_ids: rows.map(Number),
      language,
      ...(asksLead && { lead_days: Number(leadDays) }),
      ...(isFree && { format }),
    });
  return (
    <DialogForm submitLabel={t('report_form.run')} ready={Number(year) >= 2000 && Number(year) <= 2050} onSubmit={make} onClose={onClose}>
      <Group grow>
        <NumberInput label={t('report_form.year')} value={year} min={2000} max={2050} allowDecimal={false} onChange={setYear} />
        <Select
          label={t('report_form.month')}
          allowDeselect={false}
          data={Array.from({ length: 12 }, (_, at) => ({ value: String(at + 1), label: name.format(Date.UTC(2024, at, 1)) }))}
          value={String(month)}
          onChange={(value) => value && setMonth(Number(value))}
        />
      </Group>
      {place.kind === 'version' && phases.length > 0 && (
        <MultiSelect
          label={t('report_form.rows')}
          placeholder={rows.length ? '' : t('report_form.all_rows')}
          searchable
          clearable
          limit={200}
          data={phases}
          value={rows}
          onChange={setRows}
        />
      )}
      {asksLead && (
        <NumberInput label={t('report_form.lead_days')} value={leadDays} min={0} max={1000} allowDecimal={false} onChange={setLeadDays} />
      )}
      {isFree && (
        <SegmentedControl
          aria-label={t('report_form.format')}
          data={formats.map((value) => ({ value, label: value.toUpperCase() }))}
          value={format}
          onChange={(value) => setFormat(formats.find((one) => one === value) ?? 'pdf')}
        />
      )}
    </DialogForm>
  );
}
