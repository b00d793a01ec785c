/** Places of a row where runs of several links lie upon each other; every run of a lane begins at the lane's own end of the bar. */
export const LANE = { middle: 0, edgeAbove: 2, edgeBelow: 4, drop: 6, leave: 8, arrive: 10, head: 12 } as const;
const LANES = 14;

/** Kinds of stroke that cover each other only among themselves. */
export const STROKE_KINDS = 6;

let low = new Float32Array(0);
let high = new Float32Array(0);
let firstPlace = 0;
let lastPlace = -1;

/** Forgets what was drawn, for the rows now in sight. */
export function clearLanes(first: number, last: number): void {
  const size = Math.max(0, last - first + 1) * LANES * STROKE_KINDS;
  if (low.length < size) {
    low = new Float32Array(size * 2);
    high = new Float32Array(size * 2);
  }
  low.fill(Infinity, 0, size);
  high.fill(-Infinity, 0, size);
  firstPlace = first;
  lastPlace = last;
}

/** Number of a lane of a row at one of its bar's ends; -1 for rows out of sight, which share nothing. */
export function laneOf(place: number, lane: number, finish: boolean, kind: number): number {
  if (place < firstPlace || place > lastPlace) return -1;
  return ((place - firstPlace) * LANES + lane + (finish ? 1 : 0)) * STROKE_KINDS + kind;
}

/** The pieces that `uncovered` found: from, to, from, to. */
export const pieces = new Float32Array(4);

/** Of a run `from`…`to` what no run of its lane has drawn before, into `pieces`; returns how many. Bundled links cost one line. */
export function uncovered(lane: number, from: number, to: number): number {
  pieces[0] = from;
  pieces[1] = to;
  if (lane < 0) return 1;
  const drawnFrom = low[lane];
  const drawnTo = high[lane];
  if (from < drawnFrom) low[lane] = from;
  if (to > drawnTo) high[lane] = to;
  if (drawnFrom > drawnTo) return 1;
  let count = 0;
  if (from < drawnFrom) {
    pieces[1] = drawnFrom;
    count = 1;
  }
  if (to > drawnTo) {
    pieces[count * 2] = drawnTo;
    pieces[count * 2 + 1] = to;
    count++;
  }
  return count;
}

/** True the first time it is asked of a lane. */
export function firstOf(lane: number): boolean {
  if (lane < 0) return true;
  const first = low[lane] === Infinity;
  low[lane] = 0;
  return first;
}
