import type { Minute } from '@gantry/domain';
import type { FlowAxis, FlowSegment, Stretch } from '../flow-model.ts';

type Moving = Stretch & { start: Minute; finish: Minute };

/** Positions nearer than this are one: sums of decimals differ in their last digits. */
const NEAR = 1e-6;
const near = (distance: number): number => (Math.abs(distance) < NEAR ? 0 : distance);

/** Where a line is at a minute. */
const lineAt = ({ from, to, start, finish }: Moving, minute: Minute): number => from + (to - from) * ((minute - start) / (finish - start));
/** The lower and the upper edge of what a work occupies at a minute: of a line and of a point they are one. */
const lowAt = (one: Moving, minute: Minute): number => (one.block ? Math.min(one.from, one.to) : lineAt(one, minute));
const highAt = (one: Moving, minute: Minute): number => (one.block ? Math.max(one.from, one.to) : lineAt(one, minute));
const isLine = ({ from, to, block }: Moving): boolean => !block || from === to;

/** The part of a time, from 0 to 1, in which what goes straight from `first` to `last` is above 0; null where it never is. */
function above(first: number, last: number): [number, number] | null {
  if (first <= 0 && last <= 0) return null;
  if (first < 0) return [first / (first - last), 1];
  return last < 0 ? [0, first / (first - last)] : [0, 1];
}

/**
 * When two works are in one place: since when and until when, in whole minutes. Lines that cross are in one place for a moment; what only
 * touches at an end or an edge is not.
 */
export function meetingOf(one: Moving, other: Moving): { from: Minute; to: Minute } | null {
  const [from, to] = [Math.max(one.start, other.start), Math.min(one.finish, other.finish)];
  if (to <= from) return null;
  const span = (start: number, end: number) => ({ from: Math.floor(from + (to - from) * start), to: Math.ceil(from + (to - from) * end) });
  const [below0, below1] = [near(highAt(other, from) - lowAt(one, from)), near(highAt(other, to) - lowAt(one, to))];
  if (isLine(one) && isLine(other)) {
    if (below0 === 0 && below1 === 0) return span(0, 1);
    return below0 * below1 < 0 ? span(below0 / (below0 - below1), below0 / (below0 - below1)) : null;
  }
  const first = above(below0, below1);
  const second = above(near(highAt(one, from) - lowAt(other, from)), near(highAt(one, to) - lowAt(other, to)));
  if (!first || !second) return null;
  const [start, end] = [Math.max(first[0], second[0]), Math.min(first[1], second[1])];
  return end > start ? span(start, end) : null;
}

/** Whether two stretches have more in common than an edge, or one is a point in the other. */
export function overlap(one: Stretch, other: Stretch): boolean {
  const low = Math.max(Math.min(one.from, one.to), Math.min(other.from, other.to));
  const high = Math.min(Math.max(one.from, one.to), Math.max(other.from, other.to));
  return high > low || (high === low && (one.from === one.to || other.from === other.to));
}

/** Parts of an axis, so that works are compared with those near them alone. */
const CELLS = 256;

/** A segment with what it occupies; its lowest and highest position, and the first part of the axis that it comes to. */
type Placed = Moving & { segment: FlowSegment; least: number; most: number; cell: number };

/** Marks each segment that is in one place with another line while it lasts: the first such moment. Segments are in order of start. */
export function findMeetings(segments: FlowSegment[], { low, high, stretches }: FlowAxis): number {
  const busy: Placed[][] = Array.from({ length: CELLS }, () => []);
  const cellOf = (position: number): number => Math.min(CELLS - 1, Math.floor(((position - low) / (high - low || 1)) * CELLS));
  let clashes = 0;
  for (const segment of segments) {
    const { from, to, block } = stretches[segment.place];
    const [least, most] = [Math.min(from, to), Math.max(from, to)];
    const here = { from, to, block, start: segment.start, finish: segment.finish, segment, least, most, cell: cellOf(least) };
    const last = cellOf(most);
    for (let cell = here.cell; cell <= last; cell += 1) {
      const still = busy[cell];
      let kept = 0;
      for (const other of still) {
        if (other.finish <= segment.start) continue;
        still[kept++] = other;
        // Two works that share several parts of the axis are compared in the first of them.
        if (other.segment.line === segment.line || cell !== Math.max(here.cell, other.cell)) continue;
        if (other.most < least - NEAR || other.least > most + NEAR) continue;
        const met = meetingOf(other, here);
        if (met && (!segment.clash || met.from < segment.clash.from)) segment.clash = { ...met, with: other.segment.id };
      }
      still.length = kept;
      still.push(here);
    }
    if (segment.clash) clashes += 1;
  }
  return clashes;
}
