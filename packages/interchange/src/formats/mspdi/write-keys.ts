import type { ImportedProject } from '../../project-file.ts';
import type { RawElements } from '../../raw.ts';
import { childrenOf, nameAt, textAt } from '../../xml/tape.ts';

/** UIDs of a project: from its source if present, else its numbers. */
export type MspdiKeys = {
  task: (id: number) => number;
  /** Number of a task in the list, by its place in the plan. */
  rowOf: (place: number) => number;
  calendar: (id: number) => number;
  resource: (id: number) => number;
  /** By the place of the assignment in the plan. */
  assignment: (place: number) => number;
  /** Outline level of top items: 0 for the project summary task. */
  topLevel: 0 | 1;
};

/** Numbers the things of a project. */
export function openMspdiKeys(project: ImportedProject, source: RawElements | null): MspdiKeys {
  const { items, calendars, resources, assignments } = project.plan;
  const hasRoot = items[0]?.type === 'sum' && items.every((item, i) => i === 0 || item.parentId !== null);
  const topLevel = hasRoot ? 0 : 1;
  const known = uidsOf(source);
  const tasks = numbered(
    project.details.map(({ sourceId, sourceTable }) => (sourceTable === 'Task' ? sourceId : null)),
    known.get('Task'),
    topLevel,
  );
  const calendarUids = numbered(
    project.calendarSourceIds,
    known.get('Calendar'),
    1,
    calendars.map(({ id }) => id),
  );
  const resourceUids = numbered(
    project.resourceDetails.map(({ sourceId }) => sourceId),
    known.get('Resource'),
    1,
  );
  const assignmentUids = numbered(
    project.assignmentDetails.map(({ sourceId }) => sourceId),
    known.get('Assignment'),
    1,
  );
  const rows: number[] = [];
  items.forEach((_, i) => {
    // Blank rows of the source keep their numbers as long as nothing has to move.
    const stated = source ? (known.get('Task')?.get(tasks[i]) ?? 0) : 0;
    rows.push(Math.max(stated, i === 0 ? topLevel : rows[i - 1] + 1));
  });
  const taskOf = new Map(items.map(({ id }, i) => [id, tasks[i]]));
  const calendarOf = new Map(calendars.map(({ id }, i) => [id, calendarUids[i]]));
  const resourceOf = new Map(resources.map(({ id }, i) => [id, resourceUids[i]]));
  return {
    task: (id) => taskOf.get(id) ?? -1,
    rowOf: (place) => rows[place],
    calendar: (id) => calendarOf.get(id) ?? -1,
    resource: (id) => resourceOf.get(id) ?? -1,
    assignment: (place) => assignmentUids[place] ?? assignments.length + place,
    topLevel,
  };
}

/** UIDs that a source gives, by element, with the ID beside each. */
function uidsOf(source: RawElements | null): Map<string, Map<number, number>> {
  const known = new Map<string, Map<number, number>>();
  if (!source) return known;
  for (const container of childrenOf(source, 0)) {
    const name = nameAt(source, container).slice(0, -1);
    if (!['Task', 'Resource', 'Assignment', 'Calendar'].includes(name)) continue;
    const uids = new Map<number, number>();
    known.set(name, uids);
    for (const node of childrenOf(source, container)) {
      const field = (wanted: string): number => {
        const at = childrenOf(source, node).find((child) => nameAt(source, child) === wanted);
        return at === undefined ? NaN : Number(textAt(source, at));
      };
      if (Number.isSafeInteger(field('UID'))) uids.set(field('UID'), field('ID') || 0);
    }
  }
  return known;
}

function numbered(
  sourceIds: readonly (string | null)[],
  known: ReadonlyMap<number, number> | undefined,
  first: number,
  otherwise?: readonly number[],
): number[] {
  if (!known) return otherwise ? [...otherwise] : sourceIds.map((_, i) => i + first);
  let last = [...known.keys()].reduce((highest, uid) => Math.max(highest, uid), 0);
  const taken = new Set<number>();
  return sourceIds.map((sourceId) => {
    const stated = sourceId === null || sourceId === '' ? NaN : Number(sourceId);
    const uid = known.has(stated) && !taken.has(stated) ? stated : ++last;
    taken.add(uid);
    return uid;
  });
}
