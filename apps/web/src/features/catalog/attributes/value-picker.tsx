import { isMaskKind, type JsonValue, type OwnAttributeType } from '@gantry/domain';
import { Select, TextInput } from '@mantine/core';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';

import { DateField } from '../../../ui/fields/date-field.tsx';
import { FilePicker } from './file-picker.tsx';
import { MaskedField } from '../../../ui/fields/masked-field.tsx';
import { readTyped } from '../../../lib/numbers.ts';

const NOWHERE = () => Promise.reject(new Error('Files cannot be stored here.'));

type Props = {
  label: string;
  type: OwnAttributeType;
  values: readonly string[];
  people: readonly { value: number; label: string }[];
  value: JsonValue;
  /** Shown in place of an empty value. */
  placeholder?: string;
  disabled?: boolean;
  /** Stores a file that becomes the value; without it files cannot be chosen here. */
  onStore?: ((file: File) => Promise<string>) | undefined;
  onChange(value: JsonValue): void;
};

/** Edits a value of an attribute and applies it on blur; unreadable input shows an error and is not applied. */
export function ValuePicker({ label, type, values, people, value, placeholder, disabled = false, onStore, onChange }: Props) {
  const { t } = useTranslation();
  const [typed, setTyped] = useState<string | null>(null);
  const plain = value === null ? '' : typeof value === 'string' ? value : JSON.stringify(value);
  if (type === 'file')
    return <FilePicker label={label} value={value} disabled={disabled || !onStore} onStore={onStore ?? NOWHERE} onChange={onChange} />;
  const options =
    type === 'flag'
      ? [
          { value: 'true', label: t('ui.yes') },
          { value: 'false', label: t('ui.no') },
        ]
      : type === 'person'
        ? people.map((person) => ({ value: String(person.value), label: person.label }))
        : type === 'list' && values.length
          ? values.map((entry) => ({ value: entry, label: entry }))
          : null;
  if (options)
    return (
      <Select
        size="xs"
        aria-label={label}
        data={options}
        value={value === null ? null : plain}
        placeholder={placeholder ?? '–'}
        disabled={disabled}
        clearable
        searchable={options.length > 8}
        onChange={(chosen) =>
          onChange(chosen === null ? null : type === 'flag' ? chosen === 'true' : type === 'person' ? Number(chosen) : chosen)
        }
      />
    );
  if (type === 'date')
    return (
      <DateField
        size="xs"
        aria-label={label}
        placeholder={placeholder ?? '–'}
        disabled={disabled}
        value={plain || null}
        onChange={(moment) => moment !== undefined && onChange(moment)}
      />
    );
  if (isMaskKind(type))
    return (
      <MaskedField
        size="xs"
        aria-label={label}
        kind={type}
        placeholder={placeholder}
        disabled={disabled}
        value={plain || null}
        onChange={onChange}
      />
    );
  const written = value === null ? '' : type === 'percentage' ? String(Math.round(Number(plain) * 10_000) / 100) : plain;
  const read = (text: string): JsonValue | undefined => {
    if (!text.trim()) return null;
    if (type === 'string' || type === 'list') return text.trim();
    const number = readTyped(text.replace(/%$/, ''));
    return number === null ? undefined : type === 'percentage' ? number / 100 : number;
  };
  const next = typed === null ? undefined : read(typed);
  const take = (): void => {
    if (next !== undefined && typed !== written) onChange(next);
    if (typed === null || next !== undefined) setTyped(null);
  };
  const wrong = typed !== null && next === undefined;
  return (
    <TextInput
      size="xs"
      aria-label={label}
      value={typed ?? written}
      placeholder={placeholder ?? '–'}
      disabled={disabled}
      error={wrong ? t('attributes.not_a_number') : undefined}
      onChange={(event) => setTyped(event.currentTarget.value)}
      onBlur={take}
      onKeyDown={(event) => {
        if (event.key === 'Enter') take();
        if (event.key === 'Escape') setTyped(null);
      }}
      autoComplete="off"
    />
  );
}
