import { TextInput, type TextInputProps } from '@mantine/core';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { formatNumber, readTyped } from '../../lib/numbers.ts';

type Props = Pick<TextInputProps, 'label' | 'aria-label' | 'placeholder' | 'size' | 'variant' | 'readOnly' | 'disabled'> & {
  value: number | null;
  /** Whole numbers alone. */
  whole?: boolean;
  min?: number;
  max?: number;
  'data-autofocus'?: boolean | undefined;
  /** Null for an empty field; a text that is none of the wanted numbers is told below the field and not taken. */
  onChange(value: number | null): void;
};

const write = (value: number | null): string =>
  value === null ? '' : formatNumber(value, { decimals: String(value).split('.')[1]?.length ?? 0, group: '' });

/** A number that is typed with a comma or a point. */
export function NumberField({ value, whole = false, min = -Infinity, max = Infinity, onChange, ...rest }: Props) {
  const { t } = useTranslation();
  const [typed, setTyped] = useState<string | null>(null);
  /** What is wrong with a text; null where it is taken. */
  const problemOf = (text: string): string | null => {
    if (text.trim() === '') return null;
    const number = readTyped(text);
    if (number === null) return t('validation.number');
    if (whole && !Number.isInteger(number)) return t('validation.whole_number');
    if (number < min) return t('validation.at_least', { least: min });
    return number > max ? t('validation.at_most', { most: max }) : null;
  };
  const problem = typed === null ? null : problemOf(typed);
  return (
    <TextInput
      inputMode={whole ? 'numeric' : 'decimal'}
      autoComplete="off"
      // A form with a wrong text is not sent.
      ref={(field) => field?.setCustomValidity(problem ?? '')}
      value={typed ?? write(value)}
      error={problem}
      onChange={({ currentTarget: { value: text } }) => {
        setTyped(text);
        if (problemOf(text) === null) onChange(text.trim() === '' ? null : readTyped(text));
      }}
      onBlur={() => problem === null && setTyped(null)}
      {...rest}
    />
  );
}
