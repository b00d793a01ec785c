import { type Minute, type Plan, PLAN_TABLES, planOfRecords, plainText, recordOf } from '@gantry/domain';
import { type CalculationResult, calculate, checkHealth, withScenarios } from '@gantry/engine';
import { selectRows, type TemplateScope } from '@gantry/interchange';
import { type AmountTables, openReport, recordsOf, targetsOf, type VersionValues, viewOfValues, withDays } from '@gantry/plan-view';
import { serveThread } from '../../../platform/jobs/workers.thread.ts';
import type { WholePlan } from '../health/health.service.ts';
import { healthLines, lineOf, type ToldLines, type ToldRow } from './narrative.rules.ts';

/** A version as the caller sees it with all that its dates depend on, or the plan whose paths are wanted alone. */
export type NarrativeInput =
  | { do: 'version'; values: VersionValues; today: Minute; days: number; money: boolean; plan: WholePlan }
  | { do: 'paths'; plan: WholePlan };
/** `paths`: the rows of the two paths of least float, from the start. */
export type NarrativeOutcome = { lines: ToldLines; paths: ToldRow[][] };

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

serveThread<NarrativeInput, NarrativeOutcome>((input) => {
  const records = recordOf(PLAN_TABLES, (table) => recordsOf(table, input.plan.rows[table]));
  const { plan } = withScenarios(planOfRecords(records, input.plan.dataDate, input.plan.limits));
  const result = calculate({ ...plan, options: { ...plan.options, floatPaths: PATHS } });
  const paths = pathsOf(plan, result);
  if (input.do === 'paths') return { lines: {}, paths };
  const baseline = targetsOf(records.wbs);
  const findings = checkHealth(plan, { result, ...(baseline.size ? { baseline } : {}) });
  const { lines, rowOfId } = statusOf(input);
  return { lines: { ...lines, ...healthLines(findings, rowOfId) }, paths };
});

function statusOf({ values, today, days, money }: Extract<NarrativeInput, { do: 'version' }>) {
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
  const rowOf = (row: TemplateScope): ToldRow => ({
    id: Number(row.value('id')),
    version_id: values.versionId,
    code: plainText(row.value('code')),
    name: plainText(row.value('name')),
    amount: null,
  });
  const counted = Object.entries(questions(days)).map(([key, question]) => [key, lineOf(selectRows(scope, question), rowOf)] as const);
  const works = report.list('works') ?? [];
  const added = Object.entries(AMOUNTS)
    .filter(([key]) => money || !key.startsWith('cost'))
    .map(([key, path]) => {
      const amountOf = (row: TemplateScope): number => Number(row.value(path) ?? 0);
      return [key, lineOf(works.filter(amountOf), rowOf, amountOf)] as const;
    });
  const rows = new Map(tables.wbs.map((row) => [row['id'], row]));
  const rowOfId = (id: number): ToldRow | undefined => {
    const row = rows.get(id);
    return row && { id, version_id: values.versionId, code: textOf(row['code']), name: textOf(row['name']), amount: null };
  };
  const lines: ToldLines = Object.fromEntries([...counted, ...added]);
  return { lines, rowOfId };
}

const textOf = (value: unknown): string => (typeof value === 'string' ? value : '');

const PATHS = { count: 2, by: 'free_float', endItemId: null } as const;

/** The two paths that decide when a plan ends, the first one first. */
function pathsOf({ items }: Plan, { floatPath, floatPathOrder }: CalculationResult): ToldRow[][] {
  const found: ToldRow[][] = [[], []];
  for (const [at, { id, code, name }] of items.entries()) {
    const path = found[floatPath[at] - 1] as ToldRow[] | undefined;
    if (path) path[floatPathOrder[at] - 1] = { id, version_id: 0, code, name, amount: null };
  }
  // Places of gates of summaries are in the order and are no rows.
  return found.map((path) => path.filter(Boolean));
}
