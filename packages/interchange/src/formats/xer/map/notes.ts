import type { Expense, Note, Step } from '../../../project-file.ts';
import { plainText } from '../../../text/plain-text.ts';
import type { XerNetwork } from './items.ts';
import type { Tables, TableView } from '../table-view.ts';

/** Notebooks, steps and expenses of one project. */
export type XerNotes = { notes: Note[]; steps: Step[]; expenses: Expense[] };

/** Maps TASKMEMO, WBSMEMO, PROJMEMO, TASKNOTE (before version 7), TASKPROC and PROJCOST. */
export function mapNotes(tables: Tables, projectKeys: readonly string[], network: XerNetwork): Map<string, XerNotes> {
  const result = new Map<string, XerNotes>(projectKeys.map((key) => [key, { notes: [], steps: [], expenses: [] }]));
  const topics = namesOf(tables.view('MEMOTYPE'), 'memo_type_id', 'memo_type');
  const costTypes = namesOf(tables.view('COSTTYPE'), 'cost_type_id', 'cost_type');
  const addNotes = (table: string, keyField: string, textField: string, places: XerNetwork['tasks']): void => {
    const view = tables.view(table);
    for (let row = 0; row < view.rowCount; row++) {
      const place = places.get(view.text(row, keyField));
      if (!place) {
        view.report('warning', 'reference.dangling', row, keyField);
        continue;
      }
      const text = plainText(view.text(row, textField));
      if (text !== '')
        result.get(place.projectKey)!.notes.push({
          itemId: place.item.id,
          sourceId: view.text(row, 'memo_id') || null,
          topic: topics.get(view.text(row, 'memo_type_id')) ?? '',
          text,
        });
    }
  };
  addNotes('TASKMEMO', 'task_id', 'task_memo', network.tasks);
  addNotes('TASKNOTE', 'task_id', 'task_notes', network.tasks);
  addNotes('WBSMEMO', 'wbs_id', 'wbs_memo', network.wbs);
  const projectMemos = tables.view('PROJMEMO');
  for (let row = 0; row < projectMemos.rowCount; row++) {
    const text = plainText(projectMemos.text(row, 'proj_memo'));
    const sourceId = projectMemos.text(row, 'memo_id') || null;
    result
      .get(projectMemos.text(row, 'proj_id'))
      ?.notes.push({ itemId: null, sourceId, topic: topics.get(projectMemos.text(row, 'memo_type_id')) ?? '', text });
  }
  mapSteps(tables.view('TASKPROC'), network, result);
  mapExpenses(tables.view('PROJCOST'), network, costTypes, result);
  return result;
}

function namesOf(view: TableView, keyField: string, nameField: string): Map<string, string> {
  const names = new Map<string, string>();
  for (let row = 0; row < view.rowCount; row++) names.set(view.text(row, keyField), view.text(row, nameField));
  return names;
}

function mapSteps(view: TableView, network: XerNetwork, result: Map<string, XerNotes>): void {
  for (let row = 0; row < view.rowCount; row++) {
    const place = network.tasks.get(view.text(row, 'task_id'));
    if (!place) {
      view.report('warning', 'reference.dangling', row, 'task_id');
      continue;
    }
    const completed = view.flag(row, 'complete_flag');
    result.get(place.projectKey)!.steps.push({
      itemId: place.item.id,
      sourceId: view.text(row, 'proc_id') || null,
      name: view.text(row, 'proc_name'),
      weight: view.number(row, 'proc_wt') ?? 1,
      progress: completed ? 1 : (view.number(row, 'complete_pct') ?? 0) / 100,
      completed,
    });
  }
}

function mapExpenses(view: TableView, network: XerNetwork, costTypes: Map<string, string>, result: Map<string, XerNotes>): void {
  for (let row = 0; row < view.rowCount; row++) {
    const place = network.tasks.get(view.text(row, 'task_id'));
    if (!place) {
      view.report('warning', 'reference.dangling', row, 'task_id');
      continue;
    }
    result.get(place.projectKey)!.expenses.push({
      itemId: place.item.id,
      sourceId: view.text(row, 'cost_item_id') || null,
      name: view.text(row, 'cost_name'),
      category: costTypes.get(view.text(row, 'cost_type_id')) ?? null,
      plannedCost: view.number(row, 'target_cost') ?? 0,
      actualCost: view.number(row, 'act_cost') ?? 0,
      remainingCost: view.number(row, 'remain_cost') ?? 0,
    });
  }
}
