import type { Minute, RelationType } from '@gantry/domain';
import { overlap } from './distance/meetings.ts';
import type { Flow, FlowSegment } from './flow-model.ts';
import { type FlowChange, NO_CHANGE } from './flow-change.ts';

export type FlowRelation = { id: number; predecessorId: number; successorId: number; type: RelationType; lagMinutes: number };

/** One line waits for another: their relations place by place, each with the working minutes that lie between the two works. */
export type FlowBuffer = {
  before: number;
  after: number;
  pairs: { relationId: number; lagMinutes: number; place: number; works: [number, number]; minutes: number }[];
};

/** Where lines follow each other in their places by finish-to-start relations; `workBetween` is in the calendar of a work. */
export function buffersOf(
  flow: Flow,
  relations: Iterable<FlowRelation>,
  workBetween: (id: number, from: Minute, to: Minute) => number,
): FlowBuffer[] {
  const of = new Map(flow.segments.map((segment) => [segment.id, segment]));
  const buffers = new Map<string, FlowBuffer>();
  const share = (one: number, other: number): boolean =>
    one === other || (flow.axis !== null && overlap(flow.axis.stretches[one], flow.axis.stretches[other]));
  for (const { id, predecessorId, successorId, type, lagMinutes } of relations) {
    const [before, after] = [of.get(predecessorId), of.get(successorId)];
    if (type !== 'fs' || !before || !after || !share(before.place, after.place) || before.line === after.line) continue;
    const key = `${before.line} ${after.line}`;
    const buffer = buffers.get(key) ?? { before: before.line, after: after.line, pairs: [] };
    buffers.set(key, buffer);
    const minutes = after.start >= before.finish ? workBetween(after.id, before.finish, after.start) : 0;
    buffer.pairs.push({ relationId: id, lagMinutes, place: before.place, works: [before.id, after.id], minutes });
  }
  return [...buffers.values()];
}

/** A buffer by so many working minutes longer in every place. */
export const bufferChange = ({ pairs }: FlowBuffer, minutes: number): FlowChange => ({
  ...NO_CHANGE,
  lags: pairs.map(({ relationId, lagMinutes }) => ({ relationId, lagMinutes: lagMinutes + minutes })),
});

/** A gap in a line before one of its works: the lag of what it waits for in its own line, in another place; null where nothing does. */
export function gapChange(flow: Flow, relations: Iterable<FlowRelation>, work: number, minutes: number): FlowChange | null {
  const of = new Map(flow.segments.map((segment) => [segment.id, segment]));
  const here = of.get(work);
  const lags = [...relations].flatMap(({ id, predecessorId, successorId, type, lagMinutes }) =>
    successorId === work && type === 'fs' && of.get(predecessorId)?.line === here?.line
      ? [{ relationId: id, lagMinutes: lagMinutes + minutes }]
      : [],
  );
  return lags.length ? { ...NO_CHANGE, lags } : null;
}

/** Places in another order, `order[i]` being the place that comes to stand at `i`: what each line does in turn it then does by the new order. */
export function reorderOf(flow: Flow, relations: Iterable<FlowRelation>, order: readonly number[]): { change: FlowChange; left: number[] } {
  const turned = new Map<number, number>();
  const left: number[] = [];
  for (const [line, segments] of Map.groupBy(flow.segments, (segment) => segment.line)) {
    const at = Map.groupBy(segments, ({ place }) => place);
    const after = order.filter((place) => at.has(place));
    const before = after.toSorted((a, b) => a - b);
    if (before.some((place, index) => worksAt(at, place).length !== worksAt(at, after[index]).length)) left.push(line);
    else
      for (const [index, place] of before.entries())
        worksAt(at, place).forEach(({ id }, rank) => turned.set(id, worksAt(at, after[index])[rank].id));
  }
  const of = new Map(flow.segments.map((segment) => [segment.id, segment]));
  const relinks = [...relations].flatMap(({ id, predecessorId, successorId }) => {
    const [from, to] = [of.get(predecessorId), of.get(successorId)];
    if (!from || !to || from.line !== to.line || from.place === to.place) return [];
    const [predecessor, successor] = [turned.get(predecessorId) ?? predecessorId, turned.get(successorId) ?? successorId];
    return predecessor === predecessorId && successor === successorId
      ? []
      : [{ relationId: id, predecessorId: predecessor, successorId: successor }];
  });
  return { change: { ...NO_CHANGE, relinks }, left };
}

const worksAt = (at: ReadonlyMap<number, FlowSegment[]>, place: number): FlowSegment[] => at.get(place) ?? [];

/** One place moved to where another stands; null where that is nowhere. */
export function movedPlace(order: readonly number[], place: number, by: number): number[] | null {
  const from = order.indexOf(place);
  const to = from + by;
  return from < 0 || by === 0 || to < 0 || to >= order.length ? null : order.toSpliced(from, 1).toSpliced(to, 0, place);
}
