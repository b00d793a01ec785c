import type { Services } from '../../../../platform/context.ts';
import { startEvery } from '../../../../platform/jobs/every.ts';
import { deleteInBlocks } from '../../../../platform/jobs/jobs.clearing.ts';
import { forgetCalls } from './ai.model.repository.ts';
import { keptSince } from './ai.model.rules.ts';

const LOOK_EVERY_MS = 3_600_000;

type Needs = Pick<Services, 'database' | 'log' | 'now'>;

/** Deletes what models were asked, once it is older than it may be kept; answers how many calls. */
export function forgetModelCalls({ database, now }: Needs, most?: number): Promise<number> {
  const before = keptSince(now());
  return deleteInBlocks({ database }, (limit) => forgetCalls(before, limit), most);
}

/** Looks every hour; the returned function stops it. */
export const startModelCallTimers = (services: Needs): (() => void) =>
  startEvery(services.log, 'ai.model_calls', LOOK_EVERY_MS, () => forgetModelCalls(services));
