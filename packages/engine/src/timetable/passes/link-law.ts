import { LINK } from '../../network/columns.ts';
import type { Network } from '../../network/network.ts';
import { endOfWork, startOfWork, workBefore } from '../../time/work.ts';
import type { PassState } from './pass-state.ts';

/**
 * The moment to which a link carries the early date of its predecessor. A positive lag ends at the end of a working period; the
 * successor's calendar then finds its own next start. By P6's rules a lead never reaches before the data date.
 */
export function carriedForward(network: Network, state: PassState, link: number): number {
  const type = network.linkType[link];
  const from = network.linkFrom[link];
  let base = type === LINK.fs || type === LINK.ff ? state.earlyFinish[from] : state.earlyStart[from];
  if (network.linkFromDataDate[link]) base = network.options.dataDate;
  const lag = network.linkLag[link];
  if (lag === 0) return base;
  const calendar = network.calendars[network.linkCalendar[link]];
  const work = workBefore(calendar, base) + lag;
  if (lag > 0) return endOfWork(calendar, work);
  return network.byProject ? startOfWork(calendar, work) : Math.max(network.options.dataDate, startOfWork(calendar, work));
}

/** The moment to which a link carries a date of its successor back: a bound for the predecessor's start (SS, SF) or finish (FS, FF). */
export function carriedBackward(network: Network, link: number, starts: Int32Array, finishes: Int32Array): number {
  const type = network.linkType[link];
  const to = network.linkTo[link];
  return withoutLag(network, link, type === LINK.fs || type === LINK.ss ? starts[to] : finishes[to]);
}

/** The moment that lies the lag of a link before the given one. */
export function withoutLag(network: Network, link: number, moment: number): number {
  const lag = network.linkLag[link];
  if (lag === 0) return moment;
  const calendar = network.calendars[network.linkCalendar[link]];
  const work = workBefore(calendar, moment) - lag;
  return lag > 0 ? startOfWork(calendar, work) : endOfWork(calendar, work);
}
