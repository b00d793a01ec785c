import type { VersionRow } from '@gantry/domain';

const SHIFTS = [
  { start: 540, finish: 780 },
  { start: 840, finish: 1080 },
];

/** The calendar of a new version: Monday to Friday, 9:00 to 13:00 and 14:00 to 18:00. */
export function standardCalendar(id: number): VersionRow<'calendar'> {
  return {
    id,
    name: '5 × 8',
    week: [SHIFTS, SHIFTS, SHIFTS, SHIFTS, SHIFTS, [], []],
    exceptions: [],
    baseId: null,
    minutesPerDay: 480,
    minutesPerWeek: 2400,
    minutesPerMonth: 9600,
    minutesPerYear: 115_200,
    isDefault: true,
  };
}
