import type { CalculationOptions } from '@gantry/domain';
import { byHours, dated, drawn } from './drawing.ts';
import { edited } from './edited.ts';
import { withPaths } from './path-drawing.ts';

/** Draws the planned rows of a case: as many lines as rows, and more where there is more to say. */
type ChartDrawer = (rows: string[], options: Partial<CalculationOptions>, hours: number) => string[];

/** What a file of charts may show, by name. */
export const chartDrawers: Partial<Record<string, ChartDrawer>> = {
  bars: (rows, options) => bare(rows, drawn(rows.join('\n'), options)),
  dates: (rows, options) => bare(rows, dated(rows.join('\n'), options)),
  paths: (rows, options) => bare(rows, withPaths(rows.join('\n'), options)),
  hours: (rows, options, hours) => bare(rows, byHours(hours, rows.join('\n'), options)),
  edits: (rows, options) => {
    const sides = rows.map((row) => row.split(' => '));
    const [before, after] = [0, 1].map((side) => sides.map((texts) => texts[side] ?? texts[0]));
    return bare(rows, edited(before.join('\n'), after.join('\n'), options));
  },
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
