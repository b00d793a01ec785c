/** A day without faults: two hundred people at two servers, and nothing that a server holds may grow with the hours. */

import { api } from '@gantry/contract';
import { readFileSync } from 'node:fs';
import { setTimeout } from 'node:timers/promises';
import { share } from '../../../bench/gates.ts';
import { CallFailed, callerWith, makeVersion, tokenOf } from '../../../e2e/caller.ts';
import { DEMO } from '../../../e2e/product.ts';
import { checkChain, checkReplay, readHistory, writtenAt } from '../nodes/check.ts';
import { type Cluster, openCluster } from '../nodes/cluster.ts';
import { checkDescriptors, countDescriptors, lagOf } from '../nodes/healed.ts';
import type { Outcome, ProfileName, Run } from '../suite.ts';
import { type Acknowledged, DAY, type Place } from './day.ts';
import { growthOf, heapsOf } from './heaps.ts';

const MINUTES: Record<ProfileName, number> = { smoke: 2, short: 5, night: 105 };
const NODES = 2;
const VERSIONS = 8;
const ROWS = 60;
/** Actions a second of 200 people. */
const RATE = 54_500 / 3600;
const MOST_RAMP_MS = 180_000;
const LOOK_MS = 10_000;
const WARM_MS = 60_000;
/** Connections of callers are closed meanwhile. */
const QUIET_MS = 15_000;
const MOST_CALL_MS = 15_000;
/** More would say that servers do not keep up. */
const MOST_UNDER_WAY = 200;
const MOST_LAG_MS = 50;
const MOST_GROWTH = 1;
/** In a shorter run, what is remembered up to a bound still fills. */
const LEAST_JUDGED_MINUTES = 30;
const MOST_NAMED = 5;

type Look = { minute: number; megabytes: number; lagMs: number };
type Load = {
  counts: Record<string, number>;
  done: Record<string, number>;
  refused: Map<number, number>;
  unexpected: string[];
  times: number[];
  acknowledged: Acknowledged[];
  behind: number;
};

export async function soak(run: Run): Promise<Outcome> {
  const minutes = run.minutes ?? MINUTES[run.profile];
  const cluster = await openCluster(run.folder, NODES);
  try {
    const places = await openPlaces(cluster);
    run.log(`${NODES} servers, ${VERSIONS} versions, ${minutes} minutes`);
    // Threads and pools that begin with their first piece of work hold some.
    await work(run, places, performance.now(), performance.now() + WARM_MS);
    await setTimeout(QUIET_MS);
    // The first look at each thread leaves what the inspector needs there.
    await heapsOfAll(cluster);
    const heaps = await heapsOfAll(cluster);
    const before = await countDescriptors(cluster);
    const looks: Look[] = [];
    const begun = performance.now();
    const until = begun + minutes * 60_000;
    const [load] = await Promise.all([work(run, places, begun, until), look(run, cluster, looks, begun, until)]);
    run.log('over');
    const descriptors = await checkDescriptors(cluster, before);
    const grown = (await heapsOfAll(cluster)).map((after, at) => growthOf(heaps[at], after));
    return await judge(cluster, places, load, { minutes, looks, before, descriptors, grown: Math.max(...grown) });
  } finally {
    await cluster.close();
  }
}

async function openPlaces({ nodes, sql }: Cluster): Promise<Place[]> {
  const urls = nodes.map(({ wire }) => wire.url);
  // One session for calls and pages: pages alone would leave it to end.
  const token = await tokenOf(urls[0], DEMO);
  const people = urls.map((url) => callerWith(url, token));
  const places: Place[] = [];
  for (let at = 0; at < VERSIONS; at += 1) {
    const { member, spaceId, versionId, itemIds } = await makeVersion(people[0], ROWS);
    const [{ scheduleId }] = await sql<{ scheduleId: number }>('select schedule_id::int as "scheduleId" from version where id = $1', [
      versionId,
    ]);
    const { id } = await member.call(api.versions.copyTo, { params: { id: versionId, scheduleId }, body: { name: 'Before' } });
    if (id === null) throw new Error('a copy of few rows was made as a job');
    const callers = people.map((person) => person.inSpace(spaceId));
    places.push({ callers, urls, token, spaceId, scheduleId, versionId, otherId: id, itemIds });
  }
  return places;
}

/** One action after the other begins, at the pace of so many people, whether those before have ended or not. */
async function work({ random }: Run, places: readonly Place[], begun: number, until: number): Promise<Load> {
  const load: Load = { counts: {}, done: {}, refused: new Map(), unexpected: [], times: [], acknowledged: [], behind: 0 };
  const kinds = Object.entries(DAY).flatMap(([kind, { percent }]) => Array.from({ length: percent }, () => kind));
  const underWay = new Set<Promise<void>>();
  const ramp = Math.min(MOST_RAMP_MS, (until - begun) / 4);
  for (let count = 0; performance.now() < until; count += 1) {
    const kind = kinds[Math.floor(random() * kinds.length)];
    const place = places[Math.floor(random() * places.length)];
    const node = Math.floor(random() * place.callers.length);
    load.counts[kind] = (load.counts[kind] ?? 0) + 1;
    const from = performance.now();
    const at = { caller: place.callers[node], url: place.urls[node], random, mark: `d${count}` };
    const one = DAY[kind]
      .act(place, at)
      .then(
        (edit) => {
          load.done[kind] = (load.done[kind] ?? 0) + 1;
          if (edit) load.acknowledged.push(edit);
        },
        (error: unknown) => {
          const status = error instanceof CallFailed ? error.status : 0;
          load.refused.set(status, (load.refused.get(status) ?? 0) + 1);
          const isExpected = (status >= 400 && status < 500) || status === 503 || status === 507;
          if (!isExpected && load.unexpected.length < MOST_NAMED) load.unexpected.push(`${kind}: ${String(error)}`);
        },
      )
      .finally(() => {
        load.times.push(performance.now() - from);
        underWay.delete(one);
      });
    underWay.add(one);
    if (underWay.size > MOST_UNDER_WAY) load.behind += 1;
    const share = Math.min(1, Math.max(0.1, (performance.now() - begun) / ramp));
    await setTimeout((-Math.log(1 - random()) * 1000) / (RATE * share));
  }
  await Promise.all(underWay);
  return load;
}

/** Notes every few seconds what servers hold and how late their loops are. */
async function look({ log }: Run, { nodes }: Cluster, looks: Look[], begun: number, until: number): Promise<void> {
  await lagOf(nodes);
  for (let at = 0; performance.now() + LOOK_MS < until; at += 1) {
    await setTimeout(LOOK_MS);
    const megabytes = Math.max(...nodes.map(({ pid }) => memoryOf(pid())));
    const minute = (performance.now() - begun) / 60_000;
    looks.push({ minute, megabytes, lagMs: await lagOf(nodes) });
    if (at % 30 === 29) log(`${minute.toFixed(0)} min, ${megabytes.toFixed(0)} MB`);
  }
}

/** What a process holds, its threads included, in MB. */
const memoryOf = (pid: number): number => Number(/VmRSS:\s+(\d+)/.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1]) / 1024;

const heapsOfAll = ({ nodes }: Cluster) => Promise.all(nodes.map(heapsOf));

type Seen = { minutes: number; looks: Look[]; before: number; descriptors: { broken: string[]; after: number }; grown: number };

async function judge(
  cluster: Cluster,
  places: readonly Place[],
  load: Load,
  { minutes, looks, before, descriptors, grown }: Seen,
): Promise<Outcome> {
  const missing: string[] = [];
  const chains: string[] = [];
  const replays: string[] = [];
  for (const { versionId } of places) {
    const lines = await readHistory(cluster, versionId);
    const written = writtenAt(lines);
    for (const { mark, revision } of load.acknowledged.filter((edit) => edit.versionId === versionId))
      if (!written.get(mark)?.includes(revision)) missing.push(`${mark} of revision ${revision}`);
    chains.push(...checkChain(lines));
    replays.push(...(await checkReplay(cluster, versionId, lines)));
  }
  const [{ deadlocks }] = await cluster.sql<{ deadlocks: number }>('select sum(deadlocks)::int as deadlocks from pg_stat_database');
  const lag = share(
    looks.map(({ lagMs }) => lagMs),
    0.95,
  );
  const growth = grown / minutes;
  const longest = Math.max(...load.times);
  const late = longest > MOST_CALL_MS ? [`an action took ${(longest / 1000).toFixed(1)} s`] : [];
  const refused = [...load.refused].map(([status, count]) => `${count} × ${status}`).join(', ') || 'none';
  return {
    events: load.counts,
    figures: [
      ['actions a second', (load.times.length / (minutes * 60)).toFixed(1)],
      ['an action, p50 and p95', `${share(load.times, 0.5).toFixed(0)} and ${share(load.times, 0.95).toFixed(0)} ms`],
      ['longest action', `${(longest / 1000).toFixed(1)} s`],
      ['refused', refused],
      ['edits that were acknowledged', String(load.acknowledged.length)],
      ['delay of a loop, p99 of ten seconds, p95 of these', `${lag.toFixed(0)} ms`],
      ['memory of the larger server at the end', `${(looks.at(-1)?.megabytes ?? 0).toFixed(0)} MB`],
      [`what the threads of a server hold more after ${minutes} minutes, collected`, `${grown.toFixed(1)} MB`],
      ['descriptors before and after', `${before}, ${descriptors.after}`],
    ],
    invariants: [
      { name: 'I1 each acknowledged edit where its answer says', broken: missing.slice(0, MOST_NAMED) },
      { name: 'I2 revisions without a gap, the chain true', broken: chains },
      { name: 'I4 no lost update, history = rows', broken: replays },
      {
        name: 'I11 only 2xx, 4xx, 503, 507; nothing over 15 s; no deadlock; servers keep up',
        broken: [
          ...load.unexpected,
          ...late,
          ...(deadlocks ? [`${deadlocks} deadlocks`] : []),
          ...(load.behind ? [`${load.behind} times more than ${MOST_UNDER_WAY} actions were under way`] : []),
        ],
      },
      {
        name: `I12 a loop late by at most ${MOST_LAG_MS} ms`,
        broken: lag <= MOST_LAG_MS ? [] : [`${lag.toFixed(0)} ms`],
      },
      {
        name: `I12 at most ${MOST_GROWTH} MB more a minute, from ${LEAST_JUDGED_MINUTES} minutes on`,
        broken: minutes < LEAST_JUDGED_MINUTES || growth <= MOST_GROWTH ? [] : [`${growth.toFixed(2)} MB`],
      },
      { name: 'I12 descriptors that calls open are closed again', broken: descriptors.broken },
    ],
    controls: [],
    met: Object.fromEntries(Object.keys(DAY).map((kind) => [`${kind} that was done`, (load.done[kind] ?? 0) > 0])),
  };
}
