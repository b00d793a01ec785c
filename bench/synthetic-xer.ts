/** A Primavera file of any size, the same on every machine: five levels of WBS, nine activities to a node, two relations an activity. */

const CALENDAR = `(0||CalendarData()((0||DaysOfWeek()((0||1()())${[2, 3, 4, 5, 6]
  .map((day) => `(0||${day}()((0||0(s|08:00|f|17:00)())))`)
  .join('')}(0||7()())))(0||Exceptions()())))`;
const DATA_DATE = '2026-03-02 08:00';
const LEVELS = 4;

/** The text of an XER with so many activities and twice as many relations. */
export function syntheticXer(
  activities: number,
  nameOf = (index: number): string => `Work ${index + 1} of section ${1 + Math.floor(index / 9)}`,
): string {
  const lines: string[] = [];
  const table = (title: string, fields: string, count: number, row: (index: number) => (string | number)[]) => {
    lines.push(`%T\t${title}`, `%F\t${fields.split(' ').join('\t')}`);
    for (let index = 0; index < count; index += 1) lines.push(`%R\t${row(index).join('\t')}`);
  };
  const nodes = Math.ceil(activities / 9);
  const branching = Math.max(2, Math.ceil(nodes ** (1 / LEVELS)));
  lines.push('ERMHDR\t19.12\t2026-03-01\tProject\tadmin\tadmin\tdb\tProject Management\tEUR');
  table('CALENDAR', 'clndr_id default_flag clndr_name clndr_type day_hr_cnt week_hr_cnt clndr_data', 1, () => [
    1,
    'Y',
    'Five days',
    'CA_Base',
    8,
    40,
    CALENDAR,
  ]);
  table('PROJECT', 'proj_id proj_short_name last_recalc_date plan_start_date clndr_id', 1, () => [1, 'BENCH', DATA_DATE, DATA_DATE, 1]);
  table('PROJWBS', 'wbs_id proj_id seq_num proj_node_flag wbs_short_name wbs_name parent_wbs_id', nodes + 1, (index) => [
    index + 1,
    1,
    index,
    index ? 'N' : 'Y',
    index ? `W${index}` : 'BENCH',
    index ? `Section ${index}` : 'Bench',
    index ? Math.floor((index - 1) / branching) + 1 : '',
  ]);
  table(
    'TASK',
    'task_id proj_id wbs_id clndr_id task_code task_name task_type status_code duration_type target_drtn_hr_cnt remain_drtn_hr_cnt target_start_date target_end_date',
    activities,
    (index) => [
      index + 1,
      1,
      2 + Math.floor(index / 9),
      1,
      `A${index + 1}`,
      nameOf(index),
      'TT_Task',
      'TK_NotStart',
      'DT_FixedDrtn',
      8 * (1 + (index % 20)),
      8 * (1 + (index % 20)),
      DATA_DATE,
      DATA_DATE,
    ],
  );
  // One predecessor a bench width before and one near it: a network about 600 activities long at every size.
  const width = Math.max(2, Math.round(activities / 600));
  table(
    'TASKPRED',
    'task_pred_id task_id pred_task_id proj_id pred_proj_id pred_type lag_hr_cnt',
    2 * (activities - 2 * width),
    (index) => {
      const task = 2 * width + Math.floor(index / 2);
      const before = task - width - (index % 2 ? 1 + (task % (width - 1)) : 0);
      return [index + 1, task + 1, before + 1, 1, 1, index % 10 ? 'PR_FS' : 'PR_SS', 0];
    },
  );
  lines.push('%E', '');
  return lines.join('\r\n');
}
