import type { Flow } from './flow-model.ts';

/** How many minutes of work each of some works gets when all of them together get `factor` times as much: in proportion, none less than one. */
export function slopedDurations(works: readonly { id: number; minutes: number }[], factor: number): { id: number; minutes: number }[] {
  const whole = works.reduce((sum, { minutes }) => sum + minutes, 0);
  const target = Math.max(works.length, Math.round(whole * factor));
  let [before, given] = [0, 0];
  return works.map(({ id, minutes }, index) => {
    before += minutes;
    const left = works.length - index - 1;
    const share = whole > 0 ? Math.round((before / whole) * target) - given : 1;
    const taken = index === works.length - 1 ? target - given : Math.min(Math.max(1, share), target - given - left);
    given += taken;
    return { id, minutes: taken };
  });
}

/** By how much a line becomes longer when its end is moved to a minute; it keeps a tenth at least. */
export function slopeFactor({ segments }: Pick<Flow, 'segments'>, line: number, end: number): number {
  const own = segments.filter((segment) => segment.line === line);
  const start = Math.min(...own.map((segment) => segment.start));
  const finish = Math.max(...own.map((segment) => segment.finish));
  return finish > start ? Math.max(0.1, (end - start) / (finish - start)) : 1;
}
