import { minuteOf, NO_DATE, type PlanCalendar, type Shift } from '@gantry/domain';

/** Charts begin on Monday 2025-01-06; their days count from 0. */
export const CHART_START = minuteOf(2025, 1, 6);

/** Working minutes that a day stands for in charts. */
export const DAY_MINUTES = 480;
const DAY = 1440;

const DAY_SHIFT: Shift[] = [{ start: 480, finish: 960 }];
const EVENING: Shift = { start: 1320, finish: 1440 };
const MORNING: Shift = { start: 0, finish: 360 };

/**
 * Calendars of charts: `five` Monday to Friday 8–16 (the default), `seven` every day 8–16, `around` the clock, `split` five days 8–12
 * and 13–17, `night` five nights 22–6 from Monday evening on, `half` as five with Friday 8–12, `feast` as five with the first Wednesday
 * off and the first Saturday worked 8–12.
 */
export const CHART_CALENDARS: PlanCalendar[] = [
  calendar(1, 'five', days(5, DAY_SHIFT)),
  calendar(2, 'seven', days(7, DAY_SHIFT)),
  calendar(3, 'around', days(7, [{ start: 0, finish: DAY }])),
  calendar(
    4,
    'split',
    days(5, [
      { start: 480, finish: 720 },
      { start: 780, finish: 1020 },
    ]),
  ),
  calendar(5, 'night', [[EVENING], [MORNING, EVENING], [MORNING, EVENING], [MORNING, EVENING], [MORNING, EVENING], [MORNING], []]),
  calendar(6, 'half', [...days(4, DAY_SHIFT).slice(0, 4), [{ start: 480, finish: 720 }], [], []]),
  calendar(7, 'feast', days(5, DAY_SHIFT), [
    { day: CHART_START / DAY + 2, shifts: [] },
    { day: CHART_START / DAY + 5, shifts: [{ start: 480, finish: 720 }] },
  ]),
];

/** A moment of a chart: 8:00 of a day unless the hour is given. */
export function atDay(day: number, hour = 8): number {
  return CHART_START + day * DAY + Math.round(hour * 60);
}

/** A moment of a chart as its day and hour: `3 08:00`. */
export function onDay(moment: number): string {
  if (moment === NO_DATE) return '-';
  const minutes = moment - CHART_START;
  const day = Math.floor(minutes / DAY);
  const clock = minutes - day * DAY;
  return `${day} ${String(Math.floor(clock / 60)).padStart(2, '0')}:${String(clock % 60).padStart(2, '0')}`;
}

function days(count: number, shifts: Shift[]): Shift[][] {
  return Array.from({ length: 7 }, (_, day) => (day < count ? shifts : []));
}

function calendar(id: number, name: string, week: Shift[][], exceptions: PlanCalendar['exceptions'] = []): PlanCalendar {
  return {
    id,
    name,
    week,
    exceptions,
    baseId: null,
    minutesPerDay: DAY_MINUTES,
    minutesPerWeek: 2400,
    minutesPerMonth: 9600,
    minutesPerYear: 120_000,
    isDefault: id === 1,
  };
}
