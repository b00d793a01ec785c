import type { CalculationOptions } from '@gantry/domain';
import { calculate } from '../timetable/calculate.ts';
import { chartPlan } from './chart.ts';
import { draw } from './drawing.ts';

const POOL = new Map();

/** Draws a chart and lists its float paths below: the number of each and its items from its start to its end. */
export function withPaths(text: string, options: Partial<CalculationOptions>): string {
  const plan = chartPlan(text, options);
  const result = calculate(plan, POOL);
  const paths: string[][] = [];
  plan.items.forEach(({ code }, at) => {
    if (result.floatPath[at] > 0) (paths[result.floatPath[at] - 1] ??= [])[result.floatPathOrder[at] - 1] = code;
  });
  return draw(plan, result) + paths.map((path, number) => `${number + 1}: ${path.join(' ')}\n`).join('');
}
