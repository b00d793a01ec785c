import type { CalculationOptions } from '@gantry/domain';
import { formulaDrawers } from '../formula/testing/formula-drawers.ts';
import { healthDrawers } from '../health/testing/health-drawers.ts';
import { levelingDrawers } from '../leveling/testing/leveling-drawers.ts';
import type { ScenarioNumber } from '../progress/scenario.ts';
import type { ProgressOptions } from '../progress/started-work.ts';
import { spreadDrawers } from '../spread/testing/spread-drawers.ts';
import { optionsOf } from './chart-options.ts';
import { byHours, dated, drawn } from './drawing.ts';
import { edited } from './edited.ts';
import { withPaths } from './path-drawing.ts';
import { forecastPicture } from './started-work-chart.ts';

/** Draws the planned rows of a case by its options: as many lines as rows, and more where there is more to say. */
export type ChartDrawer = (rows: string[], words: Map<string, string>) => string[];

/** What a file of charts may show, by name. */
export const CHART_DRAWERS: Partial<Record<string, ChartDrawer>> = {
  bars: (rows, words) => bare(rows, drawn(rows.join('\n'), optionsOf(words))),
  dates: (rows, words) => bare(rows, dated(rows.join('\n'), optionsOf(words))),
  paths: (rows, words) => bare(rows, withPaths(rows.join('\n'), optionsOf(words))),
  hours: (rows, words) => {
    const { hours, ...options } = optionsOf(words) as Partial<CalculationOptions> & { hours: number };
    return bare(rows, byHours(hours, rows.join('\n'), options));
  },
  edits: (rows, words) => {
    const sides = rows.map((row) => row.split(' => '));
    const [before, after] = [0, 1].map((side) => sides.map((texts) => texts[side] ?? texts[0]));
    return bare(rows, edited(before.join('\n'), after.join('\n'), optionsOf(words)));
  },
  forecast: forecastLines,
  ...formulaDrawers,
  ...healthDrawers,
  ...levelingDrawers,
  ...spreadDrawers,
};

/** A drawing without the line of its days, as charts begin on a Monday, and without the codes, which stand on the left. */
function bare(rows: string[], drawing: string): string[] {
  const width = Math.max(...rows.map((row) => row.split(/\s/)[0].length)) + 1;
  const codes = new Set(rows.map((row) => row.split(/\s/)[0]));
  const lines = drawing.split('\n').slice(1, -1);
  return lines.filter((line) => line !== '' && !HEAD.test(line)).map((line) => (codes.has(line.split(' ')[0]) ? line.slice(width) : line));
}

/** The letters of the days, from the Monday on which every chart begins. */
const HEAD = /^ +M[MTWFs ]*( +early.*)?$/;

/** A started work by a scenario, `scenario=4 D=12 p=0.9`: what is entered stands left, what remains of it right. */
function forecastLines(rows: string[], words: Map<string, string>): string[] {
  const given: Record<string, string | number> = {};
  for (const [name, value] of words) given[name] = Number.isNaN(Number(value)) ? value : Number(value);
  const { scenario, rate, ...work } = given;
  const options = rate === undefined ? undefined : RATES[rate];
  const drawn = forecastPicture(Number(scenario) as ScenarioNumber, work, ['', ...rows].join('\n'), options);
  return drawn.split('\n').filter((line) => line.startsWith('bar') || line.startsWith('ends'));
}

const RATES: Partial<Record<string, ProgressOptions>> = {
  pace: { rateOfProgress: 'pace', rateOfFact: 'fact' },
  plan: { rateOfProgress: 'plan', rateOfFact: 'plan' },
};
