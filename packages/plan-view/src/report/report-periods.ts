import { type Day, dayOf, type Minute, minuteAt, MINUTES_PER_DAY, type ReportCell, type ReportPeriodList } from '@gantry/domain';

/** Days from the first to before the last; open ends are infinite. */
export type ReportSpan = { from: number; to: number };

/** What a report is of: a year, a month of it (else the one that it is made in), and a day that it counts to. */
export type ReportTime = { year: number; month: number; dataDate: Minute };

/** The days of a name such as `m3` or `before_year`; null where there is no such part of the time. */
export function spanOfPeriod(period: string, { year, month, dataDate }: ReportTime): ReportSpan | null {
  const first = (of: number, at: number): Day =>
    dayOf(minuteAt(`${of + Math.floor((at - 1) / 12)}-${String(((at - 1) % 12) + 1).padStart(2, '0')}-01T00:00`));
  const months = (from: number, count: number): ReportSpan => ({ from: first(year, from), to: first(year, from + count) });
  const [own, whole] = [months(month, 1), months(1, 12)];
  const [, letter, digits] = /^([mqwd])(\d{1,2})$/.exec(period) ?? [];
  const number = Number(digits);
  if (letter === 'm') return number <= 12 ? months(number, 1) : null;
  if (letter === 'q') return number <= 4 ? months(number * 3 - 2, 3) : null;
  // Weeks of a look-ahead begin on the day of the data.
  if (letter === 'w') return { from: dayOf(dataDate) + (number - 1) * 7, to: dayOf(dataDate) + number * 7 };
  if (letter === 'd') return own.from + number - 1 < own.to ? { from: own.from + number - 1, to: own.from + number } : { from: 0, to: 0 };
  return NAMED[period]?.(own, whole, dayOf(dataDate)) ?? null;
}

const ALL = { from: Number.NEGATIVE_INFINITY, to: Number.POSITIVE_INFINITY };

const NAMED: Record<string, ((own: ReportSpan, year: ReportSpan, today: Day) => ReportSpan) | undefined> = {
  total: () => ALL,
  before_year: (_own, year) => ({ from: ALL.from, to: year.from }),
  year: (_own, year) => year,
  after_year: (_own, year) => ({ from: year.to, to: ALL.to }),
  to_date: (_own, _year, today) => ({ from: ALL.from, to: today }),
  before_period: (own) => ({ from: ALL.from, to: own.from }),
  this_period: (own) => own,
  to_period: (own) => ({ from: ALL.from, to: own.to }),
};

const PARTS: Record<ReportPeriodList, { letter: string; most: number }> = {
  months: { letter: 'm', most: 12 },
  quarters: { letter: 'q', most: 4 },
  weeks: { letter: 'w', most: 6 },
  days: { letter: 'd', most: 31 },
};

/** The months, quarters, weeks or days of a report; `nameOf` calls one by its list, its number and its first minute. */
export function reportPeriods(
  list: ReportPeriodList,
  time: ReportTime,
  nameOf: (list: ReportPeriodList, number: number, start: Minute) => string,
): Record<string, ReportCell>[] {
  const { letter, most } = PARTS[list];
  return Array.from({ length: most }, (_, at) => at + 1).flatMap((number) => {
    const span = spanOfPeriod(`${letter}${number}`, time);
    // The days that a month does not have are none.
    if (!span || span.from >= span.to) return [];
    const start = span.from * MINUTES_PER_DAY;
    const finish = (span.to - 1) * MINUTES_PER_DAY;
    return [
      { period: `${letter}${number}`, number, name: nameOf(list, number, start), start: { minute: start }, finish: { minute: finish } },
    ];
  });
}
