import type { PlanAssignment, PlanResource } from '@gantry/domain';
import { durationOfMinutes, minutesOfDuration } from '../durations.ts';
import type { Entities, Entity } from '../entities.ts';
import { refOf, refsOf, type StepValue, textOf } from '../step/step-values.ts';
import { stepText } from '../write-primitives.ts';

/** A resource as IFC tells it. */
export type IfcResource = Pick<PlanResource, 'id' | 'code' | 'name' | 'kind' | 'calendarId' | 'limit' | 'unit'>;
/** How much of a resource a task takes. */
export type IfcAssignment = Pick<PlanAssignment, 'itemId' | 'resourceId' | 'plannedUnits' | 'actualUnits' | 'remainingUnits'>;

type Add = (entity: string) => string;
const TYPES = {
  labour: 'IFCLABORRESOURCE',
  equipment: 'IFCCONSTRUCTIONEQUIPMENTRESOURCE',
  material: 'IFCCONSTRUCTIONMATERIALRESOURCE',
} as const satisfies Record<PlanResource['kind'], string>;
const KINDS: Readonly<Record<string, PlanResource['kind']>> = {
  IFCLABORRESOURCE: 'labour',
  IFCCREWRESOURCE: 'labour',
  IFCSUBCONTRACTRESOURCE: 'labour',
  IFCCONSTRUCTIONEQUIPMENTRESOURCE: 'equipment',
  IFCCONSTRUCTIONMATERIALRESOURCE: 'material',
  IFCCONSTRUCTIONPRODUCTRESOURCE: 'material',
};
const UNITS = ['plannedUnits', 'actualUnits', 'remainingUnits'] as const;
const NAMES = { plannedUnits: 'PlannedUnits', actualUnits: 'ActualUnits', remainingUnits: 'RemainingUnits' } as const;

const real = (value: number): string =>
  Number.isInteger(value) ? `${value}.` : String(value).includes('e') ? value.toFixed(12) : String(value);
const list = (ids: readonly string[]): string => `(${ids.join(',')})`;

/** What the writer of a schedule has for its parts. */
export type Writing = {
  add: Add;
  guid: (text: string) => string;
  taskOf: (id: number) => string | undefined;
  calendarOf: (id: number) => string | undefined;
};

/** Writes resources, and for each task that takes one an occurrence of it with its hours or amounts. */
export function addResources(
  { add, guid, taskOf, calendarOf }: Writing,
  resources: readonly IfcResource[],
  assignments: readonly IfcAssignment[],
): void {
  const byResource = Map.groupBy(assignments.entries(), ([, { resourceId }]) => resourceId);
  const byCalendar = new Map<string, string[]>();
  for (const resource of resources) {
    const { id, name, code, kind, unit, limit, calendarId } = resource;
    const write = (key: string, usage: string): string =>
      add(
        `${TYPES[kind]}(${guid(key)},$,${stepText(name)},$,${unit ? stepText(unit) : '$'},${stepText(code)},$,${usage},$,$,.NOTDEFINED.)`,
      );
    const time = (work: string, share: string, actual: string, left: string): string =>
      add(`IFCRESOURCETIME($,$,$,${work},${share},$,$,$,$,$,$,${actual},$,$,$,${left},$,$)`);
    const entity = write(`resource ${id}`, limit === null ? '$' : time('$', real(limit), '$', '$'));
    const calendar = calendarId === null ? undefined : calendarOf(calendarId);
    if (calendar) byCalendar.set(calendar, [...(byCalendar.get(calendar) ?? []), entity]);
    const parts: string[] = [];
    for (const [at, assignment] of byResource.get(id) ?? []) {
      const task = taskOf(assignment.itemId);
      if (!task) continue;
      const hours = UNITS.map((field) => `'${durationOfMinutes(assignment[field] * 60)}'`);
      const part = write(`assignment ${at}`, kind === 'material' ? '$' : time(hours[0], '$', hours[1], hours[2]));
      const amounts = UNITS.map((field) => add(`IFCQUANTITYCOUNT('${NAMES[field]}',$,$,${real(assignment[field])},$)`));
      const set = add(`IFCELEMENTQUANTITY(${guid(`assignment ${at} amounts`)},$,'Assignment',$,$,${list(amounts)})`);
      add(`IFCRELDEFINESBYPROPERTIES(${guid(`assignment ${at} has`)},$,$,$,(${part}),${set})`);
      add(`IFCRELASSIGNSTOPROCESS(${guid(`assignment ${at} is for`)},$,$,$,(${part}),.RESOURCE.,${task},$)`);
      parts.push(part);
    }
    if (parts.length) add(`IFCRELNESTS(${guid(`resource ${id} has`)},$,$,$,${entity},${list(parts)})`);
  }
  for (const [calendar, entities] of byCalendar)
    add(`IFCRELASSIGNSTOCONTROL(${guid(`resources of ${calendar}`)},$,$,$,${list(entities)},.RESOURCE.,${calendar})`);
}

const number = (value: StepValue | undefined): number | null => {
  const plain = value !== null && typeof value === 'object' && 'type' in value ? value.value : value;
  return typeof plain === 'number' ? plain : null;
};

/** Whether an entity is a resource of construction. */
export const isResource = (type: string): boolean => KINDS[type] !== undefined;

/** Reads resources and how much of each the tasks take; `calendarOf` says which calendars entities have. */
export function readResources(
  entities: Entities,
  calendarOf: ReadonlyMap<number, number>,
): { resources: IfcResource[]; assignments: IfcAssignment[] } {
  const whole = new Map<number, number>();
  for (const { args } of entities.ofTypes('IFCRELNESTS')) {
    const parent = refOf(args[4]);
    if (parent !== null && isResource(entities.of(parent)?.type ?? '')) for (const part of refsOf(args[5])) whole.set(part, parent);
  }
  const tasksOf = new Map<number, number[]>();
  for (const { args } of entities.ofTypes('IFCRELASSIGNSTOPROCESS')) {
    const task = refOf(args[6]);
    if (task === null || entities.of(task)?.type !== 'IFCTASK') continue;
    for (const ref of refsOf(args[4])) if (isResource(entities.of(ref)?.type ?? '')) tasksOf.set(ref, [...(tasksOf.get(ref) ?? []), task]);
  }
  const amounts = new Map<number, Map<string, number>>();
  for (const { args } of entities.ofTypes('IFCRELDEFINESBYPROPERTIES'))
    for (const ref of refsOf(args[4])) if (tasksOf.has(ref)) amounts.set(ref, amountsOf(entities, entities.of(refOf(args[5]))));
  const resources: IfcResource[] = [];
  const assignments: IfcAssignment[] = [];
  for (const entity of entities.ofTypes(...Object.keys(KINDS))) {
    const { id, type, args } = entity;
    const kind = KINDS[type];
    const usage = entities.of(refOf(args[7]));
    const tasks = tasksOf.get(id) ?? [];
    // What stands below a resource and is for a task is a part of it; all else is a resource of its own.
    const isPart = tasks.length > 0 && whole.has(id);
    if (!isPart)
      resources.push({
        id,
        code: textOf(args[5]),
        name: textOf(args[2]) || textOf(args[5]),
        kind,
        calendarId: calendarOf.get(id) ?? null,
        limit: number(usage?.args[4]),
        unit: textOf(args[4]),
      });
    const stated = amounts.get(id);
    const hours = (at: number): number => (minutesOfDuration(textOf(usage?.args[at]), false) ?? 0) / 60;
    const planned = stated?.get(NAMES.plannedUnits) ?? hours(3);
    const actual = stated?.get(NAMES.actualUnits) ?? hours(11);
    const left = stated?.get(NAMES.remainingUnits) ?? (textOf(usage?.args[15]) === '' ? Math.max(0, planned - actual) : hours(15));
    const resourceId = isPart ? (whole.get(id) ?? id) : id;
    for (const itemId of tasks) assignments.push({ itemId, resourceId, plannedUnits: planned, actualUnits: actual, remainingUnits: left });
  }
  return { resources, assignments };
}

function amountsOf(entities: Entities, set: Entity | null): Map<string, number> {
  if (set?.type !== 'IFCELEMENTQUANTITY') return new Map();
  return new Map(
    refsOf(set.args[5]).flatMap((ref) => {
      const quantity = entities.of(ref);
      const value = number(quantity?.args[3]);
      return quantity && value !== null ? [[textOf(quantity.args[0]), value] as const] : [];
    }),
  );
}
