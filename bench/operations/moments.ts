import { rmSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout } from 'node:timers/promises';
import pg from 'pg';
import { copyBeside } from '../../apps/server/src/platform/files/copy-beside.ts';
import { makeBase, restoreInstallation } from '../../apps/server/src/platform/postgres/embedded-postgres.base.ts';
import { startEmbeddedPostgres } from '../../apps/server/src/platform/postgres/embedded-postgres.ts';
import { fillSpace, type Place, seconds, silent } from './place.ts';

/** The design's bound for what a loss of the machine costs, and the wait of PostgreSQL's archiver after a failure. */
const MOST_BRINGING_MS = 120_000;

/** O4: what was answered before a moment is there, and nothing that was begun after it. */
export async function moments(place: Place): Promise<void> {
  const { folder, copies, cluster, client, amount } = place;
  const { person } = await place.serve();
  await fillSpace(person, 'Moments', amount.rows, 1);
  await client.query('create table bench_noted (id bigint primary key)');
  const running = { socket: cluster.administration.host, cluster: cluster.cluster };
  const base = makeBase(running, copies);
  const answered: { id: number; begun: number; ended: number }[] = [];
  let stop = false;
  const writing = (async () => {
    for (let id = 1; !stop; id++) {
      const begun = Date.now();
      await client.query('insert into bench_noted values ($1)', [id]);
      answered.push({ id, begun, ended: Date.now() });
      await setTimeout(5);
    }
  })();
  await base;
  await copyBeside(folder, copies);
  await setTimeout(1000 * amount.moments);
  stop = true;
  await writing;
  const from = (await base).ended.getTime();
  const until = answered[answered.length - 1].begun;
  // The rest of the log is brought where the server brings it; PostgreSQL tries again after a minute where it could not.
  const { rows: ended } = await client.query<{ file: string }>('select pg_walfile_name(pg_switch_wal()) as file');
  const isBrought = async () =>
    (await client.query('select from pg_stat_archiver where last_archived_wal >= $1', [ended[0].file])).rowCount === 1;
  const begun = performance.now();
  while (!(await isBrought())) {
    if (performance.now() - begun > MOST_BRINGING_MS) throw new Error(`${ended[0].file} of the log was not brought.`);
    await setTimeout(100);
  }
  let [lost, late, slowest] = [0, 0, 0];
  for (let moment = 1; moment <= amount.moments; moment++) {
    const at = Math.round(from + ((until - from) * moment) / (amount.moments + 1));
    const into = join(folder, `moment-${moment}`);
    slowest = Math.max(slowest, await seconds(() => restoreInstallation(copies, into, new Date(at))));
    const restored = await startEmbeddedPostgres(into, silent);
    const reader = new pg.Client({ ...restored.administration });
    await reader.connect();
    const there = new Set((await reader.query<{ id: string }>('select id from bench_noted')).rows.map(({ id }) => Number(id)));
    await reader.end();
    await restored.stop();
    rmSync(into, { recursive: true, force: true });
    lost += answered.filter(({ id, ended: done }) => done < at && !there.has(id)).length;
    late += answered.filter(({ id, begun }) => begun > at && there.has(id)).length;
  }
  place.note(`writes lost before ${amount.moments} moments, of ${answered.length}`, lost, '', 0);
  place.note('writes from behind the moment', late, '', 0);
  place.note('slowest restore of a moment', slowest, 's', 60);
}
