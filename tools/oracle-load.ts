import { readFile } from 'node:fs/promises';
import { parseMinute } from '@gantry/domain';
import { calculateTogether, compileCalendar, workBetween, type CalculationResult, type PlanToPlanRelation } from '@gantry/engine';
import { readAny, type ImportedProject, type ProjectFile } from '@gantry/interchange';

/** A project of a file with what the engine makes of it. */
export type CalculatedProject = { project: ImportedProject; result: CalculationResult };

/** Reads a schedule and calculates all its projects, relations between them included; says why where it cannot. */
export async function calculateFile(file: string): Promise<{ projects: CalculatedProject[]; failure: string | null }> {
  try {
    const { project: read, findings } = await readAny(await readFile(file));
    if (!read) return { projects: [], failure: findings[0]?.code ?? 'not readable' };
    return { projects: calculateProjects(read), failure: null };
  } catch (error) {
    return { projects: [], failure: error instanceof Error ? error.message.split('\n')[0] : String(error) };
  }
}

function calculateProjects(read: ProjectFile): CalculatedProject[] {
  const finishes = scheduledFinishes(read);
  for (const project of read.projects) {
    const { options } = project.plan;
    options.scheduledFinish ??= finishes.get(project.sourceId) ?? null;
    if (options.floatPaths) options.floatPaths.endItemId ??= endOfStoredPaths(project);
    if (options.rules === 'msproject') markSplits(project);
  }
  const relations: PlanToPlanRelation[] = read.crossRelations.flatMap((relation) => {
    const [predecessorId, successorId] = [relation.predecessor.itemId, relation.successor.itemId];
    return predecessorId === null || successorId === null
      ? []
      : [{ predecessorId, successorId, type: relation.type, lagMinutes: relation.lagMinutes }];
  });
  const results = calculateTogether(
    read.projects.map((project) => project.plan),
    relations,
  );
  return read.projects.map((project, at) => ({ project, result: results[at] }));
}

/** Finish of the last calculation per project, as P6 keeps it; a plan that is all done is calculated back from it. */
function scheduledFinishes(read: ProjectFile): Map<string, number> {
  const finishes = new Map<string, number>();
  if (read.source?.kind !== 'tables') return finishes;
  const table = read.source.tables.find(({ name }) => name === 'PROJECT');
  const column = (field: string) => table?.cells[table.columns.indexOf(field)];
  const [keys, dates] = [column('proj_id'), column('scd_end_date')];
  for (let row = 0; row < (table?.rowCount ?? 0); row++) {
    const date = parseMinute(dates?.values[dates.codes[row]] ?? '');
    if (keys && date !== null) finishes.set(keys.values[keys.codes[row]], date);
  }
  return finishes;
}

/** Where the file no longer holds the activity that float paths lead to: the last one of its own first path. */
function endOfStoredPaths({ plan, stored }: ImportedProject): number | null {
  let end = -1;
  stored.items.forEach((item, at) => {
    const order = item.floatPath === 1 ? (item.floatPathOrder ?? 0) : 0;
    if (order > 0 && (end < 0 || order > (stored.items[end].floatPathOrder ?? 0))) end = at;
  });
  return end < 0 ? null : plan.items[end].id;
}

/** MS Project keeps the gaps of a split task in the contour of its assignments: their span is longer than the task's work. */
function markSplits({ plan, assignmentDetails }: ImportedProject): void {
  const items = new Map(plan.items.map((item) => [item.id, item]));
  plan.assignments.forEach((assignment, at) => {
    const { curveName, plannedStart, plannedFinish } = assignmentDetails[at];
    const item = items.get(assignment.itemId);
    if (curveName !== 'Contoured' || plannedStart === null || plannedFinish === null || !item?.msproject) return;
    const calendarId = plan.resources.find(({ id }) => id === assignment.resourceId)?.calendarId ?? item.calendarId;
    const calendar = plan.calendars.find(({ id }) => id === (calendarId ?? plan.options.defaultCalendarId));
    if (!calendar) return;
    const gap = workBetween(compileCalendar(calendar), plannedStart, plannedFinish) - item.durationMinutes;
    item.msproject.splitMinutes = Math.max(item.msproject.splitMinutes ?? 0, gap);
  });
}
