import type { Shift } from '@gantry/domain';
import { LINK } from '@gantry/engine';
import { objectsOf, scheduleObjects } from './objects.ts';

const TYPES: Record<string, number> = { PR_FS: LINK.fs, PR_FF: LINK.ff, PR_SS: LINK.ss, PR_SF: LINK.sf };
const DAY: Shift[] = [{ start: 480, finish: 1020 }];

/** Reads an XER into one object a row, schedules plain objects, writes rows again: the way most programs go about it. */
export function textThroughObjects(text: string, dataDate: number): string {
  const tables = new Map<string, Record<string, string>[]>();
  let rows: Record<string, string>[] = [];
  let fields: string[] = [];
  for (const line of text.split('\r\n')) {
    const cells = line.split('\t');
    if (cells[0] === '%T') tables.set(cells[1], (rows = []));
    else if (cells[0] === '%F') fields = cells.slice(1);
    else if (cells[0] === '%R') rows.push(Object.fromEntries(fields.map((field, at) => [field, cells[at + 1]])));
  }
  const tasks = tables.get('TASK') ?? [];
  const links = tables.get('TASKPRED') ?? [];
  const places = new Map(tasks.map((task, at) => [task.task_id, at]));
  const place = (id: string) => places.get(id) ?? 0;
  const objects = objectsOf({
    calendars: [{ week: Array.from({ length: 7 }, (_, day) => (day < 5 ? DAY : [])), exceptions: [] }],
    id: Float64Array.from(tasks, (task) => Number(task.task_id)),
    calendar: new Int32Array(tasks.length),
    remaining: Int32Array.from(tasks, (task) => Number(task.remain_drtn_hr_cnt) * 60),
    relationCount: links.length,
    predecessor: Int32Array.from(links, (link) => place(link.pred_task_id)),
    successor: Int32Array.from(links, (link) => place(link.task_id)),
    relationType: Uint8Array.from(links, (link) => TYPES[link.pred_type]),
    lag: Int32Array.from(links, (link) => Number(link.lag_hr_cnt) * 60),
  });
  scheduleObjects(objects, dataDate);
  tasks.forEach((task, at) => {
    task.early_start_date = String(objects[at].earlyStart);
    task.early_end_date = String(objects[at].earlyFinish);
    task.total_float_hr_cnt = String(objects[at].float / 60);
  });
  const lines: string[] = [];
  for (const [name, list] of tables) {
    lines.push(`%T\t${name}`, `%F\t${Object.keys(list[0] ?? {}).join('\t')}`);
    for (const row of list) lines.push(`%R\t${Object.values(row).join('\t')}`);
  }
  return lines.join('\r\n');
}
