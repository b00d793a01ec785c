import type { CalculationOptions, MsProjectOptions } from '@gantry/domain';
import { momentOfChart } from './chart.ts';

/** The options that MS Project gives a new project; a working day from 08:00 to 16:00. */
export const MS_PROJECT_OPTIONS: MsProjectOptions = {
  scheduleFrom: 'start',
  statusDate: null,
  honorConstraints: true,
  splitInProgress: true,
  moveCompletedEndsBack: false,
  moveRemainingStartsBack: false,
  moveRemainingStartsForward: false,
  moveCompletedEndsForward: false,
  multipleCriticalPaths: false,
  defaultStart: 480,
  defaultFinish: 960,
};

const DATES = new Set(['dataDate', 'mustFinishBy', 'projectStart', 'scheduledFinish']);

/** `dataDate=2@0`, `floatPaths=free_float:9:2` (by, how many, the item they lead to), `msproject=from_finish`; else a number or a word. */
export function optionsOf(words: ReadonlyMap<string, string>): Partial<CalculationOptions> {
  const options: Record<string, unknown> = {};
  for (const [name, value] of words) {
    if (DATES.has(name)) options[name] = momentOfChart(value, 0);
    else if (name === 'floatPaths') {
      const [by, count, end] = value.split(':');
      options[name] = { by, count: Number(count), endItemId: end ? Number(end) : null };
    } else if (name === 'msproject') {
      options[name] = {
        ...MS_PROJECT_OPTIONS,
        scheduleFrom: value === 'from_finish' ? 'finish' : 'start',
        honorConstraints: value !== 'links_first',
      };
    } else options[name] = value === 'true' || value === 'false' ? value === 'true' : Number.isNaN(Number(value)) ? value : Number(value);
  }
  return options;
}
