import { FACT_APPROVALS, LATE_FACTS, TIMESHEET_APPROVALS } from '@gantry/domain';
import { Checkbox, Modal, NativeSelect } from '@mantine/core';
import { IconCalendarCog } from '@tabler/icons-react';
import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { DialogForm } from '../../../ui/forms/dialog-form.tsx';
import { saveScheduleSettings, useScheduleLimits } from './day-values.queries.ts';
import { NumberField } from '../../../ui/fields/number-field.tsx';
import { IconButton } from '../../../ui/icon-button.tsx';

/** Opens what the schedule sets for the facts of all its versions: how many days before the key date values may still be changed, and more. */
export function EditingPeriodButton({ scheduleId, versionId }: { scheduleId: number; versionId: number }) {
  const { t } = useTranslation();
  const client = useQueryClient();
  const [opened, setOpened] = useState(false);
  const close = () => setOpened(false);
  return (
    <>
      <IconButton size="sm" icon={IconCalendarCog} label={t('values.period')} onClick={() => setOpened(true)} />
      <Modal opened={opened} onClose={close} title={t('values.period')} size="sm">
        {opened && (
          <LoadedForm
            scheduleId={scheduleId}
            versionId={versionId}
            onSaved={() => void client.invalidateQueries({ queryKey: ['day-values'] })}
            onClose={close}
          />
        )}
      </Modal>
    </>
  );
}

type Props = { scheduleId: number; versionId: number; onSaved(): void; onClose(): void };

function LoadedForm(props: Props) {
  const { data } = useScheduleLimits(props.scheduleId, props.versionId);
  return data ? <PeriodForm {...props} limits={data} /> : null;
}

type Limits = NonNullable<ReturnType<typeof useScheduleLimits>['data']>;

function PeriodForm({ scheduleId, limits, onSaved, onClose }: Props & { limits: Limits }) {
  const { t } = useTranslation();
  const [days, setDays] = useState({ plan: limits.plan.days, fact: limits.fact.days });
  const [completeByFact, setCompleteByFact] = useState(limits.complete_by_fact);
  const [approveOwn, setApproveOwn] = useState(limits.approve_own);
  const [late, setLate] = useState(limits.late_facts);
  const [reports, setReports] = useState(limits.fact_approval);
  const [hours, setHours] = useState(limits.timesheet_approval);
  const save = () =>
    saveScheduleSettings(scheduleId, {
      editing_period_days: days,
      approve_own: approveOwn,
      complete_by_fact: completeByFact,
      timesheet_approval: hours,
      fact_approval: reports,
      late_facts: late,
    });
  return (
    <DialogForm submitLabel={t('ui.save')} ready onSubmit={() => save().then(onSaved)} onClose={onClose}>
      <p style={{ margin: 0, color: 'var(--gantry-neutral-8)' }}>{t('values.period_hint')}</p>
      {(['plan', 'fact'] as const).map((mode, index) => (
        <NumberField
          key={mode}
          label={t(`values.period_${mode}`)}
          placeholder={t('values.period_any')}
          data-autofocus={index === 0 || undefined}
          min={0}
          max={3650}
          whole
          value={days[mode]}
          onChange={(value) => setDays({ ...days, [mode]: value })}
        />
      ))}
      <NativeSelect
        label={t('values.late_facts')}
        value={late}
        data={LATE_FACTS.map((value) => ({ value, label: t(`values.late_${value}`) }))}
        onChange={(event) => setLate(event.currentTarget.value as typeof late)}
      />
      <Checkbox
        label={t('values.complete_by_fact')}
        checked={completeByFact}
        onChange={(event) => setCompleteByFact(event.currentTarget.checked)}
      />
      <NativeSelect
        label={t('values.fact_approval')}
        value={reports}
        data={FACT_APPROVALS.map((value) => ({ value, label: t(`values.fact_${value}`) }))}
        onChange={(event) => setReports(event.currentTarget.value as typeof reports)}
      />
      <NativeSelect
        label={t('values.timesheet_approval')}
        value={hours}
        data={TIMESHEET_APPROVALS.map((value) => ({ value, label: t(`values.timesheet_${value}`) }))}
        onChange={(event) => setHours(event.currentTarget.value as typeof hours)}
      />
      <Checkbox label={t('values.approve_own')} checked={approveOwn} onChange={(event) => setApproveOwn(event.currentTarget.checked)} />
    </DialogForm>
  );
}
