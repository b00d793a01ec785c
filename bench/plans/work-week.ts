import type { PlanCalendar } from '@gantry/domain';

const shift = [{ start: 540, finish: 1020 }];
/** Eight hours from Monday to Friday. */
export const WORK_WEEK = {
  id: 1,
  name: '',
  week: [shift, shift, shift, shift, shift, [], []],
  exceptions: [],
  baseId: null,
  isDefault: true,
  minutesPerDay: 480,
  minutesPerWeek: 2400,
  minutesPerMonth: 9600,
  minutesPerYear: 115_200,
} satisfies PlanCalendar;
