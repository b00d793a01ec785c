import type { ImportedProject } from '../../../project-file.ts';
import type { ProjectKeys, PutRow } from '../model-rows.ts';
import { escapeCell } from '../table-view.ts';
import { flagCell, moneyCell, numberCell } from './cells.ts';
import type { KeyBook } from './keys.ts';

/** Rows of notebooks, steps and expenses. */
export function noteRows(project: ImportedProject, own: ProjectKeys, keys: KeyBook, put: PutRow): void {
  project.notes.forEach((note, i) => {
    const taskKey = own.tasks.get(note.itemId ?? -1);
    const wbsKey = own.wbs.get(note.itemId ?? -1);
    const [table, owner, text] = taskKey
      ? (['TASKMEMO', { task_id: taskKey }, 'task_memo'] as const)
      : wbsKey
        ? (['WBSMEMO', { wbs_id: wbsKey }, 'wbs_memo'] as const)
        : (['PROJMEMO', {}, 'proj_memo'] as const);
    const key = keys.keyFor(table, note.sourceId, `${own.project} ${note.sourceId ?? `new ${i}`}`);
    const topic = note.topic || 'Notes';
    const topicKey = keys.keyByName('MEMOTYPE', 'memo_type', topic);
    put('MEMOTYPE', topicKey, { memo_type_id: topicKey, memo_type: escapeCell(topic) });
    put(table, key, { memo_id: key, memo_type_id: topicKey, proj_id: own.project, ...owner, [text]: escapeCell(htmlOf(note.text)) });
  });
  project.steps.forEach((step, i) => {
    const taskKey = own.tasks.get(step.itemId);
    if (!taskKey) return;
    const key = keys.keyFor('TASKPROC', step.sourceId, `${own.project} ${step.sourceId ?? `new ${i}`}`);
    put('TASKPROC', key, {
      proc_id: key,
      task_id: taskKey,
      proj_id: own.project,
      seq_num: String(i),
      proc_name: escapeCell(step.name),
      proc_wt: numberCell(step.weight),
      complete_pct: numberCell(step.progress * 100),
      complete_flag: flagCell(step.completed),
    });
  });
  project.expenses.forEach((expense, i) => {
    const taskKey = own.tasks.get(expense.itemId);
    if (!taskKey) return;
    const key = keys.keyFor('PROJCOST', expense.sourceId, `${own.project} ${expense.sourceId ?? `new ${i}`}`);
    const categoryKey = expense.category ? keys.keyByName('COSTTYPE', 'cost_type', expense.category) : '';
    if (expense.category) put('COSTTYPE', categoryKey, { cost_type_id: categoryKey, cost_type: escapeCell(expense.category) });
    put('PROJCOST', key, {
      cost_item_id: key,
      task_id: taskKey,
      proj_id: own.project,
      cost_name: escapeCell(expense.name),
      cost_type_id: categoryKey,
      target_cost: moneyCell(expense.plannedCost),
      act_cost: moneyCell(expense.actualCost),
      remain_cost: moneyCell(expense.remainingCost),
    });
  });
}

const ESCAPES: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;' };

/** P6 shows notebooks as HTML. */
function htmlOf(text: string): string {
  const body = text.replace(/[&<>]/g, (character) => ESCAPES[character]).replaceAll('\n', '<BR>');
  return `<HTML><BODY>${body}</BODY></HTML>`;
}
