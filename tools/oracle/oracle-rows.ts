import { formatMinute, NO_DATE } from '@gantry/domain';
import { NO_FLOAT } from '@gantry/engine';
import { calculateFile } from './oracle-load.ts';

/**
 * Writes the calculated dates of a file as tab-separated rows: project, activity, ES, EF, LS, LF, floats in hours, longest path, dates of
 * what remains, float path and the place on it. Answers why it cannot.
 */
export async function writeRows(file: string): Promise<string | null> {
  const { projects, failure } = await calculateFile(file);
  if (failure !== null) return failure;
  const date = (value: number) => (value === NO_DATE ? '' : formatMinute(value).replace('T', ' '));
  const hours = (value: number) => (value === NO_FLOAT ? '' : String(value / 60));
  for (const { project, result } of projects) {
    project.plan.items.forEach((item, at) => {
      if (item.type === 'sum') return;
      const dates = [result.earlyStart, result.earlyFinish, result.lateStart, result.lateFinish].map((column) => date(column[at]));
      const floats = [hours(result.totalFloat[at]), hours(result.freeFloat[at])];
      const remaining = dates.slice(0, 2);
      const path = result.floatPath[at] === 0 ? ['', ''] : [result.floatPath[at], result.floatPathOrder[at]];
      process.stdout.write(
        [project.code, item.code, ...dates, ...floats, result.longestPath[at] ? 'Y' : 'N', ...remaining, ...path].join('\t') + '\n',
      );
    });
  }
  return null;
}
