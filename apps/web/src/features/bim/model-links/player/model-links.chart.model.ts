import { NO_DATE } from '@gantry/domain';
import { dayOf, lastDay, type PlayerMode, stateOn } from '@gantry/plan-view';
import type { PlayerData } from '../model-links.queries.ts';

/** Days before and after the one that is shown. */
const [BEFORE, AFTER] = [14, 42];
const SHOWN = BEFORE + AFTER + 1;
const MOST = 60;

/** Works with a day in the weeks about a day, by start; where each begins and how long it is as shares of those weeks, and where the day is. */
export function chartOn(works: PlayerData['works'], mode: PlayerMode, day: number) {
  const first = day - BEFORE;
  const lines = works.flatMap((work) => {
    const { start, finish } = work[mode];
    if (start === NO_DATE) return [];
    // What has begun and has no finish yet goes on to the day.
    const [begin, end] = [
      dayOf(start),
      finish === NO_DATE ? Math.max(day, dayOf(start)) : Math.max(lastDay({ start, finish }), dayOf(start)),
    ];
    if (end < first || begin >= first + SHOWN) return [];
    const [from, to] = [Math.max(begin, first), Math.min(end + 1, first + SHOWN)];
    const { id, code, name, critical } = work;
    const state = stateOn(day, [work], mode) ?? 'before';
    return [{ id, code, name, critical, state, begin, from: (from - first) / SHOWN, length: (to - from) / SHOWN }];
  });
  lines.sort((a, b) => Number(b.state === 'active') - Number(a.state === 'active') || a.begin - b.begin);
  return { lines: lines.slice(0, MOST).toSorted((a, b) => a.begin - b.begin), line: (BEFORE + 0.5) / SHOWN };
}
