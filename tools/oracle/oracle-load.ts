import { readFile } from 'node:fs/promises';
import { calculateTogether, markSplits, type CalculationResult, type PlanToPlanRelation } from '@gantry/engine';
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
  for (const project of read.projects) {
    const { options } = project.plan;
    if (options.floatPaths) options.floatPaths.endItemId ??= endOfStoredPaths(project);
    markSplits(project.plan, project.assignmentDetails);
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

/** Where the file no longer holds the activity that float paths lead to: the last one of its own first path. */
function endOfStoredPaths({ plan, stored }: ImportedProject): number | null {
  let end = -1;
  stored.items.forEach((item, at) => {
    const order = item.floatPath === 1 ? (item.floatPathOrder ?? 0) : 0;
    if (order > 0 && (end < 0 || order > (stored.items[end].floatPathOrder ?? 0))) end = at;
  });
  return end < 0 ? null : plan.items[end].id;
}
