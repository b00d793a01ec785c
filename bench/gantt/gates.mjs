// What ours must keep, against the best of the two strong peers in the same run.
const value = (result, ...keys) => keys.reduce((at, key) => at?.[key], result);
const settled = (name) => (result) => value(result, name, 'settled');

/** How often the whole network was shown at another place while the hand moved. */
function answersASecond({ dragEngine }) {
  return dragEngine && Number(((1000 * dragEngine.answersDrawn) / (dragEngine.frames * dragEngine.mean)).toFixed(1));
}

/** Measures: how to read one from a result; `ratio` = least "best peer ÷ ours", `most` = absolute limit of ours, `engine` = of the run with the product's engine. */
export const MEASURES = [
  { name: 'first picture, ms', read: (r) => value(r, 'load', 'ttfp'), ratio: 15 },
  { name: 'collapse all, ms', read: settled('collapse'), ratio: 8, most: 50 },
  { name: 'expand all, ms', read: settled('expand'), ratio: 8, most: 50 },
  { name: 'zoom day to month, ms', read: settled('zoomMonth'), ratio: 8, most: 50 },
  { name: 'zoom month to day, ms', read: settled('zoomDay'), ratio: 8, most: 50 },
  { name: 'jump to 37 %, ms', read: (r) => value(r, 'jump', 'ms'), ratio: 8, most: 50 },
  { name: 'sort, ms', read: settled('sort'), ratio: 8, most: 50 },
  { name: 'scroll, day: CPU ms a frame', read: (r) => value(r, 'scrollDay', 'cpuMsPerFrame'), ratio: 5 },
  { name: 'scroll, day: p95 frame, ms', read: (r) => value(r, 'scrollDay', 'p95'), most: 20 },
  { name: 'scroll, day: frames without their rows, %', read: (r) => value(r, 'scrollDay', 'blankPct'), most: 0 },
  { name: 'scroll, month: CPU ms a frame', read: (r) => value(r, 'scrollMonth', 'cpuMsPerFrame'), ratio: 5 },
  { name: 'scroll, month: p95 frame, ms', read: (r) => value(r, 'scrollMonth', 'p95'), most: 20 },
  { name: 'sweep top to bottom: CPU ms a frame', read: (r) => value(r, 'sweepDay', 'cpuMsPerFrame'), ratio: 5 },
  { name: 'sweep: frames without their rows, %', read: (r) => value(r, 'sweepDay', 'blankPct'), most: 0 },
  { name: 'heap and buffers, MB', read: (r) => value(r, 'memoryMb'), ratio: 5 },
  { name: 'one step of a drag, 10 000 successors, ms', read: (r) => value(r, 'move10k', 'ms'), most: 33 },
  { name: 'drag by hand, 10 000 successors: p95 frame, ms', read: (r) => value(r, 'drag10k', 'p95'), most: 33 },
  { name: 'the same with the engine in a worker: p95 frame, ms', read: (r) => value(r, 'dragEngine', 'p95'), most: 33, engine: true },
  { name: 'the same: answers of the engine drawn a second', read: answersASecond },
];

/** Counters of ours that no noise can move. */
export function counterFailures(result) {
  const { counters, dom, domAfter, move10k } = result;
  const failures = [];
  if (counters && counters.texts > counters.cells + (result.peer === 'gantry-rich' ? counters.cells : 0))
    failures.push(`texts drawn ${counters.texts} > visible cells ${counters.cells}`);
  if (counters && counters.linksVisited > 2 * Math.max(1, counters.linksHit))
    failures.push(`links visited ${counters.linksVisited} > 2 × hits ${counters.linksHit}`);
  if (dom && dom.nodes > 1500) failures.push(`DOM nodes ${dom.nodes}`);
  if (dom && domAfter && domAfter.nodes > dom.nodes + 400) failures.push(`DOM nodes grew from ${dom.nodes} to ${domAfter.nodes}`);
  if (move10k && !move10k.na && move10k.shiftedBy5 !== move10k.successors)
    failures.push(`successors moved ${move10k.shiftedBy5} of ${move10k.successors}`);
  const { dragEngine } = result;
  if (dragEngine && dragEngine.moved < dragEngine.successors)
    failures.push(`successors shown moved by the engine ${dragEngine.moved} of ${dragEngine.successors}`);
  return failures;
}

export const median = (list) => {
  const sorted = list.filter((each) => typeof each === 'number').sort((a, b) => a - b);
  return sorted.length === 0 ? undefined : sorted[Math.floor((sorted.length - 1) / 2)];
};
