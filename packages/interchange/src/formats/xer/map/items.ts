import type { PlanItem } from '@gantry/domain';
import { NOTHING_STORED, PLAIN_DETAILS, blankItem } from '../../../blank.ts';
import type { Findings } from '../../../findings.ts';
import type { ItemDetails, StoredItem } from '../../../project-file.ts';
import type { XerCalendars } from './calendars.ts';
import { storedOf, taskDetails, taskItem } from './tasks.ts';
import { indexBy } from '../table-view.ts';
import type { Tables, TableView } from '../table-view.ts';

/** Items of one project in preorder, with what runs parallel to them. */
export type XerItems = { items: PlanItem[]; details: ItemDetails[]; stored: StoredItem[] };

/** Where a key of the file ended up. */
export type ItemPlace = { projectKey: string; item: PlanItem };

/** Items of all projects. */
export type XerNetwork = {
  byProject: Map<string, XerItems>;
  tasks: Map<string, ItemPlace>;
  wbs: Map<string, ItemPlace>;
};

/** Maps PROJWBS and TASK of all projects to items in preorder: WBS nodes by their order, activities below them by code. */
export function mapItems(tables: Tables, projectKeys: readonly string[], calendars: XerCalendars, findings: Findings): XerNetwork {
  const tasks = tables.view('TASK');
  const wbs = tables.view('PROJWBS');
  const taskRows = indexBy(tasks, 'task_id');
  const wbsRows = indexBy(wbs, 'wbs_id');
  const network: XerNetwork = { byProject: new Map(), tasks: new Map(), wbs: new Map() };
  const tree = new Map<string, { nodes: Map<string, string[]>; tasks: Map<string, string[]> }>();
  for (const key of projectKeys) tree.set(key, { nodes: new Map(), tasks: new Map() });
  const push = (map: Map<string, string[]>, key: string, value: string): void => {
    const list = map.get(key);
    if (list) list.push(value);
    else map.set(key, [value]);
  };
  for (const [key, row] of wbsRows) {
    const branch = tree.get(wbs.text(row, 'proj_id'));
    if (!branch) continue;
    const parent = wbs.text(row, 'parent_wbs_id');
    const parentRow = wbsRows.get(parent);
    const isRoot =
      wbs.flag(row, 'proj_node_flag') ||
      parent === '' ||
      parentRow === undefined ||
      wbs.text(parentRow, 'proj_id') !== wbs.text(row, 'proj_id');
    if (isRoot && parentRow === undefined && parent !== '' && wbs.has('proj_node_flag') && !wbs.flag(row, 'proj_node_flag')) {
      wbs.report('warning', 'reference.dangling', row, 'parent_wbs_id');
    }
    push(branch.nodes, isRoot ? '' : parent, key);
  }
  for (const [key, row] of taskRows) {
    const branch = tree.get(tasks.text(row, 'proj_id'));
    if (!branch) {
      tasks.report('error', 'reference.dangling', row, 'proj_id');
      continue;
    }
    const parent = tasks.text(row, 'wbs_id');
    if (!wbsRows.has(parent) && (parent !== '' || wbs.rowCount > 0)) tasks.report('warning', 'reference.dangling', row, 'wbs_id');
    push(branch.tasks, wbsRows.has(parent) ? parent : '', key);
  }

  let id = 0;
  for (const projectKey of projectKeys) {
    const branch = tree.get(projectKey)!;
    const built: XerItems = { items: [], details: [], stored: [] };
    network.byProject.set(projectKey, built);
    const placed = new Set<string>();
    const addTasks = (wbsKey: string, parentId: number | null): void => {
      const keys = branch.tasks.get(wbsKey) ?? [];
      const coded = keys.map((key) => ({ key, code: tasks.text(taskRows.get(key)!, 'task_code') }));
      coded.sort((a, b) => (a.code < b.code ? -1 : a.code > b.code ? 1 : 0));
      for (const { key } of coded) {
        const row = taskRows.get(key)!;
        const item = taskItem(tasks, row, ++id, parentId, calendars);
        built.items.push(item);
        built.details.push(taskDetails(tasks, row, key));
        built.stored.push(storedOf(tasks, row));
        network.tasks.set(key, { projectKey, item });
      }
      branch.tasks.delete(wbsKey);
    };
    const addNodes = (roots: string[], rootParent: number | null): void => {
      const bySequence = (a: string, b: string): number =>
        (wbs.number(wbsRows.get(b)!, 'seq_num') ?? 0) - (wbs.number(wbsRows.get(a)!, 'seq_num') ?? 0) || wbsRows.get(b)! - wbsRows.get(a)!;
      const stack = [...roots].sort(bySequence).map((key) => ({ key, parentId: rootParent }));
      for (let next = stack.pop(); next; next = stack.pop()) {
        if (placed.has(next.key)) continue;
        placed.add(next.key);
        const row = wbsRows.get(next.key)!;
        const item = wbsItem(wbs, row, ++id, next.parentId);
        built.items.push(item);
        built.details.push(wbsDetails(wbs, row, next.key));
        built.stored.push({ ...NOTHING_STORED });
        network.wbs.set(next.key, { projectKey, item });
        addTasks(next.key, item.id);
        for (const key of [...(branch.nodes.get(next.key) ?? [])].sort(bySequence)) stack.push({ key, parentId: item.id });
      }
    };
    addNodes(branch.nodes.get('') ?? [], null);
    const rootId = built.items[0]?.type === 'sum' ? built.items[0].id : null;
    for (const keys of branch.nodes.values()) {
      const lost = keys.filter((key) => !placed.has(key));
      if (lost.length === 0) continue;
      const row = wbsRows.get(lost[0])!;
      findings.add({
        severity: 'error',
        code: 'wbs.ring',
        line: wbs.line(row),
        table: 'PROJWBS',
        field: 'parent_wbs_id',
        parameters: { path: cycleOf(lost[0]) },
      });
      addNodes([lost[0]], rootId);
    }
    addTasks('', rootId);
    for (const [wbsKey, keys] of branch.tasks) {
      for (const key of keys) tasks.report('warning', 'task.wbs_of_other_project', taskRows.get(key)!, 'wbs_id');
      addTasks(wbsKey, rootId);
    }
  }
  return network;

  function cycleOf(start: string): string[] {
    const path: string[] = [];
    const seen = new Set<string>();
    for (let key = start; !seen.has(key) && wbsRows.has(key); key = wbs.text(wbsRows.get(key)!, 'parent_wbs_id')) {
      seen.add(key);
      path.push(wbs.text(wbsRows.get(key)!, 'wbs_short_name') || key);
    }
    return [...path, path[0]];
  }
}

function wbsItem(view: TableView, row: number, id: number, parentId: number | null): PlanItem {
  return { ...blankItem(id, parentId, 'sum'), code: view.text(row, 'wbs_short_name'), name: view.text(row, 'wbs_name') };
}

function wbsDetails(view: TableView, row: number, key: string): ItemDetails {
  return { ...PLAIN_DETAILS, sourceId: key, sourceTable: 'PROJWBS', guid: view.text(row, 'guid') || null };
}
