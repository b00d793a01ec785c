/** Tables of a small XER file: table → columns and rows. Rows are texts with ` | ` between cells. */
export type SampleTables = Record<string, { columns: string; rows: string[] }>;

/** A house in two WBS nodes: five activities, all relation types, a 5-day calendar, a resource, a code, a note. */
export function sampleTables(): SampleTables {
  return {
    CURRTYPE: { columns: 'curr_id curr_symbol curr_short_name', rows: ['1 | $ | USD'] },
    MEMOTYPE: { columns: 'memo_type_id memo_type', rows: ['7 | Remarks'] },
    OBS: { columns: 'obs_id parent_obs_id obs_name', rows: ['5 |  | Firm'] },
    UDFTYPE: {
      columns: 'udf_type_id table_name udf_type_name udf_type_label logical_data_type',
      rows: [
        '31 | TASK | user_field_31 | Crew | FT_TEXT',
        '32 | TASK | user_field_32 | Area | FT_FLOAT_2_DECIMALS',
        '33 | PROJWBS | user_field_33 | Due | FT_END_DATE',
      ],
    },
    PROJECT: {
      columns: 'proj_id proj_short_name clndr_id critical_drtn_hr_cnt critical_path_type last_recalc_date plan_start_date plan_end_date',
      rows: ['10 | HOUSE | 1 | 0 | CT_TotFloat | 2024-03-04 08:00 | 2024-03-04 08:00 | '],
    },
    CALENDAR: {
      columns: 'clndr_id default_flag clndr_name base_clndr_id clndr_type day_hr_cnt week_hr_cnt month_hr_cnt year_hr_cnt clndr_data',
      rows: [`1 | Y | Five days |  | CA_Base | 8 | 40 | 172 | 2000 | ${FIVE_DAYS}`],
    },
    SCHEDOPTIONS: {
      columns:
        'schedoptions_id proj_id sched_outer_depend_type sched_retained_logic sched_progress_override sched_float_type sched_calendar_on_relationship_lag',
      rows: ['3 | 10 | SD_Both | Y | N | FT_FF | rcal_Successor'],
    },
    PROJWBS: {
      columns: 'wbs_id proj_id obs_id seq_num proj_node_flag wbs_short_name wbs_name parent_wbs_id',
      rows: [
        '100 | 10 | 5 | 0 | Y | HOUSE | A house | 99',
        '101 | 10 | 5 | 200 | N | 2 | Walls | 100',
        '102 | 10 | 5 | 100 | N | 1 | Ground | 100',
      ],
    },
    RSRC: { columns: 'rsrc_id rsrc_name rsrc_short_name rsrc_type clndr_id', rows: ['50 | Masons | MAS | RT_Labor | 1'] },
    ACTVTYPE: { columns: 'actv_code_type_id actv_code_type actv_code_type_scope proj_id', rows: ['60 | Phase | AS_Project | 10'] },
    RSRCRATE: { columns: 'rsrc_rate_id rsrc_id max_qty_per_hr cost_per_qty start_date', rows: ['1 | 50 | 4 | 25.5 | 2024-01-01 00:00'] },
    TASK: {
      columns:
        'task_id proj_id wbs_id clndr_id complete_pct_type task_type duration_type status_code task_code task_name phys_complete_pct target_drtn_hr_cnt remain_drtn_hr_cnt act_start_date act_end_date cstr_type cstr_date cstr_type2 cstr_date2 early_start_date early_end_date total_float_hr_cnt driving_path_flag target_start_date target_end_date',
      rows: [
        '1001 | 10 | 102 | 1 | CP_Drtn | TT_Mile | DT_FixedDUR2 | TK_Complete | A10 | Start | 0 | 0 | 0 | 2024-03-04 08:00 | 2024-03-04 08:00 |  |  |  |  |  |  |  | Y | 2024-03-04 08:00 | 2024-03-04 08:00',
        '1002 | 10 | 102 | 1 | CP_Drtn | TT_Task | DT_FixedDUR2 | TK_Active | A20 | Dig | 0 | 40 | 16 | 2024-03-04 08:00 |  |  |  |  |  | 2024-03-04 08:00 | 2024-03-08 17:00 | 0 | Y | 2024-03-04 08:00 | 2024-03-08 17:00',
        '1003 | 10 | 101 | 1 | CP_Phys | TT_Task | DT_FixedQty | TK_Active | A30 | Lay | 30 | 80 | 80 | 2024-03-05 08:00 |  | CS_MEOB | 2024-04-01 17:00 | CS_MSOA | 2024-03-06 08:00 | 2024-03-11 08:00 | 2024-03-22 17:00 | 8.5 | N | 2024-03-05 08:00 | 2024-03-18 17:00',
        '1004 | 10 | 101 | 1 | CP_Drtn | TT_LOE | DT_FixedDUR2 | TK_NotStart | A40 | Manage | 0 | 0 | 0 |  |  |  |  |  |  |  |  |  | N |  | ',
        '1005 | 10 | 101 | 1 | CP_Drtn | TT_FinMile | DT_FixedDUR2 | TK_NotStart | A50 | Done | 0 | 0 | 0 |  |  | CS_MANDFIN | 2024-03-29 17:00 |  |  | 2024-03-22 17:00 | 2024-03-22 17:00 | -8 | Y | 2024-03-21 17:00 | 2024-03-21 17:00',
      ],
    },
    ACTVCODE: {
      columns: 'actv_code_id parent_actv_code_id actv_code_type_id actv_code_name short_name seq_num color',
      rows: ['71 |  | 60 | Shell | S | 200 | FF0000', '72 |  | 60 | Earth | E | 100 | '],
    },
    TASKMEMO: {
      columns: 'memo_id task_id memo_type_id proj_id task_memo',
      rows: ['81 | 1002 | 7 | 10 | <HTML><BODY><P>Wet &amp; soft</P><P>ground</P></BODY></HTML>'],
    },
    TASKPRED: {
      columns: 'task_pred_id task_id pred_task_id proj_id pred_proj_id pred_type lag_hr_cnt aref arls',
      rows: [
        '1 | 1002 | 1001 | 10 | 10 | PR_FS | 0 |  | ',
        '2 | 1003 | 1002 | 10 | 10 | PR_SS | 8 | 2024-03-05 08:00 | 2024-03-06 08:00',
        '3 | 1003 | 1002 | 10 | 10 | PR_FF | 4.333333 |  | ',
        '4 | 1005 | 1003 | 10 | 10 | PR_FS | -8 |  | ',
        '5 | 1004 | 1002 | 10 | 10 | PR_SF | 0 |  | ',
      ],
    },
    TASKRSRC: {
      columns:
        'taskrsrc_id task_id proj_id rsrc_id remain_qty target_qty remain_qty_per_hr target_qty_per_hr act_reg_qty act_ot_qty target_cost remain_cost act_reg_cost act_ot_cost rollup_dates_flag rsrc_type target_start_date target_end_date',
      rows: [
        '91 | 1003 | 10 | 50 | 160 | 200 | 2 | 2.5 | 30 | 10 | 5100 | 4080 | 1020 | 0 | Y | RT_Labor | 2024-03-05 08:00 | 2024-03-18 17:00',
      ],
    },
    TASKACTV: { columns: 'task_id actv_code_type_id actv_code_id proj_id', rows: ['1002 | 60 | 72 | 10', '1003 | 60 | 71 | 10'] },
    UDFVALUE: {
      columns: 'udf_type_id fk_id proj_id udf_date udf_number udf_text udf_code_id',
      rows: ['31 | 1002 | 10 |  |  | North | ', '32 | 1003 | 10 |  | 12.5 |  | ', '33 | 101 | 10 | 2024-05-01 17:00 |  |  | '],
    },
    NEWTABLE: { columns: 'new_id what', rows: ['1 | kept as it is'] },
  };
}

/** Monday to Friday 8–12 and 13–17, one holiday, one short Saturday. */
export const FIVE_DAYS = `(0||CalendarData()((0||DaysOfWeek()((0||1()())${[2, 3, 4, 5, 6]
  .map((day) => `(0||${day}()((0||0(s|08:00|f|12:00)())(0||1(s|13:00|f|17:00)())))`)
  .join('')}(0||7()())))(0||Exceptions()((0||0(d|45380)())(0||1(d|45381)((0||0(f|12:00|s|08:00)())))))))`;

/** The bytes of tables as an XER file. */
export function xerText(tables: SampleTables, version = '19.12'): string {
  const lines = [`ERMHDR\t${version}\t2024-03-01\tProject\tada\tAda L\tdb\tProject Management\tUSD`];
  for (const [name, { columns, rows }] of Object.entries(tables)) {
    lines.push(`%T\t${name}`, `%F\t${columns.split(' ').join('\t')}`);
    for (const row of rows) lines.push(`%R\t${row.split(' | ').join('\t')}`);
  }
  return [...lines, '%E', ''].join('\r\n');
}
