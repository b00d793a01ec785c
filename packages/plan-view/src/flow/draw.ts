import { type Minute, MINUTES_PER_DAY } from '@gantry/domain';

/** A stroke over places, between two points of a cyclogram. */
export type FlowStroke = { from: { place: number; minute: Minute }; to: { place: number; minute: Minute } };
export type DrawnWork = { place: number; start: Minute; finish: Minute };

/**
 * The works that a stroke draws: one in each place that it passes, one behind another from its earlier end to its later one. They share its
 * days as evenly as whole days allow, at least one day each.
 */
export function drawnWorks({ from, to }: FlowStroke): DrawnWork[] {
  const [first, last] = from.minute <= to.minute ? [from, to] : [to, from];
  const upwards = last.place >= first.place ? 1 : -1;
  const places = Math.abs(last.place - first.place) + 1;
  const begin = Math.floor(first.minute / MINUTES_PER_DAY);
  const days = Math.max(places, Math.ceil(last.minute / MINUTES_PER_DAY) - begin);
  const dayOf = (index: number): Minute => (begin + Math.round((index * days) / places)) * MINUTES_PER_DAY;
  return Array.from({ length: places }, (_, index) => ({
    place: first.place + index * upwards,
    start: dayOf(index),
    finish: dayOf(index + 1),
  }));
}
