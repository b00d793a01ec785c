import { type Minute, MINUTES_PER_DAY, NO_DATE } from '@gantry/domain';

/** From when to when; `NO_DATE` where it is not known. */
export type Span = { start: Minute; finish: Minute };

/** A work as models show it: its dates by what is planned, what was promised, what was done, and the days that are approved. */
export type ModelWork = {
  id: number;
  name: string;
  code: string;
  plan: Span;
  fact: Span;
  target: Span;
  approved: Span;
  critical?: boolean;
};

export const PLAYER_MODES = ['plan', 'fact', 'target', 'approved'] as const;
export type PlayerMode = (typeof PLAYER_MODES)[number];

/** How an element stands on a day: nothing of it begun, under way, all of it done; null: its works have no dates. */
export type ElementState = 'before' | 'active' | 'after' | null;

export const dayOf = (minute: Minute): number => Math.floor(minute / MINUTES_PER_DAY);
/** The last day of a span: what ends at midnight ends with the day before. */
export const lastDay = ({ finish }: Span): number => dayOf(finish - 1);

/** The state of an element on a day by all its works. One between two of its works is under way. */
export function stateOn(day: number, works: readonly ModelWork[], mode: PlayerMode): ElementState {
  let [any, begun, done] = [false, false, true];
  for (const work of works) {
    const span = work[mode];
    if (span.start === NO_DATE && mode !== 'fact') continue;
    any = true;
    if (span.start !== NO_DATE && dayOf(span.start) <= day) begun = true;
    if (span.finish === NO_DATE || lastDay(span) >= day) done = false;
  }
  if (!any) return null;
  return done ? 'after' : begun ? 'active' : 'before';
}

/** What a work is measured by: what was promised, or else what is planned. */
export const promisedOf = ({ plan, target }: ModelWork): Span => (target.finish === NO_DATE ? plan : target);

/** By how many days a work is behind what was promised, or else planned, as it stands on a day; 0: it is not. */
export function daysLate(day: number, work: ModelWork): number {
  const promised = promisedOf(work);
  const { fact } = work;
  if (promised.finish === NO_DATE) return 0;
  const due = lastDay(promised);
  if (fact.finish !== NO_DATE && lastDay(fact) <= day) return Math.max(0, lastDay(fact) - due);
  if (day > due) return day - due;
  const begins = dayOf(promised.start);
  const started = fact.start !== NO_DATE && dayOf(fact.start) <= day;
  return !started && day > begins ? day - begins : 0;
}

/** Which elements belong to which works: element `i` has the works `works[offsets[i]] … works[offsets[i + 1] - 1]`. */
export type PlayerRelations = { offsets: readonly number[]; works: readonly number[] };

/** States of all elements on a day, with how many works they are late by in days; and the works that are under way. */
export function playOn(day: number, works: readonly ModelWork[], { offsets, works: indexes }: PlayerRelations, mode: PlayerMode) {
  const states: { state: ElementState; late: number }[] = [];
  const counts = { before: 0, active: 0, after: 0, late: 0 };
  const late = works.map((work) => (mode === 'fact' ? daysLate(day, work) : 0));
  for (let element = 0; element + 1 < offsets.length; element++) {
    const own = indexes.slice(offsets[element], offsets[element + 1]);
    const state = stateOn(
      day,
      own.map((index) => works[index]),
      mode,
    );
    const behind = own.reduce((most, index) => Math.max(most, late[index]), 0);
    states.push({ state, late: behind });
    if (state) counts[state]++;
    if (behind > 0) counts.late++;
  }
  const running = works.filter((work) => stateOn(day, [work], mode) === 'active');
  return { states, counts, running };
}

/** The first and the last day of all works; null where none has dates. */
export function playerRange(works: readonly ModelWork[], mode: PlayerMode): { from: number; to: number } | null {
  let [from, to] = [Infinity, -Infinity];
  for (const work of works) {
    const { start, finish } = work[mode];
    if (start !== NO_DATE) [from, to] = [Math.min(from, dayOf(start)), Math.max(to, dayOf(start))];
    if (finish !== NO_DATE) to = Math.max(to, dayOf(finish - 1));
  }
  return from > to ? null : { from, to };
}
