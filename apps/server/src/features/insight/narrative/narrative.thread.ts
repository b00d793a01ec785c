import { type Minute, PLAN_TABLES, planOfRecords, plainText, recordOf } from '@gantry/domain';
import { calculate, withScenarios } from '@gantry/engine';
import { selectRows, type TemplateScope } from '@gantry/interchange';
import { type AmountTables, openReport, recordsOf, type VersionValues, viewOfValues, withDays } from '@gantry/plan-view';
import { serveThread } from '../../../platform/jobs/workers.thread.ts';
import type { HealthInput } from '../health/health.service.ts';
import type { ToldLines, ToldRow } from './narrative.rules.ts';

/** A version as the caller sees it, or the plans whose critical paths are wanted. */
export type NarrativeInput =
  | { do: 'status'; values: VersionValues; today: Minute; days: number; money: boolean }
  | { do: 'paths'; plans: Pick<HealthInput, 'rows' | 'dataDate' | 'limits'>[] };
/** Rows by line; by plan, the rows of its two paths of least float, from the start. */
export type NarrativeOutcome = { lines: ToldLines } | { paths: ToldRow[][][] };

/** What each line of the status counts, asked for as a form of a report asks. */
const questions = (days: number): Record<string, string> => ({
  works: 'works',
  finished: 'finished',
  started: 'started',
  not_started: 'works where completed=false and progress=0 and begun=false',
  finished_lately: `works where days_since_finish>=0 and days_since_finish<=${days}`,
  begun_lately: `works where begun and days_since_start>=0 and days_since_start<=${days}`,
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

/** What each line of amounts adds up. */
const AMOUNTS = {
  labour_plan: 'labour.plan.total',
  labour_fact: 'labour.fact.total',
  labour_left: 'labour.remaining.total',
  cost_plan: 'cost.plan.total',
  cost_fact: 'cost.fact.total',
  cost_left: 'cost.remaining.total',
} as const;

serveThread<NarrativeInput, NarrativeOutcome>((input) =>
  input.do === 'paths' ? { paths: input.plans.map(pathsOf) } : { lines: statusOf(input) },
);

function statusOf({ values, today, days, money }: Extract<NarrativeInput, { do: 'status' }>): ToldLines {
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
  const report = openReport(viewOfValues(values), tables, { time, wbsIds: null, money, people: new Map(), t: (key) => key });
  const scope = { value: () => undefined, list: report.list };
  const rowOf = (row: TemplateScope, amount: number | null = null): ToldRow => ({
    id: Number(row.value('id')),
    version_id: values.versionId,
    code: plainText(row.value('code')),
    name: plainText(row.value('name')),
    amount,
  });
  const counted = Object.entries(questions(days)).map(
    ([key, question]) => [key, selectRows(scope, question).map((row) => rowOf(row))] as const,
  );
  const works = report.list('works') ?? [];
  const added = Object.entries(AMOUNTS)
    .filter(([key]) => money || !key.startsWith('cost'))
    .map(([key, path]) => {
      const rows = works.flatMap((row) => {
        const amount = row.value(path);
        return typeof amount === 'number' && amount !== 0 ? [rowOf(row, amount)] : [];
      });
      return [key, rows] as const;
    });
  return Object.fromEntries([...counted, ...added]);
}

const PATHS = { count: 2, by: 'free_float', endItemId: null } as const;

/** The two paths that decide when a plan ends, the first one first. */
function pathsOf({ rows, dataDate, limits }: Pick<HealthInput, 'rows' | 'dataDate' | 'limits'>): ToldRow[][] {
  const records = recordOf(PLAN_TABLES, (table) => recordsOf(table, rows[table]));
  const { plan } = withScenarios(planOfRecords(records, dataDate, limits));
  const { floatPath, floatPathOrder } = calculate({ ...plan, options: { ...plan.options, floatPaths: PATHS } });
  const found: ToldRow[][] = [[], []];
  for (const [at, { id, code, name }] of plan.items.entries()) {
    const path = found[floatPath[at] - 1] as ToldRow[] | undefined;
    if (path) path[floatPathOrder[at] - 1] = { id, version_id: 0, code, name, amount: null };
  }
  // Places of gates of summaries are in the order and are no rows.
  return found.map((path) => path.filter(Boolean));
}
