import { TextInput } from '@mantine/core';
import { useState } from 'react';

type Props = {
  label: string;
  value: string;
  readOnly: boolean;
  placeholder?: string;
  align?: 'left' | 'right';
  /** Nothing is a value too. */
  mayEmpty?: boolean;
  onKeep(value: string): void;
};

/** A cell that is stored when it is left; an empty one stays as it was. */
export function KeptInput({ label, value, readOnly, placeholder, align = 'left', mayEmpty = false, onKeep }: Props) {
  const [typed, setTyped] = useState<string | null>(null);
  const keep = (): void => {
    const next = typed?.trim();
    if (next !== undefined && (next || mayEmpty) && next !== value) onKeep(next);
    setTyped(null);
  };
  return (
    <TextInput
      size="xs"
      variant="unstyled"
      styles={{ input: { textAlign: align } }}
      aria-label={label}
      value={typed ?? value}
      placeholder={placeholder}
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
