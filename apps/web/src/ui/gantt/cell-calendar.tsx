import { formatMinute, minuteAt } from '@gantry/domain';
import { Paper, Portal } from '@mantine/core';
import { DatePicker } from '@mantine/dates';
import { useCallback } from 'react';
import { useTranslation } from 'react-i18next';
import { useCalendarWords } from '../fields/calendar-words.ts';
import { CALENDAR_MARK, type CalendarAsked } from './cell-editors/date-hand.ts';

/** Room that the calendar takes, px: where the window ends below the cell, it stands above. */
const HEIGHT = 300;
const WIDTH = 260;

/** The calendar of a date cell: a click or Enter picks a day, arrows and Page Up and Down walk, Escape goes back to the cell. */
export function CellCalendar({ asked }: { asked: CalendarAsked }) {
  const { t } = useTranslation();
  const words = useCalendarWords();
  const { anchor, chosen, byKey, pick, close, leave } = asked;
  const takeFocus = useCallback(
    (root: HTMLElement | null) => {
      if (byKey) root?.querySelector<HTMLElement>('table button[tabindex="0"]')?.focus();
    },
    [byKey],
  );
  const cell = anchor.getBoundingClientRect();
  const top = cell.bottom + HEIGHT > innerHeight && cell.top > HEIGHT ? cell.top - HEIGHT : cell.bottom + 2;
  const day = chosen === null ? null : formatMinute(chosen).slice(0, 10);
  return (
    <Portal>
      <Paper
        ref={takeFocus}
        {...{ [CALENDAR_MARK]: true }}
        role="dialog"
        aria-label={t('gantt.calendar')}
        withBorder
        shadow="md"
        p={8}
        style={{ position: 'fixed', left: Math.max(4, Math.min(cell.left, innerWidth - WIDTH)), top, zIndex: 300 }}
        // The cell keeps the focus under the mouse, so that what was typed there is not taken yet.
        onMouseDown={(event) => event.preventDefault()}
        onKeyDown={(event) => {
          if (event.key !== 'Escape') return;
          event.stopPropagation();
          close();
        }}
        onBlur={({ currentTarget, relatedTarget }) => {
          if (relatedTarget !== anchor && !currentTarget.contains(relatedTarget)) leave();
        }}
      >
        <DatePicker
          {...words}
          size="xs"
          maxLevel="year"
          value={day}
          defaultDate={day ?? undefined}
          onChange={(picked) => picked !== null && pick(minuteAt(`${picked.slice(0, 10)}T00:00`))}
        />
      </Paper>
    </Portal>
  );
}
