/** Encodes text as Windows-1251, as far as Russian needs it. */
export function windows1251(text: string): Buffer {
  return Buffer.from(
    Array.from(text, (character) => {
      const code = character.charCodeAt(0);
      if (code < 128) return code;
      if (code >= 0x410 && code <= 0x44f) return code - 0x350;
      throw new Error(`windows1251 lacks ${character}`);
    }),
  );
}

export type XerTask = { code: string; name: string; days?: number; after?: string[] };

/** A small XER file: one project, one WBS, a five-day calendar, the given tasks with finish-to-start relations. */
export function xerText(tasks: XerTask[], options: { project?: string; dataDate?: string } = {}): string {
  const { project = 'Pier', dataDate = '2026-03-02 08:00' } = options;
  const idOf = new Map(tasks.map(({ code }, index) => [code, 1000 + index]));
  const calendar = `(0||CalendarData()((0||DaysOfWeek()((0||1()())${[2, 3, 4, 5, 6].map((day) => `(0||${day}()((0||0(s|08:00|f|16:00)())))`).join('')}(0||7()())))(0||Exceptions()())))`;
  const rows = [
    'ERMHDR\t19.12\t2026-03-01\tProject\tadmin\tadmin\tdb\tProject Management\tUSD',
    '%T\tCALENDAR',
    '%F\tclndr_id\tdefault_flag\tclndr_name\tclndr_type\tday_hr_cnt\tweek_hr_cnt\tclndr_data',
    `%R\t1\tY\tFive days\tCA_Base\t8\t40\t${calendar}`,
    '%T\tPROJECT',
    '%F\tproj_id\tproj_short_name\tlast_recalc_date\tplan_start_date\tclndr_id',
    `%R\t1\t${project}\t${dataDate}\t${dataDate}\t1`,
    '%T\tPROJWBS',
    '%F\twbs_id\tproj_id\tseq_num\tproj_node_flag\twbs_short_name\twbs_name\tparent_wbs_id',
    `%R\t10\t1\t1\tY\t${project}\t${project}\t`,
    '%T\tTASK',
    '%F\ttask_id\tproj_id\twbs_id\tclndr_id\ttask_code\ttask_name\ttask_type\tstatus_code\tduration_type\ttarget_drtn_hr_cnt\tremain_drtn_hr_cnt\ttarget_start_date\ttarget_end_date',
    ...tasks.map(
      ({ code, name, days = 1 }) =>
        `%R\t${idOf.get(code)}\t1\t10\t1\t${code}\t${name}\tTT_Task\tTK_NotStart\tDT_FixedDrtn\t${days * 8}\t${days * 8}\t${dataDate}\t${dataDate}`,
    ),
    '%T\tTASKPRED',
    '%F\ttask_pred_id\ttask_id\tpred_task_id\tproj_id\tpred_proj_id\tpred_type\tlag_hr_cnt',
    ...tasks
      .flatMap(({ code, after = [] }) => after.map((from) => [from, code]))
      .map(([from, to], index) => `%R\t${5000 + index}\t${idOf.get(to)}\t${idOf.get(from)}\t1\t1\tPR_FS\t0`),
    '%E',
    '',
  ];
  return rows.join('\r\n');
}

/** A chain of tasks, each after the one before. */
export function chain(length: number): XerTask[] {
  return Array.from({ length }, (_, index) => ({
    code: `A${1000 + index}`,
    name: `Task ${index + 1}`,
    days: 1 + (index % 5),
    after: index ? [`A${999 + index}`] : [],
  }));
}
