import type { Minute } from '@gantry/domain';
import { type CompiledCalendar, endOfWork, startOfWork, workBefore } from '@gantry/engine';
import { floorTick, nextTick, type StepUnit } from '@gantry/scene';

/** The working moment nearest to a minute at which a whole step begins for a start, or ends for a finish. */
export function snapMoment(calendar: CompiledCalendar, minute: Minute, edge: 'start' | 'finish', unit: StepUnit): Minute {
  if (unit === 'minute') return working(calendar, minute, edge);
  const from = floorTick(unit, minute);
  const [early, late] = [from, nextTick(unit, from)].map((tick) => working(calendar, tick, edge));
  return minute - early <= late - minute ? early : late;
}

function working(calendar: CompiledCalendar, minute: Minute, edge: 'start' | 'finish'): Minute {
  const work = workBefore(calendar, minute);
  return edge === 'finish' && work > 0 ? endOfWork(calendar, work) : startOfWork(calendar, work);
}
