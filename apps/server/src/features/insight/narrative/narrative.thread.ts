import { type Minute, plainText } from '@gantry/domain';
import { selectRows } from '@gantry/interchange';
import { type AmountTables, openReport, recordsOf, type VersionValues, viewOfValues, withDays } from '@gantry/plan-view';
import { serveThread } from '../../../platform/jobs/workers.thread.ts';
import type { ToldLines } from './narrative.rules.ts';

export type NarrativeInput = { values: VersionValues; today: Minute; days: number };

/** What each line of the status counts, asked for as a form of a report asks. */
const questions = (days: number): Record<string, string> => ({
  works: 'works',
  finished: 'finished',
  started: 'started',
  not_started: 'works where completed=false and progress=0 and begun=false',
  not_finished: 'due',
  not_begun: 'works where completed=false and begun=false and days_to_start<0',
  behind_target: 'works where completed=false and finish_variance>0',
  begin_next: `works where completed=false and begun=false and days_to_start>=0 and days_to_start<=${days}`,
  finish_next: `works where completed=false and days_to_finish>=0 and days_to_finish<=${days}`,
  not_ready: `works where completed=false and begun=false and days_to_start>=0 and days_to_start<=${days} and ready=false`,
  critical: 'critical',
  near_critical: 'works where completed=false and near_critical',
  milestones: 'milestones',
  milestones_late: 'milestones where finish_variance>0',
});

serveThread<NarrativeInput, ToldLines>(({ values, today, days }) => {
  const of = (table: keyof AmountTables) => recordsOf(table, values.rows[table]);
  const tables: AmountTables = {
    wbs: of('wbs'),
    assignment: of('assignment'),
    resource: of('resource'),
    calendar: of('calendar'),
    daySeries: of('daySeries').map(withDays),
    settings: of('settings'),
  };
  const dataDate = values.dataDate ?? today;
  const time = { year: 2000, month: 1, dataDate };
  const report = openReport(viewOfValues(values), tables, { time, wbsIds: null, money: false, people: new Map(), t: (key) => key });
  const scope = { value: () => undefined, list: report.list };
  const counted = Object.entries(questions(days)).map(([key, question]) => {
    const rows = selectRows(scope, question).map((row) => ({
      id: Number(row.value('id')),
      version_id: values.versionId,
      code: plainText(row.value('code')),
      name: plainText(row.value('name')),
    }));
    return [key, rows] as const;
  });
  return Object.fromEntries(counted);
});
