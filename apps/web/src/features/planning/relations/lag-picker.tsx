import { TextInput } from '@mantine/core';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { formatNumber, readTyped } from '../../../lib/numbers.ts';

type Props = {
  days: number;
  disabled: boolean;
  /** Shown above the field; without it the column says what it is. */
  label?: string;
  min?: number;
  /** Pixels. */
  w?: number;
  onCommit(days: number): void;
};

/** Lag in working days, comma or point; committed by Enter or on leaving the field. */
export function LagPicker({ days, disabled, label, min = -Infinity, w, onCommit }: Props) {
  const { t } = useTranslation();
  const shown = formatNumber(days, { decimals: Number.isInteger(days) ? 0 : 2 });
  const [text, setText] = useState(shown);
  const typed = readTyped(text);
  const value = typed !== null && typed >= min ? typed : null;
  const commit = () => {
    if (value !== null && value !== days) onCommit(value);
    else setText(shown);
  };
  return (
    <TextInput
      size="xs"
      {...(w === undefined ? {} : { w })}
      {...(label === undefined ? { 'aria-label': t('relations.lag') } : { label })}
      inputMode="decimal"
      disabled={disabled}
      value={text}
      error={value === null}
      onChange={(event) => setText(event.currentTarget.value)}
      onBlur={commit}
      onKeyDown={(event) => {
        // Leaving it commits it, once.
        if (event.key === 'Enter') event.currentTarget.blur();
        if (event.key === 'Escape') setText(shown);
      }}
    />
  );
}
