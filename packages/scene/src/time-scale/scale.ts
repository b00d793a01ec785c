import type { Minute, Period } from '@gantry/domain';
import { MINUTES_PER_DAY } from '@gantry/domain';

/** Time along the x axis: where it begins and ends, and how wide a day is. */
export type TimeScale = { origin: Minute; finish: Minute; pixelsPerDay: number };

/** Days' width, in pixels, of the named scales. */
export const PERIOD_PIXELS: Record<Period, number> = { day: 30, week: 9, month: 80 / 30.4, quarter: 90 / 91.3, year: 110 / 365.25 };

export const MIN_PIXELS_PER_DAY = 0.02;
export const MAX_PIXELS_PER_DAY = 1440;
/** Browsers give up on elements wider or taller than about 17 million pixels. */
export const MAX_SCROLL_PIXELS = 15_000_000;

/** Pixels from the scale's origin. */
export function pixelsOf(scale: TimeScale, minute: Minute): number {
  return ((minute - scale.origin) * scale.pixelsPerDay) / MINUTES_PER_DAY;
}

/** The minute under a pixel, not rounded to anything but the minute. */
export function minuteAt(scale: TimeScale, pixels: number): Minute {
  return Math.round(scale.origin + (pixels * MINUTES_PER_DAY) / scale.pixelsPerDay);
}

/** Width of the whole scale in pixels. */
export function widthOf(scale: TimeScale): number {
  return Math.ceil(pixelsOf(scale, scale.finish));
}

/** The day width kept to what the eye, the header and the browser can take. */
export function clampZoom(scale: TimeScale, pixelsPerDay: number): number {
  const days = Math.max(1, (scale.finish - scale.origin) / MINUTES_PER_DAY);
  return Math.max(MIN_PIXELS_PER_DAY, Math.min(MAX_PIXELS_PER_DAY, MAX_SCROLL_PIXELS / days, pixelsPerDay));
}

/** The named scale nearest to a day width. */
export function periodOf(pixelsPerDay: number): Period {
  if (pixelsPerDay >= 18) return 'day';
  if (pixelsPerDay >= 5) return 'week';
  if (pixelsPerDay >= 1.7) return 'month';
  if (pixelsPerDay >= 0.6) return 'quarter';
  return 'year';
}

/** What bars are moved by. */
export type StepUnit = 'minute' | 'hour' | 'day' | 'week' | 'month';

/** The least step that a hand and an eye can tell at a day width. */
export function stepUnit(pixelsPerDay: number): StepUnit {
  if (pixelsPerDay >= 1000) return 'minute';
  if (pixelsPerDay >= 96) return 'hour';
  if (pixelsPerDay >= 2) return 'day';
  return pixelsPerDay >= 0.5 ? 'week' : 'month';
}
