import { type Minute, MINUTES_PER_DAY } from '@gantry/domain';
import { flowFrom } from './flow.ts';
import type { Flow, FlowSegment } from './flow-model.ts';
import { pacesOf } from './pace.ts';
import { slopedDurations } from './slope.ts';

/** Why a work keeps its duration: it has begun, its dates are mandatory, it may not move, or a norm rules how long it takes. */
export type KeptBecause = 'actual' | 'mandatory' | 'locked' | 'norm';
export type BalanceWork = { minutes: number; kept: KeptBecause | null };

/** Rates brought to one pace: working minutes a place of each line before and after, the durations that do it, and what is left as it is. */
export type Balance = {
  pace: number;
  lines: { line: number; places: number; before: number; after: number }[];
  works: { id: number; durationMinutes: number }[];
  kept: { id: number; because: KeptBecause }[];
};

/** Brings the lines that go through several places to the pace of the slowest of them, or with `takt` each to so many working minutes in each place. */
export function balanceOf(flow: Flow, workOf: (id: number) => BalanceWork, takt: number | null): Balance {
  const lines = [...Map.groupBy(flow.segments, ({ line }) => line)]
    .map(([line, segments]) => {
      const works = segments.map((segment) => ({ id: segment.id, place: segment.place, ...workOf(segment.id) }));
      return { line, works, places: new Set(segments.map(({ place }) => place)).size, minutes: sumOf(works) };
    })
    .filter(({ places }) => places > 1);
  const pace = takt ?? Math.max(0, ...lines.map(({ minutes, places }) => minutes / places));
  const balance: Balance = { pace, lines: [], works: [], kept: [] };
  for (const { line, works, places, minutes } of lines) {
    // A takt holds in each place; to the slowest line the others come as a whole, their places keep their proportions.
    const parts = takt === null ? [works] : [...Map.groupBy(works, ({ place }) => place).values()];
    let after = 0;
    for (const part of parts) {
      const target = takt ?? pace * places;
      const open = part.filter(({ kept }) => kept === null);
      const held = sumOf(part) - sumOf(open);
      const given = open.length && sumOf(open) > 0 ? slopedDurations(open, Math.max(0, target - held) / sumOf(open)) : [];
      after += held + sumOf(given.length ? given : open);
      const changed = given.filter((one, index) => one.minutes !== open[index].minutes);
      balance.works.push(...changed.map((one) => ({ id: one.id, durationMinutes: one.minutes })));
      if (Math.round(target) !== Math.round(sumOf(part)))
        balance.kept.push(...part.flatMap(({ id, kept }) => (kept === null ? [] : [{ id, because: kept }])));
    }
    balance.lines.push({ line, places, before: minutes / places, after: after / places });
  }
  return balance;
}

const sumOf = (works: readonly { minutes: number }[]): number => works.reduce((sum, { minutes }) => sum + minutes, 0);

/** A flow at other dates; a work without any keeps its own. */
export const flowAt = (flow: Flow, datesOf: (id: number) => { start: Minute; finish: Minute } | null): Flow =>
  flowFrom(
    flow,
    flow.segments.map((segment) => ({ ...segment, ...datesOf(segment.id) })),
  );

/** What a cyclogram comes to: its end, the most people at once, and the days that its lines wait. */
export type FlowMeasures = { finish: Minute; people: number; idleDays: number; clashes: number };

/** `peopleOf` answers how many people a work keeps busy while it goes on. */
export function measuresOf(flow: Flow, peopleOf: (id: number) => number): FlowMeasures {
  const idleDays = pacesOf(flow, () => false).reduce((sum, pace) => sum + pace.idleDays, 0);
  return { finish: flow.to, people: mostPeople(flow.segments, peopleOf), idleDays, clashes: flow.clashes };
}

/** The most people at work at once, a crew that goes home at the minute when another comes is not counted with it. */
function mostPeople(segments: readonly FlowSegment[], peopleOf: (id: number) => number): number {
  const steps = segments.flatMap(({ id, start, finish }) => [
    { at: start, people: peopleOf(id) },
    { at: finish, people: -peopleOf(id) },
  ]);
  steps.sort((a, b) => a.at - b.at || a.people - b.people);
  let [now, most] = [0, 0];
  for (const { people } of steps) most = Math.max(most, (now += people));
  return Math.round(most * 10) / 10;
}

/** Whole days between two moments. */
export const daysBetween = (from: Minute, to: Minute): number => Math.round((to - from) / MINUTES_PER_DAY);
