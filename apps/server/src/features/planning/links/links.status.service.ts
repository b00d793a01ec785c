import { CALCULATED_FIELDS, CALCULATION_STATUS, type Diff } from '@gantry/domain';
import type { Context, Services } from '../../../platform/context.ts';
import { startEvery } from '../../../platform/jobs/every.ts';
import { type Db, pastReach } from '../../../platform/postgres/database.ts';
import { forgetMoved, listMoved, unsettleStatus, type VersionKey } from '../version-heads/version-heads.service.ts';
import { listEnds } from './links.repository.ts';

/** What marks versions: a call, or the server itself. */
type Marker = Pick<Context, 'push' | 'write' | 'spaceId'>;

/** Marks versions at the other ends of links as not calculated, and tells their pages that a link or a date at its end has changed. */
export async function notifyOthers(context: Marker, versionId: number, others: readonly number[], calculated?: number): Promise<void> {
  if (!others.length) return;
  await context.write(async (tx) => {
    const unsettled = await unsettleStatus(tx, context.spaceId, others);
    for (const id of unsettled)
      await context.push.send(tx, { spaceId: context.spaceId }, 'timetable_calculate', {
        version_id: id,
        status: CALCULATION_STATUS.notCalculated,
      });
    for (const id of [versionId, ...others]) await context.push.send(tx, { spaceId: context.spaceId }, 'links_changed', { version_id: id });
    if (calculated !== undefined) await forgetMoved(tx, { spaceId: context.spaceId, versionId }, calculated);
  });
}

const DATES = new Set<string>([...CALCULATED_FIELDS, 'start', 'finish'].filter((field) => /start|finish/i.test(field)));

type Updates = NonNullable<Diff['wbs']>['updated'];

/**
 * Versions that wait for items whose dates a calculation moves. They are noted with its result and marked after the commit: under the lock
 * of this version theirs would be taken in another order than by somebody who calculates them.
 */
export async function waitingFor(tx: Db, key: VersionKey, updates: Updates): Promise<number[]> {
  const moved = new Set(updates.filter(({ after }) => Object.keys(after).some((field) => DATES.has(field))).map(({ id }) => id));
  if (!moved.size) return [];
  const ends = await pastReach(tx, () => listEnds(tx, key));
  const others = ends.filter(({ item_id, far_type }) => far_type !== null && moved.has(item_id)).map(({ version_id }) => version_id);
  return [...new Set(others)].sort((a, b) => a - b);
}

const EVERY_MS = 5_000;

/** Marks what servers that died between a calculation and its marks have left; the returned function stops it. */
export function startMovedSweep({ database, push, log }: Pick<Services, 'database' | 'push' | 'log'>): () => void {
  return startEvery(log, 'links.moved', EVERY_MS, async () => {
    const left = await database.read({ spaceId: null, userId: null, system: true }, (db) => listMoved(db, EVERY_MS / 1000));
    for (const { spaceId, versionId, moved, calculated } of left) {
      const write: Marker['write'] = (work) => database.write({ spaceId, userId: null }, work);
      await notifyOthers({ push, spaceId, write }, versionId, moved, calculated);
    }
  });
}
