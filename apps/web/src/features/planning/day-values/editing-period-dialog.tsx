import { Modal } from '@mantine/core';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { DialogForm } from '../../../ui/forms/dialog-form.tsx';
import { type DayValues, saveEditingPeriod } from './day-values.queries.ts';
import { NumberField } from '../../../ui/fields/number-field.tsx';

type Props = { opened: boolean; scheduleId: number; limits: DayValues['limits']; onSaved(): void; onClose(): void };

/** How many days before the key date values may still be changed, for all versions of the schedule. */
export function EditingPeriodDialog({ opened, onClose, ...rest }: Props) {
  const { t } = useTranslation();
  return (
    <Modal opened={opened} onClose={onClose} title={t('values.period')} size="sm">
      {opened && <PeriodForm {...rest} onClose={onClose} />}
    </Modal>
  );
}

function PeriodForm({ scheduleId, limits, onSaved, onClose }: Omit<Props, 'opened'>) {
  const { t } = useTranslation();
  const [days, setDays] = useState({ plan: limits.plan.days, fact: limits.fact.days });
  return (
    <DialogForm submitLabel={t('ui.save')} ready onSubmit={() => saveEditingPeriod(scheduleId, days).then(onSaved)} onClose={onClose}>
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
    </DialogForm>
  );
}
