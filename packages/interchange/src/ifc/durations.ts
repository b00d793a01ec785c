/** Minutes that a working day of IFC stands for: a file states days of work, not hours. */
export const MINUTES_A_DAY_OF_WORK = 480;
const DAYS_A_WEEK_OF_WORK = 5;

const DURATION = /^(-)?P(?:(\d+(?:\.\d+)?)W)?(?:(\d+(?:\.\d+)?)D)?(?:T(?:(\d+(?:\.\d+)?)H)?(?:(\d+(?:\.\d+)?)M)?(?:(\d+(?:\.\d+)?)S)?)?$/;

/** Parses `P5D`, `P1W2D`, `PT40H30M` to minutes: of work, where a day is eight hours, or round the clock; null when invalid or with years or months. */
export function minutesOfDuration(text: string, isElapsed: boolean): number | null {
  const match = DURATION.exec(text.trim());
  if (!match || !/\d/.test(text)) return null;
  const [weeks, days, hours, minutes, seconds] = match.slice(2).map((part) => Number(part ?? 0));
  const [dayMinutes, weekDays] = isElapsed ? [1440, 7] : [MINUTES_A_DAY_OF_WORK, DAYS_A_WEEK_OF_WORK];
  const total = Math.round((weeks * weekDays + days) * dayMinutes + hours * 60 + minutes + seconds / 60);
  return match[1] ? -total || 0 : total;
}

/** Writes minutes as `PT40H30M`: hours mean the same in every calendar. */
export function durationOfMinutes(minutes: number): string {
  const whole = Math.abs(Math.round(minutes));
  return `${minutes < 0 ? '-' : ''}PT${Math.floor(whole / 60)}H${whole % 60 ? `${whole % 60}M` : ''}`;
}
