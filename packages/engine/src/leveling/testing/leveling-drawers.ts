import type { Plan } from '@gantry/domain';
import { drawProfile } from '../../testing/profile-chart.ts';
import { calculate } from '../../timetable/calculate.ts';
import { levelingFloors } from '../floors.ts';
import { levelingInstance } from '../instance.ts';
import { justification, justifyRight } from '../justify.ts';
import { DEFAULT_LEVELING, levelPlan, type LevelingOptions, type LevelingResult } from '../level.ts';
import { orderByPriority, type LevelingPriority } from '../order.ts';
import { seededRandom } from '../random.ts';
import { generateSchedule, levelingWork } from '../serial.ts';
import { orderOf } from '../vary.ts';
import { DAY_MINUTES, MONDAY, drawnPlan } from './drawn-plan.ts';
import { leveledPicture, reasonsOf, stretchesOf } from './leveled-picture.ts';

type Words = ReadonlyMap<string, string>;
type Leveled = { plan: Plan; result: LevelingResult };

/**
 * What charts show of a leveling: `leveled` the calculated dates beside the leveled ones and the stretches in which too much is still
 * used; `reasons` the same dates and why each work is late; `order` the leveled dates alone; `stretches` those of the calculated dates;
 * `floats` the days of float before and after; `right` the list and where its works stand when they are shifted right.
 */
export const levelingDrawers = {
  leveled: (rows: string[], words: Words) => {
    const { plan, result } = leveled(rows, words);
    if (words.has('withinFloat') && result.leveledFinish !== result.calculatedFinish) throw new Error('the end moves within the float');
    const picture = leveledPicture(plan, result, Number(words.get('step') ?? 1));
    return linesOf(picture, stretchesOf(plan, result.overAllocationsAfter));
  },
  reasons: (rows: string[], words: Words) => {
    const { plan, result } = leveled(rows, words);
    return linesOf(leveledPicture(plan, result), reasonsOf(plan, result));
  },
  order: (rows: string[], words: Words) => {
    const { plan, result } = leveled(rows, words);
    return linesOf(drawProfile(plan, result.leveled), words.has('schedules') ? `${result.schedules} schedules` : '');
  },
  stretches: (rows: string[], words: Words) => {
    const { plan, result } = leveled(rows, words);
    return linesOf(stretchesOf(plan, result.overAllocationsBefore));
  },
  floats: (rows: string[], words: Words) => {
    const { plan, result } = leveled(rows, words);
    const days = ({ totalFloat }: { totalFloat: Int32Array }, at: number) => totalFloat[at] / DAY_MINUTES;
    return plan.items.map(({ code }, at) => `${code} ${days(result.calculated, at)} → ${days(result.leveled, at)}`);
  },
  right: (rows: string[]) => shiftedRight(drawnPlan(rows.join('\n'))),
};

function linesOf(...texts: string[]): string[] {
  return texts.filter((text) => text !== '').flatMap((text) => text.split('\n'));
}

function leveled(rows: string[], words: Words): Leveled {
  const plan = drawnPlan(rows.join('\n'));
  const result = levelPlan(plan, { ...DEFAULT_LEVELING, ...optionsOf(words) });
  expectFloors(plan, result);
  return { plan, result };
}

/** Floors under what a resource put off give the leveled dates again. */
function expectFloors(plan: Plan, result: LevelingResult): void {
  const floors = levelingFloors(result.delays);
  const kept = { ...plan, items: plan.items.map((item) => ({ ...item, leveling: floors.get(item.id) ?? null })) };
  const { earlyStart } = calculate(kept);
  const moved = plan.items.filter((item, at) => item.status === 'not_started' && earlyStart[at] !== result.leveled.earlyStart[at]);
  if (moved.length) throw new Error(`floors do not keep ${moved.map(({ code }) => code).join(' ')}`);
}

/** `by=duration,-row` (or `by=default`), `custom=9,1,5` the planner's numbers of the items, `keep=2` days of float, `schedules=20` to look at. */
function optionsOf(words: Words): Partial<LevelingOptions> {
  const options: Partial<LevelingOptions> = { withinFloat: words.get('withinFloat') === 'true' };
  const [by = 'row', custom, keep, over] = ['by', 'custom', 'keep', 'overAllocation'].map((name) => words.get(name));
  if (by !== 'default') options.priorities = by.split(',').map(priorityOf);
  if (custom !== undefined) options.customPriority = (id) => Number(custom.split(',')[id - 1] ?? 0);
  if (keep !== undefined) options.preservedFloatMinutes = Number(keep) * DAY_MINUTES;
  if (over !== undefined) options.overAllocation = Number(over);
  if (words.has('resources')) options.resourceIds = words.get('resources')?.split(',').map(Number);
  if (words.has('schedules')) options.improvement = { budget: { schedules: Number(words.get('schedules')) }, random: seededRandom(1) };
  return options;
}

function priorityOf(word: string): LevelingPriority {
  return word.startsWith('-') ? { by: word.slice(1) as LevelingPriority['by'], descending: true } : { by: word as LevelingPriority['by'] };
}

/** Three days of eight hours around the clock are one cell, a day. */
const CELL = 1440;

function shiftedRight(plan: Plan): string[] {
  const instance = levelingInstance(plan);
  const work = levelingWork(instance);
  const rows = Float64Array.from({ length: instance.network.count }, (_, node) => instance.network.itemOf[node]);
  generateSchedule(instance, orderByPriority(instance.network, rows), DEFAULT_LEVELING, work);
  const right = justifyRight(instance, work, orderOf(instance, work.state.earlyFinish), justification(instance));
  const bars = plan.items.map(({ code }, index) => {
    const node = instance.network.nodeOf[index];
    const span = work.state.earlyFinish[node] - work.state.earlyStart[node];
    const bar = (start: number) => ' '.repeat((start - MONDAY) / CELL) + '='.repeat(span / CELL);
    return `${code} ${bar(work.state.earlyStart[node]).padEnd(8)} ${bar(right[node])}`;
  });
  return ['  list     right', ...bars];
}
