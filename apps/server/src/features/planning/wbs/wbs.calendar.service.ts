import { defaultOptions, oncePer, type VersionRow, type WbsRow } from '@gantry/domain';
import { addWork, compileCalendar, startOfWork, workBefore, workBetween } from '@gantry/engine';
import type { Draft } from '../edits/edits.service.ts';
import type { WorkingTime } from './wbs.rules.ts';

const AROUND_THE_CLOCK: WorkingTime = {
  add: (from, minutes) => from + minutes,
  between: (from, to) => to - from,
  startFrom: (minute) => minute,
};

/** The working time of a row of a draft: its own calendar, else the version's default one, else every minute. */
export async function workingTimeOf(draft: Pick<Draft, 'all'>): Promise<(row: Pick<WbsRow, 'calendarId'>) => WorkingTime> {
  const calendars = await draft.all('calendar');
  const [settings] = await draft.all('settings');
  const { defaultCalendarId } = { ...defaultOptions(0), ...settings?.options };
  const fallback = calendars.find(({ id }) => id === defaultCalendarId) ?? calendars.find(({ isDefault }) => isDefault) ?? calendars[0];
  return ({ calendarId }) => {
    const calendar = calendars.find(({ id }) => id === calendarId) ?? fallback;
    return calendar ? workingTime(calendar) : AROUND_THE_CLOCK;
  };
}

/** Compiled once for a row: an edit that changes no calendar gets the rows of the one before. */
const workingTime = oncePer((row: VersionRow<'calendar'>): WorkingTime => {
  const calendar = compileCalendar(row);
  return {
    add: (from, minutes) => addWork(calendar, from, minutes),
    between: (from, to) => workBetween(calendar, from, to),
    startFrom: (minute) => startOfWork(calendar, workBefore(calendar, minute)),
  };
});
