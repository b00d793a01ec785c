import type { PlanItem } from '@gantry/domain';
import { expect } from 'vitest';
import type { ImportedProject } from '../project-file.ts';

/** What of a project is compared after a trip through a format. */
export type Part =
  | 'items'
  | 'relations'
  | 'calendars'
  | 'options'
  | 'resources'
  | 'assignments'
  | 'attributes'
  | 'stored'
  | 'details'
  | 'notes'
  | 'steps'
  | 'expenses';

/** A project without ids: things are named by path or code, in an order of their own, so that two files can be compared. */
export function comparable(project: ImportedProject): Record<Part, unknown> {
  const { plan } = project;
  const calendars = new Map(plan.calendars.map((calendar) => [calendar.id, calendar.name]));
  const defaultCalendar = plan.options.defaultCalendarId;
  const names = namesOf(plan.items);
  const resources = new Map(plan.resources.map((resource) => [resource.id, `${resource.code}/${resource.name}`]));
  const assignments = new Map(plan.assignments.map((row, i) => [row.id, `${names.get(row.itemId)}<${resources.get(row.resourceId)}#${i}`]));
  const { endItemId, ...floatPaths } = plan.options.floatPaths ?? { endItemId: null };
  return {
    items: plan.items.map(({ id, parentId, calendarId, ...rest }) => ({
      ...rest,
      name: rest.name,
      path: names.get(id),
      parent: names.get(parentId ?? -1) ?? null,
      calendar: calendars.get(rest.type === 'sum' ? -1 : (calendarId ?? defaultCalendar ?? -1)) ?? null,
    })),
    relations: sorted(
      plan.relations.map((row, i) => ({
        from: names.get(row.predecessorId),
        to: names.get(row.successorId),
        type: row.type,
        lag: row.lagMinutes,
        stored: project.stored.relations[i],
      })),
    ),
    calendars: sorted(plan.calendars.map(({ id: _id, baseId: _base, ...rest }) => rest)),
    options: {
      ...plan.options,
      defaultCalendarId: calendars.get(defaultCalendar ?? -1),
      floatPaths: { ...floatPaths, end: names.get(endItemId ?? -1) ?? null },
    },
    resources: sorted(
      plan.resources.map(({ id: _id, calendarId, ...rest }, i) => ({
        ...rest,
        calendar: calendars.get(calendarId ?? -1) ?? null,
        rates: project.resourceDetails[i].rates,
        isRole: project.resourceDetails[i].isRole,
      })),
    ),
    assignments: sorted(
      plan.assignments.map(({ id: _id, itemId, resourceId, ...rest }, i) => {
        const { sourceId: _source, ...details } = project.assignmentDetails[i];
        return { item: names.get(itemId), resource: resources.get(resourceId), ...rest, ...details };
      }),
    ),
    attributes: attributesOf(project, names, resources, assignments),
    stored: Object.fromEntries(plan.items.map((item, i) => [names.get(item.id), project.stored.items[i]])),
    details: Object.fromEntries(
      plan.items.map((item, i) => {
        const { sourceId: _source, sourceTable: _table, primaryResourceId, ...rest } = project.details[i];
        return [names.get(item.id), { ...rest, primary: resources.get(primaryResourceId ?? -1) ?? null }];
      }),
    ),
    notes: project.notes.map(({ itemId, sourceId: _source, ...rest }) => ({ ...rest, item: names.get(itemId ?? -1) ?? null })),
    steps: project.steps.map(({ itemId, sourceId: _source, ...rest }) => ({ ...rest, item: names.get(itemId) })),
    expenses: project.expenses.map(({ itemId, sourceId: _source, ...rest }) => ({ ...rest, item: names.get(itemId) })),
  };
}

function namesOf(items: readonly PlanItem[]): Map<number, string> {
  const paths = new Map<number, string>();
  const taken = new Map<string, number>();
  for (const item of items) {
    const plain = item.type === 'sum' ? `${paths.get(item.parentId ?? -1) ?? ''}/${item.code} ${item.name}` : `${item.code} ${item.name}`;
    const count = (taken.get(plain) ?? 0) + 1;
    taken.set(plain, count);
    paths.set(item.id, count === 1 ? plain : `${plain} (${count})`);
  }
  return paths;
}

function attributesOf(
  project: ImportedProject,
  items: Map<number, string>,
  resources: Map<number, string>,
  assignments: Map<number, string>,
): unknown {
  const definitions = new Map(project.attributes.map((definition) => [definition.id, definition]));
  const values = project.values.map(({ attributeId, ownerId, value }) => {
    const definition = definitions.get(attributeId)!;
    const owner =
      definition.owner === 'resource'
        ? resources.get(ownerId)
        : definition.owner === 'assignment'
          ? assignments.get(ownerId)
          : items.get(ownerId);
    const listed = definition.values.find(({ id }) => id === value);
    return {
      attribute: definition.name,
      owner: definition.owner === 'project' ? 'project' : owner,
      value: listed ? `${listed.code}|${listed.name}` : value,
    };
  });
  const lists = project.attributes.map(({ name, type, owner, values: list }) => ({
    name,
    type,
    owner,
    values: sorted(
      list.map(({ code, name: label, color, parentId }) => ({
        code,
        label,
        color,
        parent: list.find(({ id }) => id === parentId)?.code ?? null,
      })),
    ),
  }));
  return { lists: sorted(lists), values: sorted(values) };
}

function sorted<T>(rows: T[]): T[] {
  return rows
    .map((row) => ({ row, text: JSON.stringify(row) }))
    .sort((a, b) => (a.text < b.text ? -1 : a.text > b.text ? 1 : 0))
    .map(({ row }) => row);
}

/** Fields that writers fill when the model has none; stated ones must return unchanged. */
const FILLED = ['guid', 'labourUnits', 'equipmentUnits'] as const;

/** Fails unless a project returns unchanged in all or the named parts. */
export function expectSame(before: ImportedProject, after: ImportedProject, parts?: readonly Part[]): void {
  const expected = comparable(before);
  const actual = comparable(after);
  const known = expected.details as Record<string, Record<string, unknown>>;
  for (const [name, row] of Object.entries(actual.details as Record<string, Record<string, unknown>>)) {
    for (const field of FILLED) if (known[name]?.[field] === null) row[field] = null;
  }
  for (const part of parts ?? (Object.keys(expected) as Part[])) expect(actual[part], part).toEqual(expected[part]);
}
