import type { Minute } from '@gantry/domain';
import type { ScheduleView } from '../../rows/view.ts';
import { attributeFinder } from '../../values/attributes.ts';
import { datedWorks, flowFrom } from '../flow.ts';
import type { Flow, FlowAxis, Stretch } from '../flow-model.ts';
import { type Chainage, chainageText, readChainage, roundStep } from './chainage.ts';

/** The attributes that place works on an axis of distance: where they begin, where they end (without one they are points), and which occupy it all. */
export type DistanceChoice = { from: number; to: number | null; block: number | null; chainage: Chainage; down?: boolean };

export type Located = { id: number; line: string; start: Minute; finish: Minute; stretch: Stretch };

/** The works of a version that have dates and a position, over real distance; one line for each name, or for each value of `lineAttribute`. */
export function timeLocationOf(
  view: Pick<ScheduleView, 'rows' | 'document' | 'slots'>,
  { from, to, block, chainage, down = false }: DistanceChoice,
  lineAttribute: number | null,
): Flow {
  const finder = (attribute: number | null) => (attribute === null ? null : attributeFinder(view.document, attribute));
  const [fromAt, toAt, blockAt] = [finder(from), finder(to), finder(block)];
  const left = { missing: 0, bad: [] as number[] };
  const works: Located[] = [];
  for (const work of datedWorks(view, lineAttribute)) {
    const begin = readChainage(fromAt?.(work.id)?.value, chainage);
    // Where it ends as it begins, or nobody wrote where it ends, a work is a point.
    const end = readChainage(toAt?.(work.id)?.value, chainage) ?? begin;
    if (begin === null || end === null) left.missing += 1;
    else if (Number.isNaN(begin) || Number.isNaN(end)) left.bad.push(work.id);
    else works.push({ ...work, stretch: { from: begin, to: end, block: blockAt?.(work.id)?.value === true } });
  }
  return timeLocationOfWorks(works, { chainage, down, left });
}

/** About how many round distances the axis is long. */
const STEPS = 8;

/** Each stretch is a place once, in the order of the axis; lines stand in the order of their first start. */
export function timeLocationOfWorks(works: readonly Located[], about: Pick<FlowAxis, 'chainage' | 'down' | 'left'>): Flow {
  const sorted = works.toSorted((a, b) => a.start - b.start || a.finish - b.finish || a.id - b.id);
  const found = numberStretches(sorted.map(({ stretch }) => stretch));
  const order = found.stretches
    .map((stretch, index) => ({ ...stretch, index }))
    .toSorted(
      (a, b) => Math.min(a.from, a.to) - Math.min(b.from, b.to) || Math.max(a.from, a.to) - Math.max(b.from, b.to) || a.from - b.from,
    );
  const stretches = order.map(({ index }) => found.stretches[index]);
  const placeOf = new Int32Array(order.length);
  for (const [place, { index }] of order.entries()) placeOf[index] = place;
  const lines = [...new Set(sorted.map(({ line }) => line))];
  const lineOf = new Map(lines.map((line, index) => [line, index]));
  const ends = stretches.flatMap(({ from, to }) => [from, to]);
  const [least, most] = [ends.reduce((a, b) => Math.min(a, b), ends[0] ?? 0), ends.reduce((a, b) => Math.max(a, b), 0)];
  const step = roundStep(most - least || most || 1, STEPS);
  const axis: FlowAxis = {
    low: Math.floor(least / step + 1e-9) * step,
    high: Math.max(Math.ceil(most / step - 1e-9), Math.floor(least / step + 1e-9) + 1) * step,
    stretches,
    ...about,
  };
  const places = stretches.map(({ from, to }) =>
    (from === to ? [from] : [from, to]).map((one) => chainageText(one, about.chainage)).join(' – '),
  );
  return flowFrom(
    { places, lines, axis },
    sorted.map(({ id, line, start, finish }, at) => ({
      id,
      line: lineOf.get(line) ?? 0,
      place: placeOf[found.of[at]],
      start,
      finish,
    })),
  );
}

/** The different stretches in the order of their first use, and which of them each one is. By numbers: a text for each work takes longer. */
function numberStretches(all: readonly Stretch[]): { stretches: Stretch[]; of: Int32Array } {
  const stretches: Stretch[] = [];
  const [lines, blocks] = [new Map<number, Map<number, number>>(), new Map<number, Map<number, number>>()];
  const of = new Int32Array(all.length);
  for (const [at, stretch] of all.entries()) {
    const known = stretch.block ? blocks : lines;
    let ends = known.get(stretch.from);
    if (!ends) known.set(stretch.from, (ends = new Map()));
    let number = ends.get(stretch.to);
    if (number === undefined) ends.set(stretch.to, (number = stretches.push(stretch) - 1));
    of[at] = number;
  }
  return { stretches, of };
}
