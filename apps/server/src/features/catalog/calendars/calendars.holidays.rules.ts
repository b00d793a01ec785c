import { LONGEST_SPAN, MOST_SERIES, MOST_SHIFTS } from '@gantry/contract';
import { type CalendarSeries, readDay, type SeriesRepeat, type Shift, writeDay } from '@gantry/domain';

/** Days read from a file, and the lines that could not be read. */
export type Holidays = { series: CalendarSeries[]; skipped: { line: number; text: string }[] };

const LAST_DAY = readDay('9999-12-31') as number;
const day = (name: string, from: string, to: string, shifts: Shift[] = []): CalendarSeries => ({
  name: name.slice(0, 128),
  from,
  to,
  repeat: 'none',
  every: 1,
  until: null,
  shifts,
});

/** Reads iCalendar or CSV, decided by the first characters. */
export function readHolidays(text: string): Holidays {
  const plain = text.replace(/^\uFEFF/, '');
  const read = /^\s*BEGIN:VCALENDAR/i.test(plain) ? readIcs(plain) : readCsv(plain);
  return { series: read.series.slice(0, MOST_SERIES), skipped: read.skipped.slice(0, 100) };
}

const isTooLong = (from: string, to: string): boolean => (readDay(to) as number) - (readDay(from) as number) > LONGEST_SPAN;

const ICS_DATE = /^(\d{4})(\d\d)(\d\d)/;
const FREQUENCIES: Record<string, SeriesRepeat> = { WEEKLY: 'weekly', MONTHLY: 'monthly', YEARLY: 'yearly' };

function readIcs(text: string): Holidays {
  const result: Holidays = { series: [], skipped: [] };
  // A line that starts with whitespace continues the previous one (RFC 5545, 3.1).
  const lines = text.replace(/\r?\n[ \t]/g, '').split(/\r?\n/);
  let event: Map<string, string> | null = null;
  for (const [index, line] of lines.entries()) {
    const colon = line.indexOf(':');
    const [name, value] = [line.slice(0, colon).split(';')[0].toUpperCase(), line.slice(colon + 1)];
    if (name === 'BEGIN' && value.trim().toUpperCase() === 'VEVENT') event = new Map();
    else if (name === 'END' && event) {
      const series = seriesOfEvent(event);
      if (series) result.series.push(series);
      else result.skipped.push({ line: index + 1, text: event.get('SUMMARY') ?? '' });
      event = null;
    } else event?.set(name, value.trim());
  }
  return result;
}

function seriesOfEvent(event: ReadonlyMap<string, string>): CalendarSeries | null {
  const from = icsDay(event.get('DTSTART'));
  if (!from) return null;
  // The end of a whole-day event is the day after it.
  const end = icsDay(event.get('DTEND'));
  const to = end && end > from ? writeDay((readDay(end) as number) - 1) : from;
  if (isTooLong(from, to)) return null;
  const name = (event.get('SUMMARY') ?? '').replace(/\\([,;\\])/g, '$1').replace(/\\n/gi, ' ');
  return { ...day(name, from, to), ...repeatOf(event.get('RRULE') ?? '', from) };
}

function icsDay(text: string | undefined): string | null {
  const match = ICS_DATE.exec(text ?? '');
  const written = match && `${match[1]}-${match[2]}-${match[3]}`;
  return written && readDay(written) !== null ? written : null;
}

function repeatOf(rule: string, from: string): Partial<CalendarSeries> {
  const parts = new Map(rule.split(';').map((part) => part.split('=') as [string, string]));
  const repeat = FREQUENCIES[parts.get('FREQ') ?? ''];
  if (!repeat) return {};
  const every = Math.min(100, Math.max(1, Math.trunc(Number(parts.get('INTERVAL') ?? 1)) || 1));
  const count = Math.trunc(Number(parts.get('COUNT')));
  const until = icsDay(parts.get('UNTIL')) ?? (count > 0 ? lastOf(repeat, from, every * (count - 1)) : null);
  return { repeat, every, until };
}

/** The day on which the last occurrence begins; null behind the year 9999, which no text of a day can name. */
function lastOf(repeat: SeriesRepeat, from: string, steps: number): string | null {
  if (repeat === 'weekly') {
    const last = (readDay(from) as number) + 7 * steps;
    return last > LAST_DAY ? null : writeDay(last);
  }
  const [year, month, date] = from.split('-').map(Number);
  const months = year * 12 + month - 1 + steps * (repeat === 'yearly' ? 12 : 1);
  const written = (on: number) =>
    `${String(Math.floor(months / 12)).padStart(4, '0')}-${String((months % 12) + 1).padStart(2, '0')}-${String(on).padStart(2, '0')}`;
  if (months >= 12 * 10_000) return null;
  for (let on = date; on > 0; on -= 1) if (readDay(written(on)) !== null) return written(on);
  return null;
}

function readCsv(text: string): Holidays {
  const result: Holidays = { series: [], skipped: [] };
  const lines = text.split(/\r?\n/);
  const separator = [';', '\t', ','].find((mark) => lines.some((line) => line.includes(mark))) ?? ';';
  for (const [index, line] of lines.entries()) {
    if (!line.trim()) continue;
    const cells = splitLine(line, separator);
    const from = csvDay(cells[0] ?? '');
    if (!from) {
      // The first line may be the headings.
      if (index > 0) result.skipped.push({ line: index + 1, text: line.slice(0, 200) });
      continue;
    }
    const second = csvDay(cells[1] ?? '');
    const to = second && second >= from ? second : from;
    const [name = '', hours = ''] = cells.slice(second || cells[1] === '' ? 2 : 1);
    const shifts = csvShifts(hours);
    if (shifts && !isTooLong(from, to)) result.series.push(day(name, from, to, shifts));
    else result.skipped.push({ line: index + 1, text: line.slice(0, 200) });
  }
  return result;
}

function splitLine(line: string, separator: string): string[] {
  const cells: string[] = [];
  let [cell, quoted] = ['', false];
  for (let at = 0; at < line.length; at += 1) {
    const letter = line[at];
    if (letter === '"') {
      if (quoted && line[at + 1] === '"') [cell, at] = [`${cell}"`, at + 1];
      else quoted = !quoted;
    } else if (letter === separator && !quoted) {
      cells.push(cell.trim());
      cell = '';
    } else cell += letter;
  }
  return [...cells, cell.trim()];
}

function csvDay(text: string): string | null {
  const local = /^(\d{1,2})[./](\d{1,2})[./](\d{4})$/.exec(text);
  const written = local ? `${local[3]}-${local[2].padStart(2, '0')}-${local[1].padStart(2, '0')}` : text.slice(0, 10);
  return readDay(written) === null ? null : written;
}

/** `09:00-13:00 14:00-18:00`; empty is a day off. */
function csvShifts(text: string): Shift[] | null {
  const spans = [...text.matchAll(/(\d{1,2}):(\d\d)\s*[-–]\s*(\d{1,2}):(\d\d)/g)].map(([, ...parts]) => {
    const [startHour, startMinute, finishHour, finishMinute] = parts.map(Number);
    return { start: startHour * 60 + startMinute, finish: finishHour * 60 + finishMinute };
  });
  const inOrder = spans.every(
    ({ start, finish }, index) => start < finish && finish <= 1440 && (index === 0 || spans[index - 1].finish <= start),
  );
  return inOrder && spans.length <= MOST_SHIFTS && (spans.length > 0 || text.trim() === '') ? spans : null;
}
