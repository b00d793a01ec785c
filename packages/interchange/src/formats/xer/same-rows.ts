import type { ImportedProject, ProjectFile } from '../../project-file.ts';

/** Rows that are the same in two models of one file, so that no cell of theirs can differ: ids by kind. */
export type SameRows = {
  tasks: ReadonlySet<number>;
  relations: ReadonlySet<number>;
  assignments: ReadonlySet<number>;
  unitsOf: (itemId: number) => boolean;
};

/** Marks nothing as unchanged. */
export const NOTHING_SAME: SameRows = { tasks: new Set(), relations: new Set(), assignments: new Set(), unitsOf: () => true };

/** Compares the imported with the present model. Entities not reported as equal may still be equal. */
export function sameRowsOf(before: ProjectFile, after: ProjectFile): SameRows {
  const tasks = new Set<number>();
  const relations = new Set<number>();
  const assignments = new Set<number>();
  const touched = new Set<number>();
  const twice = keysMetTwice(after);
  after.projects.forEach((project, at) => {
    const old = before.projects[at];
    if (old && old.sourceId === project.sourceId) compareProjects(old, project, { tasks, relations, assignments, touched, twice });
    else for (const { itemId } of [...(old?.plan.assignments ?? []), ...project.plan.assignments]) touched.add(itemId);
  });
  for (const old of before.projects.slice(after.projects.length)) for (const { itemId } of old.plan.assignments) touched.add(itemId);
  return { tasks, relations, assignments, unitsOf: (itemId) => touched.has(itemId) };
}

/** Keys that two rows claim, as when projects of two files met in one model. */
function keysMetTwice({ projects }: ProjectFile): Set<string> {
  const met = new Set<string>();
  const twice = new Set<string>();
  const meet = (key: string): void => void (met.has(key) ? twice.add(key) : met.add(key));
  for (const { details, assignmentDetails } of projects) {
    for (const { sourceTable, sourceId } of details) meet(`${sourceTable} ${sourceId}`);
    for (const { sourceId } of assignmentDetails) meet(`TASKRSRC ${sourceId}`);
  }
  return twice;
}

type Found = { tasks: Set<number>; relations: Set<number>; assignments: Set<number>; touched: Set<number>; twice: Set<string> };

function compareProjects(before: ImportedProject, after: ImportedProject, found: Found): void {
  const sides = [sideOf(before), sideOf(after)] as const;
  const [old, now] = sides;
  const keptKey = (id: number, keysOf: (side: Side) => Map<number, string>): boolean => {
    const key = keysOf(old).get(id);
    return key !== undefined && key === keysOf(now).get(id);
  };
  const item = (id: number): boolean => keptKey(id, ({ items }) => items);
  if (old.root === now.root && old.defaultCalendar === now.defaultCalendar) {
    after.plan.items.forEach((row, i) => {
      const at = old.places.get(row.id);
      if (at === undefined || old.nodes.has(row.id) || now.nodes.has(row.id) || !item(row.id)) return;
      if (found.twice.has(now.items.get(row.id) ?? '')) return;
      const isSame =
        sameFields(before.plan.items[at], row) &&
        sameFields(before.stored.items[at], after.stored.items[i]) &&
        sameFields(before.details[at], after.details[i]) &&
        (row.parentId === null || item(row.parentId)) &&
        (row.calendarId === null || keptKey(row.calendarId, ({ calendars }) => calendars));
      const primary = after.details[i].primaryResourceId;
      if (isSame && (primary === null || keptKey(primary, ({ resources }) => resources))) found.tasks.add(row.id);
    });
  }
  const [oldPairs, newPairs] = [before, after].map(repeatedPairs);
  const oldRelations = new Map(before.plan.relations.map(({ id }, at) => [id, at]));
  after.plan.relations.forEach((row, i) => {
    const at = oldRelations.get(row.id);
    if (at === undefined || oldPairs.has(row.id) || newPairs.has(row.id)) return;
    if (!sameFields(before.plan.relations[at], row) || !sameFields(before.stored.relations[at], after.stored.relations[i])) return;
    if (item(row.predecessorId) && item(row.successorId)) found.relations.add(row.id);
  });
  const oldAssignments = new Map(before.plan.assignments.map(({ id }, at) => [id, at]));
  after.plan.assignments.forEach((row, i) => {
    const at = oldAssignments.get(row.id);
    const isSame =
      at !== undefined &&
      found.tasks.has(row.itemId) &&
      !found.twice.has(`TASKRSRC ${after.assignmentDetails[i].sourceId}`) &&
      keptKey(row.resourceId, ({ resources }) => resources) &&
      sameFields(before.plan.assignments[at], row) &&
      sameFields(before.assignmentDetails[at], after.assignmentDetails[i]);
    if (isSame) found.assignments.add(row.id);
  });
  for (const { id, itemId } of [...before.plan.assignments, ...after.plan.assignments])
    if (!found.assignments.has(id)) found.touched.add(itemId);
}

type Side = {
  places: Map<number, number>;
  /** Ids of items that hold others, or could. */
  nodes: Set<number>;
  /** The only item at the top that holds others. */
  root: number | null;
  defaultCalendar: string | undefined;
  items: Map<number, string>;
  calendars: Map<number, string>;
  resources: Map<number, string>;
};

function sideOf({ plan, details, calendarSourceIds, resourceDetails }: ImportedProject): Side {
  const nodes = new Set<number>();
  const tops: number[] = [];
  for (const { id, parentId, type } of plan.items) {
    if (type === 'sum') nodes.add(id);
    if (parentId === null) tops.push(id);
    else nodes.add(parentId);
  }
  const calendars = new Map(plan.calendars.map(({ id }, at) => [id, calendarSourceIds[at] ?? '']));
  return {
    places: new Map(plan.items.map(({ id }, at) => [id, at])),
    nodes,
    root: tops.length === 1 && nodes.has(tops[0]) ? tops[0] : null,
    defaultCalendar: calendars.get(plan.options.defaultCalendarId ?? -1) ?? calendars.values().next().value,
    items: new Map(plan.items.map(({ id }, at) => [id, `${details[at].sourceTable} ${details[at].sourceId}`])),
    calendars,
    resources: new Map(
      plan.resources.map(({ id, kind, code, name }, at) => [id, `${resourceDetails[at]?.sourceId} ${kind} ${code} ${name}`]),
    ),
  };
}

/** Relations that share their ends and their type with another: they are told apart by their number alone. */
function repeatedPairs({ plan }: ImportedProject): Set<number> {
  const first = new Map<string, number>();
  const repeated = new Set<number>();
  for (const { id, predecessorId, successorId, type } of plan.relations) {
    const pair = `${predecessorId} ${successorId} ${type}`;
    const other = first.get(pair);
    if (other === undefined) first.set(pair, id);
    else repeated.add(id).add(other);
  }
  return repeated;
}

function sameFields(a: object, b: object): boolean {
  if (a === b) return true;
  const [left, right] = [a as Record<string, unknown>, b as Record<string, unknown>];
  for (const name in right) {
    const [x, y] = [left[name], right[name]];
    if (x !== y && (typeof x !== 'object' || typeof y !== 'object' || JSON.stringify(x) !== JSON.stringify(y))) return false;
  }
  for (const name in left) if (left[name] !== undefined && right[name] === undefined) return false;
  return true;
}
