import { statSync } from 'node:fs';
import { NO_DATE, type PlanCalendar } from '@gantry/domain';
import { compileCalendar, impliedByRelations, workBefore, type CalendarPool, type CalculationResult } from '@gantry/engine';
import type { ImportedProject, StoredItem } from '@gantry/interchange';
import { calculateFile } from './oracle-load.ts';
import { compareCase } from './oracle-micro.ts';
import { emptyScore, type FileScore } from './oracle-score.ts';

const DATES = ['earlyStart', 'earlyFinish', 'lateStart', 'lateFinish'] as const;

/** Compares what the engine calculates with what the file itself holds; a folder is a captured case. */
export async function compareFile(file: string): Promise<FileScore[]> {
  if (statSync(file, { throwIfNoEntry: false })?.isDirectory()) return [tryCase(file)];
  const { projects, failure } = await calculateFile(file);
  const score = { ...emptyScore(file, projects[0]?.project.plan.options.rules ?? 'p6'), failure };
  for (const { project, result } of projects) {
    compareItems(score, project, result);
    if (score.rules === 'p6') compareLinks(score, project);
  }
  return [score];
}

function tryCase(folder: string): FileScore {
  try {
    return compareCase(folder);
  } catch {
    return { ...emptyScore(folder, 'p6'), failure: 'not a captured case' };
  }
}

function compareItems(score: FileScore, project: ImportedProject, result: CalculationResult): void {
  const pool: CalendarPool = new Map();
  const calendars = new Map(project.plan.calendars.map((calendar) => [calendar.id, calendar]));
  project.stored.items.forEach((stored, at) => {
    if (stored.earlyStart === null || project.plan.items[at].type === 'sum') return;
    const calendar = calendars.get(project.plan.items[at].calendarId ?? project.plan.options.defaultCalendarId ?? -1);
    const hits = DATES.filter((name) => stored[name] !== null).map((name) =>
      hitOf(result[name][at], stored[name] ?? NO_DATE, calendar, pool),
    );
    const floatsRight = score.rules === 'msproject' || floatsHit(stored, result, at);
    score.activities++;
    if (floatsRight && hits.every((hit) => hit === 'exact')) score.exact++;
    if (floatsRight && hits.every((hit) => hit !== 'missed')) score.equivalent++;
    if (stored.longestPath !== null) {
      score.longest++;
      if (stored.longestPath === (result.longestPath[at] === 1)) score.longestRight++;
    }
    // Ended work is on no path; what a file holds there is left from an earlier calculation.
    if (stored.floatPath && project.plan.items[at].status !== 'completed') {
      score.paths++;
      if (stored.floatPath === result.floatPath[at]) score.pathsRight++;
    }
  });
}

/** Equivalent: not the same moment, but no work of the activity's calendar lies between. */
function hitOf(
  calculated: number,
  stored: number,
  calendar: PlanCalendar | undefined,
  pool: CalendarPool,
): 'exact' | 'equivalent' | 'missed' {
  if (calculated === stored) return 'exact';
  if (calculated === NO_DATE || !calendar) return 'missed';
  const compiled = compileCalendar(calendar, pool);
  return workBefore(compiled, calculated) === workBefore(compiled, stored) ? 'equivalent' : 'missed';
}

/** Floats are stored in hours with few digits: a minute of rounding is allowed. */
function floatsHit(stored: StoredItem, result: CalculationResult, at: number): boolean {
  const near = (calculated: number, value: number | null) => value === null || Math.abs(calculated - value) <= 1;
  return near(result.totalFloat[at], stored.totalFloatMinutes) && near(result.freeFloat[at], stored.freeFloatMinutes);
}

function compareLinks(score: FileScore, project: ImportedProject): void {
  const column = (name: (typeof DATES)[number]) => Int32Array.from(project.stored.items, (stored) => stored[name] ?? NO_DATE);
  const given = {
    earlyStart: column('earlyStart'),
    earlyFinish: column('earlyFinish'),
    lateStart: column('lateStart'),
    lateFinish: column('lateFinish'),
  };
  const implied = impliedByRelations(project.plan, given);
  project.stored.relations.forEach((stored, at) => {
    for (const [calculated, value] of [
      [implied.start[at], stored.impliedEarlyStart],
      [implied.late[at], stored.impliedLateFinish],
    ]) {
      if (value === null || calculated === NO_DATE) continue;
      score.links++;
      if (calculated === value) score.linksRight++;
    }
  });
}
