import { type Minute, MINUTES_PER_DAY } from '@gantry/domain';

/** Attribute of the calendar that stands beside a cell. */
export const CALENDAR_MARK = 'data-cell-calendar';

/** A calendar is wanted beside the field of a date cell. */
export type CalendarAsked = {
  anchor: HTMLElement;
  /** The day and time in the field; null where it holds none. */
  chosen: Minute | null;
  /** The calendar takes the focus. */
  byKey: boolean;
  pick(day: Minute): void;
  close(): void;
  /** The focus has gone elsewhere. */
  leave(): void;
};

/** Shows the calendar that is asked for; null: none any more. */
export type ShowCalendar = (asked: CalendarAsked | null) => void;

type Cell = {
  show: ShowCalendar;
  /** What opens the calendar, in words. */
  label: string;
  read(text: string): Minute | null;
  write(minute: Minute): string;
  /** Takes what the field holds. */
  commit(): void;
};

const isInCalendar = (target: EventTarget | null): boolean => target instanceof Element && target.closest(`[${CALENDAR_MARK}]`) !== null;

/** Gives the field of a date cell its calendar: a button beside it for the mouse, the arrow down for the keyboard. */
export function dateHand(input: HTMLInputElement, { show, label, read, write, commit }: Cell) {
  let isOpen = false;
  const hide = (): void => {
    if (isOpen) show(null);
    isOpen = false;
  };
  const open = (byKey: boolean): void => {
    isOpen = true;
    const chosen = read(input.value);
    show({
      anchor: input,
      chosen,
      byKey,
      pick(day) {
        input.value = write(day + (chosen === null ? 0 : chosen % MINUTES_PER_DAY));
        hide();
        input.focus({ preventScroll: true });
        commit();
      },
      close() {
        hide();
        input.focus({ preventScroll: true });
      },
      leave: commit,
    });
  };
  const button = document.createElement('button');
  button.type = 'button';
  button.tabIndex = -1;
  button.className = 'gantt-editor-calendar';
  button.setAttribute('aria-label', label);
  button.title = `${label} ↓`;
  // It may stand over the next cell, which is not meant.
  button.addEventListener('pointerdown', (event) => event.stopPropagation());
  // The field keeps the focus.
  button.addEventListener('mousedown', (event) => event.preventDefault());
  button.addEventListener('click', () => (isOpen ? hide() : open(false)));
  input.setAttribute('aria-haspopup', 'dialog');
  input.addEventListener('input', hide);
  input.addEventListener('keydown', (event) => {
    if (event.key !== 'ArrowDown' || event.isComposing) return;
    event.preventDefault();
    open(true);
  });
  return {
    button,
    hide,
    isOpen: () => isOpen,
    /** Whether the focus has only gone from the field to its calendar. */
    holds: ({ relatedTarget }: FocusEvent): boolean => isOpen && isInCalendar(relatedTarget),
  };
}
