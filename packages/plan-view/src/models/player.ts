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

/** How a work stands on a day, in bits, so that those of an element are joined by `|`: it has dates, it has begun, it is not done. */
const [DATED, BEGUN, OPEN] = [1, 2, 4];
function bitsOn(day: number, work: ModelWork, mode: PlayerMode): number {
  const span = work[mode];
  if (span.start === NO_DATE && mode !== 'fact') return 0;
  const begun = span.start !== NO_DATE && dayOf(span.start) <= day;
  const open = span.finish === NO_DATE || lastDay(span) >= day;
  return DATED | (begun ? BEGUN : 0) | (open ? OPEN : 0);
}
function stateOf(bits: number): ElementState {
  if (!(bits & DATED)) return null;
  if (!(bits & OPEN)) return 'after';
  return bits & BEGUN ? 'active' : 'before';
}

/** The state of an element on a day by all its works. One between two of its works is under way. */
export const stateOn = (day: number, works: readonly ModelWork[], mode: PlayerMode): ElementState =>
  stateOf(works.reduce((bits, work) => bits | bitsOn(day, work, mode), 0));

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
export type PlayerRelations = {
  offsets: readonly number[];
  works: readonly number[];
  /** Elements that another one before them stands for: they are not counted. */
  repeated?: readonly boolean[];
};

/** How many elements are in which state on a day and how many are late; by how many days each is late; and the works that are under way. */
export function playOn(day: number, works: readonly ModelWork[], { offsets, works: indexes, repeated }: PlayerRelations, mode: PlayerMode) {
  const counts = { before: 0, active: 0, after: 0, late: 0 };
  // Works are few and elements many: what a work says is found once.
  const bits = works.map((work) => bitsOn(day, work, mode));
  const behind = works.map((work) => (mode === 'fact' ? daysLate(day, work) : 0));
  const late = new Int32Array(Math.max(0, offsets.length - 1));
  for (let element = 0; element < late.length; element++) {
    let [joined, most] = [0, 0];
    for (let at = offsets[element]; at < offsets[element + 1]; at++) {
      joined |= bits[indexes[at]];
      if (behind[indexes[at]] > most) most = behind[indexes[at]];
    }
    late[element] = most;
    if (repeated?.[element]) continue;
    const state = stateOf(joined);
    if (state) counts[state]++;
    if (most > 0) counts.late++;
  }
  const running = works.filter((_work, index) => stateOf(bits[index]) === 'active');
  return { late, counts, running };
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
