import { collectFindings, FORMATS, readXer, readZip, writeArchive, writeZip, type FileFormat } from '@gantry/interchange';

/** A sound file to be broken. */
export type Sample = { format: FileFormat | 'zip'; bytes: Uint8Array };

const DAYS = [2, 3, 4, 5, 6].map((day) => `(0||${day}()((0||0(s|08:00|f|12:00)())(0||1(s|13:00|f|17:00)())))`).join('');
const CALENDAR = `(0||CalendarData()((0||DaysOfWeek()((0||1()())${DAYS}(0||7()())))(0||Exceptions()((0||0(d|45380)())))))`;

const TABLES: [name: string, columns: string, ...rows: string[]][] = [
  ['CURRTYPE', 'curr_id curr_symbol curr_short_name', '1 | $ | USD'],
  ['MEMOTYPE', 'memo_type_id memo_type', '7 | Notes'],
  ['PROJECT', 'proj_id proj_short_name clndr_id last_recalc_date plan_start_date', '10 | TOWER | 1 | 2024-03-04 08:00 | 2024-03-04 08:00', '11 | OTHER | 1 | 2024-03-04 08:00 | '],
  ['CALENDAR', 'clndr_id default_flag clndr_name base_clndr_id day_hr_cnt week_hr_cnt clndr_data', `1 | Y | Fünf Tage |  | 8 | 40 | ${CALENDAR}`, `2 | N | Child | 1 | 8 | 40 | `],
  ['SCHEDOPTIONS', 'schedoptions_id proj_id sched_retained_logic sched_calendar_on_relationship_lag', '3 | 10 | Y | rcal_Successor'],
  ['PROJWBS', 'wbs_id proj_id seq_num proj_node_flag wbs_short_name wbs_name parent_wbs_id', '100 | 10 | 0 | Y | TOWER | Башня | ', '101 | 10 | 200 | N | 1 | Ground | 100', '102 | 10 | 100 | N | 2 | Shell | 101'],
  ['RSRC', 'rsrc_id rsrc_name rsrc_short_name rsrc_type clndr_id', '50 | Masons | MAS | RT_Labor | 1'],
  ['RSRCRATE', 'rsrc_rate_id rsrc_id max_qty_per_hr cost_per_qty start_date', '1 | 50 | 4 | 25.5 | 2024-01-01 00:00'],
  ['ACTVTYPE', 'actv_code_type_id actv_code_type actv_code_type_scope', '60 | Phase | AS_Global'],
  ['ACTVCODE', 'actv_code_id parent_actv_code_id actv_code_type_id actv_code_name short_name seq_num', '71 |  | 60 | Earth | E | 1', '72 | 71 | 60 | Dig | D | 2'],
  ['UDFTYPE', 'udf_type_id table_name udf_type_name udf_type_label logical_data_type', '31 | TASK | user_field_31 | Due | FT_END_DATE'],
  ['POBS', 'pobs_id pobs_name', '1 | x', '2 | y'],
  [
    'TASK',
    'task_id proj_id wbs_id clndr_id complete_pct_type task_type status_code task_code task_name target_drtn_hr_cnt remain_drtn_hr_cnt act_start_date act_end_date cstr_type cstr_date early_start_date early_end_date total_float_hr_cnt',
    '1001 | 10 | 101 | 1 | CP_Drtn | TT_Mile | TK_Complete | A10 | Start | 0 | 0 | 2024-03-04 08:00 | 2024-03-04 08:00 |  |  |  |  | ',
    '1002 | 10 | 101 | 1 | CP_Drtn | TT_Task | TK_Active | A20 | Dig "deep" | 40 | 16 | 2024-03-04 08:00 |  |  |  | 2024-03-04 08:00 | 2024-03-08 17:00 | 0',
    '1003 | 10 | 102 | 2 | CP_Phys | TT_Rsrc | TK_NotStart | A30 | Lay | 80 | 80 |  |  | CS_MSOA | 2024-03-06 08:00 | 2024-03-11 08:00 | 2024-03-22 17:00 | 8.5',
    '1004 | 10 | 102 | 1 | CP_Drtn | TT_LOE | TK_NotStart | A40 | Manage | 0 | 0 |  |  | CS_ALAP |  |  |  | ',
    '2001 | 11 |  | 1 | CP_Drtn | TT_FinMile | TK_NotStart | B10 | Done | 0 | 0 |  |  |  |  |  |  | ',
  ],
  ['TASKMEMO', 'memo_id task_id memo_type_id proj_id task_memo', '81 | 1002 | 7 | 10 | <HTML><BODY>Wet &amp; soft</BODY></HTML>'],
  ['TASKPROC', 'proc_id task_id proj_id proc_name proc_wt complete_pct', '5 | 1002 | 10 | Step | 1 | 50'],
  ['TASKPRED', 'task_pred_id task_id pred_task_id proj_id pred_proj_id pred_type lag_hr_cnt', '1 | 1002 | 1001 | 10 | 10 | PR_FS | 0', '2 | 1003 | 1002 | 10 | 10 | PR_SS | 8', '3 | 2001 | 1003 | 11 | 10 | PR_FF | -4.5', '4 | 1003 | 9999 | 10 | 99 | PR_FS | 0'],
  ['TASKRSRC', 'taskrsrc_id task_id proj_id rsrc_id remain_qty target_qty target_qty_per_hr act_reg_qty target_cost rsrc_type', '91 | 1003 | 10 | 50 | 160 | 200 | 2.5 | 40 | 5100 | RT_Labor'],
  ['TASKACTV', 'task_id actv_code_type_id actv_code_id proj_id', '1002 | 60 | 72 | 10'],
  ['UDFVALUE', 'udf_type_id fk_id proj_id udf_date udf_number udf_text', '31 | 1002 | 10 | 2024-05-01 17:00 |  | '],
  ['UNKNOWN', 'a b', '1 | kept'],
]; // prettier-ignore

/** One small plan in every format, and all of them in a zip. */
export async function buildSamples(): Promise<Sample[]> {
  const lines = ['ERMHDR\t19.12\t2024-03-01\tProject\tada\tAda\tdb\tProject Management\tUSD'];
  for (const [name, columns, ...rows] of TABLES) {
    lines.push(`%T\t${name}`, `%F\t${columns.split(' ').join('\t')}`);
    for (const row of rows) lines.push(`%R\t${row.split(' | ').join('\t')}`);
  }
  const xer = Buffer.from([...lines, '%E', ''].join('\r\n'), 'utf8');
  const { project } = await readXer(xer);
  if (!project) throw new Error('the sample is no XER');
  const samples: Sample[] = [{ format: 'xer', bytes: xer }];
  for (const format of ['pmxml', 'mspdi', 'xlsx', 'csv', 'json', 'gantry'] as const)
    samples.push({
      format,
      bytes: (await FORMATS[format].write({ ...project, source: format === 'gantry' ? project.source : null })).bytes,
    });
  const members = (['xer', 'mspdi', 'csv'] as const).map((format) => ({ name: format, file: project, format }));
  samples.push({ format: 'zip', bytes: (await writeArchive(members)).bytes });
  return samples;
}

/** A packed sample with one of its members broken, packed anew. */
export async function repacked(sample: Sample, breakIt: (member: Sample) => Buffer, random: (bound: number) => number): Promise<Buffer> {
  const entries = (await readZip(sample.bytes, collectFindings())) ?? [];
  const at = random(entries.length);
  return writeZip(
    entries.map((entry, i) => (i === at ? { name: entry.name, bytes: breakIt({ format: 'xer', bytes: entry.bytes }) } : entry)),
  );
}
