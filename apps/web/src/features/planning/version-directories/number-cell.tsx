import { TextInput } from '@mantine/core';
import { useState } from 'react';
import { formatNumber, readTyped } from '../../../lib/numbers.ts';

type Props = { label: string; value: number | null; readOnly: boolean; onKeep(value: number | null): void };

const write = (value: number | null): string =>
  value === null ? '' : formatNumber(value, { decimals: String(value).split('.')[1]?.length ?? 0 });

/** A number that is stored when its field is left; what is none is marked and not taken. */
export function NumberCell({ label, value, readOnly, onKeep }: Props) {
  const [typed, setTyped] = useState<string | null>(null);
  const next = typed === null ? value : readTyped(typed);
  const wrong = typed !== null && typed.trim() !== '' && (next === null || next < 0);
  const keep = (): void => {
    if (typed !== null && !wrong && next !== value) onKeep(typed.trim() === '' ? null : next);
    if (!wrong) setTyped(null);
  };
  return (
    <TextInput
      size="xs"
      label={label}
      value={typed ?? write(value)}
      error={wrong}
      readOnly={readOnly}
      onChange={(event) => setTyped(event.currentTarget.value)}
      onBlur={keep}
      onKeyDown={(event) => {
        if (event.key === 'Enter') keep();
        if (event.key === 'Escape') setTyped(null);
      }}
      autoComplete="off"
    />
  );
}
