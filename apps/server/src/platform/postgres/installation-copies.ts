import { statfs } from 'node:fs/promises';
import { describeError, type Log } from '../log.ts';
import type { copyBeside } from '../files/copy-beside.ts';
import type { CopyBesidePiece } from '../files/copy-beside.thread.ts';
import { startEvery } from '../jobs/every.ts';
import { openThread } from '../jobs/workers.ts';
import {
  archiveState,
  describeCopies,
  makeBase,
  prepareArchive,
  pruneBases,
  type RunningCluster,
  startArchiving,
  stopArchiving,
} from './embedded-postgres.base.ts';

const LOOK_EVERY_MS = 60_000;
const BASE_EVERY_MS = 24 * 3_600_000;
const BASES_KEPT = 2;
/** How much of the log may wait, how often archiving may fail, and how little of the disk may be free, before the log is discarded. */
const [MOST_WAITING_BYTES, MOST_FAILED_LOOKS, LEAST_FREE_SHARE] = [2 * 1024 ** 3, 3, 0.1];

type Needs = { log: Pick<Log, 'info' | 'warn' | 'error'>; now: () => Date; dataDir: string; folder: string; running: () => RunningCluster };

/**
 * Keeps a copy of the whole installation: a base a day, files every minute, and a watch over the log of changes. Where its way fails it is
 * given up before the database stops for want of room, said loudly, and begun anew with a base as soon as it works again.
 */
export function keepCopies({ log, now, dataDir, folder, running }: Needs): () => void {
  let [failed, givenUp, busy] = [0, false, false];
  let seen: CopyBesidePiece['seen'] = {};
  // Names of a million files are read there.
  const copier = openThread<CopyBesidePiece, Awaited<ReturnType<typeof copyBeside>>>(
    new URL('../files/copy-beside.thread.ts', import.meta.url),
    {},
    null,
    'low',
  );

  async function watch(): Promise<void> {
    const { socket } = running();
    if (givenUp) return;
    const { failing, waitingBytes } = await archiveState(socket);
    failed = failing ? failed + 1 : 0;
    const { bavail, blocks } = await statfs(dataDir);
    if (failed < MOST_FAILED_LOOKS && !(failing && (waitingBytes > MOST_WAITING_BYTES || bavail < blocks * LEAST_FREE_SHARE))) return;
    await stopArchiving(socket);
    givenUp = true;
    log.error('copies.given_up', { folder, waitingBytes });
  }

  async function base(): Promise<void> {
    const { newest, gap } = await describeCopies(folder);
    const age = newest ? now().getTime() - newest.ended.getTime() : BASE_EVERY_MS;
    // A clock that went back finds bases of a time to come; what was given up before a restart shows as a gap.
    if (!givenUp && !gap && age >= 0 && age < BASE_EVERY_MS) return;
    // The folder may have gone, and may be another disk.
    await prepareArchive(folder);
    const made = await makeBase(running(), folder, now);
    if (givenUp) await startArchiving(running().socket, folder);
    [givenUp, failed] = [false, 0];
    await pruneBases(folder, BASES_KEPT);
    log.info('copies.base', { name: made.name, seconds: Math.round((made.ended.getTime() - made.began.getTime()) / 1000) });
  }

  const stop = startEvery(log as Log, 'copies.look', LOOK_EVERY_MS, async () => {
    if (busy) return;
    busy = true;
    try {
      await watch();
      await base();
      ({ seen } = await copier.run({ dataDir, folder, seen }));
    } catch (error) {
      log.warn('copies.look', describeError(error));
    } finally {
      busy = false;
    }
  });
  return () => {
    stop();
    void copier.close();
  };
}
