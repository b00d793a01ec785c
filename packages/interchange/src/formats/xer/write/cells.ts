import type { CalculationOptions, ItemType, Minute, PlanAssignment, PlanItem, PlanRelation, SchedulingKind } from '@gantry/domain';
import type { AssignmentDetails, ItemDetails, StoredItem, StoredRelation, UnitTotals } from '../../../project-file.ts';
import { shortGuid } from '../../../guid.ts';
import { formatDate } from '../../../text/dates.ts';
import { constraintsOf } from '../constraints.ts';
import { escapeCell } from '../table-view.ts';

/** Cells of a row by field name, in the form of the file. */
export type Cells = Record<string, string>;

/** A date as XER has it. */
export function dateCell(minute: Minute | null): string {
  return minute === null ? '' : formatDate(minute).replace('T', ' ');
}

/** Minutes as hours with at most six decimals, as P6 writes them. */
export function hoursCell(minutes: number | null): string {
  return minutes === null ? '' : numberCell(minutes / 60);
}

/** A number without needless zeros. */
export function numberCell(value: number | null): string {
  return value === null ? '' : String(Math.round(value * 1e6) / 1e6 || 0);
}

/** A rate per hour, as exact as a number goes: units are rates times hours. */
export function rateCell(value: number | null): string {
  return value === null ? '' : String(Number(value.toPrecision(15)));
}

/** Money with four decimals. */
export function moneyCell(value: number | null): string {
  return value === null ? '' : (Math.round(value * 1e4) / 1e4 || 0).toFixed(4);
}

/** Y or N. */
export function flagCell(value: boolean): string {
  return value ? 'Y' : 'N';
}

const STATUS = { not_started: 'TK_NotStart', in_progress: 'TK_Active', completed: 'TK_Complete' } as const;
const PERCENT = { duration: 'CP_Drtn', physical: 'CP_Phys', units: 'CP_Units' } as const;
const DURATION = {
  fixed_duration_units: 'DT_FixedDUR2',
  fixed_duration_rate: 'DT_FixedDrtn',
  fixed_units: 'DT_FixedQty',
  fixed_rate: 'DT_FixedRate',
} as const;
const KIND: Record<SchedulingKind, string> = { task: 'TT_Task', resource: 'TT_Rsrc', level_of_effort: 'TT_LOE', wbs_summary: 'TT_WBS' };
const RELATION = { fs: 'PR_FS', ff: 'PR_FF', ss: 'PR_SS', sf: 'PR_SF' } as const;

function typeWord(type: ItemType, kind: SchedulingKind): string {
  if (type === 'milestone_start') return 'TT_Mile';
  return type === 'milestone_finish' ? 'TT_FinMile' : KIND[kind];
}

function priorityWord(priority: number): string {
  if (priority >= 800) return 'PT_Top';
  if (priority >= 600) return 'PT_High';
  if (priority >= 400) return 'PT_Normal';
  return priority >= 200 ? 'PT_Low' : 'PT_Lowest';
}

/** Fields of TASK that the plan states; keys to other tables are the caller's. */
export function taskCells(item: PlanItem, details: ItemDetails, stored: StoredItem): Cells {
  const [first, second] = constraintsOf(item).constraints;
  const physical = details.percentCompleteType === 'physical' ? item.progress : (details.physicalProgress ?? 0);
  return {
    task_code: escapeCell(item.code),
    task_name: escapeCell(item.name),
    phys_complete_pct: numberCell(physical * 100),
    complete_pct_type: PERCENT[details.percentCompleteType],
    task_type: typeWord(item.type, item.schedulingKind),
    duration_type: DURATION[details.durationType],
    status_code: STATUS[item.status],
    priority_type: priorityWord(details.priority),
    target_drtn_hr_cnt: hoursCell(item.durationMinutes),
    remain_drtn_hr_cnt: hoursCell(item.status === 'completed' ? 0 : item.remainingMinutes),
    total_float_hr_cnt: hoursCell(stored.totalFloatMinutes),
    free_float_hr_cnt: hoursCell(stored.freeFloatMinutes),
    act_start_date: dateCell(item.actualStart),
    act_end_date: dateCell(item.actualFinish),
    suspend_date: dateCell(item.suspendDate),
    resume_date: dateCell(item.resumeDate),
    expect_end_date: dateCell(item.expectedFinish),
    cstr_type: first?.word ?? '',
    cstr_date: dateCell(first?.date ?? null),
    cstr_type2: second?.word ?? '',
    cstr_date2: dateCell(second?.date ?? null),
    early_start_date: dateCell(stored.earlyStart),
    early_end_date: dateCell(stored.earlyFinish),
    late_start_date: dateCell(stored.lateStart),
    late_end_date: dateCell(stored.lateFinish),
    restart_date: dateCell(stored.remainingEarlyStart),
    reend_date: dateCell(stored.remainingEarlyFinish),
    rem_late_start_date: dateCell(stored.remainingLateStart),
    rem_late_end_date: dateCell(stored.remainingLateFinish),
    target_start_date: dateCell(stored.plannedStart ?? item.start),
    target_end_date: dateCell(stored.plannedFinish ?? item.finish),
    driving_path_flag: stored.longestPath === null ? '' : flagCell(stored.longestPath),
    float_path: numberCell(stored.floatPath),
    float_path_order: numberCell(stored.floatPathOrder),
    external_early_start_date: dateCell(stored.externalEarlyStart),
    external_late_end_date: dateCell(stored.externalLateFinish),
    ...(details.guid ? { guid: shortGuid(details.guid) } : {}),
    ...unitCells(details.labourUnits, details.equipmentUnits),
  };
}

/** Hours of an activity by kind of resource. */
export function unitCells(labour: UnitTotals | null, equipment: UnitTotals | null): Cells {
  return {
    target_work_qty: numberCell(labour?.planned ?? 0),
    act_work_qty: numberCell(labour?.actual ?? 0),
    remain_work_qty: numberCell(labour?.remaining ?? 0),
    target_equip_qty: numberCell(equipment?.planned ?? 0),
    act_equip_qty: numberCell(equipment?.actual ?? 0),
    remain_equip_qty: numberCell(equipment?.remaining ?? 0),
  };
}

/** Fields of TASKPRED that the plan states. */
export function relationCells(relation: Pick<PlanRelation, 'type' | 'lagMinutes'>, stored: StoredRelation): Cells {
  return {
    pred_type: RELATION[relation.type],
    lag_hr_cnt: hoursCell(relation.lagMinutes),
    aref: dateCell(stored.impliedEarlyStart),
    arls: dateCell(stored.impliedLateFinish),
    float_path: numberCell(stored.floatPath),
  };
}

/** Fields of TASKRSRC that the plan states. */
export function assignmentCells(assignment: PlanAssignment, details: AssignmentDetails, kind: string, item: PlanItem): Cells {
  const hours = (minutes: number): number => minutes / 60;
  const rate = (units: number, minutes: number): number => (minutes > 0 ? units / hours(minutes) : 0);
  const remaining = assignment.remainingMinutes ?? item.remainingMinutes;
  return {
    target_qty: numberCell(assignment.plannedUnits),
    act_reg_qty: numberCell(assignment.actualUnits),
    remain_qty: numberCell(assignment.remainingUnits),
    target_cost: moneyCell(assignment.plannedCost),
    act_reg_cost: moneyCell(assignment.actualCost),
    remain_cost: moneyCell(assignment.remainingCost),
    target_qty_per_hr: rateCell(details.plannedUnitsPerHour ?? rate(assignment.plannedUnits, item.durationMinutes)),
    remain_qty_per_hr: rateCell(details.remainingUnitsPerHour ?? rate(assignment.remainingUnits, remaining)),
    target_lag_drtn_hr_cnt: hoursCell(assignment.lagMinutes),
    relag_drtn_hr_cnt: hoursCell(assignment.lagMinutes),
    cost_per_qty: moneyCell(details.pricePerUnit),
    rollup_dates_flag: flagCell(assignment.driving || kind === 'RT_Mat'),
    target_start_date: dateCell(details.plannedStart ?? item.start),
    target_end_date: dateCell(details.plannedFinish ?? item.finish),
    act_start_date: dateCell(details.actualStart),
    act_end_date: dateCell(details.actualFinish),
    restart_date: dateCell(details.remainingStart),
    reend_date: dateCell(details.remainingFinish),
    rsrc_type: kind,
  };
}

const LAG_CALENDAR = {
  predecessor: 'rcal_Predecessor',
  successor: 'rcal_Successor',
  project: 'rcal_ProjDefault',
  elapsed: 'rcal_24Hour',
} as const;
const FLOAT = { finish: 'FT_FF', start: 'FT_SS', smallest: 'FT_Min' } as const;

/** Fields of SCHEDOPTIONS; P6 falls back in silence where the case of a word is wrong. */
export function optionCells(options: CalculationOptions): Cells {
  return {
    sched_outer_depend_type: options.externalRelations === 'ignored' ? 'SD_None' : 'SD_Both',
    sched_open_critical_flag: flagCell(options.openEndsCritical),
    sched_lag_early_start_flag: flagCell(options.lagFromEarlyStart),
    sched_retained_logic: flagCell(options.progressMode === 'retained_logic'),
    sched_progress_override: flagCell(options.progressMode === 'progress_override'),
    sched_float_type: FLOAT[options.floatType],
    sched_calendar_on_relationship_lag: LAG_CALENDAR[options.lagCalendar],
    sched_use_expect_end_flag: flagCell(options.useExpectedFinish),
    sched_use_project_end_date_for_float: flagCell(options.floatFromOwnProject ?? true),
    enable_multiple_longest_path_calc: flagCell(options.floatPaths !== null),
    ...(options.floatPaths && {
      limit_multiple_longest_path_calc: flagCell(options.floatPaths.count < 1_000_000),
      max_multiple_longest_path: options.floatPaths.count < 1_000_000 ? numberCell(options.floatPaths.count) : '',
      use_total_float_multiple_longest_paths: flagCell(options.floatPaths.by === 'total_float'),
    }),
  };
}

/** Fields of PROJECT that the options state. */
export function projectCells(options: CalculationOptions): Cells {
  return {
    critical_drtn_hr_cnt: hoursCell(options.criticalFloatMinutes),
    critical_path_type: options.criticalBy === 'longest_path' ? 'CT_DrivPath' : 'CT_TotFloat',
    last_recalc_date: dateCell(options.dataDate),
    plan_start_date: dateCell(options.projectStart),
    plan_end_date: dateCell(options.mustFinishBy),
    scd_end_date: dateCell(options.scheduledFinish ?? null),
  };
}
