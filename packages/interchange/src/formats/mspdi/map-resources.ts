import type { PlanAssignment, PlanCalendar, PlanResource } from '@gantry/domain';
import type { AssignmentDetails, ResourceDetails } from '../../project-file.ts';
import type { ElementView } from '../../xml/element-view.ts';
import type { MspdiTasks } from './map-tasks.ts';
import { parseIsoDuration } from './units.ts';

/** Resources and assignments with their elements. */
export type MspdiResources = {
  resources: PlanResource[];
  resourceDetails: ResourceDetails[];
  resourceViews: ElementView[];
  assignments: PlanAssignment[];
  assignmentDetails: AssignmentDetails[];
  assignmentViews: ElementView[];
};

/** Names of work contours by their number; 0 is flat. */
const CONTOURS = ['', 'Back loaded', 'Front loaded', 'Double peak', 'Early peak', 'Late peak', 'Bell', 'Turtle', 'Contoured'];
const NOBODY = '-65535';

/** Maps Resources and Assignments. Work counts in hours, material in its unit. */
export function mapMspdiResources(root: ElementView, calendars: ReadonlyMap<string, PlanCalendar>, tasks: MspdiTasks): MspdiResources {
  const result: MspdiResources = {
    resources: [],
    resourceDetails: [],
    resourceViews: [],
    assignments: [],
    assignmentDetails: [],
    assignmentViews: [],
  };
  const byUid = new Map<string, PlanResource>();
  for (const view of root.child('Resources')?.children('Resource') ?? []) {
    const name = view.text('Name');
    const uid = view.text('UID');
    // Resource 0 is MS Project's own "unassigned".
    if (view.flag('IsNull') || (uid === '0' && name === '')) continue;
    const isWork = (view.number('Type') ?? 1) === 1;
    const resource: PlanResource = {
      id: result.resources.length + 1,
      code: view.text('Code') || view.text('Initials') || uid,
      name,
      kind: isWork ? 'labour' : 'material',
      calendarId: calendars.get(view.text('CalendarUID'))?.id ?? null,
      limit: isWork ? (view.number('MaxUnits') ?? 1) : null,
      unit: view.text('MaterialLabel'),
      pricePerUnit: view.number('StandardRate'),
    };
    byUid.set(uid, resource);
    result.resources.push(resource);
    result.resourceViews.push(view);
    result.resourceDetails.push({
      sourceId: uid,
      parentSourceId: null,
      isRole: view.flag('IsGeneric'),
      guid: view.text('GUID') || null,
      rates: ratesOf(view),
    });
  }
  for (const view of root.child('Assignments')?.children('Assignment') ?? []) {
    const item = tasks.byUid.get(view.text('TaskUID'));
    const resource = byUid.get(view.text('ResourceUID'));
    if (!item) view.report('error', 'reference.dangling', 'TaskUID');
    else if (resource) addAssignment(result, view, item.id, resource);
    else if (view.text('ResourceUID') !== NOBODY && view.text('ResourceUID') !== '0')
      view.report('warning', 'reference.dangling', 'ResourceUID');
  }
  return result;
}

function ratesOf(view: ElementView): ResourceDetails['rates'] {
  const rates = view.child('Rates')?.children('Rate') ?? [];
  const maxUnitsPerHour = view.number('MaxUnits');
  // Table 0 is rate table A, the default of assignments.
  const main = rates.filter((rate) => (rate.number('RateTable') ?? 0) === 0);
  if (main.length === 0) return [{ from: null, prices: [view.number('StandardRate')], maxUnitsPerHour }];
  return main.map((rate) => ({ from: rate.date('RatesFrom'), prices: [rate.number('StandardRate')], maxUnitsPerHour }));
}

function addAssignment(result: MspdiResources, view: ElementView, itemId: number, resource: PlanResource): void {
  const hours = (name: string): number => (parseIsoDuration(view.text(name)) ?? 0) / 60;
  const units = view.number('Units') ?? 1;
  const isWork = resource.kind !== 'material';
  const remaining = hours('RemainingWork');
  result.assignments.push({
    id: result.assignments.length + 1,
    itemId,
    resourceId: resource.id,
    plannedUnits: hours('Work'),
    actualUnits: hours('ActualWork'),
    remainingUnits: remaining,
    plannedCost: view.number('Cost') ?? 0,
    actualCost: view.number('ActualCost') ?? 0,
    remainingCost: view.number('RemainingCost') ?? 0,
    remainingMinutes: isWork && units > 0 ? Math.round((remaining / units) * 60) : null,
    lagMinutes: Math.round((view.number('Delay') ?? 0) / 10),
    driving: isWork,
    curve: null,
  });
  result.assignmentViews.push(view);
  result.assignmentDetails.push({
    sourceId: view.text('UID'),
    plannedStart: view.date('Start'),
    plannedFinish: view.date('Finish'),
    actualStart: view.date('ActualStart'),
    actualFinish: view.date('ActualFinish'),
    remainingStart: view.date('Resume'),
    remainingFinish: view.date('Finish'),
    pricePerUnit: null,
    plannedUnitsPerHour: units,
    remainingUnitsPerHour: units,
    curveName: CONTOURS[view.number('WorkContour') ?? 0] || null,
  });
}
