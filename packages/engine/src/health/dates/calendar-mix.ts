import { shareOfRelations } from '../check.ts';
import type { HealthCheck } from '../check.ts';

/** Own: relations between rows of different calendars. Float, lag and driving logic jump where they meet; a DCMA check of 14 of 14 does not see it. */
export const calendarMix: HealthCheck = {
  source: 'own',
  unit: 'share',
  passes: 'at_most',
  threshold: { limit: 0.1 },
  measure: (context) => {
    const { calendarIdOf, from, to } = context;
    const found = context.liveRelations.filter((relation) => calendarIdOf(from[relation]) !== calendarIdOf(to[relation]));
    return shareOfRelations(context, found, context.liveRelations.length);
  },
};
