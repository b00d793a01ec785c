import { NO_DATE } from '@gantry/domain';
import type { Network } from '../../network/network.ts';

/** Dates of the nodes while the passes run and after, by rank; and the start that each link asks of its successor. */
export type PassState = {
  earlyStart: Int32Array;
  earlyFinish: Int32Array;
  lateStart: Int32Array;
  lateFinish: Int32Array;
  /** Start of the successor that the link implies. */
  linkStart: Int32Array;
  /** Remaining duration after expected finishes had their say. */
  remaining: Int32Array;
  /** What the backward pass starts from. */
  finishLine: number;
};

/** A state with no dates yet. */
export function emptyState(network: Network): PassState {
  const dates = () => new Int32Array(network.count).fill(NO_DATE);
  return {
    earlyStart: dates(),
    earlyFinish: dates(),
    lateStart: dates(),
    lateFinish: dates(),
    linkStart: new Int32Array(network.linkFrom.length).fill(NO_DATE),
    remaining: network.remaining.slice(),
    finishLine: NO_DATE,
  };
}
