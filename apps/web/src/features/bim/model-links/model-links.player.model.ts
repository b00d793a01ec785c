import { type ElementState, type PlayerMode, playOn } from '@gantry/plan-view';
import { formatMinute, minuteOf, MINUTES_PER_DAY } from '@gantry/domain';
import type { PlayerData } from './model-links.queries.ts';

/** How an element of a state looks; the same in light and in dark: models bring their own light. */
export const LOOKS = {
  before: { visible: false, colour: null, opacity: 1 },
  ghost: { visible: true, colour: null, opacity: 0.12 },
  active: { visible: true, colour: '#2e9e5b', opacity: 1 },
  after: { visible: true, colour: null, opacity: 1 },
  late: { visible: true, colour: '#d64545', opacity: 1 },
} as const;
type Look = (typeof LOOKS)[keyof typeof LOOKS];

export const STEPS = ['day', 'week', 'month'] as const;
export type Step = (typeof STEPS)[number];

/** A day so many steps on; months keep the day of the month where they have it. */
export function stepped(day: number, step: Step, count: number): number {
  if (step !== 'month') return day + count * (step === 'week' ? 7 : 1);
  const [year, month, date] = formatMinute(day * MINUTES_PER_DAY)
    .slice(0, 10)
    .split('-')
    .map(Number);
  const months = year * 12 + (month - 1) + count;
  const first = (at: number): number => minuteOf(Math.floor(at / 12), (at % 12) + 1, 1) / MINUTES_PER_DAY;
  return Math.min(first(months) + date - 1, first(months + 1) - 1);
}

/** How models look on a day. */
export type Scene = {
  styles: Map<number, Map<number, Look>>;
  counts: Record<'before' | 'active' | 'after' | 'late', number>;
  running: { id: number; name: string; code: string }[];
};

/** How the models look on a day: what is not begun is out of sight or faint, as are elements without works where others are played. */
export function sceneOn(
  data: PlayerData,
  day: number,
  mode: PlayerMode,
  { ghosts, all }: { ghosts: boolean; all: ReadonlyMap<number, readonly number[]> },
): Scene {
  const { states, counts, running } = playOn(day, data.works, data.relations, mode);
  const styles = new Map<number, Map<number, Look>>();
  // What no work builds is context: it is always faint.
  for (const [model, entities] of all) styles.set(model, new Map(entities.map((entity) => [entity, LOOKS.ghost])));
  for (const [index, { state, late }] of states.entries()) {
    const own = styles.get(data.models[index]);
    if (!own) continue;
    own.set(data.entities[index], lookOf(state, late > 0, ghosts));
  }
  return { styles, counts, running };
}

function lookOf(state: ElementState, late: boolean, ghosts: boolean): Look {
  if (late) return LOOKS.late;
  if (state === 'before') return ghosts ? LOOKS.ghost : LOOKS.before;
  return state === null ? LOOKS.ghost : LOOKS[state];
}
