/** Runs jobs as a thread of a server or as a process of its own. Each job holds it at its first try, and ends at the next one. */

import { existsSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { isMainThread, parentPort, workerData } from 'node:worker_threads';
import { z } from 'zod';
import { createLog } from '../../log.ts';
import { type Connection, openDatabase } from '../../postgres/database.ts';
import { openPush } from '../../push.ts';
import { openJobs } from '../jobs.ts';

/** How to reach the database, and a folder in which a file by the number of each job is made when it begins. */
export type Held = { connection: Connection; folder: string };

const { connection, folder } = (isMainThread ? JSON.parse(process.argv[2]) : workerData) as Held;
const log = createLog({}, () => undefined);
const database = openDatabase(connection, () => undefined);
const push = openPush(connection, log);
const jobs = openJobs(database, push, log, async () => undefined);
for (const afterRestart of ['again', 'fail'] as const)
  jobs.register({
    kind: `held_${afterRestart}`,
    input: z.object({}),
    afterRestart,
    lane: 'long',
    needs: null,
    async run({ id }) {
      const begun = join(folder, String(id));
      if (existsSync(begun)) return {};
      writeFileSync(begun, '');
      if (!isMainThread) process.exit(1);
      return new Promise(() => undefined);
    },
  });
jobs.start();

parentPort?.once('message', async () => {
  await jobs.close();
  await push.close();
  await database.close();
  parentPort?.close();
});
