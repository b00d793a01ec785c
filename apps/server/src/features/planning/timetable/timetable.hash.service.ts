import type { CalculationResult } from '@gantry/engine';
import { createHash } from 'node:crypto';

/** Hashes all dates and floats, to compare results. */
export function hashOf(result: CalculationResult): string {
  const hash = createHash('sha256');
  for (const column of [result.earlyStart, result.earlyFinish, result.lateStart, result.lateFinish, result.totalFloat, result.freeFloat])
    hash.update(column);
  return hash.digest('hex');
}
