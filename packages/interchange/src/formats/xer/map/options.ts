import type { CalculationOptions, LagCalendar, Minute } from '@gantry/domain';
import { defaultOptions } from '@gantry/domain';
import type { XerCalendars } from './calendars.ts';
import type { Tables } from '../table-view.ts';
import { wordTable } from '../../../text/word-table.ts';

const LAG_CALENDARS = wordTable<LagCalendar>({
  rcal_predecessor: 'predecessor',
  rcal_successor: 'successor',
  rcal_projdefault: 'project',
  rcal_24hour: 'elapsed',
});
const FLOAT_TYPES = wordTable<CalculationOptions['floatType']>({ FT_FF: 'finish', FT_SS: 'start', FT_MIN: 'smallest' });

/** Options of a project from SCHEDOPTIONS and PROJECT. The end item of float paths still stands as its key in the file. */
export type XerOptions = { options: CalculationOptions; floatPathEndKey: string };

/** Maps the options of one project; `projectRow` is −1 where the file has no row for it. */
export function mapOptions(tables: Tables, projectKey: string, projectRow: number, calendars: XerCalendars, earliest: Minute): XerOptions {
  const project = tables.view('PROJECT');
  const hasProject = projectRow >= 0;
  const date = (field: string): Minute | null => (hasProject ? project.date(projectRow, field) : null);
  const projectStart = date('plan_start_date');
  let dataDate = date('last_recalc_date') ?? date('next_data_date');
  if (dataDate === null) {
    dataDate = projectStart ?? earliest;
    if (hasProject) project.report('warning', 'project.no_data_date', projectRow, 'last_recalc_date');
  }
  const options = defaultOptions(dataDate);
  options.floatFromOwnProject = true;
  options.projectStart = projectStart;
  options.mustFinishBy = date('plan_end_date');
  // P6 goes back from here where all is done.
  options.scheduledFinish = date('scd_end_date');
  options.defaultCalendarId =
    (hasProject ? calendars.byKey.get(project.text(projectRow, 'clndr_id')) : undefined)?.id ?? calendars.defaultCalendar.id;
  if (hasProject) {
    options.criticalBy = project.text(projectRow, 'critical_path_type') === 'CT_DrivPath' ? 'longest_path' : 'total_float';
    options.criticalFloatMinutes = project.minutes(projectRow, 'critical_drtn_hr_cnt') ?? 0;
  }
  const floatPathEndKey = applyScheduleOptions(tables, projectKey, options);
  return { options, floatPathEndKey };
}

function applyScheduleOptions(tables: Tables, projectKey: string, options: CalculationOptions): string {
  const view = tables.view('SCHEDOPTIONS');
  let row = 0;
  while (row < view.rowCount && view.text(row, 'proj_id') !== projectKey) row++;
  if (row === view.rowCount) return '';
  const flag = (field: string, otherwise: boolean): boolean => (view.text(row, field) === '' ? otherwise : view.flag(row, field));
  // Override wins where a file sets both; neither of them means actual dates.
  if (flag('sched_progress_override', false)) options.progressMode = 'progress_override';
  else options.progressMode = flag('sched_retained_logic', true) ? 'retained_logic' : 'actual_dates';
  options.externalRelations = view.text(row, 'sched_outer_depend_type') === 'SD_None' ? 'ignored' : 'live';
  options.openEndsCritical = flag('sched_open_critical_flag', false);
  options.lagFromEarlyStart = flag('sched_lag_early_start_flag', true);
  options.useExpectedFinish = flag('sched_use_expect_end_flag', true);
  options.floatFromOwnProject = flag('sched_use_project_end_date_for_float', true);
  const floatType = view.text(row, 'sched_float_type');
  const knownFloat = FLOAT_TYPES[floatType.toUpperCase()];
  if (knownFloat) options.floatType = knownFloat;
  else if (floatType !== '') view.report('warning', 'option.unknown', row, 'sched_float_type', { used: options.floatType });
  const lag = view.text(row, 'sched_calendar_on_relationship_lag');
  const knownLag = LAG_CALENDARS[lag.toLowerCase()];
  if (knownLag) options.lagCalendar = knownLag;
  else if (lag !== '') view.report('warning', 'option.unknown', row, 'sched_calendar_on_relationship_lag', { used: options.lagCalendar });
  if (!flag('enable_multiple_longest_path_calc', false)) return '';
  const limited = flag('limit_multiple_longest_path_calc', true);
  options.floatPaths = {
    count: (limited ? view.number(row, 'max_multiple_longest_path') : null) ?? 1_000_000,
    by: flag('use_total_float_multiple_longest_paths', true) ? 'total_float' : 'free_float',
    endItemId: null,
  };
  return view.text(row, 'key_activity_for_multiple_longest_paths');
}
