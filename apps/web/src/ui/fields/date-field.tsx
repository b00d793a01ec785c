import type { LocalDateTime } from '@gantry/domain';
import { DateInput, type DateInputProps } from '@mantine/dates';
import { useRef, useState, type FormEvent, type KeyboardEvent } from 'react';
import { useTranslation } from 'react-i18next';
import { useCalendarWords } from './calendar-words.ts';
import { DATE_FORMAT, DATE_TIME_FORMAT, formatLocal, parseDateInput } from '../../lib/dates.ts';

type Props = Pick<DateInputProps, 'label' | 'aria-label' | 'title' | 'placeholder' | 'size' | 'variant' | 'w' | 'readOnly' | 'disabled'> & {
  /** A moment of wall-clock time. */
  value: LocalDateTime | null;
  /** Its time is always shown; else only where it is not midnight. */
  withTime?: boolean;
  required?: boolean;
  /** The field stands in a panel that a click outside closes: the calendar is drawn within it. */
  inside?: boolean;
  'data-autofocus'?: boolean;
  /** Null for an empty field, undefined for a text that is no date, which the field shows and keeps. */
  onChange(value: LocalDateTime | null | undefined): void;
};

/** The picker writes moments its own way. */
const toPicker = (value: LocalDateTime): string => `${value.replace('T', ' ')}:00`;
const fromPicker = (value: string): LocalDateTime => (value.includes(' ') ? value.slice(0, 16).replace(' ', 'T') : `${value}T00:00`);

/** A date that is typed, or picked from a calendar that a click or the arrow down opens; taken when the field is left, by Enter, or when picked. */
export function DateField({ value, withTime = false, required = false, inside = false, onChange, ...rest }: Props) {
  const { t, i18n } = useTranslation();
  const words = useCalendarWords();
  const [opened, setOpened] = useState(false);
  const [wrong, setWrong] = useState(false);
  /** What is typed and not taken yet. */
  const typed = useRef<string | null>(null);
  /** Whether the field has only now got the focus. */
  const fresh = useRef(false);
  // A text that is no date stays, whatever its owner makes of it: the picker would write another value over it.
  const [lastGood, setLastGood] = useState(value);
  if (!wrong && value !== lastGood) setLastGood(value);
  const shown = wrong ? lastGood : value;

  const read = (text: string): LocalDateTime | null | undefined => {
    if (text.trim() === '') return required ? undefined : null;
    return parseDateInput(text, i18n.language) ?? undefined;
  };
  const take = (): void => {
    const next = typed.current === null ? value : read(typed.current);
    typed.current = next === undefined ? typed.current : null;
    if (next !== value) onChange(next);
  };
  const type = (event: FormEvent<HTMLInputElement>): void => {
    typed.current = event.currentTarget.value;
    setOpened(false);
    setWrong(read(typed.current) === undefined);
  };
  const pick = (picked: string | null): void => {
    // What is typed is read by us: the picker also calls while somebody types.
    if (!opened || picked === null) return;
    const time = value ? value.slice(10) : 'T00:00';
    typed.current = null;
    setWrong(false);
    setOpened(false);
    onChange(picked.slice(0, 10) + time);
  };
  const press = (event: KeyboardEvent): void => {
    if (event.key === 'Enter') take();
    if (event.key === 'Escape') setOpened(false);
    if (event.key === 'ArrowDown') setOpened(true);
  };
  return (
    <DateInput
      withTime
      clearable={false}
      {...words}
      valueFormat={(moment) =>
        formatLocal(fromPicker(moment), withTime || !fromPicker(moment).endsWith('T00:00') ? DATE_TIME_FORMAT : DATE_FORMAT)
      }
      dateParser={(text) => {
        const moment = parseDateInput(text, i18n.language);
        return moment && toPicker(moment);
      }}
      maxLevel="year"
      value={shown && toPicker(shown)}
      fixOnBlur={!wrong}
      error={wrong && t('validation.date')}
      // The calendar does not open by itself where a dialog puts the focus into the field.
      popoverProps={{ opened, onChange: setOpened, withinPortal: !inside }}
      data-mantine-stop-propagation={opened || undefined}
      // The first click and Tab take the whole text, so that what is typed replaces it; a further click places the caret.
      onFocus={(event) => {
        event.currentTarget.select();
        fresh.current = true;
      }}
      onClick={(event) => {
        if (fresh.current) event.currentTarget.select();
        fresh.current = false;
        setOpened(true);
      }}
      onInput={type}
      onChange={pick}
      onBlur={() => {
        setOpened(false);
        take();
      }}
      onKeyDown={press}
      {...rest}
    />
  );
}
