import { dayOf, minuteAt, type ReplacementRule, type VersionRow, type WbsRow } from '@gantry/domain';

type Assignment = VersionRow<'assignment'>;
export type Units = Pick<Assignment, 'plannedUnits' | 'actualUnits' | 'remainingUnits'>;

const MILLIONTHS = 1e6;
/** Quantities are kept to millionths. */
const tidy = (value: number): number => Math.round(value * MILLIONTHS) / MILLIONTHS;

/** Whether a row takes place on one of the days of a window; rows without dates do so in no window. */
export function isInWindow(
  row: Pick<WbsRow, 'start' | 'finish' | 'actualStart' | 'actualFinish'>,
  window: ReplacementRule['window'],
): boolean {
  if (window.from === null && window.to === null) return true;
  const [start, finish] = [row.actualStart ?? row.start, row.actualFinish ?? row.finish];
  if (start === null || finish === null) return false;
  const dayAt = (text: string): number => dayOf(minuteAt(text.length > 10 ? text : `${text}T00:00`));
  return (window.to === null || dayAt(start) <= dayAt(window.to)) && (window.from === null || dayAt(finish) >= dayAt(window.from));
}

/**
 * Units of an assignment that move to another resource, which does `productivity` times as much in an hour. Of what remains only: what
 * was done stays where it is.
 */
export function movedUnits({ plannedUnits, actualUnits, remainingUnits }: Units, productivity: number, remainingOnly: boolean): Units {
  const actual = remainingOnly ? 0 : actualUnits;
  const remaining = tidy(remainingUnits / productivity);
  return {
    actualUnits: actual,
    remainingUnits: remaining,
    plannedUnits: actualUnits > 0 ? tidy(actual + remaining) : tidy(plannedUnits / productivity),
  };
}

/** Working minutes that are left when the units that rule them become others. */
export function scaledMinutes(minutes: number, unitsBefore: number, unitsAfter: number): number {
  return unitsBefore > 0 ? Math.round((minutes * unitsAfter) / unitsBefore) : minutes;
}
