import type { HealthCheckName } from '@gantry/contract';
import {
  type ExternalLimit,
  formatMinute,
  NO_DATE,
  type Plan,
  PLAN_TABLES,
  planOfRecords,
  recordOf,
  type RelationType,
} from '@gantry/domain';
import { calculate, type CalculationResult, checkHealth, type HealthFinding, type HealthFix, withScenarios } from '@gantry/engine';
import { recordsOf, targetsOf } from '@gantry/plan-view';
import { serveThread } from '../../../platform/jobs/workers.thread.ts';
import { isSafe, mended } from './health.rules.ts';

/** Rows of the tables that a plan is made of, as they travel: values in the order of the fields. */
type InputRows = Record<(typeof PLAN_TABLES)[number], unknown[][]>;

/** All that the dates of a version depend on. */
export type WholePlan = { rows: InputRows; dataDate: number; limits: ExternalLimit[] };

export type HealthInput = WholePlan & {
  /** The check whose fixes are tried; null: all checks are made. */
  check: HealthCheckName | null;
  /** The most rows a finding names, and the most fixes that are tried. */
  most: number;
};
/** A fix with what it finds in place. */
export type ShownFix = HealthFix & { workId: number; otherId: number | null; before: string | number | null };
export type HealthOutcome = {
  findings: (Omit<HealthFinding, 'fixes' | 'relationIds' | 'threshold'> & { limit: number; rows: number; fixes: number })[];
  fixes: ShownFix[];
  finishBefore: string | null;
  finishAfter: string | null;
  moved: number;
};

serveThread<HealthInput, HealthOutcome>(({ rows, dataDate, limits, check, most }) => {
  const records = recordOf(PLAN_TABLES, (table) => recordsOf(table, rows[table]));
  const { plan } = withScenarios(planOfRecords(records, dataDate, limits));
  const result = calculate(plan);
  const baseline = targetsOf(records.wbs);
  const options = { result, ...(baseline.size ? { baseline } : {}) };
  if (check === null || check === 'required_attribute')
    return {
      findings: checkHealth(plan, options).map(({ fixes, relationIds: _relations, threshold, itemIds, ...finding }) => ({
        ...finding,
        limit: threshold.limit,
        rows: itemIds.length,
        itemIds: itemIds.slice(0, most),
        fixes: fixes.filter((fix) => isSafe(finding.check, fix)).length,
      })),
      fixes: [],
      finishBefore: null,
      finishAfter: null,
      moved: 0,
    };
  const [finding] = checkHealth(plan, { ...options, checks: [check] });
  const fixes = finding.fixes.filter((fix) => isSafe(check, fix)).slice(0, most);
  const after = calculate(mended(plan, fixes));
  return {
    findings: [],
    fixes: shownOf(plan, fixes),
    finishBefore: finishOf(result),
    finishAfter: finishOf(after),
    moved: plan.items.filter((_, index) => result.start[index] !== after.start[index] || result.finish[index] !== after.finish[index])
      .length,
  };
});

function finishOf({ finish }: CalculationResult): string | null {
  let last = NO_DATE;
  for (const one of finish) if (one !== NO_DATE && (last === NO_DATE || one > last)) last = one;
  return last === NO_DATE ? null : formatMinute(last);
}

/** Fixes beside what stands there now. */
function shownOf(plan: Plan, fixes: readonly HealthFix[]): ShownFix[] {
  const items = new Map(plan.items.map((item) => [item.id, item]));
  const relations = new Map(plan.relations.map((relation) => [relation.id, relation]));
  const calendars = new Map(plan.calendars.map((calendar) => [calendar.id, calendar]));
  return fixes.flatMap((fix): ShownFix[] => {
    if (fix.command === 'remove_relation' || fix.command === 'set_lag') {
      const relation = relations.get(fix.relationId);
      if (!relation) return [];
      const before: RelationType | number = fix.command === 'set_lag' ? relation.lagMinutes : relation.type;
      return [{ ...fix, workId: relation.predecessorId, otherId: relation.successorId, before }];
    }
    if (fix.command === 'add_relation') return [{ ...fix, workId: fix.predecessorId, otherId: fix.successorId, before: null }];
    const item = items.get(fix.itemId);
    if (!item) return [];
    const known = { ...fix, workId: item.id, otherId: null };
    if (fix.command === 'set_limit') return [{ ...known, before: fix.end === 'start' ? item.startLimitType : item.finishLimitType }];
    if (fix.command === 'set_duration') return [{ ...known, before: item.durationMinutes }];
    if (fix.command === 'set_calendar')
      return [{ ...known, before: item.calendarId === null ? null : (calendars.get(item.calendarId)?.name ?? null) }];
    return [];
  });
}
