import type { Services } from '../../../../platform/context.ts';
import { startEvery } from '../../../../platform/jobs/every.ts';
import { forgetCalls } from './ai.model.repository.ts';
import { keptSince } from './ai.model.rules.ts';

const LOOK_EVERY_MS = 3_600_000;
const SYSTEM = { spaceId: null, userId: null, system: true };

type Needs = Pick<Services, 'database' | 'log' | 'now'>;

/** Deletes what models were asked, once it is older than it may be kept; answers how many calls. */
export const forgetModelCalls = ({ database, now }: Needs): Promise<number> =>
  database.write(SYSTEM, (tx) => forgetCalls(tx, keptSince(now())));

/** Looks every hour; the returned function stops it. */
export const startModelCallTimers = (services: Needs): (() => void) =>
  startEvery(services.log, 'ai.model_calls', LOOK_EVERY_MS, () => forgetModelCalls(services));
