import type { Minute, PlanAssignment, PlanResource } from '@gantry/domain';
import type { AssignmentDetails, ResourceDetails } from '../../../project-file.ts';
import type { XerCalendars } from './calendars.ts';
import type { XerNetwork } from './items.ts';
import { indexBy } from '../table-view.ts';
import type { Tables, TableView } from '../table-view.ts';
import { wordTable } from '../../../text/word-table.ts';

/** Resources of the file (roles among them) and the assignments of every project. */
export type XerResources = {
  /** By key: `R` + rsrc_id or `O` + role_id. */
  byKey: Map<string, { resource: PlanResource; details: ResourceDetails }>;
  byProject: Map<string, { assignments: PlanAssignment[]; details: AssignmentDetails[] }>;
};

const KINDS = wordTable<PlanResource['kind']>({ RT_Labor: 'labour', RT_Equip: 'equipment', RT_Mat: 'material' });

/** Maps RSRC, ROLES, their rates, curves and TASKRSRC. */
export function mapResources(tables: Tables, projectKeys: readonly string[], network: XerNetwork, calendars: XerCalendars): XerResources {
  const byKey: XerResources['byKey'] = new Map();
  const resources = tables.view('RSRC');
  const roles = tables.view('ROLES');
  const units = unitsOf(tables);
  const rates = ratesOf(tables.view('RSRCRATE'), 'rsrc_id');
  const roleRates = ratesOf(tables.view('ROLERATE'), 'role_id');
  let id = 0;
  for (const [key, row] of indexBy(resources, 'rsrc_id')) {
    const kindWord = resources.text(row, 'rsrc_type');
    const calendarKey = resources.text(row, 'clndr_id');
    const calendar = calendars.byKey.get(calendarKey);
    if (calendarKey !== '' && !calendar) resources.report('warning', 'reference.dangling', row, 'clndr_id');
    const ownRates = rates.get(key) ?? [];
    byKey.set(`R${key}`, {
      resource: {
        id: ++id,
        code: resources.text(row, 'rsrc_short_name'),
        name: resources.text(row, 'rsrc_name'),
        kind: KINDS[kindWord] ?? 'labour',
        calendarId: calendar?.id ?? null,
        limit: ownRates.at(-1)?.maxUnitsPerHour ?? resources.number(row, 'def_qty_per_hr'),
        unit: units.get(resources.text(row, 'unit_id')) ?? '',
        pricePerUnit: ownRates.at(-1)?.prices[0] ?? null,
      },
      details: {
        sourceId: key,
        parentSourceId: resources.text(row, 'parent_rsrc_id') || null,
        isRole: false,
        guid: resources.text(row, 'guid') || null,
        rates: ownRates,
      },
    });
    if (kindWord !== '' && !KINDS[kindWord]) resources.report('warning', 'enumeration.unknown', row, 'rsrc_type', { used: 'RT_Labor' });
  }
  for (const [key, row] of indexBy(roles, 'role_id')) {
    const ownRates = roleRates.get(key) ?? [];
    byKey.set(`O${key}`, {
      resource: {
        id: ++id,
        code: roles.text(row, 'role_short_name'),
        name: roles.text(row, 'role_name'),
        kind: 'labour',
        calendarId: null,
        limit: ownRates.at(-1)?.maxUnitsPerHour ?? null,
        unit: '',
        pricePerUnit: ownRates.at(-1)?.prices[0] ?? null,
      },
      details: { sourceId: key, parentSourceId: roles.text(row, 'parent_role_id') || null, isRole: true, guid: null, rates: ownRates },
    });
  }
  return { byKey, byProject: mapAssignments(tables, projectKeys, network, byKey) };
}

function unitsOf(tables: Tables): Map<string, string> {
  const view = tables.view('UMEASURE');
  const units = new Map<string, string>();
  for (let row = 0; row < view.rowCount; row++) units.set(view.text(row, 'unit_id'), view.text(row, 'unit_abbrev'));
  return units;
}

function ratesOf(view: TableView, ownerField: string): Map<string, ResourceDetails['rates']> {
  const rates = new Map<string, ResourceDetails['rates']>();
  for (let row = 0; row < view.rowCount; row++) {
    const owner = view.text(row, ownerField);
    const list = rates.get(owner) ?? [];
    const prices = ['cost_per_qty', 'cost_per_qty2', 'cost_per_qty3', 'cost_per_qty4', 'cost_per_qty5'].map((field) =>
      view.number(row, field),
    );
    list.push({ from: view.date(row, 'start_date'), prices, maxUnitsPerHour: view.number(row, 'max_qty_per_hr') });
    rates.set(owner, list);
  }
  for (const list of rates.values()) list.sort((a, b) => (a.from ?? -Infinity) - (b.from ?? -Infinity));
  return rates;
}

function curvesOf(tables: Tables): Map<string, { name: string; points: number[] }> {
  const view = tables.view('RSRCCURVDATA');
  const curves = new Map<string, { name: string; points: number[] }>();
  for (let row = 0; row < view.rowCount; row++) {
    let total = 0;
    const points = Array.from({ length: 21 }, (_, i) => (total += view.number(row, `pct_usage_${i}`) ?? 0));
    if (Math.abs(total - 100) > 0.5) view.report('warning', 'curve.not_hundred', row, 'curv_name', { total });
    curves.set(view.text(row, 'curv_id'), { name: view.text(row, 'curv_name'), points });
  }
  return curves;
}

function mapAssignments(
  tables: Tables,
  projectKeys: readonly string[],
  network: XerNetwork,
  resources: XerResources['byKey'],
): XerResources['byProject'] {
  const view = tables.view('TASKRSRC');
  const curves = curvesOf(tables);
  const byProject: XerResources['byProject'] = new Map(projectKeys.map((key) => [key, { assignments: [], details: [] }]));
  let id = 0;
  for (const [key, row] of indexBy(view, 'taskrsrc_id')) {
    const place = network.tasks.get(view.text(row, 'task_id'));
    if (!place) {
      view.report('error', 'reference.dangling', row, 'task_id');
      continue;
    }
    const resourceKey = view.text(row, 'rsrc_id');
    const roleKey = view.text(row, 'role_id');
    const resource = resources.get(`R${resourceKey}`) ?? (resourceKey === '' ? resources.get(`O${roleKey}`) : undefined);
    if (!resource) {
      view.report('warning', 'reference.dangling', row, resourceKey === '' ? 'role_id' : 'rsrc_id');
      continue;
    }
    const amount = (field: string): number => view.number(row, field) ?? 0;
    const date = (field: string): Minute | null => view.date(row, field);
    const curveKey = view.text(row, 'curv_id');
    const curve = curves.get(curveKey);
    if (curveKey !== '' && !curve) view.report('info', 'curve.not_in_file', row, 'curv_id');
    const rate = amount('remain_qty_per_hr');
    const isStarted = place.item.status !== 'not_started';
    const lag = view.minutes(row, isStarted ? 'relag_drtn_hr_cnt' : 'target_lag_drtn_hr_cnt');
    const target = byProject.get(place.projectKey)!;
    target.assignments.push({
      id: ++id,
      itemId: place.item.id,
      resourceId: resource.resource.id,
      plannedUnits: amount('target_qty'),
      actualUnits: amount('act_reg_qty') + amount('act_ot_qty'),
      remainingUnits: amount('remain_qty'),
      plannedCost: amount('target_cost'),
      actualCost: amount('act_reg_cost') + amount('act_ot_cost'),
      remainingCost: amount('remain_cost'),
      remainingMinutes: rate > 0 && resource.resource.kind !== 'material' ? Math.round((amount('remain_qty') / rate) * 60) : null,
      lagMinutes: lag ?? 0,
      driving: resource.resource.kind !== 'material' && view.text(row, 'rollup_dates_flag') !== 'N',
      curve: curve?.points ?? null,
    });
    target.details.push({
      sourceId: key,
      plannedStart: date('target_start_date'),
      plannedFinish: date('target_end_date'),
      actualStart: date('act_start_date'),
      actualFinish: date('act_end_date'),
      remainingStart: date('restart_date'),
      remainingFinish: date('reend_date'),
      pricePerUnit: view.number(row, 'cost_per_qty'),
      plannedUnitsPerHour: view.number(row, 'target_qty_per_hr'),
      remainingUnitsPerHour: view.number(row, 'remain_qty_per_hr'),
      curveName: curve?.name ?? null,
    });
  }
  return byProject;
}
