import { CADENCES, isTimeZone } from '@gantry/domain';
import { z } from 'zod';

/** When something runs by itself. */
export const cadenceFields = {
  cadence: z.enum(CADENCES),
  /** Five fields, such as `0 3 * * 1-5`; of the cadence `cron`. */
  cron: z.string().trim().max(100).nullable().default(null),
  at: z
    .string()
    .regex(/^(?:[01]\d|2[0-3]):[0-5]\d$/, 'validation.time')
    .default('03:00'),
  /** 1 is Monday. */
  weekday: z.number().int().min(1).max(7).nullable().default(null),
  /** The day of the month; where a month is shorter, its last day. */
  day: z.number().int().min(1).max(31).nullable().default(null),
  time_zone: z.string().max(64).refine(isTimeZone, 'validation.time_zone').default('UTC'),
};
