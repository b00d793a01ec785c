import { type Minute, MINUTES_PER_DAY } from '@gantry/domain';
import type { Flow, FlowSegment } from './flow-model.ts';

/** How a line of a cyclogram goes through its places, and the later starts that would let it go without a break. */
export type FlowPace = { line: number; works: number; start: Minute; finish: Minute; idleDays: number; starts: Map<number, Minute> };

/** Each line with its breaks. Works move later up to the next one of their line, its last one stays; what has begun stays too. */
export function pacesOf(flow: Flow, hasBegun: (item: number) => boolean): FlowPace[] {
  const byLine = new Map<number, FlowSegment[]>();
  for (const segment of flow.segments) byLine.set(segment.line, [...(byLine.get(segment.line) ?? []), segment]);
  return [...byLine].map(([line, works]) => {
    let idle = 0;
    let end = works[0].finish;
    for (const { start, finish } of works) {
      idle += Math.max(0, start - end);
      end = Math.max(end, finish);
    }
    const starts = new Map<number, Minute>();
    let next = works[works.length - 1].start;
    for (const { id, start, finish } of works.slice(0, -1).toReversed()) {
      const paced = hasBegun(id) ? start : Math.max(start, next - (finish - start));
      if (paced > start) starts.set(id, paced);
      next = paced;
    }
    return { line, works: works.length, start: works[0].start, finish: end, idleDays: Math.round(idle / MINUTES_PER_DAY), starts };
  });
}

/** A crew at work in two places at once, in two works. */
export type CrewClash = { crew: number; works: [number, number]; from: Minute; to: Minute };

/** Where crews stand in two places at once; each work is held against the one of its crew that ends last before it. */
export function crewClashesOf(flow: Flow, crewsOf: (item: number) => readonly number[]): CrewClash[] {
  const busy = new Map<number, FlowSegment>();
  const clashes: CrewClash[] = [];
  for (const segment of flow.segments)
    for (const crew of crewsOf(segment.id)) {
      const other = busy.get(crew);
      if (other && other.place !== segment.place && other.finish > segment.start)
        clashes.push({ crew, works: [other.id, segment.id], from: segment.start, to: Math.min(segment.finish, other.finish) });
      if (!other || segment.finish > other.finish) busy.set(crew, segment);
    }
  return clashes;
}
