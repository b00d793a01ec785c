import { NO_DATE } from '@gantry/domain';
import type { Network } from '../../network/network.ts';

/** Dates of the nodes while the passes run and after, by rank; and the start that each link asks of its successor. */
export type PassState = {
  /** Early starts of all nodes, then their early finishes: a link reads its end without asking which one it is. So with late dates. */
  early: Int32Array;
  late: Int32Array;
  /** Views of the halves of these two. */
  earlyStart: Int32Array;
  earlyFinish: Int32Array;
  lateStart: Int32Array;
  lateFinish: Int32Array;
  /** Of ordinary nodes: work of their calendar before the early and before the late finish. */
  finishWork: Int32Array;
  lateWork: Int32Array;
  /** Start of the successor that the link implies. */
  linkStart: Int32Array;
  /** Remaining duration after expected finishes had their say. */
  remaining: Int32Array;
  /** Findings of the passes over all nodes; null where dates were written since, or nobody asked for them. */
  found: Findings | null;
  /** What the backward pass starts from. */
  finishLine: number;
};

/** Findings of the passes beside dates: free float and driver by node, and whether each relation drives. */
export type Findings = { freeFloat: Int32Array; driver: Int32Array; driving: Uint8Array };

/** Nothing found yet. */
export function noFindings({ count, columns }: Network): Findings {
  return { freeFloat: new Int32Array(count), driver: new Int32Array(count), driving: new Uint8Array(columns.relationCount) };
}

/** A state with no dates yet. */
export function emptyState(network: Network): PassState {
  const { count } = network;
  const early = new Int32Array(2 * count).fill(NO_DATE);
  const late = new Int32Array(2 * count).fill(NO_DATE);
  return {
    early,
    late,
    earlyStart: early.subarray(0, count),
    earlyFinish: early.subarray(count),
    lateStart: late.subarray(0, count),
    lateFinish: late.subarray(count),
    finishWork: new Int32Array(count),
    lateWork: new Int32Array(count),
    linkStart: new Int32Array(network.linkFrom.length).fill(NO_DATE),
    remaining: network.remaining.slice(),
    found: null,
    finishLine: NO_DATE,
  };
}
