/** Calendar of a week of five days with ten holidays a year. */
const DAYS = [2, 3, 4, 5, 6].map((day) => `(0||${day}()((0||0(s|08:00|f|12:00)())(0||1(s|13:00|f|17:00)())))`).join('');
const HOLIDAYS = Array.from({ length: 100 }, (_, i) => `(0||${i}(d|${45_000 + i * 36})())`).join('');
const CALENDAR = `(0||CalendarData()((0||DaysOfWeek()((0||1()())${DAYS}(0||7()())))(0||Exceptions()(${HOLIDAYS}))))`;

const TASK_COLUMNS =
  'task_id proj_id wbs_id clndr_id phys_complete_pct complete_pct_type task_type duration_type status_code task_code task_name total_float_hr_cnt free_float_hr_cnt remain_drtn_hr_cnt target_drtn_hr_cnt target_start_date target_end_date early_start_date early_end_date late_start_date late_end_date driving_path_flag guid priority_type';

/** Lines of a synthetic XER with the given number of activities and twice as many relations; deterministic. */
export function* syntheticXer(activities: number): Generator<string> {
  let state = 42;
  const random = (bound: number): number => (state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0) % bound;
  const row = (...cells: (string | number)[]): string => `%R\t${cells.join('\t')}\r\n`;
  const table = (name: string, columns: string): string => `%T\t${name}\r\n%F\t${columns.split(' ').join('\t')}\r\n`;
  const date = (day: number): string => new Date(Date.UTC(2024, 0, 1 + day)).toISOString().slice(0, 10);
  const nodes = Math.ceil(activities / 50);
  yield 'ERMHDR\t19.12\t2024-03-01\tProject\tada\tAda\tdb\tProject Management\tUSD\r\n';
  yield table('CURRTYPE', 'curr_id decimal_digit_cnt curr_symbol curr_short_name') + row(1, 2, '$', 'USD');
  yield (
    table('PROJECT', 'proj_id proj_short_name clndr_id critical_path_type last_recalc_date plan_start_date') +
      row(1, 'BIG', 1, 'CT_TotFloat', '2024-01-01 08:00', '2024-01-01 08:00')
  );
  yield table('CALENDAR', 'clndr_id default_flag clndr_name day_hr_cnt week_hr_cnt month_hr_cnt year_hr_cnt clndr_data');
  for (let i = 1; i <= 5; i++) yield row(i, i === 1 ? 'Y' : 'N', `Calendar ${i}`, 8, 40, 172, 2000, CALENDAR);
  yield (
    table('SCHEDOPTIONS', 'schedoptions_id proj_id sched_retained_logic sched_calendar_on_relationship_lag') +
      row(1, 1, 'Y', 'rcal_Predecessor')
  );
  yield table('PROJWBS', 'wbs_id proj_id seq_num proj_node_flag wbs_short_name wbs_name parent_wbs_id guid');
  for (let i = 0; i < nodes; i++)
    yield row(i, 1, i, i === 0 ? 'Y' : 'N', `W${i}`, `Area ${i}`, i === 0 ? '' : Math.floor((i - 1) / 5), `w${i}`);
  yield table('TASK', TASK_COLUMNS);
  for (let i = 0; i < activities; i++) {
    const [day, days] = [random(3000), 1 + random(20)];
    const [start, finish] = [`${date(day)} 08:00`, `${date(day + days)} 17:00`];
    const names = ['Excavate', 'Formwork', 'Rebar', 'Pour concrete', 'Steel erection', 'Cladding', 'MEP rough-in', 'Finishes'];
    yield row(i, 1, random(nodes), 1 + random(5), 0, 'CP_Drtn', 'TT_Task', 'DT_FixedDUR2', 'TK_NotStart', `A${100_000 + i}`, `${names[random(8)]} level ${random(60)} zone ${random(400)}`, random(400), random(40), days * 8, days * 8, start, finish, start, finish, start, finish, random(20) ? 'N' : 'Y', `${i.toString(36).padStart(6, 'x')}AAAAAAAAAAAAAAAA`, 'PT_Normal'); // prettier-ignore
  }
  yield table('TASKPRED', 'task_pred_id task_id pred_task_id proj_id pred_proj_id pred_type lag_hr_cnt aref arls');
  for (let i = 0; i < activities * 2; i++) {
    const to = 1 + random(activities - 1);
    yield row(i, to, Math.max(0, to - 1 - random(200)), 1, 1, random(10) ? 'PR_FS' : 'PR_SS', random(5) ? 0 : random(5) * 8, '', '');
  }
  yield '%E\r\n';
}
