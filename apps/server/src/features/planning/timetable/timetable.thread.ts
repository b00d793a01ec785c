import type { LevelingAsked } from '@gantry/contract';
import type { ExternalLimit } from '@gantry/domain';
import { calculate, withScenarios } from '@gantry/engine';
import { serveThread } from '../../../platform/jobs/workers.thread.ts';
import { hashOf } from './timetable.hash.service.ts';
import { type Leveled, levelRows } from './timetable.leveling.rules.ts';
import { type CalculationOutcome, outcomeOf, type WbsUpdate } from './timetable.outcome.rules.ts';
import { type InputRows, planOf } from './timetable.plan.rules.ts';

export type CalculationInput = {
  rows: InputRows;
  dataDate: number;
  /** Limits from other schedules, and rows whose link leads to a deleted item. */
  external?: { limits: ExternalLimit[]; goneItems: number[] };
  /** Levels before it calculates; null ends what an earlier leveling put off. */
  leveling?: LevelingAsked | null;
};

/** What came of a calculation, with a value that two equal ones have alike. */
export type HashedOutcome = CalculationOutcome & { hash: string; leveled?: Leveled };

serveThread<CalculationInput, HashedOutcome>(({ leveling, ...input }) => {
  if (leveling === undefined) return calculated(input);
  const { plan } = withScenarios(planOf(input.rows, input.dataDate, input.external?.limits));
  const { rows, floors, leveled } = levelRows(input.rows, plan, leveling);
  const outcome = calculated({ ...input, rows });
  // One update a row: floor and dates together.
  const byRow = new Map<number, WbsUpdate>(floors.map((floor) => [floor.id, floor]));
  for (const { id, before, after } of outcome.items) {
    const floor = byRow.get(id);
    byRow.set(id, { id, before: { ...floor?.before, ...before }, after: { ...floor?.after, ...after } });
  }
  return { ...outcome, items: [...byRow.values()], leveled };
});

/** Calculates rows of a version from the beginning. */
function calculated({ rows, dataDate, external }: CalculationInput): HashedOutcome {
  const { plan, forecasts } = withScenarios(planOf(rows, dataDate, external?.limits));
  const result = calculate(plan);
  return { ...outcomeOf({ rows, plan, forecasts, result, goneItems: external?.goneItems }), hash: hashOf(result) };
}
