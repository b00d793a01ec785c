import type { WorkAhead } from '@gantry/contract';
import { VARIANCE_REASONS } from '@gantry/domain';
import { dayAfter } from '../../../lib/dates.ts';
import { formatNumber } from '../../../lib/numbers.ts';

const DAYS_A_WEEK = 7;

/** The Monday of a day. */
export function mondayOf(day: string): string {
  const weekday = new Date(`${day}T00:00Z`).getUTCDay();
  return dayAfter(day, -((weekday + DAYS_A_WEEK - 1) % DAYS_A_WEEK));
}

export const sundayOf = (week: string): string => dayAfter(week, DAYS_A_WEEK - 1);

export const amountText = (value: number): string => formatNumber(value, { decimals: Number.isInteger(value) ? 0 : 2 });
export const shareText = (value: number | null): string => (value === null ? '–' : `${Math.round(value * 100)} %`);

/** A work that may be promised for a week, as it is offered. */
export type Offer = {
  item_id: number;
  chosen: boolean;
  quantity: number | null;
  last_day: string;
  user_id: number | null;
  override: boolean;
};

/** What is offered for a week: ready works with what is planned for it, by the day on which they end in it. */
export function offerOf(work: WorkAhead, week: string): Offer {
  const friday = dayAfter(week, 4);
  const finish = work.finish?.slice(0, 10) ?? friday;
  const [planned] = work.planned;
  // A work that is counted in percent is promised to be done where it ends in the week.
  const quantity = planned ?? (work.measure === 'percent' && finish <= sundayOf(week) ? 100 : null);
  return {
    item_id: work.row_id,
    chosen: work.readiness === 'ready' && quantity !== null && quantity > 0,
    quantity: quantity !== null && quantity > 0 ? quantity : null,
    last_day: finish >= week && finish <= friday ? finish : friday,
    user_id: work.executor_id,
    override: false,
  };
}

/** The key of the text of a reason; null where the place wrote it itself. */
export const reasonKey = (reason: string): string | null =>
  (VARIANCE_REASONS as readonly string[]).includes(reason) ? `last_planner.reason_${reason}` : null;
