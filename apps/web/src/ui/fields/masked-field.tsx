import { type MaskKind, placeDigits, readMasked, writeMasked } from '@gantry/domain';
import { TextInput, type TextInputProps } from '@mantine/core';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';

type Props = Pick<TextInputProps, 'label' | 'aria-label' | 'placeholder' | 'size' | 'readOnly' | 'disabled' | 'w'> & {
  kind: MaskKind;
  /** The spelling that is kept, such as `08:30` or `+79161234567`. */
  value: string | null;
  required?: boolean;
  /** Null for an empty field; a text of another form is told below the field and not taken. */
  onChange(value: string | null): void;
};

const EXAMPLES: Record<MaskKind, string> = {
  time: '08:30',
  fulltime: '08:30:00',
  phone: '+7 916 123-45-67',
  card: '4111 1111 1111 1111',
};

/** A text of a fixed form, typed as digits alone or with its separators; taken when the field is left or by Enter. */
export function MaskedField({ kind, value, required = false, onChange, ...rest }: Props) {
  const { t, i18n } = useTranslation();
  const [typed, setTyped] = useState<string | null>(null);
  const [left, setLeft] = useState(false);
  const read = (text: string): string | null | undefined => {
    if (text.trim() === '') return required ? undefined : null;
    return readMasked(kind, text, i18n.language) ?? undefined;
  };
  const shown = typed ?? (value === null ? '' : writeMasked(kind, value));
  const next = typed === null ? value : read(typed);
  const wrong = next === undefined ? t(`validation.${kind}`, { example: EXAMPLES[kind] }) : null;
  const take = (): void => {
    setLeft(true);
    if (typed === null || next === undefined) return;
    if (next !== value) onChange(next);
    setTyped(null);
  };
  return (
    <TextInput
      inputMode={kind === 'phone' ? 'tel' : 'numeric'}
      autoComplete="off"
      placeholder={EXAMPLES[kind]}
      // A form with a wrong text is not sent.
      ref={(field) => field?.setCustomValidity(wrong ?? '')}
      value={shown}
      error={left && wrong}
      onFocus={(event) => event.currentTarget.select()}
      onChange={({ currentTarget: { value: text, selectionStart } }) => {
        // Separators come by themselves where a digit was added at the end; elsewhere they would move the caret.
        const grows = text.length > shown.length && selectionStart === text.length;
        setTyped(grows ? placeDigits(kind, text) : text);
        setLeft(false);
      }}
      onBlur={take}
      onKeyDown={(event) => {
        if (event.key === 'Enter') take();
        if (event.key === 'Escape') setTyped(null);
      }}
      {...rest}
    />
  );
}
