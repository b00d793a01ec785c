import { TextInput } from '@mantine/core';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { formatNumber, readTyped } from '../../../lib/numbers.ts';

/** Lag in working days, comma or point; committed by Enter or on leaving the field. */
export function LagPicker({ days, disabled, onCommit }: { days: number; disabled: boolean; onCommit(days: number): void }) {
  const { t } = useTranslation();
  const shown = formatNumber(days, { decimals: Number.isInteger(days) ? 0 : 2 });
  const [text, setText] = useState(shown);
  const value = readTyped(text);
  const commit = () => {
    if (value !== null && value !== days) onCommit(value);
    else setText(shown);
  };
  return (
    <TextInput
      size="xs"
      aria-label={t('relations.lag')}
      inputMode="decimal"
      disabled={disabled}
      value={text}
      error={value === null}
      onChange={(event) => setText(event.currentTarget.value)}
      onBlur={commit}
      onKeyDown={(event) => {
        if (event.key === 'Enter') commit();
        if (event.key === 'Escape') setText(shown);
      }}
    />
  );
}
