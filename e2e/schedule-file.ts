/** Schedule files for the journeys: real ones of GANTRY_TEST_DATA, or one made here. */

import { readdirSync, statSync } from 'node:fs';
import { join } from 'node:path';
import type { Upload } from './visit.ts';

const data = process.env['GANTRY_TEST_DATA'];

/** The largest schedule of GANTRY_TEST_DATA, or null without that folder. */
export function largestRealFile(): string | null {
  if (!data) return null;
  const folder = join(data, 'schedules/xer');
  const files = readdirSync(folder).filter((name) => name.endsWith('.xer'));
  return files.map((name) => join(folder, name)).sort((a, b) => statSync(b).size - statSync(a).size)[0];
}

/** A real schedule by its name, or null without that folder. */
export const realFile = (name: string): string | null => (data ? join(data, 'schedules/xer', name) : null);

/** A chain of tasks as Primavera P6 writes it. */
export function madeFile(name: string, tasks: number): Exclude<Upload, string> {
  const table = (title: string, fields: string[], rows: (string | number)[][]): string[] => [
    `%T\t${title}`,
    `%F\t${fields.join('\t')}`,
    ...rows.map((row) => `%R\t${row.join('\t')}`),
  ];
  const ids = Array.from({ length: tasks }, (_, index) => index + 1);
  const lines = [
    'ERMHDR\t19.12\t2026-01-12\tProject\tadmin\tPlanner\tdb\tProject Management\tEUR',
    ...table(
      'PROJECT',
      ['proj_id', 'proj_short_name', 'plan_start_date', 'last_recalc_date', 'clndr_id'],
      [[1, 'MADE', '2026-01-12 08:00', '2026-01-12 08:00', 1]],
    ),
    ...table(
      'CALENDAR',
      [
        'clndr_id',
        'default_flag',
        'clndr_name',
        'proj_id',
        'clndr_type',
        'day_hr_cnt',
        'week_hr_cnt',
        'month_hr_cnt',
        'year_hr_cnt',
        'clndr_data',
      ],
      [[1, 'Y', 'Five days', '', 'CA_Base', 8, 40, 172, 2000, FIVE_DAYS]],
    ),
    ...table(
      'PROJWBS',
      ['wbs_id', 'proj_id', 'seq_num', 'proj_node_flag', 'wbs_short_name', 'wbs_name', 'parent_wbs_id'],
      [[10, 1, 1, 'Y', 'MADE', 'Made project', '']],
    ),
    ...table(
      'TASK',
      [
        'task_id',
        'proj_id',
        'wbs_id',
        'clndr_id',
        'task_type',
        'status_code',
        'task_code',
        'task_name',
        'remain_drtn_hr_cnt',
        'target_drtn_hr_cnt',
        'target_start_date',
        'target_end_date',
      ],
      ids.map((id) => [
        100 + id,
        1,
        10,
        1,
        'TT_Task',
        'TK_NotStart',
        `A${1000 + id * 10}`,
        `Made task ${id}`,
        40,
        40,
        '2026-01-12 08:00',
        '2026-01-16 17:00',
      ]),
    ),
    ...table(
      'TASKPRED',
      ['task_pred_id', 'task_id', 'pred_task_id', 'proj_id', 'pred_proj_id', 'pred_type', 'lag_hr_cnt'],
      ids.slice(1).map((id) => [1000 + id, 100 + id, 99 + id, 1, 1, 'PR_FS', 0]),
    ),
    '%E',
  ];
  return { name, mimeType: 'application/octet-stream', buffer: Buffer.from(`${lines.join('\r\n')}\r\n`) };
}

/** Monday to Friday, eight to twelve and one to five, as Primavera writes a calendar. */
const FIVE_DAYS = `(0||CalendarData()((0||DaysOfWeek()(${[1, 2, 3, 4, 5, 6, 7]
  .map((day) => (day === 1 || day === 7 ? `(0||${day}()())` : `(0||${day}()((0||0(s|08:00|f|12:00)())(0||1(s|13:00|f|17:00)())))`))
  .join('')}))(0||Exceptions()())))`;
