import { PRICE_TYPES } from '@gantry/domain';
import { NativeSelect, TextInput } from '@mantine/core';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { formatNumber, readTyped } from '../../../lib/numbers.ts';
import { readCurve, textOfCurve } from '../../../ui/text/curve-text.ts';
import { LagPicker } from '../relations/lag-picker.tsx';
import type { saveAssignment, VersionResource } from './resources.queries.ts';

export const PRICES = Array.from({ length: PRICE_TYPES }, (_, type) => type);

type Props = {
  assignment: NonNullable<VersionResource['assignment']>;
  unit: string;
  /** Working minutes of a day of the row. */
  minutesPerDay: number;
  readOnly: boolean;
  onSave(id: number, change: Parameters<typeof saveAssignment>[2]): void;
};

/** How much of a resource a row takes, how that lies over its dates, by which price it is paid, and what its rest goes by. */
export function AssignmentFields({ assignment, unit, minutesPerDay, readOnly, onSave }: Props) {
  const { t } = useTranslation();
  const { id, rate_type, remaining_by, planned_units, lag_minutes, curve, follows } = assignment;
  return (
    <>
      <KeptText
        key={`u${planned_units}`}
        label={unit ? t('resource.planned_units_in', { unit }) : t('resource.planned_units')}
        title={follows ? t('resource.units_follow_hint') : undefined}
        w={120}
        readOnly={readOnly || follows}
        kept={formatNumber(planned_units, { decimals: String(planned_units).split('.')[1]?.length ?? 0, group: '' })}
        wrong={(text) => ((readTyped(text) ?? -1) < 0 ? t('validation.at_least', { least: 0 }) : null)}
        onKeep={(text) => onSave(id, { planned_units: readTyped(text) ?? planned_units })}
      />
      <LagPicker
        key={`l${lag_minutes}`}
        label={t('resource.lag')}
        days={lag_minutes / minutesPerDay}
        min={0}
        w={96}
        disabled={readOnly}
        onCommit={(days) => onSave(id, { lag_minutes: Math.round(days * minutesPerDay) })}
      />
      <KeptText
        key={`c${curve?.join() ?? ''}`}
        label={t('resource.curve')}
        title={t('distributions.curve_hint')}
        placeholder={t('resource.curve_of_version')}
        w={128}
        readOnly={readOnly}
        kept={curve ? textOfCurve(curve) : ''}
        wrong={(text) => (text.trim() === '' || readCurve(text) ? null : t('distributions.wrong_curve'))}
        onKeep={(text) => onSave(id, { curve: readCurve(text) })}
      />
      <NativeSelect
        size="xs"
        label={t('resource.paid_by')}
        disabled={readOnly}
        value={String(rate_type)}
        data={PRICES.map((type) => ({ value: String(type), label: t('resource.price', { number: type + 1 }) }))}
        onChange={(event) => onSave(id, { rate_type: Number(event.currentTarget.value) })}
      />
      <NativeSelect
        size="xs"
        label={t('resource.remaining_by')}
        disabled={readOnly}
        value={remaining_by}
        data={(['norm', 'plan'] as const).map((by) => ({ value: by, label: t(`resource.remaining_by_${by}`) }))}
        onChange={(event) => onSave(id, { remaining_by: event.currentTarget.value === 'plan' ? 'plan' : 'norm' })}
      />
    </>
  );
}

type KeptTextProps = {
  label: string;
  title: string | undefined;
  placeholder?: string;
  w: number;
  readOnly: boolean;
  kept: string;
  /** What is wrong with a text; null: it is taken. */
  wrong(text: string): string | null;
  onKeep(text: string): void;
};

/** A text field that saves its value on Enter or on blur; Escape restores the saved value. */
function KeptText({ kept, wrong, onKeep, ...shown }: KeptTextProps) {
  const [typed, setTyped] = useState(kept);
  const problem = wrong(typed);
  const keep = (): void => {
    if (typed !== kept && problem === null) onKeep(typed);
  };
  return (
    <TextInput
      {...shown}
      size="xs"
      autoComplete="off"
      value={typed}
      error={problem}
      onChange={(event) => setTyped(event.currentTarget.value)}
      onBlur={keep}
      onKeyDown={(event) => {
        // Leaving it keeps it, once.
        if (event.key === 'Enter') event.currentTarget.blur();
        if (event.key === 'Escape') setTyped(kept);
      }}
    />
  );
}
