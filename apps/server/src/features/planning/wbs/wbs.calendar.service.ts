import { defaultOptions, type VersionRow, type WbsRow } from '@gantry/domain';
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
  const compiled = new Map<number, WorkingTime>();
  const fallback = calendars.find(({ id }) => id === defaultCalendarId) ?? calendars.find(({ isDefault }) => isDefault) ?? calendars[0];
  return ({ calendarId }) => {
    const calendar = calendars.find(({ id }) => id === calendarId) ?? fallback;
    if (!calendar) return AROUND_THE_CLOCK;
    let time = compiled.get(calendar.id);
    if (!time) compiled.set(calendar.id, (time = workingTime(calendar)));
    return time;
  };
}

function workingTime(row: VersionRow<'calendar'>): WorkingTime {
  const calendar = compileCalendar(row);
  return {
    add: (from, minutes) => addWork(calendar, from, minutes),
    between: (from, to) => workBetween(calendar, from, to),
    startFrom: (minute) => startOfWork(calendar, workBefore(calendar, minute)),
  };
}
