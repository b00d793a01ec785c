import type { Day, Shift } from '@gantry/domain';
import { mergeShifts } from '../../calendars.ts';

/** Working time as the text of a P6 calendar states it; a weekday (Monday first) that is not stated is null. */
export type CalendarData = { week: (Shift[] | null)[]; exceptions: Map<Day, Shift[]>; problems: CalendarProblem[] };

/** Trouble in the text of a calendar; `at` counts characters from 0. */
export type CalendarProblem = { code: string; at: number; value: string };

type CalendarRecord = { name: string; attributes: string; children: CalendarRecord[]; at: number };

/** Day numbers count from 1899-12-30; this one is 1990-01-01. */
const EPOCH_SERIAL = 32874;
const DEEPEST = 20;

/** Reads clndr_data: nested records `(0||name(key|value|…)(children))`. Broken records are skipped and reported. */
export function parseCalendarData(text: string): CalendarData {
  const problems: CalendarProblem[] = [];
  const data: CalendarData = { week: Array.from({ length: 7 }, () => null), exceptions: new Map(), problems };
  for (const record of flatten(parseRecords(text, problems))) {
    if (record.name === 'DaysOfWeek') readWeek(record, data);
    else if (record.name === 'Exceptions') readExceptions(record, data);
  }
  return data;
}

function* flatten(records: CalendarRecord[]): Generator<CalendarRecord> {
  for (const record of records) {
    yield record;
    // The outer record is CalendarData in newer versions and nameless in version 6.
    if (record.name !== 'DaysOfWeek' && record.name !== 'Exceptions') yield* flatten(record.children);
  }
}

function readWeek(record: CalendarRecord, data: CalendarData): void {
  for (const day of record.children) {
    const number = Number(day.name);
    if (!(number >= 1 && number <= 7)) data.problems.push({ code: 'calendar.bad_weekday', at: day.at, value: day.name });
    // P6 counts from Sunday = 1, the domain from Monday = 0.
    else data.week[(number + 5) % 7] = readShifts(day, data.problems);
  }
}

function readExceptions(record: CalendarRecord, data: CalendarData): void {
  for (const exception of record.children) {
    const serial = Number(attributeOf(exception, 'd'));
    if (!Number.isInteger(serial) || serial < 1 || serial > 100_000) {
      data.problems.push({ code: 'calendar.bad_exception', at: exception.at, value: exception.attributes });
    } else data.exceptions.set(serial - EPOCH_SERIAL, readShifts(exception, data.problems));
  }
}

function attributeOf(record: CalendarRecord, key: string): string {
  const parts = record.attributes.split('|');
  for (let i = 0; i + 1 < parts.length; i += 2) if (parts[i].trim() === key) return parts[i + 1].trim();
  return '';
}

function readShifts(record: CalendarRecord, problems: CalendarProblem[]): Shift[] {
  const shifts: Shift[] = [];
  for (const child of record.children) {
    const start = minuteOfDay(attributeOf(child, 's'));
    let finish = minuteOfDay(attributeOf(child, 'f'));
    if (finish === 0) finish = 1440;
    if (start === null || finish === null || start === finish) {
      problems.push({ code: 'calendar.bad_shift', at: child.at, value: child.attributes });
    } else if (finish < start) {
      // A day of P6 ends at midnight.
      problems.push({ code: 'calendar.shift_past_midnight', at: child.at, value: child.attributes });
      shifts.push({ start, finish: 1440 });
    } else shifts.push({ start, finish });
  }
  return mergeShifts(shifts);
}

const TIME = /^(\d{1,2}):(\d{2})(?::\d{2})?\s*([AaPp][Mm])?$/;

function minuteOfDay(text: string): number | null {
  const match = TIME.exec(text);
  if (!match) return null;
  let hour = Number(match[1]);
  if (match[3]) hour = (hour % 12) + (match[3].toLowerCase() === 'pm' ? 12 : 0);
  const minute = hour * 60 + Number(match[2]);
  return minute <= 1440 && Number(match[2]) < 60 ? minute : null;
}

/** Records at the top of the text. Reads with a stack of its own, so that a hostile depth ends in a finding. */
function parseRecords(text: string, problems: CalendarProblem[]): CalendarRecord[] {
  const top: CalendarRecord[] = [];
  const open: { record: CalendarRecord; stage: 'attributes' | 'children' | 'end' }[] = [];
  let at = 0;
  const skipBlank = (): void => {
    while (at < text.length && (text.charCodeAt(at) <= 0x20 || text.charCodeAt(at) === 0x7f)) at++;
  };
  for (skipBlank(); at < text.length; skipBlank()) {
    const state = open.at(-1);
    const character = text[at];
    if (state?.stage === 'attributes' && character === '(') {
      const end = text.indexOf(')', at);
      if (end < 0) break;
      state.record.attributes = text.slice(at + 1, end);
      state.stage = 'children';
      at = end + 1;
      skipBlank();
      if (text[at] === '(') at++;
      else state.stage = 'end';
    } else if (character === '(' && state?.stage === 'end') {
      // A surplus bracket closed the parent early; what follows belongs beside it.
      open.pop();
    } else if (character === '(' && (!state || state.stage === 'children')) {
      const end = text.indexOf('(', at + 1);
      if (end < 0 || open.length >= DEEPEST) break;
      const label = text.slice(at + 1, end);
      if (label.includes(')')) {
        problems.push({ code: 'calendar.bad_record', at, value: label.slice(0, 40) });
        at = nextBracket(text, nextBracket(text, at + 1) + 1);
        continue;
      }
      const record: CalendarRecord = {
        name: label.slice(label.indexOf('||') + (label.includes('||') ? 2 : 0)).trim(),
        attributes: '',
        children: [],
        at,
      };
      (state ? state.record.children : top).push(record);
      open.push({ record, stage: 'attributes' });
      at = end;
    } else if (character === ')' && state) {
      at++;
      if (state.stage === 'children') state.stage = 'end';
      else open.pop();
    } else if (character === ')') {
      at++;
      if (problems.at(-1)?.code !== 'calendar.bracket_too_many')
        problems.push({ code: 'calendar.bracket_too_many', at, value: text.slice(at - 1, at + 20) });
    } else {
      problems.push({ code: 'calendar.bad_character', at, value: text.slice(at, at + 20) });
      at = nextBracket(text, at + 1);
    }
  }
  if (open.length > 0 || at < text.length) problems.push({ code: 'calendar.truncated', at, value: text.slice(Math.max(0, at - 20), at) });
  return top;
}

function nextBracket(text: string, from: number): number {
  for (let at = from; at < text.length; at++) if (text[at] === '(' || text[at] === ')') return at;
  return text.length;
}

/** Writes clndr_data in the form P6 writes it. */
export function formatCalendarData(
  week: readonly (readonly Shift[])[],
  exceptions: readonly { day: Day; shifts: readonly Shift[] }[],
): string {
  const end = '\x7f\x7f';
  const day = (name: string, attributes: string, shifts: readonly Shift[], indent: string): string => {
    const lines = shifts.map((shift, i) => `${end}${indent}  (0||${i}(s|${clock(shift.start)}|f|${clock(shift.finish)})())`);
    return `${end}${indent}(0||${name}(${attributes})(${lines.join('')}))`;
  };
  const days = [6, 0, 1, 2, 3, 4, 5].map((weekday, i) => day(String(i + 1), '', week[weekday], '    '));
  const specials = exceptions.map(({ day: date, shifts }, i) => day(String(i), `d|${date + EPOCH_SERIAL}`, shifts, '    '));
  return `(0||CalendarData()(${end}  (0||DaysOfWeek()(${days.join('')}))${end}  (0||VIEW(ShowTotal|Y)())${end}  (0||Exceptions()(${specials.join('')}))))`;
}

function clock(minute: number): string {
  const wrapped = minute % 1440;
  return `${String(Math.floor(wrapped / 60)).padStart(2, '0')}:${String(wrapped % 60).padStart(2, '0')}`;
}
