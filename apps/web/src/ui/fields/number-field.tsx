import { TextInput, type TextInputProps } from '@mantine/core';
import { useState, type SyntheticEvent } from 'react';
import { useTranslation } from 'react-i18next';
import { formatNumber, readTyped } from '../../lib/numbers.ts';

type Props = Pick<
  TextInputProps,
  'label' | 'aria-label' | 'title' | 'description' | 'placeholder' | 'size' | 'variant' | 'w' | 'readOnly' | 'disabled'
> & {
  value: number | null;
  /** Whole numbers alone. */
  whole?: boolean;
  min?: number;
  max?: number;
  /** Stands behind the number, such as `%`. */
  unit?: string;
  'data-autofocus'?: boolean | undefined;
  /** Null for an empty field; a text that is none of the wanted numbers is told below the field and not taken. */
  onChange(value: number | null): void;
};

const write = (value: number | null): string =>
  value === null ? '' : formatNumber(value, { decimals: String(value).split('.')[1]?.length ?? 0, group: '' });

/** A number. A decimal one is typed with a comma or a point; a whole one takes neither, and no pasted text that is none. */
export function NumberField({ value, whole = false, min = -Infinity, max = Infinity, unit, onChange, ...rest }: Props) {
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
  /** Whether a key or a pasted text has just been kept out. */
  const [blocked, setBlocked] = useState(false);
  const block = (event: SyntheticEvent): void => {
    event.preventDefault();
    setBlocked(true);
  };
  return (
    <TextInput
      inputMode={whole ? 'numeric' : 'decimal'}
      autoComplete="off"
      // A form with a wrong text is not sent.
      ref={(field) => field?.setCustomValidity(problem ?? '')}
      value={typed ?? write(value)}
      error={problem ?? (blocked && t('validation.whole_number'))}
      rightSection={unit}
      rightSectionPointerEvents="none"
      onKeyDown={(event) => whole && /^[.,]$/.test(event.key) && !event.ctrlKey && !event.metaKey && block(event)}
      onPaste={(event) => {
        const number = readTyped(event.clipboardData.getData('text/plain'));
        if (whole && (number === null || !Number.isInteger(number))) block(event);
      }}
      onChange={({ currentTarget: { value: text } }) => {
        setTyped(text);
        setBlocked(false);
        if (problemOf(text) === null) onChange(text.trim() === '' ? null : readTyped(text));
      }}
      onBlur={() => {
        setBlocked(false);
        if (problem === null) setTyped(null);
      }}
      {...rest}
    />
  );
}
