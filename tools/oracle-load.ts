import { readFile } from 'node:fs/promises';
import { calculateTogether, type CalculationResult, type PlanToPlanRelation } from '@gantry/engine';
import { readMspdi, readXer, type ImportedProject } from '@gantry/interchange';

/** A project of a file with what the engine makes of it. */
export type CalculatedProject = { project: ImportedProject; result: CalculationResult };

/** Reads a schedule and calculates all its projects, relations between them included; says why where it cannot. */
export async function calculateFile(file: string): Promise<{ projects: CalculatedProject[]; failure: string | null }> {
  const bytes = await readFile(file);
  const { project: read, findings } = file.toLowerCase().endsWith('.xml') ? await readMspdi(bytes) : await readXer(bytes);
  if (!read) return { projects: [], failure: findings[0]?.code ?? 'not readable' };
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
  return { projects: read.projects.map((project, at) => ({ project, result: results[at] })), failure: null };
}
