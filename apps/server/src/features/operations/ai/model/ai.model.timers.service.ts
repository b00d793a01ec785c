import { MODEL_CALLS_DAYS } from '@gantry/contract';
import type { Services } from '../../../../platform/context.ts';
import { startEvery } from '../../../../platform/jobs/every.ts';
import { forgetCalls } from './ai.model.repository.ts';

const LOOK_EVERY_MS = 3_600_000;
const DAY_MS = 24 * 3_600_000;
const SYSTEM = { spaceId: null, userId: null, system: true };

type Needs = Pick<Services, 'database' | 'log' | 'now'>;

/** Deletes what models were asked, once it is older than it may be kept; answers how many calls. */
export const forgetModelCalls = ({ database, now }: Needs): Promise<number> =>
  database.write(SYSTEM, (tx) => forgetCalls(tx, new Date(now().getTime() - MODEL_CALLS_DAYS * DAY_MS)));

/** Looks every hour; the returned function stops it. */
export const startModelCallTimers = (services: Needs): (() => void) =>
  startEvery(services.log, 'ai.model_calls', LOOK_EVERY_MS, () => forgetModelCalls(services));
