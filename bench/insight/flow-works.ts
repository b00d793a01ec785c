/** Works of many lines over many places: each line goes through the places one behind another, two days behind the line before it. */
import { MINUTES_PER_DAY } from '@gantry/domain';
import { type Located, timeLocationOfWorks } from '../../packages/plan-view/src/flow/distance/time-location.ts';
import { flowOfWorks } from '../../packages/plan-view/src/flow/flow.ts';

const PLACES = 100;
const KILOMETRE = 1000;

/** So many works over 100 places, without dates of a calendar. */
export const worksOfLines = (count: number) =>
  Array.from({ length: count }, (_, index) => {
    const lines = count / PLACES;
    const [line, place] = [index % lines, Math.floor(index / lines)];
    const start = (line * 2 + place * 5) * MINUTES_PER_DAY;
    return { id: index + 1, line: `L${line}`, place: `P${place}`, start, finish: start + 4 * MINUTES_PER_DAY };
  });

/** The same along a road: stretches of a kilometre that seldom begin alike, every other line against the first, every tenth a block. */
export const worksOfRoad = (count: number): Located[] =>
  worksOfLines(count).map(({ id, line, place, start, finish }) => {
    const number = Number(line.slice(1));
    const from = Number(place.slice(1)) * KILOMETRE + (number % 7) * 50;
    const ends = number % 2 ? { from: from + KILOMETRE, to: from } : { from, to: from + KILOMETRE };
    return { id, line, start, finish, stretch: { ...ends, block: number % 10 === 0 } };
  });

const collator = new Intl.Collator('en', { numeric: true });
export const cyclogramOf = (works: ReturnType<typeof worksOfLines>) => flowOfWorks(works, [], collator);
export const timeLocationOf = (works: readonly Located[]) =>
  timeLocationOfWorks(works, { chainage: { station: KILOMETRE, unit: 'm' }, down: false, left: { missing: 0, bad: [] } });
