import type { ElementLook, ProfileKind, ProfilePhase } from '@gantry/contract';
import { NO_DATE } from '@gantry/domain';
import { dayOf, lastDay, type ModelWork, type PlayerMode, promisedOf } from './player.ts';

/** How a profile shows elements by phase; where it has nothing for early or critical, the phase of time stands. */
export type Appearance = Partial<Record<ProfilePhase, ElementLook>>;

const HIDDEN: ElementLook = { visible: false, colour: null, opacity: 1 };
export const AS_IT_IS: ElementLook = { visible: true, colour: null, opacity: 1 };
const coloured = (colour: string): ElementLook => ({ visible: true, colour, opacity: 1 });
const LATE = coloured('#d64545');

/** What each kind shows by itself; the same in light and in dark: models bring their own light. */
export const USUAL_LOOKS: Record<ProfileKind, Appearance> = {
  install: { before: HIDDEN, active: coloured('#2e9e5b'), after: AS_IT_IS, late: LATE },
  remove: { before: AS_IT_IS, active: coloured('#e07b2f'), after: HIDDEN, late: LATE },
  temporary: { before: HIDDEN, active: { visible: true, colour: '#3b7dd8', opacity: 0.6 }, after: HIDDEN, late: LATE },
  maintain: { before: AS_IT_IS, active: coloured('#c9a400'), after: AS_IT_IS, late: LATE },
  neutral: { before: AS_IT_IS, active: AS_IT_IS, after: AS_IT_IS },
};

export type Deciding = { work: number; phase: 'before' | 'active' | 'after' };

/** The work that says how an element looks on a day: one under way, else the last that has ended, else the first to begin. */
export function decidingWork(day: number, own: readonly number[], works: readonly ModelWork[], mode: PlayerMode): Deciding | null {
  let [ended, next] = [-1, -1];
  for (const index of own) {
    const { start, finish } = works[index][mode];
    if (start === NO_DATE && mode !== 'fact') continue;
    if (start !== NO_DATE && dayOf(start) <= day) {
      if (finish === NO_DATE || lastDay(works[index][mode]) >= day) return { work: index, phase: 'active' };
      if (ended < 0 || works[ended][mode].finish < finish) ended = index;
    } else if (next < 0 || (start !== NO_DATE && (works[next][mode].start === NO_DATE || start < works[next][mode].start))) next = index;
  }
  if (ended >= 0) return { work: ended, phase: 'after' };
  return next >= 0 ? { work: next, phase: 'before' } : null;
}

/** Whether a work stands ahead of what was promised on a day: begun or done before its day. */
export function isEarly(day: number, work: ModelWork): boolean {
  const promised = promisedOf(work);
  const { start, finish } = work.fact;
  if (promised.start === NO_DATE) return false;
  if (finish !== NO_DATE && lastDay(work.fact) <= day) return lastDay(work.fact) < lastDay(promised);
  return start !== NO_DATE && dayOf(start) <= day && dayOf(start) < dayOf(promised.start);
}

/** How an element looks: what its profile has for it, late before critical before early; each only where the profile has it. */
export function lookOf(
  { phase, late, critical, early }: { phase: Deciding['phase']; late: boolean; critical: boolean; early: boolean },
  own: Appearance,
): ElementLook {
  const special = (late && own.late) || (critical && phase === 'active' && own.critical) || (early && own.early);
  return special || own[phase] || AS_IT_IS;
}
