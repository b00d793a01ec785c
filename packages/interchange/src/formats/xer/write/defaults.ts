import { wordTable } from '../../../text/word-table.ts';

/** Order of tables in a file: what is referred to comes first, as P6 writes and demands it. */
export const TABLE_ORDER = [
  'COSTTYPE', 'CURRTYPE', 'FINTMPL', 'MEMOTYPE', 'NONWORK', 'OBS', 'PCATTYPE', 'PHASE', 'POBS', 'RCATTYPE', 'RISKTYPE', 'RSRCCURVDATA',
  'UDFTYPE', 'UMEASURE', 'PCATVAL', 'RCATVAL', 'ROLES', 'ACCOUNT', 'PROJECT', 'ROLERATE', 'APPLYACTOPTIONS', 'CALENDAR', 'DOCUMENT', 'PROJPCAT',
  'SCHEDOPTIONS', 'PROJWBS', 'RSRC', 'ACTVTYPE', 'RSRCLEVELLIST', 'RSRCRATE', 'RSRCRCAT', 'RSRCROLE', 'TASK', 'WBSBUDG', 'WBSMEMO', 'PROJMEMO',
  'ACTVCODE', 'PROJCOST', 'TASKDOC', 'TASKMEMO', 'TASKNOTE', 'TASKPRED', 'TASKPROC', 'TASKRSRC', 'TASKACTV', 'UDFVALUE',
]; // prettier-ignore

/**
 * Columns of tables in a new file, with the values P6 refuses a row without; `name` alone is blank.
 * An object would lose the order that readers of fixed columns expect.
 */
const DEFAULTS = wordTable<string>({
  CURRTYPE:
    'curr_id=1 decimal_digit_cnt=2 curr_symbol=$ decimal_symbol=. digit_group_symbol=, pos_curr_fmt_type=#1.1 neg_curr_fmt_type=(#1.1) curr_type curr_short_name group_digit_cnt=3 base_exch_rate=1',
  MEMOTYPE: 'memo_type_id seq_num=100 eps_flag=Y proj_flag=Y wbs_flag=Y task_flag=Y memo_type',
  OBS: 'obs_id parent_obs_id guid seq_num=0 obs_name obs_descr',
  PCATTYPE: 'proj_catg_type_id seq_num=0 proj_catg_short_len=7 proj_catg_type export_flag=Y',
  PCATVAL: 'proj_catg_id proj_catg_type_id seq_num=0 proj_catg_short_name parent_proj_catg_id proj_catg_name',
  PROJPCAT: 'proj_id proj_catg_type_id proj_catg_id',
  RCATTYPE: 'rsrc_catg_type_id seq_num=0 rsrc_catg_short_len=7 rsrc_catg_type',
  RCATVAL: 'rsrc_catg_id rsrc_catg_type_id seq_num=0 rsrc_catg_short_name rsrc_catg_name parent_rsrc_catg_id',
  RSRCRCAT: 'rsrc_id rsrc_catg_type_id rsrc_catg_id',
  RSRCCURVDATA: `curv_id curv_name default_flag=N ${Array.from({ length: 21 }, (_, i) => `pct_usage_${i}=0`).join(' ')}`,
  COSTTYPE: 'cost_type_id seq_num=100 cost_type',
  UDFTYPE:
    'udf_type_id table_name udf_type_name udf_type_label logical_data_type=FT_TEXT super_flag=N indicator_expression summary_indicator_expression export_flag=Y',
  UMEASURE: 'unit_id seq_num=0 unit_abbrev unit_name',
  ROLES:
    'role_id parent_role_id seq_num=0 role_name role_short_name pobs_id def_cost_qty_link_flag=Y cost_qty_type=QT_Hour role_descr last_checksum',
  ROLERATE:
    'role_rate_id role_id cost_per_qty=0 cost_per_qty2=0 cost_per_qty3=0 cost_per_qty4=0 cost_per_qty5=0 start_date max_qty_per_hr=1',
  PROJECT:
    'proj_id fy_start_month_num=1 rsrc_self_add_flag=Y allow_complete_flag=Y rsrc_multi_assign_flag=Y checkout_flag=N project_flag=Y step_complete_flag=N cost_qty_recalc_flag=N batch_sum_flag=Y name_sep_char=. def_complete_pct_type=CP_Drtn proj_short_name acct_id orig_proj_id source_proj_id base_type_id clndr_id sum_base_proj_id task_code_base=1000 task_code_step=10 priority_num=10 wbs_max_sum_level=2 strgy_priority_num=500 last_checksum critical_drtn_hr_cnt=0 def_cost_per_qty=0.0000 last_recalc_date plan_start_date plan_end_date scd_end_date add_date last_tasksum_date fcst_start_date def_duration_type=DT_FixedDUR2 task_code_prefix=A guid def_qty_type=QT_Hour add_by_name=admin web_local_root_path proj_url def_rate_type=COST_PER_QTY add_act_remain_flag=N act_this_per_link_flag=Y def_task_type=TT_Task act_pct_link_flag=Y critical_path_type=CT_TotFloat task_code_prefix_flag=Y def_rollup_dates_flag=Y use_project_baseline_flag=Y rem_target_link_flag=Y reset_planned_flag=N allow_neg_act_flag=N sum_assign_level=SL_Taskrsrc last_fin_dates_id fintmpl_id last_baseline_update_date cr_external_key apply_actuals_date location_id loaded_scope_level=7 export_flag=Y new_fin_dates_id baselines_to_export baseline_names_to_export next_data_date close_period_flag sum_refresh_date trsrcsum_loaded sumtask_loaded',
  CALENDAR:
    'clndr_id default_flag=N clndr_name proj_id base_clndr_id last_chng_date clndr_type=CA_Base day_hr_cnt=8 week_hr_cnt=40 month_hr_cnt=172 year_hr_cnt=2000 rsrc_private=N clndr_data',
  SCHEDOPTIONS:
    'schedoptions_id proj_id sched_outer_depend_type=SD_Both sched_open_critical_flag=N sched_lag_early_start_flag=Y sched_retained_logic=Y sched_setplantoforecast=N sched_float_type=FT_FF sched_calendar_on_relationship_lag=rcal_Predecessor sched_use_expect_end_flag=Y sched_progress_override=N level_float_thrs_cnt=0 level_outer_assign_flag=N level_outer_assign_priority=5 level_over_alloc_pct=25 level_within_float_flag=N level_keep_sched_date_flag=Y level_all_rsrc_flag=Y sched_use_project_end_date_for_float=Y enable_multiple_longest_path_calc=N limit_multiple_longest_path_calc=Y max_multiple_longest_path=10 use_total_float_multiple_longest_paths=Y key_activity_for_multiple_longest_paths LevelPriorityList=priority_type,ASC\x7f\x7f',
  PROJWBS:
    'wbs_id proj_id obs_id seq_num=0 est_wt=1 proj_node_flag=N sum_data_flag=Y status_code=WS_Open wbs_short_name wbs_name phase_id parent_wbs_id ev_user_pct=6 ev_etc_user_value=0.88 orig_cost=0.0000 indep_remain_total_cost=0.0000 ann_dscnt_rate_pct dscnt_period_type indep_remain_work_qty anticip_start_date anticip_end_date ev_compute_type=EC_Cmp_pct ev_etc_compute_type=EE_Rem_hr guid tmpl_guid plan_open_state',
  RSRC: 'rsrc_id parent_rsrc_id clndr_id role_id shift_id user_id pobs_id guid rsrc_seq_num=0 email_addr employee_code office_phone other_phone rsrc_name rsrc_short_name rsrc_title_name def_qty_per_hr=1 cost_qty_type=QT_Hour ot_factor active_flag=Y auto_compute_act_flag=N def_cost_qty_link_flag=Y ot_flag=N curr_id=1 unit_id rsrc_type=RT_Labor location_id rsrc_notes load_tasks_flag level_flag last_checksum',
  ACTVTYPE: 'actv_code_type_id actv_short_len=20 seq_num=0 actv_code_type proj_id wbs_id actv_code_type_scope=AS_Global export_flag=Y',
  ACTVCODE: 'actv_code_id parent_actv_code_id actv_code_type_id actv_code_name short_name seq_num=0 color total_assignments',
  RSRCRATE:
    'rsrc_rate_id rsrc_id max_qty_per_hr=1 cost_per_qty=0 start_date shift_period_id cost_per_qty2=0 cost_per_qty3=0 cost_per_qty4=0 cost_per_qty5=0',
  TASK: 'task_id proj_id wbs_id clndr_id phys_complete_pct=0 rev_fdbk_flag=N est_wt=1 lock_plan_flag=N auto_compute_act_flag=N complete_pct_type=CP_Drtn task_type=TT_Task duration_type=DT_FixedDUR2 status_code=TK_NotStart task_code task_name rsrc_id total_float_hr_cnt free_float_hr_cnt remain_drtn_hr_cnt=0 act_work_qty=0 remain_work_qty=0 target_work_qty=0 target_drtn_hr_cnt=0 target_equip_qty=0 act_equip_qty=0 remain_equip_qty=0 cstr_date act_start_date act_end_date late_start_date late_end_date expect_end_date early_start_date early_end_date restart_date reend_date target_start_date target_end_date rem_late_start_date rem_late_end_date cstr_type priority_type=PT_Normal suspend_date resume_date float_path float_path_order guid tmpl_guid cstr_date2 cstr_type2 driving_path_flag=N act_this_per_work_qty=0 act_this_per_equip_qty=0 external_early_start_date external_late_end_date create_date update_date create_user=admin update_user=admin location_id',
  PROJCOST:
    'cost_item_id acct_id pobs_id cost_type_id proj_id task_id cost_name po_number vendor_name act_cost=0.0000 cost_per_qty=0.0000 remain_cost=0.0000 target_cost=0.0000 cost_load_type=CL_Uniform auto_compute_act_flag=N target_qty=1 qty_name cost_descr contract_manager_import',
  TASKMEMO: 'memo_id task_id memo_type_id proj_id task_memo',
  WBSMEMO: 'memo_id wbs_id memo_type_id proj_id wbs_memo',
  PROJMEMO: 'memo_id proj_id memo_type_id proj_memo',
  TASKPRED: 'task_pred_id task_id pred_task_id proj_id pred_proj_id pred_type=PR_FS lag_hr_cnt=0 comments float_path aref arls',
  TASKPROC: 'proc_id task_id proj_id seq_num=0 proc_name complete_flag=N proc_wt=1 complete_pct=0 proc_descr',
  TASKRSRC:
    'taskrsrc_id task_id proj_id cost_qty_link_flag=Y role_id acct_id rsrc_id pobs_id skill_level remain_qty=0 target_qty=0 remain_qty_per_hr=0 target_lag_drtn_hr_cnt=0 target_qty_per_hr=0 act_ot_qty=0 act_reg_qty=0 relag_drtn_hr_cnt=0 ot_factor cost_per_qty=0.0000 target_cost=0.0000 act_reg_cost=0.0000 act_ot_cost=0.0000 remain_cost=0.0000 act_start_date act_end_date restart_date reend_date target_start_date target_end_date rem_late_start_date rem_late_end_date rollup_dates_flag=Y target_crv remain_crv actual_crv ts_pend_act_end_flag=N guid rate_type=COST_PER_QTY act_this_per_cost=0.0000 act_this_per_qty=0 curv_id rsrc_type=RT_Labor cost_per_qty_source_type=ST_Rsrc create_user=admin create_date has_rsrchours=N taskrsrc_sum_id',
  TASKACTV: 'task_id actv_code_type_id actv_code_id proj_id',
  UDFVALUE: 'udf_type_id fk_id proj_id udf_date udf_number udf_text udf_code_id',
});

/** A column of a new table and what it holds where nothing else is known. */
export type DefaultColumn = { name: string; value: string };

/** Columns of a table that P6 knows; empty for a table that is only ever carried along. */
export function defaultColumns(table: string): DefaultColumn[] {
  return (DEFAULTS[table] ?? '')
    .split(' ')
    .filter((part) => part !== '')
    .map((part) => {
      const at = part.indexOf('=');
      return at < 0 ? { name: part, value: '' } : { name: part.slice(0, at), value: part.slice(at + 1) };
    });
}

/** Longest text that P6 accepts in a field, in characters; it refuses the whole file over one that is longer. */
export const LONGEST: Record<string, number> = {
  'PROJECT.proj_short_name': 40,
  'PROJWBS.wbs_short_name': 40,
  'PROJWBS.wbs_name': 100,
  'TASK.task_code': 40,
  'TASK.task_name': 120,
  'RSRC.rsrc_short_name': 40,
  'RSRC.rsrc_name': 100,
  'ROLES.role_short_name': 40,
  'ROLES.role_name': 100,
  'CALENDAR.clndr_name': 255,
  'ACTVTYPE.actv_code_type': 40,
  'ACTVCODE.short_name': 60,
  'ACTVCODE.actv_code_name': 120,
  'UDFTYPE.udf_type_label': 40,
  'UDFVALUE.udf_text': 255,
  'UMEASURE.unit_abbrev': 16,
  'MEMOTYPE.memo_type': 40,
};
