/** Several servers before one database: killed, frozen, cut off and robbed of their answers while people edit one version. */

import { api } from '@gantry/contract';
import { setTimeout } from 'node:timers/promises';
import { openPage } from '../../../bench/live/page.ts';
import { type Caller, makeVersion, signIn } from '../../../e2e/caller.ts';
import { DEMO } from '../../../e2e/product.ts';
import type { Outcome, ProfileName, Run } from '../suite.ts';
import { openBeside } from './beside.ts';
import { checkChain, checkOnce, checkOrder, checkReplay, readHistory, writtenAt } from './check.ts';
import { type Cluster, openCluster } from './cluster.ts';
import { checkCalculation, checkDescriptors, countDescriptors, loopDelay, undoAndRedo } from './healed.ts';
import { type Desk, plan } from './planner.ts';
import { issuer } from './seats.ts';
import { openWitness, type Witness } from './witness.ts';

type Act = 'kill' | 'freeze' | 'hole' | 'lost-answers' | 'backends' | 'database';

/** Servers, planners, and how often each thing happens. */
const SIZES: Record<ProfileName, { nodes: number; planners: number } & Record<Act, number>> = {
  smoke: { nodes: 2, planners: 8, kill: 2, freeze: 1, hole: 1, 'lost-answers': 2, backends: 1, database: 1 },
  short: { nodes: 2, planners: 20, kill: 12, freeze: 6, hole: 6, 'lost-answers': 8, backends: 4, database: 3 },
  night: { nodes: 3, planners: 40, kill: 300, freeze: 30, hole: 30, 'lost-answers': 40, backends: 20, database: 20 },
};
const ROWS = 20;
const FAULT_MS = 2_000;
const FREEZE_MS = 5_000;
const CONVERGED_MS = 10_000;
const CONTROL_MS = 4_000;
const MOST_AFTER_HOLE_MS = 5_000;

export async function nodes(run: Run): Promise<Outcome> {
  const size = SIZES[run.profile];
  const cluster = await openCluster(run.folder, size.nodes, { GANTRY_LICENSE_PUBLIC_KEYS: issuer.trusted });
  try {
    run.log(`${size.nodes} servers`);
    const person = await signIn(cluster.nodes[0].wire.url, DEMO);
    const { member, spaceId, versionId, itemIds } = await makeVersion(person, ROWS);
    // Each row after the one before, so that an edit moves the dates of others.
    for (let at = 1; at < itemIds.length; at += 1)
      await member.call(api.relations.create, {
        params: { id: versionId },
        body: { predecessor_id: itemIds[at - 1], successor_id: itemIds[at] },
      });
    const { token } = await person.call(api.auth.login, { body: DEMO });
    const desk = { nodes: cluster.nodes, token, spaceId, versionId, itemIds };
    const attacked = await attack(run, cluster, desk, member);
    const delay = await loopDelay(cluster.nodes);
    const before = await countDescriptors(cluster);
    const controls = [
      { name: 'retries without keys, answers lost', hasFailed: await retriesDouble(run, cluster, desk) },
      { name: 'a database that acknowledges before it has written', hasFailed: await earlyAnswersLose(run, cluster, desk) },
    ];
    const descriptors = await checkDescriptors(cluster, before);
    return {
      ...attacked,
      figures: [
        ...attacked.figures,
        ['delay of a quiet loop, p99', `${delay.toFixed(0)} ms`],
        ['descriptors before the controls and after', `${before}, ${descriptors.after}`],
      ],
      invariants: [...attacked.invariants, { name: 'I12 descriptors that calls open are closed again', broken: descriptors.broken }],
      controls,
    };
  } finally {
    await cluster.close();
  }
}

/** The acts of a run, in an order that the seed gives. */
function actsOf({ profile, random }: Run): Act[] {
  const { nodes: _n, planners: _p, ...counts } = SIZES[profile];
  const acts = Object.entries(counts).flatMap(([act, count]) => Array.from({ length: count }, () => act as Act));
  return acts
    .map((act) => ({ act, at: random() }))
    .sort((a, b) => a.at - b.at)
    .map(({ act }) => act);
}

async function attack(run: Run, cluster: Cluster, desk: Desk, person: Caller): Promise<Omit<Outcome, 'controls'>> {
  const { random, log, profile } = run;
  const beside = await openBeside(cluster, desk, person);
  const witness = openWitness(beside.word);
  let isOver = false;
  const planners = Array.from({ length: SIZES[profile].planners }, (_, at) => plan(desk, `p${at}`, witness, random, () => isOver));
  const others = beside.run(witness, random, () => isOver);
  const counts: Record<string, number> = {};
  const recoveries: { act: Act; ms: number }[] = [];
  for (const act of actsOf(run)) {
    await setTimeout(500 + random() * 1500);
    const node = cluster.nodes[Math.floor(random() * cluster.nodes.length)];
    log(act);
    counts[act] = (counts[act] ?? 0) + 1;
    const from = await commit(act, cluster, node);
    let isAsked = false;
    // One edit by the server that was hurt: who waits for an answer that was lost says nothing of it.
    await plan({ ...desk, nodes: [node] }, `after${recoveries.length}`, witness, random, () => isAsked || ((isAsked = true), false));
    recoveries.push({ act, ms: performance.now() - from });
  }
  await setTimeout(1000);
  isOver = true;
  await Promise.all(planners);
  const judgeOthers = await others;
  log('healed');
  const judged = await judge(
    cluster,
    desk,
    person,
    witness,
    recoveries.map(({ ms }) => ms),
  );
  const aside = await judgeOthers();
  const healed = await judgeHealed(cluster, desk);
  const figures = Object.keys(counts).map((act): [string, string] => {
    const longest = Math.max(...recoveries.filter((recovery) => recovery.act === act).map(({ ms }) => ms));
    return [`longest recovery after ${act}`, `${(longest / 1000).toFixed(1)} s`];
  });
  const late = recoveries.filter(({ act, ms }) => act === 'hole' && ms > MOST_AFTER_HOLE_MS).map(({ ms }) => `${(ms / 1000).toFixed(1)} s`);
  return {
    ...judged,
    events: counts,
    figures: [...judged.figures, ...figures, ...aside.figures],
    invariants: [...judged.invariants, ...aside.invariants, ...healed, { name: 'edits within 5 s of a hole', broken: late }],
    met: { ...judged.met, ...aside.met },
  };
}

/** What is asked of the version itself once nothing is broken any more. */
async function judgeHealed(cluster: Cluster, desk: Desk): Promise<Outcome['invariants']> {
  const [first, last] = [cluster.nodes[0], cluster.nodes[cluster.nodes.length - 1]];
  const callers = await Promise.all([first, last].map(async ({ wire }) => (await signIn(wire.url, DEMO)).inSpace(desk.spaceId)));
  const undone = await undoAndRedo(cluster, desk.versionId, callers).catch((error: unknown) => [String(error)]);
  return [
    { name: 'I6 ten steps back and forth leave the same rows', broken: undone },
    { name: 'I13 stored dates are those of the engine', broken: await checkCalculation(cluster, desk) },
  ];
}

/** Does it; answers since when people wait: since it was over, or since something was killed. */
async function commit(act: Act, cluster: Cluster, node: Cluster['nodes'][number]): Promise<number> {
  const begun = performance.now();
  if (act === 'kill') await node.kill();
  else if (act === 'database') await cluster.killDatabase();
  else if (act === 'backends')
    await cluster.sql('select pg_terminate_backend(pid) from pg_stat_activity where pid <> pg_backend_pid() and backend_type = $1', [
      'client backend',
    ]);
  else {
    if (act === 'freeze') await node.freeze(FREEZE_MS);
    else {
      node.wire.set(act === 'hole' ? 'hole' : 'drop-reply');
      await setTimeout(FAULT_MS);
      node.wire.set('none');
    }
    return performance.now();
  }
  return begun;
}

/** What the history, the rows and the pages of a version say of what its planners saw. */
export async function judge(cluster: Pick<Cluster, 'sql'>, desk: Desk, person: Caller, witness: Witness, recoveries: number[]) {
  const { versionId } = desk;
  const behind = await deafPages(desk, person);
  const lines = await readHistory(cluster, versionId);
  const written = writtenAt(lines);
  const { lost, doubled } = checkOnce(witness, written);
  const acknowledged = witness.edits.filter((edit) => edit.acknowledged !== null);
  const [{ deadlocks }] = await cluster.sql<{ deadlocks: number }>('select sum(deadlocks)::int as deadlocks from pg_stat_database');
  const others = [...witness.answers]
    .filter(([status]) => ![0, 200, 408, 409, 503, 507].includes(status))
    .map(([status, count]) => `${count} × ${status}`);
  const retried = witness.edits.filter(({ tries }) => tries > 1).length;
  const sum = (statuses: number[]) => statuses.reduce((all, status) => all + (witness.answers.get(status) ?? 0), 0);
  const figures: [string, string][] = [
    ['edits that were acknowledged', String(acknowledged.length)],
    ['of them lost', String(lost.length)],
    ['done twice', String(doubled.length)],
    ['sent again', String(retried)],
    ['answers that never came', String(sum([0]))],
    ['refused for a moment (503)', String(sum([503]))],
    ['longest call', `${(witness.longestMs / 1000).toFixed(1)} s`],
    ['longest recovery', `${(Math.max(0, ...recoveries) / 1000).toFixed(1)} s`],
    ['revisions', String(lines.length)],
  ];
  const invariants = [
    { name: 'I1 each acknowledged edit once', broken: lost },
    { name: 'I2 revisions without a gap, the chain true', broken: checkChain(lines) },
    { name: 'I3 in the order of their acknowledgements', broken: checkOrder(witness, written) },
    { name: 'I4 no lost update, history = rows', broken: await checkReplay(cluster, versionId, lines) },
    { name: 'I5 unanswered edits once or never', broken: doubled },
    { name: 'I7 pages hear of the last edit within 10 s', broken: behind },
    {
      name: 'I11 only 200, 408, 409, 503, 507; no call over 15 s; no deadlock',
      broken: [...others, ...(witness.longestMs > 16_000 ? ['a call took longer'] : []), ...(deadlocks ? [`${deadlocks} deadlocks`] : [])],
    },
  ];
  const met = {
    'edit that was sent again': retried > 0,
    'answer that never came': sum([0]) > 0,
    'calculated edit': lines.length > acknowledged.length + 1,
  };
  return { figures, invariants, met };
}

/** Pages of every server that have not heard, after a while, of an edit that is made when all is well again. */
async function deafPages({ nodes: all, token, spaceId, versionId, itemIds }: Desk, person: Caller): Promise<string[]> {
  const pages = await Promise.all(all.map(({ wire }) => openPage(wire.url, token, { spaceId, versionId })));
  const params = { id: versionId, wbsId: itemIds[0] };
  const { revision } = await person.call(api.wbs.update, { params, body: { name: 'the last word' } });
  const until = performance.now() + CONVERGED_MS;
  let behind = pages;
  while (behind.length && performance.now() < until) {
    await setTimeout(50);
    behind = pages.filter((page) => page.revision() < revision);
  }
  for (const page of pages) page.close();
  return behind.map((page) => `a page stands at ${page.revision()} of ${revision}`);
}

/** Control: without keys a retry of an edit that was done, but whose answer was lost, does it again. */
async function retriesDouble({ random, log }: Run, cluster: Cluster, desk: Desk): Promise<boolean> {
  log('control: retries without keys');
  const witness = openWitness();
  for (const { wire } of cluster.nodes) wire.set('drop-reply');
  let isOver = false;
  const planners = [0, 1, 2].map((at) => plan(desk, `careless${at}`, witness, random, () => isOver, true));
  await setTimeout(CONTROL_MS / 2);
  for (const { wire } of cluster.nodes) wire.set('none');
  await setTimeout(CONTROL_MS / 4);
  isOver = true;
  await Promise.all(planners);
  const written = writtenAt(await readHistory(cluster, desk.versionId));
  return checkOnce(witness, written).doubled.length > 0;
}

/** Control: with commits that are acknowledged before they are written, a killed database loses some of them. */
async function earlyAnswersLose({ random, log }: Run, cluster: Cluster, desk: Desk): Promise<boolean> {
  log('control: acknowledged before it is written');
  await cluster.sql('alter system set synchronous_commit = off');
  await cluster.sql(`alter system set wal_writer_delay = '10s'`);
  await cluster.sql('select pg_reload_conf()');
  await setTimeout(500);
  const witness = openWitness();
  let isOver = false;
  const planners = [0, 1, 2].map((at) => plan(desk, `early${at}`, witness, random, () => isOver));
  await setTimeout(CONTROL_MS);
  await cluster.killDatabase();
  isOver = true;
  await Promise.all(planners);
  await cluster.sql('alter system reset all');
  await cluster.sql('select pg_reload_conf()');
  return checkOnce(witness, writtenAt(await readHistory(cluster, desk.versionId))).lost.length > 0;
}
