/** A server with the built-in database and its files on one disk: the power is cut while people edit and store files, and comes back. */

import { api } from '@gantry/contract';
import { setTimeout } from 'node:timers/promises';
import { type Caller, makeVersion, signIn } from '../../../e2e/caller.ts';
import { DEMO } from '../../../e2e/product.ts';
import { checkOnce, readHistory, writtenAt } from '../nodes/check.ts';
import { judge } from '../nodes/nodes.ts';
import { type Desk, plan } from '../nodes/planner.ts';
import { openWitness } from '../nodes/witness.ts';
import type { Outcome, ProfileName, Run } from '../suite.ts';
import { type Disk, openDisk } from './disk.ts';
import { type Machine, openMachine } from './machine.ts';
import { keepUploading, lostNames, missingFiles, type Uploaded } from './uploads.ts';

/** How often the power is cut, and how often each control runs. */
const SIZES: Record<ProfileName, { cuts: number; controls: number }> = {
  smoke: { cuts: 3, controls: 1 },
  short: { cuts: 12, controls: 1 },
  night: { cuts: 60, controls: 2 },
};
const ROWS = 20;
const PLANNERS = 6;
const NAMES = 5;
const CONTROL_MS = 4_000;
/** Settings with which a commit is acknowledged before the disk has it. */
const EARLY = {
  'synchronous_commit = off': [`synchronous_commit = off`, `wal_writer_delay = '10s'`],
  'fsync = off': ['fsync = off'],
};

export async function power(run: Run): Promise<Outcome> {
  const disk = openDisk(run.folder);
  if (typeof disk === 'string') return { skipped: disk, events: {}, figures: [], invariants: [], controls: [], met: {} };
  try {
    const names = await lostNames(disk, NAMES);
    const machine = await openMachine(disk);
    try {
      const person = await signIn(machine.wire.url, DEMO);
      const { member, spaceId, versionId, itemIds } = await makeVersion(person, ROWS);
      const { token } = await person.call(api.auth.login, { body: DEMO });
      const desk = { nodes: [machine], token, spaceId, versionId, itemIds };
      const { invariants, ...outcome } = await attack(run, machine, desk, member);
      const controls: Outcome['controls'] = [];
      for (let time = 0; time < SIZES[run.profile].controls; time += 1)
        for (const [name, settings] of Object.entries(EARLY))
          controls.push({ name, hasFailed: await earlyAnswersLose(run, disk, machine, desk, settings) });
      return { ...outcome, invariants: [...invariants, { name: 'each file by the name that it was saved by', broken: names }], controls };
    } finally {
      await machine.close();
    }
  } finally {
    await disk.close();
  }
}

async function attack(run: Run, machine: Machine, desk: Desk, person: Caller): Promise<Omit<Outcome, 'controls'>> {
  const { random, log, profile } = run;
  const cuts = run.cuts ?? SIZES[profile].cuts;
  const { schedule_id: schedule } = await person.call(api.versions.get, { params: { id: desk.versionId } });
  const witness = openWitness();
  const uploaded: Uploaded[] = [];
  let isOver = false;
  const people = Array.from({ length: PLANNERS }, (_, at) => plan(desk, `p${at}`, witness, random, () => isOver));
  people.push(keepUploading(person, schedule, uploaded, random, () => isOver));
  const recoveries: number[] = [];
  const missing: string[] = [];
  let idle = 0;
  for (let cut = 0, checked = 0, known = 0; cut < cuts; cut += 1) {
    await setTimeout(500 + random() * 1500);
    const begun = performance.now();
    await machine.cutPower();
    await machine.start();
    recoveries.push(performance.now() - begun);
    const acknowledged = witness.edits.filter((edit) => edit.acknowledged !== null).length;
    if (acknowledged === known) idle += 1;
    known = acknowledged;
    const fresh = uploaded.slice(checked);
    checked += fresh.length;
    missing.push(...(await missingFiles(person, fresh)).map((what) => `cut ${cut + 1}: ${what}`));
    log(`cut ${cut + 1}: back after ${((performance.now() - begun) / 1000).toFixed(1)} s, ${acknowledged} edits and ${checked} files`);
  }
  await setTimeout(1000);
  isOver = true;
  await Promise.all(people);
  missing.push(...(await missingFiles(person, uploaded)));
  const { figures, invariants, met } = await judge(machine, desk, person, witness, recoveries);
  return {
    events: { 'power cuts': cuts },
    figures: [...figures, ['files that were acknowledged', String(uploaded.length)], ['of them lost', String(new Set(missing).size)]],
    invariants: [...invariants, { name: 'each acknowledged file as it was sent', broken: missing }],
    met: { ...met, 'edits before every cut': idle === 0, 'stored file': uploaded.length > 0 },
  };
}

/** Control: where commits do not wait for the disk, a cut loses some that were acknowledged, or the whole database. The disk is put back after it. */
async function earlyAnswersLose({ random, log }: Run, disk: Disk, machine: Machine, desk: Desk, settings: string[]): Promise<boolean> {
  log(`control: ${settings.join(', ')}`);
  await machine.sql('checkpoint');
  await machine.kill();
  await disk.keepCopy();
  await machine.start();
  for (const setting of settings) await machine.sql(`alter system set ${setting}`);
  await machine.sql('select pg_reload_conf()');
  await setTimeout(500);
  const witness = openWitness();
  let isOver = false;
  const people = [0, 1, 2].map((at) => plan(desk, `early${at}`, witness, random, () => isOver));
  await setTimeout(CONTROL_MS);
  isOver = true;
  await Promise.all(people);
  await machine.cutPower();
  const lost = await machine.start().then(
    async () => checkOnce(witness, writtenAt(await readHistory(machine, desk.versionId))).lost.length,
    () => null,
  );
  const acknowledged = witness.edits.filter((edit) => edit.acknowledged !== null).length;
  log(lost === null ? 'the database does not start' : `${lost} of ${acknowledged} edits lost`);
  await machine.kill();
  await disk.bringBack();
  await machine.start();
  return lost !== 0;
}
