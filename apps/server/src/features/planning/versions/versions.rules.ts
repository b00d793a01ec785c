import type { VersionRow } from '@gantry/domain';

const SHIFTS = [
  { start: 540, finish: 780 },
  { start: 840, finish: 1080 },
];

/** The calendar of a new version: Monday to Friday, 9:00 to 13:00 and 14:00 to 18:00. */
export function standardCalendar(id: number): VersionRow<'calendar'> {
  return {
    id,
    name: '5 × 8',
    week: [SHIFTS, SHIFTS, SHIFTS, SHIFTS, SHIFTS, [], []],
    exceptions: [],
    baseId: null,
    minutesPerDay: 480,
    minutesPerWeek: 2400,
    minutesPerMonth: 9600,
    minutesPerYear: 115_200,
    isDefault: true,
    sourceId: null,
  };
}

type Assignment = VersionRow<'assignment'>;
/** Money in hundredths. */
const money = (amount: number): number => Math.round(amount * 100) / 100;

/** Costs of an assignment at a price, units times price unless it is paid otherwise; null where they are so already. */
export function costsOf(
  { plannedUnits, actualUnits, remainingUnits, ...assignment }: Assignment,
  price: number,
  costOf = (units: number, each: number): number => money(units * each),
): Pick<Assignment, 'plannedCost' | 'actualCost' | 'remainingCost'> | null {
  const costs = {
    plannedCost: costOf(plannedUnits, price),
    actualCost: costOf(actualUnits, price),
    remainingCost: costOf(remainingUnits, price),
  };
  const same = (Object.keys(costs) as (keyof typeof costs)[]).every((field) => costs[field] === assignment[field]);
  return same ? null : costs;
}

type Missing = 'duration' | 'volume' | 'labour' | 'cost';

/** Works with what they lack: works lack volume, labour and cost where no assignment gives them; every task lacks a duration of 0. */
export function missingOf(
  rows: readonly VersionRow<'wbs'>[],
  assignments: readonly Assignment[],
  kindOf: ReadonlyMap<number, VersionRow<'resource'>['kind']>,
): { id: number; code: string; name: string; missing: Missing[] }[] {
  const has = new Map<number, Set<Missing>>();
  for (const { itemId, resourceId, plannedUnits, plannedCost } of assignments) {
    const found = has.get(itemId) ?? new Set();
    if (plannedUnits > 0) found.add(kindOf.get(resourceId) === 'material' ? 'volume' : 'labour');
    if (plannedCost > 0) found.add('cost');
    has.set(itemId, found);
  }
  const parents = new Set(rows.map(({ parentId }) => parentId));
  return rows.flatMap(({ id, code, name, type, durationMinutes }) => {
    if ((type !== 'work' && type !== 'task') || parents.has(id)) return [];
    const lacks = (['volume', 'labour', 'cost'] as const).filter((measure) => !has.get(id)?.has(measure));
    const missing: Missing[] = [...(durationMinutes > 0 ? [] : ['duration' as const]), ...lacks];
    // A work that has one of the three is not empty; one without time is, whatever it has.
    return lacks.length === 3 || durationMinutes <= 0 ? [{ id, code, name, missing }] : [];
  });
}
