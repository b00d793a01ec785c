import type { ElementLook } from '@gantry/contract';
import { type Deciding, decidingWork, isEarly, lookOf, type PlayerMode, playOn, USUAL_LOOKS } from '@gantry/plan-view';
import { formatMinute, minuteOf, MINUTES_PER_DAY } from '@gantry/domain';
import type { PlayerData } from './model-links.queries.ts';

/** What is ahead, or has no works, is faint where it is to be seen at all. */
export const GHOST: ElementLook = { visible: true, colour: null, opacity: 0.12 };
/** Colours of the legend: those of works that are built. */
export const LEGEND = { before: null, active: USUAL_LOOKS.install.active, after: null, late: USUAL_LOOKS.install.late } as const;

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
  styles: Map<number, Map<number, ElementLook>>;
  counts: Record<'before' | 'active' | 'after' | 'late', number>;
  running: { id: number; name: string; code: string }[];
};

/** How the models look on a day: each element by the profile of the work that decides; what is ahead is out of sight or faint. */
export function sceneOn(
  data: PlayerData,
  day: number,
  mode: PlayerMode,
  { ghosts, all }: { ghosts: boolean; all: ReadonlyMap<number, readonly number[]> },
): Scene {
  const { works, profiles, relations } = data;
  const { late, counts, running } = playOn(day, works, relations, mode);
  const styles = new Map<number, Map<number, ElementLook>>();
  // What no work builds is context: it is always faint.
  for (const [model, entities] of all) {
    const own = new Map<number, ElementLook>();
    for (const entity of entities) own.set(entity, GHOST);
    styles.set(model, own);
  }
  const lookBy = ({ work: at, phase }: Deciding, isLate: boolean): ElementLook => {
    const work = works[at];
    const profile = work.profile === null ? USUAL_LOOKS.install : profiles[work.profile].looks;
    const look = lookOf({ phase, late: isLate, critical: work.critical, early: mode === 'fact' && isEarly(day, work) }, profile);
    return !look.visible && phase === 'before' && ghosts ? GHOST : look;
  };
  const lookOfWorks = (own: readonly number[], isLate: boolean): ElementLook | null => {
    const deciding = decidingWork(day, own, works, mode);
    return deciding && lookBy(deciding, isLate);
  };
  // Most elements have one work, and the look of that is found once; what is late is so by that work.
  const ofOne: (ElementLook | null | undefined)[] = [];
  for (let index = 0; index < late.length; index++) {
    const own = styles.get(data.models[index]);
    if (!own) continue;
    const [from, to] = [relations.offsets[index], relations.offsets[index + 1]];
    let look: ElementLook | null | undefined;
    if (to - from === 1) {
      const work = relations.works[from];
      look = ofOne[work];
      if (look === undefined) look = ofOne[work] = lookOfWorks([work], late[index] > 0);
    } else look = lookOfWorks(relations.works.slice(from, to), late[index] > 0);
    if (look) own.set(data.entities[index], look);
  }
  return { styles, counts, running };
}
