import { Combobox, useCombobox } from '@mantine/core';
import { type AriaAttributes, type KeyboardEvent, type ReactElement, useEffect, useRef, useState } from 'react';

/** What the text field takes to work with the list below it. */
type FieldProps = Pick<AriaAttributes, 'aria-autocomplete' | 'aria-controls' | 'aria-activedescendant'> & {
  'data-mantine-stop-propagation': true | undefined;
  onBlur(): void;
  onKeyDown(event: KeyboardEvent): void;
};

type Props<T> = {
  label: string;
  /** Empty: nothing is offered, and every key is the field's own. */
  offers: readonly T[];
  /** For which typed text; the first offer is marked whenever it changes. */
  offeredFor: string;
  keyOf(offer: T): string;
  onTake(offer: T): void;
  onClose(): void;
  /** Keys before the list uses them; true where the field has used one. */
  onKey?(event: KeyboardEvent): boolean;
  /** What it is called, and what stands dimly behind that. */
  wordsOf(offer: T): { name: string; note?: string };
  children(field: FieldProps): ReactElement;
};

/** A list at the caret of a text field: arrows mark an offer, Enter and Tab take it, Escape closes the list and nothing else. */
export function CaretOffers<T>({ label, offers, offeredFor, keyOf, onTake, onClose, onKey, wordsOf, children }: Props<T>) {
  const opened = offers.length > 0;
  const store = useCombobox({ opened });
  const [marked, setMarked] = useState<string | null>(null);
  const offered = opened ? `${offeredFor} ${offers.map(keyOf).join(' ')}` : null;
  const markedFor = useRef<string>(null);
  const { selectFirstOption } = store;
  useEffect(() => {
    if (markedFor.current === offered) return;
    markedFor.current = offered;
    setMarked(offered === null ? null : selectFirstOption());
  }, [offered, selectFirstOption]);
  const press = (event: KeyboardEvent): void => {
    if (onKey?.(event) || !opened || event.nativeEvent.isComposing) return;
    if (event.key === 'ArrowDown') setMarked(store.selectNextOption());
    else if (event.key === 'ArrowUp') setMarked(store.selectPreviousOption());
    else if (event.key === 'Enter' || event.key === 'Tab') store.clickSelectedOption();
    else if (event.key === 'Escape') onClose();
    else return;
    event.preventDefault();
    event.stopPropagation();
  };
  return (
    <Combobox
      store={store}
      position="bottom-start"
      offset={2}
      withinPortal={false}
      onOptionSubmit={(key) => {
        const offer = offers.find((one) => keyOf(one) === key);
        if (offer) onTake(offer);
      }}
    >
      <Combobox.Target withAriaAttributes={false} withKeyboardNavigation={false}>
        {children({
          'aria-autocomplete': 'list',
          'aria-controls': opened ? (store.listId ?? undefined) : undefined,
          'aria-activedescendant': marked ?? undefined,
          // An open list is closed first, the dialog around it next.
          'data-mantine-stop-propagation': opened || undefined,
          onBlur: onClose,
          onKeyDown: press,
        })}
      </Combobox.Target>
      <Combobox.Dropdown>
        {/* Long lists scroll; browsers reach what scrolls by Tab, which the field takes while the list is open. */}
        <Combobox.Options aria-label={label} tabIndex={0} mah={200} style={{ overflow: 'auto' }}>
          {offers.map((offer) => {
            const { name, note } = wordsOf(offer);
            return (
              <Combobox.Option key={keyOf(offer)} value={keyOf(offer)}>
                <b>{name}</b> {note && <span>{note}</span>}
              </Combobox.Option>
            );
          })}
        </Combobox.Options>
      </Combobox.Dropdown>
    </Combobox>
  );
}
