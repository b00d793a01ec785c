import type { PlanAssignment, PlanResource } from '@gantry/domain';
import { durationOfMinutes, minutesOfDuration } from '../durations.ts';
import type { Entities, Entity } from '../entities.ts';
import { refOf, refsOf, type StepValue, textOf } from '../step/step-values.ts';
import { stepText } from '../write-primitives.ts';

/** A resource as IFC tells it. */
export type IfcResource = Pick<PlanResource, 'id' | 'code' | 'name' | 'kind' | 'calendarId' | 'limit' | 'unit'>;
/** The units of a resource on a task, their curve, and their cost when the export includes costs. */
export type IfcAssignment = Pick<PlanAssignment, 'itemId' | 'resourceId' | 'plannedUnits' | 'actualUnits' | 'remainingUnits'> &
  Partial<Pick<PlanAssignment, 'plannedCost' | 'actualCost' | 'remainingCost' | 'curve'>>;

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

const COSTS = { plannedCost: 'Planned', actualCost: 'Actual', remainingCost: 'Remaining' } as const;
const COST_FIELDS = ['plannedCost', 'actualCost', 'remainingCost'] as const;
const CURVE = 'Curve';
/** Points of a curve: cumulative percent at every 5 % of the duration. */
const CURVE_POINTS = 21;

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
    const write = (key: string, usage: string, costs = '$'): string =>
      add(
        `${TYPES[kind]}(${guid(key)},$,${stepText(name)},$,${unit ? stepText(unit) : '$'},${stepText(code)},$,${usage},${costs},$,.NOTDEFINED.)`,
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
      const usage = kind === 'material' ? '$' : time(hours[0], '$', hours[1], hours[2]);
      const costs = COST_FIELDS.flatMap((field) => costOf(add, COSTS[field], assignment[field]));
      const part = write(`assignment ${at}`, usage, costs.length ? list(costs) : '$');
      const amounts = UNITS.map((field) => add(`IFCQUANTITYCOUNT('${NAMES[field]}',$,$,${real(assignment[field])},$)`));
      const set = add(`IFCELEMENTQUANTITY(${guid(`assignment ${at} amounts`)},$,'Assignment',$,$,${list(amounts)})`);
      add(`IFCRELDEFINESBYPROPERTIES(${guid(`assignment ${at} has`)},$,$,$,(${part}),${set})`);
      add(`IFCRELASSIGNSTOPROCESS(${guid(`assignment ${at} is for`)},$,$,$,(${part}),.RESOURCE.,${task},$)`);
      if (assignment.curve) {
        const points = add(`IFCPROPERTYLISTVALUE('${CURVE}',$,${list(assignment.curve.map((point) => `IFCREAL(${real(point)})`))},$)`);
        const curve = add(`IFCPROPERTYSET(${guid(`assignment ${at} curve`)},$,'Assignment',$,(${points}))`);
        add(`IFCRELDEFINESBYPROPERTIES(${guid(`assignment ${at} has a curve`)},$,$,$,(${part}),${curve})`);
      }
      parts.push(part);
    }
    if (parts.length) add(`IFCRELNESTS(${guid(`resource ${id} has`)},$,$,$,${entity},${list(parts)})`);
  }
  for (const [calendar, entities] of byCalendar)
    add(`IFCRELASSIGNSTOCONTROL(${guid(`resources of ${calendar}`)},$,$,$,${list(entities)},.RESOURCE.,${calendar})`);
}

const costOf = (add: Add, category: string, cost: number | undefined): string[] =>
  cost ? [add(`IFCCOSTVALUE('${category}',$,IFCMONETARYMEASURE(${real(cost)}),$,$,$,'${category}',$,$,$)`)] : [];

/** Writes what each task costs by plan, all its resources together, as the items of a schedule of costs. */
export function addCosts({ add, guid, taskOf }: Writing, name: string, assignments: readonly IfcAssignment[]): void {
  const items: string[] = [];
  for (const [itemId, own] of Map.groupBy(assignments, (assignment) => assignment.itemId)) {
    const task = taskOf(itemId);
    const [value] = costOf(
      add,
      COSTS.plannedCost,
      own.reduce((sum, { plannedCost }) => sum + (plannedCost ?? 0), 0),
    );
    if (!task || !value) continue;
    const item = add(`IFCCOSTITEM(${guid(`cost of ${itemId}`)},$,$,$,$,$,.NOTDEFINED.,(${value}),$)`);
    add(`IFCRELASSIGNSTOCONTROL(${guid(`cost of ${itemId} is of`)},$,$,$,(${task}),.PROCESS.,${item})`);
    items.push(item);
  }
  if (items.length === 0) return;
  const schedule = add(`IFCCOSTSCHEDULE(${guid('costs')},$,${stepText(name)},$,$,$,.BUDGET.,$,$,$)`);
  add(`IFCRELASSIGNSTOCONTROL(${guid('costs has')},$,$,$,${list(items)},.CONTROL.,${schedule})`);
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
  const curves = new Map<number, number[]>();
  for (const { args } of entities.ofTypes('IFCRELDEFINESBYPROPERTIES')) {
    const own = refsOf(args[4]).filter((ref) => tasksOf.has(ref));
    if (own.length === 0) continue;
    const set = entities.of(refOf(args[5]));
    const curve = curveOf(entities, set);
    if (curve) for (const ref of own) curves.set(ref, curve);
    if (set?.type === 'IFCELEMENTQUANTITY') for (const ref of own) amounts.set(ref, amountsOf(entities, set));
  }
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
    const units = { plannedUnits: planned, actualUnits: actual, remainingUnits: left };
    const rest = { ...costsOf(entities, args[8]), curve: curves.get(id) ?? null };
    for (const itemId of tasks) assignments.push({ itemId, resourceId, ...units, ...rest });
  }
  return { resources, assignments };
}

/** Costs by their categories; a file of another program that states one alone means what is planned. */
function costsOf(entities: Entities, values: StepValue | undefined): Required<Pick<IfcAssignment, (typeof COST_FIELDS)[number]>> {
  const stated = new Map<string, number>();
  for (const ref of refsOf(values)) {
    const value = entities.of(ref);
    const cost = value?.type === 'IFCCOSTVALUE' ? number(value.args[2]) : null;
    const category = textOf(value?.args[6]);
    const key = Object.values(COSTS).find((one) => one === category) ?? COSTS.plannedCost;
    if (cost !== null) stated.set(key, (stated.get(key) ?? 0) + cost);
  }
  const of = (field: (typeof COST_FIELDS)[number]): number => stated.get(COSTS[field]) ?? 0;
  const remaining = stated.get(COSTS.remainingCost) ?? Math.max(0, of('plannedCost') - of('actualCost'));
  return { plannedCost: of('plannedCost'), actualCost: of('actualCost'), remainingCost: remaining };
}

/** The curve of an assignment, where its set has one that rises from nothing to all. */
function curveOf(entities: Entities, set: Entity | null): number[] | null {
  if (set?.type !== 'IFCPROPERTYSET') return null;
  for (const ref of refsOf(set.args[4])) {
    const property = entities.of(ref);
    const points = property?.type === 'IFCPROPERTYLISTVALUE' && textOf(property.args[0]) === CURVE ? property.args[2] : null;
    const curve = Array.isArray(points) ? points.flatMap((point) => number(point) ?? []) : [];
    const rises = curve.every((point, at) => point >= (curve[at - 1] ?? 0) && point <= 100);
    if (curve.length === CURVE_POINTS && rises && curve[CURVE_POINTS - 1] === 100) return curve;
  }
  return null;
}

function amountsOf(entities: Entities, set: Entity): Map<string, number> {
  return new Map(
    refsOf(set.args[5]).flatMap((ref) => {
      const quantity = entities.of(ref);
      const value = number(quantity?.args[3]);
      return quantity && value !== null ? [[textOf(quantity.args[0]), value] as const] : [];
    }),
  );
}
