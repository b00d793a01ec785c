import type { PlanCalendar, PlanItem } from '@gantry/domain';
import type { ImportedProject, UnitTotals } from '../../../project-file.ts';
import { shortGuid } from '../../../guid.ts';
import { formatCalendarData } from '../calendar-data.ts';
import type { ProjectKeys, PutRow } from '../model-rows.ts';
import { escapeCell } from '../table-view.ts';
import { assignmentCells, dateCell, flagCell, hoursCell, moneyCell, numberCell, unitCells } from './cells.ts';
import { guidOf } from './keys.ts';
import type { SameRows } from '../same-rows.ts';
import type { KeyBook } from './keys.ts';

/** Rows of a project's calendars; answers with their keys by id. */
export function putCalendars(
  project: ImportedProject,
  projectKey: string,
  isOwn: (sourceId: string | null) => boolean,
  keys: KeyBook,
  put: PutRow,
): Map<number, string> {
  const byId = new Map<number, string>();
  project.plan.calendars.forEach((calendar: PlanCalendar, i) => {
    const sourceId = project.calendarSourceIds[i] ?? null;
    // Calendars that came from the file are one for all its projects; new ones are the project's own.
    const key = keys.keyFor('CALENDAR', sourceId, sourceId ?? `${projectKey} ${calendar.id}`);
    byId.set(calendar.id, key);
    put('CALENDAR', key, {
      clndr_id: key,
      clndr_name: escapeCell(calendar.name),
      ...(isOwn(sourceId) ? { clndr_type: 'CA_Project', proj_id: projectKey } : {}),
      default_flag: flagCell(calendar.isDefault),
      day_hr_cnt: hoursCell(calendar.minutesPerDay),
      week_hr_cnt: hoursCell(calendar.minutesPerWeek),
      month_hr_cnt: hoursCell(calendar.minutesPerMonth),
      year_hr_cnt: hoursCell(calendar.minutesPerYear),
      clndr_data: formatCalendarData(calendar.week, calendar.exceptions),
    });
  });
  return byId;
}

const RESOURCE_TYPE = { labour: 'RT_Labor', equipment: 'RT_Equip', material: 'RT_Mat' } as const;

/** Rows of resources, roles, their rates and units. */
export function putResources(project: ImportedProject, own: ProjectKeys, calendars: Map<number, string>, keys: KeyBook, put: PutRow): void {
  project.plan.resources.forEach((resource, i) => {
    const details = project.resourceDetails[i];
    const isRole = details?.isRole ?? false;
    const table = isRole ? 'ROLES' : 'RSRC';
    const sourceId = details?.sourceId ?? null;
    const identity = sourceId !== null && keys.isKnown(table, sourceId) ? sourceId : `${resource.code} ${resource.name}`;
    const key = keys.keyFor(table, sourceId, identity);
    own.resources.set(resource.id, { table, key });
    const single = resource.pricePerUnit === null ? [] : [{ from: null, prices: [resource.pricePerUnit], maxUnitsPerHour: resource.limit }];
    const rates = details?.rates.length ? details.rates : single;
    if (isRole)
      put(table, key, { role_id: key, role_name: escapeCell(resource.name), role_short_name: escapeCell(resource.code || resource.name) });
    else {
      put(table, key, {
        rsrc_id: key,
        rsrc_name: escapeCell(resource.name || resource.code),
        rsrc_short_name: escapeCell(resource.code || resource.name),
        rsrc_type: RESOURCE_TYPE[resource.kind],
        clndr_id: calendars.get(resource.calendarId ?? -1) ?? '',
        unit_id: putUnit(resource.kind === 'material' ? resource.unit : '', keys, put),
        ...(rates.length === 0 ? { def_qty_per_hr: numberCell(resource.limit) } : {}),
        guid: shortGuid(details?.guid ?? '') || guidOf(`RSRC ${identity}`),
      });
    }
    rates.forEach((rate, n) => {
      const rateTable = isRole ? 'ROLERATE' : 'RSRCRATE';
      const rateKey = `${key} ${n}`;
      const prices = Object.fromEntries(
        rate.prices.map((price, at) => [at === 0 ? 'cost_per_qty' : `cost_per_qty${at + 1}`, numberCell(price)]),
      );
      put(rateTable, rateKey, {
        [isRole ? 'role_rate_id' : 'rsrc_rate_id']: keys.keyFor(rateTable, null, rateKey),
        [isRole ? 'role_id' : 'rsrc_id']: key,
        max_qty_per_hr: numberCell(rate.maxUnitsPerHour),
        start_date: dateCell(rate.from ?? project.plan.options.projectStart ?? project.plan.options.dataDate),
        ...prices,
      });
    });
  });
}

function putUnit(unit: string, keys: KeyBook, put: PutRow): string {
  if (unit === '') return '';
  const key = keys.keyByName('UMEASURE', 'unit_abbrev', unit);
  put('UMEASURE', key, { unit_id: key, unit_abbrev: escapeCell(unit), unit_name: escapeCell(unit) });
  return key;
}

/** Rows of assignments, their curves and the sums of units on their activities. */
export function putAssignments(project: ImportedProject, own: ProjectKeys, keys: KeyBook, same: SameRows, put: PutRow): void {
  const items = new Map(project.plan.items.map((item) => [item.id, item]));
  const kinds = new Map(project.plan.resources.map((resource) => [resource.id, RESOURCE_TYPE[resource.kind]]));
  const sums = new Map<string, { labour: UnitTotals; equipment: UnitTotals }>();
  project.plan.assignments.forEach((assignment, i) => {
    const taskKey = own.tasks.get(assignment.itemId);
    const resource = own.resources.get(assignment.resourceId);
    const item = items.get(assignment.itemId);
    if (taskKey === undefined || !resource || !item) return;
    const details = project.assignmentDetails[i];
    const kind = kinds.get(assignment.resourceId) ?? 'RT_Labor';
    const known = same.assignments.has(assignment.id) ? keys.takeKey('TASKRSRC', details.sourceId) : null;
    if (known === null) putAssignment(i, taskKey, resource, item, kind);
    else own.assignments.set(assignment.id, known);
    if (!same.unitsOf(assignment.itemId)) return;
    if (kind === 'RT_Mat') return;
    const sum = sums.get(taskKey) ?? {
      labour: { planned: 0, actual: 0, remaining: 0 },
      equipment: { planned: 0, actual: 0, remaining: 0 },
    };
    sums.set(taskKey, sum);
    const totals = kind === 'RT_Equip' ? sum.equipment : sum.labour;
    totals.planned += assignment.plannedUnits;
    totals.actual += assignment.actualUnits;
    totals.remaining += assignment.remainingUnits;
  });
  for (const [taskKey, { labour, equipment }] of sums) put('#UNITS', taskKey, unitCells(labour, equipment));

  function putAssignment(
    i: number,
    taskKey: string,
    resource: { table: 'RSRC' | 'ROLES'; key: string },
    item: PlanItem,
    kind: string,
  ): void {
    const assignment = project.plan.assignments[i];
    const details = project.assignmentDetails[i];
    const key = keys.keyFor('TASKRSRC', details.sourceId || null, `${own.project} ${assignment.id}`);
    own.assignments.set(assignment.id, key);
    const cells = assignmentCells(assignment, details, kind, item);
    put('TASKRSRC', key, {
      taskrsrc_id: key,
      task_id: taskKey,
      proj_id: own.project,
      ...(resource.table === 'RSRC' ? { rsrc_id: resource.key } : { role_id: resource.key, cost_per_qty_source_type: 'ST_Role' }),
      ...cells,
      act_ot_qty: '0',
      act_ot_cost: moneyCell(0),
      curv_id: putCurve(assignment.curve, details.curveName, keys, put),
      ...(keys.isKnown('TASKRSRC', key) ? {} : { guid: guidOf(`TASKRSRC ${own.project} ${key}`) }),
    });
  }
}

function putCurve(curve: number[] | null, name: string | null, keys: KeyBook, put: PutRow): string {
  if (!curve) return '';
  const label = name ?? 'Curve';
  const key = keys.keyByName('RSRCCURVDATA', 'curv_name', label);
  const points = Object.fromEntries(curve.map((point, i) => [`pct_usage_${i}`, numberCell(point - (curve[i - 1] ?? 0))]));
  put('RSRCCURVDATA', key, { curv_id: key, curv_name: escapeCell(label), ...points });
  return key;
}
