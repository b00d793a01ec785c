import type { CalculationOptions, Plan } from '@gantry/domain';
import { assignmentOf } from '../../leveling/testing/drawn-plan.ts';
import { chartPlan } from '../../testing/chart.ts';
import { calculate } from '../../timetable/calculate.ts';
import type { HealthFix } from '../check.ts';
import { isMilestone } from '../context.ts';
import type { HealthAmounts, HealthBaseline } from '../context.ts';
import type { HealthCheckId } from '../index.ts';
import { checkHealth } from '../run.ts';
import type { HealthFinding, HealthOptions } from '../run.ts';

const POOL = new Map();

/** A drawn plan with all that a sound one has besides its rows. */
export type DrawnHealth = { plan: Plan; options: HealthOptions };

/**
 * Reads a chart and gives every work a crew without limit, a volume and a cost; the baseline is the calculation of `approved`, else of the
 * plan itself.
 */
export function healthPlan(drawing: string, calculation: Partial<CalculationOptions> = {}, approved = drawing): DrawnHealth {
  const plan = chartPlan(drawing, calculation);
  const works = plan.items.filter((item) => item.type === 'work' && !isMilestone(item));
  plan.resources = [
    { id: 1, code: 'crew', name: 'crew', kind: 'labour', calendarId: null, limit: works.length, unit: 'h', pricePerUnit: null },
  ];
  plan.assignments = works.map((item, at) => assignmentOf(at, item.id, 1, item.remainingMinutes / 60));
  const amounts: HealthAmounts = new Map(plan.items.map((item) => [item.id, { volume: 5, labour: 8, cost: 100 }]));
  return { plan, options: { baseline: baselineOf(approved, plan), amounts } };
}

/** Dates of a drawn plan for the items of another that have the same codes. */
function baselineOf(drawing: string, plan: Plan): HealthBaseline {
  const approved = chartPlan(drawing);
  const result = calculate(approved, POOL);
  const dates = new Map(approved.items.map((item, at) => [item.code, { start: result.start[at], finish: result.finish[at] }]));
  return new Map(plan.items.flatMap((item) => (dates.has(item.code) ? [[item.id, dates.get(item.code)!] as const] : [])));
}

/**
 * The checks that fail, a line each: `leads 1 of 3: B (A>B), set_lag A>B 0` is the name, what was found of what was looked at, the
 * rows, the relations in brackets and the commands that cure.
 */
export function findingsOf({ plan, options }: DrawnHealth, checks?: readonly HealthCheckId[]): string {
  return checkHealth(plan, { ...options, ...(checks ? { checks } : {}) })
    .filter((finding) => finding.verdict === 'failed')
    .map((finding) => findingText(plan, finding))
    .join('\n');
}

/** One finding as a line, whatever its verdict. */
export function findingText(plan: Plan, finding: HealthFinding): string {
  const rows = finding.itemIds.map((id) => codeOf(plan, id)).join(' ');
  const relations = finding.relationIds.length ? ` (${finding.relationIds.map((id) => relationText(plan, id)).join(' ')})` : '';
  const fixes = finding.fixes.map((fix) => `, ${fixText(plan, fix)}`).join('');
  return `${finding.check} ${valueText(finding)}: ${rows}${relations}${fixes}`.trimEnd();
}

function valueText({ value, unit, population }: HealthFinding): string {
  if (value === null) return 'not measured';
  if (unit === 'index') return String(Math.round(value * 1000) / 1000);
  return unit === 'share' ? `${Math.round(value * population * 1e6) / 1e6} of ${population}` : String(value);
}

function codeOf(plan: Plan, id: number): string {
  return plan.items.find((item) => item.id === id)!.code;
}

function relationText(plan: Plan, id: number): string {
  const relation = plan.relations.find((one) => one.id === id)!;
  return `${codeOf(plan, relation.predecessorId)}>${codeOf(plan, relation.successorId)}`;
}

function fixText(plan: Plan, fix: HealthFix): string {
  switch (fix.command) {
    case 'remove_relation':
      return `remove_relation ${relationText(plan, fix.relationId)}`;
    case 'set_lag':
      return `set_lag ${relationText(plan, fix.relationId)} ${fix.lagMinutes}`;
    case 'add_relation':
      return `add_relation ${codeOf(plan, fix.predecessorId)}>${codeOf(plan, fix.successorId)} ${fix.type}`;
    case 'set_limit':
      return `set_limit ${codeOf(plan, fix.itemId)} ${fix.end} ${fix.type}`;
    case 'set_actual':
      return `set_actual ${codeOf(plan, fix.itemId)} ${fix.end} ${fix.date}`;
    case 'set_calendar':
      return `set_calendar ${codeOf(plan, fix.itemId)} ${plan.calendars.find((calendar) => calendar.id === fix.calendarId)!.name}`;
    case 'set_duration':
      return `set_duration ${codeOf(plan, fix.itemId)} ${fix.durationMinutes}`;
  }
}
