import type { Minute } from '@gantry/domain';
import type { Chainage } from './distance/chainage.ts';

/** A work in a place: drawn from its start at the bottom of the place to its finish at the top, or along the stretch that the place is. */
export type FlowSegment = {
  id: number;
  line: number;
  place: number;
  start: Minute;
  finish: Minute;
  /** When another line works in the same place at the same time: since when, and which work that is. */
  clash: { from: Minute; to: Minute; with: number } | null;
};

/** Where a work goes along an axis of distance, in the unit of the axis: from where it begins to where it ends; a block is all of it all the while. */
export type Stretch = { from: number; to: number; block: boolean };

/** Real distance in the place of equal places: the stretch of each place, and from where to where the axis goes. */
export type FlowAxis = {
  low: number;
  high: number;
  stretches: readonly Stretch[];
  chainage: Chainage;
  /** Distance is shown across and time downwards. */
  down: boolean;
  /** Works with dates that are not drawn: how many have no position, and those whose position is no number from 0. */
  left: { missing: number; bad: readonly number[] };
};

/** Works over places and time: `line` and `place` of the segments, which are in order of start, count in the two lists. Without an axis places are equal. */
export type Flow = {
  places: string[];
  axis: FlowAxis | null;
  lines: string[];
  segments: FlowSegment[];
  from: Minute;
  to: Minute;
  clashes: number;
};
