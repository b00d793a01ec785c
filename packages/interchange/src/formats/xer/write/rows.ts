import type { PlanItem } from '@gantry/domain';
import type { Findings } from '../../../findings.ts';
import type { ImportedProject, ProjectFile } from '../../../project-file.ts';
import { shortGuid } from '../../../guid.ts';
import type { ModelRows, ProjectKeys, PutRow } from '../model-rows.ts';
import { escapeCell } from '../table-view.ts';
import { flagCell, optionCells, projectCells, relationCells, taskCells } from './cells.ts';
import { attributeRows } from './attributes.ts';
import type { SameRows } from '../same-rows.ts';
import { guidOf } from './keys.ts';
import type { KeyBook } from './keys.ts';
import { noteRows } from './notes.ts';
import { putAssignments, putCalendars, putResources } from './resources.ts';

/** Turns a project file into rows, the same way for the file as it came and as it is now; rows that are the same in both are left out. */
export function rowsOfModel(file: ProjectFile, keys: KeyBook, same: SameRows, findings: Findings): ModelRows {
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
    putItems(project, own, { keys: calendarKeys, main: defaultCalendar }, keys, same, put, findings);
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
    putRelations(project, own, keys, same, put, findings);
    putAssignments(project, own, keys, same, put);
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

function putItems(
  project: ImportedProject,
  own: ProjectKeys,
  calendars: { keys: Map<number, string>; main: string },
  keys: KeyBook,
  same: SameRows,
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
        ...(keys.isKnown('PROJWBS', key) ? {} : { guid: shortGuid(details.guid ?? '') || guidOf(`PROJWBS ${own.project} ${key}`) }),
      });
      return;
    }
    if (item.type === 'draft') {
      drafts++;
      return;
    }
    const known = same.tasks.has(item.id) ? keys.takeKey('TASK', details.sourceId) : null;
    if (known !== null) {
      own.tasks.set(item.id, known);
      uniqueCode(escapeCell(item.code) || `A${1000 + i}`, codes);
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
      clndr_id: calendars.keys.get(item.calendarId ?? -1) ?? calendars.main,
      rsrc_id: primary?.table === 'RSRC' ? primary.key : '',
      ...(keys.isKnown('TASK', key) || details.guid ? {} : { guid: guidOf(`TASK ${own.project} ${key}`) }),
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

function putRelations(project: ImportedProject, own: ProjectKeys, keys: KeyBook, same: SameRows, put: PutRow, findings: Findings): void {
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
    if (same.relations.has(relation.id)) return;
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
