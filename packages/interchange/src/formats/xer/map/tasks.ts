import type { ItemType, PlanItem, SchedulingKind, TaskStatus } from '@gantry/domain';
import { NOTHING_STORED, blankItem } from '../../../blank.ts';
import type { DurationType, ItemDetails, PercentCompleteType, StoredItem, UnitTotals } from '../../../project-file.ts';
import { applyConstraint } from '../constraints.ts';
import type { XerCalendars } from './calendars.ts';
import type { TableView } from '../table-view.ts';
import { wordTable } from '../../../text/word-table.ts';

const TASK_KINDS = wordTable<[ItemType, SchedulingKind]>({
  TT_Task: ['task', 'task'],
  TT_Rsrc: ['task', 'resource'],
  TT_LOE: ['task', 'level_of_effort'],
  TT_WBS: ['task', 'wbs_summary'],
  TT_Mile: ['milestone_start', 'task'],
  TT_FinMile: ['milestone_finish', 'task'],
});
const STATUSES = wordTable<TaskStatus>({ TK_NotStart: 'not_started', TK_Active: 'in_progress', TK_Complete: 'completed' });
const PERCENT_TYPES = wordTable<PercentCompleteType>({ CP_Drtn: 'duration', CP_Phys: 'physical', CP_Units: 'units' });
const DURATION_TYPES = wordTable<DurationType>({
  DT_FixedDUR2: 'fixed_duration_units',
  DT_FixedDrtn: 'fixed_duration_rate',
  DT_FixedQty: 'fixed_units',
  DT_FixedRate: 'fixed_rate',
});
const PRIORITIES = wordTable<number>({ PT_Top: 900, PT_High: 700, PT_Normal: 500, PT_Low: 300, PT_Lowest: 100 });

/** The item of a row of TASK. */
export function taskItem(view: TableView, row: number, id: number, parentId: number | null, calendars: XerCalendars): PlanItem {
  const typeWord = view.text(row, 'task_type');
  const kind = TASK_KINDS[typeWord];
  if (!kind) view.report('warning', 'enumeration.unknown', row, 'task_type', { used: 'TT_Task' });
  const [type, schedulingKind] = kind ?? TASK_KINDS.TT_Task;
  const item = blankItem(id, parentId, type);
  item.schedulingKind = schedulingKind;
  item.code = view.text(row, 'task_code');
  item.name = view.text(row, 'task_name');
  const calendarKey = view.text(row, 'clndr_id');
  const calendar = calendars.byKey.get(calendarKey);
  if (!calendar && calendarKey !== '')
    view.report('error', 'reference.dangling', row, 'clndr_id', { used: calendars.defaultCalendar.name });
  item.calendarId = calendar?.id ?? null;
  item.durationMinutes = Math.max(0, view.minutes(row, 'target_drtn_hr_cnt') ?? 0);
  item.actualStart = view.date(row, 'act_start_date');
  item.actualFinish = view.date(row, 'act_end_date');
  item.status = statusOf(view, row, item);
  const remaining = view.minutes(row, 'remain_drtn_hr_cnt');
  item.remainingMinutes = Math.max(0, remaining ?? (item.status === 'completed' ? 0 : item.durationMinutes));
  item.progress = progressOf(view, row, item);
  item.suspendDate = view.date(row, 'suspend_date');
  item.resumeDate = view.date(row, 'resume_date');
  item.expectedFinish = view.date(row, 'expect_end_date');
  item.start = item.actualStart ?? view.date(row, 'early_start_date') ?? view.date(row, 'target_start_date');
  item.finish = item.actualFinish ?? view.date(row, 'early_end_date') ?? view.date(row, 'target_end_date');
  for (const [typeField, dateField] of [
    ['cstr_type', 'cstr_date'],
    ['cstr_type2', 'cstr_date2'],
  ]) {
    const trouble = applyConstraint(item, view.text(row, typeField), view.date(row, dateField));
    if (trouble) view.report('warning', trouble, row, typeField);
  }
  return item;
}

function statusOf(view: TableView, row: number, item: PlanItem): TaskStatus {
  const word = view.text(row, 'status_code');
  const stated = STATUSES[word];
  const byDates: TaskStatus = item.actualFinish !== null ? 'completed' : item.actualStart !== null ? 'in_progress' : 'not_started';
  if (!stated) view.report('warning', 'enumeration.unknown', row, 'status_code', { used: byDates });
  else if (stated === 'in_progress' && item.actualStart === null) view.report('warning', 'task.started_without_date', row, 'status_code');
  else if (stated === 'completed' && item.actualFinish === null) view.report('warning', 'task.completed_without_date', row, 'status_code');
  return stated ?? byDates;
}

function progressOf(view: TableView, row: number, item: PlanItem): number {
  if (item.status === 'completed') return 1;
  const share = (done: number, whole: number): number => (whole > 0 ? Math.min(1, Math.max(0, done / whole)) : 0);
  const sum = (...fields: string[]): number => fields.reduce((total, field) => total + (view.number(row, field) ?? 0), 0);
  switch (view.text(row, 'complete_pct_type')) {
    case 'CP_Phys':
      return share(view.number(row, 'phys_complete_pct') ?? 0, 100);
    case 'CP_Units': {
      const done = sum('act_work_qty', 'act_equip_qty');
      return share(done, done + sum('remain_work_qty', 'remain_equip_qty'));
    }
    default:
      return item.status === 'not_started' ? 0 : share(item.durationMinutes - item.remainingMinutes, item.durationMinutes);
  }
}

/** What a row of TASK says beside the plan. */
export function taskDetails(view: TableView, row: number, key: string): ItemDetails {
  const physical = view.number(row, 'phys_complete_pct');
  return {
    sourceId: key,
    sourceTable: 'TASK',
    guid: view.text(row, 'guid') || null,
    percentCompleteType: PERCENT_TYPES[view.text(row, 'complete_pct_type')] ?? 'duration',
    physicalProgress: physical === null ? null : physical / 100,
    durationType: DURATION_TYPES[view.text(row, 'duration_type')] ?? 'fixed_duration_units',
    labourUnits: unitsOf(view, row, 'work'),
    equipmentUnits: unitsOf(view, row, 'equip'),
    priority: PRIORITIES[view.text(row, 'priority_type')] ?? 500,
    primaryResourceId: null,
  };
}

function unitsOf(view: TableView, row: number, kind: 'work' | 'equip'): UnitTotals | null {
  const [planned, actual, remaining] = ['target', 'act', 'remain'].map((part) => view.number(row, `${part}_${kind}_qty`) ?? 0);
  return planned === 0 && actual === 0 && remaining === 0 ? null : { planned, actual, remaining };
}

/** P6's own dates and floats of a row of TASK. */
export function storedOf(view: TableView, row: number): StoredItem {
  const flag = view.text(row, 'driving_path_flag');
  return {
    ...NOTHING_STORED,
    earlyStart: view.date(row, 'early_start_date'),
    earlyFinish: view.date(row, 'early_end_date'),
    lateStart: view.date(row, 'late_start_date'),
    lateFinish: view.date(row, 'late_end_date'),
    totalFloatMinutes: view.minutes(row, 'total_float_hr_cnt'),
    freeFloatMinutes: view.minutes(row, 'free_float_hr_cnt'),
    longestPath: flag === '' ? null : flag === 'Y',
    remainingEarlyStart: view.date(row, 'restart_date'),
    remainingEarlyFinish: view.date(row, 'reend_date'),
    remainingLateStart: view.date(row, 'rem_late_start_date'),
    remainingLateFinish: view.date(row, 'rem_late_end_date'),
    plannedStart: view.date(row, 'target_start_date'),
    plannedFinish: view.date(row, 'target_end_date'),
    floatPath: view.number(row, 'float_path'),
    floatPathOrder: view.number(row, 'float_path_order'),
    externalEarlyStart: view.date(row, 'external_early_start_date'),
    externalLateFinish: view.date(row, 'external_late_end_date'),
  };
}
