import { LINK } from '../../network/columns.ts';
import type { Network } from '../../network/network.ts';
import { endOfWork, startOfWork, workBefore } from '../../time/work.ts';
import type { PassState } from './pass-state.ts';

// Constants of this module: imported ones are read from memory each time.
const { fs, ff, ss } = LINK;

/** Whether a link goes out from the finish of its predecessor. */
export function leavesFinish(type: number): boolean {
  return type === fs || type === ff;
}

/** Whether a link leads into the start of its successor. */
export function entersStart(type: number): boolean {
  return type === fs || type === ss;
}

/**
 * The moment to which a link carries the early date of its predecessor. A positive lag ends at the end of a working period; the
 * successor's calendar then finds its own next start. By P6's rules a lead never reaches before the data date.
 */
export function carriedForward(network: Network, state: PassState, link: number): number {
  const base = network.linkFromDataDate[link] ? network.options.dataDate : state.early[network.leavesAt[link]];
  return network.linkLag[link] === 0 ? base : withLag(network, link, base);
}

/** The moment that lies the lag of a link after the given one; a link without lag is not asked. */
export function withLag(network: Network, link: number, base: number): number {
  const lag = network.linkLag[link];
  const calendar = network.calendars[network.linkCalendar[link]];
  const work = workBefore(calendar, base) + lag;
  if (lag > 0) return endOfWork(calendar, work);
  return network.byProject ? startOfWork(calendar, work) : Math.max(network.options.dataDate, startOfWork(calendar, work));
}

/** The moment to which a link carries a date of its successor back: a bound for the predecessor's start (SS, SF) or finish (FS, FF). */
export function carriedBackward(network: Network, link: number, dates: Int32Array): number {
  return withoutLag(network, link, dates[network.entersAt[link]]);
}

/** The moment that lies the lag of a link before the given one. */
export function withoutLag(network: Network, link: number, moment: number): number {
  const lag = network.linkLag[link];
  if (lag === 0) return moment;
  const calendar = network.calendars[network.linkCalendar[link]];
  const work = workBefore(calendar, moment) - lag;
  return lag > 0 ? startOfWork(calendar, work) : endOfWork(calendar, work);
}
