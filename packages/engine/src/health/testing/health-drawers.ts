import type { CalculationOptions, Plan } from '@gantry/domain';
import { optionsOf } from '../../testing/chart-options.ts';
import { draw } from '../../testing/drawing.ts';
import { calculate } from '../../timetable/calculate.ts';
import type { HealthFix } from '../check.ts';
import type { HealthCheckId } from '../index.ts';
import { checkHealth } from '../run.ts';
import { findingsOf, healthPlan } from './drawn-health.ts';

/**
 * What charts show of the health of a plan: `findings` of all checks, or of those in `checks=`, the ones that fail; `report` the bars
 * of the plan above them; `cure` the bars before and after the commands that the check offers.
 */
export const healthDrawers = {
  findings: (rows: string[], words: ReadonlyMap<string, string>) => {
    const { checks, calculation } = readWords(words);
    return linesOf(findingsOf(healthPlan(rows.join('\n'), calculation), checks));
  },
  report: (rows: string[], words: ReadonlyMap<string, string>) => {
    const { checks, calculation } = readWords(words);
    const health = healthPlan(rows.join('\n'), calculation);
    return [...bars(health.plan), ...linesOf(findingsOf(health, checks))];
  },
  cure: (rows: string[], words: ReadonlyMap<string, string>) => {
    const { checks } = readWords(words);
    const health = healthPlan(rows.join('\n'));
    const before = bars(health.plan);
    const [finding] = checkHealth(health.plan, { ...health.options, checks });
    if (finding.verdict !== 'failed') throw new Error('there is nothing to cure');
    for (const fix of finding.fixes) applyFix(health.plan, fix);
    const after = bars(health.plan);
    return [...before, ...finding.fixes.map(({ command }) => `${command}:`), ...after, ...linesOf(findingsOf(health, checks))];
  },
};

function readWords(words: ReadonlyMap<string, string>): { checks?: HealthCheckId[]; calculation: Partial<CalculationOptions> } {
  const calculation = optionsOf(new Map([...words].filter(([name]) => name !== 'checks')));
  const checks = words.get('checks')?.split(',') as HealthCheckId[] | undefined;
  return checks === undefined ? { calculation } : { checks, calculation };
}

function bars(plan: Plan): string[] {
  return draw(plan, calculate(plan)).split('\n').slice(1, -1);
}

function linesOf(text: string): string[] {
  return text === '' ? [] : text.split('\n');
}

/** Carries out a command that a check offers. */
export function applyFix(plan: Plan, fix: HealthFix): void {
  const item = plan.items.find((one) => 'itemId' in fix && one.id === fix.itemId)!;
  const relation = plan.relations.find((one) => 'relationId' in fix && one.id === fix.relationId)!;
  switch (fix.command) {
    case 'remove_relation':
      plan.relations = plan.relations.filter((one) => one !== relation);
      break;
    case 'set_lag':
      relation.lagMinutes = fix.lagMinutes;
      break;
    case 'add_relation':
      plan.relations.push({ id: 900 + plan.relations.length, lagMinutes: 0, lagCalendar: null, ...fix });
      break;
    case 'set_limit':
      if (fix.end === 'start') item.startLimitType = fix.type;
      else item.finishLimitType = fix.type;
      break;
    case 'set_actual':
      Object.assign(
        item,
        fix.end === 'start' ? { actualStart: fix.date, status: 'not_started' } : { actualFinish: fix.date, status: 'in_progress' },
      );
      break;
    case 'set_calendar':
      item.calendarId = fix.calendarId;
      break;
    case 'set_duration':
      item.durationMinutes = fix.durationMinutes;
      break;
  }
}
