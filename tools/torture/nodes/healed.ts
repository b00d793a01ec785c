/** What is looked at once all is well again: undo and redo (I6), descriptors (I12), and dates against the engine (I13). */

import { api } from '@gantry/contract';
import { minuteAt } from '@gantry/domain';
import { readdirSync } from 'node:fs';
import { setTimeout } from 'node:timers/promises';
import type {
  LiveAnswer,
  LiveAsked,
  LiveThreadInput,
} from '../../../apps/server/src/features/planning/timetable/live/timetable.live.thread.ts';
import { openThread } from '../../../apps/server/src/platform/jobs/workers.ts';
import type { Caller } from '../../../e2e/caller.ts';
import { checkReplay, readHistory } from './check.ts';
import type { Cluster, Node } from './cluster.ts';
import type { Desk } from './planner.ts';

const UNDONE = 10;

/** All that a version holds of works and relations, as one value. */
async function hashOfRows({ sql }: Pick<Cluster, 'sql'>, versionId: number): Promise<string> {
  const sums: string[] = [];
  for (const table of ['wbs_item', 'relation']) {
    const [{ sum }] = await sql<{ sum: string }>(
      `select coalesce(md5(string_agg(md5((to_jsonb(t) - '{created_at,updated_at}'::text[])::text), '' order by id)), '') as sum
       from "${table}" t where version_id = $1`,
      [versionId],
    );
    sums.push(sum);
  }
  return sums.join(' ');
}

/** I6: takes back the last steps of the attack by one server and restores them by another; the rows are what they were. */
export async function undoAndRedo(cluster: Cluster, versionId: number, [first, second]: readonly Caller[]): Promise<string[]> {
  const params = { id: versionId };
  const settled = async (): Promise<string> => {
    // One that a person asks for would be a step of theirs.
    await first.call(api.timetable.calculateNow, { params, body: { auto: true } });
    return hashOfRows(cluster, versionId);
  };
  const before = await settled();
  for (let step = 0; step < UNDONE; step += 1) await first.call(api.edits.undo, { params, body: {} });
  const undone = await settled();
  for (let step = 0; step < UNDONE; step += 1) await second.call(api.edits.redo, { params, body: {} });
  const after = await settled();
  return [
    ...(undone === before ? [`${UNDONE} steps were taken back, and nothing has changed`] : []),
    ...(after === before ? [] : [`rows are others after ${UNDONE} steps back and forth`]),
    ...(await checkReplay(cluster, versionId, await readHistory(cluster, versionId))),
  ];
}

const ENGINE = new URL('../../../apps/server/src/features/planning/timetable/live/timetable.live.thread.ts', import.meta.url);

/** I13: what is stored of a calculation is what the engine makes of the rows as they are stored. */
export async function checkCalculation({ sql, databaseUrl }: Cluster, { spaceId, versionId }: Desk): Promise<string[]> {
  const input: LiveThreadInput = { connection: { connectionString: databaseUrl }, mostRows: 0, mostOfLast: 0, keptMs: 60_000 };
  const engine = openThread<LiveAsked, LiveAnswer>(ENGINE, {}, input);
  try {
    const today = minuteAt(new Date().toISOString().slice(0, 10));
    const answer = await engine.run({ spaceId, versionId, dataDate: null, today, mostChanges: 1_000_000 });
    if (answer.kind !== 'calculated') return [`the engine answers ${answer.kind}`];
    const { items, relations, hash } = answer.outcome;
    const [{ stored }] = await sql<{ stored: string }>(`select calculation ->> 'hash' as stored from version where id = $1`, [versionId]);
    return [
      ...(stored === hash ? [] : [`the stored hash is ${stored}, the engine's ${hash}`]),
      ...(items.length + relations.length ? [`${items.length} rows and ${relations.length} relations are stored otherwise`] : []),
    ];
  } finally {
    await engine.close();
  }
}

const QUIET_MS = 2_000;
/** Connections of callers are kept for a while after their last call. */
const CLOSED_MS = 15_000;
/** Threads that begin with their first piece of work hold some. */
const MORE_DESCRIPTORS = 24;

/** Open descriptors of all servers without those of their connections to the database, which a pool opens and closes by its own rules. */
export async function countDescriptors({ nodes, sql }: Cluster): Promise<number> {
  const open = nodes.map(({ pid }) => readdirSync(`/proc/${pid()}/fd`).length).reduce((sum, count) => sum + count, 0);
  const [{ connections }] = await sql<{ connections: number }>(
    `select count(*)::int as connections from pg_stat_activity where backend_type = 'client backend' and pid <> pg_backend_pid()`,
  );
  return open - connections;
}

/** I12: descriptors that stay open after more load, once its callers are gone. */
export async function checkDescriptors(cluster: Cluster, before: number): Promise<{ broken: string[]; after: number }> {
  let after = await countDescriptors(cluster);
  for (const from = Date.now(); after > before + MORE_DESCRIPTORS && Date.now() - from < CLOSED_MS; after = await countDescriptors(cluster))
    await setTimeout(500);
  return { broken: after > before + MORE_DESCRIPTORS ? [`${after} are open, ${before} were before`] : [], after };
}

/** The longest of all servers' 99th percentiles of their loops' delays since they were asked last, in milliseconds. */
export async function lagOf(nodes: readonly Pick<Node, 'metrics'>[]): Promise<number> {
  const scrape = async ({ metrics }: Pick<Node, 'metrics'>): Promise<number> => {
    const text = await (await fetch(metrics())).text();
    return 1000 * Number(/^\w*nodejs_eventloop_lag_p99_seconds (\S+)/m.exec(text)?.[1]);
  };
  return Math.max(...(await Promise.all(nodes.map(scrape))));
}

/** The same while nobody asks anything. */
export async function loopDelay(nodes: readonly Pick<Node, 'metrics'>[]): Promise<number> {
  await lagOf(nodes);
  await setTimeout(QUIET_MS);
  return lagOf(nodes);
}
