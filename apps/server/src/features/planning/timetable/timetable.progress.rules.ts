import type { Plan, PlanItem } from '@gantry/domain';
import { amountsByItem, NO_AMOUNTS, withScenarios } from '@gantry/engine';

const BY_VOLUME = 6;
const BY_LABOUR = 9;
const BY_COST = 12;
const BY_PROGRESS = 1;

/** Remaining working minutes of started works at their intensity so far: by volume if present, else labour, cost, progress. */
export function remainsByIntensity(plan: Plan, wanted: (id: number) => boolean): Map<number, number> {
  const amounts = amountsByItem(plan);
  const scenarioOf = ({ id }: PlanItem): number => {
    const { volume, labour, cost } = amounts.get(id) ?? NO_AMOUNTS;
    return volume !== null ? BY_VOLUME : labour !== null ? BY_LABOUR : cost !== null ? BY_COST : BY_PROGRESS;
  };
  const items = plan.items.map((item) => ({ ...item, progressScenario: scenarioOf(item) }));
  const { forecasts } = withScenarios({ ...plan, items });
  return new Map([...forecasts].filter(([id]) => wanted(id)).map(([id, { remainingMinutes }]) => [id, remainingMinutes]));
}
