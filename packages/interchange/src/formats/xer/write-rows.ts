import type { PlanCalendar, PlanItem } from '@gantry/domain';
import type { Findings } from '../../findings.ts';
import type { ImportedProject, ProjectFile, UnitTotals } from '../../project-file.ts';
import { shortGuid } from '../../guid.ts';
import { formatCalendarData } from './calendar-data.ts';
import { escapeCell } from './table-view.ts';
import {
  assignmentCells,
  flagCell,
  hoursCell,
  moneyCell,
  numberCell,
  dateCell,
  optionCells,
  projectCells,
  relationCells,
  taskCells,
  unitCells,
} from './write-cells.ts';
import type { Cells } from './write-cells.ts';
import { attributeRows } from './write-attributes.ts';
import { guidOf } from './write-keys.ts';
import type { KeyBook } from './write-keys.ts';
import { noteRows } from './write-notes.ts';

/** Rows that a model asks for: table → key of the row → cells. */
export type ModelRows = Map<string, Map<string, Cells>>;

/** Puts a row into the rows of a model. */
export type PutRow = (table: string, key: string, cells: Cells) => void;

/** Keys of one project's things while its rows are written. */
export type ProjectKeys = {
  project: string;
  /** Keys of WBS rows and of activities by item id; an item is in one of the two or left out. */
  wbs: Map<number, string>;
  tasks: Map<number, string>;
  resources: Map<number, { table: 'RSRC' | 'ROLES'; key: string }>;
  assignments: Map<number, string>;
};

/** Turns a project file into rows, the same way for the file as it came and as it is now. */
export function rowsOfModel(file: ProjectFile, keys: KeyBook, findings: Findings): ModelRows {
  const rows: ModelRows = new Map();
  const put: PutRow = (table, key, cells) => {
    let known = rows.get(table);
    if (!known) rows.set(table, (known = new Map()));
    known.set(key, cells);
  };
  const tasks = new Map<number, { project: string; key: string }>();
  const uses = new Map<string | null, number>();
  for (const { calendarSourceIds } of file.projects) for (const id of calendarSourceIds) uses.set(id, (uses.get(id) ?? 0) + 1);
  file.projects.forEach((project, index) => {
    const projectKey = keys.keyFor('PROJECT', project.sourceId, `project ${index}`);
    const isOwn = (sourceId: string | null): boolean => file.projects.length > 1 && (sourceId === null || uses.get(sourceId) === 1);
    const calendarKeys = putCalendars(project, projectKey, isOwn, keys, put);
    const own: ProjectKeys = { project: projectKey, wbs: new Map(), tasks: new Map(), resources: new Map(), assignments: new Map() };
    const defaultCalendar = calendarKeys.get(project.plan.options.defaultCalendarId ?? -1) ?? calendarKeys.values().next().value ?? '';
    putResources(project, own, calendarKeys, keys, put);
    putItems(project, own, defaultCalendar, calendarKeys, keys, put, findings);
    put('PROJECT', projectKey, {
      proj_id: projectKey,
      proj_short_name: escapeCell(project.code || `PROJECT-${index + 1}`),
      clndr_id: defaultCalendar,
      ...(project.baselineOf ? { orig_proj_id: project.baselineOf } : {}),
      guid: guidOf(`PROJECT ${projectKey} ${project.code}`),
      ...projectCells(project.plan.options),
    });
    const endItem = project.plan.options.floatPaths?.endItemId;
    put('SCHEDOPTIONS', projectKey, {
      schedoptions_id: keys.keyFor('SCHEDOPTIONS', null, projectKey),
      proj_id: projectKey,
      ...optionCells(project.plan.options),
      ...(endItem ? { key_activity_for_multiple_longest_paths: own.tasks.get(endItem) ?? '' } : {}),
    });
    putRelations(project, own, keys, put, findings);
    putAssignments(project, own, keys, put);
    attributeRows(project, own, keys, put, findings);
    noteRows(project, own, keys, put);
    for (const [itemId, key] of own.tasks) tasks.set(itemId, { project: projectKey, key });
  });
  putCrossRelations(file, tasks, keys, put, findings);
  return rows;
}

function putCrossRelations(
  file: ProjectFile,
  tasks: Map<number, { project: string; key: string }>,
  keys: KeyBook,
  put: PutRow,
  findings: Findings,
): void {
  let outside = 0;
  file.crossRelations.forEach((relation, i) => {
    const from = tasks.get(relation.predecessor.itemId ?? -1);
    const to = tasks.get(relation.successor.itemId ?? -1);
    if (!from || !to) {
      outside++;
      return;
    }
    const cells = relationCells(relation, relation.stored);
    const identity = `${from.key}>${to.key}:${cells.pred_type}#1`;
    put('TASKPRED', identity, {
      task_pred_id: keys.keyFor('TASKPRED', null, `cross ${i}`),
      task_id: to.key,
      pred_task_id: from.key,
      proj_id: to.project,
      pred_proj_id: from.project,
      ...cells,
    });
  });
  if (outside > 0 && file.source?.kind !== 'tables')
    findings.add({ severity: 'warning', code: 'export.outside_relations_lost', parameters: { count: outside } });
}

function putCalendars(
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

function putResources(project: ImportedProject, own: ProjectKeys, calendars: Map<number, string>, keys: KeyBook, put: PutRow): void {
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

function putItems(
  project: ImportedProject,
  own: ProjectKeys,
  defaultCalendar: string,
  calendars: Map<number, string>,
  keys: KeyBook,
  put: PutRow,
  findings: Findings,
): void {
  const { items } = project.plan;
  const parents = new Set(items.map((item) => item.parentId));
  const isNode = (item: PlanItem): boolean => item.type === 'sum' || parents.has(item.id);
  const roots = items.filter((item) => item.parentId === null && (isNode(item) || item.type !== 'draft'));
  const root = roots.length === 1 && isNode(roots[0]) ? roots[0] : null;
  const obsKey = keys.firstKey('OBS') ?? keys.keyFor('OBS', null, 'root');
  if (!keys.isKnown('OBS', obsKey)) put('OBS', obsKey, { obs_id: obsKey, obs_name: 'Enterprise', guid: guidOf('OBS') });
  let rootKey = '';
  if (!root) {
    rootKey = keys.keyFor('PROJWBS', null, `${own.project} root`);
    put('PROJWBS', rootKey, {
      wbs_id: rootKey,
      proj_id: own.project,
      obs_id: obsKey,
      proj_node_flag: 'Y',
      wbs_short_name: escapeCell(project.code || project.name),
      wbs_name: escapeCell(project.name || project.code),
      guid: guidOf(`PROJWBS ${own.project} root`),
    });
  }
  const siblings = new Map<number | null, string[]>();
  const codes = new Set<string>();
  let drafts = 0;
  let renamed = 0;
  items.forEach((item, i) => {
    const details = project.details[i];
    const parentKey = item.parentId === null ? rootKey : own.wbs.get(item.parentId)!;
    if (isNode(item)) {
      const key = keys.keyFor('PROJWBS', details.sourceTable === 'PROJWBS' ? details.sourceId : null, `${own.project} ${item.id}`);
      own.wbs.set(item.id, key);
      const order = siblings.get(item.parentId) ?? [];
      siblings.set(item.parentId, order);
      order.push(key);
      put('PROJWBS', key, {
        wbs_id: key,
        proj_id: own.project,
        obs_id: obsKey,
        parent_wbs_id: item === root ? '' : parentKey,
        proj_node_flag: flagCell(item === root),
        seq_num: String(order.length * 100),
        wbs_short_name: escapeCell(item.code || String(order.length)),
        wbs_name: escapeCell(item.name || item.code),
        guid: shortGuid(details.guid ?? '') || guidOf(`PROJWBS ${own.project} ${key}`),
      });
      return;
    }
    if (item.type === 'draft') {
      drafts++;
      return;
    }
    const key = keys.keyFor('TASK', details.sourceTable === 'TASK' ? details.sourceId : null, `${own.project} ${item.id}`);
    own.tasks.set(item.id, key);
    const cells = taskCells(item, details, project.stored.items[i]);
    const code = uniqueCode(cells.task_code || `A${1000 + i}`, codes);
    if (code !== cells.task_code && details.sourceTable !== 'TASK') renamed++;
    const primary = own.resources.get(details.primaryResourceId ?? -1);
    put('TASK', key, {
      task_id: key,
      proj_id: own.project,
      wbs_id: parentKey,
      clndr_id: calendars.get(item.calendarId ?? -1) ?? defaultCalendar,
      rsrc_id: primary?.table === 'RSRC' ? primary.key : '',
      guid: guidOf(`TASK ${own.project} ${key}`),
      ...cells,
      task_code: details.sourceTable === 'TASK' ? cells.task_code : code,
    });
  });
  if (drafts > 0) findings.add({ severity: 'info', code: 'export.drafts_left_out', parameters: { count: drafts, project: project.code } });
  if (renamed > 0)
    findings.add({ severity: 'info', code: 'export.codes_made_unique', parameters: { count: renamed, project: project.code } });
  for (const [parentId, order] of siblings) {
    // The order is written anew only where it is no longer the order of the file.
    const parentKey = parentId === null ? rootKey : own.wbs.get(parentId)!;
    put('#ORDER', `${own.project} ${parentKey}`, { order: order.join(' ') });
  }
}

function uniqueCode(code: string, taken: Set<string>): string {
  let unique = code;
  for (let n = 2; taken.has(unique); n++) unique = `${code}-${n}`;
  taken.add(unique);
  return unique;
}

function putRelations(project: ImportedProject, own: ProjectKeys, keys: KeyBook, put: PutRow, findings: Findings): void {
  const seen = new Map<string, number>();
  let onNodes = 0;
  let ownLags = 0;
  project.plan.relations.forEach((relation, i) => {
    const from = own.tasks.get(relation.predecessorId);
    const to = own.tasks.get(relation.successorId);
    if (from === undefined || to === undefined) {
      onNodes++;
      return;
    }
    if (relation.lagCalendar !== null && relation.lagCalendar !== project.plan.options.lagCalendar && relation.lagMinutes !== 0) ownLags++;
    const cells = relationCells(relation, project.stored.relations[i]);
    const pair = `${from}>${to}:${cells.pred_type}`;
    const count = (seen.get(pair) ?? 0) + 1;
    seen.set(pair, count);
    put('TASKPRED', `${pair}#${count}`, {
      task_pred_id: keys.keyFor('TASKPRED', null, `${pair}#${count}`),
      task_id: to,
      pred_task_id: from,
      proj_id: own.project,
      pred_proj_id: own.project,
      ...cells,
    });
  });
  if (onNodes > 0)
    findings.add({
      severity: 'warning',
      code: 'export.relations_of_summaries_lost',
      parameters: { count: onNodes, project: project.code },
    });
  if (ownLags > 0)
    findings.add({ severity: 'warning', code: 'export.lag_calendars_lost', parameters: { count: ownLags, project: project.code } });
}

function putAssignments(project: ImportedProject, own: ProjectKeys, keys: KeyBook, put: PutRow): void {
  const items = new Map(project.plan.items.map((item) => [item.id, item]));
  const kinds = new Map(project.plan.resources.map((resource) => [resource.id, RESOURCE_TYPE[resource.kind]]));
  const sums = new Map<string, { labour: UnitTotals; equipment: UnitTotals }>();
  project.plan.assignments.forEach((assignment, i) => {
    const taskKey = own.tasks.get(assignment.itemId);
    const resource = own.resources.get(assignment.resourceId);
    const item = items.get(assignment.itemId);
    if (taskKey === undefined || !resource || !item) return;
    const details = project.assignmentDetails[i];
    const key = keys.keyFor('TASKRSRC', details.sourceId || null, `${own.project} ${assignment.id}`);
    own.assignments.set(assignment.id, key);
    const kind = kinds.get(assignment.resourceId) ?? 'RT_Labor';
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
      guid: guidOf(`TASKRSRC ${own.project} ${key}`),
    });
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
}

function putCurve(curve: number[] | null, name: string | null, keys: KeyBook, put: PutRow): string {
  if (!curve) return '';
  const label = name ?? 'Curve';
  const key = keys.keyByName('RSRCCURVDATA', 'curv_name', label);
  const points = Object.fromEntries(curve.map((point, i) => [`pct_usage_${i}`, numberCell(point - (curve[i - 1] ?? 0))]));
  put('RSRCCURVDATA', key, { curv_id: key, curv_name: escapeCell(label), ...points });
  return key;
}
