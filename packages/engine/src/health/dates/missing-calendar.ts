import { countOfItems } from '../check.ts';
import type { HealthCheck, HealthFix } from '../check.ts';

/** Own: rows without a calendar of their own, which change with the default. */
export const missingCalendar: HealthCheck = {
  source: 'own',
  unit: 'count',
  passes: 'at_most',
  threshold: { limit: 0 },
  measure: (context) => {
    const { items, calendars } = context.plan;
    const known = new Set(calendars.map((calendar) => calendar.id));
    const found = context.incomplete.filter((item) => !known.has(items[item].calendarId ?? Number.NaN));
    const fixes = found.map((item): HealthFix => ({
      command: 'set_calendar',
      itemId: items[item].id,
      calendarId: context.calendarIdOf(item),
    }));
    return countOfItems(context, found, context.incomplete.length, calendars.length ? fixes : []);
  },
};
