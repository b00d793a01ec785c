import type { MailedParams } from '@gantry/contract';
import { wallClockAt } from '@gantry/domain';

/** What a form is asked for that goes at an instant, by the clock of a zone. */
export function askedOf({ period, ...asked }: MailedParams, zone: string, at: Date): ReturnType<typeof monthOf> & typeof asked {
  return { ...asked, ...monthOf({ period }, zone, at) };
}

/** The month that a form is of which goes at an instant, by the clock of a zone. */
export function monthOf({ period }: Pick<MailedParams, 'period'>, zone: string, at: Date): { year: number; month: number } {
  const [year, month] = wallClockAt(at, zone).day.split('-').map(Number);
  if (period === 'this_month') return { year, month };
  return month === 1 ? { year: year - 1, month: 12 } : { year, month: month - 1 };
}
