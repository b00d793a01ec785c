/** Servers before a primary with a synchronous standby: the primary is killed, frozen and asked to step back while people edit one version. */

import { api } from '@gantry/contract';
import { setTimeout } from 'node:timers/promises';
import { makeVersion, signIn } from '../../../e2e/caller.ts';
import { DEMO } from '../../../e2e/product.ts';
import { checkOnce, readHistory, writtenAt } from '../nodes/check.ts';
import { openNodes } from '../nodes/cluster.ts';
import { judge } from '../nodes/nodes.ts';
import { type Desk, plan } from '../nodes/planner.ts';
import { openWitness } from '../nodes/witness.ts';
import type { Outcome, ProfileName, Run } from '../suite.ts';
import { type Member, openPair, type Pair } from './pair.ts';
import { missingPrograms } from './programs.ts';

type Act = 'kill' | 'freeze' | 'switch';

const SIZES: Record<ProfileName, { planners: number } & Record<Act, number>> = {
  smoke: { planners: 6, kill: 1, freeze: 1, switch: 1 },
  short: { planners: 12, kill: 4, freeze: 3, switch: 3 },
  night: { planners: 20, kill: 20, freeze: 10, switch: 10 },
};
const ROWS = 20;
/** A primary that does not move for so long has lost its lease. */
const FREEZE_MS = 15_000;
const MOST_RECOVERY_MS = 60_000;
const CONTROL_MS = 3_000;

export async function standby(run: Run): Promise<Outcome> {
  const missing = missingPrograms();
  if (missing.length) throw new Error(`Install patroni, etcd-server, haproxy and postgresql-15 of Debian: there is no ${missing[0]}.`);
  const pair = await openPair(run.folder);
  try {
    const opened = await openNodes(run.folder, pair.url, 2);
    try {
      run.log('a primary, its standby and two servers');
      const person = await signIn(opened.nodes[0].wire.url, DEMO);
      const { spaceId, versionId, itemIds } = await makeVersion(person, ROWS);
      const { token } = await person.call(api.auth.login, { body: DEMO });
      const desk = { nodes: opened.nodes, token, spaceId, versionId, itemIds };
      const { witness, recoveries, events } = await attack(run, pair, desk);
      const judged = await judge(pair, desk, person.inSpace(spaceId), witness, recoveries);
      const late = recoveries.filter((ms) => ms > MOST_RECOVERY_MS).map((ms) => `${(ms / 1000).toFixed(1)} s`);
      // Who waits for a primary that is gone waits for its lease.
      const invariants = judged.invariants.filter(({ name }) => !name.startsWith('I11'));
      return {
        events,
        figures: judged.figures,
        invariants: [...invariants, { name: 'the next primary answers within 60 s', broken: late }],
        met: { 'answer that never came, or refused for a moment': (witness.answers.get(503) ?? 0) + (witness.answers.get(0) ?? 0) > 0 },
        controls: [{ name: 'a standby that need not confirm', hasFailed: await lateStandbyLoses(run, pair, desk) }],
      };
    } finally {
      await opened.close();
    }
  } finally {
    await pair.close();
  }
}

async function attack({ profile, random, log }: Run, pair: Pair, desk: Desk) {
  const { planners: count, ...acts } = SIZES[profile];
  const witness = openWitness();
  let isOver = false;
  const planners = Array.from({ length: count }, (_, at) => plan(desk, `s${at}`, witness, random, () => isOver));
  const recoveries: number[] = [];
  for (const act of Object.entries(acts).flatMap(([name, times]) => Array.from({ length: times }, () => name as Act))) {
    await setTimeout(2000);
    log(act);
    const begun = performance.now();
    const former = await hurt(act, pair);
    await untilAnother(pair, former);
    recoveries.push(performance.now() - begun);
    log(`another primary after ${((performance.now() - begun) / 1000).toFixed(1)} s`);
    if (act === 'freeze') {
      await setTimeout(Math.max(0, FREEZE_MS - (performance.now() - begun)));
      former.program().signal('SIGCONT');
    }
    if (act === 'kill') former.start();
    await pair.untilPaired();
    log('a pair again');
  }
  isOver = true;
  await Promise.all(planners);
  return { witness, recoveries, events: acts };
}

async function hurt(act: Act, pair: Pair): Promise<Member> {
  const primary = await pair.primary();
  if (!primary) throw new Error('there is no primary');
  if (act === 'kill') await primary.program().kill();
  else if (act === 'freeze') primary.program().signal('SIGSTOP');
  else {
    const [other] = pair.members.filter((member) => member !== primary);
    const body = JSON.stringify({ leader: primary.name, candidate: other.name });
    const answer = await fetch(`${primary.api}/switchover`, { method: 'POST', body });
    if (!answer.ok) throw new Error(await answer.text());
  }
  return primary;
}

/** Waits for another primary that takes writes. */
async function untilAnother(pair: Pair, former: Member): Promise<void> {
  for (const end = performance.now() + 2 * MOST_RECOVERY_MS; ; await setTimeout(100)) {
    const found = await pair.sql<{ port: number }>(`select inet_server_port() as port where not pg_is_in_recovery()`).catch(() => []);
    if (found.length && found[0].port !== former.port) return;
    if (performance.now() > end) throw new Error('nobody became the primary');
  }
}

/** Control: where commits wait for no standby, one that is behind loses what was acknowledged meanwhile. */
async function lateStandbyLoses({ random, log }: Run, pair: Pair, desk: Desk): Promise<boolean> {
  log('control: a standby that need not confirm');
  await pair.setSynchronous(false);
  const primary = await pair.primary();
  const [late] = pair.members.filter((member) => member !== primary);
  if (!primary) throw new Error('there is no primary');
  const witness = openWitness();
  let isOver = false;
  await late.program().kill();
  const planners = [0, 1, 2].map((at) => plan(desk, `late${at}`, witness, random, () => isOver));
  await setTimeout(CONTROL_MS);
  await primary.program().kill();
  isOver = true;
  late.start();
  await untilAnother(pair, primary);
  await Promise.all(planners);
  return checkOnce(witness, writtenAt(await readHistory(pair, desk.versionId))).lost.length > 0;
}
