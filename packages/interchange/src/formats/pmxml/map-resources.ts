import type { PlanAssignment, PlanResource } from '@gantry/domain';
import type { AssignmentDetails, ResourceDetails } from '../../project-file.ts';
import type { ElementView } from '../../xml/element-view.ts';
import type { PmxmlCalendars } from './map-calendars.ts';
import { RESOURCE_KINDS, meaningOf } from './words.ts';

/** Resources and roles of a file, by `R` or `O` and their ObjectId, and its curves. */
export type PmxmlResources = {
  byKey: Map<string, { resource: PlanResource; details: ResourceDetails; view: ElementView }>;
  curves: Map<string, { name: string; points: number[] }>;
};

/** Maps Resource, Role, their rates and limits, and ResourceCurve. */
export function mapPmxmlResources(root: ElementView, calendars: PmxmlCalendars): PmxmlResources {
  const byKey: PmxmlResources['byKey'] = new Map();
  const units = new Map(root.children('UnitOfMeasure').map((view) => [view.text('ObjectId'), view.text('Abbreviation')]));
  const rates = ratesOf(root.children('ResourceRate'), 'ResourceObjectId');
  const roleRates = ratesOf(root.children('RoleRate'), 'RoleObjectId');
  for (const limit of root.children('RoleLimit')) {
    const list = roleRates.get(limit.text('RoleObjectId'));
    const date = limit.date('EffectiveDate');
    const rate = list?.find(({ from }) => from === date) ?? list?.[0];
    if (rate) rate.maxUnitsPerHour = limit.number('MaxUnitsPerTime');
  }
  for (const [element, prefix] of [
    ['Resource', 'R'],
    ['Role', 'O'],
  ] as const) {
    for (const view of root.children(element)) {
      const key = view.text('ObjectId');
      if (byKey.has(prefix + key)) {
        view.report('error', 'row.duplicate_key', 'ObjectId');
        continue;
      }
      const own = (prefix === 'R' ? rates : roleRates).get(key) ?? [];
      const kind = prefix === 'O' ? 'labour' : (meaningOf(RESOURCE_KINDS, view.text('ResourceType')) ?? 'labour');
      byKey.set(prefix + key, {
        resource: {
          id: byKey.size + 1,
          code: view.text('Id'),
          name: view.text('Name'),
          kind,
          calendarId: calendars.byKey.get(view.text('CalendarObjectId'))?.id ?? null,
          limit: own.at(-1)?.maxUnitsPerHour ?? view.number('MaxUnitsPerTime') ?? view.number('DefaultUnitsPerTime'),
          unit: units.get(view.text('UnitOfMeasureObjectId')) ?? '',
          pricePerUnit: own.at(-1)?.prices[0] ?? view.number('PricePerUnit'),
        },
        details: {
          sourceId: key,
          parentSourceId: view.text('ParentObjectId') || null,
          isRole: prefix === 'O',
          guid: view.text('GUID') || null,
          rates: own,
        },
        view,
      });
    }
  }
  return { byKey, curves: curvesOf(root) };
}

function ratesOf(views: readonly ElementView[], owner: string): Map<string, ResourceDetails['rates']> {
  const rates = new Map<string, ResourceDetails['rates']>();
  for (const view of views) {
    const list = rates.get(view.text(owner)) ?? [];
    rates.set(view.text(owner), list);
    const prices = ['', '2', '3', '4', '5'].map((n) => view.number(`PricePerUnit${n}`));
    list.push({ from: view.date('EffectiveDate'), prices, maxUnitsPerHour: view.number('MaxUnitsPerTime') });
  }
  for (const list of rates.values()) list.sort((a, b) => (a.from ?? -Infinity) - (b.from ?? -Infinity));
  return rates;
}

function curvesOf(root: ElementView): PmxmlResources['curves'] {
  const curves: PmxmlResources['curves'] = new Map();
  for (const view of root.children('ResourceCurve')) {
    const values = view.child('Values') ?? view;
    let total = 0;
    const points = Array.from({ length: 21 }, (_, i) => (total += values.number(`Value${i * 5}`) ?? 0));
    curves.set(view.text('ObjectId'), { name: view.text('Name'), points });
  }
  return curves;
}

/** Maps the ResourceAssignment elements of a project. */
export function mapPmxmlAssignments(
  project: ElementView,
  resources: PmxmlResources,
  itemIds: ReadonlyMap<string, number>,
  firstId: number,
): { assignments: PlanAssignment[]; details: AssignmentDetails[]; views: ElementView[] } {
  const assignments: PlanAssignment[] = [];
  const details: AssignmentDetails[] = [];
  const views: ElementView[] = [];
  for (const view of project.children('ResourceAssignment')) {
    const itemId = itemIds.get(view.text('ActivityObjectId'));
    const key = view.text('ResourceObjectId');
    const resource = resources.byKey.get(`R${key}`) ?? (key === '' ? resources.byKey.get(`O${view.text('RoleObjectId')}`) : undefined);
    if (itemId === undefined || !resource) {
      view.report('warning', 'reference.dangling', itemId === undefined ? 'ActivityObjectId' : 'ResourceObjectId');
      continue;
    }
    const amount = (name: string): number => view.number(name) ?? 0;
    const isMaterial = resource.resource.kind === 'material';
    const curve = resources.curves.get(view.text('ResourceCurveObjectId'));
    const rate = amount('RemainingUnitsPerTime');
    const lag = view.number('PlannedLag') ?? view.number('RemainingLag') ?? 0;
    assignments.push({
      id: firstId + assignments.length,
      itemId,
      resourceId: resource.resource.id,
      plannedUnits: amount('PlannedUnits'),
      actualUnits: view.number('ActualUnits') ?? amount('ActualRegularUnits') + amount('ActualOvertimeUnits'),
      remainingUnits: amount('RemainingUnits'),
      plannedCost: amount('PlannedCost'),
      actualCost: view.number('ActualCost') ?? amount('ActualRegularCost') + amount('ActualOvertimeCost'),
      remainingCost: amount('RemainingCost'),
      remainingMinutes: rate > 0 && !isMaterial ? Math.round((amount('RemainingUnits') / rate) * 60) : null,
      lagMinutes: Math.round(lag * 60) || 0,
      driving: !isMaterial && (view.text('DrivingActivityDatesFlag') === '' || view.flag('DrivingActivityDatesFlag')),
      curve: curve?.points ?? null,
    });
    details.push({
      sourceId: view.text('ObjectId'),
      plannedStart: view.date('PlannedStartDate'),
      plannedFinish: view.date('PlannedFinishDate'),
      actualStart: view.date('ActualStartDate'),
      actualFinish: view.date('ActualFinishDate'),
      remainingStart: view.date('RemainingStartDate'),
      remainingFinish: view.date('RemainingFinishDate'),
      pricePerUnit: view.number('PricePerUnit'),
      plannedUnitsPerHour: view.number('PlannedUnitsPerTime'),
      remainingUnitsPerHour: view.number('RemainingUnitsPerTime'),
      curveName: curve?.name ?? null,
    });
    views.push(view);
  }
  return { assignments, details, views };
}
