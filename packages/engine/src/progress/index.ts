import { baseIntensityVolume } from './base-intensity-volume.ts';
import { byProgress } from './by-progress.ts';
import { costWithInitialDuration } from './with-duration/cost-with-initial-duration.ts';
import { costWithTargetDuration } from './with-duration/cost-with-target-duration.ts';
import { cost } from './cost.ts';
import { finishByDailyFact } from './finish-by-daily-fact.ts';
import { fixedFinish } from './fixed-finish.ts';
import { initialDuration } from './with-duration/initial-duration.ts';
import { labourWithInitialDuration } from './with-duration/labour-with-initial-duration.ts';
import { labourWithTargetDuration } from './with-duration/labour-with-target-duration.ts';
import { labour } from './labour.ts';
import type { Scenario, ScenarioNumber } from './scenario.ts';
import { startByDailyPlan } from './start-by-daily-plan.ts';
import { targetDuration } from './with-duration/target-duration.ts';
import { volumeWithInitialDuration } from './with-duration/volume-with-initial-duration.ts';
import { volumeWithTargetDuration } from './with-duration/volume-with-target-duration.ts';
import { volume } from './volume.ts';

/** The 16 scenarios for started work. */
export const SCENARIOS = {
  1: byProgress,
  2: targetDuration,
  3: initialDuration,
  4: fixedFinish,
  5: baseIntensityVolume,
  6: volume,
  7: volumeWithTargetDuration,
  8: volumeWithInitialDuration,
  9: labour,
  10: labourWithTargetDuration,
  11: labourWithInitialDuration,
  12: cost,
  13: costWithTargetDuration,
  14: costWithInitialDuration,
  15: startByDailyPlan,
  16: finishByDailyFact,
} satisfies Record<ScenarioNumber, Scenario>;
