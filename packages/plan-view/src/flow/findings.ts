import type { Minute } from '@gantry/domain';
import type { FlowBuffer } from './buffers.ts';
import type { Flow, FlowSegment } from './flow-model.ts';
import { type CrewClash, crewClashesOf, pacesOf } from './pace.ts';

export const FLOW_FINDINGS = ['place_clash', 'crew_clash', 'crossing', 'thin_buffer', 'idle'] as const;
/** What is wrong in a cyclogram: which works, in which place, since when and until when; `minutes` is how thin a buffer is, `days` how long a line waits. */
export type FlowFinding = {
  kind: (typeof FLOW_FINDINGS)[number];
  light: 'act' | 'watch';
  works: number[];
  place: number | null;
  line: number;
  from: Minute;
  to: Minute;
  crew?: number;
  minutes?: number;
  days?: number;
};

type About = {
  crewsOf(item: number): readonly number[];
  buffers: readonly FlowBuffer[];
  /** Working minutes below which a buffer is thin. */
  least: number;
  /** The share of a work that is done. */
  doneOf(item: number): number;
  dataDate: Minute | null;
};

/** Everything that a cyclogram finds, the worst kinds first, each in order of time. */
export function findingsOf(flow: Flow, about: About): FlowFinding[] {
  const of = new Map(flow.segments.map((segment) => [segment.id, segment]));
  const lineOf = (id: number): number => of.get(id)?.line ?? 0;
  const clashes = flow.segments.flatMap(({ id, line, place, clash }): FlowFinding[] =>
    clash ? [{ kind: 'place_clash', light: 'act', works: [clash.with, id], place, line, from: clash.from, to: clash.to }] : [],
  );
  const crews = crewClashesOf(flow, about.crewsOf).map(({ crew, works, from, to }: CrewClash): FlowFinding => ({
    kind: 'crew_clash',
    light: 'act',
    works,
    place: of.get(works[1])?.place ?? null,
    line: lineOf(works[1]),
    from,
    to,
    crew,
  }));
  const thin = about.buffers.flatMap(({ pairs, after }) =>
    pairs.flatMap(({ place, works, minutes }): FlowFinding[] =>
      minutes < about.least && !(of.get(works[1])?.clash ?? null)
        ? [
            {
              kind: 'thin_buffer',
              light: 'watch',
              works,
              place,
              line: after,
              from: finishOf(of, works[0]),
              to: startOf(of, works[1]),
              minutes,
            },
          ]
        : [],
    ),
  );
  const idle = pacesOf(flow, () => false).flatMap(({ line, idleDays, start, finish }): FlowFinding[] => {
    const works = flow.segments.filter((segment) => segment.line === line);
    return idleDays > 0
      ? [{ kind: 'idle', light: 'watch', works: [works[0].id], place: null, line, from: start, to: finish, days: idleDays }]
      : [];
  });
  return [clashes, crews, crossingsOf(flow, about), thin, idle].flatMap((found) => found.toSorted((a, b) => a.from - b.from));
}

const finishOf = (of: ReadonlyMap<number, FlowSegment>, id: number): Minute => of.get(id)?.finish ?? 0;
const startOf = (of: ReadonlyMap<number, FlowSegment>, id: number): Minute => of.get(id)?.start ?? 0;

/** Where a line that goes on at its rate so far would still be at work when the next line comes; the first place of each two lines. */
function crossingsOf(flow: Flow, { doneOf, dataDate }: Pick<About, 'doneOf' | 'dataDate'>): FlowFinding[] {
  if (dataDate === null) return [];
  const found: FlowFinding[] = [];
  const places = Map.groupBy(flow.segments, ({ place }) => place);
  for (const [line, works] of Map.groupBy(flow.segments, (segment) => segment.line)) {
    const done = works.reduce((sum, { id }) => sum + Math.min(1, doneOf(id)), 0);
    const gone = dataDate - works[0].start;
    if (done <= 0 || done >= works.length || gone <= 0) continue;
    const met = new Set<number>();
    for (const [index, work] of works.entries()) {
      const finish = Math.round(works[0].start + (gone * (index + 1)) / done);
      if (doneOf(work.id) >= 1 || finish <= work.finish) continue;
      const next = places.get(work.place)?.find((other) => other.line !== line && other.start >= work.finish);
      if (!next || finish <= next.start || met.has(next.line)) continue;
      met.add(next.line);
      found.push({ kind: 'crossing', light: 'watch', works: [work.id, next.id], place: work.place, line, from: next.start, to: finish });
    }
  }
  return found;
}
