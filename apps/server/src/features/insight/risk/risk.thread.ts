import type { RiskResultRow, RiskSettings } from '@gantry/contract';
import { type ExternalLimit, formatMinute, type Minute, MINUTES_PER_DAY, PLAN_TABLES, planOfRecords, recordOf } from '@gantry/domain';
import { type DateBar, histogram, type RiskResult, simulateRisk, withScenarios } from '@gantry/engine';
import { recordsOf } from '@gantry/plan-view';
import { serveThread } from '../../../platform/jobs/workers.thread.ts';
import { moneyOf, runsOf, sourcesOf } from './risk.rules.ts';

export type RiskInput = {
  /** Rows of the tables that a plan is made of, as they travel: values in the order of the fields. */
  rows: Record<(typeof PLAN_TABLES)[number], unknown[][]>;
  dataDate: Minute;
  limits: ExternalLimit[];
  settings: RiskSettings;
};

const MOST_BARS = 40;
const MOST_POINTS = 300;
const MOST_DRIVERS = 25;
const cents = (value: number): number => Math.round(value * 100) / 100;
const days = (minutes: number): number => Math.round((minutes / MINUTES_PER_DAY) * 10) / 10;
const rounded = (share: number): number => Math.round(share * 10_000) / 10_000;

serveThread<RiskInput, RiskResultRow>(({ rows, dataDate, limits, settings }) => {
  const tables = recordOf(PLAN_TABLES, (table) => recordsOf(table, rows[table]));
  const { plan } = withScenarios(planOfRecords(tables, dataDate, limits));
  const { fixed, rates } = moneyOf(plan, tables);
  const sources = sourcesOf(plan, settings);
  const iterations = runsOf(settings.iterations, sources.durations.length);
  const result = simulateRisk(plan, { ...sources, iterations, watchedItemIds: [], costRates: rates });
  return shown(result, settings, fixed, fixed !== 0 || rates.size > 0);
});

function shown(result: RiskResult, settings: RiskSettings, fixed: number, costs: boolean): RiskResultRow {
  const { finish, cost, finishes, iterations } = result;
  const risks = new Map(result.items.map((item) => [item.itemId, item]));
  const keeps = [...finishes].filter((value, run) => value <= finish.p80 && cost.drawn[run] <= cost.p80).length;
  const step = Math.max(1, Math.ceil(iterations / MOST_POINTS));
  const runs = Array.from({ length: Math.ceil(iterations / step) }, (_, index) => index * step);
  return {
    iterations,
    finish: {
      planned: formatMinute(finish.planned),
      mean: formatMinute(finish.mean),
      p10: formatMinute(finish.p10),
      p50: formatMinute(finish.p50),
      p80: formatMinute(finish.p80),
      p90: formatMinute(finish.p90),
      planned_share: rounded(finish.plannedShare),
      bars: barsOf(finish.sorted).map(({ from, to, count, cumulativeShare }) => ({
        from: formatMinute(from),
        to: formatMinute(to),
        count,
        share: rounded(cumulativeShare),
      })),
    },
    cost: costs
      ? {
          planned: cents(fixed + cost.planned),
          mean: cents(fixed + cost.mean),
          p10: cents(fixed + cost.p10),
          p50: cents(fixed + cost.p50),
          p80: cents(fixed + cost.p80),
          p90: cents(fixed + cost.p90),
          planned_share: rounded(cost.plannedShare),
        }
      : null,
    joint_share: costs ? rounded(keeps / iterations) : null,
    points: costs ? runs.map((run) => ({ finish: formatMinute(finishes[run]), cost: cents(fixed + cost.drawn[run]) })) : [],
    drivers: result.drivers
      .filter(({ swingMinutes, swingCost }) => swingMinutes !== 0 || swingCost !== 0)
      .toSorted((a, b) => b.swingMinutes - a.swingMinutes || b.swingCost - a.swingCost || a.itemId - b.itemId)
      .slice(0, MOST_DRIVERS)
      .map(({ itemId, swingMinutes, swingCost }) => ({
        item_id: itemId,
        criticality: rounded(risks.get(itemId)?.criticality ?? 0),
        spearman: rounded(risks.get(itemId)?.spearman ?? 0),
        swing_days: days(swingMinutes),
        swing_cost: costs ? cents(swingCost) : null,
      })),
    events: result.events.map(({ id, share, meanDelayMinutes }) => ({
      name: settings.events[id]?.name ?? '',
      share: rounded(share),
      delay_days: days(meanDelayMinutes),
    })),
  };
}

/** Bars of whole days, as few as are read at a glance. */
function barsOf(sorted: Int32Array): DateBar[] {
  const first = Math.floor(sorted[0] / MINUTES_PER_DAY);
  const count = Math.floor(sorted[sorted.length - 1] / MINUTES_PER_DAY) - first + 1;
  return histogram(sorted, Math.max(1, Math.ceil(count / MOST_BARS)) * MINUTES_PER_DAY);
}
